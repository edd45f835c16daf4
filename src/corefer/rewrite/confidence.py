"""How sure a substitution is: as sure as the weakest decision on the way from the pronoun to what stands for it.

The way leads from antecedent to antecedent until a mention bears the anchor's word: *he* → *the guard* → *he* → *Carl*
is as doubtful as *the guard* is, if *Carl* is to be written. What follows is names of one form, which an entity has so
many of that one bad link among them tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefer.document import Decision, Document, Mention
from corefer.document.anaphors import pronoun_form


def confidence(
    document: Document, mention: Mention, decisions: Mapping[int, Decision], anchors: Sequence[Mention] = ()
) -> float | None:
    """The least confidence on the way to the anchors, or to any mention that is no pronoun; None where there is none.

    Anchors of other entities (*Anna and Ben* for *they*) are on no such way and do not count.
    """
    words = {_word(document, anchor) for anchor in anchors if anchor.entity is mention.entity}
    found = (decision.confidence for decision in _way(document, mention, decisions, words))
    return min((value for value in found if value is not None), default=None)


def _way(
    document: Document, mention: Mention, decisions: Mapping[int, Decision], words: set[str]
) -> Iterator[Decision]:
    """The decisions (by id() of their anaphors) from a pronoun over other mentions to one of these words.

    That a mention opens an entity is no step on the way, however sure it is.
    """
    seen: set[int] = set()
    while (decision := decisions.get(id(mention))) is not None and id(mention) not in seen:
        if decision.antecedent is None:
            break
        yield decision
        seen.add(id(mention))
        if _arrived(document, decision.antecedent, words):
            break
        mention = decision.antecedent


def _arrived(document: Document, mention: Mention, words: set[str]) -> bool:
    return not pronoun_form(document, mention) and (not words or _word(document, mention) in words)


def _word(document: Document, mention: Mention) -> str:
    return document.tokens.table.forms[document.mention_head(mention)].lower()
