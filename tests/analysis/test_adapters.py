"""Other parsers' results as our documents: spaCy's `Doc`, Stanza's dictionaries."""

from __future__ import annotations

from typing import Any

import pytest
import spacy
from spacy.tokens import Doc

from corefer.analysis import analyse, from_spacy, from_stanza
from corefer.document import CoreferError, Document
from corefer.formats import read, write

VOCABULARY = spacy.blank("en").vocab


def doc(rows: str) -> Doc:
    """A `Doc` from rows `form lemma UPOS tag head relation`, heads counted from 1 as in CoNLL-U."""
    table = [line.split() for line in rows.strip().splitlines()]
    forms, lemmas, pos, tags, heads, relations = (list(column) for column in zip(*table, strict=True))
    places = [i if head == "0" else int(head) - 1 for i, head in enumerate(heads)]
    return Doc(VOCABULARY, words=forms, lemmas=lemmas, pos=pos, tags=tags, heads=places, deps=relations)


def arcs(document: Document) -> list[str]:
    return [f"{t.form} {t.deprel} {t.head.form if t.head else '-'}" for t in document.tokens]


def test_clearnlp_copulas_and_prepositions_change_heads() -> None:
    found = from_spacy(
        doc("""
        She     she     PRON  PRP 2 nsubj
        was     be      AUX   VBD 0 ROOT
        n't     not     PART  RB  2 neg
        captain captain NOUN  NN  2 attr
        of      of      ADP   IN  4 prep
        the     the     DET   DT  7 det
        ship    ship    NOUN  NN  5 pobj
        """)
    )
    assert arcs(found) == [
        "She nsubj captain",
        "was cop captain",
        "n't advmod captain",
        "captain root -",
        "of case ship",
        "the det ship",
        "ship nmod captain",
    ]


def test_clearnlp_passives_agents_and_clauses_behind_prepositions() -> None:
    found = from_spacy(
        doc("""
        It      it      PRON  PRP 3 nsubjpass
        was     be      AUX   VBD 3 auxpass
        sold    sell    VERB  VBN 0 ROOT
        by      by      ADP   IN  3 agent
        Ben     Ben     PROPN NNP 4 pobj
        without without SCONJ IN  3 prep
        asking  ask     VERB  VBG 6 pcomp
        her     she     PRON  PRP 7 dobj
        """)
    )
    assert arcs(found) == [
        "It nsubj:pass sold",
        "was aux:pass sold",
        "sold root -",
        "by case Ben",
        "Ben obl:agent sold",
        "without mark asking",
        "asking advcl sold",
        "her obj asking",
    ]


def test_clearnlp_conjuncts_hang_on_the_first_and_conjunctions_on_what_they_introduce() -> None:
    found = from_spacy(
        doc("""
        Ann    Ann    PROPN NNP 2 nsubj
        met    meet   VERB  VBD 0 ROOT
        Bo     Bo     PROPN NNP 2 dobj
        ,      ,      PUNCT ,   3 punct
        Cy     Cy     PROPN NNP 3 conj
        and    and    CCONJ CC  5 cc
        Di     Di     PROPN NNP 5 conj
        in     in     ADP   IN  2 prep
        Oslo   Oslo   PROPN NNP 8 pobj
        or     or     CCONJ CC  8 cc
        at     at     ADP   IN  8 conj
        sea    sea    NOUN  NN 11 pobj
        """)
    )
    assert arcs(found)[2:] == [
        "Bo obj met",
        ", punct Bo",
        "Cy conj Bo",
        "and cc Di",
        "Di conj Bo",
        "in case Oslo",
        "Oslo obl met",
        "or cc sea",
        "at case sea",
        "sea conj Oslo",
    ]


def test_what_there_is_is_the_subject() -> None:
    found = from_spacy(
        doc("""
        There  there  PRON EX  2 expl
        was    be     VERB VBD 0 ROOT
        a      a      DET  DT  4 det
        storm  storm  NOUN NN  2 attr
        """)
    )
    assert arcs(found) == ["There expl was", "was root -", "a det storm", "storm nsubj was"]


def test_universal_dependencies_stay_as_they_are() -> None:
    rows = """
        Ann    Ann    PROPN NNP 2 nsubj:pass
        seen   see    VERB  VBN 0 root
        by     by     ADP   IN  4 case
        Ben    Ben    PROPN NNP 2 obl:agent
        """
    assert arcs(from_spacy(doc(rows))) == ["Ann nsubj:pass seen", "seen root -", "by case Ben", "Ben obl:agent seen"]


def test_white_space_tokens_are_left_out_and_offsets_hold() -> None:
    given = Doc(
        VOCABULARY,
        words=["Ann", "sings", ".", "\n\n", "Ben", "sleeps", "."],
        spaces=[True, False, False, False, True, False, False],
        pos=["PROPN", "VERB", "PUNCT", "SPACE", "PROPN", "VERB", "PUNCT"],
        heads=[1, 1, 1, 2, 5, 5, 5],
        deps=["nsubj", "ROOT", "punct", "dep", "nsubj", "ROOT", "punct"],
    )
    found = from_spacy(given)
    assert found.text == "Ann sings.\n\nBen sleeps."
    assert [found.text[t.start : t.end] for t in found.tokens] == ["Ann", "sings", ".", "Ben", "sleeps", "."]
    assert [(s.text, s.new_paragraph) for s in found.sentences] == [("Ann sings.", True), ("Ben sleeps.", True)]
    assert arcs(found)[3:] == ["Ben nsubj sleeps", "sleeps root -", ". punct sleeps"]


def test_a_doc_without_a_parse_is_a_document_without_one() -> None:
    found = from_spacy(spacy.blank("en")("Ann sings."))
    assert not found.is_parsed
    assert found.tokens.table.forms == ["Ann", "sings", "."]
    assert analyse(found, tokens="kept").is_parsed


def test_an_empty_doc_is_an_empty_document() -> None:
    assert len(from_spacy(spacy.blank("en")("")).tokens) == 0


STANZA: list[list[dict[str, Any]]] = [
    [
        {"id": 1, "text": "Ann", "lemma": "Ann", "upos": "PROPN", "xpos": "NNP", "feats": "Number=Sing", "head": 4,
         "deprel": "nsubj", "start_char": 0, "end_char": 3},
        {"id": (2, 3), "text": "didn't", "start_char": 4, "end_char": 10},
        {"id": 2, "text": "did", "lemma": "do", "upos": "AUX", "head": 4, "deprel": "aux"},
        {"id": 3, "text": "n't", "lemma": "not", "upos": "PART", "head": 4, "deprel": "advmod"},
        {"id": 4, "text": "sing", "lemma": "sing", "upos": "VERB", "head": 0, "deprel": "root",
         "start_char": 11, "end_char": 15},
        {"id": 5, "text": ".", "lemma": ".", "upos": "PUNCT", "head": 4, "deprel": "punct",
         "start_char": 15, "end_char": 16},
    ],
    [{"id": 1, "text": "Why", "lemma": "why", "upos": "ADV", "head": 0, "deprel": "root",
      "start_char": 18, "end_char": 21}],
]  # fmt: skip


class StanzaLike:
    """What a Stanza `Document` offers."""

    text = "Ann didn't sing.\n\nWhy"

    def to_dict(self) -> list[list[dict[str, Any]]]:
        return STANZA


def test_a_stanza_document_keeps_offsets_and_multiword_tokens() -> None:
    found = from_stanza(StanzaLike())
    assert [found.text[t.start : t.end] for t in found.tokens] == ["Ann", "did", "n't", "sing", ".", "Why"]
    assert arcs(found) == [
        "Ann nsubj sing", "did aux sing", "n't advmod sing", "sing root -", ". punct sing", "Why root -",
    ]  # fmt: skip
    assert [(w.first, w.last, w.form) for w in found.tokens.table.multiwords] == [(1, 2, "didn't")]
    assert [s.new_paragraph for s in found.sentences] == [True, True]
    assert found.tokens[0].feats == {"Number": "Sing"}


def test_dictionaries_alone_give_the_same_words() -> None:
    found = from_stanza(STANZA)
    assert found.text == "Ann didn't sing.  Why"
    assert found.tokens.table.forms == from_stanza(StanzaLike()).tokens.table.forms


def test_words_of_a_multiword_token_that_do_not_spell_it_share_its_place() -> None:
    rows = [
        [
            {"id": [1, 2], "text": "du", "start_char": 0, "end_char": 2},
            {"id": 1, "text": "de", "upos": "ADP", "head": 0, "deprel": "root"},
            {"id": 2, "text": "le", "upos": "DET", "head": 1, "deprel": "det"},
        ]
    ]
    found = from_stanza(rows, text="du")
    assert [(t.start, t.end) for t in found.tokens] == [(0, 2), (0, 2)]


def test_a_stanza_word_that_stands_nowhere_is_an_error() -> None:
    with pytest.raises(CoreferError, match="start_char"):
        from_stanza([[{"id": 1, "text": "Ann", "head": 0, "deprel": "root"}]])


def test_adapted_documents_are_written_as_conllu_and_read_back(tmp_path: Any) -> None:
    path = tmp_path / "stanza.conllu"
    found = from_stanza(StanzaLike(), id="stanza")
    write(found, path)
    (again,) = read(path)
    assert again == found
