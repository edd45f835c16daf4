"""Number and gender, as far as a mention shows them."""

from __future__ import annotations

import pytest

from corefer.document import Builder, Document, Mention
from corefer.score.number_gender import disagree_in_gender, disagree_in_number, natural_gender, number


def mention(text: str, type: str = "", **columns: str) -> tuple[Document, Mention]:
    builder = Builder("d")
    forms = text.split()
    builder.add_sentence(forms, columns={name: value.split() for name, value in columns.items()})
    document = builder.build()
    return document, document.add_mention("e", 0, len(forms), type=type)


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("She", {}, "Sing"),
        ("themselves", {}, "Plur"),
        ("you", {}, ""),
        ("you", {"upos": "PRON", "feats": "Number=Plur"}, "Plur"),
        ("this", {"upos": "PRON", "feats": "Number=Sing"}, ""),
        ("a dog", {}, "Sing"),
        ("the dog", {}, ""),
        ("the dogs", {"xpos": "DT NNS"}, "Plur"),
        ("les chiens", {"upos": "DET NOUN", "feats": "_ Number=Plur"}, "Plur"),
        ("the scissors", {"upos": "DET NOUN", "feats": "_ Number=Ptan"}, "Plur"),
        ("the team", {"xpos": "DT NN"}, ""),
        ("the States", {"xpos": "DT NNPS"}, ""),
        ("dogs and cats", {}, ""),
        ("Ada and Bob", {"xpos": "NNP CC NNP", "head": "0 3 1", "deprel": "root cc conj"}, "Plur"),
        ("Ada or Bob", {"xpos": "NNP CC NNP", "head": "0 3 1", "deprel": "root cc conj"}, ""),
        ("a wizard and doctor", {"head": "2 0 4 2", "deprel": "det root cc conj"}, ""),
        ("a boy and a girl", {"head": "2 0 5 5 2", "deprel": "det root cc det conj"}, "Plur"),
        ("has left", {"upos": "AUX VERB", "feats": "Number=Sing _", "head": "0 1", "deprel": "root aux"}, ""),
    ],
)
def test_number(text: str, columns: dict[str, str], expected: str) -> None:
    assert number(*mention(text, **columns)) == expected


def test_organisations_are_of_either_number() -> None:
    assert number(*mention("the mill", "organization", xpos="DT NN")) == ""


@pytest.mark.parametrize(
    ("text", "type", "expected"),
    [
        ("her", "", {"Fem"}),
        ("they", "person", set()),
        ("who", "", {"Masc", "Fem"}),
        ("Mr. Tay", "", {"Masc"}),
        ("the old queen", "", {"Fem"}),
        ("Queen Street", "place", {"Neut"}),
        ("Ada", "person", {"Masc", "Fem"}),
        ("Ada", "", set()),
        ("the cat", "animal", set()),
    ],
)
def test_natural_gender(text: str, type: str, expected: set[str]) -> None:
    assert natural_gender(*mention(text, type)) == expected


def test_natural_and_grammatical_gender_are_not_compared() -> None:
    feminine = mention("la table", "object", feats="_ Gender=Fem")
    assert disagree_in_gender(mention("lui", feats="Gender=Masc"), feminine)
    assert not disagree_in_gender(mention("elle", feats="Gender=Fem"), feminine)
    assert not disagree_in_gender(mention("hen", feats="Gender=Com"), mention("kvinna", feats="Gender=Fem"))
    assert disagree_in_gender(mention("he"), feminine)  # natural on both sides: a man and a thing
    assert not disagree_in_gender(mention("he"), mention("la table", feats="_ Gender=Fem"))


def test_what_is_unknown_disagrees_with_nothing() -> None:
    assert disagree_in_number(mention("they"), mention("it"))
    assert not disagree_in_number(mention("they"), mention("Ada"))
    assert not disagree_in_gender(mention("she"), mention("the smith"))
