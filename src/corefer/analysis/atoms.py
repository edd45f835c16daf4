"""Atoms: the smallest stretches of text that a token can be made of.

Rules alone cannot tokenise English as treebanks do (`U.S.`, `3.5`, `well-known`, `:-)`), but they can cut too
finely without ever missing a boundary: runs of letters, runs of digits, single other characters (the same one two
hundred times is a run), and the known contractions cut in the middle (`gon|na`, `do|n't`). The encoder reads atoms; a
head says which are glued together. Training and analysis share this module, so that they see the same pieces.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from enum import IntEnum

_RUN = re.compile(r"[^\W\d_]+|\d+|([^\w\s]|_)\1{199,}|\S")
_NEGATION = re.compile(r"(?i)n(?=['’]t(?![^\W_]))")
LONGEST = 40  # characters of an atom; what is longer is cut, so that one endless word stays harmless


class Gap(IntEnum):
    """What stands before an atom."""

    NONE = 0
    SPACE = 1
    LINE = 2
    PARAGRAPH = 3


class Case(IntEnum):
    """How an atom is written; the encoder's own vocabulary is lower case."""

    OTHER = 0
    LOWER = 1
    INITIAL = 2
    SINGLE = 3
    UPPER = 4
    MIXED = 5
    DIGIT = 6


def atoms(
    text: str, splits: Mapping[str, tuple[int, ...]], boundaries: Iterable[int] = ()
) -> tuple[list[int], list[int]]:
    """Start and end offsets of the atoms; none crosses any of the `boundaries`."""
    cuts = sorted(boundaries)
    starts: list[int] = []
    ends: list[int] = []
    for match in _RUN.finditer(text):
        start, end = match.span()
        if end - start == 1:
            starts.append(start)
            ends.append(end)
            continue
        inner = _inner(text, match.group(), start, end, splits)
        if cuts:
            inner = [*inner, *cuts[bisect_right(cuts, start) : _before(cuts, end)]]
        if inner:
            bounds = sorted({start, *inner, end})
            starts += bounds[:-1]
            ends += bounds[1:]
        else:
            starts.append(start)
            ends.append(end)
    return starts, ends


def _inner(text: str, word: str, start: int, end: int, splits: Mapping[str, tuple[int, ...]]) -> list[int]:
    """Offsets at which a run is cut: contractions by the table, negations before their n, endless runs anywhere."""
    inner = [start + offset for offset in splits.get(word.lower(), ())]
    if word[-1] in "nN" and _NEGATION.match(text, end - 1):
        inner.append(end - 1)
    if end - start > LONGEST:
        inner += range(start + LONGEST, end, LONGEST)
    return inner


def _before(cuts: list[int], end: int) -> int:
    return bisect_right(cuts, end - 1)


def gaps(text: str, starts: list[int], ends: list[int]) -> list[int]:
    """The `Gap` before each atom; the first of a text opens a paragraph."""
    found: list[int] = []
    previous = 0
    for start, end in zip(starts, ends, strict=True):
        if not found:
            found.append(Gap.PARAGRAPH)
        elif start == previous:
            found.append(Gap.NONE)
        elif start == previous + 1 and text[previous] == " ":
            found.append(Gap.SPACE)
        else:
            between = text[previous:start]
            lines = between.count("\n")
            found.append(Gap.PARAGRAPH if lines > 1 else Gap.LINE if lines else Gap.SPACE)
        previous = end
    return found


def case_of(word: str) -> Case:
    """The `Case` of an atom."""
    if word.islower():
        return Case.LOWER
    if word[0].isdigit():
        return Case.DIGIT
    if not word[0].isalpha():
        return Case.OTHER
    if word.isupper():
        return Case.UPPER if len(word) > 1 else Case.SINGLE
    return Case.INITIAL if word[0].isupper() and word[1:].islower() else Case.MIXED
