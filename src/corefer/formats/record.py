"""A document's annotation as plain JSON values: what the JSON lines dialects and Parquet share.

`clusters` is what everybody knows: lists of spans, in the units of the format. Whatever does not fit there
goes into one further object, `corefer`, in which tokens are numbered from 0 over the whole document:

    sentences     {lengths, ids, speakers, paragraphs, comments}: by sentence; `paragraphs` lists the
                  sentences that start one
    tokens        {lemma, upos, …, misc, id}: CoNLL-U columns, a value for each token
    columns       {NAME: …}: further columns, likewise
    forms         {number: form} of the tokens whose form is not what the text says
    multiwords    [{first, last, fields}]
    entities      the clusters' ids, unless they are numbers in order of first mention
    mentions      the mentions' attributes, list by list as in `clusters`
    non_referring [{span, entity, …}]: expletives and the like, which belong in no cluster
    bridges       [{anaphor, anchor, relation, mention}]
    splits        [{anaphor, antecedents}]
    regions       [{name, start, end}], in characters
    meta          metadata whose names are keys of the format itself

Relations name entities by their ids and mentions by their numbers in document order (outer before inner;
ties as listed, `non_referring` last). Keys that would say nothing are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from corefer.document import (
    Bridge,
    Document,
    Entity,
    Expression,
    FormatError,
    Mention,
    Multiword,
    Region,
    SplitAntecedent,
)
from corefer.document.tokens import COLUMNS
from corefer.formats.base import Source

Json = Any  # what json.loads returns
Tokens = Sequence[int]

_STRINGS = ("id", "type", "link", "infstat", "identity", "category")
_MENTION_KEYS = {*_STRINGS, "head", "min", "optional", "other", "alternatives", "tokens"}
KEYS = {
    *("sentences", "tokens", "columns", "forms", "multiwords", "entities", "mentions"),
    *("non_referring", "bridges", "splits", "regions", "meta"),
}
_TOKEN_COLUMNS = [name for name in COLUMNS if name not in ("id", "form")]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands, and the checks on its values; every error names the line (or row) and the key."""

    source: Source
    line: int = 0
    text: str = ""
    label: str = ""

    def error(self, path: str, message: str, remedy: str = "") -> FormatError:
        key = re.match(r"\w*", path)
        column = self.text.find(f'"{key.group()}"') + 1 if key else 0
        return self.source.error(f"{self.label}`{path}`: {message}", self.line, column, remedy)

    def array(self, path: str, value: Json, length: int | None = None) -> list[Json]:
        if not isinstance(value, list):
            raise self.error(path, f"{_shown(value)} is not a list")
        if length is not None and len(value) != length:
            raise self.error(path, f"it has {len(value)} values where {length} are needed")
        return value

    def mapping(self, path: str, value: Json, keys: set[str] | None = None) -> dict[str, Json]:
        if not isinstance(value, dict):
            raise self.error(path, f"{_shown(value)} is not an object")
        if keys is not None and (unknown := value.keys() - keys):
            remedy = f"known are {', '.join(sorted(keys))}"
            raise self.error(f"{path}.{min(unknown)}", "there is no such key", remedy)
        return value

    def string(self, path: str, value: Json) -> str:
        if not isinstance(value, str):
            raise self.error(path, f"{_shown(value)} is not a string")
        if "\0" in value:
            raise self.error(path, "a NUL character stands in it", "remove it; no text holds one")
        return value

    def strings(self, path: str, value: Json, length: int | None = None) -> list[str]:
        items = self.array(path, value, length)
        for i, item in enumerate(items):
            if not isinstance(item, str):
                raise self.error(f"{path}[{i}]", f"{_shown(item)} is not a string")
        if "\0" in "".join(items):
            raise self.error(path, "a NUL character stands in it", "remove it; no text holds one")
        return items

    def integer(self, path: str, value: Json) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(path, f"{_shown(value)} is not an integer")
        return value

    def pair(self, path: str, value: Json) -> tuple[int, int]:
        """Two integers, the first not after the second."""
        if type(value) is list and len(value) == 2 and type(value[0]) is type(value[1]) is int and value[0] <= value[1]:
            return value[0], value[1]  # as good as always
        if len(self.array(path, value)) != 2:
            raise self.error(path, f"{_shown(value)} is not a pair of positions")
        start, end = (self.integer(path, item) for item in value)
        if start > end:
            raise self.error(path, f"it starts at {start}, after its end {end}", "write the earlier position first")
        return start, end

    def token(self, path: str, value: Json, count: int) -> int:
        if not 0 <= self.integer(path, value) < count:
            raise self.error(path, f"there is no token {value}", f"the document has {count}, counted from 0")
        return int(value)

    def tokens(self, path: str, value: Json, count: int) -> tuple[int, ...]:
        return tuple(self.token(path, item, count) for item in self.array(path, value))


def _shown(value: Json) -> str:
    text = repr(value)
    return f"`{text}`" if len(text) <= 40 else f"`{text[:37]}…`"


# --- writing


@dataclass(frozen=True, slots=True)
class Units:
    """How a format counts: `span` says where a mention lies, `implied` which tokens a reader takes that for."""

    span: Callable[[Mention], list[int]]
    implied: Callable[[list[int]], range]


def _refuse_broken_forms(document: Document) -> None:
    """A token with a tab or line end cannot be read again: pipelines make such things by mistake."""
    for form in document.tokens.table.forms:
        if "\n" in form or "\t" in form or "\r" in form or not form.strip(" "):
            raise FormatError(f"{document.id}: {form!r} is not a token", remedy="take white space out of it")


def annotation(document: Document, units: Units) -> tuple[list[list[list[int]]], dict[str, Json]]:
    """The document's clusters, and everything else that is known of its mentions and tokens."""
    _refuse_broken_forms(document)
    owners = [entity for entity in document.entities if any(mention.referring for mention in entity.mentions)]
    clusters = [[mention for mention in entity.mentions if mention.referring] for entity in owners]
    hidden = [mention for mention in document.mentions if not mention.referring]
    objects = [[attributes(mention, units) for mention in cluster] for cluster in clusters]
    ids = [entity.id for entity in owners]
    numbers = {id(mention): number for number, mention in enumerate(listing(document))}
    further = {
        "columns": dict(document.tokens.table.extra),
        "tokens": _columns(document),
        "multiwords": [
            {"first": word.first, "last": word.last, "fields": list(word.fields)}
            for word in document.tokens.table.multiwords
        ],
        "entities": [] if ids == _default_ids(clusters, hidden) else ids,
        "mentions": objects if any(any(cluster) for cluster in objects) else [],
        "non_referring": [
            {"span": units.span(mention), "entity": mention.entity.id, **attributes(mention, units)}
            for mention in hidden
        ],
        "bridges": [_bridge(bridge, numbers) for bridge in document.bridges],
        "splits": [
            {"anaphor": numbers[id(split.anaphor)], "antecedents": [entity.id for entity in split.antecedents]}
            for split in document.splits
        ],
        "regions": [{"name": region.name, "start": region.start, "end": region.end} for region in document.regions],
    }
    spans = [[units.span(mention) for mention in cluster] for cluster in clusters]
    return spans, without_empty(further)


def sentence_values(document: Document, **given: Json) -> dict[str, Json]:
    """The `sentences` object: the values given and what is known of the sentences."""
    table = document.sentences.table
    comments = [list(lines) for lines in table.comments]
    return without_empty(
        {
            **given,
            "ids": table.ids if any(table.ids) else [],
            "paragraphs": [i for i, starts in enumerate(table.new_paragraph) if starts],
            "comments": comments if any(comments) else [],
        }
    )


def without_empty(values: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in values.items() if value not in ([], {}, "", None, False)}


def _position(mention: Mention) -> tuple[int, int]:
    return mention.start, -mention.end


def listing(document: Document) -> list[Mention]:
    """The mentions in the order by which relations number them."""
    referring = [mention for entity in document.entities for mention in entity.mentions if mention.referring]
    return sorted([*referring, *(mention for mention in document.mentions if not mention.referring)], key=_position)


def attributes(mention: Mention, units: Units) -> dict[str, Json]:
    """What a mention says beyond its span; its tokens too where the span does not tell them."""
    values: dict[str, Json] = {name: getattr(mention, name) for name in _STRINGS}
    values["min"] = list(mention.min)
    values["optional"] = mention.optional
    values["other"] = dict(mention.other or {})
    values["alternatives"] = [
        {"text": expression.text, "attributes": [list(pair) for pair in expression.attributes]}
        for expression in mention.alternatives
    ]
    if mention.tokens != tuple(units.implied(units.span(mention))):
        values["tokens"] = list(mention.tokens)
    result = without_empty(values)
    return result if mention.head is None else {**result, "head": mention.head}


def _columns(document: Document) -> dict[str, list[str]]:
    table = document.tokens.table
    columns = {name: table.column(name) for name in _TOKEN_COLUMNS if table.has(name)}
    if any("." in id for id in table.column("id")):
        columns["id"] = [token.id for token in document.tokens]
    return columns


def _default_ids(clusters: list[list[Mention]], hidden: list[Mention]) -> list[str]:
    """The clusters' ids where none are given: their numbers among all entities in order of first mention."""
    first_hidden: dict[str, Mention] = {}
    for mention in hidden:
        first_hidden.setdefault(mention.entity.id, mention)
    firsts = [min(map(_position, cluster), default=(-1, 0)) for cluster in clusters]
    order = sorted([*firsts, *map(_position, first_hidden.values())])
    ranks = {place: rank for rank, place in reversed(list(enumerate(order, 1)))}
    ids: list[str] = []
    for place in firsts:
        ids.append(str(ranks[place]))
        ranks[place] += 1
    return ids


def _bridge(bridge: Bridge, numbers: dict[int, int]) -> dict[str, Json]:
    result = {"anaphor": numbers[id(bridge.anaphor)], "anchor": bridge.anchor.id}
    if bridge.relation:
        result["relation"] = bridge.relation
    if bridge.anchor_mention:
        result["mention"] = numbers[id(bridge.anchor_mention)]
    return result


# --- reading


def annotate(
    place: Place, document: Document, clusters: list[list[Json]], units: Units, given: dict[str, Json]
) -> None:
    """Give a document without annotation what its record says: the inverse of `annotation`."""
    place.mapping("corefer", given, KEYS)
    _set_columns(place, document, given)
    _add_mentions(place, document, clusters, units, given)
    _add_relations(place, document, given)


def _set_columns(place: Place, document: Document, given: dict[str, Json]) -> None:
    table = document.tokens.table
    for name, values in place.mapping("corefer.tokens", given.get("tokens", {}), {*_TOKEN_COLUMNS, "id"}).items():
        table.column(name)[:] = place.strings(f"corefer.tokens.{name}", values, len(table))
    for name, values in place.mapping("corefer.columns", given.get("columns", {})).items():
        table.extra[name] = place.strings(f"corefer.columns.{name}", values, len(table))
    for i, word in enumerate(place.array("corefer.multiwords", given.get("multiwords", []))):
        path = f"corefer.multiwords[{i}]"
        table.multiwords.append(multiword(place, path, word, len(table)))
        _check_multiword(place, path, document)
    for i, region in enumerate(place.array("corefer.regions", given.get("regions", []))):
        path = f"corefer.regions[{i}]"
        values = place.mapping(path, region, {"name", "start", "end"})
        start, end = place.pair(path, [values.get("start"), values.get("end")])
        document.regions.append(Region(place.string(f"{path}.name", values.get("name")), start, end))


def multiword(place: Place, path: str, value: Json, count: int) -> Multiword:
    word = place.mapping(path, value, {"first", "last", "fields"})
    first, last = place.pair(path, [word.get("first"), word.get("last")])
    fields = place.strings(f"{path}.fields", word.get("fields"), len(COLUMNS))
    return Multiword(place.token(path, first, count), place.token(path, last, count), tuple(fields))


def _check_multiword(place: Place, path: str, document: Document) -> None:
    """See that the last multiword token stands behind the one before it, and in one sentence."""
    words = document.tokens.table.multiwords
    follows = len(words) < 2 or words[-2].last < words[-1].first
    if not follows or document.sentence_index(words[-1].first) != document.sentence_index(words[-1].last):
        remedy = "multiword tokens stand in order, each within a sentence"
        raise place.error(path, "it overlaps another, or a sentence's end", remedy)


def set_sentences(place: Place, document: Document, given: dict[str, Json]) -> None:
    """Ids, speakers, paragraphs and comments of sentences that are there already."""
    table = document.sentences.table
    count = len(table)
    place.mapping("corefer.sentences", given, {"ids", "speakers", "paragraphs", "comments"})
    if "ids" in given:
        table.ids[:] = place.strings("corefer.sentences.ids", given["ids"], count)
    if "speakers" in given:
        table.speakers[:] = place.strings("corefer.sentences.speakers", given["speakers"], count)
    if "comments" in given:
        comments = place.array("corefer.sentences.comments", given["comments"], count)
        table.comments[:] = [tuple(place.strings("corefer.sentences.comments", lines)) for lines in comments]
    if "paragraphs" in given:
        table.new_paragraph[:] = [False] * count
    for i in place.array("corefer.sentences.paragraphs", given.get("paragraphs", [])):
        if not 0 <= place.integer("corefer.sentences.paragraphs", i) < count:
            raise place.error("corefer.sentences.paragraphs", f"there is no sentence {i}", f"there are {count}")
        table.new_paragraph[i] = True


def _add_mentions(
    place: Place, document: Document, clusters: list[list[Json]], units: Units, given: dict[str, Json]
) -> None:
    objects = place.array("corefer.mentions", given.get("mentions", [{}] * len(clusters)), len(clusters))
    groups: list[list[Mention]] = []
    for i, (cluster, values) in enumerate(zip(clusters, objects, strict=True)):
        members = place.array(f"corefer.mentions[{i}]", values or [{}] * len(cluster), len(cluster))
        groups.append(
            [
                _mention(place, document, units, f"clusters[{i}][{j}]", span, f"corefer.mentions[{i}][{j}]", member)
                for j, (span, member) in enumerate(zip(cluster, members, strict=True))
            ]
        )
    hidden = [
        _hidden_mention(place, document, units, f"corefer.non_referring[{i}]", value)
        for i, value in enumerate(place.array("corefer.non_referring", given.get("non_referring", [])))
    ]
    ids = _default_ids(groups, hidden)
    if "entities" in given:
        ids = place.strings("corefer.entities", given["entities"], len(clusters))
        if len(set(ids)) < len(ids) or "" in ids:
            remedy = "give every cluster an id of its own"
            raise place.error("corefer.entities", "an id is empty or stands twice", remedy)
    for id, members in zip(ids, groups, strict=True):
        for mention in members:
            _adopt(document, id, mention)
    for mention in hidden:
        _adopt(document, mention.entity.id, mention)
    document.arrange()


def _adopt(document: Document, id: str, mention: Mention) -> None:
    mention.entity = document.entity(id)
    mention.entity.mentions.append(mention)
    document.mentions.append(mention)


def _hidden_mention(place: Place, document: Document, units: Units, path: str, value: Json) -> Mention:
    values = dict(place.mapping(path, value, _MENTION_KEYS | {"span", "entity"}))
    span, entity = values.pop("span", None), place.string(f"{path}.entity", values.pop("entity", None))
    mention = _mention(place, document, units, f"{path}.span", span, path, values)
    mention.referring, mention.entity = False, Entity(entity)
    return mention


_NOBODY = Entity("")


def _mention(
    place: Place, document: Document, units: Units, span_path: str, span: Json, path: str, given: Json
) -> Mention:
    """A mention that belongs to no entity yet."""
    values = given if given == {} else place.mapping(path, given, _MENTION_KEYS)
    covered = units.implied(list(place.pair(span_path, span)))
    count = len(document.tokens)
    if "tokens" in values:
        tokens: Tokens = place.tokens(f"{path}.tokens", values["tokens"], count)
    else:
        tokens = covered
        if covered and not 0 <= covered[0] <= covered[-1] < count:
            outside = covered[-1] if covered[0] >= 0 else covered[0]
            raise place.error(span_path, f"there is no token {outside}", f"the document has {count}, counted from 0")
    stretches = _stretches(tokens)
    if not stretches:
        raise place.error(span_path, f"{_shown(span)} covers no token", "give the span of at least one word")
    mention = Mention(stretches[0][0], stretches[-1][1], _NOBODY, parts=stretches if len(stretches) > 1 else ())
    if values:
        _describe(place, path, mention, values)
    return mention


def _stretches(tokens: Tokens) -> tuple[tuple[int, int], ...]:
    if isinstance(tokens, range):
        return ((tokens.start, tokens.stop),) if tokens else ()
    result: list[tuple[int, int]] = []
    for token in sorted(set(tokens)):
        if result and result[-1][1] == token:
            result[-1] = (result[-1][0], token + 1)
        else:
            result.append((token, token + 1))
    return tuple(result)


def _describe(place: Place, path: str, mention: Mention, values: dict[str, Json]) -> None:
    for name in _STRINGS:
        if name in values:
            setattr(mention, name, place.string(f"{path}.{name}", values[name]))
    inside = set(mention.tokens)
    if values.get("head") is not None:
        mention.head = place.integer(f"{path}.head", values["head"])
    mention.min = tuple(place.integer(f"{path}.min", i) for i in place.array(f"{path}.min", values.get("min", [])))
    for i in (*mention.min, mention.start if mention.head is None else mention.head):
        if i not in inside:
            raise place.error(path, f"token {i} is not one of the mention's", "`head` and `min` lie inside the mention")
    if not isinstance(values.get("optional", False), bool):
        raise place.error(f"{path}.optional", f"{_shown(values['optional'])} is neither true nor false")
    mention.optional = values.get("optional", False)
    if other := place.mapping(f"{path}.other", values.get("other", {})):
        mention.other = {key: place.string(f"{path}.other.{key}", value) for key, value in other.items()}
    alternatives = place.array(f"{path}.alternatives", values.get("alternatives", []))
    mention.alternatives = tuple(_expression(place, f"{path}.alternatives", value) for value in alternatives)


def _expression(place: Place, path: str, value: Json) -> Expression:
    values = place.mapping(path, value, {"text", "attributes"})
    pairs = [place.strings(path, pair, 2) for pair in place.array(path, values.get("attributes", []))]
    return Expression(place.string(path, values.get("text")), tuple((key, value) for key, value in pairs))


def _add_relations(place: Place, document: Document, given: dict[str, Json]) -> None:
    entities = {entity.id: entity for entity in document.entities}

    def mention(path: str, value: Json) -> Mention:
        if not 0 <= place.integer(path, value) < len(document.mentions):
            raise place.error(path, f"there is no mention {value}", f"there are {len(document.mentions)}, from 0")
        return document.mentions[value]

    def entity(path: str, value: Json) -> Entity:
        if place.string(path, value) not in entities:
            raise place.error(path, f"there is no entity `{value}`", "name one of corefer.entities")
        return entities[value]

    for i, value in enumerate(place.array("corefer.bridges", given.get("bridges", []))):
        path = f"corefer.bridges[{i}]"
        values = place.mapping(path, value, {"anaphor", "anchor", "relation", "mention"})
        document.bridges.append(
            Bridge(
                mention(f"{path}.anaphor", values.get("anaphor")),
                entity(f"{path}.anchor", values.get("anchor")),
                place.string(f"{path}.relation", values.get("relation", "")),
                mention(f"{path}.mention", values["mention"]) if "mention" in values else None,
            )
        )
    for i, value in enumerate(place.array("corefer.splits", given.get("splits", []))):
        path = f"corefer.splits[{i}]"
        values = place.mapping(path, value, {"anaphor", "antecedents"})
        antecedents = place.strings(f"{path}.antecedents", values.get("antecedents"))
        document.splits.append(
            SplitAntecedent(
                mention(f"{path}.anaphor", values.get("anaphor")),
                tuple(entity(f"{path}.antecedents", id) for id in antecedents),
            )
        )


# --- the units


def token_units() -> Units:
    """Spans are the first and the last token, both inclusive."""
    return Units(
        span=lambda mention: [mention.start, mention.end - 1],
        implied=lambda span: range(span[0], span[1] + 1),
    )


def character_units(document: Document) -> Units:
    """Spans are character offsets, the end exclusive; they stand for the tokens that they overlap."""
    table = document.tokens.table

    def implied(span: list[int]) -> range:
        return range(bisect_right(table.ends, span[0]), bisect_left(table.starts, span[1]))

    return Units(span=lambda mention: [table.starts[mention.start], table.ends[mention.end - 1]], implied=implied)
