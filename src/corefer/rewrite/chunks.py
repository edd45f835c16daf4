"""Chunks: the stretches of a text that each must stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corefer.document import CoreferError, Document

UNITS = "a number of sentences, a number of words (`200w`), `paragraph` or `sentence`"
_COUNT = re.compile(r"([1-9]\d*)(w?)")


def chunk_sentences(document: Document, chunks: int | str | None) -> list[range]:
    """The sentences of each chunk, by index; all of them together where `chunks` is None."""
    count = len(document.sentences)
    if chunks is None:
        return [range(count)] if count else []
    first = list(_first_sentences(document, str(chunks)))
    return [range(start, end) for start, end in zip(first, [*first[1:], *([count] if first else [])], strict=True)]


def _first_sentences(document: Document, chunks: str) -> Iterator[int]:
    table = document.sentences.table
    count = len(table)
    if chunks == "sentence":
        yield from range(count)
        return
    if chunks == "paragraph":
        yield from (i for i in range(count) if i == 0 or table.new_paragraph[i])
        return
    match = _COUNT.fullmatch(chunks)
    if not match:
        raise CoreferError(f"chunks are {UNITS}, not `{chunks}`")
    size = int(match.group(1))
    yield from _by_words(document, size) if match.group(2) else range(0, count, size)


def _by_words(document: Document, size: int) -> Iterator[int]:
    """Whole sentences of at most so many words together; a longer sentence is a chunk of its own."""
    words = size + 1
    for number, sentence in enumerate(document.sentences):
        own = sum(any(c.isalnum() for c in token.form) for token in sentence)
        if words + own > size:
            yield number
            words = 0
        words += own
