"""GREC scores as one self-contained page: bars with intervals, the paper's tables, correlations as a matrix."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from corefer.grec.extrinsic import Extrinsic
from corefer.grec.metrics import METRICS
from corefer.grec.scoring import Scores
from corefer.grec.statistics import Correlation
from corefer.report.comparison import Page
from corefer.report.grec_tables import STRING, TYPE, p_text, r_text, size, stars
from corefer.report.score_charts import COLOURS, LETTER, Bar, bars, label, svg
from corefer.report.score_charts import STYLE as CHART_STYLE
from corefer.report.score_html import STYLE, table_section
from corefer.report.style import BASE, frame

PLOTTED = (TYPE, STRING, "bleu3", "rouge2", "rougesu4")  # what goes from nothing to one
CELL = 84.0  # of the matrix
HEIGHT = 34.0
STRONGEST = 70  # the ground of a coefficient of 1, in percent of its colour

_COLOUR = re.compile(r"--(\w+): (#\w+)")
_SIZE = re.compile(r"display: block; width:.*?height: auto; ")  # of a plot that fills its page
_VARIABLE = re.compile(r"var\(--(\w+)\)")
MATRIX_STYLE = """
svg .cell { stroke: var(--line); stroke-width: 1 }
"""


def page(scores: Scores, tables: Page, extrinsic: Extrinsic | None = None) -> str:
    """The page of some systems' scores: plots, and these tables of them."""
    names = [system.name for system in scores.systems]
    body = [
        '<main>\n<div class="column">',
        f"<h1>{escape('GREC: ' + ', '.join(names))}<small>{escape(size(scores))}</small></h1>",
        "<h2>Scores</h2>",
        _scores(scores, names),
        *map(table_section, tables.tables),
        *(["<h2>Correlations between metrics</h2>", _matrix(scores)] if len(names) > 2 else []),
        *(["<h2>F-scores of resolvers</h2>", _resolvers(extrinsic)] if extrinsic else []),
        *(f'<p class="note">{escape(note)}</p>' for note in tables.notes),
        *(f'<p class="note"><code>{escape(signature)}</code></p>' for signature in tables.signatures),
        "</div>\n</main>",
    ]
    return frame(f"GREC: {', '.join(names)}", STYLE + CHART_STYLE + MATRIX_STYLE, "\n".join(body), "")


def figures(scores: Scores, extrinsic: Extrinsic | None = None) -> dict[str, str]:
    """The plots as SVG files of their own, by name."""
    found = {"scores": _scores(scores, [system.name for system in scores.systems])}
    if len(scores.systems) > 2:
        found["correlations"] = _matrix(scores)
    if extrinsic:
        found["resolvers"] = _resolvers(extrinsic)
    return {name: _alone(plot) for name, plot in found.items()}


def _alone(plot: str) -> str:
    """A plot of a page as a file of its own; colours are spelt out, since few programs but browsers know variables."""
    colours: dict[str, str] = {}
    for name, value in _COLOUR.findall(BASE + STYLE):
        colours.setdefault(name, value)  # the first are those of the day
    style = _VARIABLE.sub(lambda found: colours[found[1]], _SIZE.sub("", CHART_STYLE + MATRIX_STYLE))
    inner = plot.removeprefix('<div class="chart">').removesuffix("</div>")
    opened = inner.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return opened.replace("<title", f"<style>{style}</style>\n<title", 1)


def _scores(scores: Scores, names: Sequence[str]) -> str:
    groups = [
        (METRICS[metric].title, [_bar(scores, number, metric) for number in range(len(names))]) for metric in PLOTTED
    ]
    return bars(groups, names, title="Scores by system, in percent")


def _resolvers(found: Extrinsic) -> str:
    titles = {None: "Average", "muc": "MUC", "ceaf": "CEAF", "b3": "B³"}
    groups = [(title, _resolver_bars(found, measure)) for measure, title in titles.items()]
    return bars(groups, found.systems, id="resolvers", title="F-scores of resolvers by system")


def _resolver_bars(found: Extrinsic, measure: str | None) -> list[Bar]:
    means, intervals = found.mean(measure), found.intervals(measure) if found.samples else {}
    bounds = {name: (low / 100, high / 100) for name, (low, high) in intervals.items()}
    return [Bar(n, means[name] / 100, bounds.get(name)) for n, name in enumerate(found.systems)]


def _matrix(scores: Scores) -> str:
    return matrix(scores.correlations(), {name: METRICS[name].title for name in METRICS})


def _bar(scores: Scores, number: int, metric: str) -> Bar:
    system = scores.systems[number]
    interval = system.intervals.get(metric)
    scale = METRICS[metric].scale
    bounds = (interval[0] / scale, interval[1] / scale) if interval else None
    return Bar(number, system.whole.scores[metric] / scale, bounds)


def matrix(found: Sequence[Correlation], titles: dict[str, str]) -> str:
    """Pearson's r for every two measures: the stronger the ground, the stronger the correlation; p is in the tooltip.

    A measure's name stands before its row and, where the diagonal is, above its column.
    """
    names = list(dict.fromkeys(name for one in found for name in (one.first, one.second)))
    left = LETTER * max(len(titles[name]) for name in names) + 16
    parts = list(_cells(found, names, left, titles))
    for n, name in enumerate(names):
        y = HEIGHT * (n + 1) - 12
        if n:
            parts.append(label(0, y, titles[name], "strong"))
        parts.append(label(left + CELL * n + 8, y, titles[name], "faint"))
    about = "Pearson's r for every two metrics over the systems; one star: p < 0.05, two: p < 0.01."
    return svg("matrix", HEIGHT * len(names) + 8, "Correlations between metrics", about, parts)


def _cells(found: Sequence[Correlation], names: Sequence[str], left: float, titles: dict[str, str]) -> Iterable[str]:
    for one in found:
        column, row = names.index(one.first), names.index(one.second)
        x, y = left + CELL * column, HEIGHT * row
        colour = f"s{0 if (one.r or 0) >= 0 else 1 % COLOURS}"
        strength = STRONGEST * abs(one.r or 0) / 100
        p = p_text(one.p) if one.p is not None else "undefined"
        what = f"{titles[one.first]} and {titles[one.second]}: r {r_text(one.r)}, {p}"
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{CELL:g}" height="{HEIGHT:g}" class="cell {colour}" '
            f'fill-opacity="{strength:.2f}"><title>{escape(what)}</title></rect>'
        )
        yield label(x + CELL / 2, y + 22, r_text(one.r) + stars(one.p), "", "middle")
