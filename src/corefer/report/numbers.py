"""How scores are printed: percent with two digits, rounded, or cut off as the CoNLL-2012 scorer does."""

from __future__ import annotations

import math

from corefer.score.settings import Like

NOISE = 1e-9  # of a percentage that floating point makes a hair too small


def printed(value: float, like: Like = Like.DEFAULT) -> str:
    """A score from 0 to 1 as that scorer prints it."""
    if like is Like.CONLL2012:
        value = math.floor(10_000 * value + NOISE) / 10_000
    return f"{100 * value:.2f}"
