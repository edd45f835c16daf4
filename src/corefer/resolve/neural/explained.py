"""What ROSANA says about the learned resolver's decisions: a second opinion for those who read them, and no more.

ROSANA resolves the discourse for itself. Its verdict on each candidate stands next to the candidate's probability, with
the factors by which it ranks those it admits; the candidates that it alone looks at are added to the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from corefer.document import Candidate, Decision, Verdict
from corefer.resolve.discourse import Discourse
from corefer.resolve.neural.memory import Choice
from corefer.resolve.rosana import Rosana


def with_verdicts(discourse: Discourse, decisions: Sequence[Decision], choices: Sequence[Choice]) -> list[Decision]:
    """The decisions with ROSANA's verdicts; `choices` are all that was chosen, also for what is no anaphor."""
    of_rules = {id(decision.anaphor): decision for decision in Rosana(explain=True).decide(discourse)}
    entities = {id(discourse.views[choice.mention].mention): choice.entity for choice in choices}
    return [
        _beside(discourse, decision, rules, entities) if (rules := of_rules.get(id(decision.anaphor))) else decision
        for decision in decisions
    ]


def _beside(discourse: Discourse, decision: Decision, rules: Decision, entities: Mapping[int, int]) -> Decision:
    judged = {id(candidate.mention): candidate for candidate in rules.candidates}
    looked_at = {id(candidate.mention) for candidate in decision.candidates}
    known = [_judged(c, judged[id(c.mention)]) if id(c.mention) in judged else c for c in decision.candidates]
    further = [_judged(Candidate(c.mention), c) for c in rules.candidates if id(c.mention) not in looked_at]
    opinion = _opinion(discourse, rules, entities)
    return replace(decision, candidates=(*known, *further), reasons=(*decision.reasons, opinion))


def _judged(candidate: Candidate, by_rules: Candidate) -> Candidate:
    verdict = Verdict(not by_rules.excluded_by, by_rules.certain, by_rules.excluded_by)
    return replace(candidate, verdict=verdict, factors=by_rules.factors)


def _opinion(discourse: Discourse, rules: Decision, entities: Mapping[int, int]) -> str:
    """Whether ROSANA's antecedent is in the same entity, and if not, what it would have taken."""
    told = f" ({', '.join(rules.reasons)})" if rules.reasons else ""
    if rules.antecedent is None:
        return f"rosana leaves it open{told}"
    if entities[id(rules.antecedent)] == entities[id(rules.anaphor)]:
        return f"rosana agrees{told}"
    text = " ".join(discourse.document.mention_text(rules.antecedent).split())
    return f"rosana would take “{text}”{told}"
