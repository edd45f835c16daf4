"""How sure a substitution is: as sure as the weakest decision on the way from the pronoun to a mention that is none.

Where a resolver gives scores but no confidence (ROSANA ranks candidates by salience), how far the chosen candidate
stands above the best one of any other entity, and whether the pronoun has a gender, tell how likely the anchor is
right: `training/rewriting/confidence.py` fits the curve on GUM's training split.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from corefer.document import Decision, Document, Mention
from corefer.document.anaphors import pronoun_form

GENDERED = frozenset("he him his she her hers".split())
GREATEST = 100.0  # scores beyond are as good as this one


@dataclass(slots=True, frozen=True)
class Curve:
    """The weights of a logistic regression on what `features` says."""

    constant: float
    gendered: float
    margin: float
    alone: float
    score: float


# By resolver; they hold for the weights of its default profile: fit them again when these change.
CURVES = {"rosana": Curve(-2.03, 1.44, 0.42, 2.00, 0.64)}


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
    found = [of_decision(document, decision) for decision in decisions_to_anchor(document, mention, decisions)]
    return min((value for value in found if value is not None), default=None)


def of_decision(document: Document, decision: Decision) -> float | None:
    """The decision's own confidence, or what its scores say."""
    curve = CURVES.get(decision.resolver)
    if decision.confidence is not None or curve is None:
        return decision.confidence
    found = features(document, decision)
    if found is None:
        return None
    weights = (curve.constant, curve.gendered, curve.margin, curve.alone, curve.score)
    return round(1 / (1 + math.exp(-sum(w * value for w, value in zip(weights, found, strict=True)))), 3)


def features(document: Document, decision: Decision) -> tuple[float, ...] | None:
    """A constant; whether the pronoun has a gender; the logarithm of the margin over the best candidate of another
    entity, or that there is none; the antecedent's own score. None where the decision was not by scores."""
    if decision.antecedent is None:
        return None
    entity = decision.antecedent.entity
    admitted = [c for c in decision.candidates if c.score is not None and not c.excluded_by]
    chosen = [c.score for c in admitted if c.mention is decision.antecedent and c.score is not None]
    rivals = [c.score for c in admitted if c.mention.entity is not entity and c.score is not None]
    if not chosen:
        return None
    gendered = pronoun_form(document, decision.anaphor) in GENDERED
    margin = math.log1p(max(0.0, chosen[0] - max(rivals))) if rivals else 0.0
    score = max(-GREATEST, min(GREATEST, chosen[0])) / 50
    return 1.0, float(gendered), margin, float(not rivals), score
