"""Names for mentions: what one side calls the mention that the other side calls the same.

The metrics know mentions by the numbers of a `Pair`. Relations between mentions (bridging, split antecedents) and
non-referring expressions also reach mentions that a pair does not number, because they do not refer or because
singletons were dropped; those go by the positions they cover.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from corefer.document import Mention
from corefer.score.align import Positions
from corefer.score.matching import Pair, Side


@dataclass(frozen=True)
class Names:
    """The names of one document's mentions, from the numbered mentions of both."""

    positions: Positions
    numbered: list[tuple[Mention, int]]
    other: Names | None = None

    def of(self, mention: Mention) -> Hashable:
        """The mention's number; that of a mention over the same positions; else the positions themselves."""
        number = self._numbers.get(id(mention))
        if number is not None:
            return number
        covered = self.positions.of(mention)
        number = self._at.get(covered)
        if number is None and self.other is not None:
            number = self.other._at.get(covered)
        return covered if number is None else number

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(mention): number for mention, number in self.numbered}

    @cached_property
    def _at(self) -> dict[tuple[int, ...], int]:
        return {self.positions.of(mention): number for mention, number in self.numbered}


def names(pair: Pair) -> tuple[Names, Names]:
    """The names of the key's and of the response's mentions."""
    ours, theirs = pair.positions
    key = Names(ours, _numbered(pair.key_side, pair.key))
    response = Names(theirs, _numbered(pair.response_side, pair.response))
    return Names(ours, key.numbered, response), Names(theirs, response.numbered, key)


def _numbered(side: Side, entities: Sequence[Sequence[int]]) -> list[tuple[Mention, int]]:
    """The mentions of one side with their numbers."""
    return [
        (mention, number)
        for mentions, numbers in zip(side.entities, entities, strict=True)
        for mention, number in zip(mentions, numbers, strict=True)
    ]
