"""The metrics: their published definitions on small cases, and their algebra."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.score import METRICS, Like, Score
from corefer.score.bcubed import bcubed
from corefer.score.blanc import blanc
from corefer.score.ceaf import alignment, assign, ceafe, ceafm
from corefer.score.contingency import contingency
from corefer.score.lea import lea
from corefer.score.mentions import detection, overlap
from corefer.score.muc import muc

FUNCTIONS = {"muc": muc, "b3": bcubed, "ceafm": ceafm, "ceafe": ceafe, "blanc": blanc, "lea": lea}


def scores(key: list[list[int]], response: list[list[int]], metric: str) -> Score:
    counts = detection(key, response) if metric == "mentions" else FUNCTIONS[metric](contingency(key, response))
    return METRICS[metric].score(np.array(counts, dtype=float))


@st.composite
def partitions(draw: st.DrawFn) -> list[list[int]]:
    """Some of twelve mentions in entities."""
    entities: dict[int, list[int]] = {}
    for mention in range(12):
        home = draw(st.integers(-2, 4))
        if home >= 0:
            entities.setdefault(home, []).append(mention)
    return list(entities.values())


# --- published definitions


def test_vilain_et_al_1995_first_example() -> None:
    """Key {A B C D}; response {A B} {C D}: one link of three is missing."""
    found = scores([[1, 2, 3, 4]], [[1, 2], [3, 4]], "muc")
    assert (found.recall, found.precision) == (pytest.approx(2 / 3), 1)


def test_bagga_and_baldwin_1998_examples() -> None:
    """Linking two big entities is worse for B³ than linking a small one to a big one; MUC sees no difference."""
    key = [[1, 2, 3, 4, 5], [6, 7], [8, 9, 10, 11, 12]]
    small = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11, 12]]
    big = [[1, 2, 3, 4, 5, 8, 9, 10, 11, 12], [6, 7]]
    assert scores(key, small, "muc").precision == scores(key, big, "muc").precision == pytest.approx(0.9)
    assert scores(key, small, "b3").precision == pytest.approx(16 / 21)
    assert scores(key, big, "b3").precision == pytest.approx(7 / 12)


def test_luo_2005_example() -> None:
    """CEAF separates responses (a) to (d) that B³ and MUC confuse: one big entity of twelve mentions."""
    key = [[1, 2, 3, 4, 5], [6, 7], [8, 9, 10, 11, 12]]
    everything = [list(range(1, 13))]
    assert scores(key, everything, "ceafm").f1 == pytest.approx(5 / 12)
    assert scores(key, everything, "ceafe").f1 == pytest.approx(2 * (10 / 17) / 4)
    nothing = [[i] for i in range(1, 13)]
    assert scores(key, nothing, "ceafm").f1 == pytest.approx(3 / 12)


def test_moosavi_and_strube_2016_worked_example() -> None:
    """K = {a b c} {d e f g}, R = {a b} {c d} {f g h i}: R = (3·1/3 + 4·1/6)/7, P = (2·1 + 2·0 + 4·1/6)/8."""
    key, response = [[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]]
    found = scores(key, response, "lea")
    assert found.recall == pytest.approx((3 * (1 / 3) + 4 * (1 / 6)) / 7)
    assert found.precision == pytest.approx((2 * 1 + 2 * 0 + 4 * (1 / 6)) / 8)


def test_blanc_by_listing_every_link() -> None:
    key, response = [[1, 2, 3], [4], [5, 6]], [[1, 2], [3, 4, 7], [5]]
    links = blanc(contingency(key, response))

    def listed(entities: list[list[int]]) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
        inside = {pair for entity in entities for pair in combinations(sorted(entity), 2)}
        return inside, set(combinations(sorted(m for e in entities for m in e), 2)) - inside

    (coreferent, other), (theirs, their_other) = listed(key), listed(response)
    assert tuple(links) == (
        len(coreferent & theirs), len(coreferent), len(theirs), len(other & their_other), len(other), len(their_other),
    )  # fmt: skip


# --- algebra


@pytest.mark.parametrize("metric", [*FUNCTIONS, "mentions"])
@given(key=partitions(), response=partitions())
def test_scores_lie_between_nothing_and_everything(
    metric: str, key: list[list[int]], response: list[list[int]]
) -> None:
    found = scores(key, response, metric)
    assert all(-1e-12 <= value <= 1 + 1e-12 for value in (found.recall, found.precision, found.f1))


@pytest.mark.parametrize("metric", [*FUNCTIONS, "mentions"])
@given(key=partitions())
def test_identical_inputs_score_one(metric: str, key: list[list[int]]) -> None:
    some = (
        bool(key)
        and (metric != "muc" or any(len(e) > 1 for e in key))
        and (metric != "blanc" or sum(map(len, key)) > 1)
    )
    assert scores(key, key, metric).f1 == pytest.approx(1 if some else 0)


@pytest.mark.parametrize("metric", [*FUNCTIONS, "mentions"])
@given(key=partitions(), response=partitions())
def test_exchanging_the_sides_exchanges_recall_and_precision(
    metric: str, key: list[list[int]], response: list[list[int]]
) -> None:
    one, two = scores(key, response, metric), scores(response, key, metric)
    assert (one.recall, one.precision) == (pytest.approx(two.precision), pytest.approx(two.recall))


@pytest.mark.parametrize("metric", [*FUNCTIONS, "mentions"])
@given(key=partitions(), response=partitions(), seed=st.integers(0, 99))
def test_relabelling_and_reordering_change_nothing(
    metric: str, key: list[list[int]], response: list[list[int]], seed: int
) -> None:
    chance = random.Random(seed)
    name = {mention: chance.random() for mention in range(12)}
    renamed = [[[name[m] for m in chance.sample(e, len(e))] for e in chance.sample(p, len(p))] for p in (key, response)]
    assert scores(*renamed, metric).f1 == pytest.approx(scores(key, response, metric).f1)  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", ["muc", "b3"])
@given(key=partitions(), cut=st.integers(1, 11))
def test_splitting_an_entity_costs_recall_only(metric: str, key: list[list[int]], cut: int) -> None:
    if not key or len(key[0]) <= cut:
        return
    split = [key[0][:cut], key[0][cut:], *key[1:]]
    found = scores(key, split, metric)
    assert found.recall < 1
    assert found.precision in (pytest.approx(1), 0)  # 0: no link is left to be right


@pytest.mark.parametrize("metric", ["muc", "b3", "lea"])
@given(key=partitions())
def test_merging_two_entities_costs_precision_only(metric: str, key: list[list[int]]) -> None:
    if len(key) < 2 or (metric != "b3" and not any(len(e) > 1 for e in key)):
        return
    merged = [key[0] + key[1], *key[2:]]
    found = scores(key, merged, metric)
    assert found.precision < 1
    assert found.recall == pytest.approx(1) or (metric == "lea" and 1 in (len(key[0]), len(key[1])))


# --- CEAF's alignment


@given(key=partitions(), response=partitions())
def test_components_find_what_one_matrix_finds(key: list[list[int]], response: list[list[int]]) -> None:
    cells = [
        (k, r, float(len(set(a) & set(b))))
        for k, a in enumerate(key)
        for r, b in enumerate(response)
        if set(a) & set(b)
    ]
    assert sum(c[2] for c in assign(cells)) == pytest.approx(sum(c[2] for c in assign(cells, len(key), len(response))))


@given(key=partitions(), response=partitions())
def test_the_sparse_solver_finds_what_the_dense_one_finds(key: list[list[int]], response: list[list[int]]) -> None:
    from corefer.score import ceaf

    table = contingency(key, response)
    dense = sum(weight for *_, weight in alignment(table, ceaf.phi4))
    limit, ceaf.DENSE_LIMIT = ceaf.DENSE_LIMIT, 0
    try:
        sparse = sum(weight for *_, weight in alignment(table, ceaf.phi4))
    finally:
        ceaf.DENSE_LIMIT = limit
    assert sparse == pytest.approx(dense)


def test_twenty_thousand_entities_in_one_tangle() -> None:
    """A chain of 20,000 × 20,000 entities, each sharing mentions with two of the other side: no dense matrix fits."""
    size = 20_000
    key = [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(size)]
    response = [[3 * i + 1, 3 * i + 2, 3 * i + 3] for i in range(size)]
    found = ceafe(contingency(key, response))
    assert found.recall == pytest.approx(size * 2 * 2 / 6)


# --- mention overlap


def test_overlap_pairs_mentions_for_the_most_shared_words() -> None:
    assert overlap([(1, 2, 3), (3, 4)], [(2, 3), (3, 4, 5)]) == (4, 5, 4, 5)
    assert overlap([(1, 2)], []) == (0, 2, 0, 0)
    assert overlap([(1, 2), (1, 2)], [(1, 2)]) == (2, 4, 2, 2)


spans = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 5)).map(lambda p: tuple(range(p[0], p[0] + p[1]))), max_size=6
)


@given(spans, spans)
def test_pairing_identical_spans_first_loses_nothing(
    key: list[tuple[int, ...]], response: list[tuple[int, ...]]
) -> None:
    from scipy.optimize import linear_sum_assignment

    matrix = np.array([[len(set(a) & set(b)) for b in response] for a in key]).reshape(len(key), len(response))
    best = matrix[linear_sum_assignment(matrix, maximize=True)].sum()
    assert overlap(key, response).recall == best


@given(spans, spans)
def test_overlap_obeys_the_algebra_of_the_other_metrics(
    key: list[tuple[int, ...]], response: list[tuple[int, ...]]
) -> None:
    """Within [0, 1], 1 for the same mentions, and the sides exchange recall and precision."""
    one, two = (METRICS["mor"].score(np.array(overlap(*sides))) for sides in ((key, response), (response, key)))
    assert all(0 <= value <= 1 for value in (one.recall, one.precision, one.f1))
    assert (one.recall, one.precision) == (two.precision, two.recall)
    assert METRICS["mor"].score(np.array(overlap(key, list(reversed(key))))).f1 == (1 if key else 0)


def test_blanc_uses_the_other_kind_alone_where_neither_side_has_one() -> None:
    assert METRICS["blanc"].score(np.array([2.0, 4, 2, 0, 0, 0])).recall == 0.5
    assert METRICS["blanc"].score(np.array([2.0, 4, 2, 0, 0, 3]), Like.CONLL2012).recall == 0.5
    assert METRICS["blanc"].score(np.array([2.0, 4, 2, 0, 0, 3])).recall == 0.25
