"""How a score is computed: every choice that two papers could make differently, named.

The line that prints with every number (`signature`) says them all, so that numbers can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from corefer.document import CoreferError


class Matching(StrEnum):
    """When a response mention matches a key mention."""

    EXACT = "exact"
    HEAD = "head"
    PARTIAL = "partial"
    MUC = "muc"


class Like(StrEnum):
    """Whose behaviour is reproduced where the reference scorers differ (see docs/scoring.md)."""

    DEFAULT = "default"
    CONLL2012 = "conll2012"
    COVAL = "coval"
    COREFUD = "corefud"
    UA = "ua"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices behind a score."""

    match: Matching = Matching.EXACT
    singletons: bool = True
    like: Like = Like.DEFAULT

    def signature(self, metric: str, aggregation: str, documents: int, version: str) -> str:
        """One line: `muc|match:exact|singletons:kept|agg:micro|docs:32|like:default|version:0.1.0`."""
        return "|".join(
            [
                metric,
                f"match:{self.match}",
                f"singletons:{'kept' if self.singletons else 'dropped'}",
                f"agg:{aggregation}",
                f"docs:{documents}",
                f"like:{self.like}",
                f"version:{version}",
            ]
        )


def from_signature(signature: str) -> Settings:
    """The settings that a signature names."""
    fields = dict(part.split(":", 1) for part in signature.split("|") if ":" in part)
    settings = Settings()
    try:
        if "match" in fields:
            settings = replace(settings, match=Matching(fields["match"]))
        if "singletons" in fields:
            settings = replace(settings, singletons={"kept": True, "dropped": False}[fields["singletons"]])
        if "like" in fields:
            settings = replace(settings, like=Like(fields["like"]))
    except (ValueError, KeyError) as error:
        raise CoreferError(f"`{signature}` is not a signature: {error} (copy the whole line of a report)") from None
    return settings
