"""Resolvers simple enough to know beforehand what they do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from corefer.document import Candidate, Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve import EVERYTHING, PRONOUNS, Discourse, View
from corefer.resolve.discourse import Function


class Chain:
    """Every mention corefers with the one before it."""

    name = "chain"
    covers = EVERYTHING

    def decide(self, discourse: Discourse) -> list[Decision]:
        return [Decision(b.mention, a.mention, self.name) for a, b in pairwise(discourse.views)]


class LastName:
    """A pronoun is whoever was named last."""

    name = "last-name"
    covers: frozenset[AnaphorType] = PRONOUNS

    def decide(self, discourse: Discourse) -> list[Decision]:
        decisions, last = [], None
        for view in discourse.views:
            if view.is_name:
                last = view.mention
            elif view.is_pronoun:
                decisions.append(Decision(view.mention, last, self.name))
        return decisions


@dataclass(frozen=True)
class Weights:
    """A profile as small as can be."""

    name: str = "plain"
    description: str = ""
    weights: Any = field(default_factory=lambda: {AnaphorType.PER3: {"near": 1.0}, AnaphorType.POS3: {"near": 1.0}})
    factors: tuple[str, ...] = ("near", "subject", "pronoun", "same")
    scale: float = 30.0

    def with_weights(self, weights: Any) -> Weights:
        return replace(self, weights={**self.weights, **weights})

    def named(self, name: str, description: str) -> Weights:
        return replace(self, name=name, description=description)

    def to_toml(self) -> str:
        rows = [
            "\n".join([f"[{kind}]", *(f"{f} = {w:g}" for f, w in row.items())]) for kind, row in self.weights.items()
        ]
        return "\n\n".join([f'name = "{self.name}"', *rows]) + "\n"


class Ranking:
    """A third-person pronoun is the best of the ten mentions before it that agree; each decision tells why."""

    name = "ranking"
    covers = frozenset((AnaphorType.PER3, AnaphorType.POS3))

    def __init__(self, profile: Weights | None = None, explain: bool = False) -> None:
        self.profile = profile or Weights()
        self.explain = explain

    def decide(self, discourse: Discourse) -> list[Decision]:
        return [self._decision(discourse, view) for view in discourse.views if view.kind in self.covers]

    def _decision(self, discourse: Discourse, anaphor: View) -> Decision:
        before = discourse.views[max(0, anaphor.index - 10) : anaphor.index]
        found = [
            Candidate(view.mention, excluded_by="agreement")
            if anaphor.agreement.clashes(view.agreement)
            else self._candidate(anaphor, view)
            for view in reversed(before)
        ]
        best = max((c for c in found if not c.excluded_by), key=lambda c: c.score or 0, default=None)
        candidates = tuple(found) if self.explain else ()
        return Decision(anaphor.mention, best.mention if best else None, self.name, candidates=candidates)

    def _candidate(self, anaphor: View, view: View) -> Candidate:
        shown = {
            "near": float(view.index - anaphor.index),
            "subject": float(view.function is Function.SUBJECT),
            "pronoun": float(view.is_pronoun),
            "same": float(view.form == anaphor.form),
        }
        weights = self.profile.weights[anaphor.kind]
        factors = tuple((name, value * weights[name]) for name, value in shown.items() if name in weights)
        return Candidate(view.mention, sum(value for _, value in factors), factors=factors)
