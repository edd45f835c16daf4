"""Anaphor types: closed lists, tags, features."""

from __future__ import annotations

import pytest

from corefer.document import Builder, from_text
from corefer.document.anaphors import AnaphorType, anaphor_type, pronoun_form


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("me", "PER1"), ("You", "PER2"), ("they", "PER3"), ("my", "POS1"), ("its", "POS3"), ("himself", "REFL"),
        ("each other", "REFL"), ("one another", "REFL"), ("who", "RELA"), ("Those", "DEM"), ("someone", "INDEF"),
        ("the city", "DNOM"), ("a city", "OTHER"), ("her dog", "DNOM"), ("Ada's dog", "DNOM"),
    ],
)  # fmt: skip
def test_types_without_a_parse(text: str, expected: str) -> None:
    document = from_text("d", text)
    assert anaphor_type(document, document.add_mention("e", 0, len(document.tokens))) == expected


def test_her_is_possessive_when_a_word_follows() -> None:
    document = from_text("d", "I saw her dog and saw her.")
    first, second = document.add_mention("e", 2, 3), document.add_mention("e", 6, 7)
    assert anaphor_type(document, first) is AnaphorType.POS3
    assert anaphor_type(document, second) is AnaphorType.PER3


def test_features_decide_where_there_are_some() -> None:
    builder = Builder("d")
    builder.add_sentence(
        ["her", "dog", "sah", "ihn", "Berlin"],
        columns={
            "upos": ["PRON", "NOUN", "VERB", "PRON", "PROPN"],
            "feats": ["Person=3", "_", "_", "Person=3|PronType=Prs", "_"],
        },
    )
    document = builder.build()
    kinds = [anaphor_type(document, document.add_mention("e", i, i + 1)) for i in (0, 3, 4)]
    assert kinds == [AnaphorType.PER3, AnaphorType.PER3, AnaphorType.NAME]


def test_pronoun_forms() -> None:
    document = from_text("d", "She saw the dog.")
    assert pronoun_form(document, document.add_mention("e", 0, 1)) == "she"
    assert pronoun_form(document, document.add_mention("e", 2, 4)) == ""
