"""Checks of the annotation itself, whatever its format: spans, heads, ids, relations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from corefer.document import Document, Mention

CODES = {
    "S201": "One span is a mention of two entities.",
    "S202": "One span stands twice in an entity.",
    "S203": "Two mentions cross: neither lies inside the other.",
    "S204": "A mention is empty: it covers no text and no empty node.",
    "S205": "A mention's head is not one of its tokens.",
    "S206": "A MIN span lies outside its mention.",
    "S207": "Two mentions bear the same id.",
    "S208": "Two documents of a file bear the same id.",
    "S209": "The mentions of an entity differ in entity type.",
    "S210": "A mention crosses a sentence boundary.",
    "S211": "A split antecedent names fewer than two entities, or the anaphor's own.",
    "S212": "A bridging relation leads back to the anaphor's own entity.",
    "S213": "Split antecedents form a cycle.",
    "S214": "A non-referring mention is linked to others.",
}

Found = tuple[str, str, Mention | int | None, str, str]


def findings(document: Document) -> Iterator[Found]:
    """Every structural finding of a document."""
    for check in (_spans, _crossing, _positions, _ids, _entities, _relations):
        yield from check(document)


def _shown(document: Document, mention: Mention) -> str:
    text = " ".join(document.mention_text(mention).split())
    return f"`{text if len(text) <= 40 else text[:37] + '…'}`"


def _spans(document: Document) -> Iterator[Found]:
    seen: dict[tuple[tuple[int, int], ...], Mention] = {}
    for mention in document.mentions:
        first = seen.setdefault(mention.spans, mention)
        if first is mention:
            continue
        if first.entity is mention.entity:
            message = f"{_shown(document, mention)} stands twice in entity {mention.entity.id}"
            yield "S202", "warning", mention, message, "remove one of the two"
        else:
            message = f"{_shown(document, mention)} is a mention of {first.entity.id} and of {mention.entity.id}"
            yield "S201", "error", mention, message, "merge the entities or remove one mention"


def _crossing(document: Document) -> Iterator[Found]:
    """Contiguous mentions that overlap without nesting; a stack of open ends finds them in one pass."""
    open_mentions: list[Mention] = []
    for mention in document.mentions:
        if mention.parts:
            continue
        while open_mentions and open_mentions[-1].end <= mention.start:
            open_mentions.pop()
        outer = next((m for m in reversed(open_mentions) if mention.start < m.end < mention.end), None)
        if outer:
            message = f"{_shown(document, mention)} crosses {_shown(document, outer)}"
            yield "S203", "warning", mention, message, "let one contain the other, if the format has tags"
        open_mentions.append(mention)
        if outer:
            open_mentions.sort(key=lambda m: -m.end)


def _positions(document: Document) -> Iterator[Found]:
    table, starts = document.tokens.table, set(document.sentences.table.starts)
    ids = table.column("id")
    for mention in document.mentions:
        tokens = mention.tokens
        if not tokens:
            yield "S204", "error", mention, "a mention covers no token", "remove it or give it a span"
            continue
        if all(table.starts[i] == table.ends[i] and "." not in ids[i] for i in tokens):
            yield "S204", "error", mention, "a mention covers no text", "remove it, or mark an empty node"
        if mention.head is not None and mention.head not in tokens:
            message = f"the head of {_shown(document, mention)} is not one of its tokens"
            yield "S205", "error", mention, message, "name a token of the mention"
        if any(i not in tokens for i in mention.min):
            message = f"MIN of {_shown(document, mention)} lies outside it"
            yield "S206", "error", mention, message, "choose tokens of the mention"
        if any(i in starts for i in range(mention.start + 1, mention.end)):
            message = f"{_shown(document, mention)} crosses a sentence boundary"
            yield "S210", "warning", mention, message, "check the sentence split"


def _ids(document: Document) -> Iterator[Found]:
    seen: set[str] = set()
    for mention in document.mentions:
        if mention.id and mention.id in seen:
            yield "S207", "error", mention, f"mention id {mention.id} stands twice", "give each mention its own id"
        seen.add(mention.id)


def _entities(document: Document) -> Iterator[Found]:
    for entity in document.entities:
        types = {m.type for m in entity.mentions if m.type}
        if len(types) > 1:
            message = f"entity {entity.id} has mentions of types {', '.join(sorted(types))}"
            yield "S209", "warning", entity.mentions[0], message, "give its mentions one type, or split it"
        odd = next((m for m in entity.mentions if not m.referring), None)
        if odd and not entity.is_singleton:
            message = f"non-referring {_shown(document, odd)} is linked to other mentions"
            yield "S214", "error", odd, message, "give it an entity of its own"


def _relations(document: Document) -> Iterator[Found]:
    parents: dict[str, set[str]] = defaultdict(set)
    for split in document.splits:
        own = split.anaphor.entity
        antecedents = {entity.id for entity in split.antecedents}
        parents[own.id] |= antecedents
        if len(antecedents) < 2 or own.id in antecedents:
            message = f"the split antecedent of {_shown(document, split.anaphor)} needs two other entities"
            yield "S211", "error", split.anaphor, message, "name two or more entities, not its own"
    for bridge in document.bridges:
        if bridge.anchor is bridge.anaphor.entity:
            message = f"{_shown(document, bridge.anaphor)} bridges to its own entity {bridge.anchor.id}"
            yield "S212", "error", bridge.anaphor, message, "an identity link is no bridge: remove it"
    for split in document.splits:
        if _leads_back(split.anaphor.entity.id, parents):
            message = f"the split antecedents of {split.anaphor.entity.id} lead back to itself"
            yield "S213", "error", split.anaphor, message, "break the cycle"


def _leads_back(start: str, parents: dict[str, set[str]]) -> bool:
    todo, seen = [p for p in parents[start] if p != start], set()
    while todo:
        here = todo.pop()
        if here == start:
            return True
        if here not in seen:
            seen.add(here)
            todo.extend(parents.get(here, ()))
    return False
