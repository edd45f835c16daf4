"""Titles: decoded, compared with expressions, and the same subject told by them."""

from __future__ import annotations

import re
from urllib.parse import unquote

_COPY = re.compile(r"[ _]\d+\Z")
_WORD = re.compile(r"\w+")


def decoded(title: str) -> str:
    """The title as a reader would write it: without percent-encoding and underscores."""
    return unquote(title).replace("_", " ").strip()


def overlap(expression: str, title: str) -> float:
    """The share of words that an expression and a title have in common (Dice), whatever their capitals."""
    ours, theirs = words(expression), words(title)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 0.0


def words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
