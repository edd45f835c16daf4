"""Systems scored by every metric: over all texts with intervals, by domain, and against each other.

Tables 1 to 4 are made of this. Intervals come from a bootstrap over texts, whose references are no independent draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from corefer.document import CoreferError
from corefer.grec.answers import Answers
from corefer.grec.metrics import METRICS
from corefer.grec.metrics.accuracy import hits, same_string, same_type
from corefer.grec.pairing import Pair, keys, pairs
from corefer.grec.statistics import Anova, Correlation, anova, correlations, homogeneous_subsets
from corefer.score.resampling import percentiles, resamples
from corefer.score.significance import LEVEL
from corefer.version import __version__

CHAIN = 2  # references that can be resolved to each other
TESTED = {"type_accuracy": same_type, "string_accuracy": same_string}

Interval = tuple[float, float]


@dataclass(slots=True, frozen=True)
class Part:
    """Scores of some texts by every metric."""

    texts: int
    references: int
    scores: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        return {"texts": self.texts, "references": self.references, **self.scores}


@dataclass(slots=True, frozen=True)
class System:
    """A system's scores, the interval of each where there are texts enough, and its scores by domain.

    `hits` has a 1 or 0 for each reference, by accuracy; `texts` says how the system calls the key's texts that have
    references enough to make a chain.
    """

    name: str
    whole: Part
    intervals: dict[str, Interval]
    domains: dict[str, Part]
    further: dict[str, float]
    hits: dict[str, list[int]]
    texts: dict[str, str]

    def as_dict(self) -> dict[str, Any]:
        return {
            **self.whole.as_dict(),
            **self.further,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "domains": {domain: part.as_dict() for domain, part in self.domains.items()},
        }


@dataclass(slots=True, frozen=True)
class Scores:
    """Several systems over one key, best type accuracy first."""

    systems: list[System]
    versions: int
    samples: int
    seed: int
    anova: dict[str, Anova] = field(default_factory=dict)
    letters: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def domains(self) -> list[str]:
        return list(self.systems[0].domains)

    def ranked(self, metric: str) -> list[System]:
        """The systems, the best by that metric first."""
        sign = 1 if METRICS[metric].less_is_better else -1
        return sorted(self.systems, key=lambda system: sign * system.whole.scores[metric])

    def correlations(self) -> list[Correlation]:
        """Between every two metrics, over the systems (section 6.2)."""
        return correlations({name: [system.whole.scores[name] for system in self.systems] for name in METRICS})

    @property
    def signature(self) -> str:
        """How the numbers came about, in a line."""
        whole = self.systems[0].whole
        return (
            f"grec|texts:{whole.texts}|references:{whole.references}|versions:{self.versions}|case:folded|"
            f"samples:{self.samples}|seed:{self.seed}|version:{__version__}"
        )

    def as_dict(self) -> dict[str, Any]:
        return {
            "systems": {system.name: self._with_letters(system) for system in self.systems},
            "anova": {name: found.as_dict() for name, found in self.anova.items()},
            "correlations": [[c.first, c.second, c.r, c.p] for c in self.correlations()],
            "signature": self.signature,
        }

    def _with_letters(self, system: System) -> dict[str, Any]:
        found = {metric: of_systems[system.name] for metric, of_systems in self.letters.items()}
        return system.as_dict() | ({"letters": found} if found else {})


def score(
    key: Iterable[Answers], systems: Mapping[str, Iterable[Answers]], *, samples: int = 1000, seed: int = 1
) -> Scores:
    """Score the answers of each system against the key's texts, in as many versions as the key has them."""
    return compare(paired(key, systems), samples=samples, seed=seed)


def paired(key: Iterable[Answers], systems: Mapping[str, Iterable[Answers]]) -> dict[str, list[Pair]]:
    """The answers of each system, each with its text of the key."""
    texts = keys(key)
    if not texts:
        raise CoreferError("there is no text in the key")
    return {name: pairs(texts, answers, name) for name, answers in systems.items()}


def first_versions(systems: Mapping[str, Sequence[Pair]]) -> dict[str, list[Pair]]:
    """The same by the first version of each text alone: a single-RE test set (section 3)."""
    return {name: [replace(p, versions=p.versions[:1]) for p in found] for name, found in systems.items()}


def compare(systems: Mapping[str, Sequence[Pair]], *, samples: int = 1000, seed: int = 1) -> Scores:
    """Score systems by their pairs, and test whether they differ."""
    scored = [score_system(name, found, samples, seed) for name, found in systems.items()]
    versions = max(len(pair.versions) for found in systems.values() for pair in found)
    result = Scores(scored, versions, samples, seed)
    if len(scored) > 1:
        for metric in TESTED:
            groups = [system.hits[metric] for system in scored]
            result.anova[metric] = anova(groups)
            subsets = homogeneous_subsets(groups)
            result.letters[metric] = {system.name: found for system, found in zip(scored, subsets, strict=True)}
    result.systems.sort(key=lambda system: -system.whole.scores["type_accuracy"])
    return result


def score_system(name: str, found: Sequence[Pair], samples: int = 1000, seed: int = 1) -> System:
    """The scores of one system's answers."""
    if not any(pair.references for pair in found):
        raise CoreferError(f"{name}: none of the texts has a reference to score")
    measured = {metric: METRICS[metric].measure(found) for metric in METRICS}
    whole = {name: METRICS[name].total(one, len(found)) for name, one in measured.items()}
    intervals = {}
    if len(found) > 1 and samples:
        weights = np.concatenate(list(resamples(len(found), samples, seed)))
        for metric, one in measured.items():
            low, high = percentiles(METRICS[metric].scale * one.scores(weights), LEVEL)
            intervals[metric] = (float(low), float(high))
    return System(
        name,
        Part(len(found), sum(pair.references for pair in found), whole),
        intervals,
        _by_domain(found),
        {f"{metric}_{part}": value for metric, one in measured.items() for part, value in one.further().items()},
        {metric: [hit for pair in found for hit in hits(pair, same)] for metric, same in TESTED.items()},
        {pair.text: pair.name for pair in found if pair.references >= CHAIN},
    )


def _by_domain(found: Sequence[Pair]) -> dict[str, Part]:
    """The scores of each domain's texts; of texts without a reference there is nothing to tell."""
    groups: dict[str, list[Pair]] = {}
    for pair in found:
        if pair.references:
            groups.setdefault(pair.domain, []).append(pair)
    return {domain: _part(groups[domain]) for domain in sorted(groups)}


def _part(found: Sequence[Pair]) -> Part:
    scores = {name: metric.score(found) for name, metric in METRICS.items()}
    return Part(len(found), sum(pair.references for pair in found), scores)
