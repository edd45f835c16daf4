"""A disclosure's table as text, Markdown and LaTeX. CSV and JSON hold numbers and are in `data`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from corefer.disclose.records import Outcome, Record
from corefer.disclose.table import Line, Part, Table

GAP = "  "
INDENT = "  "
TRACE = ("Place", "Form", "Column", "Category or outcomes", "Context")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "−": "$-$", "–": "--", "—": "---", "…": r"\ldots{}", "“": "``", "”": "''", "’": "'",
}  # fmt: skip
_MARKDOWN = "\\`*_[]<>|~#"


# --- text


def text(table: Table, width: int = 120) -> str:
    """For a terminal: columns that do not fit side by side are folded, a block under a block."""
    labels = [_label(line) for line in table.lines]
    first = max(map(len, labels), default=0)
    widths = [_column_width(table, i) for i in range(len(table.columns))]
    blocks = fold(widths, width - first)
    head = max(len(name) for name, _ in table.header) if table.header else 0
    lines = [part for name, value in table.header for part in _hanging(f"{name + ':':<{head + 2}}", value, width)]
    for block in blocks:
        lines += ["", *_block(table, labels, block, widths, first)]
    for note in table.notes:
        lines += ["", *wrap(note, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def fold(widths: Sequence[int], room: int) -> list[list[int]]:
    """Cut the columns into as few blocks as fit the room, of about the same width."""
    needed = [width + len(GAP) for width in widths]
    blocks = _cut(needed, room)
    least = len(blocks)
    for smaller in range(max(needed, default=0), room):
        even = _cut(needed, smaller)
        if len(even) == least:
            return even
    return blocks


def _cut(needed: list[int], room: int) -> list[list[int]]:
    blocks: list[list[int]] = [[]]
    left = room
    for i, width in enumerate(needed):
        if width > left and blocks[-1]:
            blocks.append([])
            left = room
        blocks[-1].append(i)
        left -= width
    return blocks


def _hanging(start: str, value: str, width: int) -> list[str]:
    return wrap(value, width, initial_indent=start, subsequent_indent=" " * len(start)) or [start.rstrip()]


def _label(line: Line) -> str:
    return (INDENT if line.part is Part.ROW else "") + line.label


def _titles(name: str) -> list[str]:
    """A column's title, a word a line if it is long."""
    return name.rsplit(" ", 1) if len(name) > 7 and " " in name else [name]


def _column_width(table: Table, column: int) -> int:
    cells = (line.cells[column] for line in table.lines if line.cells)
    return max(*(len(part) for part in _titles(table.columns[column])), *map(len, cells), 0)


def _block(table: Table, labels: list[str], columns: list[int], widths: list[int], first: int) -> list[str]:
    titles = [_titles(table.columns[i]) for i in columns]
    deep = max(map(len, titles))
    lines = []
    for row in range(deep):
        parts = [t[row - deep + len(t)] if row >= deep - len(t) else "" for t in titles]
        lines.append(" " * first + "".join(GAP + part.rjust(widths[i]) for part, i in zip(parts, columns, strict=True)))
    rule = "─" * len(lines[-1])
    lines.append(rule)
    for label, line in zip(labels, table.lines, strict=True):
        if line.part is Part.SYSTEM:
            lines.append("")
        cells = "".join(GAP + line.cells[i].rjust(widths[i]) for i in columns) if line.cells else ""
        lines.append(f"{label:<{first}}{cells}")
    return [*lines, rule]


# --- Markdown


def markdown(table: Table) -> str:
    """GitHub's Markdown: sections and sums are bold."""
    header = [f"**{_escape_markdown(name)}:** {_escape_markdown(value)}  " for name, value in table.header]
    rows = [["", *map(_escape_markdown, table.columns)]]
    for line in table.lines:
        label = _escape_markdown(line.label)
        bold = line.part is not Part.ROW
        cells = [f"**{_escape_markdown(c)}**" if bold and c else _escape_markdown(c) for c in line.cells]
        rows.append([f"**{label}**" if bold else label, *(cells or [""] * len(table.columns))])
    rule = ["---", *["---:"] * len(table.columns)]
    body = [f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:])]
    notes = [part for note in table.notes for part in ("", _escape_markdown(note))]
    return "\n".join([*header, "", *body, *notes]) + "\n"


def _escape_markdown(value: str) -> str:
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in " ".join(value.split()))


# --- LaTeX


def latex(table: Table) -> str:
    r"""A `table*` in booktabs style (`\usepackage{booktabs}`); italics mark what varies by study, as in the paper."""
    span = len(table.columns) + 1
    caption = " ".join(f"{name}: {value}." for name, value in table.header if value)
    titles = [rf"\textit{{{_escape_latex(name)}}}" for name in table.columns[:-2]]
    titles += [_escape_latex(name) for name in table.columns[-2:]]
    lines = [
        r"\begin{table*}",
        r"  \centering\small\setlength{\tabcolsep}{3pt}",
        rf"  \caption{{{_escape_latex(caption)}}}",
        rf"  \begin{{tabular}}{{l{'r' * len(table.columns)}}}",
        r"    \toprule",
        rf"    & {' & '.join(titles)} \\",
        r"    \midrule",
    ]
    for number, line in enumerate(table.lines):
        if line.part is Part.SYSTEM or (line.part is Part.SECTION and number):
            lines.append(r"    \midrule")
        if line.cells:
            indent = r"\quad " if line.part is Part.ROW else ""
            lines.append(rf"    {indent}{_escape_latex(line.label)} & {' & '.join(map(_escape_latex, line.cells))} \\")
        else:
            style = r"\textit" if line.part is Part.SYSTEM else r"\textbf"
            lines.append(rf"    \multicolumn{{{span}}}{{l}}{{{style}{{{_escape_latex(line.label)}}}}} \\")
    lines += [r"    \bottomrule", r"  \end{tabular}", r"\end{table*}"]
    lines += [f"% {note}" for note in table.notes]
    return "\n".join(lines) + "\n"


def _escape_latex(value: str) -> str:
    return "".join(_LATEX.get(c, c) for c in " ".join(value.split()))


# --- plain grids: the summary over genres, the trace


def grid(header: list[str], rows: list[list[str]], width: int = 120) -> str:
    """Columns side by side, the first set left; what would not fit is folded."""
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    blocks = fold(widths[1:], width - widths[0])
    lines: list[str] = []
    for block in blocks:
        chosen = [i + 1 for i in block]
        lines += [""] if lines else []
        for row in (header, *rows):
            lines.append(f"{row[0]:<{widths[0]}}" + "".join(GAP + row[i].rjust(widths[i]) for i in chosen))
            if row is header:
                lines.append("─" * len(lines[-1]))
    return "\n".join(lines) + "\n"


def markdown_grid(header: list[str], rows: list[list[str]]) -> str:
    body = [header, ["---", *["---:"] * (len(header) - 1)], *([_escape_markdown(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in body)


def latex_grid(header: list[str], rows: list[list[str]]) -> str:
    body = [rf"    {' & '.join(map(_escape_latex, row))} \\" for row in (header, *rows)]
    opening = [
        r"\begin{table}",
        r"  \centering",
        rf"  \begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
        r"    \toprule",
    ]
    closing = [r"    \bottomrule", r"  \end{tabular}", r"\end{table}"]
    return "\n".join([*opening, body[0], r"    \midrule", *body[1:], *closing]) + "\n"


def trace_text(records: Iterable[Record]) -> str:
    """A line per token: document and offsets, form, column, category or outcomes, context."""
    rows = [[*trace_fields(record), f"…{record.before[-30:]}[{record.form}]{record.after[:30]}…"] for record in records]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(len(TRACE) - 1)]
    return "".join(
        GAP.join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip() + "\n"
        for row in ([*TRACE], *rows)
    )


def trace_markdown(records: Iterable[Record]) -> str:
    rows = [[*trace_fields(r), f"{r.before[-30:]}[{r.form}]{r.after[:30]}"] for r in records]
    body = [[*TRACE], ["---"] * len(TRACE), *([_escape_markdown(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in body)


def trace_fields(record: Record) -> list[str]:
    """The record in the words of the trace: why it is excluded, or what each system made of it."""
    if record.excluded:
        told = f"{record.category} ({'annotated' if record.annotated else 'found'}: {record.reason})"
    else:
        outcomes = (_outcome(name, outcome) for name, outcome in record.outcomes.items())
        told = "; ".join([" ".join(("evaluated,", record.distance, *record.classes)), *outcomes])
    file = f"{record.file}: " if record.file not in ("", record.document) else ""
    return [f"{file}{record.document}:{record.start}-{record.end}", record.form, record.column, told]


def _outcome(name: str, outcome: Outcome) -> str:
    target = (
        outcome.antecedent if outcome.antecedent == outcome.referent else f"{outcome.antecedent} → {outcome.referent}"
    )
    return f"{name} {outcome.name}" + (f" → {target}" if outcome.attempted else "")
