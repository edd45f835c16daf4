"""The XML of GREC, read into a tree: a text, its references, and the expressions on offer.

expat finds the elements and checks that the XML is well-formed. It is given the file alone: nothing external
is fetched, declared entities are refused, and whatever the scheme does not know is an error with its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from corefer.document import Expression, FormatError

EMBEDDED = "#embedded"
"""The pseudo-attribute of an expression that embeds references: their entities; its text is then markup."""

NOTE = "corefer"
"""The target of the processing instruction that holds what the markup has no place for, as JSON."""

ESCAPES = "corefer-escapes"
"""The target of the one that says: `\\u00001f` stands for a character that XML cannot hold, `\\\\` for `\\`."""

_CHILDREN = {
    "": {"TEXT", "GREC-ITEM"},
    "GREC-ITEM": {"TEXT", "ALT-REFEX"},
    "TEXT": {"TITLE", "PARAGRAPH", "ALT-REFEX"},
    "TITLE": {"REF"},
    "PARAGRAPH": {"REF"},
    "REF": {"REFEX", "ALT-REFEX"},
    "ALT-REFEX": {"REFEX"},
    "REFEX": {"REF"},
}
_MIXED = frozenset({"TITLE", "PARAGRAPH", "REFEX"})
_MOST_LEVELS = 200
_XML_SPACE = " \t\r\n"
_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_OTHER_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)([^;\s<>]*)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_ESCAPE = re.compile(r"\\(\\|u[0-9a-f]{6})")

Fail = Callable[[str, int, int, str], FormatError]
Content = list["str | Reference"]


@dataclass(slots=True)
class Wording:
    """The selected `REFEX` of a reference: its attributes, and its text with embedded references."""

    attributes: dict[str, str]
    content: Content
    start: int = 0
    end: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said: `_` of type `empty`, or no text at all."""
        return self.content == ["_"] and self.attributes.get("REG08-TYPE") == "empty"


@dataclass(slots=True)
class Reference:
    """A `REF`. `begin` and `end` are offsets into the realised text, `at` is where the tag starts in the source.

    `alternatives` is None where the reference has no list of its own.
    """

    attributes: dict[str, str]
    selected: Wording | None = None
    alternatives: tuple[Expression, ...] | None = None
    at: int = 0
    begin: int = 0
    end: int = 0


@dataclass(slots=True)
class Block:
    """A `TITLE` or `PARAGRAPH`; texts and references alternate in its content. `begin` and `end` as above."""

    name: str
    content: Content = field(default_factory=list)
    verbatim: bool = False
    begin: int = 0
    end: int = 0


@dataclass(slots=True)
class Item:
    """One GREC text. `offered` is the list of expressions for the whole text (GREC-NEG).

    `note` is what a document says beyond the markup, from the processing instruction `<?corefer {…}?>`.
    """

    root: str = "TEXT"
    id: str | None = None
    blocks: list[Block] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    offered: list[Expression] = field(default_factory=list)
    note: dict[str, Any] = field(default_factory=dict)
    note_at: tuple[int, int] = (0, 0)


def references_within(reference: Reference) -> Iterator[Reference]:
    """The references embedded in a reference's selected expression, at any depth."""
    for piece in reference.selected.content if reference.selected else ():
        if isinstance(piece, Reference):
            yield piece
            yield from references_within(piece)


# --- names of attributes


@lru_cache(maxsize=4096)
def attribute_key(name: str) -> str:
    """How the document calls an XML attribute: `REG08-TYPE` is `reg08-type`, any other spelling stays after a `~`."""
    lower = name.lower()
    return lower if lower.upper() == name else f"~{name}"


@lru_cache(maxsize=4096)
def attribute_name(key: str) -> str | None:
    """The XML attribute of that key; None if there is none."""
    name = key[1:] if key.startswith("~") else key.upper()
    return name if _NAME.fullmatch(name) and attribute_key(name) == key else None


@lru_cache(maxsize=4096)
def _attribute_keys(attributes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Names and values in turn, as expat gives them; one object for the few combinations a corpus has."""
    return tuple((attribute_key(name), value) for name, value in zip(attributes[::2], attributes[1::2], strict=True))


# --- reading


def parse(xml: str, fail: Fail) -> Item:
    """The item of a GREC file; `fail` makes the error from message, line, column and remedy."""
    return _Parser(xml, fail).run()


@dataclass(slots=True)
class _Offer:
    """An expression of a list, while it is read."""

    attributes: tuple[str, ...]
    level: int
    start: int
    text: list[str] = field(default_factory=list)
    embedded: list[str] = field(default_factory=list)


class _Parser:
    """Builds an item from expat's events; every deviation from the scheme is an error with its place."""

    def __init__(self, xml: str, fail: Fail) -> None:
        self.data = xml.removeprefix("\ufeff").encode("utf-8")
        self.fail = fail
        self.item = Item()
        self.open: list[str] = []
        self.contents: list[Content] = []
        self.reference: list[Reference] = []
        self.list: list[Expression] = []
        self.offer: _Offer | None = None
        self.escapes = False
        self.texts = 0
        self.has_entities = _OTHER_ENTITY.search(self.data) is not None
        self.expat = parser = expat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.ProcessingInstructionHandler = self._instruction
        parser.EntityDeclHandler = self._declared_entity
        parser.SkippedEntityHandler = self._unknown_entity

    def run(self) -> Item:
        try:
            self.expat.Parse(self.data, True)
        except expat.ExpatError as error:
            raise self.fail(
                f"this is not well-formed XML: {expat.ErrorString(error.code)}",
                error.lineno,
                error.offset + 1,
                "repair the markup at this place",
            ) from None
        if not self.texts:
            raise self.fail("there is no <TEXT> here", 1, 1, "a GREC file holds one text")
        return self.item

    def _error(self, message: str, remedy: str) -> FormatError:
        return self.fail(message, self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1, remedy)

    def _text_place(self) -> tuple[int, int]:
        """Line and column of the text that stands before the current tag; expat only knows where it ends."""
        before = self.data[: self.expat.CurrentByteIndex]
        start = before.rfind(b">") + 1
        start += len(before[start:]) - len(before[start:].lstrip())
        line_start = before.rfind(b"\n", 0, start) + 1
        return before.count(b"\n", 0, start) + 1, len(before[line_start:start].decode("utf-8")) + 1

    def _declared_entity(self, name: str, *_: object) -> None:
        raise self._error(f"the file declares the entity {name}", "write the character itself; entities are not read")

    def _unknown_entity(self, name: str, is_parameter: bool) -> None:
        sign = "%" if is_parameter else "&"
        raise self._error(f"the entity {sign}{name}; is not defined here", "write the character itself")

    def _refuse_entities(self) -> None:
        """Where a DTD is named, expat passes over unknown entities in attributes without a word."""
        start = self.expat.CurrentByteIndex
        if found := _OTHER_ENTITY.search(self.data, start, tag_end(self.data, start)):
            self._unknown_entity(found[1].decode("utf-8"), False)

    def _instruction(self, target: str, data: str) -> None:
        if target == ESCAPES:
            self.escapes = True
        elif target == NOTE:
            try:
                note = json.loads(data)
            except (ValueError, RecursionError):
                note = None
            if not isinstance(note, dict):
                raise self._error("the instruction <?corefer …?> is not a JSON object", "remove or repair it")
            self.item.note = note
            self.item.note_at = (self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1)

    def _start(self, name: str, attributes: list[str]) -> None:
        parent = self.open[-1] if self.open else ""
        if name not in _CHILDREN[parent]:
            inside = f"in <{parent}>" if parent else "as the outermost element"
            known = ", ".join(f"<{child}>" for child in sorted(_CHILDREN[parent]))
            raise self._error(f"<{name}> cannot stand {inside}", f"GREC has {known} there")
        if len(self.open) >= _MOST_LEVELS:
            raise self._error(f"elements are nested more than {_MOST_LEVELS} deep", "is this a GREC file?")
        if self.has_entities:
            self._refuse_entities()
        if self.escapes:
            attributes = [_unescape(value) for value in attributes]
        self.open.append(name)
        if self.offer:
            self._start_embedded(name, attributes)
        else:
            getattr(self, f"_start_{name.replace('-', '_').lower()}")(attributes)

    def _start_embedded(self, name: str, attributes: list[str]) -> None:
        """Inside an expression of a list: only note which entities it embeds; the markup is taken as it is."""
        assert self.offer
        if name == "REF" and len(self.open) == self.offer.level + 1:
            self.offer.embedded.append(_pairs(attributes).get("ENTITY", ""))

    def _start_grec_item(self, _: list[str]) -> None:
        self.item.root = "GREC-ITEM"

    def _start_text(self, attributes: list[str]) -> None:
        self.texts += 1
        if self.texts > 1:
            raise self._error("here begins a second <TEXT>", "split the file: one text each")
        self.item.id = _pairs(attributes).get("ID")

    def _start_title(self, attributes: list[str]) -> None:
        if self.item.blocks:
            raise self._error("<TITLE> does not come first", "put one <TITLE> before the paragraphs")
        self._start_paragraph(attributes)

    def _start_paragraph(self, attributes: list[str]) -> None:
        block = Block(self.open[-1], verbatim=_pairs(attributes).get("xml:space") == "preserve")
        self.item.blocks.append(block)
        self.contents.append(block.content)

    def _start_ref(self, attributes: list[str]) -> None:
        reference = Reference(_pairs(attributes), at=self.expat.CurrentByteIndex)
        if reference.attributes.get("ENTITY") == "":
            raise self._error("the reference's ENTITY is empty", "name the entity, or leave ENTITY out")
        self.contents[-1].append(reference)
        self.reference.append(reference)
        self.item.references.append(reference)

    def _start_alt_refex(self, _: list[str]) -> None:
        self.list = []
        if self.open[-2] == "REF" and self.reference[-1].alternatives is not None:
            raise self._error("the reference has two lists of alternatives", "join them into one <ALT-REFEX>")

    def _start_refex(self, attributes: list[str]) -> None:
        start = self.expat.CurrentByteIndex
        if self.open[-2] == "ALT-REFEX":
            self.offer = _Offer(tuple(attributes), len(self.open), start)
            return
        if self.reference[-1].selected:
            raise self._error("the reference has two selected expressions", "keep one <REFEX> before <ALT-REFEX>")
        self.reference[-1].selected = wording = Wording(_pairs(attributes), [], start)
        self.contents.append(wording.content)

    def _characters(self, text: str) -> None:
        name = self.open[-1]
        if name not in _MIXED:
            if text.strip(_XML_SPACE):
                message = f"text cannot stand directly in <{name}>"
                raise self.fail(message, *self._text_place(), "move it into a <PARAGRAPH> or <REFEX>")
        elif self.offer:
            self.offer.text.append(text)
        else:
            self.contents[-1].append(text)

    def _end(self, name: str) -> None:
        if self.offer:
            if len(self.open) == self.offer.level:
                self.list.append(self._offered(self.offer))
                self.offer = None
        elif name in _MIXED:
            content = self.contents.pop()
            content[:] = _merged(content, self.escapes)
            if name == "REFEX" and (wording := self.reference[-1].selected):
                wording.end = self.expat.CurrentByteIndex
        elif name == "REF":
            self.reference.pop()
        elif name == "ALT-REFEX":
            self._end_list()
        self.open.pop()

    def _end_list(self) -> None:
        if self.open[-2] == "REF":
            self.reference[-1].alternatives = tuple(self.list)
        else:
            self.item.offered += self.list

    def _offered(self, offer: _Offer) -> Expression:
        attributes = _attribute_keys(offer.attributes)
        if offer.embedded:
            inner = self.data[tag_end(self.data, offer.start) : self.expat.CurrentByteIndex]
            text = inner.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
            attributes += ((EMBEDDED, " ".join(offer.embedded)),)
        else:
            text = "".join(offer.text)
        return Expression(_unescape(text) if self.escapes else text, attributes)


def tag_end(data: bytes, start: int) -> int:
    """Where the tag that starts there ends; an attribute's value may hold a `>`."""
    found = _TAG.match(data, start)
    assert found
    return found.end()


def _pairs(attributes: list[str]) -> dict[str, str]:
    return dict(zip(attributes[::2], attributes[1::2], strict=True))


def _merged(content: Content, escapes: bool) -> Content:
    """The content with neighbouring pieces of text joined."""
    result: Content = []
    run: list[str] = []
    for piece in [*content, None]:
        if isinstance(piece, str):
            run.append(piece)
            continue
        if text := "".join(run):
            result.append(_unescape(text) if escapes else text)
        run.clear()
        if piece:
            result.append(piece)
    return result


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda m: "\\" if m[1] == "\\" else chr(min(int(m[1][1:], 16), 0x10FFFF)), text)


def no_place(message: str, line: int, column: int, remedy: str) -> FormatError:
    return FormatError(message, line=line, column=column, remedy=remedy)
