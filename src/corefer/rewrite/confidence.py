"""How sure a pronoun's resolution is, where the resolver itself gives scores but no confidence.

ROSANA ranks candidates by salience. How far the chosen one stands above the best candidate of any other entity says
how likely it is right: `training/rewriting/fit_confidence.py` fits the curve on GUM's training split.
"""

from __future__ import annotations

import math

from corefer.document import Decision, Entity

# By resolver: the curve's intercept, its slope over the logarithm of 1 + margin, and what having no rival adds.
CURVES = {"rosana": (-0.60, 0.52, 2.66)}


def link_confidence(decision: Decision) -> float | None:
    """The decision's confidence, its own or by its margin; None where nothing tells."""
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
