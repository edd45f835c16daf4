"""How a score is computed: every choice that two papers could make differently, named.

The line that prints with every number (`signature`) says them all, so that numbers can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from corefer.document import CoreferError

ALL = "all"  # what a signature calls all metrics together
AGGREGATIONS = ("micro", "macro")


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


Choice = TypeVar("Choice", bound=StrEnum)


def choice(kind: type[Choice], value: str, what: str) -> Choice:
    """The member of that value; an error that lists all where there is none."""
    try:
        return kind(value)
    except ValueError:
        raise CoreferError(f"there is no {what} `{value}` (choose from {', '.join(kind)})") from None


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices behind a score."""

    match: Matching = Matching.EXACT
    singletons: bool = True
    like: Like = Like.DEFAULT

    def signature(self, metric: str, aggregation: str, documents: int, version: str, resampling: str = "") -> str:
        """One line: `muc|match:exact|singletons:kept|agg:micro|docs:32|like:default|version:0.1.0`.

        `resampling` (`samples:1000|seed:1`) stands before the version where intervals or tests belong to the numbers.
        """
        return "|".join(
            [
                metric,
                f"match:{self.match}",
                f"singletons:{'kept' if self.singletons else 'dropped'}",
                f"agg:{aggregation}",
                f"docs:{documents}",
                f"like:{self.like}",
                *([resampling] if resampling else []),
                f"version:{version}",
            ]
        )


def resampling(samples: int, seed: int) -> str:
    """What a signature says of intervals and tests."""
    return f"samples:{samples}|seed:{seed}"


@dataclass(frozen=True, slots=True)
class Signature:
    """What a signature says that scoring again needs: `metrics` is None for all, `samples` for no intervals."""

    settings: Settings
    metrics: tuple[str, ...] | None
    aggregation: str = "micro"
    samples: int | None = None
    seed: int = 1


def from_signature(signature: str) -> Signature:
    """Read a line that `Settings.signature` wrote."""
    metrics, *parts = signature.strip().split("|")
    try:
        fields = dict(part.split(":", 1) for part in parts)
        settings = Settings(
            Matching(fields["match"]), {"kept": True, "dropped": False}[fields["singletons"]], Like(fields["like"])
        )
        return Signature(
            settings,
            None if metrics == ALL else tuple(metrics.split("+")),
            {name: name for name in AGGREGATIONS}[fields["agg"]],
            int(fields["samples"]) if "samples" in fields else None,
            int(fields.get("seed", 1)),
        )
    except (ValueError, KeyError) as error:
        raise CoreferError(f"`{signature}` is not a signature: {error} (copy the whole line of a report)") from None
