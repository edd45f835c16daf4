"""Weights that choose best: first the likeliest, then, near them, those that choose most often right.

The plausibilities of an anaphor's candidates are read as the logarithms of odds. The weights under which the
coreferent candidates are likeliest are found by following the slope, which is there, and single-peaked (a conditional
log-linear model; Berger et al. 1996), and plausibilities stay good for confidences. But the number of right choices is
piecewise constant in the weights, and nothing can follow its slope: differential evolution (Storn and Price 1997)
breeds better weights from a population around the likeliest. Both stay the nearer to where they start the more caution
is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import differential_evolution, minimize

from corefer.experiment.cases import NOBODY, Cases, Ints, Mentions
from corefer.score.metric import Array

SCALE = 150.0  # the greatest weight
POPULATION = 5  # for each weight to be found
GENERATIONS = 60
CAUTION = 0.2  # of the score, for weights as far from the start as can be
RIDGE = 10.0  # of the log-likelihood, for each weight that is `scale` away, times the caution
LONGEST = 50  # pronouns on the way to an anchor

Judge = Callable[[Array], Array]  # weights (factors, several) -> scores (several)


def choices(cases: Cases, weights: Array) -> Ints:
    """The row of the candidate that each anaphor takes under each of the weights: (anaphors, several)."""
    scores = cases.values @ weights + cases.offsets[:, None]
    best = np.maximum.reduceat(scores, cases.starts, axis=0)
    sizes = np.diff([*cases.starts, len(scores)])
    rows = np.arange(len(scores))[:, None]
    reached = np.where(scores >= np.repeat(best, sizes, axis=0), rows, len(scores))
    return np.minimum.reduceat(reached, cases.starts, axis=0)


def right_antecedents(cases: Cases, weights: Array) -> Array:
    """The share of anaphors whose choice is coreferent: (several)."""
    rows, starts, anaphors = cases.coreferent
    if not len(rows):
        return np.zeros(weights.shape[1])
    scores = cases.values @ weights + cases.offsets[:, None]
    best = np.maximum.reduceat(scores, cases.starts, axis=0)[anaphors]
    right = np.maximum.reduceat(scores[rows], starts, axis=0) >= best
    share: Array = cases.counts[anaphors] @ right / cases.counts.sum()
    return share


def right_anchors(cases: Cases, mentions: Mentions, weights: Array) -> Array:
    """The share of anaphors whose chain leads to a non-pronominal mention of their entity: (several).

    Other anaphors keep the antecedents that they have.
    """
    chosen = cases.candidates[choices(cases, weights)]
    following = np.repeat(mentions.antecedents[:, None], weights.shape[1], axis=1)
    following[cases.anaphors] = chosen
    columns = np.arange(weights.shape[1])[None, :]
    place = chosen
    for _ in range(LONGEST):
        on_way = (place != NOBODY) & mentions.pronominal[place]
        if not on_way.any():
            break
        place = np.where(on_way, following[place, columns], place)
    found = (place != NOBODY) & ~mentions.pronominal[place]
    same = mentions.entities[place] == mentions.entities[cases.anaphors][:, None]
    share: Array = cases.counts @ (found & same) / cases.counts.sum()
    return share


def likeliest(cases: Cases, start: Sequence[float], scale: float, caution: float = CAUTION) -> list[float]:
    """The weights under which the coreferent candidates are likeliest; `scale` points are a factor of e."""
    rows, first, anaphors = cases.coreferent
    origin = np.asarray(start, dtype=np.float64) / scale
    if not len(rows):
        return list(start)
    counts = np.zeros(len(cases))
    counts[anaphors] = cases.counts[anaphors]  # where no candidate is right, there is nothing to learn
    of_row = np.repeat(np.arange(len(cases)), np.diff([*cases.starts, len(cases.values)]))
    of_right = of_row[rows]

    def loss(weights: Array) -> tuple[float, Array]:
        scores = cases.values @ weights + cases.offsets / scale
        odds = np.exp(scores - np.maximum.reduceat(scores, cases.starts)[of_row])
        whole, right = np.add.reduceat(odds, cases.starts), np.zeros(len(cases))
        right[anaphors] = np.add.reduceat(odds[rows], first)
        likelihood = counts[anaphors] @ np.log(right[anaphors] / whole[anaphors])
        slope = (odds[rows] / right[of_right] * counts[of_right]) @ cases.values[rows]
        slope -= (odds / whole[of_row] * counts[of_row]) @ cases.values
        away = weights - origin
        return float(RIDGE * caution * away @ away - likelihood), 2 * RIDGE * caution * away - slope

    found = minimize(loss, origin, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return [float(weight) for weight in np.clip(found.x * scale, -SCALE, SCALE)]


def search(judge: Judge, start: Sequence[float], seed: int, caution: float = CAUTION) -> list[float]:
    """The weights around a start that a judge finds best, in whole numbers if these do as well (or the start)."""
    origin = _places(np.asarray(start, dtype=np.float64))

    def loss(weights: Array) -> Array:
        far = np.abs(_places(weights) - origin[:, None]).mean(axis=0)
        lost: Array = caution * far - judge(weights)
        return lost

    found = differential_evolution(
        lambda places: loss(_weights(places)),
        [(-1.0, 1.0)] * len(origin),
        x0=origin,
        maxiter=GENERATIONS,
        popsize=POPULATION,
        tol=0,
        seed=seed,
        polish=False,
        updating="deferred",
        vectorized=True,
    )
    best = _weights(found.x)
    outwards = np.where(np.abs(best) < 0.5, 0.0, np.copysign(np.ceil(np.abs(best)), best))
    candidates = [np.round(best), outwards, np.round(best, 1), best]
    scores = judge(np.stack(candidates, axis=1))
    as_good = int(np.flatnonzero(scores >= scores[-1])[0])
    given = np.asarray(start, dtype=np.float64)
    both = np.stack([given, candidates[as_good]], axis=1)
    return [float(weight) for weight in both[:, int(np.argmin(loss(both)))]]


def _weights(places: Array) -> Array:
    """From −1 … 1 to weights, finer near 0."""
    return SCALE * places * np.abs(places)


def _places(weights: Array) -> Array:
    places: Array = np.sign(weights) * np.sqrt(np.minimum(np.abs(weights) / SCALE, 1.0))
    return places
