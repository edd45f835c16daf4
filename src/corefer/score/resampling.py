"""Resampling over documents: each resample is a row of weights, and all are scored by one matrix product.

Documents are what a corpus is sampled by; the mentions of one text hang together and are no independent draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np

from corefer.document import CoreferError
from corefer.score.metric import CONLL, METRICS, Array
from corefer.score.report import Report
from corefer.score.settings import AGGREGATIONS

PARTS = ("recall", "precision", "f1")
F1 = PARTS.index("f1")
BLOCK = 1 << 19  # cells of a matrix of weights that are drawn at once

Seed = int | np.random.SeedSequence
Track = Callable[[Sequence[int]], Iterable[int]]


class Sampled(Protocol):
    """What can be resampled: documents as the rows of a matrix, and values that follow from sums of rows."""

    @property
    def rows(self) -> Array: ...

    @property
    def names(self) -> list[str]: ...

    def values(self, sums: Array) -> Array:
        """(…, columns) sums of rows as (…, names), each from 0 to 1."""
        ...


class Statistics:
    """A report's documents as the rows of one matrix, and how sums of rows become scores.

    Micro: the rows are counts. Macro: they are the documents' scores, each divided by the number of documents.
    """

    def __init__(self, report: Report, aggregation: str = "micro") -> None:
        if aggregation not in AGGREGATIONS:
            raise CoreferError(f"there is no aggregation `{aggregation}` (choose from {', '.join(AGGREGATIONS)})")
        self.metrics = report.metrics
        self.has_conll = set(CONLL) <= set(self.metrics)
        self._like = report.settings.like
        self._is_macro = aggregation == "macro"
        parts = [report.counts[name] for name in self.metrics]
        if self._is_macro:
            parts = [scores / max(1, len(scores)) for scores in self._combine(parts)]
        self._cuts = np.cumsum([part.shape[-1] for part in parts])[:-1]
        self.rows: Array = np.hstack(parts)

    @property
    def names(self) -> list[str]:
        """The names of what `values` gives: the metrics and, where its three are among them, `conll`."""
        return [*self.metrics, *(["conll"] if self.has_conll else [])]

    def scores(self, sums: Array) -> Array:
        """(…, columns) sums of rows as (…, metrics, recall-precision-F1)."""
        parts = np.split(sums, self._cuts, axis=-1)
        return np.stack(parts if self._is_macro else self._combine(parts), axis=-2)

    def values(self, sums: Array) -> Array:
        """(…, columns) sums of rows as the F1 of each metric: (…, names)."""
        return self.f1(self.scores(sums))

    def f1(self, scores: Array) -> Array:
        """The F1 of each metric, and the CoNLL average where it can be had: (…, names)."""
        f1 = scores[..., F1]
        if not self.has_conll:
            return f1
        average = f1[..., [self.metrics.index(name) for name in CONLL]].mean(axis=-1, keepdims=True)
        return np.concatenate([f1, average], axis=-1)

    def _combine(self, parts: list[Array]) -> list[Array]:
        return [METRICS[name].combine(part, self._like) for name, part in zip(self.metrics, parts, strict=True)]


def resamples(documents: int, samples: int, seed: Seed, track: Track = iter) -> Iterator[Array]:
    """Blocks of bootstrap weights: each row says how often each document was drawn, with replacement."""
    generator = np.random.default_rng(seed)
    for size in track(_sizes(documents, samples)):
        yield generator.multinomial(documents, np.full(documents, 1 / documents), size).astype(np.float64)


def exchanges(documents: int, samples: int, seed: Seed, track: Track = iter) -> Iterator[Array]:
    """Blocks of coin tosses: each row has a 1 for the documents on which two responses change places."""
    generator = np.random.default_rng(seed)
    for size in track(_sizes(documents, samples)):
        yield generator.integers(0, 2, (size, documents)).astype(np.float64)


def percentiles(values: Array, level: float) -> tuple[Array, Array]:
    """The bounds between which `level` of the values along the first axis lie, half of the rest on either side."""
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high


def _sizes(documents: int, samples: int) -> list[int]:
    """The samples cut into blocks that fit into memory."""
    most = max(1, BLOCK // documents)
    return [min(most, samples - done) for done in range(0, samples, most)]
