"""Comparisons and agreements as tables."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from corefer.report.comparison import Page, agreement_page, comparison_page, markup, print_page
from corefer.score import Settings, score
from corefer.score.agreement import Agreement
from corefer.score.significance import Comparison, Difference, SignificanceTest

RANDOMISATION, BOOTSTRAP = SignificanceTest


def comparison(tested: bool = True, letters: bool = True) -> Comparison:
    """Two responses by two metrics."""
    chance = {RANDOMISATION: 0.0123, BOOTSTRAP: 0.0004}
    return Comparison(
        responses=["old", "[new]"],
        scores={"muc": [0.7, 0.6925], "conll": [0.5, 0.5]},
        signatures=["all|docs:9", "all|docs:9"],
        documents=9,
        samples=10_000,
        seed=1,
        level=0.95,
        differences=[
            Difference("muc", "old", "[new]", -0.0075, (-0.02, 0.001), chance, chance)
            if tested
            else Difference("muc", "old", "[new]", -0.0075),
            Difference("conll", "old", "[new]", 0.0, (0.0, 0.0), chance, {RANDOMISATION: 1.0, BOOTSTRAP: 1.0})
            if tested
            else Difference("conll", "old", "[new]", 0.0),
        ],
        intervals={"muc": [(0.68, 0.72), (0.66, 0.71)], "conll": [(0.4, 0.6), (0.45, 0.55)]} if tested else {},
        letters={"muc": ["a", "b"], "conll": ["a", "a"]} if letters else {},
    )


def test_a_comparison_as_tables() -> None:
    page = comparison_page(comparison())
    scores, differences = page.tables
    assert scores == (
        "F1 over 9 documents",
        ["Metric", "Response", "F1", "95% interval", "Group"],
        [
            ["MUC", "old", "70.00", "[68.00, 72.00]", "a"],
            ["", "[new]", "69.25", "[66.00, 71.00]", "b"],
            ["CoNLL", "old", "50.00", "[40.00, 60.00]", "a"],
            ["", "[new]", "50.00", "[45.00, 55.00]", "a"],
        ],
    )
    assert differences == (
        "Differences of F1",
        ["Metric", "Responses", "Difference", "95% interval", "p (randomisation)", "p (bootstrap)"],
        [
            ["MUC", "[new] − old", "−0.75", "[−2.00, +0.10]", "0.012", "< 0.001"],
            ["CoNLL", "[new] − old", "0.00", "[0.00, 0.00]", "1.000", "1.000"],
        ],
    )
    assert page.notes == [
        "10,000 resamples of the documents, seed 1.",
        "p-values are corrected over 2 comparisons (Holm).",
        "Responses that share a letter do not differ by that metric (p ≥ 0.05).",
    ]
    assert page.signatures == ["all|docs:9"]


def test_without_tests_there_are_no_columns_and_notes_for_them() -> None:
    page = comparison_page(comparison(tested=False, letters=False))
    assert [table.header for table in page.tables] == [
        ["Metric", "Response", "F1"],
        ["Metric", "Responses", "Difference"],
    ]
    assert page.tables[1].rows == [["MUC", "[new] − old", "−0.75"], ["CoNLL", "[new] − old", "0.00"]]
    assert page.notes == []


@pytest.fixture
def annotators() -> Agreement:
    """One document on which nobody had room to disagree."""
    forward, backward = (score([], [], Settings(), ["muc"], name=name) for name in ("Ben", "Ada"))
    for report in (forward, backward):
        report.ids = ["d"]
        report.counts = {"muc": np.array([[1.0, 2.0, 1.0, 2.0]])}
    return Agreement(forward, backward, dict.fromkeys(("links",), (report.counts["muc"] * 0,) * 2))


def test_an_agreement_as_a_table(annotators: Agreement) -> None:
    page = agreement_page([annotators], [None], 0.95, 100, 1)
    assert page.tables == [
        (
            "Agreement over 1 document",
            ["Annotators", "Measure", "Agreement"],
            [["Ada – Ben", "MUC", "50.00"], ["", "α (links)", ""]],
        )
    ]
    assert page.notes == ["F1 is the mean of both directions, α Krippendorff's."]


def test_an_agreement_with_intervals(annotators: Agreement) -> None:
    page = agreement_page([annotators] * 2, [{"f1": {"muc": (0.4, 0.6)}, "alpha": {}}] * 2, 0.9, 100, 1)
    assert page.tables[0].header[-1] == "90% interval"
    assert page.tables[0].rows[:2] == [["Ada – Ben", "MUC", "50.00", "[40.00, 60.00]"], ["", "α (links)", "", ""]]
    assert page.tables[0].rows[2][0] == "Ada – Ben"
    assert page.notes[-1] == "100 resamples of the documents, seed 1."


def test_names_in_brackets_are_printed_as_they_are() -> None:
    out = io.StringIO()
    print_page(comparison_page(comparison()), Console(file=out, width=200))
    lines = out.getvalue().splitlines()
    assert "        [new]     69.25  [66.00, 71.00]  b    " in lines
    assert lines[-1].strip() == "all|docs:9"


def test_markdown() -> None:
    text = markup(comparison_page(comparison()), latex=False)
    assert text.startswith("F1 over 9 documents\n\n| Metric | Response |    F1 |")
    assert "\n\nDifferences of F1\n\n| Metric |" in text
    assert text.endswith("(p ≥ 0.05).\n\n`all|docs:9`\n")


def test_latex() -> None:
    text = markup(comparison_page(comparison()), latex=True)
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    assert r"\caption{Differences of F1}" in text
    assert text.endswith("% all|docs:9\n")
    assert "% 10,000 resamples of the documents, seed 1.\n" in text


def test_markdown_without_notes() -> None:
    assert markup(Page([], [], ["s"]), latex=False) == "`s`\n"
