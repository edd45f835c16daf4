"""What each preference is worth: the experiments of Table 3 (Stuckardt 2001, section 6.4) on any corpus, and a sixth.

Experiments switch factors off: syntactic parallelism (1), the subject and the hierarchy of roles (2), both (3),
sentence recency (4), the penalty of cataphora (5). The sixth moves the threshold below which a doubtful attachment cuts
a parse into fragments, from trusting the tree to trusting nothing; it needs our own parse, which knows its doubts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from corefer.document import CoreferError, Document
from corefer.experiment.comparison import SAMPLES, Track, check_keys, no_track
from corefer.experiment.measures import measures
from corefer.experiment.running import Plan, outcomes
from corefer.experiment.systems import System
from corefer.experiment.weights import profile_of, with_profile
from corefer.resolve.inputs import Source
from corefer.resolve.rosana.profile import Factor, Profile
from corefer.score.significance import SEED, Comparison, SignificanceTest, compare_samples
from corefer.version import __version__

ORIGINAL = "original"
_HIERARCHY = (Factor.SUP, Factor.DOP, Factor.IOP, Factor.APP)
TABLE_3: tuple[tuple[str, str, tuple[Factor, ...]], ...] = (
    ("1", "−SYR", (Factor.SYR,)),
    ("2", "−SUP, hierarchy", _HIERARCHY),
    ("3", "−SYR, −SUP, hierarchy", (Factor.SYR, *_HIERARCHY)),
    ("4", "−SDM", (Factor.SDM,)),
    ("5", "−KAM", (Factor.KAM,)),
)
THRESHOLDS = (0.0, 0.25, 0.5, 0.75, 0.9, 0.97, 1.0)
# The columns of Table 3, and which measures they are here; the paper's figures for PER3 and POS3 are precision.
COLUMNS = {
    "Pco": "classes.precision",
    "Rco": "classes.recall",
    "Pna": "anchors.all.precision",
    "Rna": "anchors.all.recall",
    "PER3": "antecedents.PER3.precision",
    "POS3": "antecedents.POS3.precision",
}


@dataclass(slots=True, frozen=True)
class Experiment:
    """A row of the table: what is switched off, or where the threshold lies."""

    number: str
    title: str
    off: tuple[Factor, ...] = ()
    threshold: float | None = None

    def changed(self, profile: Profile) -> Profile:
        if self.threshold is not None:
            return replace(profile, threshold=self.threshold)
        return profile.without(self.off)


@dataclass(slots=True)
class Ablation:
    """The experiments, and their measures; the first is the resolver as it is, with which all others are compared."""

    system: System
    profile: Profile
    parse: Source
    mentions: Source
    experiments: list[Experiment]
    statistics: Comparison
    words: int
    corpus: str = ""
    warnings: list[str] = field(default_factory=list)

    @property
    def columns(self) -> dict[str, str]:
        """The table's columns for which the corpus has anything."""
        return {name: measure for name, measure in COLUMNS.items() if measure in self.statistics.scores}

    @property
    def signature(self) -> str:
        """How the numbers came about, in one line."""
        found = self.statistics
        resampled = [f"samples:{found.samples}", f"seed:{found.seed}"] if found.intervals else []
        given = [f"profile:{self.profile.name}", f"parse:{self.parse}", f"mentions:{self.mentions}"]
        return "|".join(
            ["ablate", *given, "match:exact", f"docs:{found.documents}", *resampled, f"version:{__version__}"]
        )

    def as_dict(self) -> dict[str, Any]:
        """Figures and differences in percent, unrounded."""
        found = self.statistics
        return {
            "resolver": self.system.resolver,
            "profile": self.profile.name,
            "corpus": self.corpus,
            "documents": found.documents,
            "words": self.words,
            "parse": str(self.parse),
            "mentions": str(self.mentions),
            "experiments": [
                {
                    "experiment": one.number,
                    "title": one.title,
                    "off": [str(factor) for factor in one.off],
                    "threshold": self.profile.threshold if one.threshold is None else one.threshold,
                    "measures": {name: self._measure(name, n) for name in self.columns},
                }
                for n, one in enumerate(self.experiments)
            ],
            "samples": found.samples,
            "seed": found.seed,
            "level": found.level,
            "signature": self.signature,
            "warnings": self.warnings,
        }

    def _measure(self, column: str, number: int) -> dict[str, Any]:
        found, measure = self.statistics, COLUMNS[column]
        interval = found.intervals[measure][number] if found.intervals else None
        value: dict[str, Any] = {
            "value": 100 * found.scores[measure][number],
            "interval": interval and [100 * bound for bound in interval],
        }
        if number:
            difference = self.difference(column, number).as_dict()
            value["difference"] = difference["difference"]
            value["difference_interval"] = difference["interval"]
            value["p"] = difference["corrected"].get(str(SignificanceTest.RANDOMISATION))
        return value

    def difference(self, column: str, number: int) -> Any:
        """By how much an experiment exceeds the original."""
        title = self.statistics.responses[number]
        return next(d for d in self.statistics.differences if d.metric == COLUMNS[column] and d.second == title)


def ablate(
    keys: Sequence[Document],
    system: System,
    *,
    parse: Source = Source.OWN,
    mentions: Source = Source.OWN,
    corpus: str = "",
    samples: int = SAMPLES,
    seed: int = SEED,
    workers: int = 1,
    track: Track = no_track,
) -> Ablation:
    """Resolve the documents once for each experiment, and compare each with the resolver as it is."""
    check_keys(keys)
    profile = profile_of(system)
    if not isinstance(profile, Profile):
        raise CoreferError(f"{system.resolver} does not have the factors of Table 3 (ablate rosana)")
    experiments = list(planned(profile, parse))
    variants = tuple(with_profile(system, one.changed(profile), one.title) for one in experiments)
    plan = Plan(variants, parse, mentions, disclose=False)
    found = [o for _, o in zip(track(keys, "resolving"), outcomes(keys, plan, workers), strict=True)]
    statistics = compare_samples(
        measures(found),
        [one.title for one in experiments],
        [(0, n) for n in range(1, len(experiments))],
        samples=samples,
        seed=seed,
        each_name_alone=True,
        track=lambda blocks: track(blocks, "resampling"),
    )
    words = sum(outcome.words for outcome in found)
    return Ablation(system, profile, parse, mentions, experiments, statistics, words, corpus, list(statistics.warnings))


def planned(profile: Profile, parse: Source) -> list[Experiment]:
    """The resolver as it is, Table 3's experiments, and the thresholds where the parse knows its doubts."""
    rows = [Experiment("", ORIGINAL), *(Experiment(number, title, off) for number, title, off in TABLE_3)]
    if parse is Source.OWN:
        others = (value for value in THRESHOLDS if value != profile.threshold)
        rows += [Experiment("6", f"threshold {value:g}", threshold=value) for value in others]
    return rows
