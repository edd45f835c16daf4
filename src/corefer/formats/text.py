"""Plain text: the raw material of every analysis, and what a rewritten document becomes.

The text goes in and comes out exactly as it is, white space and line ends included; a file is one
document, called after the file. Words and sentences are `from_text`'s until an analyser finds better ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefer.document import Document, Feature, FormatError, from_text
from corefer.formats.base import BYTE_ORDER_MARK, Format, Source, Target


def sniff(head: str, _name: str) -> bool:
    """Any text is plain text, so this format is asked last; a file with NUL bytes is something else."""
    return "\0" not in head


def read(source: Source) -> Iterator[Document]:
    yield from_text(source.stem, source.text())


def write(documents: Iterable[Document], target: Target) -> None:
    remaining = iter(documents)
    document = next(remaining, None)
    if next(remaining, None) is not None:
        raise FormatError(
            "plain text holds one document a file, and there are several",
            source=target.name,
            remedy="give -o a folder",
        )
    text = document.text if document else ""
    with target.text() as file:
        if text.startswith(BYTE_ORDER_MARK):
            file.write(BYTE_ORDER_MARK)
        file.write(text)


FORMAT = Format(
    name="text",
    title="plain text",
    endings=(".txt",),
    sniff=sniff,
    read=read,
    write=write,
    holds=frozenset({Feature.SPACING}),
    single=True,
    note="the text alone, exactly; no annotation",
)
