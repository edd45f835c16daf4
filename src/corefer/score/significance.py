"""How sure a score is, and whether two responses differ.

Intervals are percentile bootstrap intervals (Efron and Tibshirani 1993, chapter 13). Two responses are told
apart by approximate randomisation (Noreen 1989; Yeh 2000), which asks how often a difference so great arises
when documents change places between them, or by the paired bootstrap (Efron and Tibshirani 1993, chapter 16),
which asks how often the difference changes sign when documents are drawn again. Chance is never given as 0: the
observed arrangement is one of those counted (Phipson and Smyth 2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Any

import numpy as np

from corefer.document import CoreferError
from corefer.score.metric import Array
from corefer.score.multiple import holm, letters
from corefer.score.report import Report
from corefer.score.resampling import PARTS, Sampled, Statistics, Track, exchanges, percentiles, resamples
from corefer.score.settings import resampling

SEED = 1
LEVEL = 0.95
NO_INTERVAL = "no intervals and no tests: they resample documents, and need two or more"
ROUNDING = 1e-12  # scores nearer than this are the same
AT_ONCE = 1000  # exchanges of which all responses' sums are kept

Interval = tuple[float, float]
Pair = tuple[int, int]


class SignificanceTest(StrEnum):
    """How the p-value of a difference is found."""

    RANDOMISATION = "randomisation"
    BOOTSTRAP = "bootstrap"


# --- intervals


def intervals(
    report: Report, samples: int = 1000, level: float = LEVEL, seed: int = SEED, aggregation: str = "micro"
) -> dict[str, dict[str, Interval]] | None:
    """The interval of every score of a report, and of the CoNLL average (`conll`, which has an F1 only).

    None where there are fewer than two documents (`NO_INTERVAL` says why). Equal seeds give equal intervals.
    """
    if len(report.ids) < 2:
        return None
    statistics = Statistics(report, aggregation)
    blocks = resamples(len(report.ids), samples, seed)
    drawn = np.concatenate([statistics.scores(weights @ statistics.rows) for weights in blocks])
    bounds = np.stack(percentiles(drawn, level), axis=-1).tolist()
    found: dict[str, dict[str, Interval]] = {
        metric: {part: tuple(bound) for part, bound in zip(PARTS, of_metric, strict=True)}
        for metric, of_metric in zip(statistics.metrics, bounds, strict=True)
    }
    if statistics.has_conll:
        low, high = percentiles(statistics.f1(drawn)[:, -1], level)
        found["conll"] = {"f1": (float(low), float(high))}
    return found


# --- comparison


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much the F1 of `second` exceeds that of `first`, by one metric, and how likely chance does as much.

    `corrected` holds the p-values corrected over all differences of the comparison. Without tests, there is no
    interval and no p-value.
    """

    metric: str
    first: str
    second: str
    difference: float
    interval: Interval | None = None
    p: dict[SignificanceTest, float] = field(default_factory=dict)
    corrected: dict[SignificanceTest, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "first": self.first,
            "second": self.second,
            "difference": 100 * self.difference,
            "interval": _percent(self.interval),
            "p": {str(test): p for test, p in self.p.items()},
            "corrected": {str(test): p for test, p in self.corrected.items()},
        }


@dataclass(slots=True)
class Comparison:
    """Responses to one key: the F1 of each by each metric, and the differences between them.

    When all pairs were compared, `letters[metric]` has a string of letters for each response: those that share
    one do not differ significantly.
    """

    responses: list[str]
    scores: dict[str, list[float]]
    signatures: list[str]
    documents: int
    samples: int
    seed: int
    level: float
    differences: list[Difference] = field(default_factory=list)
    intervals: dict[str, list[Interval]] = field(default_factory=dict)
    letters: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Scores and differences in percent, unrounded; p-values as they are."""
        return {
            "responses": self.responses,
            "f1": {metric: [100 * score for score in scores] for metric, scores in self.scores.items()},
            "intervals": {metric: [_percent(interval) for interval in of] for metric, of in self.intervals.items()},
            "differences": [difference.as_dict() for difference in self.differences],
            "letters": self.letters,
            "documents": self.documents,
            "samples": self.samples,
            "seed": self.seed,
            "level": self.level,
            "signatures": self.signatures,
            "warnings": self.warnings,
        }


def _percent(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [100 * bound for bound in interval]


def compare(
    reports: Sequence[Report],
    baseline: int = 0,
    *,
    all_pairs: bool = False,
    tests: Iterable[SignificanceTest] = (SignificanceTest.RANDOMISATION,),
    samples: int = 10_000,
    level: float = LEVEL,
    seed: int = SEED,
    aggregation: str = "micro",
    track: Track = iter,
) -> Comparison:
    """Compare responses to one key: each with the baseline, or each with each.

    p-values are two-sided and corrected over metrics × pairs; where there is more than one test, the first
    decides the letters. `track` is handed the work to be done and hands it on (through a progress bar, say).
    """
    reports = _over_the_same_documents(reports)
    result = compare_samples(
        [Statistics(report, aggregation) for report in reports],
        _distinct([report.name for report in reports]),
        _pairs(len(reports), baseline, all_pairs),
        tests=tests,
        samples=samples,
        level=level,
        seed=seed,
        with_letters=all_pairs,
        track=track,
    )
    resampled = resampling(samples, seed) if result.documents > 1 else ""
    result.signatures = [report.signature(aggregation=aggregation, resampling=resampled) for report in reports]
    said = [f"{name}: {w}" for name, one in zip(result.responses, reports, strict=True) for w in one.warnings]
    result.warnings[:0] = said
    return result


def compare_samples(
    systems: Sequence[Sampled],
    names: list[str],
    pairs: Sequence[Pair],
    *,
    tests: Iterable[SignificanceTest] = (SignificanceTest.RANDOMISATION,),
    samples: int = 10_000,
    level: float = LEVEL,
    seed: int = SEED,
    with_letters: bool = False,
    each_name_alone: bool = False,
    track: Track = iter,
) -> Comparison:
    """Compare whatever can be resampled over the same documents; what `compare` does for reports.

    `each_name_alone` corrects p-values over the pairs by each measure, not over all measures together: for tables
    that ask many questions, each by a measure of its own.
    """
    result = Comparison(
        responses=names,
        scores=_observed(systems),
        signatures=[],
        documents=len(systems[0].rows),
        samples=samples,
        seed=seed,
        level=level,
    )
    result.differences = _untested(result, pairs)
    if result.documents < 2:
        result.warnings.append(NO_INTERVAL)
        return result
    drawn = _bootstrap(systems, samples, seed, track)
    result.intervals = {name: _bounds(drawn[..., n], level) for n, name in enumerate(result.scores)}
    p: dict[SignificanceTest, Array] = {}
    for test in tests:
        if test is SignificanceTest.BOOTSTRAP:
            p[test] = np.stack([_reversals(drawn[:, j] - drawn[:, i]) for i, j in pairs])
        else:
            p[test] = _randomise(systems, pairs, samples, seed, track)
    bounds = [bound for i, j in pairs for bound in _bounds(drawn[:, j] - drawn[:, i], level)]
    result.differences = _tested(result.differences, bounds, p, each_name_alone)
    if SignificanceTest.RANDOMISATION in p:
        result.warnings += _too_few(result.documents, 1 - level)
    if with_letters and p:
        result.letters = {name: _groups(result, name, pairs, next(iter(p))) for name in result.scores}
    return result


def _over_the_same_documents(reports: Sequence[Report]) -> list[Report]:
    """The reports with their documents in the order of the first; an error where they cannot be compared."""
    if len(reports) < 2:
        raise CoreferError("a comparison needs two responses or more (for two annotators, see `agreement`)")
    first = reports[0]
    if not first.ids or not first.metrics:
        raise CoreferError("there is nothing to compare: the reports have no documents or no metrics")
    for other in reports[1:]:
        both = f"{first.name} and {other.name}"
        if (other.settings, set(other.metrics)) != (first.settings, set(first.metrics)):
            ways = [report.signature("+".join(sorted(report.metrics))) for report in (first, other)]
            raise CoreferError(
                f"{both} were scored in different ways: {' and '.join(ways)} (score both in the same way)"
            )
        alone = sorted(set(first.ids) ^ set(other.ids))
        if alone:
            raise CoreferError(
                f"{both} were not scored over the same documents: {len(alone)} are in one report only, "
                f"among them {', '.join(alone[:3])} (score both against the same key)"
            )
    return [first, *(_in_order(report, first) for report in reports[1:])]


def _in_order(report: Report, model: Report) -> Report:
    """The report with documents and metrics in the order of another."""
    place = {id: row for row, id in enumerate(report.ids)}
    order = [place[id] for id in model.ids]
    return replace(report, ids=model.ids, counts={name: report.counts[name][order] for name in model.metrics}, pairs=[])


def _distinct(names: list[str]) -> list[str]:
    """The names, numbered where one comes again."""
    return [f"{name} ({names[:i].count(name) + 1})" if names.count(name) > 1 else name for i, name in enumerate(names)]


def _pairs(size: int, baseline: int, all_pairs: bool) -> list[Pair]:
    if all_pairs:
        return list(combinations(range(size), 2))
    baseline = range(size)[baseline]
    return [(baseline, other) for other in range(size) if other != baseline]


def _observed(systems: Sequence[Sampled]) -> dict[str, list[float]]:
    """The F1 of each response, by metric."""
    f1 = np.stack([system.values(system.rows.sum(axis=0)) for system in systems], axis=-1)
    return dict(zip(systems[0].names, f1.tolist(), strict=True))


def _untested(result: Comparison, pairs: Sequence[Pair]) -> list[Difference]:
    names = result.responses
    return [
        Difference(metric, names[i], names[j], scores[j] - scores[i])
        for i, j in pairs
        for metric, scores in result.scores.items()
    ]


# --- resampling


def _bootstrap(systems: Sequence[Sampled], samples: int, seed: int, track: Track) -> Array:
    """The F1 of every response on the same resamples: (samples, responses, names)."""
    blocks = resamples(len(systems[0].rows), samples, seed, track)
    return np.concatenate([np.stack([s.values(weights @ s.rows) for s in systems], axis=1) for weights in blocks])


def _bounds(drawn: Array, level: float) -> list[Interval]:
    """The intervals of values (samples, items)."""
    return [(float(low), float(high)) for low, high in zip(*percentiles(drawn, level), strict=True)]


def _reversals(spread: Array) -> Array:
    """The share of resamples in which a difference (samples, …) is gone or reversed, counted on both sides."""
    least = np.minimum((spread <= ROUNDING).sum(axis=0), (spread >= -ROUNDING).sum(axis=0))
    p: Array = np.minimum(1.0, 2 * (least + 1) / (len(spread) + 1))
    return p


def _randomise(systems: Sequence[Sampled], pairs: Sequence[Pair], samples: int, seed: int, track: Track) -> Array:
    """The share of exchanges after which two responses lie at least as far apart as they do: (pairs, names)."""
    documents = len(systems[0].rows)
    observed = list(_gaps(systems, pairs, np.zeros((1, documents))))
    reached = np.ones((len(pairs), len(systems[0].names)))
    own_seed = np.random.SeedSequence(seed).spawn(1)[0]
    for block in exchanges(documents, samples, own_seed, track):
        for tosses in np.array_split(block, -(-len(block) // AT_ONCE)):
            for n, gap in enumerate(_gaps(systems, pairs, tosses)):
                reached[n] += (gap >= observed[n] - ROUNDING).sum(axis=0)
    return reached / (samples + 1)


def _gaps(systems: Sequence[Sampled], pairs: Sequence[Pair], tosses: Array) -> Iterator[Array]:
    """How far the two of each pair lie apart after each exchange of documents: (exchanges, names)."""
    moved = [tosses @ system.rows for system in systems]
    kept = [system.rows.sum(axis=0) - away for system, away in zip(systems, moved, strict=True)]
    for i, j in pairs:
        yield np.abs(systems[i].values(kept[i] + moved[j]) - systems[j].values(kept[j] + moved[i]))


# --- results


def _tested(
    differences: Sequence[Difference],
    bounds: Sequence[Interval],
    p: dict[SignificanceTest, Array],
    each_name_alone: bool,
) -> list[Difference]:
    """The differences with their intervals and p-values, these also corrected (over all, or name by name)."""
    plain = {test: values.ravel().tolist() for test, values in p.items()}
    corrected = {
        test: np.stack([holm(column) for column in values.T.tolist()], axis=1).ravel().tolist()
        if each_name_alone
        else holm(plain[test])
        for test, values in p.items()
    }
    return [
        replace(
            difference,
            interval=bounds[n],
            p={test: values[n] for test, values in plain.items()},
            corrected={test: values[n] for test, values in corrected.items()},
        )
        for n, difference in enumerate(differences)
    ]


def _groups(result: Comparison, metric: str, pairs: Sequence[Pair], test: SignificanceTest) -> list[str]:
    """The letters of each response by one metric, `a` for the best."""
    scores = result.scores[metric]
    best_first = sorted(range(len(scores)), key=lambda i: -scores[i])
    rank = {response: place for place, response in enumerate(best_first)}
    found = [difference for difference in result.differences if difference.metric == metric]
    apart = [
        (rank[i], rank[j])
        for (i, j), difference in zip(pairs, found, strict=True)
        if difference.corrected[test] < 1 - result.level
    ]
    shown = letters(len(scores), apart)
    return [shown[rank[response]] for response in range(len(scores))]


def _too_few(documents: int, alpha: float) -> list[str]:
    """Of the 2ⁿ exchanges of n documents, the one observed and its mirror image always reach the difference."""
    least = 2 / 2**documents
    if least < alpha:
        return []
    return [f"with {documents} documents, randomisation cannot give a p-value below {least:g}"]
