"""Tokens and sentences, stored by column.

A corpus of a million tokens must fit into memory many times over, and most readers want two columns of
the ten. So the CoNLL-U columns are lists of shared strings, split from the file's lines only when
somebody asks; `Token` and `Sentence` are views made on demand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from corefer.document.document import Document

Layout = tuple[str, "array[int]", "array[int]"]
COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_FORM, _MISC = COLUMNS.index("form"), COLUMNS.index("misc")


@dataclass(slots=True, frozen=True)
class Multiword:
    """A surface token that covers several syntactic words (`don't` = do + n't): words first..last inclusive."""

    first: int
    last: int
    fields: tuple[str, ...]

    @property
    def form(self) -> str:
        return self.fields[_FORM]


class TokenTable:
    """The columns of a document's tokens, with the character offsets of each.

    `lines` are CoNLL-U token lines (ten columns, multiword lines taken out); they are split when a column
    other than `form` is first asked for. `extra` holds columns that CoNLL-U does not have, by name. Offsets are
    either given or laid out, together with the text, when somebody asks: scorers never do.
    """

    def __init__(
        self,
        forms: list[str],
        *,
        lines: list[str] | None = None,
        columns: dict[str, list[str]] | None = None,
        starts: array[int] | None = None,
        ends: array[int] | None = None,
        lay_out: Callable[[], Layout] | None = None,
        multiwords: Sequence[Multiword] = (),
        extra: dict[str, list[str]] | None = None,
    ) -> None:
        self.forms = forms
        self._layout = None if starts is None or ends is None else ("", starts, ends)
        self._lay_out = lay_out
        self.multiwords = list(multiwords)
        self.extra = extra or {}
        self._lines = lines
        self._columns = columns or {}
        self._known: dict[str, bool] = {}

    def __len__(self) -> int:
        return len(self.forms)

    @property
    def layout(self) -> Layout:
        """The text that the tokens spell (empty where the document has its own), and each token's start and end."""
        if self._layout is None:
            assert self._lay_out is not None
            self._layout, self._lay_out = self._lay_out(), None
        return self._layout

    @property
    def starts(self) -> array[int]:
        return self.layout[1]

    @property
    def ends(self) -> array[int]:
        return self.layout[2]

    def column(self, name: str) -> list[str]:
        """One CoNLL-U column, `_` where nothing is known; change it through `set_column` only."""
        if name == "form":
            return self.forms
        if self._lines is not None:
            self._split()
        if name not in self._columns:
            if name not in COLUMNS:
                raise KeyError(name)
            self._columns[name] = ["_"] * len(self.forms)
        return self._columns[name]

    def has(self, name: str) -> bool:
        """Whether any token has a value in this column."""
        known = self._known.get(name)
        if known is None:
            absent = self._lines is None and name not in self._columns
            known = self._known[name] = not absent and any(value != "_" for value in self.column(name))
        return known

    def set_column(self, name: str, values: list[str]) -> None:
        """Replace a column."""
        if len(values) != len(self.forms) or name not in COLUMNS or name == "form":
            raise ValueError(f"column {name} takes {len(self.forms)} values")
        self.column(name)
        self._columns[name] = values
        self._known.pop(name, None)

    def _split(self) -> None:
        lines, self._lines = self._lines or [], None
        for name, values in zip(COLUMNS, zip(*(line.split("\t") for line in lines), strict=False), strict=False):
            if name != "form":
                self._columns[name] = [intern(value) for value in values]


class SentenceTable:
    """Where sentences start and end (token indices, end exclusive), and what is known of each."""

    def __init__(self) -> None:
        self.starts: array[int] = array("l")
        self.ends: array[int] = array("l")
        self.ids: list[str] = []
        self.speakers: list[str] = []
        self.new_paragraph: list[bool] = []
        self.comments: list[tuple[str, ...]] = []

    def __len__(self) -> int:
        return len(self.starts)

    def add(
        self,
        start: int,
        end: int,
        *,
        id: str = "",
        speaker: str = "",
        new_paragraph: bool = False,
        comments: tuple[str, ...] = (),
    ) -> None:
        self.starts.append(start)
        self.ends.append(end)
        self.ids.append(id)
        self.speakers.append(speaker)
        self.new_paragraph.append(new_paragraph)
        self.comments.append(comments)


@dataclass(slots=True, frozen=True)
class Token:
    """A view of one token (a syntactic word or an empty node) of a document."""

    document: Document = field(repr=False)
    index: int

    @property
    def form(self) -> str:
        return self.document.tokens.table.forms[self.index]

    @property
    def start(self) -> int:
        """Character offset of the token's first character."""
        return self.document.tokens.table.starts[self.index]

    @property
    def end(self) -> int:
        return self.document.tokens.table.ends[self.index]

    def _value(self, name: str) -> str:
        return self.document.tokens.table.column(name)[self.index]

    @property
    def id(self) -> str:
        """The id within the sentence, as CoNLL-U writes it: `3`, or `3.1` for an empty node."""
        value = self._value("id")
        return value if value != "_" else str(self.index - self.sentence.start + 1)

    @property
    def lemma(self) -> str:
        return self._value("lemma")

    @property
    def upos(self) -> str:
        return self._value("upos")

    @property
    def xpos(self) -> str:
        return self._value("xpos")

    @property
    def deprel(self) -> str:
        return self._value("deprel")

    @property
    def deps(self) -> str:
        return self._value("deps")

    @property
    def feats(self) -> dict[str, str]:
        return _attributes(self._value("feats"))

    @property
    def misc(self) -> dict[str, str]:
        return _attributes(self._value("misc"))

    @property
    def is_empty(self) -> bool:
        """Whether this is an empty node: it stands in the analysis but not in the text."""
        return "." in self._value("id")

    @property
    def head(self) -> Token | None:
        """The governor, or None for the root and where no parse is known."""
        index = self.document.head_index(self.index)
        return None if index is None else Token(self.document, index)

    @property
    def sentence(self) -> Sentence:
        return self.document.sentences[self.document.sentence_index(self.index)]


@dataclass(slots=True, frozen=True)
class Sentence:
    """A view of one sentence: tokens `start` to `end` (exclusive)."""

    document: Document = field(repr=False)
    index: int

    @property
    def start(self) -> int:
        return self.document.sentences.table.starts[self.index]

    @property
    def end(self) -> int:
        return self.document.sentences.table.ends[self.index]

    def __len__(self) -> int:
        return self.end - self.start

    def __iter__(self) -> Iterator[Token]:
        return (Token(self.document, i) for i in range(self.start, self.end))

    @property
    def id(self) -> str:
        return self.document.sentences.table.ids[self.index]

    @property
    def speaker(self) -> str:
        return self.document.sentences.table.speakers[self.index]

    @property
    def new_paragraph(self) -> bool:
        """Whether a paragraph starts here."""
        return self.document.sentences.table.new_paragraph[self.index]

    @property
    def comments(self) -> tuple[str, ...]:
        """The sentence's comment lines as they stood in the file, without the `#`."""
        return self.document.sentences.table.comments[self.index]

    @property
    def span(self) -> tuple[int, int]:
        """Character offsets of the sentence in the document's text."""
        if self.start == self.end:
            return (0, 0)
        table = self.document.tokens.table
        return table.starts[self.start], table.ends[self.end - 1]

    @property
    def text(self) -> str:
        start, end = self.span
        return self.document.text[start:end]


def _attributes(value: str) -> dict[str, str]:
    if value == "_":
        return {}
    return {key: rest for key, _, rest in (part.partition("=") for part in value.split("|"))}


class Tokens(Sequence[Token]):
    """The document's tokens as a sequence of views."""

    def __init__(self, document: Document, table: TokenTable) -> None:
        self._document = document
        self.table = table

    def __len__(self) -> int:
        return len(self.table)

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> list[Token]: ...

    def __getitem__(self, index: int | slice) -> Token | list[Token]:
        if isinstance(index, slice):
            return [Token(self._document, i) for i in range(*index.indices(len(self)))]
        return Token(self._document, range(len(self))[index])


class Sentences(Sequence[Sentence]):
    """The document's sentences as a sequence of views."""

    def __init__(self, document: Document, table: SentenceTable) -> None:
        self._document = document
        self.table = table

    def __len__(self) -> int:
        return len(self.table)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...

    @overload
    def __getitem__(self, index: slice) -> list[Sentence]: ...

    def __getitem__(self, index: int | slice) -> Sentence | list[Sentence]:
        if isinstance(index, slice):
            return [Sentence(self._document, i) for i in range(*index.indices(len(self)))]
        return Sentence(self._document, range(len(self))[index])
