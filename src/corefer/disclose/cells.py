"""The tokens behind each cell, so that a reader can audit any number.

A cell x/y stands on the y tokens that it is about; which x of them are meant, their outcomes say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corefer.disclose.plan import TOTAL, Plan
from corefer.disclose.records import INTER, INTRA, Record

Test = Callable[[Record], bool]
SYSTEM = "system "  # before a system's name, so that none is taken for a section of the corpus part
_ERRORS = "errors "


def tokens_of(records: Sequence[Record], plan: Plan, section: str, row: str, column: str = TOTAL) -> list[Record]:
    """The records of a cell; `section` and `row` as in JSON (`rows` A, `referential` plural, a system's `inter`)."""
    test = _test(plan, section, row)
    return [record for record in records if column in (TOTAL, record.column) and test(record)]


def _test(plan: Plan, section: str, row: str) -> Test:
    if section == "rows":
        return {
            "A": lambda _: True,
            "B": lambda record: record.category in plan.nonreferential,
            "C": lambda record: record.category not in plan.nonreferential,
            "D": lambda record: record.category in plan.referential,
            "E": lambda record: not record.excluded,
        }[row]  # fmt: skip
    if section in ("nonreferential", "referential"):
        listed = plan.nonreferential if section == "nonreferential" else plan.referential
        return lambda record: record.category in listed and plan.row(record.category) == row
    return _result(section.removeprefix(SYSTEM), row, plan)


def _result(system: str, row: str, plan: Plan) -> Test:
    if row.startswith(_ERRORS):
        return lambda record: not record.excluded and row[len(_ERRORS) :] in record.classes
    if row in (INTER, INTRA):
        return lambda record: not record.excluded and record.distance == row
    if row in ("precision", "recall"):
        return lambda record: not record.excluded
    if row == "resolution_rate":
        return lambda record: record.category not in plan.nonreferential
    tests: dict[str, Test] = {
        "referents": lambda record: record.outcomes[system].referent_correct,
        "chaining": lambda record: record.outcomes[system].chaining,
        "open": lambda record: not record.outcomes[system].attempted,
    }
    test = tests[row]
    return lambda record: not record.excluded and test(record)
