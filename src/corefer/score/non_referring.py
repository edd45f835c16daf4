"""Non-referring expressions (Poesio et al. 2018): expletives, predicates and the like, found and told from mentions.

A hit is the same stretch of text, marked as non-referring on both sides, whatever mention matching is in force.
"""

from __future__ import annotations

from corefer.document import Document
from corefer.score.align import Positions
from corefer.score.contingency import Counts
from corefer.score.matching import Pair

Found = list[tuple[tuple[int, ...], str]]


def non_referring(pair: Pair) -> Counts:
    """Non-referring mentions on both sides, in the key, in the response; their categories do not matter."""
    key, response = _both(pair)
    return _count([(span, "") for span, _ in key], [(span, "") for span, _ in response])


def by_category(pair: Pair) -> dict[str, Counts]:
    """The same for each category that either side names: the stretch and its category must agree."""
    key, response = _both(pair)
    categories = sorted({category for _, category in key + response if category})
    return {
        name: _count([m for m in key if m[1] == name], [m for m in response if m[1] == name]) for name in categories
    }


def _both(pair: Pair) -> tuple[Found, Found]:
    ours, theirs = pair.positions
    return _non_referring(pair.key_document, ours), _non_referring(pair.response_document, theirs)


def _non_referring(document: Document, common: Positions) -> Found:
    return [(common.of(m), m.category) for m in document.mentions if not m.referring]


def _count(key: Found, response: Found) -> Counts:
    ours, theirs = set(key), set(response)
    both = len(ours & theirs)
    return Counts(both, len(ours), both, len(theirs))
