"""From what is planned to the rewritten document: the edits made, and everything found again in the output."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corefer.document import Decision, Document, Entity, Mention
from corefer.rewrite.confidence import confidence
from corefer.rewrite.edits import CharacterMap, Edit, Piece, Span, apply
from corefer.rewrite.result import Change, Chunk, Left, Reason, Substitution


@dataclass(slots=True, frozen=True)
class Plan:
    """A substitution as it is planned: the edits of the input, the pronoun's first."""

    mention: Mention
    entity: Entity
    anchors: tuple[Mention, ...]
    edits: list[Edit]


@dataclass(slots=True, frozen=True)
class Kept:
    """A pronoun that is left."""

    token: int
    reason: Reason
    mention: Mention | None


class Output:
    """The edited text, and where in it things are."""

    def __init__(self, document: Document, decisions: Mapping[int, Decision], plans: Sequence[Plan]) -> None:
        self._document, self._decisions, self._plans = document, decisions, plans
        edits = sorted((edit for plan in plans for edit in plan.edits), key=lambda edit: edit.start)
        self.text: str
        self.map: CharacterMap
        self.text, self.map = apply(document.text, edits)
        self._sources = [piece.source[0] for piece in self.map.pieces]

    def substitutions(self) -> tuple[Substitution, ...]:
        return tuple(map(self._substitution, self._plans))

    def _substitution(self, plan: Plan) -> Substitution:
        text = self._document.text
        changes = tuple(
            Change((e.start, e.end), self._target((e.start, e.end)), text[e.start : e.end], e.new, e.why)
            for e in plan.edits
        )
        decision, sure = self._decision(plan.mention, plan.anchors)
        return Substitution(plan.mention, plan.entity, plan.anchors, decision, sure, changes)

    def left(self, kept: Kept) -> Left:
        table = self._document.tokens.table
        source = table.starts[kept.token], table.ends[kept.token]
        entity = kept.mention.entity if kept.mention else None
        decision, sure = self._decision(kept.mention)
        return Left(source, self._target(source), table.forms[kept.token], kept.reason, entity, decision, sure)

    def chunk(self, sentences: range) -> Chunk:
        table, tokens = self._document.sentences.table, self._document.tokens.table
        source = tokens.starts[table.starts[sentences[0]]], tokens.ends[table.ends[sentences[-1]] - 1]
        target = self._target(source)
        return Chunk(self.text[slice(*target)], source, target)

    def _decision(
        self, mention: Mention | None, anchors: Sequence[Mention] = ()
    ) -> tuple[Decision | None, float | None]:
        if mention is None:
            return None, None
        return self._decisions.get(id(mention)), confidence(self._document, mention, self._decisions, anchors)

    def _target(self, source: Span) -> Span:
        """Where a stretch of the input from one token's start to one's end is now."""
        start, end = source
        if start == end:
            return (0, 0)
        first, last = self._piece(start), self._piece(end - 1)
        begin = first.target[0] + (start - first.source[0] if first.edit is None else 0)
        return begin, last.target[1] - (last.source[1] - end if last.edit is None else 0)

    def _piece(self, offset: int) -> Piece:
        return self.map.pieces[bisect_right(self._sources, offset) - 1]
