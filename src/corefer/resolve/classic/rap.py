"""RAP, the Resolution of Anaphora Procedure: a syntactic filter, then salience.

S. Lappin and H. J. Leass (1994): An Algorithm for Pronominal Anaphora Resolution. Computational Linguistics 20(4),
535–561. The filter is section 2.1.1, the pleonastic test 2.1.2, the binding of reflexives 2.1.3, the weights Table 1.
Slot Grammar's arguments and adjuncts are read off Universal Dependencies (`slots`).
"""

from __future__ import annotations

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.agreement import Agreement
from corefer.resolve.classic.obstacles import THIRD, is_third_person, mismatch
from corefer.resolve.classic.salience import Run, Terms
from corefer.resolve.classic.slots import Slots
from corefer.resolve.discourse import Discourse, Function, View

WEIGHTS = Terms(
    factors={
        "sentence recency": 100.0,
        "subject emphasis": 80.0,
        "existential emphasis": 70.0,
        "accusative emphasis": 50.0,
        "indirect object and oblique emphasis": 40.0,
        "head noun emphasis": 80.0,
        "non-adverbial emphasis": 50.0,
    },
    parallelism=35.0,
    cataphora=-175.0,
)
_EMPHASIS = {
    Function.SUBJECT: "subject emphasis",
    Function.EXISTENTIAL: "existential emphasis",
    Function.OBJECT: "accusative emphasis",
    Function.INDIRECT: "indirect object and oblique emphasis",
    Function.ADVERBIAL: "indirect object and oblique emphasis",
}


class Rap:
    """RAP on third-person pronouns, reflexives among them."""

    name = "rap"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        slots = Slots(discourse)
        anaphors = (v for v in discourse.views if is_third_person(v) and not slots.is_pleonastic(v))
        return Run(self.name, discourse, _Grammar(slots), WEIGHTS).decisions(anaphors)


class _Grammar:
    """Positions and exclusions from the parse."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots

    def factors(self, view: View) -> list[str]:
        found = ["sentence recency"]
        if view.function in _EMPHASIS:
            found.append(_EMPHASIS[view.function])
        if not self.slots.is_embedded(view):
            found.append("head noun emphasis")
        if not self.slots.is_set_off(view):
            found.append("non-adverbial emphasis")
        return found

    def role(self, view: View) -> str:
        return view.function

    def features(self, view: View) -> Agreement:
        return view.agreement

    def is_definite(self, view: View) -> bool:
        return view.definite

    def obstacle(self, anaphor: View, candidate: View, features: Agreement) -> str:
        if self.slots.is_pleonastic(candidate):
            return "pleonastic"
        if rule := mismatch(anaphor, candidate, features):
            return rule
        if anaphor.kind is AnaphorType.REFL:
            return "" if self.slots.may_bind(candidate, anaphor) else "anaphor binding"
        return self.slots.excludes(anaphor, candidate) if anaphor.sentence == candidate.sentence else ""
