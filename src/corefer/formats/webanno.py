"""WebAnno TSV 3 (read only): tokens with stacked spans, and relations between them, as GUM publishes them.

A span layer gives a column to each of its features; a cell lists the values of all spans over the token, each
with the number of its span (`person[3]|place[7]`). A relation stands in the row of its target's first token
and names its source's: `ana` with `3-10[23_7]` says that span 23, at token 3-10, is an anaphor of span 7, here.

Bridging relations are called `bridge` or `bridge:…`; those called `bridge:aggr` give one anaphor the several
antecedents of a split antecedent. All other relations are identity, and their type is the link of the anaphor;
only `disc` (an antecedent that is a clause) is said of the antecedent, as in GUM's CoNLL-U.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from corefer.document import ALL, Bridge, Builder, Document, Feature, Mention, SplitAntecedent
from corefer.formats.base import Format, Source

_FORMAT = "#FORMAT=WebAnno TSV 3"
_LAYER = re.compile(r"#T_(SP|RL|CH)=(.+)")
_BASE = "BT_"
_BAR = re.compile(r"(?<!\\)\|")
_STACKED = re.compile(r"(.*?)(?:(?<!\\)\[([0-9]+)\])?", re.DOTALL)
_END = re.compile(r"([0-9]+-[0-9]+)(?:\[([0-9]+)_([0-9]+)\])?")
_TOKEN = re.compile(r"([0-9]+)-[0-9]+")
_OFFSETS = re.compile(r"([0-9]{1,12})-([0-9]{1,12})")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r"}
_FIELDS = {"entity": "type", "infstat": "infstat", "identity": "identity"}
_AGGREGATE = "bridge:aggr"

Key = tuple[str, str]  # a span: its number, or, if it has none, `` and the token that it stands on


def sniff(head: str, name: str) -> bool:
    return head.startswith(_FORMAT)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: _CONTROL.get(match[1], match[1]), text) if "\\" in text else text


@dataclass(slots=True)
class _Layer:
    """A layer of the header: its name, its features, and the columns that these have in a row."""

    kind: str
    name: str
    features: list[str]
    first: int

    @property
    def base(self) -> str:
        """The layer whose spans a relation layer relates."""
        return next((f.removeprefix(_BASE) for f in self.features if f.startswith(_BASE)), "")

    @property
    def end(self) -> int:
        return self.first + max(len(self.features), 1)


@dataclass(slots=True)
class _Row:
    """A token line."""

    line: int
    id: str
    start: int
    end: int
    form: str
    cells: list[str]


@dataclass(slots=True)
class _Relation:
    type: str
    source: Key
    target: Key
    row: _Row


@dataclass(slots=True)
class _Span:
    """A span of the layer of mentions: its tokens, its values by feature, the row where it starts."""

    row: _Row
    tokens: list[int] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Sentence:
    """Token lines, with the text and the id that stand before them."""

    text: list[str] = field(default_factory=list)
    id: str = ""
    rows: list[_Row] = field(default_factory=list)


@dataclass(slots=True)
class _File:
    """What a file holds, before it is a document."""

    layers: list[_Layer] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    sentences: list[_Sentence] = field(default_factory=list)

    @property
    def rows(self) -> list[_Row]:
        return [row for sentence in self.sentences for row in sentence.rows]


def read(source: Source) -> Iterator[Document]:
    """The one document of the file, named after it."""
    file = _read_file(source)
    mentions, relations = _layers_of_reference(source, file)
    document = _text(source, file, {mentions.name, relations.name if relations else ""})
    spans = _spans(source, mentions, file.rows)
    _Reference(source, document, spans).add(_relations(source, relations, file.rows) if relations else [])
    yield document


# --- lines


def _read_file(source: Source) -> _File:
    file, sentence = _File(), _Sentence()
    lines = source.lines()
    if not next(lines, "").startswith(_FORMAT):
        raise source.error("this is not WebAnno TSV 3", 1, 1, f"the first line is `{_FORMAT}.2` or the like")
    for number, line in enumerate(lines, 2):
        ends_sentence = not line.strip() or (line.startswith("#") and not _is_row(line))
        if sentence.rows and ends_sentence:
            sentence = _Sentence()
        if line.startswith("#Text="):
            sentence.text.append(line[6:])
        elif line.startswith("#Sentence.id="):
            sentence.id = line[13:]
        elif line.startswith("#") and not _is_row(line):
            _add_header(source, file, line, number)
        elif line.strip():
            if not sentence.rows:
                file.sentences.append(sentence)
            sentence.rows.append(_row(source, file, line, number))
    return file


def _is_row(line: str) -> bool:
    return bool(_TOKEN.fullmatch(line.partition("\t")[0]))


def _add_header(source: Source, file: _File, line: str, number: int) -> None:
    match = _LAYER.match(line)
    if match is None:
        key, equals, value = line[1:].partition("=")
        if equals and not file.sentences:
            file.meta[key] = _unescape(value)
        return
    name, *features = match[2].split("|")
    if file.sentences:
        raise source.error("a layer is declared among the tokens", number, 1, "declare layers before the first token")
    if match[1] == "CH":
        message = "a layer of coreference chains (#T_CH) cannot be read"
        raise source.error(message, number, 1, "annotate mentions as spans, and coreference as relations between them")
    file.layers.append(_Layer(match[1], name, features, file.layers[-1].end if file.layers else 0))


def _row(source: Source, file: _File, line: str, number: int) -> _Row:
    id, *rest = line.split("\t")
    if re.fullmatch(r"[0-9]+-[0-9]+\.[0-9]+", id):
        raise source.error(f"{id} annotates a part of a token", number, 1, "annotate whole tokens")
    if not _TOKEN.fullmatch(id):
        raise source.error(f"`{id}` is not the number of a token", number, 1, "tokens are numbered 1-1, 1-2, …, 2-1")
    if len(rest) < 2 or not (match := _OFFSETS.fullmatch(rest[0])):
        raise source.error(f"token {id} has no offsets", number, len(id) + 2, "write `0-5` and the word behind it")
    start, end = int(match[1]), int(match[2])
    cells, needed = rest[2:], file.layers[-1].end if file.layers else 0
    if len(cells) < needed or any(cells[needed:]):
        message = f"token {id} has {len(cells)} columns of annotation, the header names {needed}"
        raise source.error(message, number, 1, "give every layer of the header its columns, divided by tabs")
    form = rest[1] if len(rest[1]) == end - start else _unescape(rest[1])
    return _Row(number, id, start, end, form, cells[:needed])


def _layers_of_reference(source: Source, file: _File) -> tuple[_Layer, _Layer | None]:
    """The layer whose spans are mentions and, if there is one, the layer of relations between them."""
    spans = {layer.name: layer for layer in file.layers if layer.kind == "SP"}
    related = [layer for layer in file.layers if layer.kind == "RL" and layer.base in spans]
    related.sort(key=lambda layer: "coref" not in layer.name.lower())
    if related:
        return spans[related[0].base], related[0]
    if len(spans) == 1:
        return next(iter(spans.values())), None
    remedy = "name it as in `#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent`"
    raise source.error("the header names no layer of coreference", 2, 1, remedy)


# --- text


def _text(source: Source, file: _File, reference: set[str]) -> Document:
    """Tokens, sentences, the other layers as further columns."""
    builder = Builder(source.stem)
    lasts = [sentence.rows[-1] for sentence in file.sentences]
    firsts = [sentence.rows[0] for sentence in file.sentences[1:]]
    for i, sentence in enumerate(file.sentences):
        between = _distance(source, lasts[i], firsts[i]) if i < len(firsts) else 1
        gaps = [*_gaps(source, sentence), "\n" * between]
        builder.add_sentence([row.form for row in sentence.rows], gaps=gaps, id=sentence.id)
    for layer in file.layers:
        if layer.name not in reference:
            for column, name in enumerate(layer.features or [""], layer.first):
                values = [row.cells[column] for row in file.rows]
                if not set(values) <= {"_"}:
                    builder.extra[f"{layer.name.rpartition('.')[2]}.{name}".rstrip(".")] = values
    document = builder.build()
    document.meta = file.meta
    document.lines.extend(row.line for row in file.rows)
    return document


def _distance(source: Source, one: _Row, two: _Row) -> int:
    if two.start < one.end or one.end < one.start:
        message = f"token {two.id} starts before token {one.id} ends"
        raise source.error(message, two.line, len(two.id) + 2, "offsets count characters from the start of the text")
    return min(two.start - one.end, 1000)


def _gaps(source: Source, sentence: _Sentence) -> list[str]:
    """The white space after each token but the last, as it stands in the sentence's text if that has the tokens."""
    text = _unescape("\n".join(sentence.text))
    gaps: list[str] = []
    position = 0
    for row, following in pairwise(sentence.rows):
        distance = _distance(source, row, following)
        known = position >= 0 and text.startswith(row.form, position)
        position = position + len(row.form) if known else -1
        gap = text[position : position + distance] if known else ""
        gaps.append(gap if len(gap) == distance and not gap.strip() else " " * distance)
        position += distance if known else 0
    return gaps


# --- reference


def _values(source: Source, row: _Row, cell: str) -> list[tuple[Key, str]]:
    """The spans that a cell lists, each with its value (none for `*`)."""
    if cell == "_":
        return []
    found: list[tuple[Key, str]] = []
    for stacked in _BAR.split(cell):
        match = _STACKED.fullmatch(stacked)
        assert match is not None
        key = ("", row.id) if match[2] in (None, "0") else (match[2], "")
        found.append((key, "" if match[1] == "*" else _unescape(match[1])))
    if len({key for key, _ in found}) < len(found):
        message = f"`{cell}` lists several spans of one number"
        raise source.error(message, row.line, 1, "number stacked spans: `person[1]|place[2]`")
    return found


def _spans(source: Source, layer: _Layer, rows: list[_Row]) -> dict[Key, _Span]:
    spans: dict[Key, _Span] = {}
    for i, row in enumerate(rows):
        for column, feature in enumerate(layer.features or [""], layer.first):
            for key, value in _values(source, row, row.cells[column]):
                span = spans.setdefault(key, _Span(row))
                if not span.tokens or span.tokens[-1] != i:
                    span.tokens.append(i)
                if span.values.setdefault(feature, value) != value:
                    message = f"span {key[0]} is `{span.values[feature]}` and, here, `{value}`"
                    raise source.error(message, row.line, 1, "give a span one value for all of its tokens")
    return spans


def _relations(source: Source, layer: _Layer, rows: list[_Row]) -> list[_Relation]:
    """Relations, in the order of their targets; several features of a relation make up its type."""
    place = next(i for i, feature in enumerate(layer.features) if feature.startswith(_BASE))
    relations: list[_Relation] = []
    for row in rows:
        cells = row.cells[layer.first : layer.end]
        if cells[place] == "_":
            continue
        columns = [_BAR.split(cell) for cell in cells]
        ends = columns.pop(place)
        if any(len(column) != len(ends) for column in columns):
            message = f"`{' '.join(cells)}` has types and ends of relations in different numbers"
            raise source.error(message, row.line, 1, "give every relation its type and its end")
        for number, end in enumerate(ends):
            match = _END.fullmatch(end)
            if match is None:
                message = f"`{end}` is not the end of a relation"
                raise source.error(message, row.line, 1, "write `3-10`, or `3-10[23_7]` with the numbers of both spans")
            anaphor = (match[2], "") if match[2] not in (None, "0") else ("", match[1])
            antecedent = (match[3], "") if match[3] not in (None, "0") else ("", row.id)
            types = [_unescape(column[number]) for column in columns]
            type = ":".join(type for type in types if type != "*")
            relations.append(_Relation(type, anaphor, antecedent, row))
    return relations


class _Reference:
    """Adds mentions, entities and relations to a document; entities are numbered by first mention."""

    def __init__(self, source: Source, document: Document, spans: dict[Key, _Span]) -> None:
        self.source, self.document, self.spans = source, document, spans
        self.groups: dict[Key, list[Key]] = {key: [key] for key in spans}
        self.mentions: dict[Key, Mention] = {}

    def add(self, relations: list[_Relation]) -> None:
        links: dict[Key, str] = {}
        for relation in relations:
            for key in (relation.source, relation.target):
                if key not in self.spans:
                    name = f"{key[0]}" if key[0] else f"at {key[1]}"
                    message = f"the relation {relation.type} needs a span {name}, which does not exist"
                    self.source.report(message, relation.row.line, 1, "add the span or remove the relation", "S108")
        known = [r for r in relations if r.source in self.spans and r.target in self.spans]
        identity = [r for r in known if not _is_bridging(r)]
        for relation in identity:
            self._merge(relation.source, relation.target)
            links[relation.source] = "coref" if relation.type == "disc" else relation.type
        links |= {relation.target: "disc" for relation in identity if relation.type == "disc"}
        self._add_mentions(links)
        self._add_bridging([relation for relation in known if _is_bridging(relation)])

    def _merge(self, one: Key, two: Key) -> None:
        small, large = sorted((self.groups[one], self.groups[two]), key=len)
        if small is not large:
            large.extend(small)
            self.groups.update((key, large) for key in small)

    def _add_mentions(self, links: dict[Key, str]) -> None:
        order = sorted(self.spans, key=lambda key: (self.spans[key].tokens[0], -self.spans[key].tokens[-1]))
        names: dict[int, str] = {}
        for key in order:
            span, entity = self.spans[key], names.setdefault(id(self.groups[key]), str(len(names) + 1))
            stretches = _stretches(span.tokens)
            fields = {_FIELDS[name]: value for name, value in span.values.items() if name in _FIELDS}
            other = {name: value for name, value in span.values.items() if name not in _FIELDS and value}
            self.mentions[key] = self.document.add_mention(
                entity,
                span.tokens[0],
                span.tokens[-1] + 1,
                parts=stretches if len(stretches) > 1 else (),
                link=links.get(key, ""),
                other=other or None,
                **fields,
            )
        self.document.arrange()

    def _add_bridging(self, relations: list[_Relation]) -> None:
        split: dict[Key, list[Mention]] = defaultdict(list)
        for relation in relations:
            anaphor, anchor = self.mentions[relation.source], self.mentions[relation.target]
            if relation.type == _AGGREGATE:
                split[relation.source].append(anchor)
            else:
                name = relation.type.partition(":")[2]
                self.document.bridges.append(Bridge(anaphor, anchor.entity, name, anchor))
        for key, antecedents in split.items():
            entities = tuple({mention.entity.id: mention.entity for mention in antecedents}.values())
            self.document.splits.append(SplitAntecedent(self.mentions[key], entities))


def _is_bridging(relation: _Relation) -> bool:
    return relation.type.partition(":")[0] == "bridge"


def _stretches(tokens: list[int]) -> tuple[tuple[int, int], ...]:
    """Ascending tokens as contiguous stretches."""
    starts = [token for i, token in enumerate(tokens) if not i or tokens[i - 1] != token - 1]
    ends = [token + 1 for i, token in enumerate(tokens) if i + 1 == len(tokens) or tokens[i + 1] != token + 1]
    return tuple(zip(starts, ends, strict=True))


FORMAT = Format(
    name="webanno",
    title="WebAnno TSV 3.2 and 3.3, as GUM publishes it (read only)",
    endings=(".tsv",),
    sniff=sniff,
    read=read,
    holds=ALL
    - {
        Feature.PARAGRAPHS,
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
        Feature.MULTIWORDS,
        Feature.EMPTY_NODES,
        Feature.ENTITY_IDS,
        Feature.MENTION_IDS,
        Feature.HEADS,
        Feature.MIN,
        Feature.OPTIONAL,
        Feature.NON_REFERRING,
        Feature.CATEGORIES,
        Feature.ALTERNATIVES,
        Feature.DECISIONS,
    },
    note="other layers are kept as further columns; chains (#T_CH) and parts of tokens are refused",
)
