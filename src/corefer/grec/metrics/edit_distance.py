"""SE and SEB (section 4.1): by how many words a reference differs from the key's.

SE is the Levenshtein distance where a substitution costs as much as a deletion and an insertion. SEB (Bangalore, Rambow
and Whittaker 2000, simple string accuracy) is 1 − (I + D + S) / R, R being the number of words in the key's wording;
it is below zero where a reference is much too long. Both are means over references; with several versions of a text,
of the version that is best for the text as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from corefer.grec.metrics.metric import Metric, Sums, per_reference
from corefer.grec.pairing import Pair

Words = tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def distance(answer: Words, key: Words, substitution: int = 1) -> int:
    """How many insertions and deletions (1 each) and substitutions turn one into the other at the least cost."""
    previous = list(range(len(key) + 1))
    for i, word in enumerate(answer, 1):
        row = [i]
        for j, other in enumerate(key, 1):
            change = previous[j - 1] + (0 if word == other else substitution)
            row.append(min(previous[j] + 1, row[-1] + 1, change))
        previous = row
    return previous[-1]


def string_edit(answer: Words, key: Words) -> float:
    """SE of one reference."""
    return distance(answer, key, 2)


def simple_string_accuracy(answer: Words, key: Words) -> float:
    """SEB of one reference."""
    return 1 - distance(answer, key) / len(key)


def _sums(pair: Pair, measure: Callable[[Words, Words], float]) -> list[float]:
    """The text's sum by each version."""
    return [
        sum(measure(a.words, k.words) for a, k in zip(pair.answer, version, strict=True)) for version in pair.versions
    ]


def _se(pairs: Sequence[Pair]) -> Sums:
    return per_reference(pairs, lambda pair: min(_sums(pair, string_edit)))


def _seb(pairs: Sequence[Pair]) -> Sums:
    return per_reference(pairs, lambda pair: max(_sums(pair, simple_string_accuracy)))


SE = Metric("se", "SE", _se, less_is_better=True)
SEB = Metric("seb", "SEB", _seb)
