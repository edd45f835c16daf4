"""Discourse deixis (Kolhatkar et al. 2018): coreference with what clauses and stretches of discourse evoke.

An entity is discourse deixis if any of its mentions has the link type `disc`: GUM puts it on the clause that
introduces the entity, and the DISCOURSE_DEIXIS column of Universal Anaphora files is read as `disc` on every mention.
It is scored by the metrics of coreference, over these entities alone and with split antecedents (as in the CODI-CRAC
shared tasks), because several clauses often make up one antecedent. The mentions of both sides are the pair's;
singletons should be kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefer.document import Mention
from corefer.score.matching import Pair
from corefer.score.split_antecedents import split_antecedents


def is_deictic(mentions: Sequence[Mention]) -> bool:
    """Whether an entity of these mentions is discourse deixis."""
    return any(mention.link == "disc" for mention in mentions)


def is_identity(mentions: Sequence[Mention]) -> bool:
    """Whether it is not: identity coreference, which Universal Anaphora scores apart."""
    return not is_deictic(mentions)


def discourse_deixis(pair: Pair) -> dict[str, tuple[float, ...]]:
    """A document's counts by metric, over the entities of discourse deixis."""
    return split_antecedents(pair, is_deictic).together
