"""Two resolvers simple enough to know beforehand what they do."""

from __future__ import annotations

from itertools import pairwise

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve import EVERYTHING, PRONOUNS, Discourse


class Chain:
    """Every mention corefers with the one before it."""

    name = "chain"
    covers = EVERYTHING

    def decide(self, discourse: Discourse) -> list[Decision]:
        return [Decision(b.mention, a.mention, self.name) for a, b in pairwise(discourse.views)]


class LastName:
    """A pronoun is whoever was named last."""

    name = "last-name"
    covers: frozenset[AnaphorType] = PRONOUNS

    def decide(self, discourse: Discourse) -> list[Decision]:
        decisions, last = [], None
        for view in discourse.views:
            if view.is_name:
                last = view.mention
            elif view.is_pronoun:
                decisions.append(Decision(view.mention, last, self.name))
        return decisions
