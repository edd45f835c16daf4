"""The arithmetic of published disclosures beyond Table 2: each rule finds its slip, and good tables have none."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from peanuts import corpus

import corefer
from corefer.disclose.check import Slip, check
from corefer.disclose.disclosure import make
from corefer.document import CoreferError

KEY, RESPONSES, PLAN = corpus()
GOOD: dict[str, Any] = make(KEY, RESPONSES, PLAN).as_dict()


def slips(table: dict[str, Any]) -> list[Slip]:
    return check(json.dumps(table))


def counts(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of all integers that the check can know of."""
    if isinstance(value, dict):
        return [found for name in value for found in counts(value[name], (*path, name))]
    return [path] if isinstance(value, int) else []


# `open`'s columns that are all zero say nothing beyond their sums; error classes are bound by their sums, too.
CELLS = [path for part in ("rows", "systems") for path in counts(GOOD[part], (part,))]


@given(st.sampled_from(CELLS), st.integers(1, 5))
def test_any_count_that_is_changed_is_found(path: tuple[str, ...], by: int) -> None:
    table = copy.deepcopy(GOOD)
    place: Any = table
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] += by
    assert slips(table)


@pytest.mark.parametrize("shift", [1.0, -1.0, 0.02])
def test_percentages_are_checked_to_their_last_digit(shift: float) -> None:
    for row in ("resolution_rate", "recall", "precision"):
        table = copy.deepcopy(GOOD)
        table["systems"]["Alpha"][row]["She"] += shift
        (slip,) = slips(table)
        assert (slip.system, slip.row, slip.column) == ("Alpha", row, "She")


def test_rounded_percentages_are_right_and_truncated_ones_are_not() -> None:
    table = copy.deepcopy(GOOD)
    rates = table["systems"]["Alpha"]["resolution_rate"]
    rates["Her"] = 95  # 95.45…
    assert slips(table) == []
    rates["Her"] = 95.5
    assert slips(table) == []
    rates["Its"] = 91  # 91.67 cut off
    assert [(s.column, s.computed) for s in slips(table)] == [("Its", "92%")]


def test_genres_are_checked_apart() -> None:
    table = copy.deepcopy(GOOD)
    table["by"] = {"genre": {"news": copy.deepcopy(GOOD)}}
    table["by"]["genre"]["news"]["rows"]["C"]["It"] += 1
    assert {slip.table for slip in slips(table)} == {"news"}


def test_our_own_tables_are_right(examples: Path) -> None:
    key = corefer.read(examples)
    disclosure = make(key, {"Itself": key})
    assert check(disclosure.to_csv(by_genre=True)) == []
    assert check(disclosure.to_json(by_genre=True)) == []


def test_a_table_may_show_one_number_per_type() -> None:
    """Separating antecedents and referents is optional (section 3.1)."""
    table = {"columns": GOOD["columns"], "rows": GOOD["rows"], "systems": {}}
    alpha = GOOD["systems"]["Alpha"]
    table["systems"] = {"Alpha": {name: alpha[name] for name in ("correct", "resolution_rate")}}
    assert slips(table) == []
    table = copy.deepcopy(table)
    table["systems"]["Alpha"]["correct"]["He"] += 1
    assert {(s.row, s.column) for s in slips(table)} == {("correct", "Total"), ("resolution_rate", "He")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "t:1:2: not JSON"),
        ("{}", "t: not a disclosure"),
        ('{"rows": {"A": {"It": 1}}}', "t: there is no row B"),
        ('{"rows": {"A": 3}}', "t: A: should give a value for each column"),
        ('{"rows": {"A": {"It": "x"}}}', "t: A, It: `x` is no cell of a disclosure"),
        ("It,Total\n", "t:1: not a disclosure"),
        ("section,row,It,Total\ncorpus,A,1\n", "t:2: 3 cells under a header of 4"),
        ("section,row,It,Total\ncorpus,A,1,one\n", "t:2: Total: `one` is no cell"),
        ("", "t:1: not a disclosure"),
    ],
)
def test_what_is_no_disclosure_is_refused(text: str, message: str) -> None:
    with pytest.raises(CoreferError) as error:
        check(text, "t")
    assert str(error.value).startswith(message)
