"""Experiments with resolvers as one self-contained page: tables, bars with their intervals, precision and recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from corefer.experiment.ablation import Ablation
from corefer.experiment.comparison import Resolvers
from corefer.experiment.measures import ALL, RATE
from corefer.report.comparison import Page, Table
from corefer.report.experiments import (
    ablation_page,
    ablation_title,
    is_made,
    resolvers_page,
    row_names,
    title_of,
)
from corefer.report.line_chart import STYLE as LINE_STYLE
from corefer.report.line_chart import Line, line_chart
from corefer.report.score_charts import STYLE as CHART_STYLE
from corefer.report.score_charts import Bar, Point, bars, scatter
from corefer.report.score_html import STYLE, table_section
from corefer.report.speed_chart import speed_chart
from corefer.report.style import frame
from corefer.score.significance import Comparison

Measures = Sequence[tuple[str, str]]


def resolvers_html(found: Resolvers) -> str:
    """The tables, the charts, and the disclosure of all resolvers."""
    page = resolvers_page(found)
    statistics = found.statistics
    types = [row for row in row_names(statistics, "antecedents") if row != ALL]
    charts = [
        ("CoNLL average", [("kept.conll", "With singletons"), ("dropped.conll", "Without singletons")]),
        ("Antecedents by type of anaphor, F1", [(f"antecedents.{row}.f1", row) for row in types]),
        ("Anchors, F1", [(f"anchors.{row}.f1", row) for row in row_names(statistics, "anchors")]),
        ("Resolution rate", [(f"{RATE}.{column}", column) for column in row_names(statistics, RATE)]),
    ]
    parts = [
        chart
        for n, (title, measures) in enumerate(charts)
        for chart in (f"<h2>{escape(title)}</h2>", _bars(found, measures, f"bars-{n}", title))
    ]
    parts += ["<h2>Precision and recall of antecedents</h2>", _scatter(found, ("PER3", "POS3", "NAME", "DNOM"))]
    costs = zip(found.names, found.costs, statistics.scores["kept.conll"], strict=True)
    points = [(name, cost.words_per_second, conll) for name, cost, conll in costs]
    parts += ["<h2>How good, how fast</h2>", speed_chart(points, id="speed", title="CoNLL by speed", measure="CoNLL")]
    if found.disclosure is not None:
        parts.append(table_section(_disclosure(found)))
        parts.append(_notes([*found.disclosure.table.notes]))
    return page_html(title_of(found), page, parts)


def page_html(title: str, page: Page, charts: Sequence[str]) -> str:
    """The first table and how the numbers came about, the charts, then the other tables."""
    first, *rest = page.tables
    body = [
        f'<main>\n<div class="column">\n<h1>{escape(title)}</h1>',
        table_section(first._replace(title="Overview")),
        _notes(page.notes),
        _notes(page.signatures, code=True),
        *charts,
        *map(table_section, rest),
        "</div>\n</main>",
    ]
    return frame(title, STYLE + CHART_STYLE + LINE_STYLE, "\n".join(body), "")


def _notes(notes: Sequence[str], code: bool = False) -> str:
    marked = [f"<code>{escape(note)}</code>" if code else escape(note) for note in notes]
    return "".join(f'<p class="note">{note}</p>' for note in marked)


def _bars(found: Resolvers, measures: Measures, id: str, title: str) -> str:
    groups = [
        (name, [bar(found.statistics, measure, n) for n in range(len(found.names)) if is_made(found, measure, n)])
        for measure, name in measures
    ]
    return bars([group for group in groups if group[1]], found.names, id=id, title=title)


def bar(statistics: Comparison, measure: str, system: int) -> Bar:
    intervals = statistics.intervals.get(measure)
    return Bar(system, statistics.scores[measure][system], intervals[system] if intervals else None)


def _scatter(found: Resolvers, rows: Sequence[str]) -> str:
    scores = found.statistics.scores
    points = [
        Point(n, row, *(scores[f"antecedents.{row}.{part}"][n] for part in ("recall", "precision", "f1")))
        for n in range(len(found.names))
        for row in rows
        if f"antecedents.{row}.f1" in scores and is_made(found, f"antecedents.{row}.f1", n)
    ]
    return scatter(points, found.names)


def _disclosure(found: Resolvers) -> Table:
    assert found.disclosure is not None
    table = found.disclosure.table
    blank = [""] * len(table.columns)
    rows = [[line.label, *(line.cells or blank)] for line in table.lines]
    return Table("The standard disclosure", ["", *table.columns], rows)


# --- ablation


def ablation_html(found: Ablation) -> str:
    """The tables; bars of the experiments, and the measures over the threshold."""
    statistics = found.statistics
    plain = [n for n, experiment in enumerate(found.experiments) if experiment.threshold is None]
    names = [found.experiments[n].title for n in plain]
    groups = [
        (column, [replace(bar(statistics, measure, n), response=place) for place, n in enumerate(plain)])
        for column, measure in found.columns.items()
    ]
    title = "Factors switched off"
    charts = [f"<h2>{title}</h2>", bars(groups, names, id="factors", title=title)]
    if len(plain) < len(found.experiments):
        charts += ["<h2>The threshold of fragments</h2>", _thresholds(found)]
    return page_html(ablation_title(found), ablation_page(found), charts)


def _thresholds(found: Ablation) -> str:
    statistics = found.statistics
    places = {0: found.profile.threshold} | {
        n: experiment.threshold for n, experiment in enumerate(found.experiments) if experiment.threshold is not None
    }
    ordered = sorted(places, key=places.__getitem__)
    lines = [
        Line(
            column,
            [statistics.scores[measure][n] for n in ordered],
            [statistics.intervals[measure][n] for n in ordered] if statistics.intervals else None,
        )
        for column, measure in found.columns.items()
    ]
    points = [places[n] for n in ordered]
    return line_chart(
        points, lines, id="threshold", title="Measures by threshold", scale="Threshold: 0 trusts the tree, 1 nothing"
    )
