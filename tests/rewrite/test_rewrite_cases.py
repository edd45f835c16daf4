"""The table of constructions (cases.txt): what comes out, and why the rest stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from brackets import Case, cases, document

from corefer.rewrite import rewrite

CASES = list(cases(Path(__file__).with_name("cases.txt")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    source = document(case.marked)
    options = {name: float(value) if name == "min_confidence" else value for name, value in case.options.items()}
    found = rewrite(source, **options)  # type: ignore[arg-type]
    expected = source.text if case.expected == "same" else case.expected
    assert found.text == expected
    if case.left:
        assert [(left.text, str(left.reason)) for left in found.left] == case.left


def test_there_are_sixty_cases_or_more() -> None:
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)
