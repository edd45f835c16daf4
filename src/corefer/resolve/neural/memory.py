"""What is remembered of a text while it is resolved from beginning to end.

Mentions come in stretches; each is compared with the window before it and with what the index of words recalls. What
neither can reach any more is forgotten, so that a novel takes no more room than a chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from corefer.analysis.network import Floats
from corefer.resolve.neural.candidates import WINDOW, Index, words_of
from corefer.resolve.neural.mentions import Table
from corefer.resolve.neural.network import Rated, Rows, Scorer

MOST_ROWS = 30_000  # mentions held before those out of reach are forgotten
NOTABLE = 0.01  # candidates below this probability are not asked for objections, and not shown

# Says why a mention (by its number in the text) must not join an entity; "" if it may.
Objection = Callable[[int, int], str]


@dataclass(slots=True)
class Weighed:
    """A candidate with its probability, and the rule that forbids it, if one does."""

    mention: int
    probability: float
    forbidden: str = ""


@dataclass(slots=True)
class Choice:
    """What was chosen for a mention: its antecedent's number (None where it opens an entity), and how surely."""

    mention: int
    antecedent: int | None
    entity: int
    probability: float
    alone: float  # the probability of opening an entity, before any veto
    weighed: list[Weighed] = field(default_factory=list)


class Memory:
    """The mentions within reach, and the entity of each."""

    def __init__(self, scorer: Scorer, temperature: float = 1.0) -> None:
        self.scorer, self.temperature = scorer, temperature
        self.index = Index()
        self.table: Table | None = None
        self.rated: Rated | None = None
        self.entity: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self.numbers: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self.entities = self.count = 0

    def add(self, table: Table, vectors: npt.NDArray[np.float16], objection: Objection | None) -> Iterator[Choice]:
        """Resolve a stretch of mentions, which follow those before."""
        if not len(table):
            return
        first = len(self.entity)
        rated = self.scorer.rate(table, vectors)
        self.table = self.table.followed_by(table) if self.table is not None else table
        self.rated = self.rated.followed_by(rated) if self.rated is not None else rated
        self.entity = np.concatenate([self.entity, np.full(len(table), -1, np.int64)])
        self.numbers = np.concatenate([self.numbers, np.arange(self.count, self.count + len(table))])
        self.count += len(table)
        candidates: list[list[int]] = []
        for row, words in enumerate(words_of(table), first):
            candidates.append(self.index.candidates(row, words))
            self.index.add(row, words)
        sizes = np.array([len(c) for c in candidates])
        anaphors: Rows = np.repeat(np.arange(first, first + len(table)), sizes)
        flat: Rows = np.fromiter((c for each in candidates for c in each), np.int64, int(sizes.sum()))
        scores = self.scorer.score(self.rated, self.table, anaphors, flat)
        bounds = np.concatenate([[0], np.cumsum(sizes)]).tolist()
        for i in range(len(table)):
            part = slice(bounds[i], bounds[i + 1])
            yield self._choose(first + i, flat[part], scores[part], objection)
        if len(self.entity) > MOST_ROWS:
            self._forget()

    def _choose(self, row: int, candidates: Rows, scores: Floats, objection: Objection | None) -> Choice:
        """The entity with the greatest probability, unless having nothing before is more probable."""
        assert self.rated is not None
        number = int(self.numbers[row])
        logits = np.append(scores, self.rated.alone[row])
        weights = np.exp(logits - logits.max())
        weights /= weights.sum()
        alone = float(weights[-1])
        weighed = self._weigh(number, candidates, weights, objection)
        masses, inverse = _masses(self.entity[candidates], weights[:-1])
        chosen = int(masses.argmax()) if len(masses) else 0
        if not len(masses) or masses[chosen] <= weights[-1]:
            self.entity[row] = self.entities
            self.entities += 1
            return Choice(number, None, int(self.entity[row]), self._confidence(weights[-1], masses), alone, weighed)
        inside = np.flatnonzero(inverse == chosen)
        best = int(candidates[inside[weights[inside].argmax()]])
        self.entity[row] = self.entity[best]
        others = np.append(np.delete(masses, chosen), weights[-1])
        confidence = self._confidence(masses[chosen], others)
        return Choice(number, int(self.numbers[best]), int(self.entity[row]), confidence, alone, weighed)

    def _confidence(self, chosen: float, others: Floats) -> float:
        """The calibrated probability of what was chosen: the temperature flattens what the network is too sure of."""
        power = 1 / self.temperature
        mine = float(chosen**power)
        return mine / (mine + float((others**power).sum()))

    def _weigh(self, number: int, candidates: Rows, weights: Floats, objection: Objection | None) -> list[Weighed]:
        """The candidates worth a word; what is forbidden loses its weight, and its entity with it."""
        weighed: list[Weighed] = []
        vetoes: dict[int, str] = {}
        notable = np.flatnonzero(weights[:-1] >= NOTABLE)
        for i in notable[np.argsort(-weights[notable])].tolist():
            entity = int(self.entity[candidates[i]])
            if entity not in vetoes:
                vetoes[entity] = objection(number, entity) if objection else ""
            weighed.append(Weighed(int(self.numbers[candidates[i]]), float(weights[i]), vetoes[entity]))
        for entity in (entity for entity, rule in vetoes.items() if rule):
            weights[:-1][self.entity[candidates] == entity] = 0.0
        return weighed

    def _forget(self) -> None:
        """Keep the window and what the index can recall; rows are numbered anew."""
        assert self.table is not None and self.rated is not None
        size = len(self.entity)
        recalled = {row for rows in self.index.by_word.values() for row in rows}
        kept: Rows = np.array(sorted(recalled | set(range(max(0, size - WINDOW), size))), np.int64)
        moved = {int(old): new for new, old in enumerate(kept)}
        self.table, self.rated = self.table.rows(kept), self.rated.rows(kept)
        self.entity, self.numbers = self.entity[kept], self.numbers[kept]
        self.index.renumber(moved)


def _masses(entities: npt.NDArray[np.int64], weights: Floats) -> tuple[Floats, Rows]:
    """The probability of each entity, the sum of its candidates', and which entity each candidate has."""
    _, inverse = np.unique(entities, return_inverse=True)
    return np.bincount(inverse, weights).astype(np.float32), inverse
