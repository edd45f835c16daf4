"""The learned resolver: every mention goes to the entity that the network finds most probable, or opens one.

Decisions carry the probability of the entity chosen, the candidates with theirs, and the rules that vetoed any.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from corefer.analysis.network import DEFAULT
from corefer.analysis.represent import represent
from corefer.document import Candidate, Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse
from corefer.resolve.neural.explained import with_verdicts
from corefer.resolve.neural.memory import Choice
from corefer.resolve.neural.network import scorer
from corefer.resolve.neural.reading import Reading
from corefer.resolve.resolver import EVERYTHING

LINKED, OPENS = "the most probable entity", "no entity is as probable as none"


class Neural:
    """Resolves names, noun phrases and pronouns alike, under the discourse's annotation scheme.

    With `explain`, what ROSANA says of every candidate stands next to its probability.
    """

    name = "neural"
    covers: frozenset[AnaphorType] = EVERYTHING

    def __init__(self, *, constraints: bool = True, model: str | Path | None = None, explain: bool = False) -> None:
        self.constraints, self.model, self.explain = constraints, Path(model or DEFAULT), explain

    def reading(self) -> Reading:
        """The beginning of a text."""
        return Reading(scorer(self.model), self.constraints)

    def decide(self, discourse: Discourse) -> list[Decision]:
        choices = [choice for _, choice in self.reading().read(discourse, self.vectors(discourse))]
        made = (self._decision(discourse, choice) for choice in choices)
        decisions = [decision for decision in made if decision is not None]
        return with_verdicts(discourse, decisions, choices) if self.explain else decisions

    def vectors(self, discourse: Discourse) -> npt.NDArray[np.float16]:
        """What the encoder makes of the mentions: kept from the analysis, or made now."""
        document = discourse.document
        found = document.vectors
        spans = [(view.start, view.end) for view in discourse.views]
        if found is None or found.model != str(self.model) or any(span not in found.rows for span in spans):
            found = represent(document, self.model)
        values: npt.NDArray[np.float16] = found.values
        return values[[found.rows[span] for span in spans]]

    def _decision(self, discourse: Discourse, choice: Choice) -> Decision | None:
        """The decision about a mention that has an antecedent, or, being a pronoun, should have one."""
        view = discourse.views[choice.mention]
        if choice.antecedent is None and not view.is_pronoun:
            return None
        views = discourse.views
        return Decision(
            anaphor=view.mention,
            antecedent=None if choice.antecedent is None else views[choice.antecedent].mention,
            resolver=self.name,
            confidence=round(choice.probability, 4),
            reasons=(OPENS if choice.antecedent is None else LINKED, f"probability of a new entity {choice.alone:.2f}"),
            candidates=tuple(
                Candidate(views[w.mention].mention, round(w.probability, 4), w.forbidden) for w in choice.weighed
            ),
        )
