"""Anaphors with their candidates as numbers, so that other weights can be judged without resolving anything again.

A resolver runs once over each document with all its factors switched on; what its explanations say is kept: for each
candidate the value of each factor, and whether the key has it corefer with the anaphor. Choosing by other weights is
then a product of matrices. What depends on decisions already made (a factor that looks at chains, a clash with an
earlier decision) is kept as it was under the weights of that run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from corefer.document import Candidate, Document
from corefer.document.anaphors import PRONOMINAL, AnaphorType, anaphor_type
from corefer.experiment.systems import System
from corefer.experiment.weights import Profile, Weights, profile_of, with_profile
from corefer.resolve import Discourse, Resolver, scheme_of
from corefer.resolve.inputs import Source, given_input
from corefer.score.matching import pair
from corefer.score.metric import Array
from corefer.score.settings import Settings

TINY = 1e-9  # the weight of a factor that is to show itself and decide nothing
EQUAL = 1e-6  # scores that lie nearer together than this are the same
NOBODY = -1

Judged = tuple[int, list[tuple[int, Candidate]]]  # an anaphor, and its candidates, by number
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass
class Cases:
    """The anaphors of one type: a row a candidate, the later mention first; `starts` has each anaphor's first row.

    Candidates and anaphors are numbers of mentions of the document (or of all documents together). What no weight
    decides stands in `offsets`, and so does the preference for the later mention where scores are equal.
    """

    anaphors: Ints
    starts: Ints
    candidates: Ints
    values: Array  # a column a factor
    offsets: Array
    corefer: Bools
    counts: Array  # how much each anaphor counts

    def __len__(self) -> int:
        return len(self.anaphors)

    @cached_property
    def coreferent(self) -> tuple[Ints, Ints, Ints]:
        """The rows that are coreferent, where among them those of an anaphor begin, and of which anaphors they are."""
        rows = np.flatnonzero(self.corefer)
        of = np.searchsorted(self.starts, rows, side="right") - 1
        anaphors, starts = np.unique(of, return_index=True)
        return rows, starts, anaphors


@dataclass(slots=True)
class Mentions:
    """All mentions: the key's entity of each (`NOBODY`: in none), whether it is a pronoun, and its antecedent."""

    entities: Ints
    pronominal: Bools
    antecedents: Ints


@dataclass(slots=True)
class Material:
    """What tuning needs of some documents."""

    mentions: Mentions
    cases: dict[AnaphorType, Cases]


@dataclass(slots=True)
class Collector:
    """Makes the material of one document."""

    system: System
    parse: Source
    mentions: Source
    made: Resolver | None = None
    profile: Profile | None = None

    def collect(self, key: Document) -> Material:
        if self.made is None or self.profile is None:
            self.profile = revealing(profile_of(self.system))
            self.made = with_profile(self.system, self.profile, explain=True).make()
        scheme = scheme_of(key)
        given = given_input(key, self.parse, self.mentions, scheme)
        decisions = self.made.decide(Discourse(given, scheme))
        number = {id(mention): n for n, mention in enumerate(given.mentions)}
        entities = _entities(key, given)
        pronominal = np.array([anaphor_type(given, m) in PRONOMINAL for m in given.mentions], dtype=bool)
        antecedents = np.full(len(number), NOBODY, dtype=np.int64)
        grouped: dict[AnaphorType, list[Judged]] = {}
        for decision in decisions:
            anaphor = number[id(decision.anaphor)]
            if decision.antecedent is not None:
                antecedents[anaphor] = number[id(decision.antecedent)]
            admitted = [(number[id(c.mention)], c) for c in decision.candidates if not c.excluded_by and c.factors]
            if admitted and entities[anaphor] != NOBODY:
                kind = anaphor_type(given, decision.anaphor)
                if kind in self.profile.weights:
                    admitted.sort(key=lambda item: -item[1].mention.start)
                    grouped.setdefault(kind, []).append((anaphor, admitted))
        cases = {kind: _cases(several, _weights(self.profile, kind), entities) for kind, several in grouped.items()}
        return Material(Mentions(entities, pronominal, antecedents), cases)


def revealing(profile: Profile) -> Profile:
    """The profile with a trace of every factor for every type of anaphor, so that all show in explanations."""
    weights: Weights = {
        kind: {factor: row.get(factor, 0.0) or TINY for factor in profile.factors}
        for kind, row in profile.weights.items()
    }
    return profile.with_weights(weights)


def _entities(key: Document, given: Document) -> Ints:
    """The key's entity of each given mention."""
    matched = pair(key, given, Settings())
    entity = {number: e for e, numbers in enumerate(matched.key) for number in numbers}
    found = {
        id(mention): entity.get(number, NOBODY)
        for numbers, mentions in zip(matched.response, matched.response_side.entities, strict=True)
        for number, mention in zip(numbers, mentions, strict=True)
    }
    return np.array([found.get(id(mention), NOBODY) for mention in given.mentions], dtype=np.int64)


def _weights(profile: Profile, kind: AnaphorType) -> dict[str, float]:
    """The weights for a type of anaphor, every factor's."""
    return {str(factor): profile.weights[kind][factor] for factor in profile.factors}


def _cases(several: Sequence[Judged], weights: dict[str, float], entities: Ints) -> Cases:
    column = {factor: n for n, factor in enumerate(weights)}
    flat = [candidate for _, admitted in several for candidate in admitted]
    values = np.zeros((len(flat), len(weights)))
    sizes = [len(admitted) for _, admitted in several]
    offsets = np.concatenate([-EQUAL * np.arange(size) for size in sizes])
    for row, (_, candidate) in enumerate(flat):
        offsets[row] += candidate.score or 0.0
        for name, contribution in candidate.factors:
            values[row, column[str(name)]] += contribution
            offsets[row] -= contribution
    anaphors = np.array([anaphor for anaphor, _ in several], dtype=np.int64)
    candidates = np.array([number for number, _ in flat], dtype=np.int64)
    return Cases(
        anaphors=anaphors,
        starts=np.cumsum([0, *sizes[:-1]]),
        candidates=candidates,
        values=values / np.array(list(weights.values())),
        offsets=offsets,
        corefer=entities[candidates] == np.repeat(entities[anaphors], sizes),
        counts=np.ones(len(anaphors)),
    )


# --- several documents together


def together(materials: Iterable[Material], counts: Sequence[float] | None = None) -> Material:
    """The material of several documents as that of one; `counts` says how much the anaphors of each count."""
    several = list(materials)
    weights = [1.0] * len(several) if counts is None else counts
    sizes = [len(material.mentions.entities) for material in several]
    first = np.cumsum([0, *sizes[:-1]])
    entities = [int(material.mentions.entities.max(initial=NOBODY)) + 1 for material in several]
    first_entity = np.cumsum([0, *entities[:-1]])
    mentions = Mentions(
        np.concatenate([_shifted(m.mentions.entities, by) for m, by in zip(several, first_entity, strict=True)]),
        np.concatenate([m.mentions.pronominal for m in several]),
        np.concatenate([_shifted(m.mentions.antecedents, by) for m, by in zip(several, first, strict=True)]),
    )
    kinds = sorted({kind for material in several for kind in material.cases})
    return Material(mentions, {kind: _joined(kind, several, first, weights) for kind in kinds})


def _shifted(numbers: Ints, by: int) -> Ints:
    return np.where(numbers == NOBODY, NOBODY, numbers + by)


def _joined(kind: AnaphorType, several: Sequence[Material], first: Ints, weights: Sequence[float]) -> Cases:
    chosen = [
        (m.cases[kind], by, weight) for m, by, weight in zip(several, first, weights, strict=True) if kind in m.cases
    ]
    parts = [(part, by) for part, by, _ in chosen]
    rows = np.cumsum([0, *(len(part.candidates) for part, _ in parts[:-1])])
    return Cases(
        np.concatenate([part.anaphors + by for part, by in parts]),
        np.concatenate([part.starts + row for (part, _), row in zip(parts, rows, strict=True)]),
        np.concatenate([part.candidates + by for part, by in parts]),
        np.concatenate([part.values for part, _ in parts]),
        np.concatenate([part.offsets for part, _ in parts]),
        np.concatenate([part.corefer for part, _ in parts]),
        np.concatenate([part.counts * weight for part, _, weight in chosen]),
    )
