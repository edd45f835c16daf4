"""Schemes: what an annotation scheme counts as a mention and as coreference.

The same text has other keys under other guidelines. GUM marks every phrase, singletons too, and links appositions,
predicates and generic nouns. OntoNotes marks only what corefers, takes an apposition for part of its phrase, links no
predicates, and no bare or indefinite phrases to what was said before (Pradhan et al. 2007; Zhu et al. 2021). LitBank
marks people, places, organisations and vehicles, singletons too (Bamman et al. 2020).
"""

from __future__ import annotations

from enum import StrEnum

from corefer.document import Document

SLIPS = 0.2  # the share of entities that may be singletons in a key that should have none


class Scheme(StrEnum):
    """The guidelines that a response is to follow."""

    GUM = "gum"
    ONTONOTES = "ontonotes"
    LITBANK = "litbank"

    @property
    def has_singletons(self) -> bool:
        return self is not Scheme.ONTONOTES


def scheme_of(key: Document) -> Scheme:
    """The scheme that a key follows, by whether it marks what is mentioned once (a few slips do not count)."""
    singletons = sum(entity.is_singleton for entity in key.entities)
    return Scheme.GUM if not key.mentions or singletons > SLIPS * len(key.entities) else Scheme.ONTONOTES
