"""BFP: pronouns by centering transitions.

S. E. Brennan, M. W. Friedman and C. J. Pollard (1987): A Centering Approach to Pronouns. ACL 1987, 155–162.

For each utterance: propose what its pronouns may be among the forward-looking centers of the utterance before
(section 4, step 1), filter by contraindices and by Rule 1 (step 2), classify by transition and take the best (step 3):
continuing before retaining before shifting smoothly before shifting. The paper leaves ties open; here the higher
centers win. Antecedents in the pronoun's own utterance are beyond the algorithm, and stay unresolved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from math import prod

from corefer.document import Decision
from corefer.resolve.classic.centering import Known, rank, utterances
from corefer.resolve.classic.choosing import Judged, decide
from corefer.resolve.classic.entities import Entities, Growing
from corefer.resolve.classic.obstacles import THIRD, disjoint, is_third_person, obstacle
from corefer.resolve.discourse import Discourse, View

MOST = 512  # combinations of antecedents that are weighed against each other; beyond that the lowest centers go


class Transition(IntEnum):
    """From best to worst."""

    CONTINUE = 0
    RETAIN = 1
    SMOOTH_SHIFT = 2
    ROUGH_SHIFT = 3
    NO_CENTER = 4


@dataclass(slots=True, frozen=True)
class Reading:
    """What each pronoun of an utterance would be, and the centers that follow."""

    antecedents: tuple[Growing | None, ...]
    transition: Transition
    center: Growing | None  # the backward-looking center
    ruled_out: str = ""

    @property
    def cost(self) -> tuple[bool, int, int]:
        """Readings that break a rule last, then those that leave pronouns open, then by transition."""
        return bool(self.ruled_out), self.antecedents.count(None), self.transition


class Bfp:
    """Third-person pronouns between adjacent utterances."""

    name = "bfp"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        centering = Centering(discourse)
        made = [decision for views in utterances(discourse) for decision in centering.resolve(views)]
        return sorted(made, key=lambda d: (d.anaphor.start, -d.anaphor.end))


class Centering:
    """The centers as the discourse goes on."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.entities = Entities(discourse.views)
        self.known = Known()
        self.forward: list[Growing] = []  # Cf(Un-1), ranked
        self.backward: Growing | None = None  # Cb(Un-1)

    def resolve(self, views: list[View]) -> list[Decision]:
        """The decisions on one utterance's pronouns; its centers become those of the utterance before."""
        self.hear(views)
        pronouns = [view for view in views if is_third_person(view)]
        readings = sorted(self.readings(views, pronouns), key=lambda r: (*r.cost, self._height(r)))
        best = next((r for r in readings if not r.ruled_out), None)
        decisions = [self._decide(view, i, best, readings) for i, view in enumerate(pronouns)]
        for view, antecedent in zip(pronouns, best.antecedents if best else (), strict=bool(best)):
            if antecedent is not None:
                self.entities.merge(antecedent.first, view)
        self._move_on(views)
        return decisions

    def hear(self, views: list[View]) -> None:
        """Full phrases realize what they repeat."""
        for view in views:
            if earlier := self.known.again(view):
                self.entities.merge(earlier, view)

    def readings(self, views: list[View], pronouns: list[View]) -> Iterator[Reading]:
        """Every way to take the pronouns, with its transition or the rule that forbids it."""
        if not pronouns:
            return
        choices = [[*self._agreeing(view), None] for view in pronouns]
        while prod(map(len, choices)) > MOST:
            del max(choices, key=len)[-2]
        for antecedents in product(*choices):
            yield self._reading(views, pronouns, antecedents)

    def _agreeing(self, view: View) -> list[Growing]:
        return [entity for entity in self.forward if not self._excluded(view, entity)]

    def _excluded(self, view: View, entity: Growing) -> str:
        return obstacle(self.discourse, view, entity.views[-1], entity.agreement)

    def _reading(self, views: list[View], pronouns: list[View], antecedents: tuple[Growing | None, ...]) -> Reading:
        taken = dict(zip((v.index for v in pronouns), antecedents, strict=True))
        realized = {view.index: taken.get(view.index) or self.entities.of(view) for view in views}
        centers = {id(entity) for entity in realized.values()}
        center = next((entity for entity in self.forward if id(entity) in centers), None)
        highest = realized[min(views, key=lambda v: (rank(v), v.index)).index]
        rule = self._contraindexed(views, pronouns, realized) or _rule_1(pronouns, realized, center)
        return Reading(antecedents, self._transition(center, highest), center, rule)

    def _contraindexed(self, views: list[View], pronouns: list[View], realized: dict[int, Growing]) -> str:
        """Whether two that the grammar keeps apart would be one."""
        for pronoun in pronouns:
            for other in views:
                is_one = other.index != pronoun.index and realized[other.index] is realized[pronoun.index]
                if is_one and disjoint(self.discourse, pronoun, other) == "principle B":
                    return "contraindexed"
        return ""

    def _transition(self, center: Growing | None, highest: Growing) -> Transition:
        if center is None:
            return Transition.NO_CENTER
        is_kept = self.backward is None or center is self.backward
        if center is highest:
            return Transition.CONTINUE if is_kept else Transition.SMOOTH_SHIFT
        return Transition.RETAIN if is_kept else Transition.ROUGH_SHIFT

    def _height(self, reading: Reading) -> int:
        """How low the antecedents stand among the forward-looking centers, together."""
        place = {id(entity): i for i, entity in enumerate(self.forward)}
        return sum(place[id(entity)] for entity in reading.antecedents if entity is not None)

    def _move_on(self, views: list[View]) -> None:
        ranked = sorted(views, key=lambda v: (rank(v), v.index))
        forward = list({id(self.entities.of(view)): self.entities.of(view) for view in ranked}.values())
        present = {id(entity) for entity in forward}
        self.backward = next((e for e in map(self._current, self.forward) if id(e) in present), None)
        self.forward = forward

    def _current(self, entity: Growing) -> Growing:
        """The entity that a center has become part of."""
        return self.entities.of(entity.first)

    def _decide(self, view: View, place: int, best: Reading | None, readings: Sequence[Reading]) -> Decision:
        chosen: Judged | None = None
        judged: list[Judged] = []
        taken = best.antecedents[place] if best else None
        for position, entity in enumerate(self.forward):
            rule = self._excluded(view, entity)
            of_entity = [r for r in readings if r.antecedents[place] is entity]
            if not rule and of_entity and all(r.ruled_out for r in of_entity):
                rule = of_entity[0].ruled_out
            found = next((r for r in of_entity if not r.ruled_out), None)
            factors = () if found is None else (("transition", -float(found.transition)), ("place", -float(position)))
            judged.append(Judged(entity.views[-1], rule, factors))
            if entity is taken:
                chosen = judged[-1]
        reasons = (best.transition.name.lower().replace("_", " "),) if best and chosen else ()
        return decide(Bfp.name, view, chosen, judged, *reasons)


def _rule_1(pronouns: list[View], realized: dict[int, Growing], center: Growing | None) -> str:
    """If anything of the utterance before is a pronoun, its center is."""
    if center is None or any(realized[pronoun.index] is center for pronoun in pronouns):
        return ""
    return "rule 1" if any(realized[p.index].first.index < p.index for p in pronouns) else ""
