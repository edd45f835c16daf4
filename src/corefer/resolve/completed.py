"""A resolver for some types of anaphor, completed by another for the rest."""

from __future__ import annotations

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse
from corefer.resolve.resolver import Resolver


class Completed:
    """A resolver for some types of anaphor, with another that resolves the rest."""

    def __init__(self, first: Resolver, second: Resolver) -> None:
        self.first, self.second = first, second

    @property
    def name(self) -> str:
        return self.first.name

    @property
    def covers(self) -> frozenset[AnaphorType]:
        return self.first.covers | self.second.covers

    @property
    def parts(self) -> tuple[tuple[Resolver, frozenset[AnaphorType]], ...]:
        """Who attempts what."""
        return (self.first, self.first.covers), (self.second, self.second.covers - self.first.covers)

    def decide(self, discourse: Discourse) -> list[Decision]:
        """The first resolver's decisions, and the second's about whatever the first does not attempt."""
        kinds = {id(view.mention): view.kind for view in discourse.views}
        rest = [d for d in self.second.decide(discourse) if kinds[id(d.anaphor)] not in self.first.covers]
        return sorted(self.first.decide(discourse) + rest, key=lambda d: (d.anaphor.start, -d.anaphor.end))
