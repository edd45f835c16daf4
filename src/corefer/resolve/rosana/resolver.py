"""ROSANA: robust, syntax-based resolution of anaphors on fragmentary parses (Stuckardt 2001, Figure 4)."""

from __future__ import annotations

import math
import os
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from corefer.document import Candidate, Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, View
from corefer.resolve.resolver import EVERYTHING
from corefer.resolve.rosana.classes import Classes
from corefer.resolve.rosana.congruence import clash, reflexive_clash
from corefer.resolve.rosana.names import name_antecedents
from corefer.resolve.rosana.nominals import nominal_antecedents
from corefer.resolve.rosana.occurrences import Occurrences
from corefer.resolve.rosana.profile import Factor, Profile, load
from corefer.resolve.rosana.salience import Surroundings, plausibility, values
from corefer.resolve.rosana.speakers import speaker_antecedents
from corefer.resolve.rosana.structure import settled
from corefer.resolve.rosana.verdicts import BOUND, verdict
from corefer.syntax import Syntax
from corefer.syntax.pleonastic import pleonastic

NAME = "rosana"
WINDOW = 4  # sentences back
MOST = 80  # candidates
PLEONASTIC = 0.5
# How often what needs no salience was right on GUM's training part.
CONFIDENCE = {
    "relative pronoun": 0.98,
    "emphatic reflexive": 0.9,
    "apposition": 0.83,
    "predicate nominal": 0.73,
    "same name": 0.92,
    "surname": 0.75,
    "given name": 0.75,
    "short name": 0.9,
    "initials": 0.85,
    "same words": 0.75,
    "same head": 0.75,
    "same speaker": 0.92,
    "speaker": 0.9,
    "addressee": 0.7,
    "other speaker": 0.73,
}
_BY_SALIENCE = frozenset((AnaphorType.PER3, AnaphorType.POS3, AnaphorType.REFL, AnaphorType.DEM))


Excluded = tuple[View, str, bool]  # a candidate, the rule that excluded it, and whether that is certain


@dataclass(slots=True, eq=False)
class Choice:
    """A candidate that was admitted for an anaphor, with its plausibility."""

    gamma: View
    score: float
    certain: bool
    factors: list[tuple[Factor, float]] = field(default_factory=list)


class Rosana:
    """The resolver; `explain` keeps all candidates of each decision with what excluded or ranked them."""

    def __init__(self, profile: str | os.PathLike[str] | Profile | None = None, *, explain: bool = False) -> None:
        self.profile = load(profile)
        self.explain = explain

    @property
    def name(self) -> str:
        return NAME

    @property
    def covers(self) -> frozenset[AnaphorType]:
        return EVERYTHING

    def decide(self, discourse: Discourse) -> list[Decision]:
        """One decision for each anaphor, in document order."""
        return _Run(discourse, self.profile, self.explain).decisions()

    def candidates(self, discourse: Discourse) -> list[tuple[View, list[Choice]]]:
        """What salience has to decide on: the anaphors with their admitted candidates; weights are tuned on these."""
        run = _Run(discourse, self.profile, explain=False)
        run.prepare()
        return list(run.candidates())


class _Run:
    """The resolution of one discourse."""

    def __init__(self, discourse: Discourse, profile: Profile, explain: bool) -> None:
        self.discourse, self.profile, self.explain = discourse, profile, explain
        self.syntax = Syntax(discourse.document, profile.threshold)
        self.occurrences = Occurrences(discourse, self.syntax)
        self.around = Surroundings(discourse)
        self.classes = Classes(discourse.views)
        self.starts = [view.start for view in discourse.views]
        self.decided: dict[int, Decision] = {}
        self.fixed: set[int] = set()
        self.excluded: dict[int, list[Excluded]] = {}

    def decisions(self) -> list[Decision]:
        self.prepare()
        self._select_by_salience()
        return [self.decided[index] for index in sorted(self.decided)]

    def prepare(self) -> None:
        """What needs no salience: structure, names and noun phrases, speakers; their features then hold for classes."""
        for alpha, gamma, reason in settled(self.discourse):
            self.fixed.add(alpha.index)
            self._take(alpha, gamma, reason)
        found = (
            *name_antecedents(self.discourse),
            *nominal_antecedents(self.discourse),
            *speaker_antecedents(self.discourse),
        )
        for alpha, gamma, reason in found:
            if alpha.index not in self.decided:
                self._take(alpha, gamma, reason)

    def _take(
        self,
        alpha: View,
        gamma: View | None,
        *reasons: str,
        confidence: float | None = None,
        candidates: tuple[Candidate, ...] = (),
    ) -> None:
        antecedent = gamma.mention if gamma is not None else None
        if confidence is None and reasons:
            confidence = CONFIDENCE.get(reasons[0])
        self.decided[alpha.index] = Decision(alpha.mention, antecedent, NAME, confidence, reasons, candidates)
        if gamma is not None:
            self.classes.join(gamma, alpha)

    # --- steps 1 and 2

    def _select_by_salience(self) -> None:
        """Steps 2b, 2c and 3: the anaphors by the plausibility of their best candidates."""
        waiting = [(choices[0].score if choices else 0.0, alpha, choices) for alpha, choices in self.candidates()]
        waiting.sort(key=lambda item: (-item[0], item[1].index))
        for _, alpha, choices in waiting:
            self._select(alpha, choices)

    def candidates(self) -> Iterator[tuple[View, list[Choice]]]:
        """The anaphors that nothing has decided yet, with their admitted candidates, the most plausible first."""
        for alpha in self.discourse.views:
            if alpha.kind in _BY_SALIENCE and alpha.index not in self.decided and not self._is_pleonastic(alpha):
                yield alpha, sorted(self._admitted(alpha), key=lambda c: (-c.score, -c.gamma.start))

    def _is_pleonastic(self, alpha: View) -> bool:
        if alpha.form != "it":
            return False
        return alpha.expletive > PLEONASTIC or bool(pleonastic(self.syntax.words, alpha.head))

    def _candidates(self, alpha: View) -> list[View]:
        table = self.discourse.document.sentences.table
        window = 0 if alpha.kind is AnaphorType.REFL else WINDOW
        first = table.starts[max(0, alpha.sentence - window)]
        low = bisect_left(self.starts, first)
        high = bisect_left(self.starts, table.ends[alpha.sentence])
        return [v for v in self.discourse.views[max(low, high - MOST) : high] if v.index != alpha.index]

    def _admitted(self, alpha: View) -> list[Choice]:
        """Steps 1 and 2a. A reflexive that nothing binds is taken to be exempt, as in `a picture of herself`."""
        found = self._filtered(alpha, constructive=True)
        if not found and alpha.kind is AnaphorType.REFL:
            return self._filtered(alpha, constructive=False)
        return found

    def _filtered(self, alpha: View, *, constructive: bool) -> list[Choice]:
        choices: list[Choice] = []
        excluded: list[Excluded] = []
        weights = self.profile.of(alpha.kind)
        for gamma in self._candidates(alpha):
            rule, certain = self._agrees(alpha, gamma), True
            if not rule and gamma.sentence == alpha.sentence:
                found = verdict(self.occurrences.of(alpha), self.occurrences.of(gamma), constructive=constructive)
                rule, certain = ("" if found.admissible else found.rule), found.certain and constructive
                if not rule and gamma.start > alpha.start and (gamma.is_pronoun or not gamma.definite):
                    rule = "indefinite cataphor"
            if rule:
                excluded.append((gamma, rule, certain))
                continue
            shown = values(self.around, alpha, gamma, self.classes.agreement(gamma), self.classes.size(gamma))
            score = plausibility(shown, weights) - (0.0 if certain else self.profile.heuristic)
            choices.append(Choice(gamma, score, certain, shown))
        self.excluded[alpha.index] = excluded
        return choices

    def _agrees(self, alpha: View, gamma: View) -> str:
        """Step 1a: the feature in which a candidate differs, or the empty string."""
        if gamma.kind is AnaphorType.REFL or gamma.kind is AnaphorType.RELA:
            return "reflexive"
        if alpha.kind is AnaphorType.REFL:
            return BOUND if gamma.sentence != alpha.sentence else reflexive_clash(alpha, gamma)
        if gamma.agreement.person not in (0, 3):
            return "person"
        if gamma.form == "it" and self._is_pleonastic(gamma):
            return "pleonastic"
        return clash(alpha, gamma)

    # --- step 3

    def _select(self, alpha: View, choices: list[Choice]) -> None:
        refused: dict[int, str] = {}
        for choice in choices:
            if rule := self._clash(alpha, choice.gamma):
                refused[choice.gamma.index] = f"{rule}, by an earlier decision"
                continue
            admitted = "certain" if choice.certain else "heuristic"
            told = self._told(alpha, choices, refused)
            sure = self._confidence(choice, choices, refused)
            if sure < self.profile.least and alpha.kind is not AnaphorType.REFL:
                self._take(alpha, None, "too uncertain", confidence=sure, candidates=told)
                return
            self._take(alpha, choice.gamma, "salience", admitted, confidence=sure, candidates=told)
            return
        self._take(alpha, None, "no admissible candidate", candidates=self._told(alpha, choices, refused))

    def _confidence(self, choice: Choice, choices: list[Choice], refused: dict[int, str]) -> float:
        """How likely the choice's class is among those of all candidates, each e times likelier for `scale` points."""
        own, scale = self.classes.find(choice.gamma), self.profile.scale
        shares = [
            (self.classes.find(other.gamma) == own, math.exp(max(-50.0, (other.score - choice.score) / scale)))
            for other in choices
            if other.gamma.index not in refused
        ]
        return round(sum(share for same, share in shares if same) / sum(share for _, share in shares), 3)

    def _told(self, alpha: View, choices: list[Choice], refused: dict[int, str]) -> tuple[Candidate, ...]:
        """The candidates for an explanation, in the order of their plausibility; the excluded last."""
        if not self.explain:
            return ()
        weights = self.profile.of(alpha.kind)
        told = [
            Candidate(
                choice.gamma.mention,
                choice.score,
                refused.get(choice.gamma.index, ""),
                choice.certain,
                tuple((str(f), value * weights[f]) for f, value in choice.factors if weights.get(f)),
            )
            for choice in choices
        ]
        told += [Candidate(v.mention, None, rule, certain) for v, rule, certain in self.excluded[alpha.index]]
        return tuple(told)

    def _clash(self, alpha: View, gamma: View) -> str:
        """Step 3: what an earlier decision has made impossible."""
        if self.classes.find(alpha) == self.classes.find(gamma):
            return ""
        if feature := self.classes.agreement(alpha).clashes(self.classes.agreement(gamma)):
            return feature
        ours, theirs = self.classes.members(alpha), self.classes.members(gamma)
        for sentence in ours.keys() & theirs.keys():
            for one in ours[sentence]:
                for other in theirs[sentence]:
                    if one.index in self.fixed or other.index in self.fixed or (one is alpha and other is gamma):
                        continue
                    found = verdict(self.occurrences.of(one), self.occurrences.of(other), constructive=False)
                    if not found.admissible:
                        return found.rule
        return ""
