"""Split antecedents: the cases of the Universal Anaphora scorer's suite, hand-computed links, and what must hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from letters import lettered, paired

from corefer.document import Document, Feature, SplitAntecedent
from corefer.score.metric import METRICS, Score, count
from corefer.score.split_antecedents import split_antecedents
from strategies import documents

ALL = ("muc", "b3", "ceafm", "ceafe", "lea", "blanc")
KEY_A = lettered("ab cd e fg", {"f": "ac"})
KEY_B = lettered("ab cd e fg h", {"f": "ac", "h": "ae"})
MENTION_FEATURES = (Feature.SINGLETONS, Feature.SPLIT, Feature.CROSSING)


def together(key: Document, response: Document, metric: str) -> Score:
    return METRICS[metric].score(np.array(split_antecedents(paired(key, response)).together[metric], dtype=float))


def alone(key: Document, response: Document, metric: str) -> Score:
    return METRICS[metric].score(np.array(split_antecedents(paired(key, response)).alone[metric], dtype=float))


def assert_score(score: Score, recall: float, precision: float) -> None:
    assert (score.recall, score.precision) == pytest.approx((recall, precision))


def no_span_twice(document: Document) -> bool:
    """Whether it is clear which entity a span is in; if not, the metrics look at the last one."""
    return len({mention.tokens for mention in document.mentions}) == len(document.mentions)


class Case(NamedTuple):
    """A response, and recall and precision by metric."""

    response: Document
    muc: tuple[float, float]
    b3: tuple[float, float]
    ceafm: tuple[float, float]
    ceafe: tuple[float, float]
    lea: tuple[float, float]


PERFECT = {
    "the same": (KEY_A, lettered("ab cd e fg", {"f": "ac"})),
    "other mentions of the parts": (KEY_A, lettered("ab cd e fg", {"g": "bd"})),
    "one entity in two": (KEY_A, lettered("ab cd e f g", {"f": "ac", "g": "bc"})),
    "two of them": (KEY_B, lettered("ab cd e fg h", {"f": "ad", "h": "be"})),
}

CASES_A = {
    "missing": Case(lettered("ab cd e fg"), (3 / 4, 1), (19 / 24, 1), (7 / 8, 1), (3.8 / 4, 3.8 / 4), (6 / 8, 1)),
    "a part too many": Case(
        lettered("ab cd e fg", {"f": "ace"}),
        (1, 11 / 12),
        (1, (5 + 2.8**2 / 3) / 8),
        ((7 + 8 / 9) / 8, (7 + 8 / 9) / 8),
        ((3 + 2.8 / 3) / 4, (3 + 2.8 / 3) / 4),
        (1, 7.6 / 8),
    ),
    "another part": Case(
        lettered("ab cd e fg", {"f": "ae"}),
        (7 / 8, 7 / 8),
        ((5 + 2.5**2 / 3) / 8, (5 + (8 / 3) ** 2 / 3) / 8),
        ((7 + 4 / 7) / 8, (7 + 4 / 7) / 8),
        ((3 + 2.5 / 3) / 4, (3 + 2.5 / 3) / 4),
        (7 / 8, 11 / 12),
    ),
    "a part that lacks a mention": Case(
        lettered("ab c e fg", {"f": "ac"}),
        (5 / 8, 5 / 6),
        ((2 + 1 / 2 + 1 + 2.625**2 / 3) / 8, 7 / 7),
        ((6 + 6 / 7) / 8, (6 + 6 / 7) / 7),
        ((2 + 2 / 3 + (2 + 5 / 6) / 3) / 4,) * 2,
        (5 / 8, 16 / 21),
    ),
    "parts merged with others": Case(
        lettered("ab cde fg", {"f": "ac"}),
        (1, 11 / 15),
        (1, (2 + 5 / 3 + (2 + 2 / 3) ** 2 / 3) / 8),
        ((6 + 8 / 9) / 8, (6 + 8 / 9) / 8),
        ((1 + 0.8 + 2.9 / 3) / 4, (1 + 0.8 + 2.9 / 3) / 3),
        (7 / 8, 5.2 / 8),
    ),
    "aligned with the better of two": Case(
        lettered("ab cd e f g", {"f": "ac", "g": "ace"}),
        (3 / 4, 3 / 4),
        ((5 + 5 / 3) / 8, (5 + 2 + 1 / 2) / 9),
        (7 / 8, 7 / 9),
        (3.8 / 4, 3.8 / 5),
        (6 / 8, 7 / 9),
    ),
    "a single part": Case(
        lettered("ab cd e fg", {"f": "ab"}),
        (7 / 8, 1),
        ((5 + 2.5**2 / 3) / 8, 1),
        ((7 + 2 / 3) / 8, (7 + 2 / 3) / 8),
        ((3 + (2 + 2 / 3) / 3) / 4, (3 + (2 + 2 / 3) / 3) / 4),
        (7 / 8, 1),
    ),
}

CASES_B = {
    "one has a part too many": Case(
        lettered("ab cd e fg h", {"f": "ac", "h": "ace"}),
        (1, 14 / 15),
        (1, (8 + 1.6**2 / 2) / 10),
        (9.75 / 10, 9.75 / 10),
        (4.9 / 5, 4.9 / 5),
        (1, 9.2 / 10),
    ),
    "one entity for two": Case(
        lettered("ab cd e fgh", {"f": "ac"}),
        (4 / 5, 4 / 5),
        (8.5 / 10, 7.5 / 9),
        (8 / 10, 8 / 9),
        ((3 + 6 / 7) / 5, (3 + 6 / 7) / 4),
        (8 / 10, 7 / 9),
    ),
}


@pytest.mark.parametrize("metric", ALL)
@pytest.mark.parametrize("name", PERFECT)
def test_ua_scorer_suite_equivalent_split_antecedents_are_right(name: str, metric: str) -> None:
    key, response = PERFECT[name]
    assert_score(together(key, response, metric), 1, 1)


@pytest.mark.parametrize("metric", Case._fields[1:])
@pytest.mark.parametrize("name", CASES_A)
def test_ua_scorer_suite_one_split_antecedent(name: str, metric: str) -> None:
    case = CASES_A[name]
    assert_score(together(KEY_A, case.response, metric), *getattr(case, metric))


@pytest.mark.parametrize("metric", Case._fields[1:])
@pytest.mark.parametrize("name", CASES_B)
def test_ua_scorer_suite_two_split_antecedents(name: str, metric: str) -> None:
    case = CASES_B[name]
    assert_score(together(KEY_B, case.response, metric), *getattr(case, metric))


@pytest.mark.parametrize(
    ("name", "metric", "recall", "precision"),
    [
        ("missing", "b3", 0, 0),
        ("a part too many", "muc", 2 / 2, 2 / 3),
        ("a part too many", "b3", 4 / 4, 4 / 5),
        ("a part too many", "ceafe", 2 / 2, 2 / 3),
        ("another part", "muc", 1 / 2, 1 / 2),
        ("another part", "lea", 2 / 4, 2 / 3),
        ("a part that lacks a mention", "b3", 2.5 / 4, 3 / 3),
        ("a part that lacks a mention", "ceafe", 5 / 6, 5 / 6),
        ("a part that lacks a mention", "lea", 2 / 4, 2 / 3),
        ("parts merged with others", "muc", 2 / 2, 2 / 3),
        ("parts merged with others", "lea", 4 / 4, 3 / 5),
        ("aligned with the better of two", "b3", 4 / 4, 4 / 9),
        ("a single part", "ceafm", 2 / 4, 2 / 2),
    ],
)
def test_ua_scorer_suite_split_antecedents_alone(name: str, metric: str, recall: float, precision: float) -> None:
    assert_score(alone(KEY_A, CASES_A[name].response, metric), recall, precision)


def test_blanc_links_to_a_split_antecedent_count_by_its_f1() -> None:
    """Parts ab, cd against ab, e: one coreference link of two and of one (F1 2/3), other links 0 of 4 and of 2 (F1 0)."""
    counts = split_antecedents(paired(KEY_A, lettered("ab cd e fg", {"f": "ae"})))
    assert counts.alone["blanc"] == (1, 2, 1, 0, 4, 2)
    assert counts.together["blanc"] == pytest.approx((3 + 2 * 2 / 3, 5, 5, 7 * 6 / 2 - 3, 23, 23))


def test_blanc_other_links_between_two_split_antecedents_count_by_the_product() -> None:
    """The other links of fg's split antecedent are right, of h's 2 of 2 and of 8 (F1 .4); each meets 8 and 7 mentions."""
    response = lettered("ab cd e fg h", {"f": "ac", "h": "ace"})
    ordinary = 8 * 7 / 2 - 3
    assert split_antecedents(paired(KEY_B, response)).together["blanc"][3:] == pytest.approx(
        (ordinary + 6 + 0.4 * 7 + 0.4, 45 - 6, 45 - 6)
    )


def test_a_part_with_parts_is_taken_apart() -> None:
    nested = lettered("a b c d e", {"d": "ab", "e": "dc"})
    flat = lettered("a b c d e", {"d": "ab", "e": "abc"})
    for metric in ALL[1:]:
        assert_score(together(flat, nested, metric), 1, 1)


def test_parts_that_go_in_circles_end() -> None:
    circle = lettered("a b c", {"b": "ac", "c": "b"})
    assert_score(together(circle, circle, "b3"), 1, 1)


def test_an_entity_s_split_antecedents_are_one() -> None:
    """The format names them at the entity; a reader may find them at two of its anaphors."""
    at_two = lettered("a b cd", {"c": "a", "d": "b"})
    assert_score(together(lettered("a b cd", {"c": "ab"}), at_two, "lea"), 1, 1)


def test_parts_that_do_not_refer_are_parts_all_the_same() -> None:
    def document() -> Document:
        result = lettered("a b c", {"c": "ab"})
        result.mentions[1].referring = False
        return result

    assert alone(document(), document(), "b3") == Score(1, 1, 1)
    assert alone(document(), lettered("a c", {"c": "a"}), "b3").recall == pytest.approx(1 / 2)


@settings(max_examples=40, deadline=None)
@given(documents((Feature.SINGLETONS, Feature.CROSSING), awkward=False))
def test_without_split_antecedents_the_metrics_are_the_metrics(document: Document) -> None:
    other = document.bare()
    for mention in document.mentions[1:]:
        other.add_mention(mention.entity.id, mention.start, mention.end)
    other.arrange()
    counts = split_antecedents(paired(document, other))
    assert not any(any(row) for row in counts.alone.values())
    assert counts.together == {name: pytest.approx(row) for name, row in count(paired(document, other), ALL).items()}


@settings(max_examples=60, deadline=None)
@given(documents(MENTION_FEATURES, awkward=False, max_mentions=10))
def test_the_key_itself_is_perfect(document: Document) -> None:
    assume(no_span_twice(document))
    counts = split_antecedents(paired(document, document))
    for table in (counts.together, counts.alone):
        for name, row in table.items():
            common, there_is = (row[0::3], row[1::3]) if name == "blanc" else (row[0::2], row[1::2])
            assert common == pytest.approx(there_is)


@settings(max_examples=40, deadline=None)
@given(documents(MENTION_FEATURES, awkward=False, max_mentions=10))
def test_exchanging_the_sides_exchanges_recall_and_precision(document: Document) -> None:
    assume(no_span_twice(document))
    other = document.bare()
    for mention in document.mentions:
        other.add_mention(mention.entity.id, mention.start, mention.end)
    other.arrange()
    for split in document.splits[:1]:
        anaphor = other.entity(split.anaphor.entity.id).mentions[0]
        other.splits.append(SplitAntecedent(anaphor, tuple(other.entity(part.id) for part in split.antecedents[1:])))
    there, back = split_antecedents(paired(document, other)), split_antecedents(paired(other, document))
    for name in ("muc", "b3", "ceafm", "ceafe", "lea"):
        assert there.together[name] == pytest.approx((*back.together[name][2:], *back.together[name][:2]))
        assert there.alone[name] == pytest.approx((*back.alone[name][2:], *back.alone[name][:2]))
