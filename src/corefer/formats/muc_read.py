"""Reading MUC's SGML: one pass over the markup, then the links; see `corefer.formats.muc` for the format."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from corefer.document import Document, FormatError, Region, from_text
from corefer.formats import muc_sgml
from corefer.formats.base import Source
from corefer.formats.muc_min import locate
from corefer.formats.muc_sgml import Kind, Markup, MarkupError

NOTE = "corefer"
DOCUMENT, MENTION = "DOC", "COREF"
KNOWN = ("ID", "REF", "TYPE", "MIN", "STATUS")
MAY_LACK_END = ("P", "S")
DOCUMENT_LAYOUT = "muc:DOC"
_NAMING = ("DOCNO", "DOCID")

_COREF = re.compile(r"</?COREF\b", re.IGNORECASE)
_HAS_DOCUMENTS = re.compile(r"<DOC[\s>]", re.IGNORECASE)
_PACKED_ID = re.compile(r"\s*<DOCNO>([^<]*)</DOCNO>")
_PACKED_TEXT = re.compile(r"\s*<TXT>")
_PIECE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})\Z")


@dataclass(slots=True)
class _Markable:
    """A COREF element on its way to becoming a mention; `place` is the offset of its tag in the file."""

    place: int
    start: int
    attributes: dict[str, str]
    end: int = -1
    notes: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    nested: list[_Markable] = field(default_factory=list)
    own_id: str = ""
    other: dict[str, str] = field(default_factory=dict)
    minimum: list[tuple[int, int]] = field(default_factory=list)

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end


@dataclass(slots=True)
class _Open:
    """An element whose end tag has not come yet: a markable, or a region by its place in the list."""

    name: str
    markable: _Markable | None = None
    region: int = -1


def read(source: Source) -> Iterator[Document]:
    """Every <DOC> of the file; a file without any is one document if it has text."""
    text = source.text()
    try:
        yield from _documents(source, text)
    except MarkupError as error:
        raise _error(source, text, error) from None


def _error(source: Source, text: str, error: MarkupError) -> FormatError:
    line = text.count("\n", 0, error.offset) + 1
    return source.error(error.message, line, error.offset - text.rfind("\n", 0, error.offset), error.remedy)


def _documents(source: Source, text: str) -> Iterator[Document]:
    if not _HAS_DOCUMENTS.search(text):
        if text.strip():
            draft = _Draft(source.stem)
            _prolog(text, draft.scan(text, 0))
            yield draft.finish()
        return
    position, number = 0, 1
    while True:
        notes, opening = _prolog(text, position)
        if opening is None:
            return
        draft = _Draft(f"{source.stem}-{number}", opening.attributes, notes)
        position = draft.scan(text, draft.unpack(text, opening.end))
        yield draft.finish()
        number += 1


def _prolog(text: str, position: int) -> tuple[list[tuple[int, dict[str, str]]], Markup | None]:
    """The notes before the next <DOC>, and its tag; None at the end of the file."""
    notes = []
    for item in muc_sgml.markup(text, position):
        _check_outside(text, position, item.start)
        position = item.end
        if item.kind is Kind.NOTE and item.name == NOTE:
            notes.append((item.start, _attributes(item)))
        elif item.name.upper() == MENTION:
            raise MarkupError("COREF outside every <DOC>", item.start, "move it into a document")
        elif item.name.upper() == DOCUMENT and item.kind is Kind.START:
            return notes, item
    _check_outside(text, position, len(text))
    return [], None


def _check_outside(text: str, start: int, end: int) -> None:
    between = text[start:end].strip("\x1a\0 \t\r\n\f\v\ufeff")
    if between:
        place = text.index(between, start)
        raise MarkupError("text outside every <DOC>", place, "move it into a document, or delete it")


def _attributes(item: Markup) -> dict[str, str]:
    try:
        return muc_sgml.attributes(item.attributes)
    except ValueError as error:
        raise MarkupError(str(error), item.start, 'write NAME="value" NAME="value"') from None


def _coref_attributes(item: Markup) -> dict[str, str]:
    """The attributes of a COREF, those that MUC knows in capitals."""
    given = _attributes(item)
    result = {(name.upper() if name.upper() in KNOWN else name): value for name, value in given.items()}
    if len(result) < len(given):
        raise MarkupError("an attribute is given twice", item.start, "delete one of the two")
    return result


def _identifier(markable: _Markable) -> str:
    return markable.attributes.get("ID", "").strip()


def _is_optional(markable: _Markable) -> bool:
    return markable.attributes.get("STATUS", "").strip().upper() == "OPT"


def _called(markable: _Markable) -> str:
    identifier = _identifier(markable)
    return f'COREF ID="{identifier}"' if identifier else "a COREF without ID"


def layout_key(region: Region) -> str:
    """Where the layout keeps the attributes of a region's tag (`<STORYID cat=f>`), which the model has no place for."""
    return f"muc:{region.name} {region.start}-{region.end}"


def _document_attribute(layout: dict[str, str]) -> str:
    """The id that a <DOC id="..."> gives, if any."""
    try:
        given = muc_sgml.attributes(layout.get(DOCUMENT_LAYOUT, ""))
    except ValueError:
        return ""
    return next((value.strip() for name, value in given.items() if name.upper() in ("ID", *_NAMING)), "")


def given_id(text: str, regions: Iterable[Region], layout: dict[str, str]) -> str:
    """The id that a document's DOCNO, DOCID or <DOC> tag gives, if any."""
    named = (text[region.start : region.end].strip() for region in regions if region.name.upper() in _NAMING)
    return next(filter(None, named), "") or _document_attribute(layout)


class _Draft:
    """One document while its markup is read: the text so far, the open elements, and what has been closed."""

    def __init__(
        self, id: str, attributes: str = "", notes: Sequence[tuple[int, dict[str, str]]] = ()
    ) -> None:
        self.id = id
        self.packed_id: str | None = None
        self.layout = {DOCUMENT_LAYOUT: attributes} if attributes.strip() else {}
        self.packed: set[str] = set()
        self.ids_are_new = False
        self.apart: list[Region] = []
        for place, note in notes:
            self._take_note(place, note)
        self.pieces: list[str] = []
        self.length = 0
        self.stack: list[_Open] = []
        self.open_names: Counter[str] = Counter()
        self.cut_short: Counter[str] = Counter()
        self.regions: list[Region] = []
        self.region_attributes: list[str] = []
        self.markables: list[_Markable] = []
        self.latest: _Markable | None = None

    def _take_note(self, place: int, note: dict[str, str]) -> None:
        if "region" in note:
            ends = _PIECE.match(f"{note.get('start')}-{note.get('end')}")
            if ends is None:
                raise MarkupError("a region needs a start and an end", place, 'write start="3" end="9"')
            self.apart.append(Region(note["region"], int(ends[1]), int(ends[2])))
        self.packed.update(note.get("packed", "").split())
        self.ids_are_new = self.ids_are_new or note.get("ids") == "new"

    def unpack(self, text: str, position: int) -> int:
        """Take the id (and pass over TXT) where the document's elements are only packing."""
        if "DOCNO" in self.packed and (match := _PACKED_ID.match(text, position)):
            self.packed_id, position = muc_sgml.decode(match[1].strip()), match.end()
            if "TXT" in self.packed and (match := _PACKED_TEXT.match(text, position)):
                position = match.end()
        return position

    # --- the markup, from left to right

    def scan(self, text: str, position: int) -> int:
        """Read up to the document's end; returns the offset behind it."""
        for item in muc_sgml.markup(text, position):
            self._add_text(text, position, item.start)
            name = item.name.upper()
            if name == DOCUMENT and item.kind in (Kind.START, Kind.END):
                return item.end if item.kind is Kind.END else item.start
            position = item.end
            if item.kind is Kind.NOTE:
                self._note(item)
                continue
            if item.kind is not Kind.IGNORED:
                self.latest = None
            if item.kind is Kind.START:
                self._open(item, name)
            elif item.kind is Kind.END:
                self._close(item, name)
            elif item.kind is Kind.VOID:
                self._open(item, name)
                self._close(item, name)
        self._add_text(text, position, len(text))
        return len(text)

    def _add_text(self, text: str, start: int, end: int) -> None:
        if start == end:
            return
        if "<" in text[start:end] and (match := _COREF.search(text, start, end)):
            raise MarkupError("the tag is not closed", match.start(), "end it with >")
        piece = muc_sgml.decode(text[start:end])
        self.pieces.append(piece)
        self.length += len(piece)
        self.latest = None

    def _note(self, item: Markup) -> None:
        if item.name != NOTE:
            return
        if self.latest is None:
            remedy = "put it directly after a COREF tag, or delete it"
            raise MarkupError("this note belongs to no mention", item.start, remedy)
        self.latest.notes.append((item.start, _attributes(item)))

    def _open(self, item: Markup, name: str) -> None:
        self.open_names[name] += 1
        if name == MENTION:
            self._open_mention(item)
            return
        if name in MAY_LACK_END:
            self._end_previous(name)
        self.stack.append(_Open(name, region=len(self.regions)))
        self.regions.append(Region(item.name, self.length, -1))
        self.region_attributes.append(item.attributes)

    def _open_mention(self, item: Markup) -> None:
        markable = _Markable(item.start, self.length, _coref_attributes(item))
        outer = next((element.markable for element in reversed(self.stack) if element.markable), None)
        if outer:
            outer.nested.append(markable)
        self.stack.append(_Open(MENTION, markable))
        self.markables.append(markable)
        self.latest = markable

    def _end_previous(self, name: str) -> None:
        """A new paragraph (or sentence) ends the one before, whose end tag SGML lets one leave out."""
        depth = len(self.stack)
        while depth and self.stack[depth - 1].name in MAY_LACK_END:
            depth -= 1
            if self.stack[depth].name == name:
                while len(self.stack) > depth:
                    self._pop()
                return

    def _pop(self) -> _Open:
        element = self.stack.pop()
        self.open_names[element.name] -= 1
        if element.markable:
            element.markable.end = self.length
        else:
            opened = self.regions[element.region]
            region = self.regions[element.region] = Region(opened.name, opened.start, self.length)
            if self.region_attributes[element.region].strip():
                self.layout[layout_key(region)] = self.region_attributes[element.region]
        return element

    def _close(self, item: Markup, name: str) -> None:
        if not self.open_names[name]:
            if name == MENTION:
                raise MarkupError("</COREF> closes nothing", item.start, "delete it, or add the start tag")
            if self.cut_short[name]:
                raise MarkupError(
                    f"</{item.name}> closes an element that began inside a COREF",
                    item.start,
                    "close it before the </COREF>",
                )
            return
        while self.stack[-1].name != name:
            inner = self.stack[-1]
            if inner.markable:
                raise MarkupError(
                    f"</{item.name}> comes before the </COREF> of {_called(inner.markable)}",
                    item.start,
                    "let elements nest: close the COREF first",
                )
            if name == MENTION:
                self.cut_short[inner.name] += 1
            self._pop()
        self._pop()

    # --- the document

    def finish(self) -> Document:
        for element in self.stack:
            if element.markable:
                raise MarkupError(
                    f"{_called(element.markable)} is never closed", element.markable.place, "add its </COREF>"
                )
        while self.stack:
            self._pop()
        text = "".join(self.pieces)
        for markable in self.markables:
            self._trim(text, markable)
        for markable in self.markables:
            self._interpret(text, markable)
        entities = self._entities()
        document = from_text(self._id(text), text, self._boundaries())
        document.regions = self.regions + self.apart
        document.layout = self.layout
        starts = document.tokens.table.starts

        def tokens(start: int, end: int) -> range:
            return range(bisect_left(starts, start), bisect_left(starts, end))

        for markable, entity in zip(self.markables, entities, strict=True):
            span = tokens(*markable.span)
            document.add_mention(
                entity,
                span.start,
                span.stop,
                id=markable.own_id,
                optional=_is_optional(markable),
                min=tuple(i for piece in markable.minimum for i in tokens(*piece)),
                other=markable.other or None,
            )
        document.arrange()
        return document

    def _trim(self, text: str, markable: _Markable) -> None:
        inside = text[markable.start : markable.end]
        markable.end -= len(inside) - len(inside.rstrip())
        markable.start += len(inside) - len(inside.lstrip())
        if markable.start >= markable.end:
            remedy = "delete it, or put words into it"
            raise MarkupError(f"{_called(markable)} encloses no text", markable.place, remedy)

    def _interpret(self, text: str, markable: _Markable) -> None:
        """Sort the attributes into what the model has a place for and what it keeps as `other`."""
        given = markable.attributes
        markable.own_id = "" if self.ids_are_new else given.get("ID", "").strip()
        markable.other = {name: value for name, value in given.items() if name not in KNOWN}
        if given.get("TYPE", "IDENT").strip().upper() != "IDENT":
            markable.other["TYPE"] = given["TYPE"]
        if "STATUS" in given and not _is_optional(markable):
            markable.other["STATUS"] = given["STATUS"]
        notes = {name: value for _, note in markable.notes for name, value in note.items()}
        if "min" in notes:
            markable.minimum = list(self._pieces(markable, notes["min"]))
        elif "MIN" in given:
            place = locate(text, markable.span, [inner.span for inner in markable.nested], given["MIN"])
            if place:
                markable.minimum = [place]
            else:
                markable.other["MIN"] = given["MIN"]
        markable.own_id = notes.get("id", markable.own_id)
        for _, note in markable.notes:
            if "other" in note:
                markable.other[note["other"]] = note.get("value", "")

    def _pieces(self, markable: _Markable, value: str) -> Iterator[tuple[int, int]]:
        for piece in value.split():
            match = _PIECE.match(piece)
            start, end = (markable.start + int(number) for number in match.groups()) if match else (0, 0)
            if not markable.start <= start < end <= markable.end:
                raise MarkupError(
                    f"min=\"{value}\" lies outside {_called(markable)}", markable.place, "give offsets into the mention"
                )
            yield start, end

    def _boundaries(self) -> Iterator[int]:
        for markable in self.markables:
            yield from markable.span
            for piece in markable.minimum:
                yield from piece

    def _id(self, text: str) -> str:
        return self.packed_id if self.packed_id is not None else given_id(text, self.regions, self.layout) or self.id

    # --- who refers to what

    def _entities(self) -> list[str]:
        """The entity of each markable: the component of REF links it is in, under the ID of its first mention."""
        root = self._components()
        names: dict[int, str] = {}
        for i, markable in enumerate(self.markables):
            for place, note in markable.notes:
                if "entity" in note and names.setdefault(root[i], note["entity"]) != note["entity"]:
                    raise MarkupError("REF links two entities of different names", place, "change the REF or the note")
        taken = {*names.values(), *map(_identifier, self.markables)}
        fresh = (str(number) for number in count(1) if str(number) not in taken)
        for i in sorted({*root}.difference(names)):
            names[i] = _identifier(self.markables[i]) or next(fresh)
        self._check_distinct(names)
        return [names[i] for i in root]

    def _check_distinct(self, names: dict[int, str]) -> None:
        first: dict[str, int] = {}
        for i, name in sorted(names.items()):
            if first.setdefault(name, i) != i:
                raise MarkupError(
                    f'two entities are called "{name}"', self.markables[i].place, "link them by REF, or change the note"
                )

    def _components(self) -> list[int]:
        """For each markable, the first one that REF links connect it to."""
        index = self._index()
        root = list(range(len(self.markables)))

        def find(i: int) -> int:
            while root[i] != i:
                root[i] = root[root[i]]
                i = root[i]
            return i

        for i, markable in enumerate(self.markables):
            if "REF" not in markable.attributes:
                continue
            wanted = markable.attributes["REF"].strip()
            if wanted not in index:
                raise MarkupError(
                    f'REF="{wanted}" of {_called(markable)} names no COREF of this document',
                    markable.place,
                    "correct the REF, or delete it",
                )
            one, two = sorted((find(i), find(index[wanted])))
            root[two] = one
        return [find(i) for i in range(len(root))]

    def _index(self) -> dict[str, int]:
        index: dict[str, int] = {}
        for i, markable in enumerate(self.markables):
            identifier = _identifier(markable)
            if identifier and index.setdefault(identifier, i) != i:
                remedy = "give every COREF of a document its own ID"
                raise MarkupError(f'ID="{identifier}" is given to two COREFs', markable.place, remedy)
        return index
