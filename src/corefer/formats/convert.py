"""Conversion: project onto what the format holds, write, and keep account of what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from corefer.document import CoreferError, Document, Feature, FormatError, project
from corefer.formats.base import Format, Target


class Conversion:
    """Writes documents in one format; `lost` adds up what did not fit, over everything written."""

    def __init__(self, format: Format, strict: bool = False) -> None:
        if format.write is None:
            raise FormatError(f"{format.name} can only be read", remedy="see `corefer formats` for what can be written")
        self.format = format
        self.strict = strict
        self.lost: Counter[Feature] = Counter()
        self.documents = 0

    def write(self, documents: Iterable[Document], target: Target) -> None:
        """Write to one target; a format that holds one document a file refuses a second."""
        assert self.format.write is not None
        self.format.write(self._projected(documents, target), target)

    def _projected(self, documents: Iterable[Document], target: Target) -> Iterator[Document]:
        for number, document in enumerate(documents):
            if number and self.format.single:
                raise FormatError(
                    f"{self.format.name} holds one document a file, and there are several",
                    source=target.name,
                    remedy="give -o a folder",
                )
            overruled: Counter[Feature] = Counter()
            given = self.format.prepare(document, overruled) if self.format.prepare else document
            reduced, lost = project(given, self.format.holds)
            lost += overruled
            if lost and self.strict:
                raise CoreferError(  # whose message is never shortened
                    f"{target.name}: {self.format.name} cannot hold everything of {document.id}: {describe(lost)} "
                    "(convert without --strict, or to another format)"
                )
            self.lost.update(lost)
            self.documents += 1
            yield reduced


def describe(lost: Counter[Feature]) -> str:
    """`12 singletons, 3 link types` — most first."""
    return ", ".join(f"{count:,} {feature}" for feature, count in lost.most_common())


def output_path(folder: Path, name: str, format: Format) -> Path:
    """A file in a folder, named after an input or a document, with the format's ending."""
    safe = "".join(c if c.isalnum() or c in "-_. ()," else "_" for c in name) or "document"
    return folder / f"{safe}{format.endings[0]}"
