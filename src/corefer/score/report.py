"""What a scoring run found: counts per document, from which every aggregate is computed again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from corefer.document import Document
from corefer.score.matching import Pair
from corefer.score.metric import CONLL, METRICS, Array, Score
from corefer.score.settings import ALL, Settings


@dataclass(slots=True)
class Report:
    """Scores of one response against one key.

    `counts[name]` is a matrix with a row a document; `report["muc"].f1` is the micro score. `pairs` are kept
    for error analysis and breakdowns when asked for.
    """

    settings: Settings
    version: str
    name: str = "response"
    ids: list[str] = field(default_factory=list)
    genres: list[str] = field(default_factory=list)
    counts: dict[str, Array] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    aggregation: str = "micro"
    resampling: str = ""  # the samples and the seed of the intervals that go with it, for the signature

    def __getitem__(self, metric: str) -> Score:
        """A metric's score: micro (counts summed over documents, as the reference scorers do) unless `averaged`."""
        if self.aggregation == "macro":
            return self.macro(metric)
        return METRICS[metric].score(self.counts[metric].sum(axis=0), self.settings.like)

    def __contains__(self, metric: str) -> bool:
        return metric in self.counts

    @property
    def metrics(self) -> list[str]:
        return list(self.counts)

    def macro(self, metric: str) -> Score:
        """The mean of the documents' scores."""
        return Score(*METRICS[metric].combine(self.counts[metric], self.settings.like).mean(axis=0).tolist())

    @property
    def conll(self) -> float | None:
        """The mean F1 of MUC, B³ and CEAF-e, if all three were computed."""
        if any(metric not in self.counts for metric in CONLL):
            return None
        return sum(self[metric].f1 for metric in CONLL) / len(CONLL)

    def averaged(self) -> Report:
        """The same report with macro scores: `report["muc"]` is then the mean of the documents' scores."""
        return replace(self, aggregation="macro")

    def select(self, chosen: Sequence[bool]) -> Report:
        """The report over some of the documents."""
        rows = [i for i, wanted in enumerate(chosen) if wanted]
        return Report(
            self.settings,
            self.version,
            self.name,
            [self.ids[i] for i in rows],
            [self.genres[i] for i in rows],
            {name: counts[rows] for name, counts in self.counts.items()},
            pairs=[self.pairs[i] for i in rows] if self.pairs else [],
            aggregation=self.aggregation,
            resampling=self.resampling,
        )

    def by_genre(self) -> dict[str, Report]:
        return {genre: self.select([g == genre for g in self.genres]) for genre in sorted(set(self.genres))}

    def by_document(self) -> dict[str, Report]:
        return {id: self.select([i == row for i in range(len(self.ids))]) for row, id in enumerate(self.ids)}

    def signature(self, metric: str = "", aggregation: str = "", resampling: str = "") -> str:
        """The line that says how these numbers came about; without `metric`, for all that the report has."""
        named = metric or (ALL if set(self.counts) == set(METRICS) else "+".join(self.counts) or "none")
        return self.settings.signature(
            named, aggregation or self.aggregation, len(self.ids), self.version, resampling or self.resampling
        )

    def as_dict(self) -> dict[str, Any]:
        """Percent, unrounded; `counts` are the sums behind the scores."""
        conll = self.conll
        return {
            "response": self.name,
            "metrics": {name: self[name].as_percent() for name in self.counts},
            "macro": {name: self.macro(name).as_percent() for name in self.counts} if self.ids else {},
            "conll": None if conll is None else 100 * conll,
            "counts": {name: counts.sum(axis=0).tolist() for name, counts in self.counts.items()},
            "documents": len(self.ids),
            "signature": self.signature(),
            "warnings": self.warnings,
        }


def empty_like(document: Document) -> Document:
    """What stands in for a document that the response lacks: the same text, no mentions."""
    return document.bare()


def stack(rows: Iterable[dict[str, tuple[float, ...]]], names: tuple[str, ...]) -> dict[str, Array]:
    """Per-document counts as one matrix a metric."""
    collected = list(rows)
    return {
        name: np.array([row[name] for row in collected], dtype=np.float64).reshape(len(collected), METRICS[name].width)
        for name in names
    }
