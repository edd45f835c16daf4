"""Agreement of two annotators: the metrics both ways, and Krippendorff's alpha, which allows for chance.

The units of alpha are the mentions that either annotator marked. To an annotator who did not mark a mention it is
an entity of its own, as an expression that is linked to nothing (Passonneau 2004); how often that is so,
the F1 of `mentions` says. Observed disagreement is the mean distance of the two values that a unit was given,
expected disagreement the mean distance of any two values, and alpha = 1 − observed / expected (Krippendorff 1980).

Three kinds of values:

- `entities`: the entity of a mention as a set of mentions, at Passonneau's distance: 0 if the two sets are the
  same, 1/3 if one lies within the other, 2/3 if they overlap, 1 if they are disjoint.
- `nominal`: the same sets, which are either the same or not (distance 0 or 1).
- `links`: a unit is a pair of mentions of one document, its value whether the two corefer.

No annotator can link mentions of different texts. So what is expected is computed for each document, and the mean
over documents, weighed by mentions, is taken; for one document this is Krippendorff's formula. (Values from all
documents in one pool would differ nearly always, and alpha would be close to the observed agreement.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefer.document import Document
from corefer.score.blanc import pairs as pairs_among
from corefer.score.matching import pair
from corefer.score.metric import Array, count
from corefer.score.report import Report, stack
from corefer.score.resampling import Statistics, percentiles, resamples
from corefer.score.scorer import score
from corefer.score.settings import Settings
from corefer.score.significance import LEVEL, SEED, Interval

Distance = Callable[[int, int, int], float]


def passonneau(shared: int, size: int, other: int) -> float:
    """The distance of two sets of these sizes that share so many members (Passonneau 2004)."""
    if shared == size == other:
        return 0.0
    if shared == 0:
        return 1.0
    return 1 / 3 if shared in (size, other) else 2 / 3


def nominal(shared: int, size: int, other: int) -> float:
    """0 for the same set, 1 for any other."""
    return 0.0 if shared == size == other else 1.0


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two annotators' entities over all mentions that either marked.

    `cells` lists the pairs of entities that share mentions: how many, and the sizes of the two.
    """

    mentions: int
    sizes: Sequence[int]
    other_sizes: Sequence[int]
    cells: Sequence[tuple[int, int, int]]


def overlap(one: Iterable[Iterable[int]], two: Iterable[Iterable[int]]) -> Overlap:
    """Lay one annotator's entities over the other's. A mention in several counts in the last, as for the metrics."""
    entity: dict[int, Hashable] = {mention: e for e, mentions in enumerate(one) for mention in mentions}
    other: dict[int, Hashable] = {mention: e for e, mentions in enumerate(two) for mention in mentions}
    together = Counter((entity.get(m, ("alone", m)), other.get(m, ("alone", m))) for m in entity.keys() | other.keys())
    sizes, other_sizes = Counter[Hashable](), Counter[Hashable]()
    for (e, o), shared in together.items():
        sizes[e] += shared
        other_sizes[o] += shared
    return Overlap(
        together.total(),
        list(sizes.values()),
        list(other_sizes.values()),
        [(shared, sizes[e], other_sizes[o]) for (e, o), shared in together.items()],
    )


# --- alpha: counts of a document, and alpha from sums of counts


@dataclass(frozen=True, slots=True)
class Alpha:
    """`count` gives a document's counts, which add up; `combine` turns (…, width) sums of them into alphas."""

    name: str
    title: str
    width: int
    count: Callable[[Overlap], tuple[float, ...]]
    combine: Callable[[Array], Array]


def _distances(overlap: Overlap, distance: Distance) -> tuple[float, float]:
    """The observed and the expected disagreement, summed over mentions.

    Of the n = 2 × mentions values, those of two entities are at distance 1 unless the entities share mentions;
    so it is their nearness that is summed, over equal entities (the two sums of squares) and over shared ones.
    """
    observed = sum(shared * distance(shared, size, other) for shared, size, other in overlap.cells)
    near: float = sum(size * size for size in (*overlap.sizes, *overlap.other_sizes))
    near += 2 * sum(size * other * (1 - distance(shared, size, other)) for shared, size, other in overlap.cells)
    n = 2 * overlap.mentions
    return observed, (n * n - near) / (n - 1) / 2 if n else 0.0


def _links(overlap: Overlap) -> tuple[float, float, float]:
    """Pairs of mentions that one annotator alone links, links of both annotators, and pairs."""
    links = sum(map(pairs_among, (*overlap.sizes, *overlap.other_sizes)))
    common = sum(pairs_among(shared) for shared, _, _ in overlap.cells)
    return links - 2 * common, links, pairs_among(overlap.mentions)


def _from_distances(sums: Array) -> Array:
    return _alpha(sums[..., 0], sums[..., 1])


def _from_links(sums: Array) -> Array:
    """With n values, of which l are links: expected = 2 l (n − l) / (n (n − 1))."""
    differing, links, units = sums[..., 0], sums[..., 1], sums[..., 2]
    values = 2 * units
    return _alpha(differing * (values - 1), links * (values - links))


def _alpha(observed: Array, expected: Array) -> Array:
    """1 − observed / expected; not a number where the annotators could not have disagreed."""
    quotient = np.divide(observed, expected, out=np.full_like(expected, np.nan), where=expected > 0)
    result: Array = 1 - quotient
    return result


ALPHAS: dict[str, Alpha] = {
    alpha.name: alpha
    for alpha in (
        Alpha("entities", "α (entities)", 2, lambda overlap: _distances(overlap, passonneau), _from_distances),
        Alpha("nominal", "α (nominal)", 2, lambda overlap: _distances(overlap, nominal), _from_distances),
        Alpha("links", "α (links)", 3, _links, _from_links),
    )
}


# --- agreement


@dataclass(slots=True)
class Agreement:
    """Two annotations of the same documents.

    `forward` scores the second against the first, `backward` the first against the second. Where mentions match
    exactly, one has the other's precision for recall and the F1 is the same; otherwise the mean of both stands.
    """

    forward: Report
    backward: Report
    counts: dict[str, tuple[Array, Array]]

    @property
    def documents(self) -> int:
        return len(self.forward.ids)

    def f1(self, metric: str) -> float:
        """The mean F1 of both directions, by a metric or by `conll`."""
        return float(self._f1(np.ones((1, self.documents)))[0, self._names.index(metric)])

    def alpha(self, name: str) -> float | None:
        """Krippendorff's alpha of this kind of values; None where the annotators had no room to disagree."""
        value = float(self._alpha(name, np.ones((1, self.documents)))[0])
        return None if np.isnan(value) else value

    def intervals(
        self, samples: int = 1000, level: float = LEVEL, seed: int = SEED
    ) -> dict[str, dict[str, Interval]] | None:
        """Percentile bootstrap intervals over documents of each F1 and alpha; None for fewer than two documents."""
        if self.documents < 2:
            return None
        weights = list(resamples(self.documents, samples, seed))
        f1 = np.concatenate([self._f1(block) for block in weights])
        alphas = {name: np.concatenate([self._alpha(name, block) for block in weights]) for name in self.counts}
        return {
            "f1": {name: _interval(f1[:, n], level) for n, name in enumerate(self._names)},
            "alpha": {name: _interval(drawn, level) for name, drawn in alphas.items() if self.alpha(name) is not None},
        }

    def as_dict(self, intervals: dict[str, dict[str, Interval]] | None = None) -> dict[str, Any]:
        """Scores in percent, unrounded; alphas as they are."""
        f1, alpha = (intervals["f1"], intervals["alpha"]) if intervals else ({}, {})
        return {
            "annotators": [self.backward.name, self.forward.name],
            "f1": {name: 100 * self.f1(name) for name in self._names},
            "alpha": {name: self.alpha(name) for name in self.counts},
            "intervals": {
                "f1": {name: [100 * low, 100 * high] for name, (low, high) in f1.items()},
                "alpha": {name: list(interval) for name, interval in alpha.items()},
            },
            "documents": self.documents,
            "signature": self.forward.signature(),
            "warnings": self.forward.warnings,
        }

    @property
    def _names(self) -> list[str]:
        return Statistics(self.forward).names

    def _f1(self, weights: Array) -> Array:
        """(samples, documents) weights as (samples, names) mean F1."""
        both = [Statistics(report) for report in (self.forward, self.backward)]
        forward, backward = (one.f1(one.scores(weights @ one.rows)) for one in both)
        return (forward + backward) / 2

    def _alpha(self, name: str, weights: Array) -> Array:
        forward, backward = (ALPHAS[name].combine(weights @ counts) for counts in self.counts[name])
        return (forward + backward) / 2


def _interval(drawn: Array, level: float) -> Interval:
    low, high = percentiles(drawn[~np.isnan(drawn)], level)
    return float(low), float(high)


def agreement(
    pairs: Iterable[tuple[Document, Document]],
    settings: Settings | None = None,
    metrics: Iterable[str] | None = None,
    names: tuple[str, str] = ("first", "second"),
) -> Agreement:
    """The agreement of two annotators, given each document as the one and the other annotated it."""
    forward, backward = (_Way(settings, metrics, name) for name in reversed(names))
    for first, second in pairs:
        forward.add(first, second)
        backward.add(second, first)
    counts = {alpha.name: (forward.counts(alpha), backward.counts(alpha)) for alpha in ALPHAS.values()}
    return Agreement(forward.finished(), backward.finished(), counts)


class _Way:
    """One annotator scored against the other, document by document."""

    def __init__(self, settings: Settings | None, metrics: Iterable[str] | None, name: str) -> None:
        self.report = score([], [], settings, metrics, name=name)
        self.rows: list[dict[str, tuple[float, ...]]] = []
        self.overlaps: list[Overlap] = []

    def add(self, key: Document, response: Document) -> None:
        matched = pair(key, response, self.report.settings)
        self.report.ids.append(key.id)
        self.report.genres.append(key.genre or "(none)")
        self.report.warnings += matched.warnings
        self.rows.append(count(matched, tuple(self.report.metrics)))
        self.overlaps.append(overlap(matched.key, matched.response))

    def counts(self, alpha: Alpha) -> Array:
        """The counts of an alpha as a matrix with a row a document."""
        return np.array([alpha.count(one) for one in self.overlaps], dtype=np.float64).reshape(-1, alpha.width)

    def finished(self) -> Report:
        self.report.counts = stack(self.rows, tuple(self.report.metrics))
        return self.report
