"""Bridging: what counts as found, at which level, worked out by hand; and that the key agrees with itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from letters import bridged, lettered, mention_of, paired

from corefer.document import Bridge
from corefer.formats import corefud
from corefer.formats.base import Source
from corefer.score import Settings
from corefer.score.bridging import BridgingCounts, bridging, names_anchor_mentions
from corefer.score.contingency import Counts

KEY = bridged("ab cd e f g", "ea fc gb")


def found(right: float, key: float, response: float) -> Counts:
    return Counts(right, key, right, response)


def test_the_key_itself_is_right_at_every_level() -> None:
    assert bridging(paired(KEY, KEY)) == BridgingCounts(found(3, 3, 3), found(3, 3, 3), found(3, 3, 3))


def test_khosla_2021_another_mention_of_the_anchor_is_right_for_entities_only() -> None:
    response = bridged("ab cd e f g", "eb fc gb")
    assert bridging(paired(KEY, response)) == BridgingCounts(found(3, 3, 3), found(2, 3, 3), found(3, 3, 3))


def test_khosla_2021_the_anchor_s_entity_is_that_of_the_key() -> None:
    """The response has not resolved a and b; its anchor b lies in the key's entity of a all the same."""
    response = bridged("a b cd e f g", "eb fd gc")
    assert bridging(paired(KEY, response)) == BridgingCounts(found(3, 3, 3), found(0, 3, 3), found(2, 3, 3))


def test_missed_and_spurious_anaphors() -> None:
    response = bridged("ab cd e f g", "ea da ca")
    assert bridging(paired(KEY, response)) == BridgingCounts(found(1, 3, 3), found(1, 3, 3), found(1, 3, 3))


def test_an_anchor_that_the_key_does_not_know_is_wrong() -> None:
    response = bridged("ab cd e f g z", "ez")
    assert bridging(paired(KEY, response)) == BridgingCounts(found(1, 3, 1), found(0, 3, 1), found(0, 3, 1))


def test_an_entity_as_anchor_stands_for_its_first_mention() -> None:
    response = bridged("ab cd e f g", "eb fd gb", named=False)
    assert bridging(paired(KEY, response)) == BridgingCounts(found(3, 3, 3), found(2, 3, 3), found(3, 3, 3))
    assert not names_anchor_mentions(response)
    assert names_anchor_mentions(KEY)


def test_an_anaphor_with_several_anchors_counts_once_as_anaphor() -> None:
    key = bridged("ab cd e", "ea ec")
    response = bridged("ab cd e", "ea")
    assert bridging(paired(key, response)) == BridgingCounts(found(1, 1, 1), found(1, 2, 1), found(1, 2, 1))


def test_singletons_are_anchors_and_anaphors_even_where_they_are_dropped_elsewhere() -> None:
    key, response = bridged("ab c d", "dc"), bridged("ab c d", "dc")
    assert bridging(paired(key, response, Settings(singletons=False))).mentions == found(1, 1, 1)


def test_a_mention_that_one_side_drops_is_the_mention_that_the_other_keeps() -> None:
    """With singletons dropped, the response's c is no mention of the pair, and still the key's c."""
    key, response = bridged("ab ce d", "dc"), bridged("ab c d", "dc")
    assert bridging(paired(key, response, Settings(singletons=False))).mentions == found(1, 1, 1)


def test_an_anchor_that_does_not_refer_is_right_only_as_itself() -> None:
    key, response = (bridged("a b c", "cb") for _ in range(2))
    for document in (key, response):
        mention_of(document, "b").referring = False
    assert bridging(paired(key, response)) == BridgingCounts(found(1, 1, 1), found(1, 1, 1), found(1, 1, 1))
    other = lettered("a b c")
    other.bridges.append(Bridge(mention_of(other, "c"), mention_of(other, "a").entity))
    assert bridging(paired(key, other)).entities == found(0, 1, 1)


def test_gum_agrees_with_itself(shared: Path) -> None:
    total = 0
    for path in sorted((shared / "data" / "gum" / "dev").iterdir())[:6]:
        for document in corefud.read(Source(path)):
            counts = bridging(paired(document, document))
            assert counts.recognition.recall == counts.recognition.recall_of
            assert counts.entities.precision == counts.entities.precision_of == len(document.bridges)
            total += len(document.bridges)
    assert total > 0


@pytest.mark.parametrize("level", BridgingCounts._fields)
def test_nothing_annotated_counts_nothing(level: str) -> None:
    assert not any(getattr(bridging(paired(lettered("ab"), lettered("ab"))), level))
