"""The words of error analysis: kinds of errors, reasons, and the record of one error with the text behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from corefer.document.anaphors import AnaphorType

Spans = tuple[tuple[int, int], ...]


class Kind(StrEnum):
    """What differs. The first seven are Kummerfeld and Klein's (2013, section 3), the other four are per anaphor."""

    SPAN = "span-error"
    MISSING_MENTION = "missing-mention"
    EXTRA_MENTION = "extra-mention"
    MISSING_ENTITY = "missing-entity"
    EXTRA_ENTITY = "extra-entity"
    DIVIDED_ENTITY = "divided-entity"
    CONFLATED_ENTITY = "conflated-entity"
    WRONG_ANTECEDENT = "wrong-antecedent"
    SPURIOUS_ANTECEDENT = "spurious-antecedent"
    MISSING_ANTECEDENT = "missing-antecedent"
    FALSE_ANAPHOR = "false-anaphor"

    @property
    def heading(self) -> str:
        return self.value.replace("-", " ").capitalize()


class Reason(StrEnum):
    """How, or why. Which kinds know which reasons, and in which order they are tried, stands in `REASONS`."""

    SHORTER = "shorter"
    LONGER = "longer"
    CROSSING = "crossing"
    HEAD = "head"
    NON_REFERRING = "non-referring"
    DROPPED = "dropped"
    SINGLE = "single"
    ENTITY = "entity"
    PART = "part"
    STRAYS = "strays"
    CHAINS = "chains"
    MISSED = "missed"
    GENDER = "gender"
    NUMBER = "number"
    STRING = "string"
    DISTANCE = "distance"
    WORDS = "words"
    UNKNOWN = "unknown"


MENTIONS = (Kind.SPAN, Kind.MISSING_MENTION, Kind.EXTRA_MENTION)
ENTITIES = (Kind.MISSING_ENTITY, Kind.EXTRA_ENTITY, Kind.DIVIDED_ENTITY, Kind.CONFLATED_ENTITY)
ANTECEDENTS = (Kind.WRONG_ANTECEDENT, Kind.SPURIOUS_ANTECEDENT, Kind.MISSING_ANTECEDENT, Kind.FALSE_ANAPHOR)
FAMILIES: dict[str, tuple[Kind, ...]] = {"Mentions": MENTIONS, "Entities": ENTITIES, "Antecedents": ANTECEDENTS}

MEANING: dict[Kind, str] = {
    Kind.SPAN: "a key and a response mention of one phrase, with different boundaries",
    Kind.MISSING_MENTION: "a key mention that the response lacks",
    Kind.EXTRA_MENTION: "a response mention that the key lacks",
    Kind.MISSING_ENTITY: "a key entity of two mentions or more, none of them found",
    Kind.EXTRA_ENTITY: "a response entity of two mentions or more, none of them in the key",
    Kind.DIVIDED_ENTITY: "a key entity whose mentions lie in several response entities",
    Kind.CONFLATED_ENTITY: "a response entity that holds mentions of several key entities",
    Kind.WRONG_ANTECEDENT: "an anaphor whose antecedent belongs to another key entity",
    Kind.SPURIOUS_ANTECEDENT: "an anaphor whose antecedent is no mention of the key",
    Kind.MISSING_ANTECEDENT: "an anaphor that was given no antecedent",
    Kind.FALSE_ANAPHOR: "a key entity's first mention that was given an antecedent all the same",
}

REASONS: dict[Kind, dict[Reason, str]] = {
    Kind.SPAN: {
        Reason.SHORTER: "the response mention lies inside the key mention",
        Reason.LONGER: "the key mention lies inside the response mention",
        Reason.HEAD: "the same words, another head",
        Reason.CROSSING: "each has words that the other lacks",
    },
    Kind.MISSING_MENTION: {
        Reason.NON_REFERRING: "the response marks it as not referring",
        Reason.DROPPED: "the response has it alone in its entity, and singletons are dropped",
        Reason.SINGLE: "it is the only mention of its key entity",
        Reason.ENTITY: "nothing of its key entity was found",
        Reason.PART: "other mentions of its key entity were found",
    },
    Kind.EXTRA_MENTION: {
        Reason.NON_REFERRING: "the key marks it as not referring (an expletive, say)",
        Reason.DROPPED: "the key has it alone in its entity, and singletons are dropped",
        Reason.SINGLE: "it is the only mention of its response entity",
        Reason.ENTITY: "nothing of its response entity is in the key",
        Reason.PART: "other mentions of its response entity are in the key",
    },
    Kind.MISSING_ENTITY: {},
    Kind.EXTRA_ENTITY: {},
    Kind.DIVIDED_ENTITY: {
        Reason.CHAINS: "two parts or more have several mentions",
        Reason.STRAYS: "all parts but one are single mentions",
    },
    Kind.CONFLATED_ENTITY: {
        Reason.CHAINS: "two parts or more have several mentions",
        Reason.STRAYS: "all parts but one are single mentions",
    },
    Kind.WRONG_ANTECEDENT: {
        Reason.GENDER: "anaphor and chosen antecedent disagree in gender",
        Reason.NUMBER: "anaphor and chosen antecedent disagree in number",
        Reason.MISSED: "no antecedent that the key has was found as a mention",
        Reason.STRING: "anaphor and chosen antecedent have the same head word",
        Reason.DISTANCE: "the nearest true antecedent found is sentences further away than the chosen one",
        Reason.WORDS: "a nominal anaphor that shares no word with any true antecedent found",
        Reason.UNKNOWN: "none of these",
    },
    Kind.SPURIOUS_ANTECEDENT: {},
    Kind.MISSING_ANTECEDENT: {
        Reason.MISSED: "no antecedent that the key has was found as a mention",
        Reason.GENDER: "anaphor and nearest true antecedent found seem to disagree in gender",
        Reason.NUMBER: "anaphor and nearest true antecedent found seem to disagree in number",
        Reason.DISTANCE: "the nearest true antecedent found is more than three sentences away",
        Reason.WORDS: "a nominal anaphor that shares no word with any true antecedent found",
        Reason.UNKNOWN: "none of these",
    },
    Kind.FALSE_ANAPHOR: {
        Reason.GENDER: "it disagrees in gender with the chosen antecedent",
        Reason.NUMBER: "it disagrees in number with the chosen antecedent",
        Reason.STRING: "it has the same head word as the chosen antecedent",
        Reason.UNKNOWN: "none of these",
    },
}
REASONS[Kind.SPURIOUS_ANTECEDENT] = REASONS[Kind.WRONG_ANTECEDENT]


@dataclass(frozen=True, slots=True)
class Quote:
    """A mention's words, and where they stand in the key's text (character offsets of each stretch)."""

    text: str
    spans: Spans

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "spans": [list(span) for span in self.spans]}


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A sentence of the key's text, and the character offset at which it begins."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "start": self.start}


@dataclass(frozen=True, slots=True)
class ErrorRecord:
    """One difference between key and response, with the text behind it.

    `key` and `response` are the mentions concerned on each side: of an antecedent error, the nearest true
    antecedent (if there is one) and the chosen one (if there is one), the anaphor apart. The parts of a divided
    or conflated entity are `groups`. `type` is the anaphor's or mention's type; of an entity, its anchor's.
    `place` is what identifies the error across responses, together with the kind and the document.
    """

    kind: Kind
    reason: Reason | None
    type: AnaphorType
    document: str
    key: tuple[Quote, ...]
    response: tuple[Quote, ...]
    place: Spans
    excerpts: tuple[Excerpt, ...]
    anaphor: Quote | None = None
    groups: tuple[tuple[Quote, ...], ...] = ()

    @property
    def start(self) -> int:
        """The character offset in the key's text at which the error stands."""
        return self.place[0][0]

    def quotes(self) -> Iterator[tuple[str, Quote]]:
        """All quotes with their roles: `anaphor`, `key`, `response`."""
        if self.anaphor is not None:
            yield "anaphor", self.anaphor
        for quote in self.key:
            yield "key", quote
        for quote in self.response:
            yield "response", quote

    def as_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "reason": None if self.reason is None else self.reason.value,
            "type": self.type.value,
            "document": self.document,
            "start": self.start,
            "anaphor": None if self.anaphor is None else self.anaphor.as_dict(),
            "key": [quote.as_dict() for quote in self.key],
            "response": [quote.as_dict() for quote in self.response],
            "groups": [[quote.as_dict() for quote in group] for group in self.groups],
            "context": [excerpt.as_dict() for excerpt in self.excerpts],
        }
