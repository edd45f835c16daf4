"""Input that is out of all proportion: a result, in time and memory that grow with the input's length and no faster."""

from __future__ import annotations

import tracemalloc

import pytest

from corefer.analysis import analyse
from corefer.analysis.boundaries import LONGEST_SENTENCE, LONGEST_TOKEN
from corefer.document import Builder


@pytest.mark.parametrize("text", ["", " ", "\n\n \t\r\n", "\u00a0\u2003"])
def test_nothing_but_white_space_has_no_tokens(text: str) -> None:
    document = analyse(text)
    assert (len(document.tokens), len(document.sentences), document.mentions) == (0, 0, [])
    assert document.text == text


@pytest.mark.parametrize(
    "text",
    [
        "?!... --- ***" * 50,
        "👩‍👩‍👧‍👦🇩🇪😀" * 100,
        "שלום עולם. مرحبا بالعالم؟ " * 40,
        "NUL\0in\0the\0middle " * 50,
        "half \ud83d a character",
        "e\u0301\u200b\u202e\ufeff" * 60,
    ],
    ids=["punctuation", "emoji", "right-to-left", "nul", "surrogate", "marks"],
)
def test_odd_characters_have_exact_offsets(text: str) -> None:
    document = analyse(text)
    assert "".join(document.tokens.table.forms) == "".join(text.split())
    assert len(document.tokens) > 0


@pytest.mark.parametrize("character", ["x", ".", "7", "-"])
def test_an_endless_word_is_cut_and_takes_no_longer_than_its_length(character: str) -> None:
    document = analyse(character * 100_000)
    assert "".join(document.tokens.table.forms) == character * 100_000
    assert max(map(len, document.tokens.table.forms)) <= 40 * LONGEST_TOKEN


def test_an_endless_sentence_is_cut_into_sentences() -> None:
    document = analyse("and the cat sat on it " * 400)
    assert len(document.tokens) == 2400
    assert max(map(len, document.sentences)) <= LONGEST_SENTENCE


def test_an_endless_sentence_that_is_kept_is_one_tree_without_a_square_of_its_length() -> None:
    builder = Builder("endless")
    words = "and then the tired captain saw a light on the shore".split() * 550
    builder.add_sentence(words)
    key = builder.build()
    analyse("Warm.")
    tracemalloc.start()
    document = analyse(key, tokens="kept")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert document.tokens.table.forms == words
    assert len(document.sentences) == 1
    assert [document.head_index(i) for i in range(len(words))].count(None) == 1
    assert peak < 4 * len(words) ** 2  # less than one matrix of arc scores would take
    assert document.doubt is not None
    assert min(document.doubt.arc) == 0  # where the pieces hang together nothing is known
