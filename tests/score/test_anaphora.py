"""The report of all families: its shape, its sums over documents, and that nothing is made up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from letters import bridged, lettered, mention_of, paired

from corefer.document import Document
from corefer.formats import corefud
from corefer.formats.base import Source
from corefer.score.anaphora import anaphora_counts, anaphora_scores
from corefer.score.matching import Pair

FAMILIES = ["split_antecedents", "bridging", "discourse_deixis", "non_referring", "zeros"]
METRIC_NAMES = {"muc", "b3", "ceafm", "ceafe", "blanc", "lea"}


def leaves(report: dict[str, Any]) -> list[dict[str, float]]:
    """All scores of a report."""
    if "f1" in report:
        return [report, *leaves({"categories": report.get("categories", {})})]
    return [score for part in report.values() if isinstance(part, dict) for score in leaves(part)]


def test_families_that_nobody_annotated_are_none() -> None:
    assert anaphora_scores([paired(lettered("ab cd"), lettered("abc d"))]) == dict.fromkeys(FAMILIES)
    assert anaphora_scores([]) == dict.fromkeys(FAMILIES)


def test_one_side_s_annotation_is_enough_for_a_score() -> None:
    plain, split = lettered("a b cd"), lettered("a b cd", {"c": "ab"})
    for key, response in ((plain, split), (split, plain)):
        report = anaphora_scores([paired(key, response)])["split_antecedents"]
        assert report["alone"]["b3"] == {"recall": 0, "precision": 0, "f1": 0}
        assert report["alone"].keys() == report["together"].keys() == METRIC_NAMES | {"conll"}
        assert 0 < report["together"]["conll"] < 100


def test_split_antecedents_are_scored_among_identity_alone() -> None:
    """What is discourse deixis has split antecedents of its own."""
    key = lettered("a b cd x y zw", {"c": "ab", "z": "xy"}, disc="xyzw")
    response = lettered("a b cd x y zw", {"c": "ab", "z": "x"}, disc="xyzw")
    report = anaphora_scores([paired(key, response)])
    assert report["split_antecedents"]["together"]["conll"] == pytest.approx(100)
    assert report["split_antecedents"]["alone"]["lea"]["recall"] == pytest.approx(100)
    assert report["discourse_deixis"]["muc"]["recall"] == pytest.approx(100 * 1.5 / 2)
    assert report["discourse_deixis"].keys() == METRIC_NAMES | {"conll"}


def test_bridging_has_three_levels_where_anchor_mentions_are_named() -> None:
    report = anaphora_scores([paired(bridged("ab c d", "ca da"), bridged("ab c d", "cb"))])["bridging"]
    assert report["recognition"] == pytest.approx({"recall": 50, "precision": 100, "f1": 200 / 3})
    assert report["mentions"] == {"recall": 0, "precision": 0, "f1": 0}
    assert report["entities"] == report["recognition"]


def test_bridging_has_no_score_of_mentions_where_only_entities_are_anchors() -> None:
    document = bridged("ab c d", "ca da", named=False)
    report = anaphora_scores([paired(document, document)])["bridging"]
    assert report["mentions"] is None
    assert report["entities"]["f1"] == pytest.approx(100)


def test_non_referring_mentions_are_also_scored_by_category() -> None:
    def document(category: str) -> Document:
        result = lettered("ab c d")
        for letter, kind in (("c", "expletive"), ("d", category)):
            mention_of(result, letter).referring = False
            mention_of(result, letter).category = kind
        return result

    report = anaphora_scores([paired(document("cleft"), document("idiom"))])["non_referring"]
    assert report["f1"] == pytest.approx(100)
    assert {name: score["f1"] for name, score in report["categories"].items()} == pytest.approx(
        {"cleft": 0, "expletive": 100, "idiom": 0}
    )


def test_counts_add_up_over_documents() -> None:
    def pairs() -> list[Pair]:
        return [
            paired(lettered("ab cd e fg", {"f": "ac"}), lettered("ab cd e fg", {"f": "ae"})),
            paired(lettered("ab cd"), lettered("abc d")),
            paired(lettered("ab c d", disc="ab"), lettered("a bc d", disc="bc")),
        ]

    counts = [anaphora_counts(pair) for pair in pairs()]
    muc = [
        sum(values) for values in zip(*(row["split_antecedents", "together", "muc"] for row in counts[:2]), strict=True)
    ]
    report = anaphora_scores(pairs())
    assert report["split_antecedents"]["together"]["muc"]["recall"] == pytest.approx(100 * muc[0] / muc[1])
    assert report["split_antecedents"]["alone"]["muc"]["recall"] == pytest.approx(50)
    assert report["discourse_deixis"] == anaphora_scores(pairs()[2:])["discourse_deixis"]


def test_gum_agrees_with_itself(shared: Path) -> None:
    """Bridging, split antecedents and discourse deixis of real documents; a span in two entities costs a little."""
    documents = [
        document
        for path in sorted((shared / "data" / "gum" / "dev").iterdir())[:5]
        for document in corefud.read(Source(path))
    ]
    report = anaphora_scores(paired(document, document) for document in documents)
    assert report["split_antecedents"] and report["bridging"] and report["discourse_deixis"]
    assert report["non_referring"] is report["zeros"] is None
    assert min(score["f1"] for score in leaves(report)) > 99
