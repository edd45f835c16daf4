"""Scores as one self-contained page: tables, charts, genres, and the texts with what is right and wrong in them.

Nothing is told by colour alone: bars have names, points shapes and labels, mentions signs and kinds of lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from corefer.report.comparison import Bounds, Table
from corefer.report.markup import numeric_columns
from corefer.report.numbers import printed
from corefer.report.score_charts import STYLE as CHART_STYLE
from corefer.report.score_charts import Bar, Point, bars, interval_text, percent, scatter
from corefer.report.score_texts import DEEPEST, MEANING, SIGNS, Status, side_by_side
from corefer.report.style import frame
from corefer.score.metric import METRICS
from corefer.score.report import Report
from corefer.score.settings import Like
from corefer.score.significance import LEVEL, Interval

MOST_DOCUMENTS = 60
MOST_TOKENS = 200_000
WARNINGS_OPEN = 5  # so many are shown at once
NO_GENRE = "(none)"
STRONGEST = 62  # the ground of the highest score of a heat map, in percent of its colour

STYLE = """
:root { --right: #12766b; --wrong: #b3261e; --missing: #3b5bdb; --extra: #c46a12; --heat: #12a08f;
  --s0: #12766b; --s1: #e8862e; --s2: #3b5bdb; --s3: #b83280; --s4: #84781a; --s5: #6b7686 }
@media (prefers-color-scheme: dark) { :root { --right: #4fd1c0; --wrong: #ff8a75; --missing: #8ea8ff; --extra: #f0a35e; --heat: #1fa595;
  --s0: #4fd1c0; --s1: #f0a35e; --s2: #8ea8ff; --s3: #f08cc0; --s4: #d8c65a; --s5: #a9b1bd } }
main { margin: 2.5rem 0; padding: 0 1.5rem } .column { max-width: 64rem; margin: 0 auto } #texts { max-width: 84rem; margin: 0 auto }
h2 { font: 600 .8rem/1.4 system-ui, sans-serif; text-transform: uppercase; letter-spacing: .06em; color: var(--faint); margin: 2.6rem 0 .7rem }
h2.name { text-transform: none; letter-spacing: 0 }
h3 { font: 600 .95rem/1.4 system-ui, sans-serif; margin: 1rem 0 .3rem }
code { font-size: .75rem; overflow-wrap: anywhere } .note, details, .tools { font: 14px/1.5 system-ui, sans-serif; color: var(--faint) }
.wide { overflow-x: auto } table { border-collapse: collapse; font: 14px/1.45 system-ui, sans-serif } caption { text-align: left; color: var(--faint); padding-bottom: .3rem }
.scores td, .heat td { font-variant-numeric: tabular-nums; text-align: right } .scores th, .scores td { padding: .2rem 1.6rem .2rem 0; white-space: nowrap }
th { font-weight: 400; color: var(--faint); text-align: left } thead th.n { text-align: right } tbody th { color: var(--ink) } th.metric { font-weight: 600; vertical-align: top }
.scores tbody + tbody tr:first-child > *, .scores thead tr > * { border-bottom: 0 } .scores tbody { border-top: 1px solid var(--line) } td.best { font-weight: 700 } .scores td.interval { color: var(--faint) }
.maps { display: flex; flex-wrap: wrap; gap: 1.5rem 2.5rem } .heat { border-collapse: separate; border-spacing: 2px } .heat thead th { text-align: right; padding: 0 .5rem .2rem } .heat thead th:first-child { text-align: left; padding-left: 0 } .heat tbody tr:last-child > * { font-weight: 600 }
.heat tbody th { padding-right: .8rem; white-space: nowrap } .heat tbody th small { color: var(--faint) } .heat td { padding: .18rem .5rem; min-width: 3.4rem; border-radius: 3px; background: color-mix(in srgb, var(--heat) calc(var(--v) * 1%), transparent) }
.tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; padding: .6rem 0; background: var(--paper); border-bottom: 1px solid var(--line) }
.tools select { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 4px; padding: .2rem .4rem; max-width: 24rem }
.sides { width: 100%; table-layout: fixed; font: 15.5px/2.2 Georgia, 'Times New Roman', serif } .sides th { font: 12px/2.8 system-ui, sans-serif; color: var(--faint); vertical-align: top } .sides thead th { font-weight: 600; font-size: 13px }
.sides th:first-child { width: 2.4rem } .sides td { vertical-align: top; padding: .25rem 1.2rem .35rem 0; border-top: 1px solid var(--line); overflow-wrap: break-word } .sides tbody th { border-top: 1px solid var(--line) }
.differences .same { display: none }
.speaker { font: 600 .68rem/1 system-ui, sans-serif; color: var(--faint); margin-right: .6em; text-transform: uppercase; letter-spacing: .04em }
.note .m { color: var(--ink) } .m { padding-bottom: 1px; cursor: default } .m sub { font: 600 .62em/1 system-ui, sans-serif; margin: 0 1px 0 2px; color: var(--c); vertical-align: baseline; position: relative; top: .1em }
.right { --c: color-mix(in srgb, var(--right) 75%, var(--paper)); border-bottom: 1px solid var(--c) }
.wrong { --c: var(--wrong); border-bottom: 3px double var(--c) } .missing { --c: var(--missing); border-bottom: 2px dashed var(--c) } .extra { --c: var(--extra); border-bottom: 2px dotted var(--c) }
.wrong, .missing, .extra { background: color-mix(in srgb, var(--c) 14%, transparent) }
.m.on { background: color-mix(in srgb, var(--c) 34%, transparent) } .m.twin { outline: 2px solid var(--c); outline-offset: 1px; border-radius: 2px }
@media (max-width: 44rem) { .sides th:first-child { display: none } .sides td { padding-right: .6rem } }
""" + "".join(f".l{level} {{ padding-bottom: {1 + 2.75 * level}px }}\n" for level in range(1, DEEPEST + 1))  # fmt: skip

SCRIPT = """
const texts = document.getElementById('texts');
if (texts) {
  const selects = texts.querySelectorAll('select'), panes = texts.querySelectorAll('.pane'), only = texts.querySelector('input');
  const show = () => { const id = 'pane-' + [...selects].map(select => select.value).join('-'); for (const pane of panes) pane.hidden = pane.id !== id };
  for (const select of selects) select.addEventListener('change', show);
  only.addEventListener('change', () => texts.classList.toggle('differences', only.checked));
  const light = (event, on) => {
    const own = event.target.closest('.m[data-e]'); if (!own) return;
    const pane = own.closest('.pane');
    for (const m of pane.querySelectorAll('[data-e="' + own.dataset.e + '"]')) m.classList.toggle('on', on);
    for (const m of pane.querySelectorAll('[data-m="' + own.dataset.m + '"]')) m.classList.toggle('twin', on);
  };
  texts.addEventListener('mouseover', event => light(event, true));
  texts.addEventListener('mouseout', event => light(event, false));
  only.dispatchEvent(new Event('change')); show();
}
"""


def page(
    reports: Sequence[Report],
    intervals: Sequence[Bounds | None] | None = None,
    title: str = "",
    *,
    tables: Sequence[Table] = (),
    level: float = LEVEL,
) -> str:
    """The page of one report or several over one key.

    `intervals` holds what `corefer.score.significance.intervals` found for each report (at `level`); texts are
    shown of reports that kept their pairs. `tables` (breakdowns, disciplines) are shown before the texts.
    """
    names = [report.name for report in reports]
    title = title or f"Scores of {', '.join(names)}"
    bounds = [one or {} for one in intervals or [{}] * len(reports)]
    interval_title = f"{level:.0%} interval of F1" if any(bounds) else ""
    groups = _groups(reports, bounds)
    body = [
        f'<main>\n<div class="column">\n<h1>{escape(title)}<small>{escape(_size(reports))}</small></h1>',
        _table(groups, names, interval_title, reports[0].settings.like),
        _signatures(reports),
        _warnings(reports),
        "<h2>F1 by metric</h2>",
        _bars(groups, names),
        f'<p class="note">Whiskers: {interval_title}.</p>' if interval_title else "",
        "<h2>Recall and precision</h2>",
        _scatter(groups, names),
        _heat_maps(reports),
        *map(table_section, tables),
        "</div>",
        _texts(reports),
        "</main>",
    ]
    return frame(title, STYLE + CHART_STYLE, "\n".join(filter(None, body)), SCRIPT)


def _size(reports: Sequence[Report]) -> str:
    documents = max((len(report.ids) for report in reports), default=0)
    responses = "" if len(reports) == 1 else f"{len(reports)} responses · "
    return f"{responses}{documents:,} document{'' if documents == 1 else 's'}"


# --- what the page tells, metric by metric


@dataclass(frozen=True, slots=True)
class Measured:
    """A score of the response of that number; the CoNLL average has an F1 only."""

    response: int
    f1: float
    recall: float | None = None
    precision: float | None = None
    interval: Interval | None = None


Group = tuple[str, list[Measured]]


def _groups(reports: Sequence[Report], bounds: Sequence[Bounds]) -> list[Group]:
    """Each metric with the scores of those responses that have it, then the CoNLL average."""
    groups: list[Group] = []
    for metric in dict.fromkeys(metric for report in reports for metric in report.metrics):
        scores = [(n, report[metric]) for n, report in enumerate(reports) if metric in report]
        found = [Measured(n, s.f1, s.recall, s.precision, _interval(bounds[n], metric)) for n, s in scores]
        groups.append((METRICS[metric].title, found))
    averages = [(n, report.conll) for n, report in enumerate(reports)]
    conll = [Measured(n, f1, interval=_interval(bounds[n], "conll")) for n, f1 in averages if f1 is not None]
    return [*groups, ("CoNLL average", conll)] if conll else groups


def _interval(bounds: Bounds, metric: str) -> Interval | None:
    return bounds.get(metric, {}).get("f1")


# --- tables


def _table(groups: Sequence[Group], names: Sequence[str], interval_title: str, like: Like) -> str:
    """Recall, precision and F1, a group of rows a metric."""
    left = ["Metric", "Response"] if len(names) > 1 else ["Metric"]
    right = ["Recall", "Precision", "F1", *([interval_title] if interval_title else [])]
    head = "".join(f'<th scope="col">{name}</th>' for name in left)
    head += "".join(f'<th scope="col" class="n">{name}</th>' for name in right)
    bodies = "\n".join(_rows(title, group, names, bool(interval_title), like) for title, group in groups)
    return (
        f'<h2>Scores</h2>\n<div class="wide"><table class="scores">\n<thead><tr>{head}</tr></thead>\n'
        f"{bodies}\n</table></div>"
    )


def _rows(title: str, group: Sequence[Measured], names: Sequence[str], with_intervals: bool, like: Like) -> str:
    """The rows of a metric under its title; the best F1 of several is bold."""
    named = len(names) > 1
    best = max(one.f1 for one in group)
    lines = []
    for n, one in enumerate(group):
        heading = f'<th scope="rowgroup" rowspan="{len(group)}" class="metric">{escape(title)}</th>' if n == 0 else ""
        heading += f'<th scope="row">{escape(names[one.response])}</th>' if named else ""
        cells = "".join(f"<td>{'' if v is None else printed(v, like)}</td>" for v in (one.recall, one.precision))
        mark = ' class="best"' if named and one.f1 == best else ""
        cells += f"<td{mark}>{printed(one.f1, like)}</td>"
        if with_intervals:
            cells += f'<td class="interval">{interval_text(one.interval) if one.interval else ""}</td>'
        lines.append(f"<tr>{heading}{cells}</tr>")
    return "<tbody>\n" + "\n".join(lines) + "\n</tbody>"


def table_section(table: Table) -> str:
    """A table of text as it is, under its title."""
    right = numeric_columns(table.header, table.rows)
    head = "".join(
        f'<th scope="col"{" class=n" if number else ""}>{escape(name)}</th>'
        for name, number in zip(table.header, right, strict=True)
    )
    body = "\n".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in table.rows
    )
    return (
        f'<h2 class="name">{escape(table.title)}</h2>\n<div class="wide"><table class="scores">\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _signatures(reports: Sequence[Report]) -> str:
    signatures = dict.fromkeys(report.signature() for report in reports)
    return '<p class="note">' + "<br>".join(f"<code>{escape(signature)}</code>" for signature in signatures) + "</p>"


def _warnings(reports: Sequence[Report]) -> str:
    named = len(reports) > 1
    listed = [f"{report.name}: {text}" if named else text for report in reports for text in report.warnings]
    if not listed:
        return ""
    items = "".join(f"<li>{escape(text)}</li>" for text in listed)
    state = " open" if len(listed) <= WARNINGS_OPEN else ""
    return f"<details{state}><summary>Warnings ({len(listed):,})</summary><ul>{items}</ul></details>"


# --- charts


def _bars(groups: Sequence[Group], names: Sequence[str]) -> str:
    return bars([(title, [Bar(one.response, one.f1, one.interval) for one in group]) for title, group in groups], names)


def _scatter(groups: Sequence[Group], names: Sequence[str]) -> str:
    points = [
        Point(one.response, title, one.recall, one.precision, one.f1)
        for title, group in groups
        for one in group
        if one.recall is not None and one.precision is not None
    ]
    return scatter(points, names)


HeatRows = list[tuple[str, list[float]]]  # headings and what stands under them


def _heat_maps(reports: Sequence[Report]) -> str:
    """F1 by genre and metric, a map a response, all on one scale; nothing where there are no genres to compare."""
    maps = [(report, _heat(report)) for report in reports if len(set(report.genres)) > 1]
    values = [value for _, cells in maps for _, row in cells for value in row]
    if not values:
        return ""
    low, high = min(values), max(values)
    tables = "\n".join(_heat_map(report, cells, low, high) for report, cells in maps)
    scale = f"The ground is the stronger, the higher the F1: from {percent(low, 1)} to {percent(high, 1)}."
    return f'<h2>F1 by genre</h2>\n<div class="maps">\n{tables}\n</div>\n<p class="note">{scale}</p>'


def _heat(report: Report) -> HeatRows:
    """A row a genre: its heading, the F1 by each metric and the CoNLL average."""
    rows: HeatRows = []
    for genre, part in [*report.by_genre().items(), ("All", report)]:
        name = "(no genre)" if genre == NO_GENRE else genre
        heading = f"{escape(name)} <small>{len(part.ids):,}</small>"
        rows.append((heading, [*(part[metric].f1 for metric in part.metrics), *_average(part)]))
    return rows


def _average(report: Report) -> list[float]:
    """The CoNLL average, if there is one."""
    return [] if report.conll is None else [report.conll]


def _heat_map(report: Report, cells: HeatRows, low: float, high: float) -> str:
    titles = [*(METRICS[metric].title for metric in report.metrics), *("CoNLL" for _ in _average(report))]
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    rows = "\n".join(
        f'<tr><th scope="row">{heading}</th>' + "".join(_heat_cell(value, low, high) for value in row) + "</tr>"
        for heading, row in cells
    )
    return (
        f'<div class="wide"><table class="heat">\n<caption>{escape(report.name)}: F1; documents beside each genre</caption>\n'
        f'<thead><tr><th scope="col">Genre</th>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'
    )


def _heat_cell(value: float, low: float, high: float) -> str:
    strength = STRONGEST * (value - low) / (high - low) if high > low else 0.0
    return f'<td style="--v:{strength:.0f}">{percent(value, 1)}</td>'


# --- texts


def _texts(reports: Sequence[Report]) -> str:
    """Key and response side by side, for a document and a response to be chosen."""
    kept = [report for report in reports if report.pairs]
    if not kept:
        return ""
    ids = list(dict.fromkeys(pair.id for report in kept for pair in report.pairs))
    shown = _within_limits(kept, ids)
    panes = [_pane(report, id, d, r) for d, id in enumerate(shown) for r, report in enumerate(kept)]
    cut = f" The first {len(shown):,} of {len(ids):,} documents are in this page." if len(shown) < len(ids) else ""
    return (
        '<section id="texts" class="differences">\n<h2>Texts</h2>\n'
        f'<p class="note">Numbers are entities; those that belong together (as CEAF-e aligns them) share one. {_legend()}{cut}</p>\n'
        f'<div class="tools">{_select("Document", shown)}{_select("Response", [report.name for report in kept])}'
        '<label><input type="checkbox"> only sentences with differences</label></div>\n'
        + "\n".join(panes)
        + "\n</section>"
    )


def _within_limits(reports: Sequence[Report], ids: Sequence[str]) -> list[str]:
    """The first documents, as many as a page can hold; one at least."""
    sizes: dict[str, int] = dict.fromkeys(ids, 0)
    for report in reports:
        for pair in report.pairs:
            sizes[pair.id] += len(pair.key_document.tokens)
    shown: list[str] = []
    room = MOST_TOKENS
    for id in ids[:MOST_DOCUMENTS]:
        room -= sizes[id]
        if shown and room < 0:
            break
        shown.append(id)
    return shown


def _select(label: str, options: Sequence[str]) -> str:
    listed = "".join(f'<option value="{n}">{escape(option)}</option>' for n, option in enumerate(options))
    return f"<label>{label} <select>{listed}</select></label>"


def _legend() -> str:
    return " · ".join(f'<span class="m {status}">{status}{_sign(status)}</span> {MEANING[status]}' for status in Status)


def _sign(status: Status) -> str:
    return f"<sub>{SIGNS[status]}</sub>" if SIGNS[status] else ""


def _pane(report: Report, id: str, document: int, response: int) -> str:
    """A document of a response with its scores; only the first is not hidden."""
    row = next((row for row, pair in enumerate(report.pairs) if pair.id == id), None)
    hidden = "" if document == response == 0 else " hidden"
    if row is None:
        inner = f'<p class="note">{escape(report.name)} has no document {escape(id)}.</p>'
    else:
        alone = report.select([n == row for n in range(len(report.ids))])
        inner = f'<p class="note">{escape(_scores_line(alone))}</p>\n{side_by_side(report.pairs[row], report.name)}'
    return f'<section class="pane" id="pane-{document}-{response}"{hidden}>\n{inner}\n</section>'


def _scores_line(report: Report) -> str:
    scores = [f"{METRICS[metric].title} {percent(report[metric].f1, 1)}" for metric in report.metrics]
    average = [f"CoNLL {percent(conll, 1)}" for conll in _average(report)]
    return "F1: " + " · ".join([*average, *scores])
