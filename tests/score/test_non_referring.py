"""Non-referring expressions, counted by hand."""

from __future__ import annotations

from letters import lettered, mention_of, paired

from corefer.document import Document, from_text
from corefer.score.contingency import Counts
from corefer.score.non_referring import by_category, non_referring


def marked(entities: str, **categories: str) -> Document:
    """`it="a"`: mention a does not refer, its category is `it`."""
    document = lettered(entities)
    for category, letters in categories.items():
        for letter in letters:
            mention = mention_of(document, letter)
            mention.referring, mention.category = False, category
    return document


KEY = marked("ab c d e f", expletive="cd", cleft="e")


def test_marks_on_both_sides_are_hits_whatever_their_category() -> None:
    response = marked("ab c d e f", expletive="de", idiom="f")
    assert non_referring(paired(KEY, response)) == Counts(2, 3, 2, 3)


def test_a_category_must_agree() -> None:
    response = marked("ab c d e f", expletive="de", idiom="f")
    assert by_category(paired(KEY, response)) == {
        "cleft": Counts(0, 1, 0, 0),
        "expletive": Counts(1, 2, 1, 2),
        "idiom": Counts(0, 0, 0, 1),
    }


def test_a_mention_without_a_category_belongs_to_none() -> None:
    key = marked("a b")
    key.mentions[0].referring = False
    assert non_referring(paired(key, key)) == Counts(1, 1, 1, 1)
    assert by_category(paired(key, key)) == {}


def test_a_referring_mention_there_is_no_hit() -> None:
    assert non_referring(paired(KEY, lettered("ab c d e f"))) == Counts(0, 3, 0, 0)


def test_tokens_may_differ_where_the_text_does_not() -> None:
    """`gonna` is one token here and two there; `It` is the same stretch of text."""
    text = "We gonna go. It rains."
    key, response = from_text("d", text), from_text("d", text, boundaries=(6,))
    for document in (key, response):
        place = document.tokens.table.forms.index("It")
        document.add_mention("1", place, place + 1, referring=False)
    assert len(key.tokens) != len(response.tokens)
    assert non_referring(paired(key, response)) == Counts(1, 1, 1, 1)
