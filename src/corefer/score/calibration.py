"""Whether confidence means something: of the decisions that a resolver is 90 % sure of, are 90 % right?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from corefer.document import Document, Mention
from corefer.document.anaphors import pronoun_form
from corefer.score.ratios import share

Outcome = tuple[float, bool]  # how sure, and whether it was right


@dataclass(slots=True, frozen=True)
class Bin:
    """Decisions of about the same confidence: how many, their mean confidence, and the share that is right."""

    count: int
    confidence: float
    accuracy: float


def bins(outcomes: Iterable[Outcome], number: int = 10) -> list[Bin]:
    """The decisions in bins of equal width; empty ones are left out."""
    found: list[list[Outcome]] = [[] for _ in range(number)]
    for sure, right in outcomes:
        found[min(number - 1, int(sure * number))].append((sure, right))
    return [
        Bin(len(its), sum(sure for sure, _ in its) / len(its), sum(right for _, right in its) / len(its))
        for its in found
        if its
    ]


def calibration_error(found: Sequence[Bin]) -> float:
    """The expected calibration error: how far confidence and accuracy are apart, by the decisions in each bin."""
    return share(sum(b.count * abs(b.confidence - b.accuracy) for b in found), sum(b.count for b in found))


def pronoun_links(key: Document, response: Document) -> Iterator[Outcome]:
    """The links of the response's pronouns that are mentions of the key, too: right if the key has both in one entity.

    Mentions are the same if they cover the same characters; an antecedent that the key lacks makes the link wrong.
    """
    entities = {_extent(key, mention): mention.entity for mention in key.mentions if mention.referring}
    for decision in response.decisions:
        mine = entities.get(_extent(response, decision.anaphor))
        known = mine is not None and decision.confidence is not None and decision.antecedent is not None
        if known and pronoun_form(response, decision.anaphor):
            assert decision.confidence is not None and decision.antecedent is not None
            yield decision.confidence, entities.get(_extent(response, decision.antecedent)) is mine


def _extent(document: Document, mention: Mention) -> tuple[int, int]:
    table = document.tokens.table
    return table.starts[mention.start], table.ends[mention.end - 1]
