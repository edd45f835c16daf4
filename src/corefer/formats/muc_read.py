"""Reading MUC's SGML: one pass over the markup, then the links; see `corefer.formats.muc` for the format."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from corefer.document import Document, Region, from_text
from corefer.formats import muc_sgml
from corefer.formats.base import Source
from corefer.formats.muc_locate import locate
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
_BLANK = "\x1a\0\ufeff \t\r\n\f\v"


@dataclass(slots=True)
class _Markable:
    """A COREF element on its way to becoming a mention; `place` is the offset of its tag in the file."""

    place: int
    start: int
    attributes: dict[str, str]
    end: int = -1
    notes: list[dict[str, str]] = field(default_factory=list)
    nested: list[_Markable] = field(default_factory=list)
    minimum: list[tuple[int, int]] = field(default_factory=list)

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def identifier(self) -> str:
        return self.attributes.get("ID", "").strip()

    @property
    def is_optional(self) -> bool:
        return self.attributes.get("STATUS", "").strip().upper() == "OPT"

    def noted(self, name: str) -> str | None:
        """What the notes behind the tag say, if anything."""
        return next((note[name] for note in self.notes if name in note), None)

    def __str__(self) -> str:
        return f'COREF ID="{self.identifier}"' if self.identifier else "a COREF without ID"


@dataclass(slots=True)
class _Open:
    """An element whose end tag has not come yet: a markable, or a region by its place in the list."""

    name: str
    markable: _Markable | None = None
    region: int = -1


@dataclass(slots=True)
class _Packing:
    """What the notes before a document say of it."""

    elements: list[str] = field(default_factory=list)
    ids_are_new: bool = False
    regions: list[Region] = field(default_factory=list)


class _File:
    """The text of a file, and a way to say what is wrong at an offset of it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text()

    @cached_property
    def _line_ends(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self.text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1."""
        line = bisect_left(self._line_ends, offset)
        return line + 1, offset - (self._line_ends[line - 1] if line else -1)

    def report(self, message: str, offset: int, remedy: str, code: str = "S101") -> None:
        """Raise the error, or note it and go on, as the source has it."""
        self.source.report(message, *self.place(offset), remedy, code)

    def attributes(self, item: Markup) -> dict[str, str]:
        try:
            return muc_sgml.attributes(item.attributes)
        except ValueError as error:
            self.report(str(error), item.start, 'write NAME="value" NAME="value"')
            return {}


def read(source: Source) -> Iterator[Document]:
    """Every <DOC> of the file; a file without any is one document if it has text."""
    file = _File(source)
    try:
        yield from _documents(file)
    except MarkupError as error:
        raise source.error(error.message, *file.place(error.offset), error.remedy) from None


def _documents(file: _File) -> Iterator[Document]:
    if not _HAS_DOCUMENTS.search(file.text):
        if file.text.strip():
            draft = _Draft(file, file.source.stem, _Packing())
            _next_document(file, draft.scan(0))
            yield draft.finish()
        return
    position = 0
    for number in count(1):
        packing, opening = _next_document(file, position)
        if opening is None:
            return
        draft = _Draft(file, f"{file.source.stem}-{number}", packing, opening.attributes)
        position = draft.scan(draft.unpack(opening.end))
        yield draft.finish()


def _next_document(file: _File, position: int) -> tuple[_Packing, Markup | None]:
    """The notes before the next <DOC>, and its tag; None at the end of the file."""
    packing = _Packing()
    for item in muc_sgml.markup(file.text, position):
        _check_outside(file, position, item.start)
        position = item.end
        if item.kind is Kind.NOTE and item.name == NOTE:
            _take_note(file, item, packing)
        elif item.name.upper() == MENTION and item.kind is not Kind.END:
            file.report("COREF outside every <DOC>", item.start, "move it into a document")
        elif item.name.upper() == DOCUMENT and item.kind is Kind.START:
            return packing, item
    _check_outside(file, position, len(file.text))
    return packing, None


def _take_note(file: _File, item: Markup, packing: _Packing) -> None:
    note = file.attributes(item)
    packing.elements += note.get("packed", "").split()
    packing.ids_are_new = packing.ids_are_new or note.get("ids") == "new"
    if "region" in note:
        ends = _PIECE.match(f"{note.get('start')}-{note.get('end')}")
        if ends:
            packing.regions.append(Region(note["region"], int(ends[1]), int(ends[2])))
        else:
            file.report("a region needs a start and an end", item.start, 'write start="3" end="9"')


def _check_outside(file: _File, start: int, end: int) -> None:
    between = file.text[start:end].strip(_BLANK)
    if between:
        place = file.text.index(between, start)
        file.report("text outside every <DOC>", place, "move it into a document, or delete it", "F002")


def layout_key(region: Region) -> str:
    """Where the layout keeps the attributes of a region's tag (`<STORYID cat=f>`); the model has no place for them."""
    return f"muc:{region.name} {region.start}-{region.end}"


def given_id(text: str, regions: Iterable[Region], layout: dict[str, str]) -> str:
    """The id that a document's DOCNO, DOCID or <DOC id="..."> gives, if any."""
    named = (text[region.start : region.end].strip() for region in regions if region.name.upper() in _NAMING)
    return next(filter(None, named), "") or _document_attribute(layout.get(DOCUMENT_LAYOUT, ""))


def _document_attribute(raw: str) -> str:
    try:
        given = muc_sgml.attributes(raw)
    except ValueError:
        return ""
    return next((value.strip() for name, value in given.items() if name.upper() in ("ID", *_NAMING)), "")


class _Draft:
    """One document while its markup is read: the text so far, the open elements, and what has been closed."""

    def __init__(self, file: _File, id: str, packing: _Packing, attributes: str = "") -> None:
        self.file, self.id, self.packing = file, id, packing
        self.packed_id: str | None = None
        self.layout = {DOCUMENT_LAYOUT: attributes} if attributes.strip() else {}
        self.pieces: list[str] = []
        self.places: list[tuple[int, int]] = []
        self.length = 0
        self.stack: list[_Open] = []
        self.open_names: Counter[str] = Counter()
        self.cut_short: Counter[str] = Counter()
        self.regions: list[Region] = []
        self.region_attributes: list[str] = []
        self.markables: list[_Markable] = []
        self.dropped: set[str] = set()
        self.latest: _Markable | None = None

    def unpack(self, position: int) -> int:
        """Take the id (and pass over TXT) where the document's elements are only packing."""
        text, packed = self.file.text, self.packing.elements
        if "DOCNO" in packed and (match := _PACKED_ID.match(text, position)):
            self.packed_id, position = muc_sgml.decode(match[1].strip()), match.end()
            if "TXT" in packed and (match := _PACKED_TEXT.match(text, position)):
                position = match.end()
        return position

    # --- the markup, from left to right

    def scan(self, position: int) -> int:
        """Read up to the document's end; returns the offset behind it."""
        for item in muc_sgml.markup(self.file.text, position):
            self._add_text(position, item.start)
            name = item.name.upper()
            if name == DOCUMENT and item.kind in (Kind.START, Kind.END):
                return item.end if item.kind is Kind.END else item.start
            position = item.end
            if item.kind is Kind.NOTE and item.name == NOTE:
                self._take_note(item)
            if item.kind in (Kind.START, Kind.END, Kind.VOID):
                self.latest = None
            if item.kind in (Kind.START, Kind.VOID):
                self._open(item, name)
            if item.kind in (Kind.END, Kind.VOID):
                self._close(item, name)
        self._add_text(position, len(self.file.text))
        return len(self.file.text)

    def _add_text(self, start: int, end: int) -> None:
        if start == end:
            return
        raw = self.file.text[start:end]
        if "<" in raw:
            for match in _COREF.finditer(raw):
                self.file.report("the tag is not closed", start + match.start(), "end it with >")
        self.latest = None
        for line in raw.splitlines(keepends=True) if "&" in raw else [raw]:
            self.places.append((self.length, start))
            self.pieces.append(muc_sgml.decode(line))
            self.length += len(self.pieces[-1])
            start += len(line)

    def _take_note(self, item: Markup) -> None:
        if self.latest:
            self.latest.notes.append(self.file.attributes(item))
        else:
            remedy = "put it directly after a COREF tag, or delete it"
            self.file.report("this note belongs to no mention", item.start, remedy)

    def _open(self, item: Markup, name: str) -> None:
        if name == MENTION:
            self._open_mention(item)
        else:
            if name in MAY_LACK_END:
                self._end_previous(name)
            self.stack.append(_Open(name, region=len(self.regions)))
            self.regions.append(Region(item.name, self.length, -1))
            self.region_attributes.append(item.attributes)
        self.open_names[name] += 1

    def _open_mention(self, item: Markup) -> None:
        given = self.file.attributes(item)
        attributes = {(name.upper() if name.upper() in KNOWN else name): value for name, value in given.items()}
        if len(attributes) < len(given):
            self.file.report("an attribute is given twice", item.start, "delete one of the two")
        self.latest = _Markable(item.start, self.length, attributes)
        self.stack.append(_Open(MENTION, self.latest))

    def _end_previous(self, name: str) -> None:
        """A new paragraph (or sentence) ends the one before, whose end tag SGML lets one leave out."""
        depth = len(self.stack)
        while depth and self.stack[depth - 1].name in MAY_LACK_END:
            depth -= 1
            if self.stack[depth].name == name:
                while len(self.stack) > depth:
                    self._pop()
                return

    def _pop(self) -> None:
        """End the innermost element here."""
        element = self.stack.pop()
        self.open_names[element.name] -= 1
        if element.markable:
            element.markable.end = self.length
            self.markables.append(element.markable)
            return
        opened = self.regions[element.region]
        region = self.regions[element.region] = Region(opened.name, opened.start, self.length)
        if self.region_attributes[element.region].strip():
            self.layout[layout_key(region)] = self.region_attributes[element.region]

    def _close(self, item: Markup, name: str) -> None:
        if not self.open_names[name]:
            if name == MENTION:
                remedy = "delete it, or add the start tag"
                self.file.report("</COREF> closes nothing", item.start, remedy, "S102")
            elif self.cut_short[name]:
                message = f"</{item.name}> closes an element that began inside a COREF"
                self.file.report(message, item.start, "close it before the </COREF>", "S110")
            return
        while self.stack[-1].name != name:
            inner = self.stack[-1]
            if inner.markable:
                message = f"</{item.name}> comes before the </COREF> of {inner.markable}"
                self.file.report(message, item.start, "let elements nest: close the COREF first", "S110")
                return
            if name == MENTION:
                self.cut_short[inner.name] += 1
            self._pop()
        self._pop()

    # --- the document

    def finish(self) -> Document:
        while self.stack:
            unclosed = self.stack[-1].markable
            if unclosed:
                self.file.report(f"{unclosed} is never closed", unclosed.place, "add its </COREF>", "S103")
                self.dropped.add(unclosed.identifier)
                self.stack.pop()
            else:
                self._pop()
        text = "".join(self.pieces)
        self._arrange_mentions(text)
        entities = self._entities()
        others = [self._interpret(text, markable) for markable in self.markables]
        id = self.packed_id if self.packed_id is not None else given_id(text, self.regions, self.layout) or self.id
        document = from_text(id, text, self._boundaries())
        document.regions = self.regions + self.packing.regions
        document.layout = self.layout
        document.lines = self._lines(document)
        starts = document.tokens.table.starts

        def tokens(start: int, end: int) -> range:
            return range(bisect_left(starts, start), bisect_left(starts, end))

        for markable, entity, other in zip(self.markables, entities, others, strict=True):
            span, own_id = tokens(*markable.span), markable.noted("id")
            if own_id is None:
                own_id = "" if self.packing.ids_are_new else markable.identifier
            document.add_mention(
                entity,
                span.start,
                span.stop,
                id=own_id,
                optional=markable.is_optional,
                min=tuple(i for piece in markable.minimum for i in tokens(*piece)),
                other=other or None,
            )
        document.arrange()
        return document

    def _arrange_mentions(self, text: str) -> None:
        """Strip the markables of white space, drop those without text, and let each know those directly inside it."""
        kept = []
        for markable in sorted(self.markables, key=lambda markable: markable.place):
            inside = text[markable.start : markable.end]
            markable.end -= len(inside) - len(inside.rstrip())
            markable.start += len(inside) - len(inside.lstrip())
            if markable.start < markable.end:
                kept.append(markable)
            else:
                remedy = "delete it, or put words into it"
                self.file.report(f"{markable} encloses no text", markable.place, remedy, "S204")
                self.dropped.add(markable.identifier)
        self.markables = kept
        stack: list[_Markable] = []
        for markable in kept:
            while stack and stack[-1].end <= markable.start:
                stack.pop()
            if stack:
                stack[-1].nested.append(markable)
            stack.append(markable)

    def _interpret(self, text: str, markable: _Markable) -> dict[str, str]:
        """Locate the MIN; returns the attributes for which the model has no place."""
        given = markable.attributes
        other = {name: value for name, value in given.items() if name not in KNOWN}
        if given.get("TYPE", "IDENT").strip().upper() != "IDENT":
            other["TYPE"] = given["TYPE"]
        if "STATUS" in given and not markable.is_optional:
            other["STATUS"] = given["STATUS"]
        pieces = markable.noted("min")
        if pieces is not None:
            markable.minimum = self._pieces(markable, pieces)
        elif "MIN" in given:
            place = locate(text, markable.span, [inner.span for inner in markable.nested], given["MIN"])
            if place:
                markable.minimum = [place]
            else:
                other["MIN"] = given["MIN"]
        return other | {note["other"]: note.get("value", "") for note in markable.notes if "other" in note}

    def _pieces(self, markable: _Markable, value: str) -> list[tuple[int, int]]:
        """The characters that a note gives as MIN, by their offsets into the mention."""
        matches = [_PIECE.match(piece) for piece in value.split()]
        pieces = [(markable.start + int(match[1]), markable.start + int(match[2])) for match in matches if match]
        if len(pieces) == len(matches) and all(start < end <= markable.end for start, end in pieces):
            return pieces
        message = f'min="{value}" lies outside {markable}'
        self.file.report(message, markable.place, "give offsets into the mention", "S107")
        return []

    def _boundaries(self) -> Iterator[int]:
        for markable in self.markables:
            yield from markable.span
            for piece in markable.minimum:
                yield from piece

    def _lines(self, document: Document) -> array[int]:
        """The file's line of each token."""
        lines = array("l")
        begins = [begin for begin, _ in self.places]
        for start in document.tokens.table.starts:
            begin, offset = self.places[bisect_right(begins, start) - 1]
            lines.append(self.file.place(offset + start - begin)[0])
        return lines

    # --- who refers to what

    def _entities(self) -> list[str]:
        """The entity of each markable: the component of REF links it is in, under the ID of its first mention."""
        root = self._components()
        names: dict[int, str] = {}
        for i, markable in enumerate(self.markables):
            noted = markable.noted("entity")
            if noted is not None and names.setdefault(root[i], noted) != noted:
                message = f"REF links {markable} to two entities"
                self.file.report(message, markable.place, "change the REF or the note")
        taken = {*names.values(), *(markable.identifier for markable in self.markables)}
        fresh = (str(number) for number in count(1) if str(number) not in taken)
        for i in sorted({*root}.difference(names)):
            names[i] = self.markables[i].identifier or next(fresh)
        self._check_distinct(names)
        return [names[i] for i in root]

    def _check_distinct(self, names: dict[int, str]) -> None:
        first: dict[str, int] = {}
        for i, name in sorted(names.items()):
            if first.setdefault(name, i) != i:
                remedy = "link them by REF, or change the note"
                self.file.report(f'two entities are called "{name}"', self.markables[i].place, remedy)

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
            wanted = markable.attributes.get("REF", markable.identifier).strip()
            if wanted in index:
                one, two = sorted((find(i), find(index[wanted])))
                root[two] = one
            elif "REF" in markable.attributes and wanted not in self.dropped:
                message = f'REF="{wanted}" of {markable} names no COREF of this document'
                self.file.report(message, markable.place, "correct the REF, or delete it", "S108")
        if self.file.source.problems is not None:
            self._check_cycles(index)
        return [find(i) for i in range(len(root))]

    def _check_cycles(self, index: dict[str, int]) -> None:
        """Links are symmetric, so a cycle of REFs is understood; but one of them is a slip, which validation tells."""
        seen = [-1] * len(self.markables)
        for first in range(len(self.markables)):
            i: int | None = first
            while i is not None and seen[i] < 0:
                seen[i] = first
                i = index.get(self.markables[i].attributes.get("REF", "").strip())
            if i is not None and seen[i] == first:
                message = f"the REFs from {self.markables[i]} lead back to it"
                self.file.report(message, self.markables[i].place, "let the first mention have no REF", "S111")

    def _index(self) -> dict[str, int]:
        """The markables by ID."""
        index: dict[str, int] = {}
        for i, markable in enumerate(self.markables):
            if markable.identifier and index.setdefault(markable.identifier, i) != i:
                first = self.file.place(self.markables[index[markable.identifier]].place)[0]
                message = f'ID="{markable.identifier}" is given twice, first in line {first}'
                self.file.report(message, markable.place, "give every COREF of a document its own ID", "S109")
        return index
