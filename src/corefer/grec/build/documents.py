"""Whole documents: the text laid out in a title and paragraphs, with references and their lists."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from corefer.analysis import analyse
from corefer.analysis.lexicon import pronoun_features
from corefer.document import CoreferError, Document, Entity, Expression, Region, from_text
from corefer.formats.grec import MAIN
from corefer.grec.build.lists import Subject, alternatives, subject
from corefer.grec.build.references import Reference, references


def build(document: Document, all_entities: bool = False) -> Document | None:
    """The GREC text of a document with entities: REG08 for its main entity, or GREC-NEG for all.

    None where no entity has a reference in GREC's sense. Without a parse of its own, the document's tokens are parsed.
    """
    if not document.entities:
        raise CoreferError(f"{document.id}: no entities (resolve the text first, with `corefer resolve`)")
    parsed = document if document.is_parsed else _parsed(document)
    if all_entities:
        chosen = [(entity, references(document, parsed, entity, others="np")) for entity in document.entities]
    else:
        main = main_entity(document, parsed)
        chosen = [main] if main else []
    chosen = [(entity, found) for entity, found in chosen if found]
    return _laid_out(document, chosen, all_entities) if chosen else None


def main_entity(document: Document, parsed: Document) -> tuple[Entity, list[Reference]] | None:
    """The entity with most references of those that have a name or noun among them, the earliest of equals.

    Speaker and addressee (`I`, `you`) are nobody that a text introduces and refers back to.
    """
    best: tuple[Entity, list[Reference]] | None = None
    for entity in sorted(document.entities, key=lambda entity: -len(entity.mentions)):
        if best and len(entity.mentions) <= len(best[1]) // 2:
            break
        texts = [document.mention_text(mention) for mention in entity.mentions]
        if 2 * sum(pronoun_features(text).person in (1, 2) for text in texts) > len(texts):
            continue
        found = references(document, parsed, entity)
        if any(r.head == "nominal" for r in found) and (best is None or len(found) > len(best[1])):
            best = entity, found
    return best


def _parsed(document: Document) -> Document:
    """The same tokens with a parse."""
    made = analyse(document, tokens="kept")
    if len(made.tokens) != len(document.tokens):
        raise CoreferError(f"{document.id}: empty nodes without a parse (remove them, or parse the document first)")
    return made


@dataclass(slots=True)
class _Layout:
    """The document's text in paragraphs, one empty line between, and where its offsets went."""

    text: str = ""
    regions: list[Region] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)

    def add(self, name: str, text: str, source: int) -> None:
        start = len(self.text) + 2 * bool(self.text)
        self.text += "\n\n" * bool(self.text) + text
        self.regions.append(Region(name, start, len(self.text)))
        self.sources.append(source)
        self.targets.append(start)

    def place(self, offset: int) -> int:
        part = bisect_right(self.sources, offset) - 1
        return self.targets[part] + offset - self.sources[part]


def _layout(document: Document, title: str) -> _Layout:
    """Title and paragraphs. Within a paragraph, line ends become spaces."""
    layout, table = _Layout(), document.tokens.table
    if title:
        layout.add("TITLE", title, -len(title) - 1)
    starts = [sentence.start for sentence in document.sentences if len(sentence)]
    opening = [s.start for s in document.sentences if len(s) and (s.new_paragraph or s.start == starts[0])]
    for first, after in zip(opening, [*opening[1:], len(table)], strict=True):
        begin, end = table.starts[first], max(table.ends[first:after])
        layout.add("PARAGRAPH", "".join(" " if c in "\r\n\t" else c for c in document.text[begin:end]), begin)
    return layout


def _laid_out(document: Document, chosen: Sequence[tuple[Entity, list[Reference]]], is_neg: bool) -> Document:
    table = document.tokens.table
    subjects: dict[str, tuple[Subject, Sequence[Reference], list[str]]] = {}
    for entity, found in chosen:
        texts = [_words(document, reference) for reference in found]
        subjects[entity.id] = subject(document, found, texts, entity.type), found, texts
    title = subjects[max(chosen, key=lambda pair: len(pair[1]))[0].id][0].title
    if is_neg:
        title = document.meta.get("title", "").strip() or title
    layout = _layout(document, title)
    placed = []
    for reference in _in_order([reference for _, found in chosen for reference in found]):
        begin = layout.place(table.starts[reference.start])
        end = layout.place(table.ends[reference.end - 1] - 1) + 1 if reference.end > reference.start else begin
        placed.append((begin, end, reference))
    edges = {offset for begin, end, _ in placed for offset in (begin, end)}
    result = from_text(document.id, layout.text, edges, [begin for begin, end, _ in placed if begin == end])
    result.regions = layout.regions
    result.meta = {"title": title} if title else {}
    _add(result, placed, subjects, is_neg)
    return result


def _in_order(found: Sequence[Reference]) -> list[Reference]:
    """Outer references before inner ones; of two that cross, or that say nothing at the same place, the first."""
    kept: list[Reference] = []
    open_ends: list[int] = []
    for reference in sorted(found, key=lambda r: (r.start, -r.end)):
        while open_ends and open_ends[-1] <= reference.start:
            open_ends.pop()
        is_double = kept and (kept[-1].start, kept[-1].end) == (reference.start, reference.end)
        if (open_ends and reference.end > open_ends[-1]) or is_double:
            continue
        kept.append(reference)
        open_ends.append(reference.end)
    return kept


def _add(
    result: Document,
    placed: Sequence[tuple[int, int, Reference]],
    subjects: dict[str, tuple[Subject, Sequence[Reference], list[str]]],
    is_neg: bool,
) -> None:
    table = result.tokens.table
    ids = table.column("id")
    empty = {table.starts[i]: i for i in range(len(table)) if "." in ids[i]}
    lists: dict[tuple[str, str], tuple[Expression, ...]] = {}
    counts: dict[str, int] = {}
    for number, (begin, end, reference) in enumerate(placed, 1):
        entity = reference.entity.id
        about, found, texts = subjects[entity]
        key = (entity, "" if is_neg else reference.syncat)
        if key not in lists:
            lists[key] = _for_text(about, entity, found, texts) if is_neg else alternatives(about, key[1], found, texts)
        counts[entity] = counts.get(entity, 0) + 1
        other = (
            {"syncat": reference.syncat} | reference.attributes | ({"mention": str(counts[entity])} if is_neg else {})
        )
        first = empty[begin] if begin == end else bisect_left(table.starts, begin)
        while begin != end and table.starts[first] == table.ends[first]:
            first += 1
        last = first + 1 if begin == end else bisect_left(table.ends, end) + 1
        result.add_mention(
            entity if is_neg else MAIN,
            first,
            last,
            id="" if is_neg else f"{result.id}.{number}",
            type=about.semcat,
            other=other,
            alternatives=lists[key],
        )
    result.arrange()


def _for_text(about: Subject, entity: str, found: Sequence[Reference], texts: Sequence[str]) -> tuple[Expression, ...]:
    """GREC-NEG's one list of an entity: the expressions for all syntactic categories, each of which names it."""
    merged: dict[tuple[str, tuple[tuple[str, str], ...]], Expression] = {}
    for syncat in ("np-subj", "np-obj", "subj-det", "np"):
        for expression in alternatives(about, syncat, found, texts):
            named = Expression(expression.text, (("entity", entity), *expression.attributes))
            merged.setdefault((named.text, named.attributes), named)
    return tuple(sorted(merged.values(), key=lambda e: (e.text, e.attributes)))


def _words(document: Document, reference: Reference) -> str:
    if reference.end == reference.start:
        return "_"
    table = document.tokens.table
    return " ".join(document.text[table.starts[reference.start] : table.ends[reference.end - 1]].split())
