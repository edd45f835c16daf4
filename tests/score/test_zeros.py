"""Zeros: the CorefUD scorer's suite of zeros, the anaphor-level score by hand, and matching by dependencies."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from letters import lettered, paired

from corefer.document import Builder, Document, Feature, Mention
from corefer.score import Matching, Settings
from corefer.score.contingency import Counts
from corefer.score.metric import METRICS, count
from corefer.score.zeros import anaphor_level, is_zero, match_zeros_by_dependencies, zeros
from strategies import documents

Zeros = Mapping[str, tuple[str, str]]


def with_zeros(several: Zeros, spans: str = "A:1-2 B:4-7 A:12 B:19") -> Document:
    """Twenty words, mentions as `entity:first-last`, and zeros as `{id: (dependencies, entity)}`."""
    ids = sorted([*map(str, range(1, 21)), *several], key=lambda id: tuple(map(int, id.split("."))))
    builder = Builder("zeros")
    deps = [several[id][0] if id in several else "_" for id in ids]
    builder.add_sentence(["_" if "." in id else f"w{id}" for id in ids], columns={"id": ids, "deps": deps})
    builder.empty.update(i for i, id in enumerate(ids) if "." in id)
    document = builder.build()
    for entity, _, span in (mention.partition(":") for mention in spans.split()):
        first, _, last = span.partition("-")
        start, end = ids.index(first), ids.index(last or first) + 1
        document.add_mention(entity, start, end, head=start)
    for id, (_, entity) in several.items():
        document.add_mention(entity, ids.index(id), ids.index(id) + 1, head=ids.index(id))
    document.arrange()
    return document


ONE = with_zeros({"15.1": ("15:nsubj", "A")})
THREE_GOVERNORS = with_zeros({"15.1": ("13:a|14:b|15:c", "A")})
PERFECT = {"muc": (1, 1), "b3": (1, 1)}
WRONG_ENTITY = {"muc": (2 / 3, 1 / 2), "b3": (11 / 15, 1 / 2)}
ONE_TOO_MANY = {"muc": (1, 3 / 4), "b3": (1, 13 / 18)}
UNMATCHED = {"muc": (2 / 3, 2 / 3), "b3": (2 / 3, 2 / 3)}

BY_DEPENDENCIES = {
    "the same": (ONE, {"15.1": ("15:nsubj", "A")}, PERFECT),
    "elsewhere": (ONE, {"17.1": ("15:nsubj", "A")}, PERFECT),
    "elsewhere with another relation": (ONE, {"17.1": ("15:dep", "A")}, PERFECT),
    "the relation decides": (ONE, {"13.1": ("15:nsubj", "B"), "15.1": ("15:dep", "A")}, WRONG_ENTITY),
    "the earlier of two alike": (ONE, {"13.1": ("15:nsubj", "B"), "15.1": ("15:nsubj", "A")}, WRONG_ENTITY),
    "one governor of three": (THREE_GOVERNORS, {"15.1": ("15:c", "A")}, PERFECT),
    "a further governor without the relation": (
        THREE_GOVERNORS,
        {"15.1": ("13:a|18:x", "B"), "15.2": ("13:a|15:x", "A")},
        ONE_TOO_MANY,
    ),
    "one relation beats three governors": (
        THREE_GOVERNORS,
        {"15.1": ("13:x|14:y|15:z", "B"), "15.2": ("13:a", "A")},
        ONE_TOO_MANY,
    ),
}
BY_POSITION = {
    "the same": (ONE, {"15.1": ("15:nsubj", "A")}, PERFECT),
    "elsewhere": (ONE, {"17.1": ("15:nsubj", "A")}, UNMATCHED),
    "the position decides": (ONE, {"13.1": ("15:nsubj", "B"), "15.1": ("15:dep", "A")}, ONE_TOO_MANY),
}


@pytest.mark.parametrize("name", BY_DEPENDENCIES)
def test_corefud_scorer_suite_zeros_matched_by_dependencies(name: str) -> None:
    key, response, expected = BY_DEPENDENCIES[name]
    pair = match_zeros_by_dependencies(paired(key, with_zeros(response), Settings(match=Matching.HEAD)))
    for metric, counts in count(pair, ("muc", "b3")).items():
        score = METRICS[metric].score(np.array(counts, dtype=float))
        assert (score.recall, score.precision) == pytest.approx(expected[metric])


@pytest.mark.parametrize("name", BY_POSITION)
def test_corefud_scorer_suite_zeros_matched_by_position(name: str) -> None:
    key, response, expected = BY_POSITION[name]
    pair = paired(key, with_zeros(response), Settings(match=Matching.HEAD))
    for metric, counts in count(pair, ("muc", "b3")).items():
        score = METRICS[metric].score(np.array(counts, dtype=float))
        assert (score.recall, score.precision) == pytest.approx(expected[metric])


def test_the_anaphor_level_score_sees_zeros_only() -> None:
    """Elsewhere, the response's zero is one that the key lacks by position, and the key's by dependencies."""
    pair = paired(ONE, with_zeros({"17.1": ("15:nsubj", "A")}, "A:1-2 B:4-7 B:12 B:19"))
    assert zeros(pair) == Counts(0, 1, 0, 1)
    assert zeros(match_zeros_by_dependencies(pair)) == Counts(1, 1, 1, 1)


def test_a_zero_without_dependencies_keeps_its_position() -> None:
    key, response = with_zeros({"3.1": ("_", "A")}), with_zeros({"3.1": ("_", "A")})
    assert zeros(match_zeros_by_dependencies(paired(key, response))) == Counts(1, 1, 1, 1)


def test_the_root_of_another_sentence_is_another_governor() -> None:
    def document(at: int) -> Document:
        builder = Builder("two")
        for number in (0, 1):
            empty = number == at
            ids = ["1", "1.1"] if empty else ["1"]
            builder.add_sentence(["w", "_"][: len(ids)], columns={"id": ids, "deps": ["_", "0:root"][: len(ids)]})
        place = 1 if at == 0 else 2
        builder.empty.add(place)
        result = builder.build()
        result.add_mention("A", 0, 1)
        result.add_mention("A", place, place + 1)
        result.arrange()
        return result

    assert zeros(match_zeros_by_dependencies(paired(document(0), document(0)))) == Counts(1, 1, 1, 1)
    assert zeros(match_zeros_by_dependencies(paired(document(0), document(1)))) == Counts(0, 1, 0, 1)


def test_what_a_zero_is() -> None:
    document = with_zeros({"3.1": ("_", "A"), "3.2": ("_", "A")}, "A:1")
    table = document.tokens.table.column("id")
    start = table.index("3")

    def mention(first: int, end: int, head: int | None = None) -> Mention:
        return Mention(first, end, document.entities[0], head=head)

    assert is_zero(document, mention(start + 1, start + 3))
    assert not is_zero(document, mention(start, start + 3))
    assert is_zero(document, mention(start, start + 3, head=start + 1))
    assert not is_zero(document, mention(start, start + 3, head=start))


# --- the anaphor-level score (Tuggener 2014)


def every(_document: Document, _mention: Mention) -> bool:
    return True


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("abc de", Counts(3, 3, 3, 3)),
        ("abc", Counts(2, 3, 2, 2)),  # e is missed
        ("abcde", Counts(3, 3, 3, 4)),  # d is an anaphor too much, and e still right
        ("ae bc d", Counts(1, 3, 1, 2)),  # b starts an entity: missed; c is right through b; e's link is wrong
        ("ac bd e", Counts(1, 3, 1, 2)),  # c is right; b and e start entities; d is none of the key's anaphors
        ("xab c", Counts(1, 3, 1, 2)),  # b is right, x spurious
        ("de", Counts(1, 3, 1, 1)),  # b and c are missed
    ],
)
def test_tuggener_2014_anaphors_are_right_wrong_missed_or_spurious(response: str, expected: Counts) -> None:
    assert anaphor_level(paired(lettered("abc de"), lettered(response)), every) == expected


def test_a_nested_mention_stands_before_the_one_around_it() -> None:
    """`[[her] mother]` in one entity: `her` is no anaphor to `her mother`, which comes later."""
    document = lettered("")
    document.add_mention("A", 0, 2)
    document.add_mention("A", 0, 1)
    document.arrange()
    assert anaphor_level(paired(document, document), lambda _, m: m.end == 1) == Counts(0, 0, 0, 0)
    assert anaphor_level(paired(document, document), lambda _, m: m.end == 2) == Counts(1, 1, 1, 1)


@settings(max_examples=50, deadline=None)
@given(documents((Feature.SINGLETONS, Feature.EMPTY_NODES, Feature.ENHANCED, Feature.CROSSING), awkward=False))
def test_matching_zeros_by_dependencies_changes_nothing_but_zeros(document: Document) -> None:
    pair = paired(document, document)
    matched = match_zeros_by_dependencies(pair)
    for side, before, after in (
        (pair.key_side, pair.key, matched.key),
        (pair.response_side, pair.response, matched.response),
    ):
        for mentions, old, new in zip(side.entities, before, after, strict=True):
            for mention, was, now in zip(mentions, old, new, strict=True):
                assert was == now or is_zero(document, mention)
    assert matched.key == matched.response
