"""Intervals and tests by resampling documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reports import Entities, partitions, report

from corefer.document import CoreferError
from corefer.formats import conll
from corefer.formats.base import Source
from corefer.score import Report, Settings, resampling, score
from corefer.score.resampling import PARTS, Statistics, exchanges, resamples
from corefer.score.significance import NO_INTERVAL, Comparison, SignificanceTest, compare, intervals

BOTH = list(SignificanceTest)
KEY: list[Entities] = [
    [[0, 1, 2], [3, 4]],
    [[0, 1], [2, 3], [4, 5, 6, 7]],
    [[0, 1, 2, 3], [4], [5, 6]],
    [[0, 4], [1, 5], [2, 6]],
    [[0, 1, 2, 3, 4, 5]],
]
GOOD: list[Entities] = [
    [[0, 1, 2], [3, 4]],
    [[0, 1], [2, 3], [4, 5], [6, 7]],
    [[0, 1, 2, 3], [5, 6]],
    [[0, 4], [1, 5, 2, 6]],
    [[0, 1, 2, 3, 4]],
]
BAD: list[Entities] = [
    [[0, 1], [2, 3]],
    [[0, 1, 2, 3, 4, 5, 6, 7]],
    [[0, 1], [2, 5], [4, 6]],
    [[0, 4], [1, 5], [2, 6]],
    [[0, 1], [2, 7], [3, 6]],
]


@pytest.fixture(scope="module")
def gum(shared: Path) -> Report:
    """A response to GUM's development split: 32 documents."""
    sides = (conll.read(Source(shared / f"oracles/gum-dev/sg.{side}.conll")) for side in ("key", "response"))
    return score(*sides)


def several(count: int = 3) -> list[Report]:
    return [report(KEY, response, name) for name, response in (("good", GOOD), ("bad", BAD), ("key", KEY))][:count]


# --- weights


@given(st.integers(1, 40), st.integers(1, 50), st.integers(0, 99))
@settings(max_examples=30)
def test_weights_are_the_times_each_document_was_drawn(documents: int, samples: int, seed: int) -> None:
    weights = np.concatenate(list(resamples(documents, samples, seed)))
    assert weights.shape == (samples, documents)
    assert (weights.sum(axis=1) == documents).all()
    assert (weights >= 0).all()
    assert (weights == weights.round()).all()


def test_every_document_is_drawn_as_often_as_any_other() -> None:
    weights = np.concatenate(list(resamples(10, 4000, 1)))
    assert weights.mean(axis=0) == pytest.approx(np.ones(10), abs=0.08)
    assert weights.var(axis=0) == pytest.approx(np.full(10, 0.9), abs=0.1)


def test_exchanges_toss_a_fair_coin_for_each_document() -> None:
    tosses = np.concatenate(list(exchanges(10, 4000, 1)))
    assert set(np.unique(tosses)) == {0.0, 1.0}
    assert tosses.mean(axis=0) == pytest.approx(np.full(10, 0.5), abs=0.04)


@pytest.mark.parametrize("draw", [resamples, exchanges])
def test_blocks_do_not_change_what_is_drawn(draw: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(draw(5, 100, 1))  # type: ignore[call-overload]
    monkeypatch.setattr(resampling, "BLOCK", 37)
    blocks = list(draw(5, 100, 1))  # type: ignore[call-overload]
    assert len(whole) == 1
    assert len(blocks) == 15
    assert (np.concatenate(blocks) == whole[0]).all()


@given(st.lists(st.tuples(partitions(), partitions()), min_size=1, max_size=4), st.data())
@settings(max_examples=25, deadline=None)
def test_weights_score_as_if_documents_were_repeated(
    pairs: list[tuple[Entities, Entities]], data: st.DataObject
) -> None:
    one = report([key for key, _ in pairs], [response for _, response in pairs])
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)))
    rows = np.repeat(np.arange(len(pairs)), weights)
    repeated = replace(one, ids=["x"] * len(rows), counts={name: counts[rows] for name, counts in one.counts.items()})
    statistics = Statistics(one)
    scores = statistics.scores(np.array([weights], dtype=float) @ statistics.rows)
    for n, name in enumerate(one.metrics):
        expected = [getattr(repeated[name], part) for part in PARTS]
        assert scores[0, n].tolist() == pytest.approx(expected, abs=1e-12)
    assert statistics.f1(scores)[0, -1] == pytest.approx(repeated.conll, abs=1e-12)


def test_macro_rows_add_up_to_the_macro_scores() -> None:
    good = several(1)[0]
    statistics = Statistics(good, "macro")
    scores = statistics.scores(statistics.rows.sum(axis=0))
    for n, name in enumerate(good.metrics):
        assert scores[n].tolist() == pytest.approx([getattr(good.macro(name), part) for part in PARTS])


def test_unknown_aggregation() -> None:
    with pytest.raises(CoreferError, match=r"no aggregation `mean` \(choose from micro, macro"):
        intervals(several(1)[0], aggregation="mean")


# --- intervals


@pytest.mark.parametrize("aggregation", ["micro", "macro"])
def test_intervals_contain_the_scores(gum: Report, aggregation: str) -> None:
    found = intervals(gum, aggregation=aggregation)
    assert found is not None
    assert list(found) == [*gum.metrics, "conll"]
    for metric in gum.metrics:
        of_metric = gum[metric] if aggregation == "micro" else gum.macro(metric)
        for part, (low, high) in found[metric].items():
            assert low < getattr(of_metric, part) < high, (metric, part)
    assert gum.conll is not None
    assert list(found["conll"]) == ["f1"]
    if aggregation == "micro":
        assert found["conll"]["f1"][0] < gum.conll < found["conll"]["f1"][1]


def test_intervals_are_quantiles_of_resampled_reports() -> None:
    """The same draws, scored one report at a time."""
    good = several(1)[0]
    weights = np.concatenate(list(resamples(len(good.ids), 60, 5)))
    f1 = []
    for row in weights.astype(int):
        rows = np.repeat(np.arange(len(row)), row)
        f1.append(replace(good, counts={"muc": good.counts["muc"][rows]})["muc"].f1)
    found = intervals(good, samples=60, level=0.9, seed=5)
    assert found is not None
    assert found["muc"]["f1"] == pytest.approx(tuple(np.quantile(f1, [0.05, 0.95])))


def test_a_higher_level_gives_a_wider_interval(gum: Report) -> None:
    narrow, wide = intervals(gum, level=0.8), intervals(gum, level=0.99)
    assert narrow is not None
    assert wide is not None
    for metric, parts in narrow.items():
        for part, (low, high) in parts.items():
            assert wide[metric][part][0] < low < high < wide[metric][part][1]


def test_equal_documents_leave_no_doubt() -> None:
    found = intervals(report(KEY[:1] * 4, BAD[:1] * 4))
    assert found is not None
    for parts in found.values():
        for low, high in parts.values():
            assert low == pytest.approx(high)


def test_equal_seeds_give_equal_intervals(gum: Report) -> None:
    assert intervals(gum, seed=3) == intervals(gum, seed=3)
    assert intervals(gum, seed=3) != intervals(gum, seed=4)


@pytest.mark.parametrize("documents", [0, 1])
def test_no_interval_without_two_documents(documents: int) -> None:
    assert intervals(report(KEY[:documents], GOOD[:documents])) is None
    assert "two or more" in NO_INTERVAL


def test_no_conll_interval_without_its_metrics() -> None:
    good = several(1)[0]
    found = intervals(replace(good, counts={name: good.counts[name] for name in ("muc", "b3")}))
    assert found is not None
    assert list(found) == ["muc", "b3"]


# --- comparison


def p_values(comparison: Comparison, test: SignificanceTest) -> dict[str, float]:
    return {difference.metric: difference.p[test] for difference in comparison.differences}


def by_enumeration(one: Report, two: Report) -> dict[str, float]:
    """The share of all 2ⁿ exchanges that bring the two at least as far apart as they are."""
    reached: dict[str, int] = {}
    for swap in product((False, True), repeat=len(one.ids)):
        chosen = np.array(swap)[:, None]
        first = replace(one, counts={m: np.where(chosen, two.counts[m], one.counts[m]) for m in one.metrics})
        second = replace(one, counts={m: np.where(chosen, one.counts[m], two.counts[m]) for m in one.metrics})
        for name in (*one.metrics, "conll"):
            far = abs(_f1(first, name) - _f1(second, name)) >= abs(_f1(one, name) - _f1(two, name)) - 1e-9
            reached[name] = reached.get(name, 0) + far
    return {name: times / 2 ** len(one.ids) for name, times in reached.items()}


def _f1(one: Report, name: str) -> float:
    if name == "conll":
        assert one.conll is not None
        return one.conll
    return one[name].f1


def test_randomisation_agrees_with_enumeration() -> None:
    good, bad = several(2)
    found = p_values(compare([good, bad], samples=20_000), SignificanceTest.RANDOMISATION)
    expected = by_enumeration(good, bad)
    assert len(set(expected.values())) > 3
    assert found == pytest.approx(expected, abs=0.012)


@given(st.lists(st.tuples(partitions(), partitions(), partitions()), min_size=2, max_size=4))
@settings(max_examples=15, deadline=None)
def test_randomisation_agrees_with_enumeration_on_any_responses(
    documents: list[tuple[Entities, Entities, Entities]],
) -> None:
    key, one, two = ([document[side] for document in documents] for side in range(3))
    first, second = report(key, one, "one"), report(key, two, "two")
    found = p_values(compare([first, second], samples=4000), SignificanceTest.RANDOMISATION)
    assert found == pytest.approx(by_enumeration(first, second), abs=0.05)


def test_randomisation_of_macro_scores_exchanges_signs() -> None:
    """With the macro average, exchanging documents changes the signs of the documents' differences."""
    good, bad = several(2)
    found = p_values(compare([good, bad], samples=20_000, aggregation="macro"), SignificanceTest.RANDOMISATION)
    by_document = [
        report(KEY[i : i + 1], GOOD[i : i + 1])["b3"].f1 - report(KEY[i : i + 1], BAD[i : i + 1])["b3"].f1
        for i in range(5)
    ]
    sums = [abs(np.dot(signs, by_document)) for signs in product((1, -1), repeat=5)]
    assert found["b3"] == pytest.approx(np.mean([s >= sums[0] - 1e-9 for s in sums]), abs=0.012)


def test_identical_responses_do_not_differ() -> None:
    comparison = compare([report(KEY, GOOD, name) for name in "ab"], tests=BOTH, samples=500)
    for difference in comparison.differences:
        assert difference.difference == 0
        assert difference.interval == (0, 0)
        assert set(difference.p.values()) | set(difference.corrected.values()) == {1.0}


def test_a_clear_difference_is_significant(gum: Report) -> None:
    perfect = replace(gum, name="perfect", counts=_perfect(gum))
    comparison = compare([gum, perfect], tests=BOTH, samples=2000)
    for difference in comparison.differences:
        assert difference.interval is not None
        assert 0 < difference.interval[0] < difference.difference < difference.interval[1]
        assert difference.p == {SignificanceTest.RANDOMISATION: 1 / 2001, SignificanceTest.BOOTSTRAP: 2 / 2001}


def _perfect(one: Report) -> dict[str, np.ndarray]:
    """The counts of a response that finds everything."""
    recall_of = {4: [1, 1, 1, 1], 6: [1, 1, 1, 4, 4, 4]}
    return {name: counts[:, recall_of[counts.shape[1]]] for name, counts in one.counts.items()}


def test_bootstrap_p_value_by_hand() -> None:
    """A document for each response: level as they are, and as likely to be drawn apart this way as that."""
    one = report([[[0, 1]], [[0, 1]]], [[[0, 1]], [[0], [1]]], "one")
    two = report([[[0, 1]], [[0, 1]]], [[[0], [1]], [[0, 1]]], "two")
    comparison = compare([one, two], tests=[SignificanceTest.BOOTSTRAP], samples=2000)
    muc = comparison.differences[0]
    assert muc.difference == 0
    assert muc.p[SignificanceTest.BOOTSTRAP] == 1
    assert muc.interval == (-1, 1)


def test_bootstrap_p_value_is_twice_the_share_of_reversals() -> None:
    """One document favours `one`, two favour `two`: the sign turns when the first is drawn twice or thrice."""
    key: list[Entities] = [[[0, 1]]] * 3
    right, wrong = [[0, 1]], [[2, 3]]
    one, two = report(key, [right, wrong, wrong], "one"), report(key, [wrong, right, right], "two")
    comparison = compare([one, two], tests=[SignificanceTest.BOOTSTRAP], samples=40_000)
    turned = (3 * 2 + 1) / 27
    assert comparison.differences[0].p[SignificanceTest.BOOTSTRAP] == pytest.approx(2 * turned, abs=0.02)


def test_each_with_the_baseline_or_each_with_each() -> None:
    reports = several()
    with_first = compare(reports, samples=50)
    assert [(d.first, d.second) for d in with_first.differences if d.metric == "muc"] == [
        ("good", "bad"),
        ("good", "key"),
    ]
    with_last = compare(reports, baseline=-1, samples=50)
    assert [(d.first, d.second) for d in with_last.differences if d.metric == "muc"] == [
        ("key", "good"),
        ("key", "bad"),
    ]
    every = compare(reports, all_pairs=True, samples=50)
    assert [(d.first, d.second) for d in every.differences if d.metric == "muc"] == [
        ("good", "bad"),
        ("good", "key"),
        ("bad", "key"),
    ]
    assert with_first.letters == {}


def test_differences_are_second_less_first_and_keep_their_p_when_turned() -> None:
    good, bad = several(2)
    there, back = (compare(pair, tests=BOTH, samples=400) for pair in ([good, bad], [bad, good]))
    for one, two in zip(there.differences, back.differences, strict=True):
        assert one.difference == pytest.approx(_f1(bad, one.metric) - _f1(good, one.metric))
        assert two.difference == pytest.approx(-one.difference)
        assert two.p == pytest.approx(one.p)
        assert one.interval == pytest.approx((-two.interval[1], -two.interval[0]))  # type: ignore[index]


def test_p_values_are_corrected_over_all_metrics_and_pairs() -> None:
    from corefer.score.multiple import holm

    comparison = compare(several(), all_pairs=True, tests=BOTH, samples=300)
    assert len(comparison.differences) == 3 * 9
    for test in BOTH:
        assert [d.corrected[test] for d in comparison.differences] == holm([d.p[test] for d in comparison.differences])


def test_letters_group_what_does_not_differ(gum: Report) -> None:
    perfect = replace(gum, name="perfect", counts=_perfect(gum))
    twin = replace(gum, name="twin")
    comparison = compare([gum, perfect, twin], all_pairs=True, samples=2000)
    assert comparison.letters == {name: ["b", "a", "b"] for name in comparison.scores}


def test_the_level_decides_what_shares_a_letter() -> None:
    """Five documents: no p-value falls below .0625."""
    reports = [replace(one, counts={"muc": one.counts["muc"]}) for one in several(2)]
    strict, lenient = (compare(reports, all_pairs=True, samples=2000, level=level) for level in (0.95, 0.01))
    assert 0.0625 < strict.differences[0].corrected[SignificanceTest.RANDOMISATION] < 0.99
    assert strict.letters == {"muc": ["a", "a"]}
    assert lenient.letters == {"muc": ["a", "b"]}


def test_intervals_of_the_responses_are_those_of_each_alone() -> None:
    good, bad = several(2)
    comparison = compare([good, bad], samples=300, seed=7)
    for report_, n in ((good, 0), (bad, 1)):
        alone = intervals(report_, samples=300, seed=7)
        assert alone is not None
        assert {m: found[n] for m, found in comparison.intervals.items()} == {m: alone[m]["f1"] for m in alone}


def test_comparisons_can_be_repeated() -> None:
    reports = several()
    assert compare(reports, tests=BOTH, samples=200, seed=9) == compare(reports, tests=BOTH, samples=200, seed=9)
    assert compare(reports, samples=200, seed=9).differences != compare(reports, samples=200, seed=8).differences


def test_the_order_of_documents_and_metrics_does_not_matter() -> None:
    good, bad = several(2)
    order = [3, 0, 4, 2, 1]
    shuffled = replace(
        bad, ids=[bad.ids[i] for i in order], counts={m: bad.counts[m][order] for m in reversed(bad.metrics)}
    )
    assert compare([good, shuffled], samples=200) == compare([good, bad], samples=200)


def test_responses_of_one_name_are_numbered() -> None:
    assert compare([report(KEY, GOOD), report(KEY, BAD)], samples=20).responses == ["response (1)", "response (2)"]


def test_one_document_gives_differences_but_no_test() -> None:
    comparison = compare([report(KEY[:1], GOOD[:1], "a"), report(KEY[:1], BAD[:1], "b")], all_pairs=True, tests=BOTH)
    assert comparison.warnings == [NO_INTERVAL]
    assert comparison.intervals == comparison.letters == {}
    difference = comparison.differences[0]
    assert difference.difference < 0
    assert (difference.interval, difference.p, difference.corrected) == (None, {}, {})


def test_few_documents_are_warned_of() -> None:
    assert compare(several(2), samples=20).warnings == [
        "with 5 documents, randomisation cannot give a p-value below 0.0625"
    ]
    assert compare(several(2), samples=20, tests=[SignificanceTest.BOOTSTRAP]).warnings == []


def test_reports_over_other_documents_cannot_be_compared() -> None:
    with pytest.raises(
        CoreferError, match="not scored over the same documents: 1 are in one report only, among them d4"
    ):
        compare([report(KEY, GOOD, "a"), report(KEY[:4], BAD[:4], "b")])


def test_reports_of_other_settings_or_metrics_cannot_be_compared() -> None:
    without = report(KEY, BAD, "b", Settings(singletons=False))
    with pytest.raises(CoreferError, match=r"different ways: .*singletons:kept.* and .*singletons:dropped"):
        compare([report(KEY, GOOD, "a"), without])
    good = report(KEY, GOOD, "a")
    with pytest.raises(CoreferError, match="different ways"):
        compare([good, replace(good, counts={"muc": good.counts["muc"]})])


def test_a_comparison_needs_two_responses_and_something_to_compare() -> None:
    with pytest.raises(CoreferError, match="two responses or more"):
        compare(several(1))
    with pytest.raises(CoreferError, match="nothing to compare"):
        compare([report([], []), report([], [])])


def test_json_is_in_percent() -> None:
    comparison = compare(several(2), all_pairs=True, tests=BOTH, samples=100)
    found = comparison.as_dict()
    assert found["f1"]["muc"] == [100 * score for score in comparison.scores["muc"]]
    first = found["differences"][0]
    assert first["difference"] == 100 * comparison.differences[0].difference
    assert set(first["p"]) == set(first["corrected"]) == {"randomisation", "bootstrap"}
    assert first["p"]["randomisation"] <= 1
    assert found["documents"] == 5
    assert len(found["signatures"]) == 2
