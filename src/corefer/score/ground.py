"""The key's text as the common ground of both sides: where numbered mentions stand in it, and in which sentence.

A `Pair` counts positions in tokens where both sides have the same tokens, else in characters without white
space. Here either becomes character offsets into the key's text, so that one excerpt can show both sides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from corefer.document import Document, Mention
from corefer.score.align import Positions, place_of_zero
from corefer.score.error_records import Excerpt, Quote, Spans
from corefer.score.matching import Side

Tokens = tuple[int, ...]


class Ground:
    """The key's text: offsets of positions, sentences of offsets."""

    def __init__(self, document: Document, positions: Positions) -> None:
        self.document = document
        table = document.tokens.table
        self._starts: Sequence[int]
        self._ends: Sequence[int]
        self._starts, self._ends = positions.spans or (table.starts, table.ends)
        sentences = document.sentences.table
        bounds = [(first, last) for first, last in zip(sentences.starts, sentences.ends, strict=True) if first < last]
        self._sentence_starts = [table.starts[first] for first, _ in bounds]
        self._sentence_ends = [table.ends[last - 1] for _, last in bounds]
        self._excerpts: dict[int, Excerpt] = {}

    def spans(self, positions: Tokens) -> Spans:
        """Character offsets of each stretch; an empty node has no length, and counts only where it stands alone."""
        solid = [p for p in positions if 0 <= p < len(self._starts)]
        if not solid:
            return (self._empty(positions),)
        if solid[-1] - solid[0] + 1 == len(solid):
            return ((self._starts[solid[0]], self._ends[solid[-1]]),)
        breaks = [i for i in range(1, len(solid)) if solid[i] != solid[i - 1] + 1]
        runs = zip([0, *breaks], [*breaks, len(solid)], strict=True)
        return tuple((self._starts[solid[first]], self._ends[solid[last - 1]]) for first, last in runs)

    def _empty(self, positions: Tokens) -> tuple[int, int]:
        """The place of an empty node (a position below zero), or the text's end for what lies beyond it."""
        place = place_of_zero(positions[0]) if positions and positions[0] < 0 else len(self._starts)
        offset = self._starts[place] if place < len(self._starts) else len(self.document.text)
        return offset, offset

    def sentence(self, offset: int) -> int:
        """The number, among sentences that have words, of the one an offset falls into."""
        return max(0, bisect_right(self._sentence_starts, offset) - 1)

    def excerpt(self, offset: int) -> Excerpt:
        """The sentence that an offset falls into; the whole text where there are no sentences."""
        number = self.sentence(offset)
        if number not in self._excerpts:
            start, end = 0, len(self.document.text)
            if self._sentence_starts:
                start, end = self._sentence_starts[number], self._sentence_ends[number]
            self._excerpts[number] = Excerpt(self.document.text[start:end], start)
        return self._excerpts[number]


@dataclass(slots=True)
class Numbered:
    """One side's mentions by the numbers of its `Pair`; a mention may stand in several entities (`homes`)."""

    document: Document
    entities: list[list[int]]
    mentions: dict[int, Mention] = field(default_factory=dict)
    spans: dict[int, Tokens] = field(default_factory=dict)
    homes: dict[int, list[int]] = field(default_factory=dict)
    _quotes: dict[int, Quote] = field(default_factory=dict)

    def __contains__(self, number: int) -> bool:
        return number in self.mentions

    def renamed(self, names: dict[int, int]) -> Numbered:
        """The same mentions, some under other numbers."""
        return Numbered(
            self.document,
            [[names.get(n, n) for n in entity] for entity in self.entities],
            {names.get(n, n): mention for n, mention in self.mentions.items()},
            {names.get(n, n): span for n, span in self.spans.items()},
            {names.get(n, n): homes for n, homes in self.homes.items()},
        )

    def arrange(self, order: Callable[[int], int]) -> None:
        for entity in self.entities:
            entity.sort(key=order)

    def quote(self, number: int, ground: Ground) -> Quote:
        """The mention's words, in a line, and its place in the key's text."""
        if number not in self._quotes:
            text = " ".join(self.document.mention_text(self.mentions[number]).split())
            self._quotes[number] = Quote(text, ground.spans(self.spans[number]))
        return self._quotes[number]


def numbered(document: Document, numbers: list[list[int]], side: Side) -> Numbered:
    """Index one side of a pair; repeats within an entity (which CoVal and the UA scorer count) go."""
    result = Numbered(document, [list(dict.fromkeys(entity)) for entity in numbers])
    for home, entity in enumerate(numbers):
        for n, mention, span in zip(entity, side.entities[home], side.positions[home], strict=True):
            result.mentions.setdefault(n, mention)
            result.spans.setdefault(n, span)
            homes = result.homes.setdefault(n, [])
            if not homes or homes[-1] != home:
                homes.append(home)
    return result


def on_one_line(key: Numbered, response: Numbered) -> dict[int, int]:
    """Each mention's place in one order for both sides: by the key's span where there is one, outer before inner."""
    spans = {**response.spans, **key.spans}
    order = sorted(spans, key=lambda n: (*_rank(spans[n]), n))
    return {n: place for place, n in enumerate(order)}


def _rank(span: Tokens) -> tuple[int, int]:
    if not span:
        return 0, 0
    first, last = (p if p >= 0 else -1 - p for p in (span[0], span[-1]))
    return first, -last


def left_out(document: Document, positions: Positions, side: Side) -> dict[Hashable, Mention]:
    """The mentions that a document has but its side does not score, by position: not referring, or dropped."""
    scored = {span for spans in side.positions for span in spans}
    if sum(map(len, side.positions)) == len(document.mentions):
        return {}
    unscored = ((positions.of(mention), mention) for mention in document.mentions)
    return {span: mention for span, mention in unscored if span not in scored}
