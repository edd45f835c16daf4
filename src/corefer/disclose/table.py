"""The table of the paper's form: counts as lines of text, whatever prints them afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from corefer.disclose.cells import SYSTEM
from corefer.disclose.counting import Counts, Row, Share, SystemCounts
from corefer.disclose.plan import TOTAL, Plan

NOTHING = "–"


class Part(StrEnum):
    """What a line is: a heading over others, a plain row, or one that sums up."""

    SECTION = "section"
    SYSTEM = "system"
    ROW = "row"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; `key` names what it counts: (section, row) as in JSON, or (`system NAME`, row)."""

    part: Part
    label: str
    cells: tuple[str, ...] = ()
    key: tuple[str, str] = ("", "")


@dataclass(slots=True)
class Table:
    """Header, columns, lines and notes."""

    header: list[tuple[str, str]]
    columns: list[str]
    lines: list[Line]
    notes: list[str] = field(default_factory=list)

    def rows(self) -> list[list[str]]:
        """The lines with cells, as lists: label first."""
        return [[line.label, *line.cells] for line in self.lines if line.cells]

    def cell(self, label: str, column: str, system: str = "") -> str:
        """A cell by its labels; results need the system, whose lines are labelled alike."""
        at = self.columns.index(column)
        for line in self.lines:
            if line.cells and line.label == label and (not system or line.key[0] == SYSTEM + system):
                return line.cells[at]
        raise KeyError(label)


def lay_out(counts: Counts, plan: Plan, header: list[tuple[str, str]]) -> Table:
    """The table of these counts, as the paper's Table 2 has it."""
    lines = [
        _line("A: Raw Word Count", counts.raw, counts, ("rows", "A"), Part.SUM),
        Line(Part.SECTION, "Nonreferential Exclusions"),
        *_categories(counts.nonreferential, counts, plan, "nonreferential"),
        _line("B: Sum Nonreferential", counts.sum_nonreferential, counts, ("rows", "B"), Part.SUM),
        _line("C: Total Referential (A−B)", counts.total_referential, counts, ("rows", "C"), Part.SUM),
        Line(Part.SECTION, "Referential Exclusions"),
        *_categories(counts.referential, counts, plan, "referential"),
        _line("D: Sum Ref Exclusions", counts.sum_referential, counts, ("rows", "D"), Part.SUM),
        _line("E: Evaluation Set (C−D)", counts.evaluated, counts, ("rows", "E"), Part.SUM),
    ]
    if counts.systems:
        lines.append(Line(Part.SECTION, "Results"))
    for number, (name, system) in enumerate(counts.systems.items()):
        lines += _results(name, system, counts, plan, _letter(2 * number), _letter(2 * number + 1))
    return Table(header, counts.columns, lines, _notes(counts, plan))


def _line(label: str, row: Row, counts: Counts, key: tuple[str, str], part: Part = Part.ROW) -> Line:
    return Line(part, label, tuple(f"{row[column]}" for column in counts.columns), key)


def _categories(rows: dict[str, Row], counts: Counts, plan: Plan, section: str) -> list[Line]:
    """The categories that exclude any token; those that could have, and do not, are named in a note."""
    return [_line(plan.label(n), row, counts, (section, n)) for n, row in rows.items() if row[TOTAL]]


def _letter(number: int) -> str:
    """F, G, H, … as in the paper; after Z, AA."""
    place = 5 + number
    return chr(65 + place) if place < 26 else chr(64 + place // 26) + chr(65 + place % 26)


def _results(name: str, system: SystemCounts, counts: Counts, plan: Plan, one: str, two: str) -> Iterator[Line]:
    def line(label: str, cells: list[str], row: str) -> Line:
        return Line(Part.ROW, label, tuple(cells), (SYSTEM + name, row))

    columns = counts.columns
    yield Line(Part.SYSTEM, name)
    yield line(f"{one}: #Correct: Ante (Inter)", _fractions(system.inter, counts), "inter")
    yield line(f"{one}: #Correct: Ante (Intra)", _fractions(system.intra, counts), "intra")
    for kind, errors in system.errors.items():
        yield line(f"Errors: {plan.label(kind)}", _errors(errors, counts), f"errors {kind}")
    referents = Share(system.referents, counts.evaluated)
    cells = [str(system.referents[c]) for c in columns[:-1]] + [_with_percent(referents)]
    yield line(f"{two}: #Correct: Refs", cells, "referents")
    yield line("Errors: Chaining", [str(system.chaining[c]) for c in columns], "chaining")
    if system.open[TOTAL]:
        yield line("Left Open", [str(system.open[c]) for c in columns], "open")
        yield line("Precision", [_percent(system.precision, c) for c in columns], "precision")
        yield line("Recall", [_percent(system.recall, c) for c in columns], "recall")
    numerator = two if plan.count == "referents" else one
    rates = [_percent(system.resolution_rate, c) for c in columns]
    yield Line(Part.SUM, f"Resolution Rate ({numerator}/C)", tuple(rates), (SYSTEM + name, "resolution_rate"))


def _fractions(share: Share, counts: Counts) -> list[str]:
    """x/y in every column; in Out of Scope nothing where nothing is left of it; the total with its percentage."""
    *covered, scope, _ = counts.columns
    cells = [f"{share.part[c]}/{share.whole[c]}" for c in covered]
    rest = f"{share.part[scope]}/{share.whole[scope]}" if counts.evaluated[scope] else "0"
    return [*cells, rest, _with_percent(share)]


def _with_percent(share: Share) -> str:
    percent = share.percent(TOTAL)
    return f"{share.part[TOTAL]}" + ("" if percent is None else f" ({round_half_up(percent)}%)")


def _errors(share: Share, counts: Counts) -> list[str]:
    cells = [f"{share.part[c]}/{share.whole[c]}" if share.whole[c] else "0" for c in counts.columns[:-1]]
    return [*cells, str(share.part[TOTAL])]


def _percent(share: Share, column: str) -> str:
    percent = share.percent(column)
    return NOTHING if percent is None else f"{round_half_up(percent)}%"


def round_half_up(value: float) -> int:
    """As papers round; Python's own rounding goes to the even number."""
    return int(value + 0.5 + 1e-9)


def _notes(counts: Counts, plan: Plan) -> list[str]:
    """How many exclusions the key annotates, how many were found in parse and text, and which apply to no token."""
    known = {name: pair for name, pair in counts.sources.items() if any(pair)}
    none = [plan.label(name) for name, pair in counts.sources.items() if not any(pair)]
    notes = []
    if known:
        found, annotated = sum(f for f, _ in known.values()), sum(a for _, a in known.values())
        each = ", ".join(f"{plan.label(name)} {f}+{a}" for name, (f, a) in known.items())
        notes.append(f"Excluded tokens found + annotated in the key: {found}+{annotated} ({each}).")
    if none:
        notes.append(f"Applied, and true of no token: {', '.join(none)}.")
    return notes
