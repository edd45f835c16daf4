"""corefer as a spaCy component, in a blank pipeline and behind a parser."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

import corefer.integrations.spacy  # noqa: F401 - registers the component, also where corefer is not installed

TEXT = "Marta Lind lost her key. She asked Tomas for it."


@Language.component("hand_parser")
def hand_parser(doc: Doc) -> Doc:
    """Stands for a pipeline's parser: the last word of `She slept .` is governed by the second."""
    for token, (pos, tag, relation, head) in zip(
        doc, [("PRON", "PRP", "nsubj", 1), ("VERB", "VBD", "ROOT", 1), ("PUNCT", ".", "punct", 1)], strict=True
    ):
        token.pos_, token.tag_, token.lemma_, token.head, token.dep_ = pos, tag, token.lower_, doc[head], relation
    return doc


@pytest.fixture(scope="module")
def nlp() -> Language:
    found = spacy.blank("en")
    found.add_pipe("corefer")
    return found


def chains(doc: Doc) -> list[list[str]]:
    return [[span.text for span in chain] for chain in doc._.corefer_chains]


def test_a_blank_pipeline_resolves(nlp: Language) -> None:
    doc = nlp(TEXT)
    assert doc._.corefer.text == TEXT
    assert ["Marta Lind", "her", "She"] in chains(doc)
    assert all(span.doc is doc for chain in doc._.corefer_chains for span in chain)


def test_texts_in_a_pipe_are_each_resolved(nlp: Language) -> None:
    docs = list(nlp.pipe([TEXT, "Nothing refers here.", ""]))
    assert [bool(chains(doc)) for doc in docs] == [True, False, False]


def test_without_a_resolver_there_is_the_analysis_alone() -> None:
    found = spacy.blank("en")
    found.add_pipe("corefer", config={"resolver": None})
    doc = found(TEXT)
    assert doc._.corefer.is_parsed
    assert doc._.corefer.doubt is not None
    assert doc._.corefer_chains == []


def test_a_pipelines_own_parse_is_kept_unless_ours_is_asked_for() -> None:
    found = spacy.blank("en")
    found.add_pipe("hand_parser")
    found.add_pipe("corefer", config={"resolver": None})
    kept = found("She slept.")._.corefer
    assert kept.doubt is None
    assert [t.deprel for t in kept.tokens] == ["nsubj", "root", "punct"]
    found.replace_pipe("corefer", "corefer", config={"resolver": None, "parse": "own"})
    assert found("She slept.")._.corefer.doubt is not None


def test_a_wrong_choice_of_parse_is_said() -> None:
    with pytest.raises(ValueError, match="'kept' or 'own'"):
        spacy.blank("en").add_pipe("corefer", config={"parse": "mine"})


def test_a_doc_can_be_stored_with_its_document(nlp: Language) -> None:
    doc = nlp(TEXT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert chains(again) == chains(doc)
    assert again._.corefer.text == TEXT


def test_a_doc_that_the_component_did_not_see_has_no_chains(nlp: Language) -> None:
    doc = nlp.make_doc(TEXT)
    assert doc._.corefer is None
    assert doc._.corefer_chains == []
