"""The embedded corpus: the texts that were promised, sound trees, every category, nothing lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import corefer
from corefer.document import Document
from corefer.formats import Source
from corefer.inspect import validate

FILES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.conllu"))
PROMISED = {
    "press-release": 2, "opera": 2, "city": 1, "country": 1, "river": 1, "person": 1, "mountain": 1, "dialogue": 1,
    "story": 1, "how-to": 1,
}  # fmt: skip
RELATIONS = set(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl fixed "
    "flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp".split()
)


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def only(path: Path) -> Document:
    (document,) = corefer.read(path)
    return document


def everything() -> list[Document]:
    return [only(path) for path in FILES]


def test_the_texts_that_were_promised() -> None:
    assert len(FILES) >= 12
    for kind, number in PROMISED.items():
        assert len([path for path in FILES if path.stem.startswith(f"{kind}-")]) == number, kind


def test_it_is_sound(path: Path) -> None:
    assert list(validate(Source(path))) == []


def test_it_comes_back_byte_for_byte(path: Path, tmp_path: Path) -> None:
    assert corefer.write(corefer.read(path), tmp_path / path.name) == {}
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_every_sentence_is_a_tree_with_one_root(path: Path) -> None:
    document = only(path)
    for sentence in document.sentences:
        roots = [token for token in sentence if token.deprel == "root"]
        assert len(roots) == 1
        assert roots[0].head is None
        for token in sentence:
            steps, here = 0, token
            while here.head is not None:
                here, steps = here.head, steps + 1
                assert here.sentence.index == sentence.index
                assert steps <= len(sentence)
            assert here == roots[0]


def test_its_tokens_are_analysed(path: Path) -> None:
    for token in only(path).tokens:
        assert "_" not in (token.upos, token.xpos) or token.form == "_"
        assert token.lemma != "_" or token.form == "_"
        assert token.deprel.partition(":")[0] in RELATIONS
        if token.upos in ("NOUN", "PROPN", "VERB", "AUX") or token.xpos == "PRP":
            assert token.feats, token
        if token.deprel in ("det", "case", "punct", "cc"):
            assert token.head is not None


def test_every_pronoun_is_a_mention(path: Path) -> None:
    """Personal and possessive pronouns head a mention, which refers or is marked as not referring.

    The emphatic pronoun of `the city itself` is a part of its mention.
    """
    document = only(path)
    heads = {mention.head for mention in document.mentions}
    pronouns = [token for token in document.tokens if token.xpos in ("PRP", "PRP$")]
    bare = [token.form for token in pronouns if token.index not in heads and token.feats.get("PronType") != "Emp"]
    assert bare == []


def test_heads_of_mentions_are_their_syntactic_heads(path: Path) -> None:
    document = only(path)
    for mention in document.mentions:
        inside = set(mention.tokens)
        outward = [i for i in mention.tokens if document.head_index(i) not in inside]
        assert mention.head in outward, document.mention_text(mention)


def test_pleonastic_it_is_it(path: Path) -> None:
    document = only(path)
    for mention in document.mentions:
        if mention.category in ("extraposition", "cleft", "prop_it", "idiom"):
            assert not mention.referring
            assert document.mention_text(mention).lower() == "it"


def test_first_and_second_person_stand_in_reported_speech() -> None:
    """Quoted first and second persons have a category of their own, in texts that quote."""
    quoted = [(d, m) for d in everything() for m in d.mentions if m.category == "quoted_speech"]
    persons = [document.tokens[mention.start].feats.get("Person") for document, mention in quoted]
    assert {"1", "2"} <= set(persons)
    assert all(re.search(r"[“\"]", document.text) for document, _ in quoted)


@pytest.mark.parametrize(
    "category",
    "extraposition cleft prop_it idiom abandoned cataphora split_antecedent event bound quoted_speech".split(),
)
def test_every_category_stands_in_two_places(category: str) -> None:
    assert sum(m.category == category for d in everything() for m in d.mentions) >= 2


@pytest.mark.parametrize("link", ["appos", "pred", "cata", "disc"])
def test_every_link_type_stands_in_two_places(link: str) -> None:
    assert sum(m.link == link for d in everything() for m in d.mentions) >= 2


def test_optional_mentions_and_split_antecedents() -> None:
    assert sum(m.optional for d in everything() for m in d.mentions) >= 2
    assert sum(len(d.splits) for d in everything()) >= 2
