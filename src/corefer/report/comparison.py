"""Comparisons of responses and agreements of annotators as tables: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from corefer.report.markup import escape_markdown, latex_table, markdown_table, numeric_columns
from corefer.score.agreement import ALPHAS, Agreement
from corefer.score.metric import METRICS
from corefer.score.settings import resampling
from corefer.score.significance import Comparison, Difference, Interval

LEAST_P = 0.001
UNFOLDED = 1000  # columns where the output is no terminal

Bounds = dict[str, dict[str, Interval]]


class Table(NamedTuple):
    """Rows of text under a header."""

    title: str
    header: list[str]
    rows: list[list[str]]


@dataclass(slots=True)
class Page:
    """Tables, and how their numbers came about."""

    tables: list[Table]
    notes: list[str] = field(default_factory=list)
    signatures: list[str] = field(default_factory=list)


# --- comparisons


def comparison_page(comparison: Comparison) -> Page:
    """The scores, then the differences; what was not computed has no column."""
    page = Page([_scores(comparison), _differences(comparison)], signatures=list(dict.fromkeys(comparison.signatures)))
    if comparison.intervals:
        page.notes.append(f"{comparison.samples:,} resamples of the documents, seed {comparison.seed}.")
    if comparison.differences[0].corrected:
        page.notes.append(f"p-values are corrected over {_counted(len(comparison.differences), 'comparison')} (Holm).")
    if comparison.letters:
        page.notes.append(
            f"Responses that share a letter do not differ by that metric (p ≥ {1 - comparison.level:.2g})."
        )
    return page


def _scores(comparison: Comparison) -> Table:
    rows = []
    for metric, scores in comparison.scores.items():
        intervals, letters = comparison.intervals.get(metric), comparison.letters.get(metric)
        for n, (name, score) in enumerate(zip(comparison.responses, scores, strict=True)):
            row = ["" if n else _title(metric), name, _percent(score)]
            if intervals:
                row.append(_interval(intervals[n], _percent))
            if letters:
                row.append(letters[n])
            rows.append(row)
    header = ["Metric", "Response", "F1"]
    if comparison.intervals:
        header.append(f"{comparison.level:.0%} interval")
    if comparison.letters:
        header.append("Group")
    return Table(f"F1 over {_counted(comparison.documents, 'document')}", header, rows)


def _differences(comparison: Comparison) -> Table:
    first = comparison.differences[0]
    header = ["Metric", "Responses", "Difference"]
    if first.interval:
        header.append(f"{comparison.level:.0%} interval")
    header += [f"p ({test})" for test in first.corrected]
    rows = []
    for metric in comparison.scores:
        found = [difference for difference in comparison.differences if difference.metric == metric]
        rows += [["" if n else _title(metric), *_difference(one)] for n, one in enumerate(found)]
    return Table("Differences of F1", header, rows)


def _difference(one: Difference) -> list[str]:
    row = [f"{one.second} − {one.first}", _signed(one.difference)]
    if one.interval:
        row.append(_interval(one.interval, _signed))
    return row + [f"< {LEAST_P}" if p < LEAST_P else f"{p:.3f}" for p in one.corrected.values()]


# --- agreement


def agreement_page(
    agreements: Sequence[Agreement], bounds: Sequence[Bounds | None], level: float, samples: int, seed: int
) -> Page:
    """F1 and alpha of each two annotators, with their intervals where there are any."""
    header = ["Annotators", "Measure", "Agreement"]
    notes = ["F1 is the mean of both directions, α Krippendorff's."]
    if any(bounds):
        header.append(f"{level:.0%} interval")
        notes.append(f"{samples:,} resamples of the documents, seed {seed}.")
    rows = []
    for agreement, found in zip(agreements, bounds, strict=True):
        names = " – ".join((agreement.backward.name, agreement.forward.name))
        rows += [["" if n else names, *row] for n, row in enumerate(_measures(agreement, found))]
    title = f"Agreement over {_counted(agreements[0].documents, 'document')}"
    resampled = resampling(samples, seed) if any(bounds) else ""
    signatures = dict.fromkeys(agreement.forward.signature(resampling=resampled) for agreement in agreements)
    return Page([Table(title, header, rows)], notes, list(signatures))


def _measures(agreement: Agreement, bounds: Bounds | None) -> list[list[str]]:
    values = agreement.as_dict()
    rows = [[_title(name), _percent(f1 / 100)] for name, f1 in values["f1"].items()]
    rows += [[ALPHAS[name].title, _alpha(alpha)] for name, alpha in values["alpha"].items()]
    if bounds:
        intervals = [_interval(bounds["f1"][name], _percent) for name in values["f1"]]
        intervals += [_interval(bounds["alpha"].get(name), _alpha) for name in values["alpha"]]
        rows = [[*row, interval] for row, interval in zip(rows, intervals, strict=True)]
    return rows


# --- numbers


def _title(metric: str) -> str:
    return METRICS[metric].title if metric in METRICS else "CoNLL"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _signed(value: float) -> str:
    points = f"{100 * value:+.2f}"
    return "0.00" if float(points) == 0 else points.replace("-", "−")


def _alpha(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}".replace("-", "−")


def _interval(interval: Interval | None, written: Callable[[float], str]) -> str:
    return "" if interval is None else f"[{', '.join(map(written, interval))}]"


# --- printing


def print_page(page: Page, console: Console | None = None) -> None:
    """The tables in the terminal; nothing is folded where the output goes into a file or a pipe."""
    out = console or Console(highlight=False, width=None if sys.stdout.isatty() else UNFOLDED)
    for title, header, rows in page.tables:
        out.print(Text(title, style="bold"), soft_wrap=True)
        table = RichTable(box=None, pad_edge=False)
        for name, right in zip(header, numeric_columns(header, rows), strict=True):
            table.add_column(Text(name), justify="right" if right else "left")
        for row in rows:
            table.add_row(*map(Text, row))
        out.print(table)
        out.print()
    for line in (*page.notes, *page.signatures):
        out.print(Text(line, style="dim"), soft_wrap=True)


def page_text(page: Page, width: int = UNFOLDED) -> str:
    """The tables as text; columns that do not fit are folded."""
    out = Console(highlight=False, width=width, file=io.StringIO(), color_system=None)
    with out.capture() as captured:
        print_page(page, out)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"


def markup(page: Page, latex: bool) -> str:
    """The tables for a paper; in LaTeX, how the numbers came about stands in comments."""
    if latex:
        comments = "".join(f"% {line}\n" for line in (*page.notes, *page.signatures))
        return "\n".join([*(latex_table(header, rows, caption=title) for title, header, rows in page.tables), comments])
    parts = [f"{escape_markdown(title)}\n\n{markdown_table(header, rows)}" for title, header, rows in page.tables]
    parts += [f"{escape_markdown(' '.join(page.notes))}\n"] if page.notes else []
    return "\n".join([*parts, *(f"`{signature}`\n" for signature in page.signatures)])
