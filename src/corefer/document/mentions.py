"""Mentions, entities and the relations between them.

One word per thing: a *mention* is MUC's markable and ROSANA's occurrence, an *entity* is a chain or
coreference class. Positions are token indices into the document, ends exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Mention:
    """A stretch of the document that may refer.

    `parts` is empty for a contiguous mention; for a discontinuous one it lists every (start, end), and
    `start`/`end` are the outermost positions. `head` and `min` are absolute token indices. `referring`
    is False for expletives and the like, whose kind (say `cleft`) then stands in `category`; on a
    referring mention `category` is an annotated class of the standard disclosure (say `event`).
    """

    start: int
    end: int
    entity: Entity = field(repr=False)
    head: int | None = None
    min: tuple[int, ...] = ()
    type: str = ""
    link: str = ""
    infstat: str = ""
    identity: str = ""
    parts: tuple[tuple[int, int], ...] = ()
    optional: bool = False
    referring: bool = True
    category: str = ""
    id: str = ""
    other: dict[str, str] | None = None
    alternatives: tuple[Expression, ...] = ()

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Every contiguous stretch, in order; one for most mentions."""
        return self.parts or ((self.start, self.end),)

    @property
    def tokens(self) -> tuple[int, ...]:
        """The indices of all the mention's tokens."""
        if not self.parts:
            return tuple(range(self.start, self.end))
        return tuple(i for start, end in self.parts for i in range(start, end))


@dataclass(slots=True, eq=False)
class Entity:
    """What a set of mentions refers to; its mentions stand in document order."""

    id: str
    mentions: list[Mention] = field(default_factory=list, repr=False)

    @property
    def type(self) -> str:
        """The entity type given to most of its mentions (the earliest on a tie)."""
        types = [m.type for m in self.mentions if m.type]
        return max(types, key=types.count) if types else ""

    @property
    def identity(self) -> str:
        """The link to a knowledge base (an article's title, say), if any mention carries one."""
        return next((m.identity for m in self.mentions if m.identity), "")

    @property
    def is_singleton(self) -> bool:
        return len(self.mentions) == 1


@dataclass(slots=True, frozen=True, eq=False)
class Bridge:
    """A bridging relation: `anaphor` is understood through `anchor` without being identical to it."""

    anaphor: Mention
    anchor: Entity
    relation: str = ""
    anchor_mention: Mention | None = None


@dataclass(slots=True, frozen=True, eq=False)
class SplitAntecedent:
    """An anaphor whose referent is the set of several entities mentioned apart."""

    anaphor: Mention
    antecedents: tuple[Entity, ...]


@dataclass(slots=True, frozen=True)
class Expression:
    """One way to word a mention (GREC's REFEX): its text and its attributes in file order."""

    text: str
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True, frozen=True)
class Verdict:
    """Whether rules admit a pair, by which rule, and whether that is certain."""

    admissible: bool
    certain: bool
    rule: str


@dataclass(slots=True, frozen=True, eq=False)
class Candidate:
    """A candidate antecedent as a resolver saw it: the rule that excluded it, or the factors that ranked it.

    The score of a learned resolver is a probability (None where it is next to nothing); `verdict` and the factors are
    then what rules say of the candidate, which the network need not follow.
    """

    mention: Mention
    score: float | None = None
    excluded_by: str = ""
    certain: bool = True
    factors: tuple[tuple[str, float], ...] = ()
    verdict: Verdict | None = None


@dataclass(slots=True, frozen=True, eq=False)
class Decision:
    """A resolver's choice for one anaphor, with its reasons; `antecedent` is None where it chose none."""

    anaphor: Mention
    antecedent: Mention | None
    resolver: str
    confidence: float | None = None
    reasons: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
