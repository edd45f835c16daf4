"""The formats by name, and the three things one does with them: detect, read, write."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from corefer.document import Document, FormatError
from corefer.document.memory import rare_collection
from corefer.formats import brat, conll, corefud, gap, grec, jsonl, muc, parquet, text, ua, webanno
from corefer.formats.base import Format, Source, Target

# Detection asks in this order: the most specific signs first, plain text (which refuses nothing) last.
FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        parquet.FORMAT,
        grec.FORMAT,
        grec.NEG,
        webanno.FORMAT,
        conll.LITBANK,  # these two before CoNLL-U, whose token numbers a document's name may look like
        conll.FORMAT,
        ua.FORMAT,
        corefud.FORMAT,
        jsonl.TEXT,
        jsonl.FORMAT,
        gap.FORMAT,
        brat.FORMAT,
        muc.FORMAT,
        text.FORMAT,
    )
}


# What a format is also called: CoNLL-U is what `corefer analyse` writes, and everybody's name for the files of CorefUD.
ALIASES = {"conllu": corefud.FORMAT.name}


def read_names() -> list[str]:
    """What a format that can be read may be called."""
    return [name for name in (*FORMATS, *ALIASES) if get(name).read]


def write_names() -> list[str]:
    """What a format that can be written may be called."""
    return [name for name in (*FORMATS, *ALIASES) if get(name).write]


def get(name: str) -> Format:
    """The format of that name."""
    try:
        return FORMATS[ALIASES.get(name, name)]
    except KeyError:
        raise FormatError(f"there is no format `{name}`", remedy=f"choose one of {', '.join(FORMATS)}") from None


def detect(source: Source) -> Format:
    """The format of a file: by its beginning, else by its ending; plain text where neither says anything.

    A file that ends like a format but does not begin like one goes to its reader, which can say what is wrong.
    """
    if found := _by_beginning(source):
        return found
    for format in FORMATS.values():
        if format.read and source.name.endswith(format.endings):
            return format
    if text.FORMAT.sniff(source.head(), source.name):
        return text.FORMAT
    raise source.looks_wide() or source.error(
        "no format recognises this file", remedy="name it with --from FORMAT; see `corefer formats`"
    )


def _by_beginning(source: Source) -> Format | None:
    """The format that a file begins like, if it is any but plain text."""
    head = source.head()
    formats = (format for format in FORMATS.values() if format.read and format is not text.FORMAT)
    return next((format for format in formats if format.sniff(head, source.name)), None)


def by_ending(path: str | os.PathLike[str]) -> Format | None:
    """The format that a file's ending stands for, when it stands for one only."""
    matching = [f for f in FORMATS.values() if f.write and str(path).endswith(f.endings)]
    return matching[0] if matching else None


def stream(source: Source, format: str | None = None) -> Iterator[Document]:
    """The documents of one file, one at a time."""
    found = get(format) if format else detect(source)
    if found.read is None:
        raise source.error(f"{found.name} can only be written", remedy="see `corefer formats`")
    with rare_collection() as done:
        for document in found.read(source):
            document.layout["file"] = source.stem
            yield document
            done(len(document.tokens))


def files(path: str | os.PathLike[str]) -> list[Path]:
    """The files that an argument stands for: itself, a folder's readable files in order, or a glob's matches.

    In a folder, a file that could only be plain text counts if it ends in `.txt`: a README is no document, nor is
    any other table that ends in `.tsv`.
    """
    given = Path(path)
    if given.is_dir():
        if not (found := _in_folder(given)):
            remedy = "name a file, a folder or a glob"
            raise FormatError("there are no documents in it", source=str(path), remedy=remedy)
        return found
    if given.exists() or str(path) == "-":
        return [given]
    matches = sorted(Path(match) for match in glob.glob(str(path), recursive=True))
    if not matches:
        raise FormatError("no such file or folder", source=str(path), remedy="check the path")
    return [file for match in matches for file in (_in_folder(match) if match.is_dir() else [match])]


def _in_folder(folder: Path) -> list[Path]:
    found = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
    return [p for p in found if _is_document(p)]


def _is_document(path: Path) -> bool:
    if path.suffix == ".txt":
        return not path.with_suffix(".ann").exists()
    if path.suffix != ".tsv" and any(f.read and path.name.endswith(f.endings) for f in FORMATS.values()):
        return True
    return _by_beginning(Source(path)) is not None


def read(path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> list[Document]:
    """Every document of a file, a folder or a glob (or `-`, standard input).

    The format is detected unless it is named; `corefer.formats.read_each` yields documents one at a time.
    """
    with rare_collection():
        return list(read_each(path, format, encoding))


def read_each(path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> Iterator[Document]:
    """The same documents one at a time, so that memory does not grow with the corpus."""
    return (document for file in files(path) for document in stream(Source(file, encoding), format))


def write(
    documents: Document | Iterable[Document], path: str | os.PathLike[str], format: str | None = None
) -> dict[str, int]:
    """Write documents to a file (or `-`, standard output); returns what the format could not hold, with counts."""
    from corefer.formats.convert import Conversion

    found = get(format) if format else by_ending(path)
    if found is None:
        raise FormatError("no format is named, and the ending tells none", source=str(path), remedy="give format=NAME")
    several = [documents] if isinstance(documents, Document) else documents
    conversion = Conversion(found)
    conversion.write(several, Target(path))
    return {str(feature): count for feature, count in conversion.lost.items()}
