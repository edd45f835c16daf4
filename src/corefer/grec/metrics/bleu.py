"""BLEU-3 (Papineni et al. 2002; section 4.1): how much of a system's wordings the key has, too, up to three words long.

Each reference is a segment and the counts are global, not smoothed: the figures are those of sacreBLEU with
`max_ngram_order=3, tokenize="none", smooth_method="none", force=True`. Versions of the key are BLEU's several
reference translations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from corefer.grec.metrics.metric import Array, Metric, Sums, ratio
from corefer.grec.metrics.ngrams import Gram, ngrams
from corefer.grec.pairing import Pair

ORDER = 3

Words = tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def _segment(answer: Words, keys: tuple[Words, ...]) -> tuple[int, ...]:
    """Matches by length, n-grams by length, words of the answer, words of the key nearest in length."""
    matches, totals = [], []
    for length in range(1, ORDER + 1):
        ours, theirs = ngrams(answer, length), Counter[Gram]()
        for key in keys:
            theirs |= ngrams(key, length)
        matches.append((ours & theirs).total())
        totals.append(ours.total())
    nearest = min((abs(len(key) - len(answer)), len(key)) for key in keys)[1]
    return (*matches, *totals, len(answer), nearest)


def _bleu(counts: Array) -> Array:
    matches, totals = counts[..., :ORDER], counts[..., ORDER : 2 * ORDER]
    answered, wanted = counts[..., -2], counts[..., -1]
    with np.errstate(divide="ignore"):
        mean = np.log(ratio(matches, totals)).mean(axis=-1)
    brevity = np.where(answered < wanted, 1 - ratio(wanted, answered), 0.0)
    return np.where(answered > 0, np.exp(mean + brevity), 0.0)


def _measure(pairs: Sequence[Pair]) -> Sums:
    rows = np.zeros((len(pairs), 2 * ORDER + 2))
    for row, pair in zip(rows, pairs, strict=True):
        for number, answer in enumerate(pair.answer):
            row += _segment(answer.words, tuple(version[number].words for version in pair.versions))
    return Sums(rows, _bleu)


BLEU3 = Metric("bleu3", "BLEU-3", _measure)
