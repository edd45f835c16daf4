"""What a document can hold, feature by feature, so that a conversion can say what it loses.

A format declares the features it holds. `project` reduces a document to them and counts what went; what
is written from the reduced document must read back equal to it. `differences` is that equality: it
compares what a document says, not how its file was laid out.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import accumulate
from typing import Any

from corefer.document.document import Builder, Document
from corefer.document.mentions import Bridge, Entity, Mention, SplitAntecedent
from corefer.document.plain import from_text
from corefer.document.tokens import Multiword, SentenceTable, TokenTable


class Feature(StrEnum):
    """Something a format holds or loses; the value is how messages call it."""

    SPACING = "original white space"
    TOKENS = "token boundaries"
    SENTENCES = "sentence boundaries"
    PARAGRAPHS = "paragraph starts"
    SENTENCE_IDS = "sentence ids"
    SPEAKERS = "speakers"
    COMMENTS = "comment lines"
    METADATA = "metadata entries"
    REGIONS = "text regions"
    LEMMAS = "lemmas"
    UPOS = "universal tags"
    XPOS = "language-specific tags"
    FEATS = "morphological features"
    DEPENDENCIES = "dependencies"
    ENHANCED = "enhanced dependencies"
    NOTES = "token notes (MISC)"
    EXTRA_COLUMNS = "further token columns"
    MULTIWORDS = "multiword tokens"
    EMPTY_NODES = "empty nodes"
    MENTIONS = "mentions"
    ENTITY_IDS = "entity ids"
    MENTION_IDS = "mention ids"
    TYPES = "entity types"
    LINKS = "link types"
    INFSTAT = "information statuses"
    IDENTITIES = "identity links"
    HEADS = "mention heads"
    MIN = "MIN spans"
    OPTIONAL = "optional marks"
    NON_REFERRING = "non-referring mentions"
    CATEGORIES = "annotated categories"
    DISCONTINUOUS = "discontinuous mentions (the part with the head is kept)"
    CROSSING = "crossing mentions"
    SELF_CROSSING = "crossing mentions of one entity"
    ACROSS_SENTENCES = "mentions across a sentence boundary"
    SINGLETONS = "singletons"
    ATTRIBUTES = "other mention attributes"
    ALTERNATIVES = "alternative expressions"
    BRIDGING = "bridging relations"
    ANCHOR_MENTIONS = "mentions that bridging relations are anchored to"
    SPLIT = "split antecedents"
    DECISIONS = "decisions"


ALL = frozenset(Feature)

COLUMN_FEATURES = {
    "lemma": Feature.LEMMAS,
    "upos": Feature.UPOS,
    "xpos": Feature.XPOS,
    "feats": Feature.FEATS,
    "head": Feature.DEPENDENCIES,
    "deprel": Feature.DEPENDENCIES,
    "deps": Feature.ENHANCED,
    "misc": Feature.NOTES,
}
MENTION_FEATURES: dict[str, Feature] = {
    "id": Feature.MENTION_IDS,
    "type": Feature.TYPES,
    "link": Feature.LINKS,
    "infstat": Feature.INFSTAT,
    "identity": Feature.IDENTITIES,
    "head": Feature.HEADS,
    "min": Feature.MIN,
    "optional": Feature.OPTIONAL,
    "category": Feature.CATEGORIES,
    "other": Feature.ATTRIBUTES,
    "alternatives": Feature.ALTERNATIVES,
}
_EMPTY: dict[str, Any] = {
    "head": None,
    "min": (),
    "optional": False,
    "other": None,
    "alternatives": (),
}

_Parts = tuple[tuple[int, int], ...]
_Admitted = tuple[Mention, _Parts]
_Moved = Callable[[int], range]  # an old token index -> the new ones it became (none where it was dropped)

# What the model itself says, and so is not compared (or lost) as a note or a comment.
MODELLED_NOTES = ("Entity=", "Bridge=", "SplitAnte=", "SpaceAfter=", "SpacesAfter=", "SpacesBefore=")
MODELLED_COMMENTS = ("newdoc", "newpar", "sent_id", "text", "speaker", "global.Entity", "global.columns")


def notes(misc: str) -> str:
    """A MISC value without the attributes that the model holds elsewhere."""
    if misc == "_":
        return "_"
    kept = [part for part in misc.split("|") if not part.startswith(MODELLED_NOTES)]
    return "|".join(kept) or "_"


def comment_key(comment: str) -> str:
    """`sent_id` for `sent_id = x`; the first word where there is no `=`."""
    key = comment.partition("=")[0].strip("# ")
    return "newdoc" if key.startswith("newdoc") else "newpar" if key in ("newpar", "newpar id") else key


def further_comments(comments: Iterable[str]) -> list[str]:
    """The comment lines that the model does not hold elsewhere."""
    return [c for c in comments if comment_key(c) not in MODELLED_COMMENTS and not c.startswith("meta::")]


# --- equality


def differences(one: Document, two: Document) -> list[str]:
    """The names of the features in which two documents differ; empty when they say the same."""
    first, second = snapshot(one), snapshot(two)
    return [name for name in first if first[name] != second[name]]


def snapshot(document: Document) -> dict[str, Any]:
    """What a document says, in comparable form and free of file layout."""
    table, sentences = document.tokens.table, document.sentences.table
    order = _canonical_order(document)
    place = {id(mention): i for i, mention in enumerate(order)}
    entity_of: dict[str, int] = {}
    for mention in order:
        entity_of.setdefault(mention.entity.id, len(entity_of))
    result: dict[str, Any] = {
        "document id": document.id,
        Feature.SPACING: document.text,
        Feature.TOKENS: (table.forms, *_boundaries(document)),
        Feature.SENTENCES: (sentences.starts, sentences.ends),
        Feature.SENTENCE_IDS: sentences.ids,
        Feature.PARAGRAPHS: sentences.new_paragraph,
        Feature.SPEAKERS: sentences.speakers,
        Feature.COMMENTS: [further_comments(comments) for comments in sentences.comments],
        Feature.METADATA: document.meta,
        Feature.REGIONS: sorted((r.name, r.start, r.end) for r in document.regions),
        Feature.MULTIWORDS: [(w.first, w.last, *w.fields[1:9], notes(w.fields[9])) for w in table.multiwords],
        Feature.EXTRA_COLUMNS: table.extra,
        Feature.EMPTY_NODES: ["." in id for id in table.column("id")],
        Feature.MENTIONS: [(m.start, m.end, m.parts, m.referring) for m in order],
        "entities": [entity_of[m.entity.id] for m in order],
        Feature.ENTITY_IDS: [m.entity.id for m in order],
        Feature.BRIDGING: sorted(
            (
                place[id(b.anaphor)],
                entity_of[b.anchor.id],
                b.relation,
                place[id(b.anchor_mention)] if b.anchor_mention else -1,
            )
            for b in document.bridges
        ),
        Feature.SPLIT: sorted(
            (place[id(s.anaphor)], sorted(entity_of[e.id] for e in s.antecedents)) for s in document.splits
        ),
    }
    for name, feature in COLUMN_FEATURES.items():
        values = table.column(name)
        result[f"{feature} ({name})"] = [notes(v) for v in values] if name == "misc" else values
    for name, feature in MENTION_FEATURES.items():
        result[feature] = [getattr(m, name) or _EMPTY.get(name, "") for m in order]
    result[Feature.HEADS] = [m.head for m in order]
    return result


def _boundaries(document: Document) -> tuple[array[int], array[int]]:
    """Where tokens start and end; where in the white space between two words an empty node stands says nothing."""
    table = document.tokens.table
    starts, ends, last = table.starts[:], table.ends[:], 0
    for i, id in enumerate(table.column("id")):
        if "." in id:
            starts[i] = ends[i] = last
        last = ends[i]
    return starts, ends


def _canonical_order(document: Document) -> list[Mention]:
    """Document order, with ties (one span, several entities) broken by what the mention says."""
    return sorted(
        document.mentions,
        key=lambda m: (
            m.start,
            -m.end,
            m.parts,
            tuple((n.start, n.end) for n in m.entity.mentions),
            m.referring,
            *(str(getattr(m, name)) for name in MENTION_FEATURES),
            m.entity.id,
        ),
    )


# --- what a format loses


def project(document: Document, holds: frozenset[Feature]) -> tuple[Document, Counter[Feature]]:
    """The document reduced to what `holds` names, and a count of each thing that had to go."""
    lost: Counter[Feature] = Counter()
    admitted = _admitted(document, holds, lost)
    result = _reduced(document, admitted, holds, lost)
    if Feature.TOKENS not in holds:
        left = _admitted(result, holds, lost)  # mentions of words that share a surface may cross only now
        if len(left) < len(admitted):
            result = _reduced(result, left, holds, Counter())  # the lost must not cut tokens
    return result, +lost


def _reduced(
    document: Document, admitted: list[_Admitted], holds: frozenset[Feature], lost: Counter[Feature]
) -> Document:
    moved, result = _project_tokens(document, admitted, holds, lost)
    kept = _project_mentions(result, admitted, _entity_names(document, holds, lost), moved, holds, lost)
    result.arrange()
    _project_relations(document, result, kept, holds, lost)
    return result


def _project_tokens(
    document: Document, admitted: list[_Admitted], holds: frozenset[Feature], lost: Counter[Feature]
) -> tuple[_Moved, Document]:
    """Where each old token went, and the reduced document without mentions."""
    table = document.tokens.table
    _count_token_losses(document, holds, lost)
    if Feature.TOKENS not in holds:
        zeros = _zeros(document, admitted) if Feature.EMPTY_NODES in holds else []
        empty = [table.starts[index] for index in zeros]
        if Feature.EMPTY_NODES in holds and (dropped := sum("." in i for i in table.column("id")) - len(zeros)):
            lost[Feature.EMPTY_NODES] += dropped
        result = from_text(document.id, document.text, _edges(document, admitted, holds), empty)
        moved = _moved_by_offset(document, result, zeros)
        if table.starts != result.tokens.table.starts or table.ends != result.tokens.table.ends:
            lost[Feature.TOKENS] += len(table)
        lost[Feature.SENTENCES] += len(_openings(document) ^ _openings(result))
        lost[Feature.PARAGRAPHS] += len(_openings(document, paragraphs=True) ^ _openings(result, paragraphs=True))
    else:
        result, moved = _keep_tokens(document, holds)
    result.meta = dict(document.meta) if Feature.METADATA in holds else {}
    result.regions = list(document.regions) if Feature.REGIONS in holds else []
    result.layout = dict(document.layout)
    return moved, result


def _openings(document: Document, paragraphs: bool = False) -> set[int]:
    """The character offsets at which sentences (or paragraphs) begin."""
    table, starts = document.sentences.table, document.tokens.table.starts
    return {
        starts[start]
        for start, end, opens in zip(table.starts, table.ends, table.new_paragraph, strict=True)
        if start < end and (opens or not paragraphs)
    } - {starts[0] if starts else 0}


def _edges(document: Document, admitted: list[_Admitted], holds: frozenset[Feature]) -> set[int]:
    """The character offsets at which some mention (or its MIN, where held) begins or ends."""
    table = document.tokens.table
    spans = [span for _, parts in admitted for span in parts]
    if Feature.MIN in holds:
        kept = ((i, parts) for mention, parts in admitted for i in mention.min if table.starts[i] < table.ends[i])
        spans += [(i, i + 1) for i, parts in kept if any(start <= i < end for start, end in parts)]
    return {offset for start, end in spans for offset in (table.starts[start], table.ends[end - 1])}


def _count_token_losses(document: Document, holds: frozenset[Feature], lost: Counter[Feature]) -> None:
    table, sentences = document.tokens.table, document.sentences.table

    def count(feature: Feature, number: int) -> None:
        if feature not in holds and number:
            lost[feature] += number

    for name, feature in COLUMN_FEATURES.items():
        if feature not in holds and name != "deprel" and table.has(name):
            count(feature, sum((notes(v) if name == "misc" else v) != "_" for v in table.column(name)))
    count(Feature.EXTRA_COLUMNS, len(table.extra))
    count(Feature.MULTIWORDS, len(table.multiwords))
    count(Feature.EMPTY_NODES, sum("." in i for i in table.column("id")) if Feature.EMPTY_NODES not in holds else 0)
    count(Feature.SENTENCE_IDS, sum(map(bool, sentences.ids)))
    count(Feature.SPEAKERS, sum(map(bool, sentences.speakers)))
    if Feature.TOKENS in holds:
        count(Feature.PARAGRAPHS, sum(sentences.new_paragraph[1:]))
    count(Feature.COMMENTS, sum(len(further_comments(comments)) for comments in sentences.comments))
    count(Feature.METADATA, len(document.meta))
    count(Feature.REGIONS, len(document.regions))
    count(Feature.DECISIONS, len(document.decisions))
    if Feature.SPACING not in holds:
        count(Feature.SPACING, _unusual_gaps(document))


def _unusual_gaps(document: Document) -> int:
    """How many gaps between tokens are not the single space (or line end) that a token format implies."""
    table, ends = document.tokens.table, set(document.sentences.table.starts)
    return sum(
        document.text[table.ends[i] : table.starts[i + 1]] != " " for i in range(len(table) - 1) if i + 1 not in ends
    )


def _zeros(document: Document, admitted: list[_Admitted]) -> list[int]:
    """The empty nodes that a format without tokens can hold: one to a mention of nothing else."""
    ids = document.tokens.table.column("id")
    zeros: list[int] = []
    for end, start in sorted((parts[-1][1], parts[0][0]) for _, parts in admitted):
        if all("." in ids[i] for i in range(start, end)) and (not zeros or zeros[-1] < start):
            zeros.append(end - 1)
    return zeros


def _moved_by_offset(document: Document, result: Document, zeros: list[int]) -> _Moved:
    """Every old token goes to the new tokens that share a character with it, an empty node to its own."""
    old, new = document.tokens.table, result.tokens.table
    empty = [index for index, id in enumerate(new.column("id")) if "." in id] if zeros else []
    kept = dict(zip(zeros, empty, strict=True))

    def move(index: int) -> range:
        if index in kept:
            return range(kept[index], kept[index] + 1)
        return range(bisect_right(new.ends, old.starts[index]), bisect_left(new.starts, old.ends[index]))

    return move


def _keep_tokens(document: Document, holds: frozenset[Feature]) -> tuple[Document, _Moved]:
    table, sentences = document.tokens.table, document.sentences.table
    ids = table.column("id")
    keep = [i for i in range(len(table)) if Feature.EMPTY_NODES in holds or "." not in ids[i]]
    kept = set(keep)
    bound = list(accumulate((i in kept for i in range(len(table))), initial=0))

    def moved(index: int) -> range:
        return range(bound[index], bound[index + 1])

    columns = {
        name: [table.column(name)[i] for i in keep]
        for name, feature in (("id", Feature.TOKENS), *COLUMN_FEATURES.items())
        if feature in holds
    }
    if Feature.MULTIWORDS not in holds and "id" in columns:
        columns["id"] = ["_"] * len(keep) if Feature.EMPTY_NODES not in holds else columns["id"]
    new_sentences = SentenceTable()
    for i in range(len(sentences)):
        start, end = sentences.starts[i], sentences.ends[i]
        new_sentences.add(
            bound[start],
            bound[end],
            id=sentences.ids[i] if Feature.SENTENCE_IDS in holds else "",
            speaker=sentences.speakers[i] if Feature.SPEAKERS in holds else "",
            new_paragraph=sentences.new_paragraph[i] if Feature.PARAGRAPHS in holds else False,
            comments=sentences.comments[i] if Feature.COMMENTS in holds else (),
        )
    forms = [table.forms[i] for i in keep]
    if Feature.SPACING in holds:
        text = document.text
        new = TokenTable(
            forms,
            columns=columns,
            starts=type(table.starts)("l", (table.starts[i] for i in keep)),
            ends=type(table.ends)("l", (table.ends[i] for i in keep)),
        )
        result = Document(document.id, text, new, new_sentences)
    else:
        builder = Builder(document.id)
        for start, end in zip(new_sentences.starts, new_sentences.ends, strict=True):
            builder.add_sentence(forms[start:end])
        builder.empty = {new for new, old in enumerate(keep) if "." in ids[old]}
        built = builder.build()
        laid = built.tokens.table
        new = TokenTable(forms, columns=columns, starts=laid.starts, ends=laid.ends)
        result = Document(document.id, built.text, new, new_sentences)
    if Feature.MULTIWORDS in holds:
        new.multiwords = [Multiword(bound[w.first], bound[w.last], w.fields) for w in table.multiwords]
    if Feature.EXTRA_COLUMNS in holds:
        new.extra = {name: [values[i] for i in keep] for name, values in table.extra.items()}
    return result, moved


def _admitted(document: Document, holds: frozenset[Feature], lost: Counter[Feature]) -> list[_Admitted]:
    """The mentions that the features allow, each with the stretches that are kept of it, in document order."""
    admitted: list[_Admitted] = []
    if Feature.MENTIONS not in holds:
        lost[Feature.MENTIONS] += len(document.mentions)
        return admitted
    for mention in document.mentions:
        if not mention.referring and Feature.NON_REFERRING not in holds:
            lost[Feature.NON_REFERRING] += 1
            continue
        if mention.entity.is_singleton and Feature.SINGLETONS not in holds:
            lost[Feature.SINGLETONS] += 1
            continue
        parts = mention.spans
        if len(parts) > 1 and Feature.DISCONTINUOUS not in holds:
            lost[Feature.DISCONTINUOUS] += 1
            parts = (main_part(document, mention),)
        admitted.append((mention, parts))
    return admitted


def _project_mentions(
    result: Document,
    admitted: list[_Admitted],
    names: dict[str, str],
    moved: _Moved,
    holds: frozenset[Feature],
    lost: Counter[Feature],
) -> dict[int, Mention]:
    """Add the admitted mentions at their new places; returns old mention (by id()) -> new mention."""
    kept: dict[int, Mention] = {}
    starts = set(result.sentences.table.starts)
    crossing = _Crossing()
    placed = [(mention, _move(parts, moved)) for mention, parts in admitted]
    lost[Feature.EMPTY_NODES] += sum(not spans for _, spans in placed)
    for mention, spans in sorted((item for item in placed if item[1]), key=_by_span):
        if crossing.excludes(mention, spans, holds, lost):
            continue
        start, end = spans[0][0], spans[-1][1]
        if Feature.ACROSS_SENTENCES not in holds and any(i in starts for i in range(start + 1, end)):
            lost[Feature.ACROSS_SENTENCES] += 1
            continue
        kept[id(mention)] = result.add_mention(
            names[mention.entity.id],
            start,
            end,
            parts=spans if len(spans) > 1 else (),
            referring=mention.referring,
            **_attributes(mention, moved, spans, holds, lost),
        )
    return kept


def _by_span(placed: _Admitted) -> tuple[int, int]:
    return placed[1][0][0], -placed[1][-1][1]


class _Crossing:
    """The mentions that are open at the current position, to tell which ones the next one crosses."""

    def __init__(self) -> None:
        self.open: list[tuple[int, str, bool]] = []

    def excludes(self, mention: Mention, parts: _Parts, holds: frozenset[Feature], lost: Counter[Feature]) -> bool:
        """Whether the format cannot hold this mention beside the open ones; if it can, it is open from now on.

        Mentions of one entity that cross are apart: brackets could not tell them apart. Two discontinuous ones
        count as crossing when they overlap at all, since their parts interleave.
        """
        start, end, entity = parts[0][0], parts[-1][1], mention.entity.id
        discontinuous = len(parts) > 1
        self.open = [other for other in self.open if other[0] > start]
        crossed = [other for other in self.open if other[0] < end]
        own = any(other[1:] == (entity, False) for other in crossed) and not discontinuous
        own = own or (discontinuous and any(other[1:] == (entity, True) for other in self.open))
        feature = Feature.SELF_CROSSING if own else Feature.CROSSING if crossed else None
        if feature is not None and feature not in holds:
            lost[feature] += 1
            return True
        self.open.append((end, entity, discontinuous))
        return False


def _entity_names(document: Document, holds: frozenset[Feature], lost: Counter[Feature]) -> dict[str, str]:
    """Entity ids as they are, or numbers in order of first mention where the format holds numbers only."""
    ids = [entity.id for entity in document.entities]
    if Feature.ENTITY_IDS in holds or all(_is_number(id) for id in ids):
        return {id: id for id in ids}
    lost[Feature.ENTITY_IDS] += len(ids)
    return {id: str(i) for i, id in enumerate(ids, 1)}


def _is_number(id: str) -> bool:
    return id == "0" or (id.isascii() and id.isdigit() and not id.startswith("0"))


def main_part(document: Document, mention: Mention) -> tuple[int, int]:
    """The part of a discontinuous mention that has its head; the longest, where nothing tells the head."""
    head = mention.head
    if head is None and document.is_parsed:
        head = document.mention_head(mention)
    for start, end in mention.spans:
        if head is not None and start <= head < end:
            return start, end
    return max(mention.spans, key=lambda part: part[1] - part[0])


def _move(parts: _Parts, moved: _Moved) -> _Parts:
    """The new place of a mention's stretches; stretches that now touch are joined, lost ones left out."""
    tokens = sorted({new for start, end in parts for old in range(start, end) for new in moved(old)})
    joined: list[tuple[int, int]] = []
    for token in tokens:
        if joined and joined[-1][1] == token:
            joined[-1] = (joined[-1][0], token + 1)
        else:
            joined.append((token, token + 1))
    return tuple(joined)


def _attributes(
    mention: Mention,
    moved: _Moved,
    spans: _Parts,
    holds: frozenset[Feature],
    lost: Counter[Feature],
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    inside = {i for start, end in spans for i in range(start, end)}
    for name, feature in MENTION_FEATURES.items():
        value = getattr(mention, name)
        if value == _EMPTY.get(name, "") or (name == "head" and value is None):
            continue
        if feature not in holds:
            lost[feature] += 1
        elif name == "head":
            result[name] = next((i for i in moved(value) if i in inside), None)
        elif name == "min":
            result[name] = tuple(sorted({i for old in value for i in moved(old) if i in inside}))
        else:
            result[name] = dict(value) if isinstance(value, dict) else value
    return result


def _project_relations(
    document: Document,
    result: Document,
    kept: dict[int, Mention],
    holds: frozenset[Feature],
    lost: Counter[Feature],
) -> None:
    """Bridges and split antecedents whose ends survived."""

    def entity_of(mentions: Iterable[Mention]) -> Entity | None:
        return next((kept[id(m)].entity for m in mentions if id(m) in kept), None)

    def held(mention: Mention | None) -> Mention | None:
        """The mention itself where the format can point at mentions; else the first of its entity that starts there."""
        if mention is None or Feature.ANCHOR_MENTIONS in holds:
            return mention
        first = next(m for m in mention.entity.mentions if m.start == mention.start)
        lost[Feature.ANCHOR_MENTIONS] += first is not mention
        return first

    for bridge in document.bridges:
        anaphor, anchor = held(kept.get(id(bridge.anaphor))), entity_of(bridge.anchor.mentions)
        if Feature.BRIDGING not in holds or anaphor is None or anchor is None:
            lost[Feature.BRIDGING] += 1
            continue
        mention = kept.get(id(bridge.anchor_mention)) if bridge.anchor_mention else None
        if mention and Feature.ANCHOR_MENTIONS not in holds:
            lost[Feature.ANCHOR_MENTIONS] += 1
            mention = None
        result.bridges.append(Bridge(anaphor, anchor, bridge.relation, mention))
    for split in document.splits:
        anaphor = held(kept.get(id(split.anaphor)))
        antecedents = [entity_of(entity.mentions) for entity in split.antecedents]
        if Feature.SPLIT not in holds or anaphor is None or None in antecedents:
            lost[Feature.SPLIT] += 1
            continue
        result.splits.append(SplitAntecedent(anaphor, tuple(e for e in antecedents if e is not None)))
