"""Confidence against what is right: bins, the calibration error, the links of pronouns, and the plot."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.document import Decision, Document, from_text
from corefer.report.reliability_chart import reliability_chart
from corefer.score.calibration import Bin, bins, calibration_error, pronoun_links

OUTCOMES = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=50)


def test_bins_of_equal_width():
    assert bins([(0.92, True), (0.98, False), (1.0, True), (0.31, False)]) == [
        Bin(1, 0.31, 0.0),
        Bin(3, pytest.approx(2.9 / 3), pytest.approx(2 / 3)),
    ]


def test_the_error_is_the_distance_of_confidence_and_accuracy():
    assert calibration_error(bins([(0.8, True)] * 4 + [(0.8, False)])) == pytest.approx(0)
    assert calibration_error(bins([(0.9, False)] * 3 + [(0.1, False)])) == pytest.approx((3 * 0.9 + 0.1) / 4)
    assert calibration_error([]) == 0


@given(OUTCOMES)
def test_no_outcome_is_lost(outcomes: list[tuple[float, bool]]):
    found = bins(outcomes)
    assert sum(b.count for b in found) == len(outcomes)
    assert sum(b.count * b.accuracy for b in found) == pytest.approx(sum(right for _, right in outcomes))
    assert 0 <= calibration_error(found) <= 1


def document(*mentions: tuple[str, int]) -> Document:
    """A text of one word a token, with mentions by entity and token."""
    result = from_text("text", "Ada met Eve . She smiled .")
    for entity, token in mentions:
        result.add_mention(entity, token, token + 1)
    return result


def test_a_link_of_a_pronoun_is_right_if_the_key_has_both_in_one_entity():
    key = document(("ada", 0), ("eve", 2), ("ada", 4))
    for antecedent, right in ((0, True), (2, False), (1, False)):
        response = document(("e1", antecedent), ("e1", 4))
        first, second = response.mentions
        response.decisions = [Decision(second, first, "guess", 0.7)]
        assert list(pronoun_links(key, response)) == [(0.7, right)]


def test_what_is_no_link_of_a_pronoun_of_the_key_does_not_count():
    key = document(("ada", 0), ("eve", 2), ("ada", 4))
    response = document(("e1", 0), ("e1", 2), ("e1", 4), ("e1", 5))
    ada, eve, she, smiled = response.mentions
    response.decisions = [
        Decision(eve, ada, "guess", 0.5),
        Decision(she, None, "guess", 0.5),
        Decision(she, ada, "guess"),
        Decision(smiled, she, "guess", 0.5),
    ]
    assert not list(pronoun_links(key, response))


def test_the_plot_has_a_point_a_bin_and_names_its_series():
    series = [("one & all", bins([(0.9, True), (0.2, False)])), ("other", bins([(0.5, True)]))]
    chart = ElementTree.fromstring(reliability_chart(series, id="plot", title="Plot"))
    points = [path for path in chart.iter("path") if path.find("title") is not None]
    assert len(points) == 3
    told = [text.text or "" for text in chart.iter("text")]
    assert "one & all: 2 links, calibration error 0.150" in told and "other: 1 links, calibration error 0.500" in told
