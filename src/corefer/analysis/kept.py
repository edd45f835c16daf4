"""A document's own words and sentences, for analysing a text whose tokens are given."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np

from corefer.analysis.boundaries import Words
from corefer.document import Document

WORDS = 4000  # of a block, about


class Kept:
    """The words (empty nodes left out) by character offsets, and the word at which each sentence starts."""

    def __init__(self, document: Document) -> None:
        table = document.tokens.table
        self.words = [i for i, id in enumerate(table.column("id")) if "." not in id]
        self.starts = [table.starts[i] for i in self.words]
        self.ends = [table.ends[i] for i in self.words]
        bounds = zip(document.sentences.table.starts, document.sentences.table.ends, strict=True)
        firsts = (bisect_left(self.words, start) for start, end in bounds if start < end)
        self.sentences = sorted({first for first in firsts if first < len(self.words)})
        self._length = len(document.text)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Character offsets of stretches of whole sentences."""
        start = first = 0
        for sentence in self.sentences:
            if sentence - first >= WORDS:
                yield start, self.starts[sentence]
                start, first = self.starts[sentence], sentence
        if first < len(self.words):
            yield start, self._length

    def boundaries(self, start: int, end: int) -> set[int]:
        """The offsets, from `start`, that no atom may cross."""
        low, high = bisect_left(self.starts, start), bisect_left(self.starts, end)
        return {place - start for place in (*self.starts[low:high], *self.ends[low:high])}

    def of_atoms(self, start: int, end: int, atom_starts: list[int], atom_ends: list[int]) -> Words:
        """The words of a stretch as runs of its atoms (offsets of both counted from `start`)."""
        low, high = bisect_left(self.starts, start), bisect_left(self.starts, end)
        first = [bisect_left(atom_starts, self.starts[i] - start) for i in range(low, high)]
        last = [bisect_left(atom_ends, self.ends[i] - start) for i in range(low, high)]
        count = [max(1, b - a + 1) for a, b in zip(first, last, strict=True)]
        sentences = [i - low for i in self.sentences if low <= i < high]
        return Words(np.array(first, np.int64), np.array(count, np.int64), sentences or [0])
