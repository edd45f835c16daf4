"""A Stanza document as our document; its relations are Universal Dependencies already.

What counts is the form of `Document.to_dict()`: a list of sentences, each a list of words as dictionaries. A multiword
token comes before its words, with both their ids as its id; only it may have character offsets.
"""

from __future__ import annotations

from array import array
from typing import Any

from corefer.document import CoreferError, Document, Multiword
from corefer.document.tokens import SentenceTable, TokenTable

Row = dict[str, Any]


def from_stanza(source: Any, id: str = "doc", text: str | None = None) -> Document:
    """The document of a Stanza `Document`, or of what its `to_dict()` gives; then `text` is the text it was made of.

    Without it, the text is rebuilt from the words and their offsets, with blanks between them.
    """
    rows: list[list[Row]] = source.to_dict() if hasattr(source, "to_dict") else source
    text = getattr(source, "text", None) if text is None else text
    text = _rebuilt(rows) if text is None else text
    grown = _Grown(text)
    for sentence in rows:
        grown.add(sentence)
    columns = {name: values for name, values in grown.columns.items() if set(values) - {"_"}}
    table = TokenTable(grown.forms, columns=columns, starts=grown.starts, ends=grown.ends, multiwords=grown.multiwords)
    return Document(id, text, table, grown.sentences)


class _Grown:
    """The columns as they grow, sentence by sentence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.forms: list[str] = []
        self.starts, self.ends = array("l"), array("l")
        self.columns: dict[str, list[str]] = {
            name: [] for name in ("id", "lemma", "upos", "xpos", "feats", "head", "deprel")
        }
        self.multiwords: list[Multiword] = []
        self.sentences = SentenceTable()

    def add(self, rows: list[Row]) -> None:
        first = len(self.forms)
        before = self.ends[-1] if self.forms else 0
        waiting: tuple[int, int] | None = None
        left = 0
        for row in rows:
            ids = _ids(row)
            if len(ids) > 1:
                waiting, left = _offsets(row), len(ids)
                fields = (f"{ids[0]}-{ids[-1]}", row["text"], *["_"] * 8)
                self.multiwords.append(Multiword(first + ids[0] - 1, first + ids[-1] - 1, fields))
                continue
            start, end = self._place(row, waiting, left)
            left = max(0, left - 1)
            waiting = waiting if left else None
            self._add_word(row, ids[0], start, end)
        if len(self.forms) > first:
            gap = self.text[before : self.starts[first]]
            self.sentences.add(first, len(self.forms), new_paragraph=not first or gap.count("\n") > 1)

    def _place(self, row: Row, multiword: tuple[int, int] | None, left: int) -> tuple[int, int]:
        """Where a word stands: by its own offsets, else where a multiword token spells it, else where that stands."""
        if "start_char" in row:
            return _offsets(row)
        if multiword is None:
            raise CoreferError(f"the word {row.get('text')!r} has no start_char (give what Stanza's to_dict() gives)")
        start = max(multiword[0], min(self.ends[-1], multiword[1]) if self.ends else 0)
        end = start + len(row["text"])
        if self.text[start:end] == row["text"] and (left > 1 or end == multiword[1]):
            return start, end
        return multiword

    def _add_word(self, row: Row, id: int, start: int, end: int) -> None:
        self.forms.append(row["text"])
        self.starts.append(start)
        self.ends.append(end)
        self.columns["id"].append(str(id))
        for name in ("lemma", "upos", "xpos", "feats", "head", "deprel"):
            value = row.get(name)
            self.columns[name].append("_" if value is None or value == "" else str(value))


def _ids(row: Row) -> tuple[int, ...]:
    """A word's id, or those of the words of a multiword token: `(3, 4)`, as JSON has it `[3, 4]`."""
    id = row["id"]
    return tuple(id) if isinstance(id, tuple | list) else (int(id),)


def _offsets(row: Row) -> tuple[int, int]:
    return int(row["start_char"]), int(row["end_char"])


def _rebuilt(rows: list[list[Row]]) -> str:
    text = ""
    for row in (row for sentence in rows for row in sentence if "start_char" in row):
        start = int(row["start_char"])
        if start >= len(text):
            text += " " * (start - len(text)) + row["text"]
    return text
