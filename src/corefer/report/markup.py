"""Tables for papers and web pages: Markdown and LaTeX, with whatever stands in a cell escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

Row = Sequence[str]

_NUMERIC = re.compile(r"[\d\s.,:/%*†<>≤≥=±+−–—()\[\]-]*")  # also `70.1 [68.0, 72.3]`, `< 0.001`
_HYPHENS = re.compile("-(?=-)")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~&$])")
# Characters that LaTeX reads as something else, or that pdfLaTeX does not know.
_LATEX = {
    "\0": "{}",  # put between hyphens, so that they do not become a dash
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': "''",
    "³": r"\textsuperscript{3}",
    "−": "$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "Δ": r"$\Delta$",
    "α": r"$\alpha$",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
}


def markdown_table(header: Row, rows: Sequence[Row]) -> str:
    """A table in GitHub's Markdown, its columns aligned in the source too; columns of numbers are set right."""
    right = numeric_columns(header, rows)
    cells = [[escape_markdown(cell) for cell in row] for row in (header, *rows)]
    widths = [max(3, *(len(row[i]) for row in cells)) for i in range(len(header))]
    rule = ["-" * (width - 1) + ":" if r else "-" * width for width, r in zip(widths, right, strict=True)]
    padded = [
        [cell.rjust(width) if r else cell.ljust(width) for cell, width, r in zip(row, widths, right, strict=True)]
        for row in (cells[0], rule, *cells[1:])
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in padded)


def latex_table(header: Row, rows: Sequence[Row], caption: str = "") -> str:
    r"""A `table` with a `tabular` in booktabs style (`\usepackage{booktabs}`); columns of numbers are set right."""
    columns = "".join("r" if right else "l" for right in numeric_columns(header, rows))
    head, *body = [_latex_row(row) for row in (header, *rows)]
    lines = [
        r"\begin{table}",
        r"  \centering",
        *([rf"  \caption{{{escape_latex(caption)}}}"] if caption else []),
        rf"  \begin{{tabular}}{{{columns}}}",
        r"    \toprule",
        f"    {head}",
        r"    \midrule",
        *(f"    {row}" for row in body),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def numeric_columns(header: Row, rows: Sequence[Row]) -> list[bool]:
    """For each column whether numbers stand in it and nothing but numbers (signs, brackets and empty cells allowed)."""
    uneven = next((row for row in rows if len(row) != len(header)), None)
    if uneven is not None:
        raise ValueError(f"a row of {len(uneven)} cells under a header of {len(header)}: {list(uneven)}")
    columns = [[row[i] for row in rows] for i in range(len(header))]
    return [all(map(_NUMERIC.fullmatch, column)) and any(map(str.isdigit, "".join(column))) for column in columns]


def escape_markdown(text: str) -> str:
    """The text as the contents of a cell that reads like the text."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def escape_latex(text: str) -> str:
    """The text as LaTeX that prints it; two hyphens stay two."""
    return "".join(_LATEX.get(character, character) for character in _HYPHENS.sub("-\0", " ".join(text.split())))


def _latex_row(row: Row) -> str:
    line = " & ".join(map(escape_latex, row))
    # After the previous row's `\\`, LaTeX would take these for an argument of it.
    return ("{}" if line.startswith(("[", "*")) else "") + line + r" \\"
