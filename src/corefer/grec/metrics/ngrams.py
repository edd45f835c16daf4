"""Stretches of words of one length, counted."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

Gram = tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def ngrams(words: Gram, length: int) -> Counter[Gram]:
    """The n-grams of that length, not to be changed; none where there are fewer words.

    References are worded in few ways (*it*, *he*, the title), so the counts are kept.
    """
    return Counter(words[i : i + length] for i in range(len(words) - length + 1))
