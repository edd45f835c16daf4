"""Discourse deixis: which entities it is, and their score by hand."""

from __future__ import annotations

import numpy as np
import pytest
from letters import lettered, paired

from corefer.document import Document
from corefer.score import Settings, score
from corefer.score.deixis import discourse_deixis, is_deictic, is_identity
from corefer.score.metric import METRICS, Score


def scored(key: Document, response: Document, metric: str) -> Score:
    return METRICS[metric].score(np.array(discourse_deixis(paired(key, response))[metric], dtype=float))


def test_one_disc_link_makes_an_entity_discourse_deixis() -> None:
    """GUM: the clause bears the link, the pronoun that takes it up is `coref` or `ana`."""
    document = lettered("ab cd", disc="a", ana="bd")
    assert [is_deictic(entity.mentions) for entity in document.entities] == [True, False]
    assert [is_identity(entity.mentions) for entity in document.entities] == [False, True]


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe", "lea", "blanc"])
def test_only_discourse_deixis_counts(metric: str) -> None:
    """ab and cde are right on both sides; what else there is, is scored elsewhere."""
    key = lettered("ab cde fgh", disc="abcde")
    response = lettered("ab cde fg h", disc="abcde")
    assert scored(key, response, metric) == Score(1, 1, 1)


def test_it_is_the_score_of_the_documents_without_the_rest() -> None:
    key = lettered("abc de fgh", disc="abcde")
    response = lettered("ab cde fg h", disc="abcde")
    rest_gone = score(lettered("abc de"), lettered("ab cde"), Settings())
    for metric in ("muc", "b3", "ceafm", "ceafe", "lea", "blanc"):
        ours, theirs = scored(key, response, metric), rest_gone[metric]
        assert (ours.recall, ours.precision) == pytest.approx((theirs.recall, theirs.precision))


def test_a_response_that_takes_it_for_identity_misses_it() -> None:
    key = lettered("ab cd", disc="ab")
    assert scored(key, lettered("ab cd"), "b3") == Score(0, 0, 0)


def test_clauses_can_be_parts_of_one_antecedent() -> None:
    """That (c) takes up clauses a and b, of which the response has a: a split antecedent with recall 1/2, precision 1."""
    key = lettered("a b c", {"c": "ab"}, disc="abc")
    response = lettered("a b c", {"c": "a"}, disc="abc")
    counts = discourse_deixis(paired(key, response))
    assert counts["b3"] == pytest.approx((2 + 1.5**2 / 2, 4, 4, 4))
    assert counts["muc"] == pytest.approx((0.5, 1, 1, 1))
