"""Weights that choose best: how many choices are right under many weights at once, and the search for the best.

The number of right choices is piecewise constant in the weights, so nothing can follow its slope: differential
evolution (Storn and Price 1997) breeds better weights from a population, started at the weights there are. Among
weights that choose equally well, those nearest to the start win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import differential_evolution

from corefer.experiment.cases import NOBODY, Cases, Ints, Mentions
from corefer.score.metric import Array

SCALE = 150.0  # the greatest weight
POPULATION = 5  # for each weight to be found
GENERATIONS = 120
CAUTION = 0.02  # of the score, for weights as far from the start as can be
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


def search(
    judge: Judge, start: Sequence[float], negative: Sequence[bool], seed: int, caution: float = CAUTION
) -> list[float]:
    """The best weights found from a start, in whole numbers if these do as well; `negative`: which may lie below 0.

    The more `caution`, the more must be gained by going far from the start.
    """
    origin = _places(np.asarray(start, dtype=np.float64))

    def loss(weights: Array) -> Array:
        far = np.abs(_places(weights) - origin[:, None]).mean(axis=0)
        lost: Array = caution * far - judge(weights)
        return lost

    found = differential_evolution(
        lambda places: loss(_weights(places)),
        [(-1.0 if below else 0.0, 1.0) for below in negative],
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
    candidates = [np.asarray(start, dtype=np.float64), np.round(best), outwards, np.round(best, 2)]
    least = int(np.argmin(loss(np.stack(candidates, axis=1))))
    return [float(weight) for weight in candidates[least]]


def _weights(places: Array) -> Array:
    """From −1 … 1 to weights, finer near 0."""
    return SCALE * places * np.abs(places)


def _places(weights: Array) -> Array:
    places: Array = np.sign(weights) * np.sqrt(np.minimum(np.abs(weights) / SCALE, 1.0))
    return places
