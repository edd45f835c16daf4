"""How sure a substitution is: as sure as the weakest decision on the way from the pronoun to a mention that is none.

Where a resolver gives scores but no confidence (ROSANA ranks candidates by salience), how far the chosen candidate
stands above the best one of any other entity tells how likely the anchor is right: `training/rewriting/confidence.py`
fits the curve on GUM's training split.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from corefer.document import Decision, Document, Entity, Mention
from corefer.document.anaphors import pronoun_form

# By resolver: the curve's intercept, its slope over the logarithm of 1 + margin, and what having no rival adds.
CURVES = {"rosana": (-1.58, 0.58, 2.33)}


def decisions_to_anchor(document: Document, mention: Mention, decisions: Mapping[int, Decision]) -> Iterator[Decision]:
    """The decisions (by id() of their anaphors) from a pronoun over other pronouns to something else."""
    seen: set[int] = set()
    while (decision := decisions.get(id(mention))) is not None and id(mention) not in seen:
        yield decision
        seen.add(id(mention))
        if decision.antecedent is None or not pronoun_form(document, decision.antecedent):
            break
        mention = decision.antecedent


def confidence(document: Document, mention: Mention, decisions: Mapping[int, Decision]) -> float | None:
    """The least confidence on the way; None where nothing tells."""
    found = [of_decision(decision) for decision in decisions_to_anchor(document, mention, decisions)]
    return min((value for value in found if value is not None), default=None)


def of_decision(decision: Decision) -> float | None:
    """The decision's own confidence, or what its margin says."""
    if decision.confidence is not None or decision.antecedent is None:
        return decision.confidence
    curve = CURVES.get(decision.resolver)
    margin = margin_over(decision, decision.antecedent.entity)
    if curve is None or margin is None:
        return None
    intercept, slope, alone = curve
    value = intercept + (alone if margin == math.inf else slope * math.log1p(max(0.0, margin)))
    return round(1 / (1 + math.exp(-value)), 3)


def margin_over(decision: Decision, entity: Entity) -> float | None:
    """The antecedent's score less the best of another entity; infinite without a rival, None without scores."""
    admitted = [c for c in decision.candidates if c.score is not None and not c.excluded_by]
    chosen = [c.score for c in admitted if c.mention is decision.antecedent and c.score is not None]
    rivals = [c.score for c in admitted if c.mention.entity is not entity and c.score is not None]
    if not chosen:
        return None
    return chosen[0] - max(rivals) if rivals else math.inf
