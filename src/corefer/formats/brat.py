"""brat standoff: a text (`.txt`) and, beside it, annotation by character offsets (`.ann`).

Two dialects are read. In LitBank's, a mention is two spans at one place: its kind and type (`PROP_PER`) and
its entity (`Alice-1`); a mention of the first kind alone is a singleton. In brat's own, every span is a
mention, and `*\tEquiv` lines, coreference relations or `Entity` attributes join them into entities. Other
relations (LitBank's `cop` and `appos`, say) become bridging relations of that name.

What the model knows of a mention beyond its span and type is written as attributes, and metadata as notes
of the type `Meta`; a line that the model has no place for is read as such metadata, under `brat` and its id.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corefer.document import ALL, Bridge, Document, Feature, FormatError, Mention, SplitAntecedent, from_text
from corefer.formats.base import BYTE_ORDER_MARK, Format, Source, Target

_LINE = re.compile(r"(?:[TREAMNW][^\s]*|\*|#[^\s]*)\t")
_OFFSETS = re.compile(r"[0-9]{1,12} [0-9]{1,12}(?:;[0-9]{1,12} [0-9]{1,12})*")
_KIND = re.compile(r"(PROP|NOM|PRON)_([A-Z]{3})")
_TAG = re.compile(r"\S+-[0-9]+")
_COREFERENCE = re.compile(r"coref(?:erence)?|ident(?:ity)?", re.IGNORECASE)
_SPLIT = re.compile(r"SplitAntecedent[0-9]*")
_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {"t": "\t", "n": "\n", "r": "\r", "s": " "}

_NO_TYPE, _NO_RELATION = "Mention", "Bridge"
_ATTRIBUTES = {"Link": "link", "Infstat": "infstat", "Identity": "identity", "Category": "category"}
_ENTITY, _OPTIONAL, _NON_REFERRING = "Entity", "Optional", "NonReferring"
_RESERVED = {*_ATTRIBUTES, _ENTITY, _OPTIONAL, _NON_REFERRING}
_META = "Meta"
_MOST_REPETITIONS = 1000  # of an id, beyond which a file is rubbish

Offsets = tuple[tuple[int, int], ...]


def sniff(head: str, name: str) -> bool:
    if name.endswith(".ann"):
        first = next((line for line in head.split("\n") if line.strip()), "")
        return not first or bool(_LINE.match(first))
    return name.endswith(".txt") and Path(name).with_suffix(".ann").exists()


def _escape(value: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in value)


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _UNESCAPES.get(match[1], match[1]), value) if "\\" in value else value


def _word(value: str, default: str) -> str:
    """A value as one word: without spaces, never empty, and not a word that means something else in its place."""
    word = _escape(value).replace(" ", "\\s") or default
    special = word == default or word in _RESERVED or _KIND.fullmatch(word) or _COREFERENCE.fullmatch(word)
    return f"\\{word}" if value and (special or _SPLIT.fullmatch(word)) else word


def _value(word: str, default: str) -> str:
    return "" if word == default else _unescape(word)


def _words(content: str) -> list[str]:
    """The words of a line, of which there is at least one; other white space than blanks may be part of them."""
    return [word for word in content.replace("\t", " ").split(" ") if word] or [""]


# --- reading: the lines


@dataclass(slots=True)
class _Span:
    type: str
    offsets: Offsets
    line: int


@dataclass(slots=True)
class _Relation:
    id: str
    type: str
    roles: tuple[str, ...]
    targets: tuple[str, ...]
    line: int


@dataclass(slots=True)
class _Attribute:
    id: str
    name: str
    target: str
    value: str
    line: int


@dataclass(slots=True)
class _Standoff:
    """The lines of an `.ann` file by kind; `meta` has those that the model has no place for."""

    spans: dict[str, _Span] = field(default_factory=dict)
    relations: list[_Relation] = field(default_factory=list)
    attributes: list[_Attribute] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def is_litbank(self) -> bool:
        types = [span.type for span in self.spans.values()]
        return any(map(_KIND.fullmatch, types)) and all(_KIND.fullmatch(t) or _TAG.fullmatch(t) for t in types)

    def keep(self, key: str, value: str) -> None:
        """Add metadata; if a file gives a key twice, the second one gets a mark."""
        if key in self.meta:
            mark = self.marks.get(key, "") + "'"
            while f"{key}{mark}" in self.meta:
                mark += "'"
            if len(mark) > _MOST_REPETITIONS:
                raise FormatError(
                    f"{key} stands more than {_MOST_REPETITIONS} times", remedy="give each line its own id"
                )
            self.marks[key] = mark
            key += mark
        self.meta[key] = value


def read(source: Source) -> Iterator[Document]:
    """The one document of the pair; `source` may be either file."""
    given_text = source.path is not None and source.path.suffix == ".txt"
    annotation, text_file = (source.sibling(".ann"), source) if given_text else (source, source.sibling(".txt"))
    text = text_file.text()
    lines = _Lines(annotation, text)
    for number, line in enumerate(annotation.lines(), 1):
        if line.strip():
            lines.add(line, number)
    yield _Assembly(annotation, lines.standoff, text).document()


class _Lines:
    """Reads the lines of an `.ann` file one by one."""

    def __init__(self, source: Source, text: str) -> None:
        self.source, self.text = source, text
        self.standoff = _Standoff()

    def add(self, line: str, number: int) -> None:
        id, tab, content = line.partition("\t")
        kinds = {"T": self._span, "R": self._relation, "*": self._equivalence, "#": self._note}
        kinds |= {"A": self._attribute, "M": self._attribute, "N": self._normalization}
        if not _LINE.match(line) or not tab:
            remedy = "lines start with T, R, *, E, A, M, N or #, and an id and a tab"
            raise self.source.error("this is not a line of brat's", number, 1, remedy)
        if id[0] in kinds:
            kinds[id[0]](id, content, number)
        else:
            self.standoff.keep(f"brat {id}", content)

    def _error(self, id: str, message: str, number: int, remedy: str) -> FormatError:
        return self.source.error(f"{id}: {message}", number, len(id) + 2, remedy)

    def _span(self, id: str, content: str, number: int) -> None:
        label, _, said = content.partition("\t")
        type, _, place = label.partition(" ")
        if id in self.standoff.spans:
            raise self._error(id, "there is a span of this id already", number, "give every span its own id")
        if not _OFFSETS.fullmatch(place) or not type:
            raise self._error(id, f"`{label}` is not a type and offsets", number, "write `TYPE 0 4` or `TYPE 0 4;9 12`")
        numbers = list(map(int, place.replace(";", " ").split(" ")))
        if numbers != sorted(numbers) or numbers[-1] > len(self.text):
            message = f"`{place}` is not a place in the text of {len(self.text)} characters"
            raise self._error(id, message, number, "offsets rise and count characters from 0")
        offsets = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        found = " ".join(self.text[start:end] for start, end in offsets)
        if said and found != said and _spaced(found) != _spaced(said):
            message = f"`{_spaced(said)}` is annotated where the text has `{_spaced(found)}`"
            raise self._error(id, message, number, "use the text that was annotated; offsets count characters")
        self.standoff.spans[id] = _Span(type, offsets, number)

    def _relation(self, id: str, content: str, number: int) -> None:
        type, *pairs = _words(content.partition("\t")[0])
        ends = [pair.partition(":") for pair in pairs]
        if len(ends) != 2 or not all(target for _, _, target in ends):
            raise self._error(id, f"`{content}` is not a relation", number, "write `TYPE Arg1:T1 Arg2:T2`")
        roles, targets = tuple(role for role, _, _ in ends), tuple(target for _, _, target in ends)
        self.standoff.relations.append(_Relation(id, type, roles, targets, number))

    def _equivalence(self, id: str, content: str, number: int) -> None:
        type, *targets = _words(content)
        if not targets:
            raise self._error(id, f"`{content}` is not an equivalence", number, "write `Equiv T1 T2`")
        self.standoff.relations.append(_Relation(id, type, (), tuple(targets), number))

    def _attribute(self, id: str, content: str, number: int) -> None:
        name, target, value = (*content.split(" ", 2), "", "")[:3]
        if not name or not target:
            raise self._error(id, f"`{content}` is not an attribute", number, "write `NAME T1` or `NAME T1 value`")
        self.standoff.attributes.append(_Attribute(id, name, target, _unescape(value), number))

    def _normalization(self, id: str, content: str, number: int) -> None:
        _, target, reference = (*content.partition("\t")[0].split(" ", 2), "", "", "")[:3]
        if not reference:
            remedy = "write `Reference T1 RESOURCE:ID`"
            raise self._error(id, f"`{content}` is not a normalization", number, remedy)
        self.standoff.attributes.append(_Attribute(id, "Identity", target, reference, number))

    def _note(self, id: str, content: str, number: int) -> None:
        label, _, value = content.partition("\t")
        type, _, target = label.partition(" ")
        if type == _META:
            self.standoff.keep(_unescape(target), _unescape(value))
        else:
            self.standoff.attributes.append(_Attribute(id, type, target, _unescape(value), number))


def _spaced(text: str) -> str:
    return re.sub(r"\s", " ", text).strip()


# --- reading: the document


@dataclass(slots=True)
class _Draft:
    """A mention on its way: its stretches of tokens, its type, and what else is said of it."""

    spans: Offsets
    type: str
    entity: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    other: dict[str, str] = field(default_factory=dict)
    group: list[_Draft] = field(default_factory=list)
    mention: Mention | None = None


class _Assembly:
    """Makes the document of a pair of files."""

    def __init__(self, source: Source, standoff: _Standoff, text: str) -> None:
        self.source, self.standoff = source, standoff
        edges = {edge for span in standoff.spans.values() for offsets in span.offsets for edge in offsets}
        self.result = from_text(source.stem, text, edges)
        self.result.meta = standoff.meta
        self.drafts: dict[str, _Draft] = {}

    def document(self) -> Document:
        if self.standoff.is_litbank:
            self.result.layout["brat"] = "litbank"
            self._draft_pairs()
        else:
            for id, span in self.standoff.spans.items():
                self.drafts[id] = _Draft(self._tokens(id, span), _value(span.type, _NO_TYPE))
        for draft in self.drafts.values():
            draft.group = [draft]
        for attribute in self.standoff.attributes:
            self._describe(attribute)
        self._join()
        self._add_mentions()
        self._relate()
        return self.result

    def _tokens(self, id: str, span: _Span) -> Offsets:
        """The stretches of tokens that a span covers; those that only white space parts are one."""
        table = self.result.tokens.table
        joined: list[tuple[int, int]] = []
        for start, end in span.offsets:
            first, last = bisect_right(table.ends, start), bisect_left(table.starts, end)
            if joined and joined[-1][1] == first:
                first = joined.pop()[0]
            if first < last:
                joined.append((first, last))
        if not joined:
            raise self.source.error(f"{id} covers no word", span.line, len(id) + 2, "remove it or correct its offsets")
        return tuple(joined)

    def _draft_pairs(self) -> None:
        """LitBank's dialect: the spans of one place are a mention, once with its type, once with its entity."""
        places: dict[Offsets, list[str]] = defaultdict(list)
        for id, span in self.standoff.spans.items():
            places[span.offsets].append(id)
        for ids in places.values():
            first, types = self.standoff.spans[ids[0]], {id: self.standoff.spans[id].type for id in ids}
            kinds = {match.groups() for match in map(_KIND.fullmatch, types.values()) if match}
            if len(kinds) > 1:
                message = f"{', '.join(ids)} give one place two types"
                raise self.source.error(message, first.line, 1, "keep one of them")
            kind, type = next(iter(kinds), ("", ""))
            tokens, other = self._tokens(ids[0], first), {"kind": kind} if kind else {}
            tags = dict.fromkeys(t for t in types.values() if not _KIND.fullmatch(t)) or ("",)
            drafts = {tag: _Draft(tokens, type, tag, other=dict(other)) for tag in tags}
            typed = next(iter(drafts.values()))
            self.drafts.update((id, drafts.get(types[id], typed)) for id in ids)

    def _describe(self, attribute: _Attribute) -> None:
        draft, name, value = self.drafts.get(attribute.target), attribute.name, attribute.value
        if draft is None:
            self.standoff.keep(f"brat {attribute.id}", f"{name} {attribute.target} {value}".strip())
        elif name == _ENTITY:
            if draft.entity not in ("", value):
                message = f"{attribute.target} belongs to the entities {draft.entity} and {value}"
                raise self.source.error(message, attribute.line, 1, "remove one of them")
            draft.entity = value
        elif name == _OPTIONAL:
            draft.fields["optional"] = True
        elif name == _NON_REFERRING:
            draft.fields["referring"] = False
        elif name in _ATTRIBUTES:
            _add(draft.fields, _ATTRIBUTES[name], value)
        else:
            _add(draft.other, _unescape(name), value)

    def _join(self) -> None:
        """Join mentions into entities: by coreference relations, by equivalence, by the name of their entity."""
        named: dict[str, _Draft] = {}
        for relation in self.standoff.relations:
            if relation.id == "*" or _COREFERENCE.fullmatch(relation.type):
                found = [self._known(relation, target) for target in relation.targets]
                for draft in found[1:]:
                    _merge(found[0], draft)
        for draft in self.drafts.values():
            if draft.entity:
                _merge(named.setdefault(draft.entity, draft), draft)

    def _known(self, relation: _Relation, target: str) -> _Draft:
        draft = self.drafts.get(target)
        if draft is None:
            message = f"{relation.type} relates {target}, which is not annotated"
            raise self.source.error(message, relation.line, 1, "add the span or remove the relation")
        return draft

    def _add_mentions(self) -> None:
        """Entities that have no name are numbered in the order of their first mentions."""
        drafts = list({id(draft): draft for draft in self.drafts.values()}.values())
        drafts.sort(key=lambda draft: (draft.spans[0][0], -draft.spans[-1][1]))
        groups = list({id(draft.group): draft.group for draft in drafts}.values())
        names = {id(group): self._name(group) for group in groups}
        taken = set(names.values())
        for number, group in enumerate(groups, 1):
            if not names[id(group)]:
                name = str(number)
                while name in taken:
                    name += "'"
                names[id(group)] = name
                taken.add(name)
        for draft in drafts:
            draft.mention = self.result.add_mention(
                names[id(draft.group)],
                draft.spans[0][0],
                draft.spans[-1][1],
                type=draft.type,
                parts=draft.spans if len(draft.spans) > 1 else (),
                other=draft.other or None,
                **draft.fields,
            )
        self.result.arrange()

    def _name(self, group: list[_Draft]) -> str:
        names = sorted({draft.entity for draft in group if draft.entity})
        if len(names) > 1:
            id = next(id for id, draft in self.drafts.items() if draft.entity == names[1])
            message = f"{id} belongs to the entities {' and '.join(names)}"
            raise self.source.error(message, self.standoff.spans[id].line, 1, "join the two, or part their mentions")
        return names[0] if names else ""

    def _relate(self) -> None:
        """Bridging and split antecedents; a relation that lacks one of its ends is kept as metadata."""
        splits: dict[tuple[str, str], list[Mention]] = defaultdict(list)
        for relation in self.standoff.relations:
            ends = [self.drafts[target].mention for target in relation.targets if target in self.drafts]
            if relation.id == "*" or _COREFERENCE.fullmatch(relation.type):
                continue
            if len(ends) < 2 or ends[0] is None or ends[1] is None:
                pairs = zip(relation.roles, relation.targets, strict=True)
                self.standoff.keep(f"brat {relation.id}", " ".join((relation.type, *map(":".join, pairs))))
            elif _SPLIT.fullmatch(relation.type):
                splits[relation.type, relation.targets[0]].append(ends[1])
            else:
                mention = None if relation.roles[1] == _ENTITY else ends[1]
                name = _value(relation.type, _NO_RELATION)
                self.result.bridges.append(Bridge(ends[0], ends[1].entity, name, mention))
        for (_, target), antecedents in splits.items():
            anaphor = self.drafts[target].mention
            if anaphor is not None:
                self.result.splits.append(SplitAntecedent(anaphor, tuple(m.entity for m in antecedents)))


def _add(fields: dict[str, Any], name: str, value: str) -> None:
    """Set a value; if it is given twice, both are kept."""
    fields[name] = f"{fields[name]}; {value}" if fields.get(name, value) != value else value


def _merge(one: _Draft, two: _Draft) -> None:
    """Put two drafts into one group; the smaller group moves, so that many merges stay quick."""
    small, large = sorted((one.group, two.group), key=len)
    if small is not large:
        large.extend(small)
        for draft in small:
            draft.group = large


# --- writing


def write(documents: Iterable[Document], target: Target) -> None:
    """The text and its annotation, side by side."""
    for document in list(documents):
        lines = _litbank_lines(document) if _is_litbank(document) else _lines(document)
        notes = [f"#{n}\t{_META} {_escape(k)}\t{_escape(v)}" for n, (k, v) in enumerate(document.meta.items(), 1)]
        with target.text(".txt") as text, target.text(".ann") as annotation:
            text.write(BYTE_ORDER_MARK * document.text.startswith(BYTE_ORDER_MARK) + document.text)
            annotation.writelines(f"{line}\n" for line in (*lines, *notes))


def _lines(document: Document) -> list[str]:
    """brat's own dialect."""
    number = {id(mention): n for n, mention in enumerate(document.mentions, 1)}
    lines = [_span_line(document, number[id(m)], m, _word(m.type, _NO_TYPE)) for m in document.mentions]
    lines += [
        f"*\tEquiv {' '.join(f'T{number[id(mention)]}' for mention in entity.mentions)}"
        for entity in document.entities
        if not entity.is_singleton
    ]
    lines += _relation_lines(document, number)
    attributes = [
        f"{name} T{n}" + (f" {_escape(value)}" if value else "")
        for n, mention in enumerate(document.mentions, 1)
        for name, value in _attributes(mention)
    ]
    if not _is_numbered(document):
        attributes += [f"{_ENTITY} T{number[id(e.mentions[0])]} {_escape(e.id)}" for e in document.entities]
    return [*lines, *(f"A{n}\t{attribute}" for n, attribute in enumerate(attributes, 1))]


def _span_line(document: Document, number: int, mention: Mention, type: str) -> str:
    """A `T` line; like brat, it interrupts a span at the end of a line of text."""
    text = document.text
    offsets = [
        (start + match.start(), start + match.end())
        for start, end in document.mention_spans(mention)
        for match in re.finditer(r"[^\r\n]+", text[start:end])
        if match.group().strip()
    ]
    place = ";".join(f"{start} {end}" for start, end in offsets)
    return f"T{number}\t{type} {place}\t{_spaced(' '.join(text[start:end] for start, end in offsets))}"


def _attributes(mention: Mention) -> Iterator[tuple[str, str]]:
    for name, attribute in _ATTRIBUTES.items():
        if value := getattr(mention, attribute):
            yield name, value
    if mention.optional:
        yield _OPTIONAL, ""
    if not mention.referring:
        yield _NON_REFERRING, ""
    for name, value in (mention.other or {}).items():
        yield _word(name, ""), value


def _relation_lines(document: Document, number: dict[int, int]) -> list[str]:
    relations: list[str] = []
    for bridge in document.bridges:
        anchor = bridge.anchor_mention or bridge.anchor.mentions[0]
        role = "Arg2" if bridge.anchor_mention else _ENTITY
        name = _word(bridge.relation, _NO_RELATION)
        relations.append(f"{name} Arg1:T{number[id(bridge.anaphor)]} {role}:T{number[id(anchor)]}")
    seen: dict[int, int] = defaultdict(int)
    for split in document.splits:
        anaphor = number[id(split.anaphor)]
        seen[anaphor] += 1
        name = "SplitAntecedent" + (str(seen[anaphor]) if seen[anaphor] > 1 else "")
        relations += [f"{name} Arg1:T{anaphor} Arg2:T{number[id(entity.mentions[0])]}" for entity in split.antecedents]
    return [f"R{n}\t{relation}" for n, relation in enumerate(relations, 1)]


def _default_names(document: Document) -> dict[str, str]:
    """The name that each entity has if the file gives none: its number in the order of first mentions."""
    ids = dict.fromkeys(mention.entity.id for mention in document.mentions)
    return {id: str(number) for number, id in enumerate(ids, 1)}


def _is_numbered(document: Document) -> bool:
    return all(id == name for id, name in _default_names(document).items())


def _is_litbank(document: Document) -> bool:
    """Whether LitBank's dialect can say everything, and the document came in it."""
    mentions, names = document.mentions, _default_names(document)
    return (
        document.layout.get("brat") == "litbank"
        and bool(mentions)
        and len({mention.spans for mention in mentions}) == len(mentions)
        and not document.splits
        and all(bridge.anchor_mention is not None for bridge in document.bridges)
        and all(
            _KIND.fullmatch(_litbank_type(mention))
            and [name for name, _ in _attributes(mention)] == ["kind"]
            and (_TAG.fullmatch(mention.entity.id) or _is_untagged(mention, names))
            for mention in mentions
        )
    )


def _litbank_type(mention: Mention) -> str:
    return f"{(mention.other or {}).get('kind', '')}_{mention.type}"


def _is_untagged(mention: Mention, names: dict[str, str]) -> bool:
    return mention.entity.is_singleton and names[mention.entity.id] == mention.entity.id


def _litbank_lines(document: Document) -> list[str]:
    names = _default_names(document)
    lines: list[str] = []
    number: dict[int, int] = {}
    for mention in document.mentions:
        number[id(mention)] = len(lines) + 1
        lines.append(_span_line(document, len(lines) + 1, mention, _litbank_type(mention)))
        if not _is_untagged(mention, names):
            lines.append(_span_line(document, len(lines) + 1, mention, mention.entity.id))
    return [*lines, *_relation_lines(document, number)]


_LOST: Sequence[Feature] = (
    Feature.TOKENS,
    Feature.SENTENCES,
    Feature.PARAGRAPHS,
    Feature.SENTENCE_IDS,
    Feature.SPEAKERS,
    Feature.COMMENTS,
    Feature.REGIONS,
    Feature.LEMMAS,
    Feature.UPOS,
    Feature.XPOS,
    Feature.FEATS,
    Feature.DEPENDENCIES,
    Feature.ENHANCED,
    Feature.NOTES,
    Feature.EXTRA_COLUMNS,
    Feature.MULTIWORDS,
    Feature.EMPTY_NODES,
    Feature.MENTION_IDS,
    Feature.HEADS,
    Feature.MIN,
    Feature.ALTERNATIVES,
    Feature.DECISIONS,
)

FORMAT = Format(
    name="brat",
    title="brat standoff (.ann beside .txt), LitBank's dialect too",
    endings=(".ann",),
    sniff=sniff,
    read=read,
    write=write,
    holds=ALL - frozenset(_LOST),
    single=True,
    note="the text and its mentions by character offsets, with their attributes and relations; no tokens, no syntax",
)
