"""Resolvers side by side: the same documents, parse and mentions, every measure, and which of them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import add
from typing import Any

import numpy as np

from corefer.disclose.disclosure import Disclosure, join
from corefer.document import CoreferError, Document
from corefer.experiment.measures import measures
from corefer.experiment.memory import megabytes
from corefer.experiment.running import METRICS, SINGLETONS, Outcome, Plan, outcomes
from corefer.experiment.systems import System
from corefer.resolve import scheme_of
from corefer.resolve.inputs import Source, given_input
from corefer.score.disciplines import Disciplines
from corefer.score.report import Report
from corefer.score.significance import SEED, Comparison, compare_samples
from corefer.version import __version__

SAMPLES = 10_000

Track = Callable[[Sequence[Any], str], Iterable[Any]]


def no_track(items: Sequence[Any], _label: str) -> Iterable[Any]:
    """Nobody watches."""
    return items


@dataclass(slots=True, frozen=True)
class Cost:
    """What a system took: seconds of the processor in deciding, and in all that leads from an analysed document to
    entities; megabytes that it needed for the longest document, None where that could not be known."""

    deciding: float
    total: float
    words: int
    megabytes: float | None = None

    @property
    def words_per_second(self) -> float:
        return self.words / self.total if self.total else 0.0

    def as_dict(self) -> dict[str, float | int | None]:
        return {
            "seconds": self.deciding,
            "seconds_with_discourse": self.total,
            "words": self.words,
            "words_per_second": self.words_per_second,
            "memory_mb": self.megabytes,
        }


@dataclass(slots=True)
class Resolvers:
    """What was compared and what came of it; `statistics` has the values, intervals and letters of every measure."""

    systems: list[System]
    attempts: list[list[str]]
    parse: Source
    mentions: Source
    statistics: Comparison
    reports: list[dict[str, Report]]
    disciplines: list[Disciplines]
    costs: list[Cost]
    disclosure: Disclosure | None
    corpus: str = ""
    warnings: list[str] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [system.name for system in self.systems]

    @property
    def signature(self) -> str:
        """How the numbers came about, in one line."""
        found = self.statistics
        resampled = [f"samples:{found.samples}", f"seed:{found.seed}"] if found.intervals else []
        names = next((system.names for system in self.systems if system.names), "")
        return "|".join(
            [
                "compare-resolvers",
                f"parse:{self.parse}",
                f"mentions:{self.mentions}",
                *([f"names:{names}"] if names else []),
                "match:exact",
                f"docs:{found.documents}",
                *resampled,
                f"version:{__version__}",
            ]
        )

    def value(self, system: int, measure: str) -> float:
        return self.statistics.scores[measure][system]

    def as_dict(self) -> dict[str, Any]:
        """Everything in percent, unrounded, but p-values, seconds and megabytes."""
        found = self.statistics
        return {
            "corpus": self.corpus,
            "documents": found.documents,
            "words": self.costs[0].words,
            "parse": str(self.parse),
            "mentions": str(self.mentions),
            "resolvers": {name: self._system(n) for n, name in enumerate(self.names)},
            "differences": [difference.as_dict() for difference in found.differences],
            "disclosure": None if self.disclosure is None else self.disclosure.as_dict(),
            "samples": found.samples,
            "seed": found.seed,
            "level": found.level,
            "signature": self.signature,
            "warnings": self.warnings,
        }

    def _system(self, number: int) -> dict[str, Any]:
        system = self.systems[number]
        return {
            "resolver": system.resolver,
            "options": system.options,
            "names": system.names or None,
            "attempts": self.attempts[number],
            **self.costs[number].as_dict(),
            "measures": {name: self._measure(name, number) for name in self.statistics.scores},
            "scores": {singletons: report.as_dict() for singletons, report in self.reports[number].items()},
            "disciplines": self.disciplines[number].as_dict(),
        }

    def _measure(self, name: str, number: int) -> dict[str, Any]:
        found = self.statistics
        interval = found.intervals[name][number] if found.intervals else None
        return {
            "value": 100 * found.scores[name][number],
            "interval": interval and [100 * bound for bound in interval],
            "letters": found.letters[name][number] if found.letters else None,
        }


def compare_resolvers(
    keys: Sequence[Document],
    systems: Sequence[System],
    *,
    parse: Source = Source.GOLD,
    mentions: Source = Source.GOLD,
    corpus: str = "",
    samples: int = SAMPLES,
    seed: int = SEED,
    workers: int = 1,
    with_memory: bool = True,
    track: Track = no_track,
) -> Resolvers:
    """Let every system resolve every document, and measure each by everything.

    Letters tell which systems differ by a measure: approximate randomisation of each two, corrected over the pairs by
    that measure (Holm). `track` is handed the work to be done and a word for it, and hands the work on.
    """
    if not systems:
        raise CoreferError("there is no resolver to be compared")
    check_keys(keys)
    plan = Plan(tuple(systems), parse, mentions)
    found = [outcome for _, outcome in zip(track(keys, "resolving"), outcomes(keys, plan, workers), strict=True)]
    memory: list[float | None] = [None] * len(systems)
    if with_memory:
        longest = max(keys, key=lambda key: len(key.tokens))
        scheme = scheme_of(longest)
        memory = megabytes(systems, given_input(longest, parse, mentions, scheme), scheme, workers)
    pairs = list(combinations(range(len(systems)), 2))
    statistics = compare_samples(
        measures(found),
        [system.name for system in systems],
        pairs,
        samples=samples,
        seed=seed,
        with_letters=True,
        each_name_alone=True,
        track=lambda blocks: track(blocks, "resampling"),
    )
    return Resolvers(
        systems=list(systems),
        attempts=[sorted(system.make().covers) for system in systems],
        parse=parse,
        mentions=mentions,
        statistics=statistics,
        reports=[
            {singletons: _report(found, n, system.name, singletons) for singletons in SINGLETONS}
            for n, system in enumerate(systems)
        ],
        disciplines=[reduce(add, (o.results[n].disciplines for o in found)) for n in range(len(systems))],
        costs=[_cost(found, n, used) for n, used in enumerate(memory)],
        disclosure=join([outcome.disclosure for outcome in found if outcome.disclosure is not None], corpus),
        corpus=corpus,
        warnings=[*statistics.warnings, *_unparsed(keys)],
    )


def check_keys(keys: Sequence[Document]) -> None:
    """An error where there is nothing to resolve, or nothing to score by."""
    if not keys:
        raise CoreferError("there are no documents to resolve")
    silent = [key.id for key in keys if not key.mentions]
    if silent:
        raise CoreferError(
            f"{len(silent)} of {len(keys)} documents have no coreference to score against, among them {silent[0]} "
            "(leave them out)"
        )
    ids = [key.id for key in keys]
    twice = next((id for n, id in enumerate(ids) if id in ids[:n]), None) if len(set(ids)) < len(ids) else None
    if twice is not None:
        raise CoreferError(f"two documents have the id {twice} (give each its own)")


def _unparsed(keys: Sequence[Document]) -> list[str]:
    without = [key.id for key in keys if not key.is_parsed]
    if not without:
        return []
    return [
        f"{len(without)} of {len(keys)} keys have no parse ({without[0]}, …): pleonastic and bound pronouns and events "
        "are not found in them for the disclosure, unless annotated"
    ]


def _report(found: Sequence[Outcome], number: int, name: str, singletons: str) -> Report:
    report = Report(SINGLETONS[singletons], __version__, name)
    report.ids, report.genres = [o.id for o in found], [o.genre for o in found]
    report.counts = {
        metric: np.array([o.results[number].counts[singletons][metric] for o in found], dtype=np.float64)
        for metric in METRICS
    }
    return report


def _cost(found: Sequence[Outcome], number: int, used: float | None) -> Cost:
    results = [outcome.results[number] for outcome in found]
    deciding = sum(result.deciding for result in results)
    return Cost(deciding, deciding + sum(r.preparing for r in results), sum(o.words for o in found), used)
