"""Writing MUC's SGML: plain tags, and processing instructions for what they cannot say; see `corefer.formats.muc`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile

from corefer.document import Document, FormatError, Mention, Region, from_text
from corefer.formats import muc_sgml
from corefer.formats.base import Target
from corefer.formats.muc_locate import locate
from corefer.formats.muc_read import (
    DOCUMENT,
    DOCUMENT_LAYOUT,
    KNOWN,
    MAY_LACK_END,
    MENTION,
    NOTE,
    given_id,
    layout_key,
)


@dataclass(slots=True)
class _Element:
    """An element to write around the characters from start to end; a mention where there is no region."""

    start: int
    end: int
    name: str
    opening: str
    region: Region | None = None
    apart: bool = False

    @property
    def order(self) -> tuple[int, bool, int, bool]:
        """Outer before inner, regions outside mentions, empty elements before what begins at the same place."""
        return self.start, self.start != self.end, -self.end, self.region is None


def write(documents: Iterable[Document], target: Target) -> None:
    """Write each document as a <DOC>."""
    with target.text() as file:
        for document in documents:
            file.write("".join(_written(document, target)))


def _written(document: Document, target: Target) -> Iterator[str]:
    elements = list(_mention_elements(document))
    apart = []
    for region in document.regions:
        if _fits(region, document):
            attributes = document.layout.get(layout_key(region), "")
            opening = f"<{region.name}{attributes}>"
            elements.append(_Element(region.start, region.end, region.name, opening, region))
        else:
            apart.append(region)
    nested = _nested(elements, document, target)
    apart += [element.region for element in elements if element.apart and element.region]
    inline = [element.region for element in nested if element.region]
    packing = _packing(document, inline)
    yield from _prolog_notes(document, packing, apart)
    yield f"<DOC{document.layout.get(DOCUMENT_LAYOUT, '')}>"
    if packing:
        yield f"<DOCNO>{_encode_id(document.id)}</DOCNO>"
    yield "<TXT>" * ("TXT" in packing)
    yield from _marked_up(document.text, nested)
    yield "</TXT>" * ("TXT" in packing)
    yield "</DOC>\n"


def _fits(region: Region, document: Document) -> bool:
    """Whether the region can be an element at all."""
    is_free = muc_sgml.is_name(region.name) and region.name.upper() not in (DOCUMENT, MENTION)
    return is_free and 0 <= region.start <= region.end <= len(document.text)


def _packing(document: Document, inline: Sequence[Region]) -> tuple[str, ...]:
    """The elements to put around a text that does not bring its own."""
    given = given_id(document.text, inline, document.layout)
    if given and given == document.id:
        return ()
    return ("DOCNO",) if document.regions else ("DOCNO", "TXT")


def _encode_id(id: str) -> str:
    """The id as the content of DOCNO; white space at its ends, which readers strip, as character references."""
    core = id.strip()
    before, _, after = id.partition(core) if core else (id, "", "")
    start, end = ("".join(f"&#{ord(space)};" for space in spaces) for spaces in (before, after))
    return f"{start}{muc_sgml.encode(core)}{end}"


def _prolog_notes(document: Document, packing: Sequence[str], apart: Iterable[Region]) -> Iterator[str]:
    facts = {"packed": " ".join(packing)} if packing else {}
    if _ids_are_new(document):
        facts["ids"] = "new"
    if facts:
        yield f"{_note(facts)}\n"
    for region in apart:
        yield f"{_note({'region': region.name, 'start': str(region.start), 'end': str(region.end)})}\n"


def _note(facts: dict[str, str]) -> str:
    return f"<?{NOTE}{muc_sgml.write_attributes(facts)}?>"


def _ids_are_new(document: Document) -> bool:
    return bool(document.mentions) and not any(mention.id for mention in document.mentions)


def _nested(elements: list[_Element], document: Document, target: Target) -> list[_Element]:
    """The elements that nest, in the order of their start tags; the regions that do not are set apart."""
    stack: list[_Element] = []
    ordered = sorted(elements, key=lambda element: element.order)
    for element in ordered:
        while stack and stack[-1].end <= element.start:
            stack.pop()
        while stack and stack[-1].end < element.end and element.region is None:
            crossed = stack.pop()
            crossed.apart = True
            if crossed.region is None:
                raise FormatError(
                    f"two mentions of {document.id} cross, which SGML cannot say",
                    source=target.name,
                    remedy="project the document onto what muc holds",
                )
        element.apart = bool(stack) and (stack[-1].end < element.end or _would_end(stack, element))
        if not element.apart:
            stack.append(element)
    return [element for element in ordered if not element.apart]


def _would_end(stack: Sequence[_Element], element: _Element) -> bool:
    """Whether a reader would take this element's start tag for the end of an open one of the same name."""
    name = element.name.upper()
    if name not in MAY_LACK_END:
        return False
    around = takewhile(lambda outer: outer.name.upper() in MAY_LACK_END, reversed(stack))
    return any(outer.name.upper() == name for outer in around)


def _marked_up(text: str, nested: Iterable[_Element]) -> Iterator[str]:
    cursor = 0
    stack: list[_Element] = []
    for element in (*nested, None):
        while stack and (element is None or stack[-1].end <= element.start):
            inner = stack.pop()
            yield f"{muc_sgml.encode(text[cursor : inner.end])}</{inner.name}>"
            cursor = inner.end
        if element:
            yield f"{muc_sgml.encode(text[cursor : element.start])}{element.opening}"
            cursor = element.start
            stack.append(element)
    yield muc_sgml.encode(text[cursor:])


# --- writing a mention


def _mention_elements(document: Document) -> Iterator[_Element]:
    """A COREF element for every mention."""
    table, mentions = document.tokens.table, document.mentions
    spans = [(table.starts[mention.start], table.ends[mention.end - 1]) for mention in mentions]
    identifiers = _identifiers(mentions)
    firsts = {mention.entity.id: i for i, mention in reversed(list(enumerate(mentions)))}
    minima = _Minima(document, spans)
    for i, (mention, antecedent) in enumerate(zip(mentions, _antecedents(mentions), strict=True)):
        attributes, note = {"ID": identifiers[i]}, {}
        if antecedent is not None:
            attributes |= {"TYPE": "IDENT", "REF": identifiers[antecedent]}
        if mention.id != identifiers[i] and not _ids_are_new(document):
            note["id"] = mention.id
        if firsts[mention.entity.id] == i and mention.entity.id != identifiers[i]:
            note["entity"] = mention.entity.id
        other = dict(mention.other or {})
        minima.describe(i, attributes, note, other)
        if mention.optional:
            attributes["STATUS"] = "OPT"
        notes = [note] if note else []
        for name, value in other.items():
            if _is_writable(name, value, attributes):
                attributes[name] = value
            else:
                notes.append({"other": name, "value": value})
        tag = f"<{MENTION}{muc_sgml.write_attributes(attributes)}>"
        yield _Element(*spans[i], MENTION, "".join((tag, *map(_note, notes))))


def _is_writable(name: str, value: str, attributes: Mapping[str, str]) -> bool:
    """Whether a reader would give this attribute back as one that the model has no place for."""
    if name == "TYPE":
        return value.strip().upper() != "IDENT"
    if name == "STATUS":
        return name not in attributes and value.strip().upper() != "OPT"
    return muc_sgml.is_name(name) and name.upper() not in KNOWN


def _identifiers(mentions: Sequence[Mention]) -> list[str]:
    """An ID for each mention: its own; else, for the first of an entity, the entity's; else a number not yet used."""
    result = [""] * len(mentions)
    taken = {""}

    def claim(i: int, name: str) -> None:
        if not result[i] and name == name.strip() and name not in taken:
            result[i] = name
            taken.add(name)

    for i, mention in enumerate(mentions):
        claim(i, mention.id)
    seen: set[str] = set()
    for i, mention in enumerate(mentions):
        if mention.entity.id not in seen:
            seen.add(mention.entity.id)
            claim(i, mention.entity.id)
    fresh = (str(number) for number in count(1) if str(number) not in taken)
    return [name or next(fresh) for name in result]


def _antecedents(mentions: Sequence[Mention]) -> Iterator[int | None]:
    """What each mention's REF points to: the latest earlier mention of its entity that is not optional (section 7)."""
    latest: dict[str, int] = {}
    latest_firm: dict[str, int] = {}
    for i, mention in enumerate(mentions):
        entity = mention.entity.id
        yield latest_firm.get(entity, latest.get(entity))
        latest[entity] = i
        if not mention.optional:
            latest_firm[entity] = i


class _Minima:
    """The MIN of each mention as a string, with a note of the place where the string would be found elsewhere."""

    def __init__(self, document: Document, spans: Sequence[tuple[int, int]]) -> None:
        self.document, self.spans = document, spans
        self.minima = [self._minimum(mention) for mention in document.mentions]
        self.nested: list[list[tuple[int, int]]] = [[] for _ in spans]
        stack: list[int] = []
        for i, (start, end) in enumerate(spans):
            while stack and spans[stack[-1]][1] <= start:
                stack.pop()
            if stack:
                self.nested[stack[-1]].append((start, end))
            stack.append(i)

    def _minimum(self, mention: Mention) -> tuple[int, ...]:
        table = self.document.tokens.table
        return tuple(i for i in mention.min if table.starts[i] < table.ends[i])

    def describe(self, i: int, attributes: dict[str, str], note: dict[str, str], other: dict[str, str]) -> None:
        """Add the MIN to a mention's attributes and note; one that occurs nowhere is moved there from `other`."""
        tokens, text = self.minima[i], self.document.text
        if not tokens:
            if "MIN" in other and locate(text, self.spans[i], self.nested[i], other["MIN"]) is None:
                attributes["MIN"] = other.pop("MIN")
            return
        stretches = self._stretches(tokens)
        start, end = max(stretches, key=lambda stretch: stretch[1] - stretch[0])
        attributes["MIN"] = " ".join(text[start:end].split())
        place = locate(text, self.spans[i], self.nested[i], attributes["MIN"])
        if len(stretches) > 1 or place != (start, end) or self._has_own_tokens(tokens):
            table, origin = self.document.tokens.table, self.spans[i][0]
            note["min"] = " ".join(f"{table.starts[t] - origin}-{table.ends[t] - origin}" for t in tokens)

    def _stretches(self, tokens: Sequence[int]) -> list[tuple[int, int]]:
        """The characters of each run of neighbouring tokens."""
        table = self.document.tokens.table
        runs: list[tuple[int, int]] = []
        for previous, token in zip((None, *tokens), tokens, strict=False):
            begin = runs.pop()[0] if previous is not None and token == previous + 1 else table.starts[token]
            runs.append((begin, table.ends[token]))
        return runs

    def _has_own_tokens(self, tokens: Sequence[int]) -> bool:
        """Whether the MIN's tokens are not those that a reader, who knows only where it begins and ends, would see."""
        table = self.document.tokens.table
        return len(tokens) > 1 and not all((table.starts[i], table.ends[i]) in self._plain_tokens for i in tokens)

    @cached_property
    def _plain_tokens(self) -> set[tuple[int, int]]:
        edges = {edge for span in self.spans for edge in span}
        edges.update(edge for tokens in self.minima for stretch in self._stretches(tokens) for edge in stretch)
        table = from_text(self.document.id, self.document.text, edges).tokens.table
        return set(zip(table.starts, table.ends, strict=True))
