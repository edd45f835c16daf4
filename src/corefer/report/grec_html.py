"""GREC scores as one self-contained page: bars with intervals, the paper's tables, correlations as a matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from corefer.grec.metrics import METRICS
from corefer.grec.scoring import Scores
from corefer.grec.statistics import Correlation
from corefer.report.comparison import Page
from corefer.report.grec_tables import STRING, TYPE, p_text, size
from corefer.report.score_charts import COLOURS, LETTER, Bar, bars, label, svg
from corefer.report.score_charts import STYLE as CHART_STYLE
from corefer.report.score_html import STYLE, table_section
from corefer.report.style import frame

CELL = 84.0  # of the matrix
HEIGHT = 34.0
STRONGEST = 70  # the ground of a coefficient of 1, in percent of its colour

MATRIX_STYLE = """
svg .cell { stroke: var(--line); stroke-width: 1 }
"""


def page(scores: Scores, tables: Page) -> str:
    """The page of some systems' scores, with these tables of them."""
    names = [system.name for system in scores.systems]
    body = [
        '<main>\n<div class="column">',
        f"<h1>{escape('GREC: ' + ', '.join(names))}<small>{escape(size(scores))}</small></h1>",
        "<h2>Accuracy</h2>",
        _accuracies(scores, names),
        *map(table_section, tables.tables),
        *_correlations(scores),
        *(f'<p class="note">{escape(note)}</p>' for note in tables.notes),
        *(f'<p class="note"><code>{escape(signature)}</code></p>' for signature in tables.signatures),
        "</div>\n</main>",
    ]
    return frame(f"GREC: {', '.join(names)}", STYLE + CHART_STYLE + MATRIX_STYLE, "\n".join(body), "")


def _accuracies(scores: Scores, names: Sequence[str]) -> str:
    groups = [
        (METRICS[metric].title, [_bar(scores, number, metric) for number in range(len(names))])
        for metric in (TYPE, STRING)
    ]
    return bars(groups, names, title="Accuracy by system")


def _bar(scores: Scores, number: int, metric: str) -> Bar:
    system = scores.systems[number]
    interval = system.intervals.get(metric)
    bounds = (interval[0] / 100, interval[1] / 100) if interval else None
    return Bar(number, system.whole.scores[metric] / 100, bounds)


def _correlations(scores: Scores) -> list[str]:
    found = scores.correlations()
    if len(scores.systems) < 3:
        return []
    return ["<h2>Correlations between metrics</h2>", matrix(found, {name: METRICS[name].title for name in METRICS})]


def matrix(found: Sequence[Correlation], titles: dict[str, str]) -> str:
    """Pearson's r for every two measures: the stronger the ground, the stronger the correlation; p is in the tooltip."""
    names = list(dict.fromkeys(name for one in found for name in (one.first, one.second)))
    left = LETTER * max(len(titles[name]) for name in names) + 16
    parts = list(_cells(found, names, left, titles))
    for n, name in enumerate(names):
        y = HEIGHT * (n + 1) - 12
        parts.append(label(0, y, titles[name], "strong"))
        parts.append(label(left + CELL * n + CELL / 2, HEIGHT * n + 22, "1", "faint", "middle") if n else "")
    about = "Pearson's r for every two metrics over the systems; one star: p < 0.05, two: p < 0.01."
    return svg("matrix", HEIGHT * len(names) + 8, "Correlations between metrics", about, filter(None, parts))


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


def r_text(r: float | None) -> str:
    return "–" if r is None else f"{r:.3f}".replace("-", "−")


def stars(p: float | None) -> str:
    """Two stars for significance at .01, one at .05 (two-tailed), as the paper counts."""
    return "" if p is None or p >= 0.05 else "**" if p < 0.01 else "*"
