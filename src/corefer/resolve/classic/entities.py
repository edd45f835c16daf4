"""Entities while they grow: what the sieve knows of each after every pass (Lee et al. 2013, section 3.2.1)."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass

from corefer.resolve.agreement import Agreement
from corefer.resolve.classic.obstacles import SPEECH
from corefer.resolve.discourse import View


@dataclass(slots=True, eq=False)
class Growing:
    """The mentions merged so far, in document order, with what they share."""

    views: list[View]
    agreement: Agreement
    words: set[str]

    @property
    def first(self) -> View:
        return self.views[0]

    @property
    def leader(self) -> View:
        """The first mention that is no speaker's *I* or *you*: the one that is still to be attached."""
        return next((view for view in self.views if view.kind not in SPEECH), self.views[0])


class Entities:
    """A partition of a discourse's mentions; at first each is alone."""

    def __init__(self, views: list[View]) -> None:
        self._of = [Growing([v], v.agreement, set() if v.is_pronoun else set(v.content)) for v in views]

    def of(self, view: View) -> Growing:
        return self._of[view.index]

    def merge(self, one: View, other: View) -> None:
        """Make one entity of the two views' entities."""
        kept, gone = self._of[one.index], self._of[other.index]
        if kept is gone:
            return
        if gone.first.index < kept.first.index:
            kept, gone = gone, kept
        kept.views = join(kept.views, gone.views)
        kept.agreement = kept.agreement.merged(gone.agreement)
        kept.words |= gone.words
        for view in gone.views:
            self._of[view.index] = kept


def join(one: list[View], other: list[View]) -> list[View]:
    """Both lists in document order; the first grows where there is but one to put in."""
    if len(other) > 1:
        return sorted(one + other, key=_place)
    insort(one, other[0], key=_place)
    return one


def within(views: list[View], sentence: int) -> list[View]:
    """Those of an entity's mentions that stand in a sentence, the last first; what lies before is passed over."""
    found = []
    for view in reversed(views):
        if view.sentence < sentence:
            break
        if view.sentence == sentence:
            found.append(view)
    return found


def _place(view: View) -> int:
    return view.index
