"""The metrics by name: how each counts a document, and how counts become recall, precision and F1.

Counts come first and add up over documents; scores are computed from sums. So any aggregate (micro, by genre,
a bootstrap sample) is a matrix product away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from corefer.score import bcubed, blanc, ceaf, lea, mentions, muc
from corefer.score.contingency import Contingency, contingency
from corefer.score.matching import Pair
from corefer.score.settings import Like

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Score:
    """Recall, precision and F1, from 0 to 1."""

    recall: float
    precision: float
    f1: float

    def as_percent(self) -> dict[str, float]:
        return {"recall": 100 * self.recall, "precision": 100 * self.precision, "f1": 100 * self.f1}


@dataclass(frozen=True, slots=True)
class Metric:
    """`count` gives a document's counts; `combine` turns (…, width) sums of them into (…, 3) scores."""

    name: str
    title: str
    width: int
    count: Callable[[Pair, Contingency], tuple[float, ...]]
    combine: Callable[[Array, Like], Array]

    def score(self, counts: Array, like: Like = Like.DEFAULT) -> Score:
        """The score of summed counts."""
        return Score(*self.combine(np.asarray(counts, dtype=np.float64), like).tolist())


def ratio(numerator: Array, denominator: Array) -> Array:
    """The quotient, 0 where there is nothing to divide by."""
    return np.divide(numerator, denominator, out=np.zeros_like(numerator), where=denominator > 0)


def f1(recall: Array, precision: Array) -> Array:
    return ratio(2 * recall * precision, recall + precision)


def _from_counts(counts: Array, _like: Like) -> Array:
    """Counts are (recall, of, precision, of)."""
    recall, precision = ratio(counts[..., 0], counts[..., 1]), ratio(counts[..., 2], counts[..., 3])
    return np.stack([recall, precision, f1(recall, precision)], axis=-1)


def _from_links(links: Array, like: Like) -> Array:
    """The mean over both kinds of links, of those kinds that there are.

    A kind is left out where neither side has it (Luo et al. 2014); the CoNLL-2012 scorer leaves it out where
    the key has none.
    """
    kinds, present = [], []
    for common, key, response in ((0, 1, 2), (3, 4, 5)):
        recall, precision = ratio(links[..., common], links[..., key]), ratio(links[..., common], links[..., response])
        kinds.append(np.stack([recall, precision, f1(recall, precision)], axis=-1))
        there = links[..., key] > 0
        if like is not Like.CONLL2012:
            there |= links[..., response] > 0
        present.append(there[..., None].astype(float))
    return ratio(
        kinds[0] * present[0] + kinds[1] * present[1], np.broadcast_to(present[0] + present[1], kinds[0].shape).copy()
    )


def _overlap(pair: Pair, _table: Contingency) -> tuple[float, ...]:
    key = [span for entity in pair.key_side.positions for span in entity]
    response = [span for entity in pair.response_side.positions for span in entity]
    return mentions.overlap(key, response)


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("muc", "MUC", 4, lambda _, table: muc.muc(table), _from_counts),
        Metric("b3", "B³", 4, lambda _, table: bcubed.bcubed(table), _from_counts),
        Metric("ceafm", "CEAF-m", 4, lambda _, table: ceaf.ceafm(table), _from_counts),
        Metric("ceafe", "CEAF-e", 4, lambda _, table: ceaf.ceafe(table), _from_counts),
        Metric("blanc", "BLANC", 6, lambda _, table: blanc.blanc(table), _from_links),
        Metric("lea", "LEA", 4, lambda _, table: lea.lea(table), _from_counts),
        Metric("mentions", "Mentions", 4, lambda pair, _: mentions.detection(pair.key, pair.response), _from_counts),
        Metric("mor", "MOR", 4, _overlap, _from_counts),
    )
}
CONLL = ("muc", "b3", "ceafe")  # the three whose mean F1 is the CoNLL average


def count(pair: Pair, names: tuple[str, ...]) -> dict[str, tuple[float, ...]]:
    """A document's counts for each metric."""
    table = contingency(pair.key, pair.response)
    return {name: tuple(METRICS[name].count(pair, table)) for name in names}
