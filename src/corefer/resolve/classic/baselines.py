"""Plain baselines, below which no resolver should fall: nearest compatible, head match, all singletons."""

from __future__ import annotations

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.classic.choosing import Judged, decide, preceding
from corefer.resolve.classic.obstacles import THIRD, contains, is_third_person, mismatch
from corefer.resolve.discourse import Discourse, View

WINDOW = 3  # sentences back


class Nearest:
    """Each pronoun to the nearest mention before it that agrees in number, gender and animacy."""

    name = "nearest"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        return [self._nearest(discourse, view) for view in discourse.views if is_third_person(view)]

    def _nearest(self, discourse: Discourse, anaphor: View) -> Decision:
        seen = []
        for view in preceding(discourse, anaphor, WINDOW):
            rule = "i-within-i" if contains(view, anaphor) else mismatch(anaphor, view)
            seen.append(Judged(view, rule))
            if not rule:
                return decide(self.name, anaphor, seen[-1], seen, "nearest compatible")
        return decide(self.name, anaphor, None, seen)


class HeadMatch:
    """Each name and noun phrase to the nearest one before it with the same head; no pronouns."""

    name = "head-match"
    covers = frozenset((AnaphorType.NAME, AnaphorType.DNOM, AnaphorType.OTHER))

    def decide(self, discourse: Discourse) -> list[Decision]:
        last: dict[str, View] = {}
        decisions = []
        for view in discourse.views:
            if view.kind in self.covers:
                antecedent = last.get(view.lemma)
                found = Judged(antecedent) if antecedent and not contains(antecedent, view) else None
                decisions.append(
                    decide(self.name, view, found, [found] if found else [], *(["same head"] if found else []))
                )
                last[view.lemma] = view
        return decisions


class Singletons:
    """Nothing corefers: what metrics make of the mentions alone."""

    name = "singletons"
    covers: frozenset[AnaphorType] = frozenset()

    def decide(self, discourse: Discourse) -> list[Decision]:  # noqa: ARG002 - a resolver's signature
        return []
