"""Tables as Markdown and LaTeX: what a reader sees is what stood in the cells."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from corefer.report.markup import escape_latex, latex_table, markdown_table, numeric_columns

HEADER = ("Metric", "F1", "p")
ROWS = (("MUC", "70.12", "< 0.001"), ("B³", "−9.5", ""))


def _seen(markdown: str) -> list[list[str]]:
    """The text of each cell, as a Markdown reader renders it."""
    parser = MarkdownIt("commonmark").enable("table")
    rows: list[list[str]] = []
    for token in parser.parse(markdown):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows:
            assert all(child.type in ("text", "text_special") for child in token.children or []), token.children
            rows[-1].append("".join(child.content for child in token.children or []))
    return rows


def test_markdown_is_aligned_in_the_source_and_sets_numbers_right() -> None:
    assert markdown_table(HEADER, ROWS) == (
        "| Metric |    F1 |        p |\n"
        "| ------ | ----: | -------: |\n"
        "| MUC    | 70.12 | \\< 0.001 |\n"
        "| B³     |  −9.5 |          |\n"
    )


def test_latex_is_a_booktabs_table() -> None:
    assert latex_table(HEADER, ROWS, "Scores of 2 systems & more") == (
        "\\begin{table}\n"
        "  \\centering\n"
        "  \\caption{Scores of 2 systems \\& more}\n"
        "  \\begin{tabular}{lrr}\n"
        "    \\toprule\n"
        "    Metric & F1 & p \\\\\n"
        "    \\midrule\n"
        "    MUC & 70.12 & \\textless{} 0.001 \\\\\n"
        "    B\\textsuperscript{3} & $-$9.5 &  \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\\end{table}\n"
    )


def test_a_table_without_a_caption_has_none() -> None:
    assert "caption" not in latex_table(HEADER, ROWS)


cells = st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from("|\\`*_[]<>&~$!#- http:."), max_size=12)


@given(st.lists(st.tuples(cells, cells), max_size=3))
def test_markdown_shows_every_cell_as_it_was(rows: list[tuple[str, str]]) -> None:
    expected = [["a", "b"], *([" ".join(cell.split()) for cell in row] for row in rows)]
    assert _seen(markdown_table(("a", "b"), rows)) == expected


@given(cells)
def test_latex_leaves_no_special_character_bare(text: str) -> None:
    """What remains when the commands and escapes are taken out is plain."""
    rest = re.sub(r"\\text[a-z]+\{\d?\}|\\ldots\{\}|\$(-|\\[A-Za-z]+)\$|\\[&%$#_{}]|\{\}", "", escape_latex(text))
    assert not set(rest) & set('\\{}&%$#_~^<>|`"')


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a--b", "a-{}-b"),
        ("a---b", "a-{}-{}-b"),
        ("1–2", "1--2"),
        ("C:\\x", r"C:\textbackslash{}x"),
        ("50 % {x}_1", r"50 \% \{x\}\_1"),
        ("two\nlines", "two lines"),
    ],
)
def test_latex_escapes(text: str, escaped: str) -> None:
    assert escape_latex(text) == escaped


def test_latex_keeps_a_row_that_begins_with_a_bracket_from_the_row_before() -> None:
    assert "    {}[1, 2] \\\\\n" in latex_table(("x",), [("[1, 2]",)])


@pytest.mark.parametrize(
    ("column", "numeric"),
    [
        (("70.1 [68.0, 72.3]", "−3", ""), True),
        (("12 %", "< 0.001*"), True),
        (("3rd system", "1"), False),
        (("", "—"), False),
        ((), False),
    ],
)
def test_what_a_column_of_numbers_is(column: tuple[str, ...], numeric: bool) -> None:
    assert numeric_columns(("x",), [(cell,) for cell in column]) == [numeric]


@pytest.mark.parametrize("table", [markdown_table, latex_table])
def test_rows_and_header_have_the_same_number_of_cells(table) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="a row of 1 cells under a header of 2"):
        table(("a", "b"), [("c",)])
