"""NIST (Doddington 2002; section 4.1): BLEU that counts rare n-grams for more, up to five words at a time.

An n-gram's weight is the information that its last word brings after the others, estimated on the key. Where NLTK's
`corpus_nist` gives a score at all (it divides by zero where no answer is five words long), the score is the same; here
a length without n-grams adds nothing. Of several versions, that reference counts which gives the highest precision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log

import numpy as np

from corefer.grec.metrics.metric import Array, Metric, Sums, ratio
from corefer.grec.metrics.ngrams import Gram, ngrams
from corefer.grec.pairing import Pair

ORDER = 5
BETA = log(0.5) / log(1.5) ** 2  # answers of two thirds of the key's length score half

Words = tuple[str, ...]


def information(keys: Sequence[Words]) -> dict[Gram, float]:
    """The information of each n-gram of the key, in bits.

    `log(x, 2)` and not `log2`, as NLTK has it: where two references tie, the last bit decides whose length counts.
    """
    counts: Counter[Gram] = Counter()
    for words, times in Counter(keys).items():
        for length in range(1, min(ORDER, len(words)) + 1):
            for gram, n in ngrams(words, length).items():
                counts[gram] += n * times
    words_in_all = sum(map(len, keys))
    return {gram: log((counts[gram[:-1]] if len(gram) > 1 else words_in_all) / n, 2) for gram, n in counts.items()}


def _nist(counts: Array) -> Array:
    matched, totals = counts[..., :ORDER], counts[..., ORDER : 2 * ORDER]
    answered, wanted = counts[..., -2], counts[..., -1]
    short = np.clip(ratio(answered, wanted), 0, 1)
    with np.errstate(divide="ignore"):
        penalty = np.exp(BETA * np.log(short) ** 2)
    precision: Array = ratio(matched, totals).sum(axis=-1)
    return precision * penalty


def _measure(pairs: Sequence[Pair]) -> Sums:
    keys = [wording.words for pair in pairs for version in pair.versions for wording in version]
    weights = information(keys)

    @lru_cache(maxsize=1 << 16)
    def segment(answer: Words, versions: tuple[Words, ...]) -> Array:
        """Information matched and n-grams, by length; the words of answer and key, counted once for each length."""
        row = np.zeros(2 * ORDER + 2)
        for length in range(1, ORDER + 1):
            ours = ngrams(answer, length)
            best, wanted = max((_matched(ours, key, length, weights), len(key)) for key in versions)
            row[length - 1] = best
            row[ORDER + length - 1] = ours.total()
            row[-2:] += len(answer), wanted
        return row

    rows = np.zeros((len(pairs), 2 * ORDER + 2))
    for row, pair in zip(rows, pairs, strict=True):
        for number, answer in enumerate(pair.answer):
            row += segment(answer.words, tuple(version[number].words for version in pair.versions))
    return Sums(rows, _nist)


def _matched(ours: Counter[Gram], key: Words, length: int, weights: dict[Gram, float]) -> float:
    if not ours or len(key) < length:
        return 0.0
    return sum(weights[gram] * count for gram, count in (ours & ngrams(key, length)).items())


NIST = Metric("nist", "NIST", _measure)
