"""Documents from running text alone: words, sentences and paragraphs by simple, predictable rules.

Formats without tokens (plain text, brat, MUC, GREC) need token positions to hang mentions on. This is
not the analyser: it only guarantees that every offset asked for falls on a token boundary, and that the
same text always gives the same tokens.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable

from corefer.document.document import Document
from corefer.document.tokens import SentenceTable, TokenTable

_WORD = re.compile(r"[^\W_]+(?:[.,:/'’-][^\W_]+)*|\S", re.UNICODE)
_CLITIC = re.compile(r"(?i)(?:n['’]t|['’](?:s|re|ve|ll|d|m))$")
_PARAGRAPH = re.compile(r"\n[ \t\r]*\n\s*")
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])|\n+")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"“])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Sen|Rep|Gov|Lt|Capt|Inc|Ltd|Co|Corp|No|vs|etc|e\.g|i\.e|[A-Z])\.\s+$"
)


def from_text(id: str, text: str, boundaries: Iterable[int] = (), empty: Iterable[int] = ()) -> Document:
    """A document of this text; `boundaries` are character offsets at which a token must not be crossed.

    At each of the offsets `empty` (which are boundaries, too) stands an empty node `_`, which takes no room.
    """
    empty = sorted(empty)
    cuts = sorted({0, len(text), *boundaries, *empty})
    starts, ends = array("l"), array("l")
    for start, end in _words(text):
        low = bisect_left(cuts, start + 1)
        while low < len(cuts) and cuts[low] < end:
            starts.append(start)
            ends.append(cuts[low])
            start, low = cuts[low], low + 1
        starts.append(start)
        ends.append(end)
    if empty:
        spans = sorted([*zip(starts, ends, strict=True), *((offset, offset) for offset in empty)])
        starts, ends = (array("l", offsets) for offsets in zip(*spans, strict=True))
    forms = [text[start:end] or "_" for start, end in zip(starts, ends, strict=True)]
    sentences = _sentences(text, starts)
    columns = {"id": _ids(sentences, starts, ends)} if empty else {}
    return Document(id, text, TokenTable(forms, columns=columns, starts=starts, ends=ends), sentences)


def _ids(sentences: SentenceTable, starts: array[int], ends: array[int]) -> list[str]:
    """CoNLL-U's ids: words counted from 1 in each sentence, empty nodes `3.1`, `3.2` after word 3."""
    ids = []
    for first, last in zip(sentences.starts, sentences.ends, strict=True):
        word = empty = 0
        for i in range(first, last):
            word, empty = (word, empty + 1) if starts[i] == ends[i] else (word + 1, 0)
            ids.append(f"{word}.{empty}" if empty else str(word))
    return ids


def _words(text: str) -> Iterable[tuple[int, int]]:
    for match in _WORD.finditer(text):
        start, end = match.span()
        clitic = _CLITIC.search(text, start, end)
        if clitic and clitic.start() > start:
            yield start, clitic.start()
            start = clitic.start()
        yield start, end


def _sentences(text: str, starts: array[int]) -> SentenceTable:
    paragraphs = {0, *(match.end() for match in _PARAGRAPH.finditer(text))}
    breaks = set(paragraphs)
    for match in _SENTENCE_END.finditer(text):
        before = text[max(0, match.start() - 12) : match.end()]
        if not _ABBREVIATION.search(before):
            breaks.add(match.end())
    table = SentenceTable()
    order = sorted(breaks)
    first, new_paragraph = 0, True
    for offset in [*order[1:], len(text) + 1]:
        last = bisect_left(starts, offset)
        if last > first:
            table.add(first, last, new_paragraph=new_paragraph)
            first, new_paragraph = last, False
        new_paragraph = new_paragraph or offset in paragraphs
    return table
