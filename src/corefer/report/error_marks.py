"""An excerpt cut at the boundaries of the mentions that an error is about, for the terminal and for HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corefer.score.errors import ErrorRecord, Excerpt, Quote

_SPACE = re.compile(r"\s")  # line ends and tabs are shown as spaces


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of text and its role: `anaphor`, `key`, `response`; mentions of a group bear its number."""

    start: int
    end: int
    role: str
    group: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an excerpt, the marks that cover it (outermost first), and those that begin or end at it."""

    text: str
    covering: tuple[Mark, ...]
    opening: tuple[Mark, ...] = ()
    closing: tuple[Mark, ...] = ()


def pieces(excerpt: Excerpt, error: ErrorRecord) -> Iterator[Piece]:
    """The whole excerpt, in order; a mention without length (of an empty node) is a piece of its own, `∅`."""
    marks = sorted(_marks(excerpt, error), key=lambda mark: (mark.start, -mark.end))
    cuts = sorted({excerpt.start, excerpt.end, *(offset for mark in marks for offset in (mark.start, mark.end))})
    for start, end in zip(cuts, [*cuts[1:], excerpt.end], strict=True):
        around = tuple(mark for mark in marks if mark.start < start < mark.end)
        for mark in marks:
            if mark.start == mark.end == start:
                yield Piece("∅", (*around, mark), (mark,), (mark,))
        covering = tuple(mark for mark in marks if mark.start <= start and end <= mark.end and mark.start < mark.end)
        if start < end:
            yield Piece(
                _SPACE.sub(" ", excerpt.text[start - excerpt.start : end - excerpt.start]),
                covering,
                tuple(mark for mark in covering if mark.start == start),
                tuple(mark for mark in reversed(covering) if mark.end == end),
            )


def _marks(excerpt: Excerpt, error: ErrorRecord) -> Iterator[Mark]:
    """The error's mentions as far as they lie in the excerpt."""
    for role, quote, group in _numbered(error):
        for start, end in quote.spans:
            if max(start, excerpt.start) < min(end, excerpt.end) or excerpt.start <= start == end <= excerpt.end:
                yield Mark(max(start, excerpt.start), min(end, excerpt.end), role, group)


def _numbered(error: ErrorRecord) -> Iterator[tuple[str, Quote, int]]:
    if not error.groups:
        yield from ((role, quote, 0) for role, quote in error.quotes())
    role = "key" if error.key else "response"
    for number, group in enumerate(error.groups, 1):
        yield from ((role, quote, number) for quote in group)
