"""GREC: texts with the references worded and the wordings on offer (REG08, and GREC-NEG of 2009 and 2010).

A document's text is what a reader sees: title and paragraphs (the regions `TITLE` and `PARAGRAPH`), with the
selected expression in the place of each reference. How the XML and the document correspond:

| XML | document |
| --- | --- |
| `TEXT ID` | the document's id (the file's name where there is none) |
| `TITLE` | `meta["title"]`, as it stands |
| `REF` | a mention; of the entity `main`, or of that named by `ENTITY` |
| `ID`, `SEMCAT` | `mention.id`, `mention.type` |
| `SYNCAT`, `SYNFUNC`, `MENTION` of `REF` | `mention.other["syncat"]`, … |
| `REG08-TYPE`, `EMPHATIC`, `HEAD`, `CASE` of the selected `REFEX` | `mention.other["reg08-type"]`, … |
| any other attribute | `mention.other["ref.NAME"]`, `mention.other["refex.NAME"]`, in small letters |
| `ALT-REFEX` | `mention.alternatives`; a list for the whole text is dealt out by `ENTITY` |
| an empty reference (`_`), or one without a selected expression | a mention of an empty node, which takes no room |
| no selected `REFEX` (test inputs) | `mention.other["selected"] == "no"` |
| `ENTITY="1,2"` | an entity of that id, its first mention with the split antecedents 1 and 2 if both are mentioned |
| the text's list for entities without a mention | `meta["unmentioned-alternatives"]`; see `unmentioned` |

An expression of a list that embeds references (`<REF ENTITY="0"/> father`) keeps that markup as its text and
names the entities in the pseudo-attribute `#embedded`. What a document says beyond all this stands in one
processing instruction, `<?corefer {…}?>`, which other programs skip.

`select` is the way to reword references: it changes nothing in the file but the selected `REFEX` elements.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from corefer.document import (
    Document,
    Expression,
    Feature,
    FormatError,
    Mention,
    Region,
    SplitAntecedent,
    differences,
    from_text,
    project,
)
from corefer.formats.base import Format, Source, Target
from corefer.formats.grec_layout import realise, to_xml, with_wordings
from corefer.formats.grec_xml import (
    Block,
    Content,
    Fail,
    Item,
    Reference,
    Wording,
    attribute_key,
    attribute_name,
    no_place,
    parse,
    references_within,
)

MAIN = "main"
UNMENTIONED = "unmentioned-alternatives"
HOLDS = frozenset(
    {
        Feature.MENTIONS,
        Feature.SPACING,
        Feature.METADATA,
        Feature.REGIONS,
        Feature.EMPTY_NODES,
        Feature.ENTITY_IDS,
        Feature.MENTION_IDS,
        Feature.TYPES,
        Feature.ACROSS_SENTENCES,
        Feature.SINGLETONS,
        Feature.ATTRIBUTES,
        Feature.ALTERNATIVES,
        Feature.SPLIT,
    }
)

_REF_KEYS = {"MENTION": "mention", "SYNCAT": "syncat", "SYNFUNC": "synfunc"}
_REFEX_KEYS = {"REG08-TYPE": "reg08-type", "EMPHATIC": "emphatic", "HEAD": "head", "CASE": "case"}
_OWN_PLACE = frozenset({"ID", "ENTITY", "SEMCAT"})
_SELECTED = "selected"
_SOURCE = "grec"
_FIELDS = ("id", "type", "other", "alternatives")
_ROOT = re.compile(
    r"\s*+(?:(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE\s[^\[>]*+(?:\[.*?\]\s*+)?>)\s*+)*+<([A-Za-z-]+)[\s>/]", re.DOTALL
)
_DECLARED = re.compile(rb"""\A<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_OTHER_ENCODING = re.compile(r"(?i)(?:iso-?8859|latin|windows-125|cp125|utf-?16)")


# --- reading


def sniff(head: str, _name: str) -> bool:
    """Whether the outermost element is REG08's `TEXT`: by its document type, or with a title."""
    is_text = _outermost(head) == "TEXT"
    return is_text and ("grec.dtd" in head or re.search(r"<TEXT[^>]*>\s*<TITLE\b", head) is not None)


def sniff_neg(head: str, _name: str) -> bool:
    """Whether the outermost element is GREC-NEG's `GREC-ITEM`."""
    return _outermost(head) == "GREC-ITEM"


def _outermost(head: str) -> str:
    found = _ROOT.match(head)
    return found[1] if found else ""


def read(source: Source) -> Iterator[Document]:
    """The one document of a file, of either dialect."""
    data = source.content()
    declared = _declared_encoding(data) if source.encoding == "utf-8" else None
    xml = Source(source.name, declared or source.encoding, data).text()
    document = _document(xml, source.stem, source.error)
    document.layout["name"] = source.stem
    if declared is None and source.encoding == "utf-8":
        document.layout[_SOURCE] = "\ufeff" * data.startswith(b"\xef\xbb\xbf") + xml
    yield document


def read_item(source: Source) -> Item:
    """A file's markup as a tree, for who needs no words and sentences: it takes a quarter of the time of `read`."""
    declared = _declared_encoding(source.content()) if source.encoding == "utf-8" else None
    xml = Source(source.name, declared, source.content()).text() if declared else source.text()
    return parse(xml, source.error)


def _declared_encoding(data: bytes) -> str | None:
    """The encoding that the file itself names, where it is not UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    found = _DECLARED.match(data)
    name = found[1].decode("ascii") if found else ""
    return name if _OTHER_ENCODING.match(name) and not name.lower().startswith("utf") else None


def _document(xml: str, name: str, fail: Fail) -> Document:
    item = parse(xml, fail)
    text = realise(item)
    document = _tokenised(item, name if item.id is None else item.id, text)
    document.regions = [Region(block.name, block.begin, block.end) for block in item.blocks]
    document.meta = _meta(item, text)
    for entity_id, mention in _plural(document):
        antecedents = tuple(document.entity(part) for part in entity_id.split(","))
        document.splits.append(SplitAntecedent(mention, antecedents))
    if item.note:
        try:
            _apply(item.note, document)
        except (AttributeError, KeyError, TypeError, ValueError, IndexError):
            remedy = "remove it, or restore the text it was written with"
            raise fail("the instruction <?corefer …?> does not fit the text", *item.note_at, remedy) from None
    return document


def _tokenised(item: Item, name: str, text: str) -> Document:
    """The text with a mention for each reference, and an empty node for each that says nothing."""
    zeros = [r for r in item.references if not text[r.begin : r.end].strip() and not any(references_within(r))]
    edges = {offset for r in item.references for offset in (r.begin, r.end)}
    document = from_text(name, text, edges, [r.begin for r in zeros])
    table = document.tokens.table
    nodes = [i for i, token in enumerate(table.column("id")) if "." in token] if zeros else []
    node = {id(r): i for r, i in zip(zeros, nodes, strict=True)}
    offered = _by_entity(item.offered)
    for reference in item.references:
        own = [node[id(r)] for r in (reference, *references_within(reference)) if id(r) in node]
        first = bisect_right(table.ends, reference.begin)
        last = bisect_left(table.starts, reference.end)
        words = range(first, last) if text[reference.begin : reference.end].strip() else range(0)
        places = [*own, *words[:1], *words[-1:]]
        _add_mention(document, reference, min(places), max(places) + 1, offered)
    document.arrange()
    return document


def _add_mention(
    document: Document, reference: Reference, start: int, end: int, offered: Mapping[str, tuple[Expression, ...]]
) -> None:
    attributes = reference.attributes
    entity = attributes.get("ENTITY", MAIN)
    alternatives = offered.get(entity, ()) if reference.alternatives is None else reference.alternatives
    document.add_mention(
        entity,
        start,
        end,
        id=attributes.get("ID", ""),
        type=attributes.get("SEMCAT", ""),
        other=_other(reference) or None,
        alternatives=alternatives,
    )


def _other(reference: Reference) -> dict[str, str]:
    """What the mention's own fields do not hold."""
    result = {
        _REF_KEYS.get(name) or f"ref.{attribute_key(name)}": value
        for name, value in reference.attributes.items()
        if name not in _OWN_PLACE
    }
    if reference.selected is None:
        return result | {_SELECTED: "no"}
    for name, value in reference.selected.attributes.items():
        if name != "ENTITY" or value != reference.attributes.get("ENTITY"):
            result[_REFEX_KEYS.get(name) or f"refex.{attribute_key(name)}"] = value
    return result


def _by_entity(expressions: Iterable[Expression]) -> dict[str, tuple[Expression, ...]]:
    """The text's list, dealt out."""
    result: dict[str, list[Expression]] = {}
    for expression in expressions:
        result.setdefault(dict(expression.attributes).get("entity", MAIN), []).append(expression)
    return {entity: tuple(several) for entity, several in result.items()}


def _meta(item: Item, text: str) -> dict[str, str]:
    result = {}
    if item.blocks and item.blocks[0].name == "TITLE":
        result["title"] = text[item.blocks[0].begin : item.blocks[0].end]
    served = {r.attributes.get("ENTITY", MAIN) for r in item.references if r.alternatives is None}
    if spare := [e for entity, several in _by_entity(item.offered).items() if entity not in served for e in several]:
        result[UNMENTIONED] = json.dumps(_as_json(spare), ensure_ascii=False)
    return result


def _plural(document: Document) -> Iterator[tuple[str, Mention]]:
    """Plural entities whose members are all mentioned in the text, each with its first mention."""
    entities = {entity.id: entity for entity in document.entities}
    for id, entity in entities.items():
        members = id.split(",")
        if len(members) > 1 and all(member in entities for member in members):
            yield id, entity.mentions[0]


# --- what the markup has no place for


def _as_json(expressions: Iterable[Expression]) -> list[list[Any]]:
    return [[expression.text, [list(pair) for pair in expression.attributes]] for expression in expressions]


def _from_json(value: Any) -> tuple[Expression, ...]:
    return tuple(
        Expression(_string(text), tuple((_string(key), _string(content)) for key, content in attributes))
        for text, attributes in value
    )


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _strings(value: Mapping[str, Any]) -> dict[str, str]:
    return {_string(key): _string(content) for key, content in value.items()}


def _region(text: str, name: Any, start: Any, end: Any) -> Region:
    if not 0 <= start <= end <= len(text):
        raise ValueError((start, end))
    return Region(_string(name), int(start), int(end))


def _note(document: Document, said: Document) -> dict[str, Any]:
    """What a document says that its markup, read back as `said`, does not."""
    note: dict[str, Any] = {}
    if document.meta != said.meta:
        note["meta"] = document.meta
    if document.regions != said.regions:
        note["regions"] = [[region.name, region.start, region.end] for region in document.regions]
    if (splits := _numbered_splits(document)) != _numbered_splits(said):
        note["splits"] = splits
    mentions = {}
    for number, (mention, other) in enumerate(zip(_ordered(document), said.mentions, strict=True)):
        fields = {field: getattr(mention, field) for field in _FIELDS}
        fields = {field: value for field, value in fields.items() if value != getattr(other, field)}
        if "alternatives" in fields:
            fields["alternatives"] = _as_json(mention.alternatives)
        if fields:
            mentions[str(number)] = fields
    if mentions:
        note["mentions"] = mentions
    return note


def _numbered_splits(document: Document) -> list[list[Any]]:
    number = {id(mention): i for i, mention in enumerate(_ordered(document))}
    return sorted([number[id(s.anaphor)], sorted(e.id for e in s.antecedents)] for s in document.splits)


def _apply(note: Mapping[str, Any], document: Document) -> None:
    """Add to a document what the note says."""
    if "meta" in note:
        document.meta = _strings(note["meta"])
    if "regions" in note:
        document.regions = [_region(document.text, *region) for region in note["regions"]]
    entities = {entity.id: entity for entity in document.entities}
    if "splits" in note:
        document.splits = [
            SplitAntecedent(document.mentions[number], tuple(entities[_string(id)] for id in antecedents))
            for number, antecedents in note["splits"]
        ]
    for number, fields in dict(note.get("mentions", {})).items():
        mention = document.mentions[int(number)]
        for field, value in dict(fields).items():
            if field == "other":
                mention.other = None if value is None else _strings(value)
            elif field == "alternatives":
                mention.alternatives = _from_json(value)
            elif field in _FIELDS:
                setattr(mention, field, _string(value))
            else:
                raise ValueError(field)


# --- writing


def write(documents: Iterable[Document], target: Target, root: str = "TEXT") -> None:
    """Write the one document: as the file it was read from if it still says the same, else in the published layout."""
    several = iter(documents)
    document = next(several, None)
    if document is None:
        raise FormatError("there is no document to write", source=target.name, remedy="GREC holds one text a file")
    xml = _source(document, root) or _published(document, root, target)
    if next(several, None) is not None:
        raise FormatError("GREC holds one text a file", source=target.name, remedy="write to a folder")
    with target.text() as file:
        file.write(xml)


def _source(document: Document, root: str | None = None) -> str | None:
    """The file that a document was read from, if it says what the document says."""
    xml = document.layout.get(_SOURCE)
    if xml is None or (root and _outermost(xml.removeprefix("\ufeff")) != root):
        return None
    try:
        said = _document(xml, document.id, no_place)
    except FormatError:
        return None
    return None if differences(said, document) else xml


def _published(document: Document, root: str, target: Target) -> str:
    """A document as markup in the layout of the published files.

    The markup is read back to see what it cannot say: white space that would be taken for layout is then
    written verbatim, and the rest goes into the note.
    """
    try:
        item = _item(document, root)
        said = _document(to_xml(item, document.text), document.id, no_place)
        if not _same_places(document, said):
            for block in item.blocks:
                block.verbatim = True
            said = _document(to_xml(item, document.text), document.id, no_place)
        item.note = _note(document, said)
        return to_xml(item, document.text)
    except FormatError as error:
        remedy = error.remedy or "GREC cannot hold this text"
        raise FormatError(f"{document.id}: {error.message}", source=target.name, remedy=remedy) from None


def _same_places(document: Document, said: Document) -> bool:
    return document.text == said.text and [(m.start, m.end) for m in _ordered(document)] == [
        (m.start, m.end) for m in said.mentions
    ]


def _ordered(document: Document) -> list[Mention]:
    """The mentions in the order of their `REF` elements."""
    return sorted(document.mentions, key=lambda mention: (mention.start, -mention.end))


def _item(document: Document, root: str) -> Item:
    item = Item(root, document.id)
    lists = _lists(document) if root == "GREC-ITEM" else {}
    item.offered = [expression for entity in sorted(lists) for expression in lists[entity]]
    tops = _references(document, item, lists)
    item.blocks = _blocks(document, tops)
    return item


def _lists(document: Document) -> dict[str, tuple[Expression, ...]]:
    """GREC-NEG's one list for the text, by entity: what the entity's first mention offers, if it names the entity."""
    result = {}
    for entity in document.entities:
        alternatives = entity.mentions[0].alternatives
        if alternatives and all(dict(e.attributes).get("entity", MAIN) == entity.id for e in alternatives):
            result[entity.id] = alternatives
    for id, expressions in unmentioned(document).items():
        result.setdefault(id, expressions)
    return result


def _references(document: Document, item: Item, lists: Mapping[str, tuple[Expression, ...]]) -> list[Reference]:
    """A reference for each mention, inner ones in the content of outer ones; returns the outermost."""
    table = document.tokens.table
    tops: list[Reference] = []
    inner: dict[int, list[Reference]] = {}
    around: list[tuple[int, Reference]] = []
    for mention in _ordered(document):
        begin, end = table.starts[mention.start], table.ends[mention.end - 1]
        reference = Reference(_ref_attributes(mention, item.root), begin=begin, end=end)
        while around and around[-1][0] <= mention.start:
            around.pop()
        if around and around[-1][0] < mention.end:
            raise FormatError("mentions cross", remedy="project the document onto what GREC holds")
        (inner.setdefault(id(around[-1][1]), []) if around else tops).append(reference)
        around.append((mention.end, reference))
        item.references.append(reference)
    for mention, reference in zip(_ordered(document), item.references, strict=True):
        within = inner.get(id(reference), [])
        reference.selected = _wording(document, mention, reference, within, item.root)
        own = mention.alternatives != lists.get(mention.entity.id, ()) if item.root == "GREC-ITEM" else True
        if own:
            reference.alternatives = mention.alternatives or _only(document, mention, item.root)
    return tops


def _only(document: Document, mention: Mention, root: str) -> tuple[Expression, ...]:
    """The list of a REG08 reference for which nothing is offered: REG08 wants one, so it offers what was chosen."""
    chosen = selected(document, mention)
    return (chosen,) if chosen and root == "TEXT" else ()


def _ref_attributes(mention: Mention, root: str) -> dict[str, str]:
    other = mention.other or {}
    values = {
        "ID": mention.id or None,
        "ENTITY": None if mention.entity.id == MAIN and root == "TEXT" else mention.entity.id,
        "MENTION": other.get("mention"),
        "SEMCAT": mention.type or None,
        "SYNCAT": other.get("syncat"),
        "SYNFUNC": other.get("synfunc"),
    }
    present = {name: value for name, value in values.items() if value is not None}
    return present | _further(other, "ref.", values)


def _refex_attributes(mention: Mention, root: str) -> dict[str, str]:
    other = mention.other or {}
    known = {name: other[key] for name, key in _REFEX_KEYS.items() if key in other}
    entity = {"ENTITY": mention.entity.id} if root == "GREC-ITEM" else {}
    return entity | known | _further(other, "refex.", {**_REFEX_KEYS, **entity})


def _further(other: Mapping[str, str], prefix: str, taken: Iterable[str]) -> dict[str, str]:
    """Attributes that the scheme does not know."""
    result = {}
    for key, value in other.items():
        name = attribute_name(key.removeprefix(prefix)) if key.startswith(prefix) else None
        if name and name not in taken and name not in result:
            result[name] = value
    return result


def _wording(
    document: Document, mention: Mention, reference: Reference, within: list[Reference], root: str
) -> Wording | None:
    text = document.text[reference.begin : reference.end]
    attributes = _refex_attributes(mention, root)
    is_empty = (mention.other or {}).get("reg08-type") == "empty"
    if text or within:
        if is_empty and text == "_" and not within:
            del attributes["REG08-TYPE"]
        return Wording(attributes, _content(document.text, reference.begin, reference.end, within))
    if (mention.other or {}).get(_SELECTED) == "no":
        return None
    return Wording(attributes, ["_"] if is_empty else [])


def _content(text: str, begin: int, end: int, references: Iterable[Reference]) -> Content:
    """Texts and references in turn."""
    result: Content = []
    for reference in references:
        if text[begin : reference.begin]:
            result.append(text[begin : reference.begin])
        result.append(reference)
        begin = reference.end
    if text[begin:end]:
        result.append(text[begin:end])
    return result


def _blocks(document: Document, references: list[Reference]) -> list[Block]:
    """Title and paragraphs, if they make up the text and hold every reference whole; else the text as one paragraph."""
    regions = [r for r in document.regions if r.name in ("TITLE", "PARAGRAPH")]
    for blocks in (
        [Block(r.name, begin=r.start, end=r.end) for r in regions],
        [Block("PARAGRAPH", begin=0, end=len(document.text))],
    ):
        if _fill(blocks, document.text, references):
            break
    return blocks


def _fill(blocks: list[Block], text: str, references: list[Reference]) -> bool:
    """Put text and references into the blocks; False if they do not fit."""
    if any(block.name == "TITLE" for block in blocks[1:]) or (not blocks and text):
        return False
    offset, rest = 0, list(references)
    for number, block in enumerate(blocks):
        if block.begin != offset or not block.begin <= block.end <= len(text):
            return False
        if not text.startswith("\n\n" if number + 1 < len(blocks) else "", block.end):
            return False
        count = next((i for i, r in enumerate(rest) if r.end > block.end or r.begin > block.end), len(rest))
        if any(reference.begin < block.begin for reference in rest[:count]):
            return False
        block.content = _content(text, block.begin, block.end, rest[:count])
        del rest[:count]
        offset = block.end + 2
    return not rest and (not blocks or blocks[-1].end == len(text))


# --- choosing referring expressions


def selected(document: Document, mention: Mention) -> Expression | None:
    """The expression that words a mention, None if none is selected; an empty reference's text is `_`."""
    other = mention.other or {}
    text = "".join(document.text[start:end] for start, end in document.mention_spans(mention))
    if not text and other.get(_SELECTED) == "no":
        return None
    return Expression(text or "_", tuple((key, other[key]) for key in _REFEX_KEYS.values() if key in other))


def unmentioned(document: Document) -> dict[str, tuple[Expression, ...]]:
    """What GREC-NEG's list offers for entities that no reference of the text mentions, by entity.

    They occur embedded in other expressions (`the sister of <REF ENTITY="9"/>`).
    """
    try:
        return _by_entity(_from_json(json.loads(document.meta.get(UNMENTIONED, "[]"))))
    except (ValueError, TypeError, RecursionError):
        return {}


def select(document: Document, choices: Mapping[Mention, Expression | None]) -> Document:
    """The document with other expressions for some mentions; None leaves a reference without one.

    The text is laid out anew, so tokens and offsets are those of the new text and no analysis is carried
    over. Written as GREC, the result differs from the old file in the chosen `REFEX` elements alone.
    """
    numbers = [document.mentions.index(mention) for mention in choices]
    projected, _ = project(document, HOLDS)
    if len(projected.mentions) != len(document.mentions) or any(mention.parts for mention in document.mentions):
        raise ValueError("the document has mentions that GREC cannot hold; project it first")
    xml = _source(projected) or _published(projected, "TEXT", Target(None))
    item = parse(xml, no_place)
    inner = {id(r) for number in numbers for r in references_within(item.references[number])}
    if any(id(item.references[number]) in inner for number in numbers):
        raise ValueError("a reference and one embedded in it cannot both be chosen for")
    changed = with_wordings(xml, item, list(zip(numbers, choices.values(), strict=True)))
    result = _document(changed, document.id, no_place)
    result.layout = {**document.layout, _SOURCE: changed}
    return result


FORMAT = Format(
    name="grec",
    title="GREC, REG'08 (XML)",
    endings=(".xml",),
    sniff=sniff,
    read=read,
    write=write,
    holds=HOLDS,
    single=True,
    note="texts with referring expressions selected and on offer; unchanged files are written back byte for byte",
)
NEG = Format(
    name="grec-neg",
    title="GREC-NEG '09 and '10 (XML)",
    endings=(".xml",),
    sniff=sniff_neg,
    read=read,
    write=partial(write, root="GREC-ITEM"),
    holds=HOLDS,
    single=True,
    note="as grec, for several entities, with one list of expressions for the text",
)
