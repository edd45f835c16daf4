"""Edits to a text and the map from every character of the result back to the input.

Edits are stretches of the input by character offsets, taken from tokens; everything between them is copied, so
that white space, markup and whatever else stands there comes back byte for byte.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(slots=True, frozen=True)
class Edit:
    """Put `new` in the place of the input's `start`..`end`; `why` is a word or two for people."""

    start: int
    end: int
    new: str
    why: str


@dataclass(slots=True, frozen=True)
class Piece:
    """A stretch of the output and the stretch of the input it comes from; `edit` is None where it is a copy."""

    target: Span
    source: Span
    edit: int | None = None


class CharacterMap:
    """Where each character of the output comes from."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._starts = [piece.target[0] for piece in pieces]

    def __len__(self) -> int:
        return self.pieces[-1].target[1] if self.pieces else 0

    def __getitem__(self, offset: int) -> Span:
        """The input's stretch behind a character: one character where it is a copy, else all that was replaced."""
        if not 0 <= offset < len(self):
            raise IndexError(f"the output has {len(self)} characters, none at {offset}")
        piece = self.pieces[bisect_right(self._starts, offset) - 1]
        if piece.edit is not None:
            return piece.source
        place = piece.source[0] + offset - piece.target[0]
        return place, place + 1


def apply(text: str, edits: Sequence[Edit]) -> tuple[str, CharacterMap]:
    """The edited text and its map; the edits are in order and do not overlap. Those of no length left vanish."""
    parts: list[str] = []
    pieces: list[Piece] = []
    done = length = 0
    for number, edit in enumerate(edits):
        length = _copy(text, done, edit.start, length, parts, pieces)
        if edit.new:
            pieces.append(Piece((length, length + len(edit.new)), (edit.start, edit.end), number))
            parts.append(edit.new)
            length += len(edit.new)
        done = edit.end
    _copy(text, done, len(text), length, parts, pieces)
    return "".join(parts), CharacterMap(pieces)


def _copy(text: str, start: int, end: int, length: int, parts: list[str], pieces: list[Piece]) -> int:
    if end > start:
        parts.append(text[start:end])
        pieces.append(Piece((length, length + end - start), (start, end)))
    return length + end - start
