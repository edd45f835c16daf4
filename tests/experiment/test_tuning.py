"""Tuning: choices by weights are what the resolver would choose, and better weights are found."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np
import pytest
from simple_resolvers import Weights

from corefer.document import CoreferError, Document
from corefer.document.anaphors import AnaphorType
from corefer.experiment.cases import Cases, Collector, Material, together
from corefer.experiment.measures import measures
from corefer.experiment.optimise import likeliest, right_anchors, right_antecedents, search
from corefer.experiment.running import Plan, outcomes
from corefer.experiment.systems import System
from corefer.experiment.tuning import Goal, Settings, tune
from corefer.resolve.inputs import Source
from corefer.score.disciplines import Outcome

RANKING = System("ranking", "ranking")
PER3, POS3 = AnaphorType.PER3, AnaphorType.POS3
SOME = [{"near": 1.0}, {"near": 2.0, "subject": 7.0, "pronoun": 3.0, "same": -4.0}, {"same": 20.0, "near": 1.0}]


def material(keys: list[Document]) -> Material:
    collector = Collector(RANKING, Source.GOLD, Source.GOLD)
    return together(map(collector.collect, keys))


def columns(rows: list[dict[str, float]]) -> np.ndarray:
    return np.array([[row.get(factor, 0.0) for factor in Weights().factors] for row in rows]).T


def measured(keys: list[Document], row: dict[str, float], measure: str) -> float:
    """A measure of the resolver itself with these weights for both types."""
    profile = Weights().with_weights({PER3: row, POS3: row})
    plan = Plan((System("x", "ranking", {"profile": profile}),), disclose=False)
    (found,) = measures(list(outcomes(keys, plan)))
    return dict(zip(found.names, found.values(found.rows.sum(axis=0)), strict=True))[measure]


def test_choices_are_the_resolver_s(keys: list[Document]):
    cases = material(keys).cases
    shares = {kind: right_antecedents(cases[kind], columns(SOME)) for kind in (PER3, POS3)}
    for kind, found in shares.items():
        for n, row in enumerate(SOME):
            assert found[n] == pytest.approx(measured(keys, row, f"antecedents.{kind}.precision"), abs=1e-9)


def test_anchors_are_the_resolver_s(keys: list[Document]):
    """With the weights that decided everything else, too."""
    found = material(keys)
    near = columns([{"near": 1.0}])
    plan = Plan((RANKING,), disclose=False)
    tallies = reduce(add, (o.results[0].disciplines for o in outcomes(keys, plan))).anchors
    for kind in (PER3, POS3):
        right = right_anchors(found.cases[kind], found.mentions, near)[0] * len(found.cases[kind])
        assert right == pytest.approx(tallies[kind][Outcome.CORRECT])


def test_the_search_finds_what_decides():
    """Of three factors one is for the right candidate, one against it, and one is noise."""

    def judge(weights: np.ndarray) -> np.ndarray:
        return ((weights[0] > 4).astype(float) + (weights[1] < -2)) / 2

    found = search(judge, [0.0, 0.0, 0.0], seed=1)
    assert judge(np.array(found)[:, None])[0] == 1 and found[2] == 0
    assert search(judge, [5.0, -3.0, 0.0], seed=1) == [5.0, -3.0, 0.0]


def test_the_likeliest_weights():
    """Two candidates an anaphor, told apart by one factor that is right three times out of four: odds of 3."""
    cases = Cases(
        anaphors=np.array([0, 1, 2, 3]),
        starts=np.array([0, 2, 4, 6]),
        candidates=np.arange(8),
        values=np.array([[1.0, 5.0], [0.0, 5.0]] * 4),
        offsets=np.zeros(8),
        corefer=np.array([True, False] * 3 + [False, True]),
        counts=np.ones(4),
    )
    telling, silent = likeliest(cases, [0.0, 0.0], scale=30.0, caution=0.0)
    assert telling == pytest.approx(30 * np.log(3), rel=1e-3) and silent == 0
    cautious = likeliest(cases, [0.0, 0.0], scale=30.0, caution=1.0)[0]
    assert 0 < cautious < telling / 2
    cases.counts[3] = 3
    assert likeliest(cases, [0.0, 0.0], scale=30.0, caution=0.0)[0] == pytest.approx(0, abs=0.1)


def test_tuning_improves_and_is_honest(keys: list[Document]):
    bad = Weights(weights={kind: {"near": 1.0, "pronoun": 60.0, "same": 0.0} for kind in (PER3, POS3)})
    system = System("ranking", "ranking", {"profile": bad})
    found = tune(keys, system, Settings(folds=3, seed=4, samples=100), name="better")
    scores = found.statistics.scores["antecedents.PER3.precision"]
    before, held_out, after = scores
    assert after > before and found.profile.name == "better"
    assert held_out <= after
    assert found.anaphors[PER3] > 50
    again = tune(keys, system, Settings(folds=3, seed=4, samples=100), name="better")
    assert again.profile == found.profile and again.as_dict() == found.as_dict()


def test_tuning_for_anchors(keys: list[Document]):
    found = tune(keys[:6], RANKING, Settings(Goal.ANCHORS, folds=2, samples=50))
    before, _, after = found.statistics.scores["anchors.PER3.precision"]
    assert after >= before
    assert found.measured[-1] == "anchors.all.precision"


def test_what_cannot_be_tuned(keys: list[Document]):
    with pytest.raises(CoreferError, match="no profile"):
        tune(keys, System("chain", "chain"))
    with pytest.raises(CoreferError, match="cannot be cut into 5 folds"):
        tune(keys[:3], RANKING)
