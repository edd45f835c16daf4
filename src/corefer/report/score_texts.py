"""Key and response of a document side by side, a sentence a row, with every mention marked as right or how it is wrong.

Entities are put beside each other as CEAF-e aligns them (`corefer.score.ceaf`), and aligned ones share a number. A
mention that both sides have is right in entities that are aligned with each other, and in the wrong entity elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from itertools import pairwise

from corefer.document import Document
from corefer.report.segments import Segment, segments
from corefer.score.ceaf import alignment, phi4
from corefer.score.contingency import contingency
from corefer.score.matching import Pair, Side

DEEPEST = 4  # levels of nesting that are drawn apart


class Status(StrEnum):
    """What became of a mention."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    EXTRA = "extra"


MEANING = {
    Status.RIGHT: "in both, in entities that belong together",
    Status.WRONG: "in both, but in entities that do not (3≠7: in 3 here, in 7 there)",
    Status.MISSING: "in the key only",
    Status.EXTRA: "in the response only",
}
SIGNS = {Status.RIGHT: "", Status.WRONG: "≠", Status.MISSING: "−", Status.EXTRA: "+"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A mention's status; its number (matched mentions share one), its entity's, the other side's if wrong."""

    status: Status
    mention: int
    entity: int
    other: int | None = None

    @property
    def label(self) -> str:
        """`3`, `−3`, `+7`, `3≠7`: the sign tells the status without colour."""
        if self.other is None:
            return f"{SIGNS[self.status]}{self.entity}"
        return f"{self.entity}{SIGNS[self.status]}{self.other}"


@dataclass(slots=True)
class Line:
    """A sentence as HTML, and whether any mention in it is not right."""

    parts: list[str] = field(default_factory=list)
    differs: bool = False


Marks = dict[int, Mark]  # by the identity of the `Mention`


def marks(pair: Pair) -> tuple[Marks, Marks]:
    """The marks of all mentions that count, of key and response."""
    cells = alignment(contingency(pair.key, pair.response), phi4)
    key_names = list(range(1, len(pair.key) + 1))
    aligned = {r: k for k, r, _ in cells}
    unaligned = iter(range(len(pair.key) + 1, len(pair.key) + len(pair.response) + 1))
    response_names = [key_names[aligned[r]] if r in aligned else next(unaligned) for r in range(len(pair.response))]
    ours, theirs = _homes(pair.key, key_names), _homes(pair.response, response_names)
    return (
        _marked(pair.key_side, pair.key, key_names, theirs, Status.MISSING),
        _marked(pair.response_side, pair.response, response_names, ours, Status.EXTRA),
    )


def _homes(entities: list[list[int]], names: list[int]) -> dict[int, list[int]]:
    """The entities of each mention, by number; there are several where a span stands in several."""
    homes: dict[int, list[int]] = {}
    for name, mentions in zip(names, entities, strict=True):
        for mention in mentions:
            homes.setdefault(mention, []).append(name)
    return homes


def _marked(
    side: Side, numbers: list[list[int]], names: list[int], others: dict[int, list[int]], alone: Status
) -> Marks:
    found: Marks = {}
    for entity, mentions, own in zip(side.entities, numbers, names, strict=True):
        for mention, number in zip(entity, mentions, strict=True):
            there = others.get(number)
            if there is None:
                found[id(mention)] = Mark(alone, number, own)
            elif own in there:
                found[id(mention)] = Mark(Status.RIGHT, number, own)
            else:
                found[id(mention)] = Mark(Status.WRONG, number, own, there[0])
    return found


# --- HTML


def side_by_side(pair: Pair, name: str) -> str:
    """A table of two columns; a row a sentence where both sides have the same sentences, else a single row."""
    ours, theirs = marks(pair)
    left, right = lines(pair.key_document, ours), lines(pair.response_document, theirs)
    if len(left) != len(right):
        left, right = [_joined(left)], [_joined(right)]
    rows = [_row(n, key, response) for n, (key, response) in enumerate(zip(left, right, strict=True), 1)]
    head = f'<tr><th scope="col">№</th><th scope="col">Key</th><th scope="col">{escape(name)}</th></tr>'
    return f'<table class="sides">\n<thead>{head}</thead>\n<tbody>\n' + "\n".join(rows) + "\n</tbody></table>"


def _joined(several: Sequence[Line]) -> Line:
    return Line([part for line in several for part in line.parts], any(line.differs for line in several))


def _row(number: int, key: Line, response: Line) -> str:
    attribute = "" if key.differs or response.differs else ' class="same"'
    cells = "".join(f"<td>{''.join(line.parts).strip()}</td>" for line in (key, response))
    return f'<tr{attribute}><th scope="row">{number}</th>{cells}</tr>'


def lines(document: Document, found: Marks) -> list[Line]:
    """The text with its marks, cut into sentences."""
    starts = [sentence.span[0] for sentence in document.sentences if len(sentence)]
    starts[:1] = [0]
    result = [Line([speaker] if speaker else []) for speaker in _speakers(document)] or [Line()]
    entities = {mention.entity.id: 0 for mention in document.mentions if id(mention) in found}
    cut = list(segments(document, entities))
    levels = _levels(cut, found)
    for segment in cut:
        first = max(bisect_right(starts, segment.start) - 1, 0)
        inner = starts[first + 1 : bisect_left(starts, segment.end)]
        bounds = [segment.start, *inner, segment.end]
        for n, (start, end) in enumerate(pairwise(bounds)):
            line = result[first + n]
            line.parts.append(_piece(document.text[start:end], segment, found, levels, last=end == segment.end))
            line.differs |= any(found[id(m)].status is not Status.RIGHT for m in segment.covering if id(m) in found)
    return result


def _speakers(document: Document) -> Iterator[str]:
    """For each sentence, who says it where that changes."""
    previous = ""
    for sentence in document.sentences:
        if len(sentence):
            changes = sentence.speaker and sentence.speaker != previous
            yield f'<span class="speaker">{escape(sentence.speaker)}</span>' if changes else ""
            previous = sentence.speaker


def _levels(cut: Sequence[Segment], found: Marks) -> dict[int, int]:
    """How deep other mentions nest in each, so that its line is drawn below theirs."""
    levels: dict[int, int] = {}
    for segment in cut:
        inside_out = [id(m) for m in reversed(segment.covering) if id(m) in found]
        for level, mention in enumerate(inside_out):
            levels[mention] = max(levels.get(mention, 0), level)
    return levels


def _piece(text: str, segment: Segment, found: Marks, levels: dict[int, int], last: bool) -> str:
    """The text in a span for each mention that covers it; where one ends, its label."""
    covering = [(id(mention), found[id(mention)]) for mention in segment.covering if id(mention) in found]
    closing = {id(mention) for mention in segment.closing} if last else set()
    piece = escape(text) if text or not covering else "∅"
    for mention, mark in reversed(covering):
        label = f"<sub>{mark.label}</sub>" if mention in closing else ""
        piece = (
            f'<span class="m {mark.status} l{min(levels[mention], DEEPEST)}" data-e="{mark.entity}" '
            f'data-m="{mark.mention}" title="{mark.status} {mark.label}">{piece}{label}</span>'
        )
    return piece
