"""ROUGE-2 and ROUGE-SU4 (Lin 2004; section 4.1): how many pairs of words of the key's references a system has, too.

All references of a set are one document, as `rouge-metric`'s PyRouge and the original program have it when they are
given it as one: pairs run on from a reference to the next, and a pair counts as often as both sides have it. Case and
punctuation are levelled, and what is not said (`_`) is no word. Counts of several versions of the key add up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np

from corefer.grec.answers import Wording
from corefer.grec.metrics.metric import Array, Metric, Sums, ratio
from corefer.grec.pairing import Pair

GAP = 4  # words that may stand between the two of a skip-bigram

Gram = tuple[str, ...]
Grams = list[Counter[Gram]]  # of each text: those that begin in it
Text = Sequence[Wording]

_WORD = re.compile(r"[^\W_]+")


def tokens(wordings: Text) -> list[str]:
    """The words of a text's references, one after the other."""
    return [word for wording in wordings for piece in wording.words for word in _WORD.findall(piece)]


def bigrams(texts: Sequence[Text]) -> Grams:
    """Each word with the next."""
    return _starting(texts, lambda words, i: [tuple(words[i : i + 2])] if i + 2 <= len(words) else [])


def skip_bigrams(texts: Sequence[Text]) -> Grams:
    """Each word with each of the five next, and alone; in the original program, too, the last is not counted alone."""

    def starting(words: Sequence[str], i: int) -> list[Gram]:
        pairs: list[Gram] = [(words[i], other) for other in words[i + 1 : i + GAP + 2]]
        return [*pairs, (words[i],)] if i + 1 < len(words) else pairs

    return _starting(texts, starting)


def _starting(texts: Sequence[Text], grams: Callable[[Sequence[str], int], list[Gram]]) -> Grams:
    by_text = [tokens(text) for text in texts]
    words = list(chain.from_iterable(by_text))
    found, at = [], 0
    for own in by_text:
        found.append(Counter(gram for i in range(at, at + len(own)) for gram in grams(words, i)))
        at += len(own)
    return found


@dataclass(slots=True, frozen=True)
class Overlap(Sums):
    """Pairs of words by text: those that both sides have, those of the answers, those of the key."""

    def further(self) -> dict[str, float]:
        """Precision, and the mean of precision and recall (F1)."""
        shared, ours, theirs = self.counts.sum(axis=0)
        precision, recall = ratio(shared, ours), ratio(shared, theirs)
        return {"precision": float(precision), "f1": float(ratio(2 * precision * recall, precision + recall))}


def _recall(counts: Array) -> Array:
    """The score of the DUC evaluations."""
    return ratio(counts[..., 0], counts[..., 2])


def _measure(grams: Callable[[Sequence[Text]], Grams], pairs: Sequence[Pair]) -> Overlap:
    ours = grams([pair.answer for pair in pairs])
    versions = max((len(pair.versions) for pair in pairs), default=0)
    counts = np.zeros((len(pairs), 3))
    for number in range(versions):
        theirs = grams([pair.versions[number % len(pair.versions)] for pair in pairs])
        counts += np.array(list(_counts(ours, theirs)), np.float64).reshape(-1, 3)
    return Overlap(counts, _recall)


def _counts(ours: Grams, theirs: Grams) -> Iterator[tuple[float, int, int]]:
    """For each text what it adds to the pairs that both sides have in all, and its own pairs on either side.

    A pair counts as often as the side has it that has it less often; so the texts of that side share in it (of both,
    where both have it equally often). The shares add up to the whole, and tell to first order what it would be had a
    text been drawn more often: intervals rest on that.
    """
    all_ours, all_theirs = _total(ours), _total(theirs)
    for own, key in zip(ours, theirs, strict=True):
        shared = sum(n * _weight(all_ours[gram], all_theirs[gram]) for gram, n in own.items())
        shared += sum(n * _weight(all_theirs[gram], all_ours[gram]) for gram, n in key.items())
        yield shared, own.total(), key.total()


def _weight(here: int, there: int) -> float:
    return 1.0 if here < there else 0.5 if here == there else 0.0


def _total(texts: Grams) -> Counter[Gram]:
    total: Counter[Gram] = Counter()
    for counts in texts:
        total.update(counts)
    return total


ROUGE2 = Metric("rouge2", "ROUGE-2", partial(_measure, bigrams))
ROUGE_SU4 = Metric("rougesu4", "ROUGE-SU4", partial(_measure, skip_bigrams))
