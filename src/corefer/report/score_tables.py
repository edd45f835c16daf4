"""Scores as tables: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefer.report.comparison import Bounds, Page, Table
from corefer.report.numbers import printed
from corefer.score.metric import METRICS, Score
from corefer.score.report import Report
from corefer.score.settings import Like

HEADER = ["Metric", "Recall", "Precision", "F1"]


def score_page(
    reports: Sequence[Report],
    *,
    intervals: Sequence[Bounds | None] = (),
    breakdowns: Sequence[Mapping[str, Mapping[str, Score]]] = (),
    by: str = "",
    further: Sequence[Mapping[str, Any]] = (),
) -> Page:
    """A table of metrics for each response; then the breakdowns, disciplines and anaphora scores asked for."""
    bounds = intervals or [None] * len(reports)
    page = Page([_scores(report, one) for report, one in zip(reports, bounds, strict=True)])
    for report, groups in zip(reports, breakdowns, strict=False):
        page.tables.append(_breakdown(report, groups, by))
    for report, parts in zip(reports, further, strict=False):
        page.tables += [
            table for name, part in parts.items() for table in further_tables(f"{report.name}: {name}", part)
        ]
    page.signatures = list(dict.fromkeys(report.signature() for report in reports))
    return page


def _scores(report: Report, bounds: Bounds | None) -> Table:
    like = report.settings.like
    rows = [[METRICS[name].title, *_percents(report[name], like)] for name in report.metrics]
    conll = report.conll
    if conll is not None:
        rows.append(["CoNLL", "", "", printed(conll, like)])
    header = HEADER
    if bounds:
        header = [*HEADER, "95% interval of F1"]
        names = [*report.metrics, *(["conll"] if conll is not None else [])]
        for row, name in zip(rows, names, strict=True):
            interval = bounds[name]["f1"]
            row.append(f"{100 * interval[0]:.2f} – {100 * interval[1]:.2f}")
    documents = f"{len(report.ids)} document{'s' * (len(report.ids) != 1)}"
    return Table(f"{report.name}: {documents}", header, rows)


def _percents(score: Score, like: Like) -> list[str]:
    return [printed(value, like) for value in (score.recall, score.precision, score.f1)]


def _breakdown(report: Report, groups: Mapping[str, Mapping[str, Score]], by: str) -> Table:
    names, like = list(next(iter(groups.values()), {})), report.settings.like
    rows = [[value, *(printed(scores[name].f1, like) for name in names)] for value, scores in groups.items()]
    return Table(f"{report.name}: F1 by {by}", [by, *(METRICS[name].title for name in names)], rows)


def further_tables(name: str, part: Any) -> list[Table]:
    """Nested results (disciplines, anaphora scores) as tables.

    Dictionaries of equal keys become the rows of one table; a lone number beside them (the CoNLL average) is a row
    with its last cell only.
    """
    if not isinstance(part, Mapping):
        return []
    inner = {key: value for key, value in part.items() if isinstance(value, Mapping)}
    if part and not inner:
        return [Table(name, list(part), [[_cell(value) for value in part.values()]])]
    tables: dict[tuple[str, ...], Table] = {}
    deeper: list[Table] = []
    for key, value in inner.items():
        if any(isinstance(further, Mapping) for further in value.values()):
            deeper += further_tables(f"{name}: {key}", value)
        else:
            tables.setdefault(tuple(value), Table(name, ["", *value], [])).rows.append(
                [key, *map(_cell, value.values())]
            )
    for key, value in part.items():
        if isinstance(value, int | float) and tables:
            table = next(iter(tables.values()))
            table.rows.append([key, *[""] * (len(table.header) - 2), _cell(value)])
    return [*tables.values(), *deeper]


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
