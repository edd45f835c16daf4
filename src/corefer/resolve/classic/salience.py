"""Salience with equivalence classes: the machine that RAP and its knowledge-poor successor share.

Each mention earns its class the factors of its position; of one sentence each factor counts once; with every sentence
boundary what was earned halves. A pronoun goes to the class that is worth most among those that a member may stand
for, after what is said of the candidate alone: parallel roles, and cataphora (Lappin and Leass 1994, section 2.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.agreement import Agreement
from corefer.resolve.classic.choosing import Judged, best, decide
from corefer.resolve.classic.entities import join, within
from corefer.resolve.classic.obstacles import NEVER_ANTECEDENT
from corefer.resolve.discourse import Discourse, View

WINDOW = 4  # sentences back
FADED = 6  # sentences after which the greatest weight, 100, has fallen to about 1
Weights = dict[str, float]


class Grammar(Protocol):
    """What one of the two knows of the text: factors of a position, roles, features, and what excludes a pair."""

    def factors(self, view: View) -> list[str]:
        """The factors that the mention's position earns its class."""
        ...

    def role(self, view: View) -> str: ...

    def features(self, view: View) -> Agreement: ...

    def is_definite(self, view: View) -> bool:
        """Whether the mention may be referred to by a pronoun that precedes it."""
        ...

    def obstacle(self, anaphor: View, candidate: View, features: Agreement) -> str:
        """Why the two cannot corefer, whichever comes first in the sentence."""
        ...


@dataclass(slots=True, frozen=True)
class Terms:
    """The published weights: of factors, and of what is added for the candidate alone."""

    factors: Weights
    parallelism: float
    cataphora: float


@dataclass(slots=True, eq=False)
class Class:
    """Mentions held to be the same, with the factors earned in each sentence."""

    views: list[View]
    agreement: Agreement
    earned: dict[int, set[str]] = field(default_factory=dict)

    def worth(self, sentence: int, weights: Weights) -> Iterator[tuple[str, float]]:
        """What each factor is still worth in a sentence; what fell below 1 is nothing (section 2.2.1)."""
        total: dict[str, float] = {}
        for earned_in in range(sentence - FADED, sentence + 1):
            halved = 0.5 ** (sentence - earned_in)
            for factor in self.earned.get(earned_in, ()):
                total[factor] = total.get(factor, 0.0) + weights[factor] * halved
        return iter(sorted(total.items()))


class Run:
    """One discourse, sentence by sentence."""

    def __init__(self, name: str, discourse: Discourse, grammar: Grammar, terms: Terms) -> None:
        self.name, self.discourse, self.grammar, self.terms = name, discourse, grammar, terms
        self.classes: dict[int, Class] = {}

    def decisions(self, anaphors: Iterable[View]) -> list[Decision]:
        wanted = {view.index for view in anaphors}
        made: list[Decision] = []
        for sentence in range(len(self.discourse.document.sentences)):
            views = self.discourse.in_sentence(sentence)
            for view in views:
                self._introduce(view)
            made += [self._decide(view) for view in views if view.index in wanted]
        return made

    def _introduce(self, view: View) -> None:
        if view.kind not in NEVER_ANTECEDENT:
            earned = {view.sentence: set(self.grammar.factors(view))}
            self.classes[view.index] = Class([view], self.grammar.features(view), earned)

    def _decide(self, anaphor: View) -> Decision:
        judged = [self._judge(anaphor, view) for view in self._candidates(anaphor)]
        chosen = best(judged)
        if chosen:
            self._merge(chosen.view, anaphor)
        return decide(self.name, anaphor, chosen, judged, *(("the most salient class",) if chosen else ()))

    def _candidates(self, anaphor: View) -> Iterator[View]:
        """The nearest member of each class, nearest class first; what follows the pronoun in its sentence, last.

        What binds a reflexive is the mention in the right place, not the class.
        """
        if anaphor.kind is AnaphorType.REFL:
            there = self.discourse.in_sentence(anaphor.sentence)
            yield from (v for v in reversed(there) if v.index in self.classes and v.index != anaphor.index)
            return
        seen = {id(self.classes.get(anaphor.index))}
        after = [v for v in self.discourse.in_sentence(anaphor.sentence) if v.index > anaphor.index]
        before = (self.discourse.views[i] for i in range(anaphor.index - 1, -1, -1))
        for view in before:
            if view.sentence < anaphor.sentence - WINDOW:
                break
            if self._is_new(view, seen):
                yield view
        for view in after:
            if not view.is_pronoun and self.grammar.is_definite(view) and self._is_new(view, seen):
                yield view

    def _is_new(self, view: View, seen: set[int]) -> bool:
        found = self.classes.get(view.index)
        if found is None or id(found) in seen:
            return False
        seen.add(id(found))
        return True

    def _judge(self, anaphor: View, candidate: View) -> Judged:
        known = self.classes[candidate.index]
        members = [] if anaphor.kind is AnaphorType.REFL else within(known.views, anaphor.sentence)
        for member in (candidate, *(m for m in members if m is not candidate)):
            if rule := self.grammar.obstacle(anaphor, member, known.agreement):
                return Judged(candidate, rule)
        factors = list(known.worth(anaphor.sentence, self.terms.factors))
        if self.grammar.role(candidate) == self.grammar.role(anaphor):
            factors.append(("parallelism", self.terms.parallelism))
        if candidate.index > anaphor.index:
            factors.append(("cataphora", self.terms.cataphora))
        return Judged(candidate, factors=tuple(factors))

    def _merge(self, antecedent: View, anaphor: View) -> None:
        kept = self.classes[antecedent.index]
        gone = self.classes.get(anaphor.index)
        if gone is None:  # reflexives add nothing of their own
            return
        kept.views = join(kept.views, gone.views)
        kept.agreement = kept.agreement.merged(gone.agreement)
        for sentence, factors in gone.earned.items():
            kept.earned.setdefault(sentence, set()).update(factors)
        for view in gone.views:
            self.classes[view.index] = kept
