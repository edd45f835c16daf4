"""Bridging (Khosla et al. 2021): an anaphor is recognised, and anchored in the right mention or entity.

As in the Universal Anaphora scorer, an anchor's entity is the *key* entity that its mention stands in: the response
need not have resolved the anchor's own coreference. Where only an entity is annotated as the anchor (CorefUD), its
first mention stands for it. An anaphor with several anchors counts once as an anaphor and once for each anchor.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from corefer.document import Document
from corefer.score.contingency import Counts
from corefer.score.matching import Pair
from corefer.score.names import Names, names

Anchors = dict[Hashable, set[Hashable]]


class BridgingCounts(NamedTuple):
    """Anaphors found; anaphors with the right anchor mention; anaphors with the right anchor entity."""

    recognition: Counts
    mentions: Counts
    entities: Counts


def bridging(pair: Pair) -> BridgingCounts:
    """Count a document's bridging relations."""
    ours, theirs = names(pair)
    key, response = _anchors(pair.key_document, ours), _anchors(pair.response_document, theirs)
    both = len(key.keys() & response.keys())
    recognition = Counts(both, len(key), both, len(response))
    home: dict[Hashable, Hashable] = {m: ("entity", k) for k, entity in enumerate(pair.key) for m in entity}
    return BridgingCounts(recognition, _common(key, response), _common(_moved(key, home), _moved(response, home)))


def names_anchor_mentions(document: Document) -> bool:
    """Whether any bridge says which mention its anchor is."""
    return any(bridge.anchor_mention is not None for bridge in document.bridges)


def _anchors(document: Document, called: Names) -> Anchors:
    anchors: Anchors = {}
    for bridge in document.bridges:
        mention = bridge.anchor_mention or bridge.anchor.mentions[0]
        anchors.setdefault(called.of(bridge.anaphor), set()).add(called.of(mention))
    return anchors


def _moved(anchors: Anchors, home: dict[Hashable, Hashable]) -> Anchors:
    """Anchor mentions replaced by the key entities they stand in; a mention that the key lacks stays alone."""
    return {anaphor: {home.get(mention, mention) for mention in mentions} for anaphor, mentions in anchors.items()}


def _common(key: Anchors, response: Anchors) -> Counts:
    right = sum(len(mentions & response.get(anaphor, set())) for anaphor, mentions in key.items())
    return Counts(right, sum(map(len, key.values())), right, sum(map(len, response.values())))
