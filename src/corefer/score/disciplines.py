"""ROSANA's disciplines of evaluation (Stuckardt 2001, section 5): errors of each stage count in one place only.

*Occurrences* (5.2.1): which mentions were found. *Classes* (5.1): MUC over the mentions known to both sides, so
that missing and extra mentions do not count again. *Antecedents* (5.2.2) and *anchors* (5.3): for each mention, by
its type, whether the mention chosen as its antecedent is coreferent in the key; for a pronoun, also whether the
non-pronominal mention that its chain leads to is.

Every found occurrence falls into one of seven sets (Table 2), so `+_` holds first mentions as well (1,973 DNOM in
Figure 5, footnote 40), for which nothing could be chosen. How many of `+_` these are is counted as `first`: mentions
whose entity has no earlier mention in the key (for anchors: no earlier non-pronominal one). `recall` is the paper's;
`recall_of_anaphors` leaves them out, so that a perfect response has 1 there. An antecedent that was chosen is judged
whatever the mention: for a first mention it is wrong, for a cataphor (a decision may point forward) right if
coreferent; a cataphor that is left open is `first`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from corefer.document import Document, Mention
from corefer.document.anaphors import PRONOMINAL, AnaphorType, anaphor_type
from corefer.score.contingency import Counts, contingency
from corefer.score.matching import Pair
from corefer.score.mentions import detection
from corefer.score.metric import Score
from corefer.score.muc import muc
from corefer.score.ratios import score, share

# --- what is counted


class Outcome(StrEnum):
    """The sets of Table 2, into which a response mention and its chosen antecedent fall."""

    CORRECT = "++"
    INCORRECT = "+-"
    UNKNOWN = "+?"
    OPEN = "+_"
    OPTIONAL = "+*"
    EXTRA = "?+"
    EXTRA_OPEN = "?_"


SETS = tuple(Outcome)
PRONOUN_ROWS = ("PER3", "PE12", "POS3", "PO12", "REFL", "RELA")
NOMINAL_ROWS = ("DNOM", "NAME")
ROWS = (*PRONOUN_ROWS, "DEM", "INDEF", *NOMINAL_ROWS, "OTHER")  # Figure 5's, and the model's further types
_MERGED = {
    AnaphorType.PER1: "PE12",
    AnaphorType.PER2: "PE12",
    AnaphorType.POS1: "PO12",
    AnaphorType.POS2: "PO12",
}
_ROW = {kind: _MERGED.get(kind, kind.value) for kind in AnaphorType}


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Mentions of the response alone, of the key alone, of both (Figure 5's SYS, KEY, SYS AND KEY)."""

    response_only: int = 0
    key_only: int = 0
    both: int = 0

    def __add__(self, other: Occurrences) -> Occurrences:
        return Occurrences(
            self.response_only + other.response_only, self.key_only + other.key_only, self.both + other.both
        )

    @property
    def counts(self) -> Counts:
        return Counts(self.both, self.both + self.key_only, self.both, self.both + self.response_only)

    @property
    def score(self) -> Score:
        return score(self.counts)

    def as_dict(self) -> dict[str, float]:
        return {
            "response_only": self.response_only,
            "key_only": self.key_only,
            "both": self.both,
            **self.score.as_percent(),
        }


@dataclass(frozen=True, slots=True)
class Classes:
    """For the classes of each side: the cuts that the other side makes, of the links possible."""

    response_cuts: int = 0
    response_possible: int = 0
    key_cuts: int = 0
    key_possible: int = 0

    def __add__(self, other: Classes) -> Classes:
        return Classes(
            self.response_cuts + other.response_cuts,
            self.response_possible + other.response_possible,
            self.key_cuts + other.key_cuts,
            self.key_possible + other.key_possible,
        )

    @property
    def counts(self) -> Counts:
        return Counts(
            self.key_possible - self.key_cuts,
            self.key_possible,
            self.response_possible - self.response_cuts,
            self.response_possible,
        )

    @property
    def score(self) -> Score:
        return score(self.counts)

    def as_dict(self) -> dict[str, float]:
        return {
            "response_cuts": self.response_cuts,
            "response_possible": self.response_possible,
            "key_cuts": self.key_cuts,
            "key_possible": self.key_possible,
            **self.score.as_percent(),
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """A row of Figure 5: how many mentions of a type had which outcome; `first` of those open had nothing to find."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    first: int = 0

    @classmethod
    def from_counts(cls, counts: Sequence[int]) -> Tally:
        """A row from its numbers in the order of `SETS`, which is Figure 5's; the last may be left out."""
        return cls(Counter(dict(zip(SETS, counts, strict=False))))

    def __getitem__(self, outcome: Outcome) -> int:
        return self.outcomes[outcome]

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.outcomes + other.outcomes, self.first + other.first)

    @property
    def counts(self) -> Counts:
        """Decisions on mentions of the key (section 5.3); optional ones need not be made."""
        correct = self[Outcome.CORRECT]
        made = correct + self[Outcome.INCORRECT] + self[Outcome.UNKNOWN]
        return Counts(correct, made + self[Outcome.OPEN], correct, made)

    @property
    def score(self) -> Score:
        return score(self.counts)

    @property
    def recall_of_anaphors(self) -> float:
        """Recall of those mentions for which the key has something to find."""
        correct, due, *_ = self.counts
        return share(correct, due - self.first)

    def as_dict(self) -> dict[str, float]:
        percent = self.score.as_percent()
        return {
            **{outcome.value: self[outcome] for outcome in SETS},
            "precision": percent["precision"],
            "recall": percent["recall"],
            "first": self.first,
            "recall_of_anaphors": 100 * self.recall_of_anaphors,
        }


Table = dict[str, Tally]


@dataclass(frozen=True, slots=True)
class Disciplines:
    """The counts of all disciplines; those of several documents add up. Tables are keyed by `ROWS`."""

    occurrences: Occurrences = Occurrences()
    classes: Classes = Classes()
    antecedents: Table = field(default_factory=dict)
    anchors: Table = field(default_factory=dict)

    @classmethod
    def from_counts(
        cls,
        occurrences: Sequence[int] = (),
        classes: Sequence[int] = (),
        antecedents: Mapping[str, Sequence[int]] | None = None,
        anchors: Mapping[str, Sequence[int]] | None = None,
    ) -> Disciplines:
        """From plain numbers, in the order in which the paper's Figure 5 prints them."""
        tables = [
            {row: Tally.from_counts(counts) for row, counts in (table or {}).items()}
            for table in (antecedents, anchors)
        ]
        return cls(Occurrences(*occurrences), Classes(*classes), *tables)

    def __add__(self, other: Disciplines) -> Disciplines:
        return Disciplines(
            self.occurrences + other.occurrences,
            self.classes + other.classes,
            _merged(self.antecedents, other.antecedents),
            _merged(self.anchors, other.anchors),
        )

    def as_dict(self) -> dict[str, Any]:
        """Counts, and scores in percent; ROSANA's types always, the model's further types where they occur."""
        return {
            "occurrences": self.occurrences.as_dict(),
            "classes": self.classes.as_dict(),
            "antecedents": _rows(self.antecedents, (*PRONOUN_ROWS, *NOMINAL_ROWS)),
            "anchors": _rows(self.anchors, PRONOUN_ROWS),
        }


def total(table: Table) -> Tally:
    """A table's last row: the sum of the others."""
    return sum(table.values(), Tally())


def _merged(one: Table, two: Table) -> Table:
    return {row: one.get(row, Tally()) + two.get(row, Tally()) for row in ROWS if row in one or row in two}


def _rows(table: Table, always: Collection[str]) -> dict[str, dict[str, float]]:
    rows = {row: table.get(row, Tally()).as_dict() for row in ROWS if row in always or row in table}
    return {**rows, "all": total(table).as_dict()}


# --- counting


def disciplines(pairs: Pair | Iterable[Pair]) -> Disciplines:
    """The counts of one matched document, or of several together."""
    several = [pairs] if isinstance(pairs, Pair) else pairs
    return sum(map(_count, several), Disciplines())


def _count(pair: Pair) -> Disciplines:
    key = _Key(pair)
    response = _Response(pair, key)
    antecedents = response.antecedents()
    pronouns = [mention for mention in antecedents if response.is_pronoun(mention)]
    return Disciplines(
        _occurrences(pair),
        _classes(pair),
        _table(antecedents, antecedents, key, response, key.anaphors),
        _table(pronouns, _anchors(antecedents, response), key, response, key.anchored),
    )


def _occurrences(pair: Pair) -> Occurrences:
    found = detection(pair.key, pair.response)
    both = int(found.recall)
    return Occurrences(int(found.precision_of) - both, int(found.recall_of) - both, both)


def _classes(pair: Pair) -> Classes:
    """Classes and relations are restricted to the mentions of both sides first (section 5.1)."""
    both = {m for entity in pair.key for m in entity} & {m for entity in pair.response for m in entity}
    links = muc(contingency(_restricted(pair.key, both), _restricted(pair.response, both)))
    return Classes(
        int(links.precision_of - links.precision),
        int(links.precision_of),
        int(links.recall_of - links.recall),
        int(links.recall_of),
    )


def _restricted(entities: list[list[int]], known: set[int]) -> Iterator[list[int]]:
    return ([mention for mention in entity if mention in known] for entity in entities)


class _Key:
    """What the key says about its mentions, by their numbers."""

    def __init__(self, pair: Pair) -> None:
        self.classes: dict[int, set[int]] = {}
        self.types: dict[int, AnaphorType] = {}
        self.optional: set[int] = set()
        self.anaphors: set[int] = set()
        self.anchored: set[int] = set()
        for index, (numbers, mentions) in enumerate(zip(pair.key, pair.key_side.entities, strict=True)):
            self._add(pair.key_document, index, numbers, mentions)

    def _add(self, document: Document, index: int, numbers: list[int], mentions: list[Mention]) -> None:
        has_anchor = False
        for number, mention in zip(numbers, mentions, strict=True):
            self.classes.setdefault(number, set()).add(index)
            if number not in self.types:
                self.types[number] = anaphor_type(document, mention)
            if mention.optional:
                self.optional.add(number)
            if mention is not mentions[0]:
                self.anaphors.add(number)
            if has_anchor:
                self.anchored.add(number)
            has_anchor = has_anchor or self.types[number] not in PRONOMINAL

    def outcome(self, anaphor: int, antecedent: int | None) -> Outcome:
        """Table 2."""
        ours = self.classes.get(anaphor)
        if ours is None:
            return Outcome.EXTRA_OPEN if antecedent is None else Outcome.EXTRA
        if antecedent is None:
            return Outcome.OPTIONAL if anaphor in self.optional else Outcome.OPEN
        theirs = self.classes.get(antecedent)
        if theirs is None:
            return Outcome.UNKNOWN
        return Outcome.INCORRECT if ours.isdisjoint(theirs) else Outcome.CORRECT


Choices = dict[Mention, Mention | None]


class _Response:
    """What the response chose; the key's tags decide on types where they can, so that all its responses compare."""

    UNNUMBERED = -1

    def __init__(self, pair: Pair, key: _Key) -> None:
        self.pair = pair
        self.types = dict(key.types)
        self.numbers: dict[Mention, int] = {}
        same = pair.key_document.tokens.table.forms == pair.response_document.tokens.table.forms
        self.tagged = pair.key_document if same else pair.response_document
        for numbers, mentions in zip(pair.response, pair.response_side.entities, strict=True):
            for number, mention in zip(numbers, mentions, strict=True):
                self.numbers[mention] = number
                if number not in self.types:
                    self.types[number] = anaphor_type(self.tagged, mention)

    def antecedents(self) -> Choices:
        """For each mention the antecedent decided on, else the mention before it in its entity."""
        chosen: Choices = {}
        for mentions in self.pair.response_side.entities:
            previous = None
            for mention in mentions:
                chosen[mention] = previous
                previous = mention
        for decision in self.pair.response_document.decisions:
            if decision.anaphor in chosen:
                chosen[decision.anaphor] = decision.antecedent
        return chosen

    def number(self, mention: Mention) -> int:
        """The mention's number; `UNNUMBERED` for an antecedent that is no mention to be scored (an expletive, say)."""
        return self.numbers.get(mention, self.UNNUMBERED)

    def type(self, mention: Mention) -> AnaphorType:
        if mention not in self.numbers:
            return anaphor_type(self.tagged, mention)
        return self.types[self.numbers[mention]]

    def is_pronoun(self, mention: Mention) -> bool:
        return self.type(mention) in PRONOMINAL


def _anchors(antecedents: Choices, response: _Response) -> Choices:
    """For each mention the first non-pronominal one on its chain of antecedents; None if there is none, or a circle."""
    anchors: Choices = {}
    for mention in antecedents:
        path: list[Mention] = []
        here = mention
        while here not in anchors:
            anchors[here] = None
            path.append(here)
            antecedent = antecedents.get(here)
            if antecedent is None or not response.is_pronoun(antecedent):
                anchors[here] = antecedent
            else:
                here = antecedent
        for passed in path:
            anchors[passed] = anchors[here]
    return anchors


def _table(anaphors: Iterable[Mention], chosen: Choices, key: _Key, response: _Response, due: set[int]) -> Table:
    """The outcomes by type; `due` are the mentions for which the key has something to be found."""
    outcomes: defaultdict[str, Counter[Outcome]] = defaultdict(Counter)
    first: Counter[str] = Counter()
    for anaphor in anaphors:
        antecedent, row, number = chosen[anaphor], _ROW[response.type(anaphor)], response.number(anaphor)
        outcome = key.outcome(number, None if antecedent is None else response.number(antecedent))
        outcomes[row][outcome] += 1
        first[row] += outcome is Outcome.OPEN and number not in due
    return {row: Tally(counter, first[row]) for row, counter in outcomes.items()}
