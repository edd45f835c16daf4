"""An error analysis as one self-contained page: counts as bars, and examples in their sentences, to be filtered.

Key mentions are underlined, response mentions have a ground of another colour, so that overlaps show as both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape

from corefer.document.anaphors import AnaphorType
from corefer.report.error_marks import Piece, pieces
from corefer.report.error_tables import common_table
from corefer.report.style import frame
from corefer.score.errors import (
    ANTECEDENTS,
    FAMILIES,
    MEANING,
    REASONS,
    CommonError,
    ErrorAnalysis,
    ErrorRecord,
    Excerpt,
    Kind,
    Quote,
    Reason,
)

LONGEST = 55  # a bar, in percent of the room it has
SHOWN_EXCERPTS = 4  # of an entity error
SHOWN_MENTIONS = 8  # of a part of an entity

STYLE = """
:root { --key: #12766b; --response: #e8862e; --anaphor: #3b5bdb; --right: #12766b; --wrong: #c2410c; --spurious: #e8862e; --missing: #94a3b8 }
@media (prefers-color-scheme: dark) { :root { --key: #4fd1c0; --response: #f0a35e; --anaphor: #8ea8ff; --right: #2f9e8f; --wrong: #e0592a; --missing: #64748b } }
main { max-width: 64rem; margin: 2.5rem auto; padding: 0 1.5rem }
h2 { font: 600 .8rem/1.4 system-ui, sans-serif; text-transform: uppercase; letter-spacing: .06em; color: var(--faint); margin: 2.2rem 0 .6rem }
h3 { font: 600 .95rem/1.4 system-ui, sans-serif; margin: 1.1rem 0 .3rem }
.ui, .bars, .types, .filters, .legend, article header, article footer { font: 14px/1.45 system-ui, sans-serif }
.bars, .types { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1rem; align-items: center }
.bars h3 { grid-column: 1 / -1 }
.bars button { all: unset; cursor: pointer; color: var(--ink) } .bars button:hover, .bars button:focus-visible { text-decoration: underline }
.row { display: flex; align-items: center; gap: .5rem; min-height: 1.25rem }
.row > span { color: var(--faint); font-variant-numeric: tabular-nums } .row > span b { color: var(--ink) }
.bar { display: flex; height: .8rem; border-radius: 2px; overflow: hidden; flex: none }
.bar i { display: block; height: 100%; background: var(--c); border-right: 1px solid var(--paper) } .bar i:last-child { border-right: 0 }
.row > .name { flex: none; width: 8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
table { font: 14px/1.45 system-ui, sans-serif; border-collapse: collapse } th, td { padding: .15rem 1.2rem .15rem 0; text-align: right; font-variant-numeric: tabular-nums }
th { font-weight: 400; color: var(--faint) } th:first-child, td:first-child { text-align: left }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; padding: .6rem 0; background: var(--paper); border-bottom: 1px solid var(--line) }
.filters select, .filters input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 4px; padding: .2rem .4rem }
.filters output { margin-left: auto; color: var(--faint) }
.legend { color: var(--faint); margin: .8rem 0 } .legend .m { color: var(--ink) }
article { background: var(--card); border: 1px solid var(--line); border-radius: 5px; padding: .7rem 1rem; margin: .7rem 0 }
article header { color: var(--faint); display: flex; flex-wrap: wrap; gap: .2rem .8rem } article header b { color: var(--ink) }
article p { margin: .25rem 0 } article footer { color: var(--faint); margin-top: .3rem }
article ol { margin: .2rem 0; padding-left: 1.5rem } article footer .k { color: var(--key) } article footer .r { color: var(--response) }
.m { border-radius: 2px; padding: 1px 0 } .m.k { border-bottom: 3px solid var(--key) }
.m.r { background: color-mix(in srgb, var(--response) 32%, transparent) }
.m.a { outline: 2px solid var(--anaphor); margin: 0 3px; padding: 1px 2px; font-weight: 600 }
.m sub { font: 600 .62em/1 system-ui, sans-serif; margin-left: 1px; color: var(--faint) }
"""

SCRIPT = """
const filters = document.querySelector('.filters'), articles = [...document.querySelectorAll('article')];
const fields = [...filters.querySelectorAll('select')], search = filters.querySelector('input[type=search]');
const common = filters.querySelector('input[type=checkbox]'), shown = filters.querySelector('output');
const apply = () => {
  const words = search.value.trim().toLowerCase(); let count = 0;
  for (const article of articles) {
    const fits = fields.every(field => !field.value || article.dataset[field.name] === field.value)
      && !(common && common.checked && !article.dataset.common)
      && (!words || article.textContent.toLowerCase().includes(words));
    article.hidden = !fits; count += fits;
  }
  shown.value = count + ' of ' + articles.length + ' examples';
};
filters.addEventListener('input', apply);
for (const button of document.querySelectorAll('.bars button')) button.addEventListener('click', () => {
  const choice = fields.find(field => field.name === 'kind');
  if (!choice || ![...choice.options].some(option => option.value === button.value)) return;
  choice.value = button.value; apply(); filters.scrollIntoView({ behavior: 'smooth' });
});
apply();
"""


def page(
    analyses: Sequence[ErrorAnalysis], common: Sequence[CommonError], kinds: Collection[Kind], examples: int | None
) -> str:
    """The page; `examples` limits the examples to the first so many of each kind and response."""
    names = ", ".join(analysis.name for analysis in analyses)
    signatures = dict.fromkeys(analysis.signature for analysis in analyses if analysis.signature)
    chosen = [kind for kind in Kind if kind in kinds]
    made_by = {id(record): list(error.made_by) for error in common for record in error.made_by.values()}
    shown = [
        (analysis.name, error)
        for analysis in analyses
        for kind in chosen
        for error in list(analysis.of_kind(kind))[:examples]
    ]
    body = [
        f"<main>\n<h1>Errors of {escape(names)}<small>{'<br>'.join(map(escape, signatures))}</small></h1>",
        _bars(analyses, chosen),
        _types(analyses) if any(kind in kinds for kind in ANTECEDENTS) else "",
        _common(common, len(analyses), chosen) if len(analyses) > 1 else "",
        f"<h2>Examples</h2>\n{_filters(shown, named=len(analyses) > 1)}\n{_legend()}",
        *(_article(name, error, made_by.get(id(error), []), named=len(analyses) > 1) for name, error in shown),
        "</main>",
    ]
    return frame(f"Errors of {names}", STYLE, "\n".join(filter(None, body)), SCRIPT)


# --- counts


def _bars(analyses: Sequence[ErrorAnalysis], kinds: Sequence[Kind]) -> str:
    """A bar a kind and response, cut by reason; all on one scale."""
    tallies = [(analysis.name, analysis.counts()) for analysis in analyses]
    most = max((tally[kind].total for _, tally in tallies for kind in kinds), default=0) or 1
    parts = ['<h2>How many</h2>\n<div class="bars">']
    for family, members in FAMILIES.items():
        rows = [kind for kind in members if kind in kinds]
        parts += [f"<h3>{family}</h3>"] if rows else []
        for kind in rows:
            lines = "".join(
                _bar(name if len(tallies) > 1 else "", tally[kind].total, tally[kind].reasons, kind, most)
                for name, tally in tallies
            )
            button = f'<button value="{kind.value}" title="{escape(MEANING[kind])}">{escape(kind.heading)}</button>'
            parts.append(f"{button}<div>{lines}</div>")
    return "\n".join([*parts, "</div>"])


def _bar(name: str, total: int, reasons: dict[Reason, int], kind: Kind, most: int) -> str:
    known = [(reason, reasons[reason]) for reason in REASONS[kind] if reasons.get(reason)]
    pieces_ = [
        (count, f"hsl(24 {70 - 8 * i}% {48 + 5 * i}%)", f"{reason.value}: {REASONS[kind][reason]}")
        for i, (reason, count) in enumerate(known)
    ] or [(total, "hsl(24 70% 48%)", MEANING[kind])]
    listed = " · ".join(f"{reason.value} {count:,}" for reason, count in known)
    return _row(name, pieces_, total, most, f"<b>{total:,}</b> {escape(listed)}")


def _types(analyses: Sequence[ErrorAnalysis]) -> str:
    """A bar a type of anaphor: right, wrong, spurious, missing."""
    parts = []
    for analysis in analyses:
        tallies = analysis.counts()
        right, found = analysis.totals.correct, analysis.totals.anaphors
        most = max(found.values(), default=0) or 1
        rows = []
        for type_ in (type_ for type_ in AnaphorType if found[type_]):
            counts = {"right": right[type_]}
            for kind, name in zip(ANTECEDENTS[:3], ("wrong", "spurious", "missing"), strict=True):
                counts[name] = tallies[kind].types[type_]
            pieces_ = [(count, f"var(--{name})", f"{name}: {count:,}") for name, count in counts.items() if count]
            note = f"<b>{100 * right[type_] / found[type_]:.1f} %</b> of {found[type_]:,} right"
            rows.append(f"<span>{type_.value}</span><div>{_row('', pieces_, found[type_], most, note)}</div>")
        if rows:
            heading = f"<h3>{escape(analysis.name)}</h3>\n" if len(analyses) > 1 else ""
            parts.append(f'{heading}<div class="types">\n' + "\n".join(rows) + "\n</div>")
    keys = " · ".join(
        f'<span style="color:var(--{name})">■</span> {name}' for name in ("right", "wrong", "spurious", "missing")
    )
    return f'<h2>Antecedents of found anaphors, by type</h2>\n<p class="legend">{keys}</p>\n' + "\n".join(parts)


def _common(common: Sequence[CommonError], responses: int, kinds: Sequence[Kind]) -> str:
    header, rows = common_table(common, responses, kinds)
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    return (
        f"<h2>Errors in common</h2>\n<table>\n<tr>{head}</tr>\n"
        + "".join(f"<tr>{line}</tr>\n" for line in lines)
        + "</table>"
    )


def _row(name: str, parts: Iterable[tuple[int, str, str]], total: int, most: int, note: str) -> str:
    """A bar of parts (size, colour, what it is), as long as its total on a scale that ends at `most`."""
    cells = "".join(
        f'<i style="flex:{size};--c:{colour}" title="{escape(title)}"></i>' for size, colour, title in parts if size
    )
    label = f'<span class="name" title="{escape(name)}">{escape(name)}</span>' if name else ""
    width = f"{LONGEST * total / most:.2f}%"
    return f'<div class="row">{label}<div class="bar" style="width:{width}">{cells}</div><span>{note}</span></div>'


# --- examples


def _filters(shown: Sequence[tuple[str, ErrorRecord]], named: bool) -> str:
    values = {
        "kind": [kind.value for kind in Kind if any(error.kind is kind for _, error in shown)],
        "reason": [reason.value for reason in Reason if any(error.reason is reason for _, error in shown)],
        "type": [type_.value for type_ in AnaphorType if any(error.type is type_ for _, error in shown)],
        "by": list(dict.fromkeys(name for name, _ in shown)) if named else [],
    }
    labels = {"kind": "All kinds", "reason": "All reasons", "type": "All anaphor types", "by": "All responses"}
    selects = [
        f'<select name="{name}" aria-label="{labels[name]}"><option value="">{labels[name]}</option>'
        + "".join(f'<option value="{escape(value)}">{escape(value)}</option>' for value in listed)
        + "</select>"
        for name, listed in values.items()
        if listed
    ]
    box = '<label><input type="checkbox"> only errors in common</label>' if named else ""
    search = '<input type="search" placeholder="Search" aria-label="Search">'
    return f'<div class="filters">{"".join(selects)}{search}{box}<output></output></div>'


def _legend() -> str:
    return (
        '<p class="legend"><span class="m k">key mention</span> &nbsp; <span class="m r">response mention</span> &nbsp; '
        '<span class="m a">anaphor</span></p>'
    )


def _article(name: str, error: ErrorRecord, made_by: Sequence[str], named: bool) -> str:
    others = [other for other in made_by if other != name]
    reason = (
        f'<span title="{escape(REASONS[error.kind][error.reason])}">{error.reason.value}</span>' if error.reason else ""
    )
    facts = [
        f'<b title="{escape(MEANING[error.kind])}">{escape(error.kind.heading)}</b>',
        reason,
        f"<span>{error.type.value}</span>",
        f"<span>{escape(name)}{' · also ' + escape(', '.join(others)) if others else ''}</span>" if named else "",
        f"<span>{escape(error.document)} @{error.start}</span>",
    ]
    data = {
        "kind": error.kind.value,
        "reason": error.reason.value if error.reason else "",
        "type": error.type.value,
        "by": name,
        "common": "1" if others else "",
    }
    attributes = " ".join(f'data-{key}="{escape(value)}"' for key, value in data.items())
    excerpts = "\n".join(f"<p>{_marked(excerpt, error)}</p>" for excerpt in error.excerpts[:SHOWN_EXCERPTS])
    return f"<article {attributes}>\n<header>{''.join(facts)}</header>\n{excerpts}\n{_footer(error)}</article>"


def _marked(excerpt: Excerpt, error: ErrorRecord) -> str:
    return "".join(map(_piece, pieces(excerpt, error)))


def _piece(piece: Piece) -> str:
    if not piece.covering:
        return escape(piece.text)
    classes = " ".join(dict.fromkeys(mark.role[0] for mark in piece.covering))
    ends = "".join(f"<sub>{mark.group}</sub>" for mark in piece.closing if mark.group)
    return f'<span class="m {classes}">{escape(piece.text)}{ends}</span>'


def _footer(error: ErrorRecord) -> str:
    """The parts of an entity; what an anaphor should have and did refer to."""
    if error.groups:
        items = "".join(f"<li>{_listed(group)}</li>" for group in error.groups)
        return f"<footer><ol>{items}</ol></footer>"
    if error.kind in ANTECEDENTS:
        expected, chosen = (_listed(quotes) or "(none)" for quotes in (error.key, error.response))
        return f'<footer>expected <span class="k">{expected}</span> · chosen <span class="r">{chosen}</span></footer>'
    if error.kind in (Kind.MISSING_ENTITY, Kind.EXTRA_ENTITY):
        return f"<footer>{_listed(error.key or error.response)}</footer>"
    return ""


def _listed(quotes: Sequence[Quote]) -> str:
    more = f" … ({len(quotes)})" if len(quotes) > SHOWN_MENTIONS else ""
    return escape(", ".join(quote.text or "∅" for quote in quotes[:SHOWN_MENTIONS])) + more
