"""Tuning a resolver's weights on a corpus (Stuckardt 2001, sections 4.5 and 6.4), and knowing what that is worth.

Every type of anaphor is tuned by itself. Cross-validation tells what to expect of new texts: each fold of documents is
resolved, by the resolver itself, with weights that were found without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np

from corefer.document import CoreferError, Document
from corefer.document.anaphors import AnaphorType
from corefer.experiment.cases import Collector, Material, together
from corefer.experiment.comparison import SAMPLES, Track, no_track
from corefer.experiment.measures import measures
from corefer.experiment.optimise import CAUTION, likeliest, right_anchors, right_antecedents, search
from corefer.experiment.running import Outcome, Plan, outcomes, spread
from corefer.experiment.systems import System
from corefer.experiment.weights import Profile, profile_of, with_profile
from corefer.resolve.inputs import Source
from corefer.score.significance import SEED, Comparison, compare_samples

FEWEST = 20  # anaphors of a type that weights can be found from
BEFORE, HELD_OUT, AFTER = "before", "held out", "after"


class Goal(StrEnum):
    """What weights are tuned for: the immediate antecedent, or the non-pronominal anchor."""

    ANTECEDENTS = "antecedents"
    ANCHORS = "anchors"


@dataclass(slots=True, frozen=True)
class Settings:
    """How to tune."""

    goal: Goal = Goal.ANTECEDENTS
    folds: int = 5
    seed: int = SEED
    samples: int = SAMPLES
    parse: Source = Source.GOLD
    mentions: Source = Source.GOLD
    workers: int = 1
    caution: float = CAUTION
    others: float = 0.2  # how much an anaphor of the further documents counts


@dataclass(slots=True)
class Tuned:
    """The profile found, and the measures of the resolver before, with weights found without the text, and after."""

    before: Profile
    profile: Profile
    settings: Settings
    anaphors: dict[AnaphorType, int]
    statistics: Comparison
    documents: int
    genre: str = ""
    warnings: list[str] = field(default_factory=list)

    @property
    def measured(self) -> list[str]:
        """The measures of the goal, for the types that were tuned and for all anaphors together."""
        rows = [*(str(kind) for kind in self.anaphors), "all"]
        names = [f"{self.settings.goal}.{row}.precision" for row in rows]
        return [name for name in names if name in self.statistics.scores]

    def as_dict(self) -> dict[str, Any]:
        """Figures in percent, unrounded."""
        found = self.statistics
        figures: dict[str, Any] = {}
        for name in self.measured:
            values = {
                label: {"value": 100 * value, "interval": _percent(found.intervals, name, n)}
                for n, (label, value) in enumerate(zip(found.responses, found.scores[name], strict=True))
            }
            held_out = next(d for d in found.differences if d.metric == name and d.second == HELD_OUT)
            figures[name] = {**values, "gain": held_out.as_dict()}
        return {
            "for": str(self.settings.goal),
            "documents": self.documents,
            "genre": self.genre or None,
            "folds": self.settings.folds,
            "seed": self.settings.seed,
            "caution": self.settings.caution,
            "parse": str(self.settings.parse),
            "mentions": str(self.settings.mentions),
            "anaphors": {str(kind): number for kind, number in self.anaphors.items()},
            "figures": figures,
            "weights": {
                str(kind): {
                    str(factor): {"before": self.before.weights[kind].get(factor, 0.0), "after": weight}
                    for factor, weight in self.profile.weights[kind].items()
                }
                for kind in self.anaphors
            },
            "warnings": self.warnings,
        }


def _percent(intervals: dict[str, list[tuple[float, float]]], name: str, n: int) -> list[float] | None:
    return [100 * bound for bound in intervals[name][n]] if name in intervals else None


def tune(
    keys: Sequence[Document],
    system: System,
    settings: Settings | None = None,
    *,
    name: str = "tuned",
    description: str = "",
    genre: str = "",
    others: Sequence[Document] = (),
    track: Track = no_track,
) -> Tuned:
    """Find the weights of a resolver's profile that do best on these documents, and cross-validate.

    `others` are further documents, of other genres say: what is learned from them counts less, and nothing is measured
    on them. So a genre of few documents departs from what is common only where it has reason to.

    Equal seeds give equal weights, whatever the number of workers.
    """
    settings = settings or Settings()
    if len(keys) < settings.folds:
        fewer = f", or --folds {len(keys)}" if len(keys) > 1 else ""
        raise CoreferError(f"{len(keys)} document(s) cannot be cut into {settings.folds} folds (give more{fewer})")
    before = profile_of(system)
    collector = Collector(system, settings.parse, settings.mentions)
    every = [*keys, *others]
    work = spread(collector.collect, every, settings.workers)
    collected = [found for _, found in zip(track(every, "collecting candidates"), work, strict=True)]
    materials, further = collected[: len(keys)], collected[len(keys) :]
    fold_of = _folds(len(keys), settings)
    parts = [[m for m, own in zip(materials, fold_of, strict=True) if own != fold] for fold in range(settings.folds)]
    jobs = [_Job(part, further, settings) for part in (*parts, materials)]
    kinds = _kinds(materials)
    if not kinds:
        raise CoreferError(f"no type of anaphor has {FEWEST} cases to learn from (give more documents)")
    tasks = [(n, kind) for n in range(len(jobs)) for kind in kinds]
    found: list[dict[AnaphorType, dict[Any, float]]] = [{} for _ in jobs]
    searched = spread(partial(_solve, jobs, before), tasks, settings.workers)
    for (n, kind), weights in zip(track(tasks, "searching weights"), searched, strict=True):
        found[n][kind] = weights
    profiles = [before.with_weights(weights) for weights in found]
    statistics = _measured(keys, system, [before, *profiles], fold_of, settings, track)
    final = profiles[-1].named(name, description or before.description)
    counts = {kind: sum(len(m.cases[kind]) for m in materials if kind in m.cases) for kind in kinds}
    return Tuned(before, final, settings, counts, statistics, len(keys), genre, list(statistics.warnings))


def _folds(documents: int, settings: Settings) -> list[int]:
    """The fold of each document, by a seeded shuffle."""
    order = np.random.default_rng(settings.seed).permutation(documents).tolist()
    fold_of = [0] * documents
    for place, document in enumerate(order):
        fold_of[document] = place % settings.folds
    return fold_of


def _kinds(materials: Sequence[Material]) -> list[AnaphorType]:
    sizes: dict[AnaphorType, int] = {}
    for material in materials:
        for kind, cases in material.cases.items():
            sizes[kind] = sizes.get(kind, 0) + len(cases)
    return sorted(kind for kind, size in sizes.items() if size >= FEWEST)


# --- searching


@dataclass(slots=True)
class _Job:
    """What one profile is found from."""

    materials: list[Material]
    further: list[Material]
    settings: Settings

    def together(self) -> Material:
        counts = [1.0] * len(self.materials) + [self.settings.others] * len(self.further)
        return together([*self.materials, *self.further], counts)


def _solve(jobs: Sequence[_Job], before: Profile, task: tuple[int, AnaphorType]) -> dict[Any, float]:
    """The best weights for one type of anaphor; those that come out as 0 stay away."""
    number, kind = task
    job = jobs[number]
    material = job.together()
    row = before.weights[kind]
    if kind not in material.cases:
        return dict(row)
    cases = material.cases[kind]
    judge: Callable[..., Any] = partial(right_antecedents, cases)
    if job.settings.goal is Goal.ANCHORS:
        judge = partial(right_anchors, cases, material.mentions)
    start = [row.get(factor, 0.0) for factor in before.factors]
    likely = likeliest(cases, start, before.scale, job.settings.caution)
    best = search(judge, likely, job.settings.seed, job.settings.caution)
    well = judge(np.array([start, best]).T)
    weights = best if well[1] > well[0] else start
    return {factor: w for factor, w in zip(before.factors, weights, strict=True) if w or factor in row}


# --- measuring


def _measured(
    keys: Sequence[Document],
    system: System,
    profiles: Sequence[Profile],
    fold_of: Sequence[int],
    settings: Settings,
    track: Track,
) -> Comparison:
    """The resolver itself with each profile; a document's held-out figures are with the profile found without it."""
    systems = tuple(with_profile(system, profile, f"{n}") for n, profile in enumerate(profiles))
    plan = Plan(systems, settings.parse, settings.mentions, disclose=False)
    found = outcomes(keys, plan, settings.workers)
    picked = []
    for (_, outcome), fold in zip(zip(track(keys, "resolving"), found, strict=True), fold_of, strict=True):
        picked.append(_picked(outcome, [0, fold + 1, len(profiles) - 1]))
    return compare_samples(
        measures(picked),
        [BEFORE, HELD_OUT, AFTER],
        [(0, 1), (0, 2)],
        samples=settings.samples,
        seed=settings.seed,
        each_name_alone=True,
        track=lambda blocks: track(blocks, "resampling"),
    )


def _picked(outcome: Outcome, chosen: Sequence[int]) -> Outcome:
    return replace(outcome, results=[outcome.results[n] for n in chosen])
