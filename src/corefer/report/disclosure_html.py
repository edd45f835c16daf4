"""A disclosure as a self-contained page: each cell links to the list of its tokens, each with a line of context."""

from __future__ import annotations

import json
from html import escape
from urllib.parse import quote

from corefer.disclose.disclosure import Disclosure
from corefer.disclose.records import Outcome, Record
from corefer.disclose.table import Table
from corefer.report.style import frame

STYLE = """
main { max-width: 76rem; margin: 0 auto; padding: 2rem 1.2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font: 15px/1.5 system-ui, sans-serif; margin: .5rem 0 1.5rem }
dt { color: var(--faint) } dd { margin: 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font: 14px/1.45 system-ui, sans-serif; border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); margin-bottom: 1rem }
th, td { padding: .12rem .55rem; text-align: right; white-space: nowrap } th:first-child { text-align: left; font-weight: normal }
thead th { border-bottom: 1px solid var(--ink); font-style: italic }
tr.section th, tr.system th { font-weight: bold; padding-top: .5rem; border-top: 1px solid var(--line) }
tr.sum th, tr.sum td { font-weight: bold } tr.row th { padding-left: 1.6rem }
td a { color: inherit; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: .2em }
td a:hover, td a.on { background: #f6d86b; color: #1c2430 }
p.note { font: 13px/1.5 system-ui, sans-serif; color: var(--faint) }
#tokens h2 { font-size: 1.1rem } #tokens ol { list-style: none; margin: 0; padding: 0 }
#tokens li { padding: .35rem 0; border-top: 1px solid var(--line); font-size: 15px; line-height: 1.5 }
#tokens small { display: block; font: 12.5px/1.45 system-ui, sans-serif; color: var(--faint) } mark { background: #f6d86b; color: #1c2430; padding: 0 .15em }
"""

SCRIPT = """
const cells = JSON.parse(document.getElementById('cells').textContent);
const items = [...document.querySelectorAll('#tokens li')];
const title = document.querySelector('#tokens h2'), all = title.textContent;
function choose() {
  const name = decodeURIComponent(location.hash.slice(1)), chosen = cells[name], wanted = new Set(chosen);
  items.forEach((item, i) => item.hidden = chosen && !wanted.has(i));
  document.querySelectorAll('td a').forEach(a => a.classList.toggle('on', a.hash == location.hash));
  title.textContent = chosen ? name + ': ' + chosen.length + (chosen.length == 1 ? ' token' : ' tokens') : all;
  if (chosen) document.getElementById('tokens').scrollIntoView();
}
addEventListener('hashchange', choose); choose();
"""


def page(disclosure: Disclosure, *, by_genre: bool = False) -> str:
    """The page; a cell's address (`#E/It`) can be passed on."""
    cells: dict[str, list[int]] = {}
    number = {id(record): i for i, record in enumerate(disclosure.records)}
    parts = [f"<h1>Standard disclosure<small>{escape(disclosure.corpus)}</small></h1>"]
    genres = list(disclosure.sizes) if by_genre else []
    for genre in [*genres, ""]:
        table = disclosure.genre_table(genre) if genre else disclosure.table
        parts.append(_table(disclosure, table, genre, cells, number))
    if by_genre:
        parts.append(_grid(*disclosure.summary))
    tokens = "\n".join(_token(record) for record in disclosure.records)
    parts.append(
        f'<section id="tokens"><h2>All {len(disclosure.records):,} pronoun tokens</h2><ol>{tokens}</ol></section>'
    )
    data = json.dumps(cells, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    body = f'<main>{"".join(parts)}</main>\n<script type="application/json" id="cells">{data}</script>'
    return frame("Standard disclosure", STYLE, body, SCRIPT)


def _table(
    disclosure: Disclosure, table: Table, genre: str, cells: dict[str, list[int]], number: dict[int, int]
) -> str:
    header = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in table.header)
    heads = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = []
    for line in table.lines:
        shown = []
        for column, cell in zip(table.columns, line.cells, strict=bool(line.cells)):
            members = disclosure.tokens(*line.key, column)
            chosen = [number[id(r)] for r in members if not genre or r.genre == genre]
            shown.append(_cell(cell, chosen, "/".join(filter(None, (genre, *_short(line.key), column))), cells))
        span = "" if line.cells else f' colspan="{len(table.columns) + 1}"'
        rows.append(f'<tr class="{line.part}"><th{span}>{escape(line.label)}</th>{"".join(shown)}</tr>')
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in table.notes)
    body = f"<table><thead><tr><th></th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<dl>{header}</dl><div class="wide">{body}</div>{notes}'


def _short(key: tuple[str, str]) -> tuple[str, ...]:
    return key[1:] if key[0] == "rows" else key


def _cell(cell: str, members: list[int], name: str, cells: dict[str, list[int]]) -> str:
    if not members:
        return f"<td>{escape(cell)}</td>"
    cells[name] = members
    return f'<td><a href="#{quote(name)}">{escape(cell)}</a></td>'


def _token(record: Record) -> str:
    context = f"…{escape(record.before)}<mark>{escape(record.form)}</mark>{escape(record.after)}…"
    return f"<li>{context}<small>{escape(_facts(record))}</small></li>"


def _facts(record: Record) -> str:
    place = f"{record.document}, characters {record.start}–{record.end}"
    facts = [place, f"column {record.column}"]
    if record.excluded:
        facts.append(f"{record.category}, {'annotated' if record.annotated else 'found'} ({record.reason})")
    else:
        facts += [f"sponsor {record.distance}: {record.sponsor or 'none'}", *record.classes]
        facts += [_outcome(name, outcome) for name, outcome in record.outcomes.items()]
    return " · ".join(facts)


def _outcome(name: str, outcome: Outcome) -> str:
    if not outcome.attempted:
        return f"{name}: left open"
    return f"{name}: {outcome.name} (antecedent “{outcome.antecedent}”, referent “{outcome.referent}”)"


def _grid(header: list[str], rows: list[list[str]]) -> str:
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(c)}</td>' for c in row[1:])}</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
