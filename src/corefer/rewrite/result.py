"""What a rewriting gives: the text, every substitution with its decision, every pronoun left with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from corefer.document import Decision, Document, Entity, Mention
from corefer.rewrite.edits import CharacterMap, Span


class Mode(StrEnum):
    """`anchors`: each sentence names whom it is about. `standalone`: each chunk does, once."""

    ANCHORS = "anchors"
    STANDALONE = "standalone"


class Reason(StrEnum):
    """Why a pronoun stays as it is; the value is the code in JSON, `SAYS` what it means."""

    PLEONASTIC = "pleonastic"
    RELATIVE = "relative"
    DEMONSTRATIVE = "demonstrative"
    REFLEXIVE = "reflexive"
    UNRESOLVED = "unresolved"
    NO_ANCHOR = "no-anchor"
    CATAPHORA = "cataphora"
    AMBIGUOUS = "ambiguous"
    VOICE = "voice"
    SPEAKER = "speaker-unknown"
    BOUND = "bound"
    PRINCIPLE_C = "principle-c"
    REPETITIVE = "repetitive"
    NAMED_LATER = "named-later"
    NAMED = "named-in-chunk"
    UNUSABLE = "no-usable-anchor"
    AGREEMENT = "agreement"
    CONSTRUCTION = "construction"


SAYS = {
    Reason.PLEONASTIC: "refers to nothing",
    Reason.RELATIVE: "a relative pronoun stays with its clause",
    Reason.DEMONSTRATIVE: "a demonstrative may stand for more than a phrase",
    Reason.REFLEXIVE: "a reflexive or reciprocal is bound in its clause",
    Reason.UNRESOLVED: "no antecedent is known",
    Reason.NO_ANCHOR: "no noun phrase mentions its entity",
    Reason.CATAPHORA: "it stands before the first mention by name or description",
    Reason.AMBIGUOUS: "the confidence is below the least asked for",
    Reason.VOICE: "the first or second person of the text's own voice",
    Reason.SPEAKER: "inside a quotation whose speaker is not known",
    Reason.BOUND: "bound by a phrase of the same clause",
    Reason.PRINCIPLE_C: "a name here would be bound from above (principle C)",
    Reason.REPETITIVE: "the sentence names its entity already",
    Reason.NAMED_LATER: "the sentence names its entity further on",
    Reason.NAMED: "the chunk names its entity already",
    Reason.UNUSABLE: "no mention before it is short and definite enough, and agrees, to stand here",
    Reason.AGREEMENT: "the verb cannot be made to agree",
    Reason.CONSTRUCTION: "the construction takes nothing but a pronoun",
}


@dataclass(slots=True, frozen=True)
class Change:
    """One stretch that differs: where it was, where it is, what it said and says, and why."""

    source: Span
    target: Span
    old: str
    new: str
    why: str


@dataclass(slots=True, frozen=True)
class Substitution:
    """A pronoun replaced, with the further changes that this took (`changes[0]` is the pronoun itself).

    `anchors` are the mentions whose wording stands there now; `decision` is the resolver's, where there was one, and
    `confidence` the least on the way from the pronoun to a mention that is none.
    """

    mention: Mention
    entity: Entity
    anchors: tuple[Mention, ...]
    decision: Decision | None
    confidence: float | None
    changes: tuple[Change, ...]

    @property
    def source(self) -> Span:
        return self.changes[0].source

    @property
    def target(self) -> Span:
        return self.changes[0].target

    @property
    def old(self) -> str:
        return self.changes[0].old

    @property
    def new(self) -> str:
        return self.changes[0].new


@dataclass(slots=True, frozen=True)
class Left:
    """A pronoun that stays, at this place of the input and of the output."""

    source: Span
    target: Span
    text: str
    reason: Reason
    entity: Entity | None
    decision: Decision | None
    confidence: float | None


@dataclass(slots=True, frozen=True)
class Chunk:
    """A stretch that stands alone; the white space between chunks belongs to none."""

    text: str
    source: Span
    target: Span


@dataclass(slots=True, frozen=True)
class Rewritten:
    """A document's rewritten text; `document` is the input, `map[i]` the input's stretch behind character i."""

    document: Document
    mode: Mode
    chunked: str
    min_confidence: float
    text: str
    map: CharacterMap
    substitutions: tuple[Substitution, ...]
    left: tuple[Left, ...]
    chunks: tuple[Chunk, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values, as docs/rewriting.md describes them."""
        return {
            "document": self.document.id,
            "mode": str(self.mode),
            "chunked": self.chunked,
            "min_confidence": self.min_confidence,
            "text": self.text,
            "substitutions": [self._substitution(substitution) for substitution in self.substitutions],
            "left": [self._left(left) for left in self.left],
            "map": [
                {"target": list(piece.target), "source": list(piece.source), "copied": piece.edit is None}
                for piece in self.map.pieces
            ],
            "chunks": [
                {"text": chunk.text, "source": list(chunk.source), "target": list(chunk.target)}
                for chunk in self.chunks
            ],
        }

    def _substitution(self, substitution: Substitution) -> dict[str, Any]:
        return {
            "source": list(substitution.source),
            "target": list(substitution.target),
            "old": substitution.old,
            "new": substitution.new,
            "entity": substitution.entity.id,
            "anchors": [self._mention(mention) for mention in substitution.anchors],
            "confidence": substitution.confidence,
            "decision": self._decision(substitution.decision),
            "changes": [
                {
                    "source": list(change.source),
                    "target": list(change.target),
                    "old": change.old,
                    "new": change.new,
                    "why": change.why,
                }
                for change in substitution.changes
            ],
        }

    def _left(self, left: Left) -> dict[str, Any]:
        return {
            "source": list(left.source),
            "target": list(left.target),
            "text": left.text,
            "reason": str(left.reason),
            "says": SAYS[left.reason],
            "entity": left.entity.id if left.entity else None,
            "confidence": left.confidence,
            "decision": self._decision(left.decision),
        }

    def _decision(self, decision: Decision | None) -> dict[str, Any] | None:
        if decision is None:
            return None
        return {
            "resolver": decision.resolver,
            "antecedent": self._mention(decision.antecedent) if decision.antecedent else None,
            "confidence": decision.confidence,
            "reasons": list(decision.reasons),
            "candidates": [
                {
                    **self._mention(candidate.mention),
                    "score": candidate.score,
                    "excluded_by": candidate.excluded_by,
                    "certain": candidate.certain,
                }
                for candidate in decision.candidates
            ],
        }

    def _mention(self, mention: Mention) -> dict[str, Any]:
        spans = self.document.mention_spans(mention)
        return {"text": self.document.mention_text(mention), "source": [spans[0][0], spans[-1][1]]}
