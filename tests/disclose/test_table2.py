"""Golden case: the sample disclosure of Byron 2001, Table 2 — its form, and the slips in its numbers."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from peanuts import corpus

from corefer.disclose.check import check
from corefer.disclose.disclosure import Disclosure, make
from corefer.disclose.sheet import parse_cell, read_sheets

TABLE2 = Path(__file__).with_name("table2.csv")
SLIPS = {
    ("Alpha", "inter", "Total", "82%", "72%"),
    ("Alpha", "resolution_rate", "Her", "100%", "95%"),
    ("Beta", "inter", "Total", "90%", "89%"),
    ("Beta", "intra", "Total", "85%", "86%"),
    ("Beta", "resolution_rate", "Her", "90%", "91%"),
    ("Beta", "intra", "Him", "24/31", "23"),
    # correct antecedents less correct referents: 9 for Alpha, which lists 2; Beta's 3 sit in other columns
    ("Alpha", "chaining", "She", "0", "1"),
    ("Alpha", "chaining", "He", "0", "3"),
    ("Alpha", "chaining", "Him", "1", "2"),
    ("Alpha", "chaining", "It", "0", "2"),
    ("Alpha", "chaining", "Total", "2", "9"),
    ("Beta", "chaining", "She", "0", "1"),
    ("Beta", "chaining", "He", "1", "0"),
    ("Beta", "chaining", "Him", "2", "1"),
    ("Beta", "chaining", "Its", "0", "1"),
}
# Cells that cannot come out as printed: the slips, and the total that the impossible 24 of 23 is part of.
IMPOSSIBLE = {(system, row, column) for system, row, column, _, _ in SLIPS} | {("Beta", "chaining", "Total")}
ROWS = {
    "inter": "#Correct: Ante (Inter)",
    "intra": "#Correct: Ante (Intra)",
    "errors cataphora": "Errors: Cataphora",
    "errors long_distance": "Errors: Long Distance",
    "referents": "#Correct: Refs",
    "chaining": "Errors: Chaining",
    "resolution_rate": "Resolution Rate",
}


@pytest.fixture(scope="module")
def disclosure() -> Disclosure:
    key, responses, plan = corpus()
    return make(key, responses, plan)


def found(text: str) -> set[tuple[str, str, str, str, str]]:
    return {(s.system, s.row, s.column, s.printed, s.computed) for s in check(text)}


def test_table2_yields_exactly_its_slips() -> None:
    assert found(TABLE2.read_text(encoding="utf-8")) == SLIPS


def test_table2_in_json_yields_the_same_slips() -> None:
    assert found(json.dumps(as_json())) == SLIPS


def as_json() -> dict[str, Any]:
    """Table 2 in the JSON form, cells as printed."""
    header, *lines = csv.reader(TABLE2.read_text(encoding="utf-8").splitlines())
    rows: dict[str, Any] = {"nonreferential": {}, "referential": {}}
    systems: dict[str, Any] = {}
    for section, name, *cells in lines:
        values = dict(zip(header[2:], cells, strict=True))
        if section == "corpus":
            rows[name[0]] = values
        elif section.startswith("system "):
            parts = systems.setdefault(section.removeprefix("system "), {"errors": {}})
            target = parts["errors"] if name.startswith("errors ") else parts
            target[name.removeprefix("errors ")] = values
        else:
            rows[section][name] = values
    return {"columns": header[2:], "rows": rows, "systems": systems}


def test_a_corpus_of_these_counts_renders_the_same_table(disclosure: Disclosure) -> None:
    table = disclosure.table
    paper = read_sheets(TABLE2.read_text(encoding="utf-8"), "table 2")[0]
    assert table.columns == paper.columns
    lines = {line.key: line for line in table.lines if line.cells}
    compared = 0
    for (section, row), cells in paper.rows.items():
        line = lines["rows" if section == "corpus" else section, row]
        for column, printed in cells.items():
            if (section.removeprefix("system "), row, column) in IMPOSSIBLE:
                continue
            ours = parse_cell(line.cells[table.columns.index(column)], column)
            shown = {name: getattr(printed, name) for name in ("part", "whole", "percent")}
            expected = {name: value for name, value in shown.items() if value is not None}
            assert expected, (section, row, column)
            assert {name: getattr(ours, name) for name in expected} == expected, (section, row, column)
            compared += 1
    assert compared == sum(map(len, paper.rows.values())) - len(IMPOSSIBLE)


def test_the_rows_stand_in_the_papers_order_under_its_names(disclosure: Disclosure) -> None:
    labels = [line.label for line in disclosure.table.lines]
    assert labels[:17] == [
        "A: Raw Word Count", "Nonreferential Exclusions", "Pleonastic", "Abandoned Utterance", "B: Sum Nonreferential",
        "C: Total Referential (A−B)", "Referential Exclusions", "Plural", "Demonstrative", "1st/2nd Person",
        "Reported Speech", "Event Anaphora", "D: Sum Ref Exclusions", "E: Evaluation Set (C−D)", "Results", "Alpha",
        "F: #Correct: Ante (Inter)",
    ]  # fmt: skip
    assert labels[17:25] == [
        "F: #Correct: Ante (Intra)", "Errors: Cataphora", "Errors: Long Distance", "G: #Correct: Refs",
        "Errors: Chaining", "Resolution Rate (G/C)", "Beta", "H: #Correct: Ante (Inter)",
    ]  # fmt: skip
    assert labels[-1] == "Resolution Rate (I/C)"
    assert disclosure.header[:2] == [
        ("Evaluation corpus name", "Peanut dialogues (Babar et al 1994)"),
        ("Genre", "Two-party problem-solving dialogues"),
    ]


def test_the_impossible_cells_come_out_as_they_should(disclosure: Disclosure) -> None:
    cell = disclosure.table.cell
    assert cell("F: #Correct: Ante (Inter)", "Total", "Alpha") == "112 (72%)"
    assert cell("Resolution Rate (G/C)", "Her", "Alpha") == "95%"
    assert cell("Errors: Chaining", "Total", "Alpha") == "9"
    assert cell("H: #Correct: Ante (Intra)", "Him", "Beta") == "23/23"
    assert disclosure.resolution_rate["Beta"]["Her"] == pytest.approx(100 * 20 / 22)
    assert next(iter(disclosure.resolution_rate["Alpha"])) == "Total"


def test_what_is_printed_checks(disclosure: Disclosure) -> None:
    assert check(disclosure.to_csv()) == []
    assert check(disclosure.to_json()) == []


def test_the_table_fits_120_columns_in_one_block(disclosure: Disclosure) -> None:
    text = disclosure.to_text(120)
    assert max(map(len, text.splitlines())) <= 120
    assert text.count("A: Raw Word Count") == 1
    narrow = disclosure.to_text(80)
    assert max(map(len, narrow.splitlines())) <= 80
    assert narrow.count("A: Raw Word Count") == 2
