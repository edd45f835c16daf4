"""A text cut at every mention boundary, so that nested, crossing and discontinuous mentions can all be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corefer.document import Document, Entity, Mention


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text with the mentions that cover it (outermost first), and those that begin or end at it."""

    start: int
    end: int
    covering: tuple[Mention, ...]
    opening: tuple[Mention, ...]
    closing: tuple[Mention, ...]


def shown_entities(document: Document, singletons: bool) -> dict[str, int]:
    """The entities to show, numbered from 1 in the order of their first mentions."""
    shown = [entity for entity in document.entities if _is_shown(entity, singletons)]
    return {entity.id: number for number, entity in enumerate(shown, 1)}


def _is_shown(entity: Entity, singletons: bool) -> bool:
    return any(m.referring for m in entity.mentions) and (singletons or not entity.is_singleton)


def segments(document: Document, numbers: dict[str, int]) -> Iterator[Segment]:
    """The whole text, in order; a mention of an empty node becomes a segment of no length."""
    spans = [
        (start, end, mention)
        for mention in document.mentions
        if mention.entity.id in numbers
        for start, end in document.mention_spans(mention)
    ]
    cuts = sorted({0, len(document.text), *(offset for start, end, _ in spans for offset in (start, end))})
    begins: dict[int, list[tuple[int, Mention]]] = {}
    empties: dict[int, list[Mention]] = {}
    for start, end, mention in spans:
        if start == end:
            empties.setdefault(start, []).append(mention)
        else:
            begins.setdefault(start, []).append((end, mention))
    covering: list[tuple[int, Mention]] = []
    for start, end in zip(cuts, [*cuts[1:], len(document.text)], strict=True):
        for mention in empties.get(start, ()):
            yield Segment(start, start, (*(m for _, m in covering if _ > start), mention), (mention,), (mention,))
        covering = [(until, m) for until, m in covering if until > start]
        opening = sorted(begins.get(start, ()), key=lambda span: -span[0])
        covering += opening
        if end > start:
            yield Segment(
                start,
                end,
                tuple(m for _, m in covering),
                tuple(m for _, m in opening),
                tuple(m for until, m in reversed(covering) if until == end),
            )
