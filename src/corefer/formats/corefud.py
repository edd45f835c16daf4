"""CorefUD 1.x: CoNLL-U whose MISC column holds `Entity`, `Bridge` and `SplitAnte`.

Two layouts are in use, told apart by `# global.Entity`: CorefUD's own (`eid-etype-head-other`) and GUM's
(`GRP-etype-infstat-…-minspan-link-identity`). Fields without a place in a document's layout go into
`other`, and a layout that lacks a needed field is extended, so that this format holds everything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import IO

from corefer.document import ALL, Bridge, Document, Entity, Feature, Mention, SplitAntecedent
from corefer.document.notes import ARC, read_notes
from corefer.document.tokens import COLUMNS
from corefer.formats.base import Format, Source, Target
from corefer.formats.comment_values import encode_value, meta_lines
from corefer.formats.conllu import RawDocument, encode_spaces, raw_documents, write_sentence
from corefer.formats.percent import PercentCode

DEFAULT_LAYOUT = "eid-etype-head-other-minspan-infstat-link-identity"
_ATTRIBUTES = ("Entity", "Bridge", "SplitAnte")
_LEADING = ("eid", "GRP", "etype", "head")
_PIECE = re.compile(r"\(([^()]*)(\)?)|([^()]+)\)")
_PART = re.compile(r"(.+)\[([0-9]{1,6})/([0-9]{1,6})\]\Z")
_LATER_PART = re.compile(r"\([^()-]+\[(?!1/)[0-9]+/[0-9]+\][^()]*")
_FIELDS = {"etype": "type", "infstat": "infstat", "link": "link", "identity": "identity"}
_OWN_KEYS = frozenset((*_FIELDS, "status", "nonref", "category", "mid"))  # what `other` says that the model holds
_KEY_CODES = {f"%{ord(key[0]):02X}{key[1:]}": key for key in _OWN_KEYS}
_MOST_SEEN = 50_000
_SMALL = {str(number): number for number in range(1, 100)}  # the usual token numbers, without parsing

# Characters that the bracket notation uses are percent-encoded inside values, as CorefUD does.
_RESERVED = "-()|,:<>= \t\r\n"
_CODE = PercentCode(_RESERVED + "[")
_LOOSE = "-(),| \t\r\n"  # what a field of its own must encode; `giv:act` and `cf1*` stay readable


def encode(value: str) -> str:
    return _CODE.encode(value, _RESERVED)


def decode(value: str) -> str:
    return _CODE.decode(value)


def _encode_id(id: str) -> str:
    """An entity id; one that ends like the number of a part (`e1[1/2]`) must not be taken for it."""
    written = encode(id)
    return written.replace("[", "%5B") if _PART.match(written) else written


def _encode_key(key: str) -> str:
    """The name of a further attribute; one that is also the name of a field is told apart by an encoded letter."""
    return f"%{ord(key[0]):02X}{key[1:]}" if key in _OWN_KEYS else encode(key)


def sniff(head: str, name: str) -> bool:
    lines = [line for line in head.split("\n") if line.strip()]
    tokens = [line for line in lines if not line.startswith("#")]
    if not tokens:
        return name.endswith(".conllu")
    whole = tokens[:-1] if len(tokens) > 1 else tokens
    return all(line.count("\t") == 9 for line in whole) and bool(re.match(r"[0-9]+([-.][0-9]+)?\t", tokens[0]))


def entity_column(document: Document, token: int) -> int:
    """The column (from 1) at which a token's annotation stands in its line."""
    table = document.tokens.table
    values = [table.column(name)[token] for name in COLUMNS]
    return sum(len(value) + 1 for value in values[:-1]) + max(values[-1].find("Entity="), 0) + 1


# --- reading


def read(source: Source) -> Iterator[Document]:
    """Documents one by one; the layout declared at the top of a file holds until another is declared."""
    layout = ""
    for raw in raw_documents(source):
        document = raw.finish()
        layout = document.layout.get("global.Entity", layout)
        if layout and "global.Entity" not in document.layout:
            document.layout["inherited.Entity"] = layout
        _Brackets(source, raw, document, _layout(layout or DEFAULT_LAYOUT)).read()
        if raw.miscs and ARC in raw.miscs[0]:
            read_notes(document)
        yield document


@dataclass(slots=True)
class _Waiting:
    """A discontinuous mention of which some parts have come: its attributes, its place in the order, the parts."""

    value: str
    place: int
    parts: list[tuple[int, int]] = field(default_factory=list)


# Type, link, infstat, identity, head, minspan, its numbers (0 for one that is none), fields of other names, `other`.
_Fields = tuple[str, str, str, str, str, str, tuple[int, ...], dict[str, str], str]


class _Layout:
    """Where each field of a bracket stands after the entity id; a field the layout lacks is at the end, and empty."""

    def __init__(self, names: list[str]) -> None:
        self.names = names[1:]
        self.size = len(self.names)
        self.padding = [
            [""] * (len(names) - n) for n in range(len(names))
        ]  # to fill n values up to one per name, and one
        place = {name: i for i, name in enumerate(self.names)}
        self.type, self.link, self.infstat, self.identity, self.head, self.min, self.other = (
            place.get(name, -1) for name in ("etype", "link", "infstat", "identity", "head", "minspan", "other")
        )
        known = {*_FIELDS, "head", "minspan", "other"}
        self.further = [(i, name) for i, name in enumerate(self.names) if name not in known]
        self.seen: dict[str, _Fields] = {}

    def fields(self, attributes: str, values: list[str]) -> _Fields:
        """The values in the model's order; corpora say the same thing of many mentions."""
        is_sound = bool(values)
        values += self.padding[len(values)]
        minimum = tuple([_SMALL.get(number, 0) for number in values[self.min].split(",")]) if values[self.min] else ()
        further = {name: values[i] for i, name in self.further if values[i]}
        if len(self.seen) >= _MOST_SEEN:
            self.seen.clear()
        found = (
            values[self.type], values[self.link], values[self.infstat], values[self.identity],
            values[self.head], values[self.min], minimum, further, values[self.other],
        )  # fmt: skip
        if is_sound:
            self.seen[attributes] = found
        return found


@lru_cache(maxsize=16)
def _layout(declared: str) -> _Layout:
    return _Layout(declared.split("-"))


def _take(mention: Mention, key: str, value: str) -> None:
    """Give a mention a key:value pair of `other`; some names are the model's own."""
    if key == "status" and value == "OPT":
        mention.optional = True
    elif key == "nonref":
        mention.referring, mention.category = False, value
    elif key == "category":
        mention.category = value
    elif key == "mid":
        mention.id = value
    elif key in _FIELDS:
        setattr(mention, _FIELDS[key], value)
    else:
        mention.other = {**(mention.other or {}), _KEY_CODES.get(key) or decode(key): value}


class _Brackets:
    """Turns the `Entity` attributes of one document into mentions."""

    def __init__(self, source: Source, raw: RawDocument, document: Document, layout: _Layout) -> None:
        self.source, self.raw, self.document, self.layout = source, raw, document, layout
        self.open: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
        self.pending: dict[str, list[_Waiting]] = defaultdict(list)
        self.slots: list[Mention | None] = []
        self.relations: list[tuple[int, str, str]] = []
        self.entities: dict[str, Entity] = {}

    def read(self) -> None:
        miscs = self.raw.miscs
        for i in [i for i, misc in enumerate(miscs) if "Entity=" in misc]:
            misc = miscs[i]
            at = misc.find("Entity=")
            if at == 0 or misc[at - 1] == "|":
                self._entity(i, misc[at + 7 :].partition("|")[0])
        for i in [i for i, misc in enumerate(miscs) if "<" in misc]:
            self._note_relations(i, miscs[i])
        self._report_unclosed()
        self.document.mentions = [mention for mention in self.slots if mention is not None]
        self.document.arrange()
        if self.relations:
            self._relate()

    def _note_relations(self, i: int, misc: str) -> None:
        for part in misc.split("|"):
            name, _, value = part.partition("=")
            if name in ("Bridge", "SplitAnte"):
                self.relations.append((i, name, value))

    def _report_unclosed(self) -> None:
        for stack in self.open.values():
            for value, start, _ in stack:
                self._report(start, f"`({value}` is never closed", "add its closing bracket", "S103")
        for name, waiting in self.pending.items():
            for left in waiting:
                message = f"a discontinuous mention of {name.rpartition('/')[0]} lacks its last part"
                self._report(left.parts[-1][0], message, "number its parts 1/n to n/n", "S104")

    def _report(self, token: int, message: str, remedy: str, code: str) -> None:
        self.source.report(message, self.raw.lines[token], entity_column(self.document, token), remedy, code)

    def _entity(self, i: int, value: str) -> None:
        first = value.find(")")
        if value[:1] == "(" and value.find("(", 1) < 0 and (first < 0 or first == len(value) - 1):
            self._opening(i, value[1:] if first < 0 else value[1:first], first > 0)  # one piece, as most are
            return
        length = 0
        for opening, single, closing in _PIECE.findall(value):
            if closing:
                length += len(closing) + 1
                self._close(i, closing)
            else:
                length += len(opening) + 1 + len(single)
                self._opening(i, opening, bool(single))
        if length != len(value) or not value:
            self._report(i, f"`Entity={value}` is not well formed", "brackets are (id-…), (id-… and id)", "S101")

    def _opening(self, i: int, value: str, single: bool) -> None:
        self.slots.append(None)
        if single:
            self._mention(value, i, i + 1, len(self.slots) - 1)
        else:
            self.open[value.partition("-")[0]].append((value, i, len(self.slots) - 1))

    def _close(self, i: int, eid: str) -> None:
        stack = self.open.get(eid)
        if not stack:
            message = f"`{eid})` closes a mention that is not open"
            self._report(i, message, "remove it or open the mention before", "S102")
            return
        value, start, place = stack.pop()
        self._mention(value, start, i + 1, place)

    def _mention(self, value: str, start: int, end: int, place: int) -> None:
        eid, _, attributes = value.partition("-")
        parts: tuple[tuple[int, int], ...] = ()
        if "[" in eid and (part := _PART.match(eid)):
            whole = self._part(part, attributes, start, end, place)
            if whole is None:
                return
            eid, attributes, place = part[1], whole.value, whole.place
            start, end = whole.parts[0][0], whole.parts[-1][1]
            parts = tuple(whole.parts) if len(whole.parts) > 1 else ()
        entity = self.entities.get(eid)
        if entity is None:
            if not eid:
                self._report(start, "a mention without an entity id", "write (e1… with an id", "S101")
                return
            entity = self.entities[eid] = self.document.entity(decode(eid))
        if attributes:
            mention = self._described(start, end, entity, parts, attributes)
        else:
            mention = Mention(start, end, entity, parts=parts)
        entity.mentions.append(mention)
        self.slots[place] = mention

    def _described(
        self, start: int, end: int, entity: Entity, parts: tuple[tuple[int, int], ...], attributes: str
    ) -> Mention:
        fields = self.layout.seen.get(attributes)
        if fields is None:
            fields = self.layout.fields(attributes, self._values(start, attributes))
        type, link, infstat, identity, head, minimum, numbers, further, other = fields
        mention = Mention(start, end, entity, None, (), type, link, infstat, identity, parts)
        if minimum:
            if parts or 0 in numbers or start + max(numbers) > end:
                inside = (self._inside(mention, number, "minspan", "S107") for number in minimum.split(","))
                mention.min = tuple(sorted({*chain.from_iterable(inside)}))
            elif len(numbers) == 1:
                mention.min = (start + numbers[0] - 1,)
            else:
                mention.min = tuple(sorted({start + number - 1 for number in numbers}))
        if head:
            mention.head = next(iter(self._inside(mention, head, "head", "S106")), None)
        if further:
            mention.other = further.copy()
        if other:
            self._set_other(mention, attributes.split("-")[self.layout.other])
        return mention

    def _part(self, part: re.Match[str], attributes: str, start: int, end: int, place: int) -> _Waiting | None:
        """Collect the parts (e1[1/2] …) of a discontinuous mention; returns it when the last has come."""
        eid, number, total = part[1], int(part[2]), int(part[3])
        stack = self.pending[f"{eid}/{total}"]
        if number == 1 <= total:
            stack.append(_Waiting(attributes, place))
        waiting = next((w for w in reversed(stack) if len(w.parts) == number - 1), None)
        if waiting is None or not 0 < number <= total:
            message = f"part {number} of {total} of a mention of {eid} has no part {number - 1} before it"
            self._report(start, message, "number its parts 1/n to n/n", "S104")
            return None
        if waiting.parts and waiting.parts[-1][1] > start:
            self._report(start, f"the parts of a mention of {eid} overlap", "parts must follow one another", "S104")
            stack.remove(waiting)
            return None
        waiting.parts.append((start, end))
        if number < total:
            return None
        stack.remove(waiting)
        return waiting

    def _values(self, start: int, attributes: str) -> list[str]:
        """The decoded fields in the layout's order."""
        values = attributes.split("-")
        if len(values) > self.layout.size:
            self._report(
                start,
                f"`{attributes}` has {len(values)} fields where global.Entity names {self.layout.size} after the id",
                "encode hyphens inside values as %2D, or correct global.Entity",
                "S105",
            )
            values = []
        return [decode(value) for value in values] if "%" in attributes else values

    def _set_other(self, mention: Mention, text: str) -> None:
        for pair in text.split(","):
            key, _, value = pair.partition(":")
            _take(mention, key, decode(value))

    def _inside(self, mention: Mention, text: str, name: str, code: str) -> tuple[int, ...]:
        """The token of that number, counted from 1 within the mention; none if it is not there."""
        tokens = mention.tokens
        if text.isascii() and text.isdecimal() and 0 < len(text) < 7 and 0 < int(text) <= len(tokens):
            return (tokens[int(text) - 1],)
        message = f"{name} {text} is not a token of the mention"
        self._report(mention.start, message, f"it has {len(tokens)}, counted from 1", code)
        return ()

    # --- bridging and split antecedents

    def _relate(self) -> None:
        entities = {entity.id: entity for entity in self.document.entities}
        starting: dict[tuple[int, str], list[Mention]] = defaultdict(list)
        for mention in self.document.mentions:
            starting[mention.start, mention.entity.id].append(mention)
        for i, name, value in self.relations:
            splits: dict[str, list[Entity]] = defaultdict(list)
            for pair in value.split(","):
                left, arrow, right = pair.partition("<")
                right, _, relation = right.partition(":")
                anchor, found = entities.get(decode(left)), starting.get((i, decode(right)))
                if not arrow or anchor is None or not found:
                    message = f"`{name}={pair}` names no entity, or no mention that starts here"
                    self._report(i, message, "write anchor<anaphor with ids that exist", "S108")
                    continue
                if name == "Bridge":
                    self.document.bridges.append(Bridge(found[0], anchor, decode(relation)))
                else:
                    splits[decode(right)].append(anchor)
            for eid, antecedents in splits.items():
                self.document.splits.append(SplitAntecedent(starting[i, eid][0], tuple(antecedents)))


# --- writing


def write(documents: Iterable[Document], target: Target) -> None:
    with target.text() as file:
        layout = ""
        for number, document in enumerate(documents):
            if number:
                document.layout.pop("comments", None)  # a document without `# newdoc` would join the one before
            layout = _write_document(file, document, layout)


def _write_document(file: IO[str], document: Document, current: str) -> str:
    """Write one document; returns the layout that now holds in the file."""
    declared = document.layout.get("global.Entity")
    layout = _sufficient(declared or document.layout.get("inherited.Entity") or DEFAULT_LAYOUT, document)
    needed = bool(document.mentions) and layout != current
    header = [f"global.Entity = {layout}"] if declared or needed else []
    notes = _notes(document, layout.split("-"))
    further = [f"{k} = {v}" for k, v in document.layout.items() if k.startswith("global.") and k != "global.Entity"]
    for index in range(len(document.sentences)):
        write_sentence(
            file, document, index, header=[*header, *further] if index == 0 else (), notes=notes, replaced=_ATTRIBUTES
        )
    if not document.sentences:
        meta = meta_lines(document.meta).values()
        spaces = [f"spaces = {encode_spaces(document.text)}"] if document.text else []
        file.write(
            "".join(f"# {line}\n" for line in [f"newdoc id = {encode_value(document.id)}", *header, *meta, *spaces])
            + "\n"
        )
    return layout if header else current


def _sufficient(layout: str, document: Document) -> str:
    """The layout with the fields that this document needs and it lacks.

    They go right behind id, type and head: some readers of CorefUD stumble over `other` in later places.
    """
    names = layout.split("-")
    leading = next((i for i, name in enumerate(names) if name not in _LEADING), len(names))
    needs = {
        "head": any(mention.head is not None for mention in document.mentions),
        "other": any(_leftover(mention, names) for mention in document.mentions),
        "minspan": any(mention.min for mention in document.mentions),
    }
    missing = [name for name, needed in needs.items() if needed and name not in names]
    names[leading:leading] = missing
    return "-".join(names)


def _leftover(mention: Mention, names: list[str]) -> dict[str, str]:
    """What `other` has to say because the layout has no field for it."""
    result: dict[str, str] = {}
    for name, attribute in _FIELDS.items():
        if name not in names and getattr(mention, attribute):
            result[name] = getattr(mention, attribute)
    if mention.id:
        result["mid"] = mention.id
    if mention.optional:
        result["status"] = "OPT"
    if not mention.referring:
        result["nonref"] = mention.category
    elif mention.category:
        result["category"] = mention.category
    further = set(names[1:]) - {*_FIELDS, "head", "minspan", "other"}
    return result | {_encode_key(key): value for key, value in (mention.other or {}).items() if key not in further}


def _piece(mention: Mention, names: list[str]) -> str:
    """The attributes after the entity id, `-` separated, trailing empty fields left out."""
    tokens = mention.tokens if mention.parts else None

    def relative(token: int) -> str:
        return str((tokens.index(token) if tokens else token - mention.start) + 1)

    values: list[str] = []
    for name in names[1:]:
        if name in _FIELDS:
            values.append(_CODE.encode(getattr(mention, _FIELDS[name]), _LOOSE))
        elif name == "head":
            values.append("" if mention.head is None else relative(mention.head))
        elif name == "minspan":
            values.append(",".join(map(relative, mention.min)))
        elif name == "other":
            values.append(",".join(f"{k}:{encode(v)}" for k, v in _leftover(mention, names).items()))
        else:
            values.append(_CODE.encode((mention.other or {}).get(name, ""), _LOOSE))
    return "-".join(values).rstrip("-")


def _notes(document: Document, names: list[str]) -> dict[int, list[str]]:
    """The Entity, Bridge and SplitAnte attributes of every token that has one."""
    opening: dict[int, list[str]] = defaultdict(list)
    single: dict[int, list[str]] = defaultdict(list)
    closing: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for mention in document.mentions:
        eid, attributes = _encode_id(mention.entity.id), _piece(mention, names)
        spans = mention.spans
        for number, (start, end) in enumerate(spans, 1):
            name = eid if len(spans) == 1 else f"{eid}[{number}/{len(spans)}]"
            text = f"({name}-{attributes}" if attributes else f"({name}"
            if end == start + 1:
                (opening if opening.get(start) else single)[start].append(f"{text})")
            else:
                opening[start].append(text)
                closing[end - 1].append((start, f"{name})"))
    return _arranged(document, opening, single, closing)


def _arranged(
    document: Document,
    opening: dict[int, list[str]],
    single: dict[int, list[str]],
    closing: dict[int, list[tuple[int, str]]],
) -> dict[int, list[str]]:
    notes: dict[int, list[str]] = defaultdict(list)
    miscs = document.tokens.table.column("misc")
    bridges, splits = _relation_notes(document)
    for i in {*opening, *single, *closing}:
        closes = [text for _, text in sorted(closing.get(i, []), key=lambda c: c[0])][::-1]
        singles, opens = single.get(i, []), opening.get(i, [])
        pieces = [*closes, *singles, *opens] if opens else [*singles, *closes]
        notes[i].append("Entity=" + _as_in_file(miscs[i], pieces))
    for name, relations in (("Bridge", bridges), ("SplitAnte", splits)):
        for i, pairs in relations.items():
            notes[i].append(f"{name}={','.join(pairs)}")
    return notes


def _as_in_file(misc: str, pieces: list[str]) -> str:
    """The file's own order of brackets where it says the same."""
    canonical = "".join(pieces)
    if "Entity=" not in misc:
        return canonical
    raw = next((part[7:] for part in misc.split("|") if part.startswith("Entity=")), "")
    if raw == canonical:
        return canonical
    said = sorted(_content(match.group()) for match in _PIECE.finditer(raw))
    meant = sorted(_content(piece) for piece in pieces)
    if said != meant:
        said, meant = sorted(map(_without_repetition, said)), sorted(map(_without_repetition, meant))
        if said != meant or not all(_is_bare(match.group()) for match in _LATER_PART.finditer(raw)):
            return canonical
    return raw


def _content(piece: str) -> list[str]:
    """What a bracket piece says: its fields decoded (lists in any order), without trailing empty ones; its brackets."""
    fields = piece.strip("()").rstrip("-").split("-")
    values = (",".join(sorted(map(decode, field.split(",")))) for field in fields)
    return ["(" if piece[0] == "(" else "", *values, ")" if piece[-1] == ")" else ""]


def _without_repetition(content: list[str]) -> list[str]:
    """Later parts of a discontinuous mention may repeat its attributes (udapi does) or leave them out."""
    part = _PART.match(content[1])
    return [*content[:2], content[-1]] if part and part[2] != "1" else content


def _is_bare(piece: str) -> bool:
    return "-" not in piece


def _relation_notes(document: Document) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    bridges: dict[int, list[str]] = defaultdict(list)
    splits: dict[int, list[str]] = defaultdict(list)
    for bridge in document.bridges:
        pair = f"{_encode_id(bridge.anchor.id)}<{_encode_id(bridge.anaphor.entity.id)}"
        bridges[bridge.anaphor.start].append(f"{pair}:{encode(bridge.relation)}" if bridge.relation else pair)
    for split in document.splits:
        anaphor = _encode_id(split.anaphor.entity.id)
        splits[split.anaphor.start].extend(f"{_encode_id(entity.id)}<{anaphor}" for entity in split.antecedents)
    return bridges, splits


FORMAT = Format(
    name="corefud",
    title="CorefUD 1.x and GUM CoNLL-U (Entity, Bridge, SplitAnte in MISC)",
    endings=(".conllu",),
    sniff=sniff,
    read=read,
    write=write,
    holds=ALL
    - {
        Feature.REGIONS,
        Feature.EXTRA_COLUMNS,
        Feature.ALTERNATIVES,
        Feature.DECISIONS,
        Feature.SELF_CROSSING,
        Feature.ANCHOR_MENTIONS,
    },
    note="holds everything but text regions, alternative expressions and further token columns",
)
