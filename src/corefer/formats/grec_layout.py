"""The layout of GREC's XML: the text a reader sees in it, and the markup for a text.

`realise` lays out an item's text and tells where each reference stands in it; `to_xml` writes an item whose
references know their place, so that it is realised as the same text; `with_wordings` changes selected
expressions in a file and nothing else.

White space. GREC's files put every reference on lines of its own, so one line end on either side of a `REF`
(and at the edges of a `PARAGRAPH`) is layout and not text. Where that leaves two words touching, a space is
understood; so it is where GREC-NEG's lists have a reference run into a word. An empty reference takes no
room: of the white space on its two sides only the first is read. `xml:space="preserve"` on a block turns all
this off; it is written for texts that need it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from corefer.document import Expression, FormatError
from corefer.formats.grec_xml import (
    EMBEDDED,
    ESCAPES,
    NOTE,
    Block,
    Content,
    Item,
    Reference,
    attribute_name,
    no_place,
    parse,
    tag_end,
)

_INDENTED_END = re.compile(r"\n[ \t]*\Z")
_OPENING = frozenset("([{“‘«\"'-–—/")
_CLOSING = frozenset(",.;:!?)]}”’»\"'-–—/%")
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DOCTYPES = {
    "TEXT": '<!DOCTYPE TEXT SYSTEM "reg08-grec.dtd">',
    "GREC-ITEM": '<!DOCTYPE GREC-ITEM SYSTEM "genchal09-grec.dtd">',
}

# --- the text a reader sees


def realise(item: Item) -> str:
    """The text of title and paragraphs, empty lines between; sets where blocks and references begin and end.

    A title that says nothing is taken out of the item's blocks.
    """
    pieces: list[str] = []
    offset = 0
    for block in list(item.blocks):
        text, references = _Realiser(block.verbatim).block(block.content)
        if block.name == "TITLE" and not text and not references:
            item.blocks.remove(block)
            continue
        base = offset + 2 * bool(pieces)
        for reference in references:
            reference.begin += base
            reference.end += base
        block.begin, block.end = base, base + len(text)
        offset = block.end
        pieces.append(text)
    return "\n\n".join(pieces)


class _Realiser:
    """Lays out one block. Reference edges and line ends wait until the next text shows whether a gap is due."""

    def __init__(self, verbatim: bool) -> None:
        self.verbatim = verbatim
        self.pieces: list[str] = []
        self.length = 0
        self.last = ""
        self.references: list[Reference] = []
        self.waiting: list[tuple[str, Reference | None]] = []
        self.after_empty = False

    def block(self, content: Content) -> tuple[str, list[Reference]]:
        self._content(content, is_block=True)
        self._settle(None)
        return "".join(self.pieces), self.references

    def _content(self, content: Content, is_block: bool) -> None:
        for i, piece in enumerate(content):
            if isinstance(piece, Reference):
                self._reference(piece)
            elif self.verbatim:
                self._text(piece)
            else:
                self._piece(piece, is_block, is_first=i == 0, is_final=i + 1 == len(content))

    def _reference(self, reference: Reference) -> None:
        self.references.append(reference)
        self.waiting.append(("begin", reference))
        said = len(self.pieces)
        if reference.selected and not reference.selected.is_empty:
            self._content(reference.selected.content, is_block=False)
        self.waiting.append(("end", reference))
        if len(self.pieces) == said:
            self.after_empty = True

    def _piece(self, text: str, is_block: bool, is_first: bool, is_final: bool) -> None:
        """A stretch of text without the line ends (and indentation) that belong to the layout."""
        follows = precedes = False
        if is_first and is_block:
            text = text.removeprefix("\n")
            if not is_final and not text.strip():
                text = ""
        elif not is_first and text.startswith("\n"):
            text, follows = text[1:], True
        if (not is_final or is_block) and (end := _INDENTED_END.search(text)):
            text, precedes = text[: end.start()], not is_final
        if follows:
            self.waiting.append(("line", None))
        if text:
            self._text(text)
        if precedes:
            self.waiting.append(("line", None))

    def _text(self, text: str) -> None:
        gap = None
        if self.waiting and not self.verbatim:
            kinds = [kind for kind, _ in self.waiting]
            edge = "line" if "line" in kinds else "begin"
            if self.last and _apart(self.last, text[0], edge == "line"):
                gap = kinds.index(edge) if edge in kinds else len(kinds)
        if self.after_empty and not self.verbatim and (not self.last or self.last.isspace()):
            text = text.lstrip()
        self._settle(gap)
        if text:
            self._put(text)
            self.after_empty = False

    def _settle(self, gap: int | None) -> None:
        """Fix the offsets of the edges that wait, with a space before the one numbered `gap`."""
        for i, (kind, reference) in enumerate([*self.waiting, ("line", None)]):
            if i == gap:
                self._put(" ")
            if reference and kind == "begin":
                reference.begin = self.length
            elif reference:
                reference.end = self.length
        self.waiting.clear()

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)
        self.last = text[-1]


def _apart(before: str, after: str, over_line: bool) -> bool:
    """Whether two characters that meet at a reference's edge need a space between them."""
    if over_line:
        return not (before.isspace() or after.isspace() or before in _OPENING or after in _CLOSING)
    return before.isalnum() and after.isalnum()


# --- writing


def to_xml(item: Item, text: str) -> str:
    """The markup of an item whose references stand in `text`.

    Characters that XML cannot hold are written as `\\u00001f`; the file then says so in its first lines.
    """
    xml = _Writer(item, text, escapes=False).run()
    return _Writer(item, text, escapes=True).run() if _UNWRITABLE.search(xml) else xml


def refex(expression: Expression, escapes: bool = False) -> str:
    """An expression as markup."""
    attributes: dict[str, str] = {}
    for key, value in expression.attributes:
        if (name := attribute_name(key)) is not None:
            attributes.setdefault(name, value)
    text = _escaped(expression.text, escapes)
    if not any(key == EMBEDDED for key, _ in expression.attributes) or not _is_markup(text):
        text = _as_text(text)
    return f"{_open_tag('REFEX', attributes, escapes)}{text}</REFEX>"


def _is_markup(text: str) -> bool:
    """Whether the text can stand as it is in a `REFEX`: well-formed, with references properly embedded."""
    xml = f"<TEXT><PARAGRAPH><REF><ALT-REFEX><REFEX>{text}</REFEX></ALT-REFEX></REF></PARAGRAPH></TEXT>"
    try:
        item = parse(xml, no_place)
    except (FormatError, UnicodeEncodeError):
        return False
    alternatives = item.references[0].alternatives
    return alternatives is not None and [expression.text for expression in alternatives] == [text]


class _Writer:
    """Writes an item in the layout of the published files: every element of a reference on its own line."""

    def __init__(self, item: Item, text: str, escapes: bool) -> None:
        self.item = item
        self.text = text
        self.escapes = escapes
        self.out: list[str] = []
        self.block = Block("")

    def run(self) -> str:
        item, put = self.item, self.out.append
        put(f'<?xml version="1.0" encoding="utf-8"?>\n{_DOCTYPES[item.root]}\n')
        if self.escapes:
            put(f"<?{ESCAPES}?>\n")
        if item.root == "GREC-ITEM":
            put("<GREC-ITEM>\n")
        put(_open_tag("TEXT", {} if item.id is None else {"ID": item.id}, self.escapes) + "\n")
        if not item.blocks or item.blocks[0].name != "TITLE":
            put("<TITLE></TITLE>\n")
        for number, block in enumerate(item.blocks, 1):
            self._block(block, is_final=number == len(item.blocks))
        if item.note:
            put(f"<?{NOTE} {_json(item.note)}?>\n")
        put("</TEXT>\n")
        if item.root == "GREC-ITEM":
            put("\n")
            self._list(item.offered)
            put("</GREC-ITEM>\n")
        return "".join(self.out)

    def _block(self, block: Block, is_final: bool) -> None:
        self.block = block
        put = self.out.append
        is_paragraph = block.name == "PARAGRAPH"
        put("\n" * is_paragraph + _open_tag(block.name, {"xml:space": "preserve"} if block.verbatim else {}, False))
        if is_paragraph and not block.verbatim:
            put("\n")
        last = self._content(block.content, block.begin)
        if last:
            self._line_end(block.end, last)
        elif not block.verbatim and is_paragraph and self._ends_line(is_final):
            put("\n")
        put(f"</{block.name}>\n")

    def _ends_line(self, is_final: bool) -> bool:
        """Whether a line end goes before `</PARAGRAPH>`: as in the published files, or to keep the text's own."""
        text = self.text[self.block.begin : self.block.end]
        return not is_final or self.item.root == "GREC-ITEM" or _INDENTED_END.search(text) is not None

    def _content(self, content: Content, offset: int) -> Reference | None:
        """Texts and references in turn; returns the reference that stands last, if one does."""
        previous: Reference | None = None
        for i, piece in enumerate(content):
            if previous:
                self._line_end(offset, previous)
            if isinstance(piece, Reference):
                self._reference(piece)
                previous, offset = piece, piece.end
            else:
                self.out.append(self._escape(piece))
                previous, offset = None, offset + len(piece)
                if i + 1 < len(content):
                    self._line_end(offset)
        return previous

    def _line_end(self, offset: int, previous: Reference | None = None) -> None:
        """End the line at the edge of a reference if that is read as layout; restore an empty one's second space."""
        block = self.block
        if block.verbatim:
            return
        before = self.text[offset - 1] if offset > block.begin else " "
        after = self.text[offset] if offset < block.end else " "
        if not _apart(before, after, over_line=True):
            self.out.append("\n")
        if previous and previous.begin == previous.end and before.isspace() and not after.isspace():
            self.out.append(" ")

    def _reference(self, reference: Reference) -> None:
        put = self.out.append
        put(_open_tag("REF", reference.attributes, self.escapes) + "\n")
        if reference.selected:
            put(_open_tag("REFEX", reference.selected.attributes, self.escapes))
            if reference.selected.is_empty:
                put("_")
            else:
                self._content(reference.selected.content, reference.begin)
            put("</REFEX>\n")
        if reference.alternatives is not None:
            self._list(reference.alternatives)
        put("</REF>")

    def _list(self, expressions: Sequence[Expression]) -> None:
        self.out.append("<ALT-REFEX>\n")
        self.out += [f"{refex(expression, self.escapes)}\n" for expression in expressions]
        self.out.append("</ALT-REFEX>\n")

    def _escape(self, text: str) -> str:
        return _as_text(_escaped(text, self.escapes))


def _json(note: dict[str, Any]) -> str:
    """JSON that cannot end the instruction it stands in."""
    return json.dumps(note).replace(">", "\\u003e")


def _open_tag(name: str, attributes: dict[str, str], escapes: bool) -> str:
    values = "".join(f' {key}="{_as_value(_escaped(value, escapes))}"' for key, value in attributes.items())
    return f"<{name}{values}>"


def _escaped(text: str, escapes: bool) -> str:
    if not escapes:
        return text
    return _UNWRITABLE.sub(lambda m: f"\\u{ord(m[0]):06x}", text.replace("\\", "\\\\"))


def _as_text(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")
    return text.replace("\r", "&#13;") if "\r" in text else text


def _as_value(value: str) -> str:
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    for space in "\t\n\r":
        value = value.replace(space, f"&#{ord(space)};")
    return value


# --- changing a file in place


def with_wordings(xml: str, item: Item, wordings: Sequence[tuple[int, Expression | None]]) -> str:
    """The same file with other selected expressions for the references of those numbers; None takes one out.

    Nothing but those `REFEX` elements changes.
    """
    mark = "\ufeff" if xml.startswith("\ufeff") else ""
    data = xml.removeprefix(mark).encode("utf-8")
    escapes = f"<?{ESCAPES}?>" in xml
    edits = sorted(
        (_edit(data, item.references[number], expression, escapes) for number, expression in wordings), reverse=True
    )
    for start, end, new in edits:
        data = data[:start] + new.encode("utf-8") + data[end:]
    return mark + data.decode("utf-8")


def _edit(data: bytes, reference: Reference, expression: Expression | None, escapes: bool) -> tuple[int, int, str]:
    """Which bytes give way to what."""
    new = "" if expression is None else refex(expression, escapes)
    if old := reference.selected:
        opened = tag_end(data, old.start)
        end = opened if data[opened - 2 : opened] == b"/>" else tag_end(data, old.end)
        return (old.start if new else len(data[: old.start].rstrip()), end, new)
    start = tag_end(data, reference.at)
    if data[start - 2 : start] == b"/>":
        return (start - 2, start, f">\n{new}\n</REF>") if new else (start, start, "")
    line_end = "\n" if data.startswith(b"</", start) else ""
    return start, start, f"\n{new}{line_end}" if new else ""
