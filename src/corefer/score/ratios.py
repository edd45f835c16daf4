"""Recall, precision and F1 of one set of counts as plain numbers; `metric` computes them for whole matrices."""

from __future__ import annotations

from corefer.score.contingency import Counts
from corefer.score.metric import Score


def share(part: float, whole: float) -> float:
    """The quotient, 0 where there is nothing to divide by."""
    return part / whole if whole else 0.0


def score(counts: Counts) -> Score:
    """The score of counts, which may be sums over documents."""
    recall = share(counts.recall, counts.recall_of)
    precision = share(counts.precision, counts.precision_of)
    return Score(recall, precision, share(2 * recall * precision, recall + precision))
