"""What the resolvers of pronouns share: where they look, and how their choice is written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corefer.document import Candidate, Decision
from corefer.resolve.classic.obstacles import NEVER_ANTECEDENT
from corefer.resolve.discourse import Discourse, View

Factors = tuple[tuple[str, float], ...]


@dataclass(slots=True, frozen=True)
class Judged:
    """A candidate with the rule that excludes it, or the factors that rank it."""

    view: View
    excluded_by: str = ""
    factors: Factors = ()

    @property
    def score(self) -> float | None:
        return None if self.excluded_by else sum(value for _, value in self.factors)

    def as_candidate(self) -> Candidate:
        return Candidate(self.view.mention, self.score, self.excluded_by, factors=self.factors)


def preceding(discourse: Discourse, anaphor: View, sentences: int) -> Iterator[View]:
    """The mentions before the anaphor, nearest first, in its sentence and so many sentences before it."""
    first = anaphor.sentence - sentences
    for index in range(anaphor.index - 1, -1, -1):
        view = discourse.views[index]
        if view.sentence < first:
            return
        if view.kind not in NEVER_ANTECEDENT:
            yield view


def best(candidates: Sequence[Judged]) -> Judged | None:
    """The candidate of the highest score, the earlier in the sequence on a tie; None if all are excluded."""
    admitted = [c for c in candidates if not c.excluded_by]
    return max(admitted, key=lambda c: c.score or 0.0, default=None)


def decide(
    resolver: str, anaphor: View, chosen: Judged | None, candidates: Sequence[Judged], *reasons: str
) -> Decision:
    """The decision for an anaphor, with every candidate that was looked at."""
    return Decision(
        anaphor.mention,
        chosen.view.mention if chosen else None,
        resolver,
        reasons=reasons or (("no candidate is admitted",) if chosen is None else ()),
        candidates=tuple(c.as_candidate() for c in candidates),
    )
