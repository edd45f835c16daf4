"""How sure a substitution is: as sure as the weakest decision on the way from the pronoun to a mention that is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from corefer.document import Decision, Document, Mention
from corefer.document.anaphors import pronoun_form


def confidence(document: Document, mention: Mention, decisions: Mapping[int, Decision]) -> float | None:
    """The least confidence on the way; None where no resolver gave one."""
    found = (decision.confidence for decision in _to_anchor(document, mention, decisions))
    return min((value for value in found if value is not None), default=None)


def _to_anchor(document: Document, mention: Mention, decisions: Mapping[int, Decision]) -> Iterator[Decision]:
    """The decisions (by id() of their anaphors) from a pronoun over other pronouns to something else."""
    seen: set[int] = set()
    while (decision := decisions.get(id(mention))) is not None and id(mention) not in seen:
        yield decision
        seen.add(id(mention))
        if decision.antecedent is None or not pronoun_form(document, decision.antecedent):
            break
        mention = decision.antecedent
