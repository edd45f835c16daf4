"""Anaphora beyond identity coreference, in one report: the scores of the Universal Anaphora and CorefUD scorers.

A document's counts go by their place in the report, as `("bridging", "entities")`. Like the metrics' counts they add
up over documents, so that any aggregate can be computed from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from corefer.score.bridging import bridging, names_anchor_mentions
from corefer.score.contingency import Counts
from corefer.score.deixis import discourse_deixis, is_identity
from corefer.score.matching import Pair
from corefer.score.metric import CONLL, METRICS, Array
from corefer.score.non_referring import by_category, non_referring
from corefer.score.settings import Like
from corefer.score.split_antecedents import split_antecedents
from corefer.score.zeros import match_zeros_by_dependencies, may_have_zeros, zeros

Place = tuple[str, ...]
SPLIT, BRIDGING, DEIXIS = "split_antecedents", "bridging", "discourse_deixis"
NON_REFERRING, ZEROS = "non_referring", "zeros"
BY_METRIC = (SPLIT, DEIXIS)
FOUND = METRICS["mentions"]  # recall and precision of things found, of whatever kind


def anaphora_scores(pairs: Iterable[Pair], like: Like = Like.DEFAULT) -> dict[str, Any]:
    """Percent by family, summed over documents; None for what neither key nor response annotates.

    Scores are dictionaries of recall, precision and F1; `conll` is the mean F1 of MUC, B³ and CEAF-e. Under
    `split_antecedents`, `alone` scores nothing else and `together` scores identity coreference with them. Under
    `bridging`, `mentions` is None where no document says which mention an anchor is.
    """
    totals: dict[Place, Array] = {}
    for pair in pairs:
        for place, counts in anaphora_counts(pair).items():
            totals[place] = totals.get(place, np.zeros(len(counts))) + np.array(counts)
    report: dict[str, Any] = {}
    for place, total in totals.items():
        metric = METRICS[place[-1]] if place[0] in BY_METRIC else FOUND
        _at(report, place).update(metric.score(total, like).as_percent())
    split = report.get(SPLIT, {}) if (SPLIT, "alone", "muc") in totals else {}
    for scores in (*split.values(), report.get(DEIXIS, {})):
        if scores:
            scores["conll"] = sum(scores[name]["f1"] for name in CONLL) / len(CONLL)
    if BRIDGING in report:
        report[BRIDGING].setdefault("mentions", None)
    return {
        SPLIT: split or None,
        BRIDGING: report.get(BRIDGING),
        DEIXIS: report.get(DEIXIS),
        NON_REFERRING: report.get(NON_REFERRING),
        ZEROS: report.get(ZEROS),
    }


def _at(report: dict[str, Any], place: Place) -> dict[str, Any]:
    for step in place:
        report = report.setdefault(step, {})
    return report


def anaphora_counts(pair: Pair) -> dict[Place, tuple[float, ...]]:
    """A document's counts by place; places where there is nothing to count are left out."""
    return dict(_places(pair))


def _places(pair: Pair) -> Iterator[tuple[Place, tuple[float, ...]]]:
    splits = split_antecedents(pair, is_identity)
    yield from _section((SPLIT, "alone"), splits.alone)
    yield from _section((SPLIT, "together"), splits.together)
    yield from _section((BRIDGING,), _bridging(pair))
    yield from _section((DEIXIS,), discourse_deixis(pair))
    yield from _section((), {NON_REFERRING: non_referring(pair)})
    yield from _section((NON_REFERRING, "categories"), by_category(pair))
    if may_have_zeros(pair.key_document) or may_have_zeros(pair.response_document):
        yield from _section((ZEROS,), {"linear": zeros(pair), "dependent": zeros(match_zeros_by_dependencies(pair))})


def _section(place: Place, counts: Mapping[str, tuple[float, ...]]) -> Iterator[tuple[Place, tuple[float, ...]]]:
    """A part of the report, whole or not at all."""
    if any(any(row) for row in counts.values()):
        for name, row in counts.items():
            yield (*place, name), row


def _bridging(pair: Pair) -> dict[str, Counts]:
    counts = bridging(pair)._asdict()
    if not (names_anchor_mentions(pair.key_document) or names_anchor_mentions(pair.response_document)):
        del counts["mentions"]
    return counts
