"""SGML as the MUC texts use it: tags, attributes and entities, read leniently and written strictly.

There is no DTD to go by, so nothing here knows what an element means; `corefer.formats.muc` does. Every
pattern stops at the next `<`, so that no input makes the scanner look at a character more than twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from html.entities import name2codepoint
from typing import NamedTuple

_MARKUP = re.compile(
    r"<(?:(?P<comment>!--)"
    r"|!(?P<declaration>[A-Za-z])"
    r"|\?(?P<note>[^<>]*)>"
    r"|(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9_.:-]*)(?P<attributes>(?:[\s/][^<>]*)?)>)"
)
_ATTRIBUTE = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9_.:-]*)\s*=\s*"
    r"(?:\"(?P<double>[^\"]*)\"(?=\s|\Z|[A-Za-z][\w.:-]*\s*=)"
    r"|'(?P<single>[^']*)'(?=\s|\Z|[A-Za-z][\w.:-]*\s*=)"
    r"|[\"']?(?P<bare>[^\s\"']+)[\"']?(?=\s|\Z))\s*"
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]*\Z")
_ENTITY = re.compile(r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]*));")

# News texts of the MUC years write these in capitals; their typesetting codes (&LR; &UR; &QL; &QC; ...) stand
# for no character and stay as they are.
_WIRE_ENTITIES = {"AMP": "&", "LT": "<", "GT": ">", "QUOT": '"', "MD": "—", "apos": "'", "APOS": "'"}


class Kind(Enum):
    """What a piece of markup is; a note is a processing instruction, a void element has no content."""

    START = "start"
    END = "end"
    VOID = "void"
    NOTE = "note"
    IGNORED = "ignored"


class Markup(NamedTuple):
    """A tag or note: its name, its raw attributes, and where it stands in the file's text."""

    kind: Kind
    name: str
    attributes: str
    start: int
    end: int


class MarkupError(ValueError):
    """Markup that cannot be understood, and the offset at which it starts."""

    def __init__(self, message: str, offset: int, remedy: str) -> None:
        super().__init__(message)
        self.message, self.offset, self.remedy = message, offset, remedy


def markup(text: str, start: int = 0) -> Iterator[Markup]:
    """Every tag and note of a text in order; `<` that opens neither is text."""
    position = start
    while match := _MARKUP.search(text, position):
        found = _classify(text, match)
        yield found
        position = found.end


def _classify(text: str, match: re.Match[str]) -> Markup:
    start, end = match.span()
    if match["comment"]:
        return Markup(Kind.IGNORED, "", "", start, _end_of(text, "-->", end, start))
    if match["declaration"]:
        return Markup(Kind.IGNORED, "", "", start, _end_of_declaration(text, end, start))
    if match["note"] is not None:
        name, *rest = match["note"].removesuffix("?").split(None, 1) or [""]
        return Markup(Kind.NOTE, name, "".join(rest), start, end)
    attributes = match["attributes"]
    if match["close"]:
        return Markup(Kind.END, match["name"], attributes, start, end)
    if attributes.endswith("/"):
        return Markup(Kind.VOID, match["name"], attributes[:-1], start, end)
    return Markup(Kind.START, match["name"], attributes, start, end)


def _end_of(text: str, mark: str, position: int, start: int) -> int:
    found = text.find(mark, position)
    if found < 0:
        remedy = f"close it with `{mark}`, or write &lt; for <"
        raise MarkupError(f"`{text[start:position]}` is never closed", start, remedy)
    return found + len(mark)


def _end_of_declaration(text: str, position: int, start: int) -> int:
    """The end of `<!DOCTYPE ...>`, past a subset in brackets; what it declares is not believed."""
    end = _end_of(text, ">", position, start)
    bracket = text.find("[", position, end)
    return end if bracket < 0 else _end_of(text, ">", _end_of(text, "]", bracket, start), start)


def attributes(raw: str) -> dict[str, str]:
    """The attributes of a tag, decoded but not stripped; ValueError with the reason where there is no telling."""
    result: dict[str, str] = {}
    raw = raw.strip()
    position = 0
    while position < len(raw):
        match = _ATTRIBUTE.match(raw, position)
        if match is None:
            raise ValueError(f"cannot read the attributes from `{raw[position : position + 40]}`")
        name = match["name"]
        if name in result:
            raise ValueError(f"the attribute {name} is given twice")
        result[name] = decode(next(value for value in match.group("double", "single", "bare") if value is not None))
        position = match.end()
    return result


def is_name(name: str) -> bool:
    """Whether this can be the name of an element or attribute."""
    return _NAME.match(name) is not None


def decode(text: str) -> str:
    """The text with its entities replaced by characters; unknown ones stay as they stand."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    if name := match["name"]:
        if name in _WIRE_ENTITIES:
            return _WIRE_ENTITIES[name]
        return chr(name2codepoint[name]) if name in name2codepoint else match[0]
    number = int(match["decimal"]) if match["decimal"] else int(match["hex"], 16)
    is_character = 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF
    return chr(number) if is_character else match[0]


def encode(text: str) -> str:
    """Text that `decode` gives back; an ampersand that starts no known entity is left alone (AT&T, &LR;)."""
    if "&" in text:
        text = _ENTITY.sub(lambda match: match[0] if _character(match) == match[0] else f"&amp;{match[0][1:]}", text)
    return text.replace("<", "&lt;").replace(">", "&gt;")


def write_attributes(values: Mapping[str, str]) -> str:
    """Attributes with a space before each, quoted."""
    return "".join(f' {name}="{encode(value).replace(chr(34), "&quot;")}"' for name, value in values.items())
