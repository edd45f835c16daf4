"""The rows of CoNLL-UA files, which come in many shapes, as the fifteen columns that a reader can rely on.

Corpora separate columns by tabs or by spaces, leave out empty ones at the end, declare further ones, and
number their words through the whole document. All that is put straight here, a chunk at a time; a chunk
that is straight already is only looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from corefer.document import Multiword
from corefer.document.tokens import COLUMNS
from corefer.formats.base import Source
from corefer.formats.conllu import RawDocument

UA_COLUMNS = ("IDENTITY", "BRIDGING", "DISCOURSE_DEIXIS", "REFERENCE", "NOM_SEM")
STANDARD = (*(name.upper() for name in COLUMNS), *UA_COLUMNS)
DECLARATION = re.compile(r"^# ?global\.columns\s*=\s*(.*?)\s*$", re.MULTILINE)
_FEWEST = len(COLUMNS) + 1  # files leave out columns at the end, but not IDENTITY
_SEPARATOR = "\0"  # no text holds it; joins the file's further columns to its fifteenth while the file is read


class Straightened(Source):
    """A source whose rows all have the fifteen columns, whatever the file's own columns and separators are."""

    def __init__(self, source: Source) -> None:
        self.__dict__.update(source.__dict__)
        self._columns: list[str] = list(STANDARD)
        self._line = 1
        self.straight = True

    def chunks(self, size: int = 1 << 22) -> Iterator[str]:
        for chunk in super().chunks(size):
            if self._is_straight(chunk):
                yield chunk
            else:
                self.straight = False
                yield "\n".join(self._straight(line, i) for i, line in enumerate(chunk.split("\n"), self._line))
            self._line += chunk.count("\n")

    def _is_straight(self, chunk: str) -> bool:
        """Whether all rows have fifteen columns; if they only have so on average, the reader finds out."""
        if "\r" in chunk or self._columns != list(STANDARD):
            return False
        if any(match[1].split() != list(STANDARD) for match in DECLARATION.finditer(chunk)):
            return False
        lines = chunk.count("\n") + (not chunk.endswith("\n"))
        blank = chunk.count("\n\n") + chunk.startswith("\n")
        comments = chunk.count("\n#") + chunk.startswith("#")
        return chunk.count("\t") == (lines - blank - comments) * (len(STANDARD) - 1)

    def _straight(self, line: str, number: int) -> str:
        if line.startswith("#"):
            if declared := DECLARATION.match(line):
                self._columns = declared[1].split()
                if len(set(self._columns)) < len(self._columns):
                    raise self.error("a column is declared twice", number, 1, "give every column a name of its own")
            return line
        return self._row(line.rstrip(" \r"), number) if line.strip() else ""

    def _row(self, line: str, number: int) -> str:
        if "\t" in line:
            cells = [cell.strip(" ") or "_" for cell in line.split("\t")]
        else:
            cells = [cell for cell in line.split(" ") if cell]
        if not min(_FEWEST, len(self._columns)) <= len(cells) <= len(self._columns):
            message = f"{len(cells)} column{'s' * (len(cells) != 1)} where {len(self._columns)} are declared"
            raise self.error(message, number, 1, "columns are separated by a tab, or by spaces")
        values = dict(zip(self._columns, cells, strict=False))
        further = [values.get(name, "_") for name in self._columns if name not in STANDARD]
        return "\t".join([values.get(name, "_") for name in STANDARD]) + "".join(_SEPARATOR + c for c in further)


def take_further(raw: RawDocument, names: list[str]) -> dict[str, list[str]]:
    """The further columns by name; takes them off the fifteenth, in which they were carried."""
    if not names:
        return {}
    columns: list[list[str]] = [[] for _ in names]
    for i, cells in enumerate(raw.rest):
        last, *values = cells[-1].split(_SEPARATOR)
        raw.rest[i] = (*cells[:-1], last)
        for column, value in zip(columns, values, strict=True):
            column.append(value)
    return dict(zip(names, columns, strict=True))


def number_by_sentence(raw: RawDocument) -> None:
    """Count words from 1 in each sentence, as CoNLL-U does, where the file counts on through the document."""
    builder = raw.builder
    lines = builder.lines
    assert lines is not None
    for start, end in zip(builder.sentences.starts, builder.sentences.ends, strict=True):
        if lines[start].startswith("1\t"):
            continue
        first = lines[start].partition("\t")[0]
        before = int(first.partition(".")[0]) - ("." not in first)
        rows = [line.split("\t") for line in lines[start:end]] if before > 0 else []
        if rows and all(int(row[0].partition(".")[0]) >= before for row in rows):  # else they are in disorder
            _shift(rows, before)
            lines[start:end] = map("\t".join, rows)
            _shift_multiwords(builder.multiwords, start, end, before)


def _shift(rows: list[list[str]], offset: int) -> None:
    """Take the offset off ids, and off heads where those count through the document as well."""
    ids = {row[0] for row in rows}
    heads = {row[6] for row in rows} - {"_", "0"}
    for row in rows:
        row[0] = _less(row[0], offset)
        if heads <= ids:
            row[6] = _less(row[6], offset)
            row[8] = "|".join(_less(edge, offset) for edge in row[8].split("|"))


def _less(id: str, offset: int) -> str:
    """`12`, `12.1` or `12:nsubj` with a smaller number; `0` and `_` stay."""
    number = re.match(r"[0-9]{1,9}(?![0-9])", id)
    return f"{int(number[0]) - offset}{id[number.end() :]}" if number and int(number[0]) > offset else id


def _shift_multiwords(words: list[Multiword], start: int, end: int, offset: int) -> None:
    for i in range(bisect_left(words, start, key=lambda word: word.first), len(words)):
        word = words[i]
        if word.first >= end:
            break
        first, _, last = word.fields[0].partition("-")
        span = f"{_less(first, offset)}-{_less(last, offset)}"
        words[i] = Multiword(word.first, word.last, (span, *word.fields[1:]))
