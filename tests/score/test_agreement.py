"""Agreement between annotators: alpha against Krippendorff's formula written out, and the metrics both ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reports import Entities, document, partitions

from corefer.document import Builder, CoreferError, Document
from corefer.formats import conll
from corefer.formats.base import Source
from corefer.score import Matching, Settings, score
from corefer.score.agreement import ALPHAS, Agreement, agreement, nominal, overlap, passonneau

Value = frozenset[int] | bool
Distance = Callable[[Value, Value], float]


def set_distance(one: frozenset[int], two: frozenset[int]) -> float:
    """Passonneau's distance, on sets."""
    if one == two:
        return 0
    if one <= two or two <= one:
        return 1 / 3
    return 2 / 3 if one & two else 1


def same(one: Value, two: Value) -> float:
    return float(one != two)


def krippendorff(coders: Sequence[Sequence[Value]], distance: Distance) -> float:
    """Alpha of values by coder and unit, written out: 1 − observed / expected disagreement."""
    units = list(zip(*coders, strict=True))
    values = [value for unit in units for value in unit]
    observed = np.mean([distance(*pair) for unit in units for pair in permutations(unit, 2)])
    expected = np.mean([distance(*pair) for pair in permutations(values, 2)])
    return float(1 - observed / expected)


def sets(labels: Sequence[int]) -> list[frozenset[int]]:
    """For each unit, the units that bear its label."""
    return [frozenset(i for i, other in enumerate(labels) if other == label) for label in labels]


def entities(labels: Sequence[int]) -> Entities:
    return [sorted(members) for members in dict.fromkeys(sets(labels))]


def filled(marked: Entities, units: Sequence[int]) -> list[frozenset[int]]:
    """The value of each unit; an unmarked mention stands alone."""
    home = {mention: frozenset(entity) for entity in marked for mention in entity}
    return [home.get(unit, frozenset([unit])) for unit in units]


def linked(values: Sequence[frozenset[int]]) -> list[bool]:
    """For each pair of units whether they corefer."""
    return [one == two for one, two in combinations(values, 2)]


def alpha(name: str, one: Entities, two: Entities) -> float:
    kind = ALPHAS[name]
    return float(kind.combine(np.array(kind.count(overlap(one, two)), dtype=float)))


# --- alpha

# The example of Passonneau 2004: eleven noun phrases, the class that each of three coders put them into.
PASSONNEAU_2004 = (
    [1, 2, 4, 1, 2, 2, 6, 4, 6, 6, 2],
    [1, 2, 5, 1, 2, 2, 7, 9, 10, 7, 2],
    [1, 2, 3, 1, 2, 2, 8, 3, 3, 3, 2],
)


def test_passonneau_2004_example() -> None:
    """.45 with nominal distance; partial agreement raises it. Values by the formula written out above."""
    coders = [sets(labels) for labels in PASSONNEAU_2004]
    assert krippendorff(coders, same) == pytest.approx(0.45, abs=0.005)
    assert krippendorff(coders, set_distance) == pytest.approx(0.762, abs=0.0005)


@pytest.mark.parametrize(
    ("one", "two", "by_set", "by_identity"),
    [(0, 1, 0.8091, 0.4531), (0, 2, 0.7211, 0.4385), (1, 2, 0.7640, 0.4474)],
)
def test_passonneau_2004_example_two_by_two(one: int, two: int, by_set: float, by_identity: float) -> None:
    coders = [PASSONNEAU_2004[one], PASSONNEAU_2004[two]]
    assert alpha("entities", *map(entities, coders)) == pytest.approx(by_set, abs=5e-5)
    assert alpha("nominal", *map(entities, coders)) == pytest.approx(by_identity, abs=5e-5)
    assert krippendorff([sets(labels) for labels in coders], set_distance) == pytest.approx(by_set, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Observed: mentions 0 and 1 at 1/3, 2 at 2/3, 3 at 1/3, so 5/12. Expected: 94/3 over 8 × 7 pairs of values.
        ("entities", 1 - Fraction(5, 12) / (Fraction(94, 3) / 56)),
        # Observed: all differ. Expected: of 64 pairs, 4 + 4 + 9 + 1 are of a value with itself.
        ("nominal", 1 - 1 / Fraction(64 - 18, 56)),
        # Observed: 2–3, 0–2 and 1–2 of six pairs. Expected: 5 of 12 values are links.
        ("links", 1 - Fraction(3, 6) / Fraction(2 * 5 * 7, 12 * 11)),
    ],
)
def test_alpha_by_hand(name: str, expected: Fraction) -> None:
    assert alpha(name, [[0, 1], [2, 3]], [[0, 1, 2], [3]]) == pytest.approx(float(expected))


def test_an_unmarked_mention_stands_alone() -> None:
    for name in ALPHAS:
        assert alpha(name, [[0, 1], [2]], [[0, 1]]) == 1
        assert alpha(name, [[0, 1, 2]], [[0, 1]]) == alpha(name, [[0, 1, 2]], [[0, 1], [2]]) < 1


def test_a_mention_in_two_entities_counts_in_the_last() -> None:
    assert overlap([[0, 1], [1, 2]], [[0], [1, 2]]) == overlap([[0], [1, 2]], [[0], [1, 2]])


@given(partitions(), partitions())
def test_alpha_is_krippendorffs_formula(one: Entities, two: Entities) -> None:
    units = sorted({mention for side in (one, two) for entity in side for mention in entity})
    ours, theirs = filled(one, units), filled(two, units)
    cases = {
        "entities": (ours, theirs, set_distance),
        "nominal": (ours, theirs, same),
        "links": (linked(ours), linked(theirs), same),
    }
    for name, (first, second, distance) in cases.items():
        if len({*first, *second}) < 2:
            assert np.isnan(alpha(name, one, two))
        else:
            assert alpha(name, one, two) == pytest.approx(krippendorff([first, second], distance))


@given(st.frozensets(st.integers(0, 4), min_size=1), st.frozensets(st.integers(0, 4), min_size=1))
def test_distances_are_those_of_the_sets(one: frozenset[int], two: frozenset[int]) -> None:
    sizes = len(one & two), len(one), len(two)
    assert passonneau(*sizes) == set_distance(one, two)
    assert nominal(*sizes) == same(one, two)


# --- agreement


def both(*texts: tuple[Entities, Entities], **options: Settings) -> Agreement:
    """The agreement over documents given as the entities of either annotator."""
    return agreement(
        [(document(one, f"d{i}"), document(two, f"d{i}")) for i, (one, two) in enumerate(texts)], **options
    )


ONE: Entities = [[0, 1, 2], [3, 4], [5]]
TWO: Entities = [[0, 1], [2, 3, 4], [6]]


def test_exact_matching_gives_the_f1_of_either_direction() -> None:
    found = both((ONE, TWO), (TWO, ONE))
    there = score([document(ONE, "a"), document(TWO, "b")], [document(TWO, "a"), document(ONE, "b")])
    for metric in there.metrics:
        assert found.f1(metric) == pytest.approx(there[metric].f1)
    assert found.f1("conll") == pytest.approx(there.conll)


def test_partial_matching_gives_the_mean_of_both_directions() -> None:
    """`man` lies within `the old man` and has its head; the other way about it does not."""
    wide, narrow = _man(0), _man(2)
    found = agreement([(wide, narrow)], Settings(match=Matching.PARTIAL))
    assert found.forward["mentions"].f1 == 1
    assert found.backward["mentions"].f1 == 0
    assert found.f1("mentions") == 0.5


def _man(start: int) -> Document:
    builder = Builder("d")
    builder.add_sentence(["the", "old", "man"])
    result = builder.build()
    result.add_mention("e", start, 3, head=2)
    result.arrange()
    return result


@given(st.lists(st.tuples(partitions(), partitions()), min_size=1, max_size=3))
@settings(max_examples=25, deadline=None)
def test_agreement_is_symmetric(texts: list[tuple[Entities, Entities]]) -> None:
    there, back = both(*texts), both(*((two, one) for one, two in texts))
    assert [there.f1(m) for m in there.forward.metrics] == [back.f1(m) for m in back.forward.metrics]
    assert [there.alpha(name) for name in ALPHAS] == [back.alpha(name) for name in ALPHAS]


def test_the_same_annotation_twice() -> None:
    found = both((ONE, ONE), (TWO, TWO))
    assert found.f1("conll") == pytest.approx(1)
    assert [found.alpha(name) for name in ALPHAS] == [1, 1, 1]


def test_alpha_expects_no_links_between_documents() -> None:
    """Twice the same text: the same alpha, though a mention of one text has twice as many values it cannot have."""
    once, twice = both((ONE, TWO)), both((ONE, TWO), (ONE, TWO))
    assert twice.alpha("entities") == pytest.approx(once.alpha("entities"))
    assert twice.alpha("nominal") == pytest.approx(once.alpha("nominal"))


def test_alpha_over_documents_is_weighed_by_mentions() -> None:
    """Observed: 5/12 over 4 mentions, 0 over 2. Expected: 94/3/56 over 4, and 2/3 over 2 (values x, y, x, y)."""
    found = both(([[0, 1], [2, 3]], [[0, 1, 2], [3]]), ([[0], [1]], [[0], [1]]))
    observed = Fraction(5, 12) * 4
    expected = Fraction(94, 3) / 56 * 4 + Fraction(2, 3) * 2
    assert found.alpha("entities") == pytest.approx(float(1 - observed / expected))


def test_settings_decide_which_mentions_are_units() -> None:
    kept = both(([[0, 1], [2]], [[0, 1], [3]]))
    dropped = both(([[0, 1], [2]], [[0, 1], [3]]), settings=Settings(singletons=False))
    assert kept.alpha("links") == 1
    assert dropped.alpha("links") is None


def test_no_alpha_where_there_was_no_room_to_disagree() -> None:
    found = both(([[0, 1]], [[0, 1]]))
    assert [found.alpha(name) for name in ALPHAS] == [None, None, None]
    assert [both(([], [])).alpha(name) for name in ALPHAS] == [None, None, None]


def test_intervals(shared: Path) -> None:
    sides = [list(conll.read(Source(shared / f"oracles/gum-dev/sg.{side}.conll"))) for side in ("key", "response")]
    found = agreement(zip(*sides, strict=True), metrics=["muc", "b3", "ceafe"])
    bounds = found.intervals()
    assert bounds is not None
    assert bounds == found.intervals() != found.intervals(seed=2)
    for metric, (low, high) in bounds["f1"].items():
        assert low < found.f1(metric) < high
    assert list(bounds["f1"]) == ["muc", "b3", "ceafe", "conll"]
    for name, (low, high) in bounds["alpha"].items():
        value = found.alpha(name)
        assert value is not None
        assert low < value < high
    assert list(bounds["alpha"]) == list(ALPHAS)


def test_no_intervals_for_one_document_or_where_there_is_no_alpha() -> None:
    assert both((ONE, TWO)).intervals() is None
    some = both(([[0, 1]], [[0, 1]]), ([[0, 1]], [[0, 1]])).intervals()
    assert some is not None
    assert some["alpha"] == {}


def test_resamples_without_room_to_disagree_do_not_count() -> None:
    """Of two documents, one leaves no room; where it is drawn twice, there is no alpha."""
    found = both(([[0, 1]], [[0, 1]]), (ONE, TWO)).intervals()
    assert found is not None
    for low, high in found["alpha"].values():
        assert low <= high <= 1


def test_json() -> None:
    found = agreement([(document(ONE), document(TWO))], metrics=["muc"], names=("Ada", "Ben"))
    result = found.as_dict()
    assert result["annotators"] == ["Ada", "Ben"]
    assert result["f1"] == {"muc": pytest.approx(100 * 2 * (2 / 3) ** 2 / (4 / 3))}
    assert result["alpha"] == {name: found.alpha(name) for name in ALPHAS}
    assert result["documents"] == 1
    assert "docs:1|" in result["signature"]


def test_documents_of_different_texts_are_an_error() -> None:
    with pytest.raises(CoreferError, match="the texts of d differ"):
        agreement([(document(ONE), document(TWO, size=9))])
