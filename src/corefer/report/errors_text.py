"""An error analysis in the terminal: the counts, then examples of each kind with the mentions in their sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from corefer.report.error_marks import Mark, pieces
from corefer.report.error_tables import antecedents_table, common_table, counts_table
from corefer.report.markup import latex_table, markdown_table
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
)

STYLES = {"key": "green", "response": "red", "anaphor": "bold cyan"}
BRACKETS = {"key": "[]", "response": "{}", "anaphor": "«»"}
SHOWN_EXCERPTS = 4  # of an entity error
SHOWN_MENTIONS = 6  # of a part of an entity
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def tables(
    analyses: Sequence[ErrorAnalysis], common: Sequence[CommonError], kinds: Collection[Kind]
) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """The tables that there is something to put into, with their titles."""
    yield "Errors", *counts_table(analyses, kinds)
    if any(kind in kinds for kind in ANTECEDENTS):
        yield "Antecedents of found anaphors", *antecedents_table(analyses)
    if len(analyses) > 1:
        yield "Errors in common", *common_table(common, len(analyses), kinds)


def markup(
    analyses: Sequence[ErrorAnalysis], common: Sequence[CommonError], kinds: Collection[Kind], latex: bool
) -> str:
    """The tables for a paper, each under its title, with the signatures that the numbers belong to."""
    signatures = list(dict.fromkeys(analysis.signature for analysis in analyses if analysis.signature))
    if latex:
        parts = [latex_table(header, rows, caption=title) for title, header, rows in tables(analyses, common, kinds)]
        return "\n".join([*parts, *(f"% {signature}\n" for signature in signatures)])
    parts = [f"{title}\n\n{markdown_table(header, rows)}" for title, header, rows in tables(analyses, common, kinds)]
    return "\n".join([*parts, *(f"`{signature}`\n" for signature in signatures)])


def print_reasons(console: Console | None = None) -> None:
    """What the kinds and the reasons mean; reasons in the order in which they are tried."""
    out = console or Console(highlight=False)
    for family, kinds in FAMILIES.items():
        table = Table(
            title=family, title_style="bold", title_justify="left", show_header=False, box=None, pad_edge=False
        )
        for kind in kinds:
            table.add_row(kind.value, MEANING[kind], style="bold")
            for reason, meaning in REASONS[kind].items():
                table.add_row(f"  {reason.value}", meaning)
        out.print(table)
        out.print()


def print_errors(
    analyses: Sequence[ErrorAnalysis],
    common: Sequence[CommonError],
    kinds: Collection[Kind],
    examples: int,
    console: Console | None = None,
) -> None:
    """Print the tables, then the first examples of each kind."""
    out = console or Console(highlight=False)
    for title, header, rows in tables(analyses, common, kinds):
        out.print(_table(title, header, rows))
        out.print()
    if examples:
        made_by = {id(record): list(error.made_by) for error in common for record in error.made_by.values()}
        out.print(
            Text.assemble(
                "key ", _bracketed("key"), "  response ", _bracketed("response"), "  anaphor ", _bracketed("anaphor")
            )
        )
        for analysis in analyses:
            _print_examples(analysis, kinds, examples, made_by, out, named=len(analyses) > 1)
    for signature in dict.fromkeys(analysis.signature for analysis in analyses if analysis.signature):
        out.print(Text(signature, style="dim"), soft_wrap=True)


def _table(title: str, header: list[str], rows: list[list[str]]) -> Table:
    table = Table(title=title, title_style="bold", title_justify="left", box=None, pad_edge=False)
    names = sum(not all(row[i].replace(",", "").isdigit() for row in rows) for i in range(len(header)))
    for i, name in enumerate(header):
        table.add_column(name, justify="left" if i < names else "right")
    for row in rows:
        is_sum = "all" in row[:names] or (row[0] and not row[names - 1] and names > 1)
        table.add_row(*(Text(cell) for cell in row), style="bold" if is_sum else "")
    return table


def _print_examples(
    analysis: ErrorAnalysis,
    kinds: Collection[Kind],
    examples: int,
    made_by: dict[int, list[str]],
    out: Console,
    named: bool,
) -> None:
    for kind in (kind for kind in Kind if kind in kinds):
        first = list(islice(analysis.of_kind(kind), examples))
        if not first:
            continue
        title = f"{analysis.name}: {kind.heading.lower()}" if named else kind.heading
        out.print()
        out.print(Text.assemble((title, "bold"), (f"  {MEANING[kind]}", "dim")))
        for error in first:
            out.print()
            others = [name for name in made_by.get(id(error), []) if name != analysis.name]
            out.print(Padding(_example(error, others), (0, 0, 0, 2), expand=False))
    out.print()


def _example(error: ErrorRecord, others: list[str]) -> Text:
    """Where, how and why; the sentences; what stands against what."""
    facts = [error.reason.value if error.reason else "", error.type.value, f"{error.document} @{error.start}"]
    if others:
        facts.append(f"also {', '.join(others)}")
    lines = [Text(" · ".join(filter(None, facts)), style="dim")]
    lines += [marked(excerpt, error) for excerpt in error.excerpts[:SHOWN_EXCERPTS]]
    if error.groups:
        lines += [_part(error, number) for number in range(1, len(error.groups) + 1)]
    elif error.kind in ANTECEDENTS:
        lines.append(_choice(error))
    return Text("\n").join(lines)


def marked(excerpt: Excerpt, error: ErrorRecord) -> Text:
    """The sentence with its mentions in colour and in brackets."""
    result = Text()
    for piece in pieces(excerpt, error):
        for mark in piece.opening:
            result.append(BRACKETS[mark.role][0], style=STYLES[mark.role])
        result.append(piece.text, style=STYLES[piece.covering[-1].role] if piece.covering else "")
        for mark in piece.closing:
            result.append(_close(mark), style=STYLES[mark.role])
    return result


def _close(mark: Mark) -> str:
    return BRACKETS[mark.role][1] + (str(mark.group).translate(_SUBSCRIPTS) if mark.group else "")


def _bracketed(role: str) -> tuple[str, str]:
    return "…".join(BRACKETS[role]), STYLES[role]


def _part(error: ErrorRecord, number: int) -> Text:
    group = error.groups[number - 1]
    shown = ", ".join(quote.text or "∅" for quote in group[:SHOWN_MENTIONS])
    more = f" … ({len(group)})" if len(group) > SHOWN_MENTIONS else ""
    return Text(f"{str(number).translate(_SUBSCRIPTS)} {shown}{more}", style=STYLES["key" if error.key else "response"])


def _choice(error: ErrorRecord) -> Text:
    expected = error.key[0].text or "∅" if error.key else "(none)"
    chosen = error.response[0].text or "∅" if error.response else "(none)"
    return Text.assemble(
        ("expected ", "dim"), (expected, STYLES["key"]), ("  chosen ", "dim"), (chosen, STYLES["response"])
    )
