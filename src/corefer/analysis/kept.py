"""A document's own words and sentences, for analysing a text whose tokens are given."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

import numpy as np

from corefer.analysis.atoms import atoms
from corefer.analysis.boundaries import Words
from corefer.document import Document, Multiword

WORDS = 4000  # of a block, about


class Kept:
    """The words (empty nodes left out) by character offsets, and the word at which each sentence starts."""

    def __init__(self, document: Document) -> None:
        table = self._table = document.tokens.table
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

    def forms(self, start: int, end: int) -> list[str]:
        """The words of a stretch as the document has them."""
        low, high = self._range(start, end)
        return [self._table.forms[i] for i in self.words[low:high]]

    def offsets(self, start: int, end: int) -> tuple[list[int], list[int]]:
        low, high = self._range(start, end)
        return self.starts[low:high], self.ends[low:high]

    def multiwords(self) -> list[Multiword]:
        """The document's multiword tokens, over its words alone."""
        place = {token: i for i, token in enumerate(self.words)}
        return [Multiword(place[w.first], place[w.last], w.fields) for w in self._table.multiwords]

    def atoms(
        self, text: str, start: int, end: int, splits: Mapping[str, tuple[int, ...]]
    ) -> tuple[list[int], list[int]]:
        """The atoms of the stretch start..end, `text`: none crosses a word's edge, and every word has one."""
        low, high = self._range(start, end)
        firsts, lasts = ([place - start for place in places[low:high]] for places in (self.starts, self.ends))
        starts, ends = atoms(text, splits, {*firsts, *lasts})
        blank = {
            (first, last)
            for first, last in zip(firsts, lasts, strict=True)
            if (at := bisect_left(starts, first)) == len(starts) or starts[at] >= last
        }
        if blank:
            spans = sorted({*zip(starts, ends, strict=True), *blank})
            starts, ends = [first for first, _ in spans], [last for _, last in spans]
        return starts, ends

    def _range(self, start: int, end: int) -> tuple[int, int]:
        high = bisect_left(self.starts, end) if end < self._length else len(self.starts)
        return bisect_left(self.starts, start), high

    def of_atoms(self, start: int, end: int, atom_starts: list[int], atom_ends: list[int]) -> Words:
        """The words of a stretch as runs of its atoms (offsets of both counted from `start`)."""
        low, high = self._range(start, end)
        first = [bisect_left(atom_starts, self.starts[i] - start) for i in range(low, high)]
        last = [bisect_left(atom_ends, self.ends[i] - start) for i in range(low, high)]
        count = [max(1, b - a + 1) for a, b in zip(first, last, strict=True)]
        sentences = [i - low for i in self.sentences if low <= i < high]
        return Words(np.array(first, np.int64), np.array(count, np.int64), sentences or [0])
