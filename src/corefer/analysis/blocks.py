"""Blocks: stretches of a text that are analysed one after the other, so that memory stays bounded.

A block ends at a paragraph if it can, else at a line, a sentence-like end, a space; a sentence never crosses one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

CHARACTERS = 12_000
_ENDS = (
    re.compile(r"\n[^\S\n]*\n\s*"),
    re.compile(r"[.!?…][\"'”’)\]]*\s*\n"),
    re.compile(r"[.!?…][\"'”’)\]]*\s+"),
    re.compile(r"\s+"),
)


def blocks(text: str, size: int = CHARACTERS) -> Iterator[tuple[int, int]]:
    """Start and end offsets of the blocks; together they are the whole text."""
    start = 0
    while len(text) - start > size:
        end = _end(text, start, start + size)
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _end(text: str, start: int, limit: int) -> int:
    """The last good place to stop in the second half of a block."""
    middle = (start + limit) // 2
    for pattern in _ENDS:
        last = None
        for last in pattern.finditer(text, middle, limit):  # noqa: B007 - the last match is wanted
            pass
        if last is not None:
            return last.end()
    return limit
