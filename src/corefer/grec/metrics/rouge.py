"""ROUGE-2 and ROUGE-SU4 (Lin 2004; section 4.1): how many pairs of words of the key's references a system has, too.

All references of a set are one document, as `rouge-metric`'s PyRouge and the original program have it when they are
given it as one: pairs run on from a reference to the next, and a pair counts as often as both sides have it. Case and
punctuation are levelled, and what is not said (`_`) is no word. Counts of several versions of the key add up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
from scipy.sparse import csr_array

from corefer.grec.answers import Wording
from corefer.grec.metrics.metric import Array, Metric, ratio
from corefer.grec.pairing import Pair

GAP = 4  # words that may stand between the two of a skip-bigram
BLOCK = 1 << 21  # numbers that are held at once

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
class Overlap:
    """The pairs of words that both sides have, by text, for each version of the key; and how many there are in all."""

    shared: tuple[tuple[csr_array, csr_array], ...]
    ours: Array
    theirs: Array

    def scores(self, weights: Array) -> Array:
        """ROUGE's recall, the score of the DUC evaluations."""
        widest = max((matrix.shape[1] for matrix, _ in self.shared), default=1)
        step = max(1, BLOCK // max(1, widest))
        matches = [self._matches(weights[i : i + step]) for i in range(0, len(weights), step)]
        return ratio(np.concatenate(matches), weights @ self.theirs)

    def further(self) -> dict[str, float]:
        """Precision, and the mean of both (F1)."""
        weights = np.ones((1, len(self.ours)))
        matches = self._matches(weights)
        precision, recall = ratio(matches, weights @ self.ours), ratio(matches, weights @ self.theirs)
        return {"precision": float(precision[0]), "f1": float(ratio(2 * precision * recall, precision + recall)[0])}

    def _matches(self, weights: Array) -> Array:
        return sum(
            (np.minimum(weights @ ours, weights @ theirs).sum(axis=1) for ours, theirs in self.shared),
            start=np.zeros(len(weights)),
        )


def _measure(grams: Callable[[Sequence[Text]], Grams], pairs: Sequence[Pair]) -> Overlap:
    ours = grams([pair.answer for pair in pairs])
    versions = max((len(pair.versions) for pair in pairs), default=0)
    keys = [grams([pair.versions[n % len(pair.versions)] for pair in pairs]) for n in range(versions)]
    return Overlap(
        tuple(_shared(ours, key) for key in keys),
        np.array([counts.total() * versions for counts in ours], np.float64),
        np.array([[counts.total() for counts in key] for key in keys], np.float64).sum(axis=0),
    )


def _shared(ours: Grams, theirs: Grams) -> tuple[csr_array, csr_array]:
    """Counts by text of what occurs on both sides at all."""
    both = set().union(*ours) & set().union(*theirs)
    number = {gram: n for n, gram in enumerate(sorted(both))}
    return _matrix(ours, number), _matrix(theirs, number)


def _matrix(texts: Grams, number: dict[Gram, int]) -> csr_array:
    cells = [(row, number[gram], n) for row, counts in enumerate(texts) for gram, n in counts.items() if gram in number]
    rows, columns, counts = np.array(cells, np.int64).reshape(-1, 3).T
    return csr_array((counts.astype(np.float64), (rows, columns)), shape=(len(texts), max(1, len(number))))


ROUGE2 = Metric("rouge2", "ROUGE-2", partial(_measure, bigrams))
ROUGE_SU4 = Metric("rougesu4", "ROUGE-SU4", partial(_measure, skip_bigrams))
