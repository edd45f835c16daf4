"""What a text says in the place of each reference: all that scoring wants to know of it.

Answers come from documents, or straight from REG08 XML: scoring needs neither words nor sentences, and reading without
them takes a quarter of the time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from corefer.document import Document, FormatError, Mention
from corefer.formats import Source, files, grec
from corefer.formats.grec_xml import Content, Item, Reference
from corefer.formats.registry import detect, stream

_LIST = re.compile(rb"<ALT-REFEX>.*?</ALT-REFEX>", re.DOTALL)
NO_DOMAIN = "(none)"


@dataclass(slots=True, frozen=True)
class Wording:
    """How a reference is worded: its REG08-TYPE, and its words, `_` where nothing is said.

    Capital letters are levelled: the lists that systems choose from are in small letters, the texts are not.
    """

    type: str
    words: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Answers:
    """The wordings of a text's references, in order; None where none is selected.

    `frame` is what stands around the references, without white space: two answers to the same text share it.
    `name` is that of the file (the document's id where there is none), `domain` the category of what the text is about.
    """

    name: str
    title: str
    domain: str
    frame: str
    wordings: tuple[Wording | None, ...]


def wording(text: str, type: str) -> Wording:
    return Wording(type, tuple(text.casefold().split()) or ("_",))


def answers(document: Document) -> Answers:
    """The answers that a document's selected expressions are."""
    found = []
    for mention in document.mentions:
        chosen = grec.selected(document, mention)
        found.append(wording(chosen.text, dict(chosen.attributes).get("reg08-type", "")) if chosen else None)
    name = document.layout.get("name") or document.layout.get("file") or document.id
    return Answers(name, document.meta.get("title", ""), _domain(document.mentions), _frame(document), tuple(found))


def _domain(mentions: list[Mention]) -> str:
    return mentions[0].type or NO_DOMAIN if mentions else NO_DOMAIN


def _frame(document: Document) -> str:
    pieces, at = [], 0
    for mention in document.mentions:
        for start, end in document.mention_spans(mention):
            pieces.append(document.text[at:start])
            at = max(at, end)
    return _solid([*pieces, document.text[at:]])


def _solid(pieces: Iterable[str]) -> str:
    return "".join("".join(pieces).split())


def read_answers(path: str | os.PathLike[str], encoding: str = "utf-8") -> Iterator[Answers]:
    """The answers in a file, a folder or a glob, one text at a time.

    Of a file's XML, the lists of alternatives are passed over: nothing is scored that stands in them.
    """
    for file in files(path):
        source = Source(file, encoding)
        if detect(source) in (grec.FORMAT, grec.NEG):
            yield _of_item(_item(source), source.stem)
        else:
            yield from map(answers, stream(source))


def _item(source: Source) -> Item:
    """The file without the lists of alternatives; where that is no good XML, the error is the whole file's."""
    short = Source(source.name, source.encoding, _LIST.sub(b"", source.content()))
    try:
        return grec.read_item(short)
    except FormatError:
        return grec.read_item(source)


def _of_item(item: Item, name: str) -> Answers:
    title = next((block.content for block in item.blocks if block.name == "TITLE"), [])
    found = [_of_reference(reference) for reference in item.references]
    first = item.references[0].attributes.get("SEMCAT") if item.references else None
    frame = _solid(piece for block in item.blocks for piece in block.content if isinstance(piece, str))
    return Answers(name, " ".join(_said(title).split()), first or NO_DOMAIN, frame, tuple(found))


def _of_reference(reference: Reference) -> Wording | None:
    if reference.selected is None:
        return None
    return wording(_said(reference.selected.content), reference.selected.attributes.get("REG08-TYPE", ""))


def _said(content: Content) -> str:
    """The text of a stretch of markup, with references as they are worded."""
    pieces = []
    for piece in content:
        if isinstance(piece, str):
            pieces.append(piece)
        elif piece.selected and not piece.selected.is_empty:
            pieces.append(_said(piece.selected.content))
    return "".join(pieces)
