"""The arithmetic of a published disclosure: whether its numbers can all be true of one corpus (Byron 2001).

A − B = C, C − D = E, itemised rows sum to B and D, columns to the total; numerators stay within denominators, and those
of inter- and intrasentential antecedents add up to E; correct antecedents less correct referents are the chaining
errors; each percentage follows from its counts, rounded (half up or down, not cut off).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from corefer.disclose.cells import SYSTEM
from corefer.disclose.plan import TOTAL
from corefer.disclose.sheet import CORPUS, NONREFERENTIAL, RATES, REFERENTIAL, Cell, Cells, Sheet, read_sheets

SLACK = Decimal("1e-9")


@dataclass(frozen=True, slots=True)
class Slip:
    """A cell that cannot be right: what is printed, what the other cells make it, and by which rule."""

    table: str
    system: str
    row: str
    column: str
    printed: str
    computed: str
    rule: str

    def __str__(self) -> str:
        place = ", ".join(filter(None, (self.table, self.system, self.row, self.column)))
        return f"{place}: printed {self.printed}, computed {self.computed} ({self.rule})"

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def check(text: str, source: str = "table") -> list[Slip]:
    """The slips of a disclosure in its JSON or CSV form, table by table."""
    return [slip for sheet in read_sheets(text, source) for slip in check_sheet(sheet)]


def check_sheet(sheet: Sheet) -> list[Slip]:
    """The slips of one table."""
    slips = [*_differences(sheet), *_itemised(sheet), *_totals(sheet)]
    for system in sheet.systems:
        slips += _System(sheet, system).slips()
    return slips


# --- the corpus part


def _differences(sheet: Sheet) -> Iterator[Slip]:
    for minuend, subtrahend, result in (("A", "B", "C"), ("C", "D", "E")):
        for column in sheet.columns:
            one, two, three = (_part(sheet.row(CORPUS, name), column) for name in (minuend, subtrahend, result))
            if None not in (one, two, three) and one - two != three:  # type: ignore[operator]
                rule = f"{minuend} − {subtrahend} = {result}"
                yield Slip(sheet.name, "", result, column, str(three), str(one - two), rule)  # type: ignore[operator]


def _itemised(sheet: Sheet) -> Iterator[Slip]:
    for section, result in ((NONREFERENTIAL, "B"), (REFERENTIAL, "D")):
        rows = sheet.section(section)
        for column in sheet.columns:
            printed = _part(sheet.row(CORPUS, result), column)
            total = sum((_part(cells, column) or Decimal(0) for cells in rows.values()), Decimal(0))
            if printed is not None and printed != total:
                yield Slip(sheet.name, "", result, column, str(printed), str(total), f"sum of the {section} rows")


def _totals(sheet: Sheet) -> Iterator[Slip]:
    """Every row of counts sums to its total, numerators and denominators alike; so do the rows of the systems."""
    if TOTAL not in sheet.columns:
        return
    for (section, row), cells in sheet.rows.items():
        if row in RATES or TOTAL not in cells:
            continue
        system = section[len(SYSTEM) :] if section.startswith(SYSTEM) else ""
        others = [cells[c] for c in sheet.columns if c != TOTAL and c in cells]
        for name in ("part", "whole"):
            total = getattr(cells[TOTAL], name)
            found = sum((getattr(cell, name) or Decimal(0) for cell in others), Decimal(0))
            if total is not None and total != found:
                rule = "sum of the columns" if name == "part" else "sum of the columns' denominators"
                yield Slip(sheet.name, system, row, TOTAL, cells[TOTAL].printed, str(found), rule)


def _part(cells: Cells, column: str) -> Decimal | None:
    return cells[column].part if column in cells else None


# --- the results of one system


class _System:
    """One system's rows beside the evaluation set."""

    def __init__(self, sheet: Sheet, name: str) -> None:
        self.sheet, self.name = sheet, name
        self.rows = sheet.section(SYSTEM + name)
        self.evaluated = sheet.row(CORPUS, "E")

    def slip(self, row: str, column: str, printed: str, computed: object, rule: str) -> Slip:
        return Slip(self.sheet.name, self.name, row, column, printed, str(computed), rule)

    def slips(self) -> list[Slip]:
        return [
            *self._within(),
            *self._denominators(),
            *self._chaining(),
            *self._correct(),
            *self._percentages(),
            *self._rates(),
        ]

    def _within(self) -> Iterator[Slip]:
        for row, cells in self.rows.items():
            for column, cell in cells.items():
                if cell.part is not None and cell.whole is not None and cell.part > cell.whole:
                    yield self.slip(row, column, cell.printed, f"at most {cell.whole}", "numerator within denominator")

    def _denominators(self) -> Iterator[Slip]:
        for column in self.sheet.columns:
            inter, intra = (self._whole(row, column) for row in ("inter", "intra"))
            size = _part(self.evaluated, column)
            if inter is None or intra is None or size is None or inter + intra == size:
                continue
            wrong = self._misfit(column)
            right = self.fitting(wrong, column)
            printed = self.rows[wrong][column].printed
            rule = f"denominators of inter and intra sum to E: {inter} + {intra} is not {size}"
            yield self.slip(wrong, column, printed, right, rule)

    def _misfit(self, column: str) -> str:
        """Which of the two denominators is wrong: the one that another system, whose sum is right, has otherwise."""
        size = _part(self.evaluated, column)
        for other in self.sheet.systems:
            rows = self.sheet.section(SYSTEM + other)
            inter, intra = (rows.get(name, {}).get(column, Cell("")).whole for name in ("inter", "intra"))
            if inter is not None and intra is not None and inter + intra == size:
                return "inter" if self._whole("inter", column) != inter else "intra"
        return "intra"

    def fitting(self, row: str, column: str) -> Decimal | None:
        """The denominator that a cell should have: as printed where it fits E, else what the other row leaves."""
        inter, intra = self._whole("inter", column), self._whole("intra", column)
        size = _part(self.evaluated, column)
        own = self._whole(row, column)
        if inter is None or intra is None or size is None or inter + intra == size or self._misfit(column) != row:
            return own
        return size - (intra if row == "inter" else inter)

    def _whole(self, row: str, column: str) -> Decimal | None:
        cell = self.rows.get(row, {}).get(column)
        if cell is None:
            return None
        if cell.whole is None and cell.part == 0:
            return Decimal(0)
        return cell.whole

    def _antecedents(self, column: str) -> Decimal | None:
        inter, intra = (_part(self.rows.get(row, {}), column) for row in ("inter", "intra"))
        if inter is None and intra is None:
            return None
        return (inter or Decimal(0)) + (intra or Decimal(0))

    def _chaining(self) -> Iterator[Slip]:
        for column, cell in self.rows.get("chaining", {}).items():
            antecedents, referents = self._antecedents(column), _part(self.rows.get("referents", {}), column)
            if cell.part is None or antecedents is None or referents is None or antecedents - referents == cell.part:
                continue
            yield self.slip(
                "chaining", column, cell.printed, antecedents - referents, "correct antecedents − correct referents"
            )

    def _correct(self) -> Iterator[Slip]:
        """`correct` repeats the referents or the antecedents, one of them throughout."""
        printed = {c: cell.part for c, cell in self.rows.get("correct", {}).items() if cell.part is not None}
        if not printed:
            return
        choices = [
            {c: _part(self.rows.get("referents", {}), c) for c in printed},
            {c: self._antecedents(c) for c in printed},
        ]
        known = [choice for choice in choices if None not in choice.values()]
        if not known or printed in known:
            return
        nearest = max(known, key=lambda choice: sum(choice[c] == printed[c] for c in printed))
        for column, value in printed.items():
            if value != nearest[column]:
                yield self.slip("correct", column, str(value), nearest[column], "as correct referents or antecedents")

    def _percentages(self) -> Iterator[Slip]:
        """Percentages beside counts."""
        for row, cells in self.rows.items():
            if row in RATES:
                continue
            for column, cell in cells.items():
                whole = self._denominator(row, column, cell)
                if cell.percent is not None and cell.part is not None:
                    yield from self._percentage(row, column, cell, cell.part, whole)

    def _denominator(self, row: str, column: str, cell: Cell) -> Decimal | None:
        if row in ("referents", "correct"):
            return _part(self.evaluated, column)
        if row not in ("inter", "intra"):
            return cell.whole
        if cell.whole is not None:
            return self.fitting(row, column)
        if column != TOTAL:
            return None
        parts = [self.fitting(row, c) for c in self.sheet.columns if c != TOTAL and c in self.rows[row]]
        return sum((part for part in parts if part is not None), Decimal(0))

    def _rates(self) -> Iterator[Slip]:
        """The resolution rate over C, recall over E, precision over what was attempted."""
        for row in RATES:
            for column, cell in self.rows.get(row, {}).items():
                if cell.percent is None:
                    continue
                correct = self._numerator(column)
                whole = self._rate_denominator(row, column)
                if correct is not None and whole is not None:
                    yield from self._percentage(row, column, cell, correct, whole)

    def _numerator(self, column: str) -> Decimal | None:
        for row in ("correct", "referents"):
            part = _part(self.rows.get(row, {}), column)
            if part is not None:
                return part
        return self._antecedents(column)

    def _rate_denominator(self, row: str, column: str) -> Decimal | None:
        if row == "resolution_rate":
            return _part(self.sheet.row(CORPUS, "C"), column)
        size = _part(self.evaluated, column)
        if row == "recall" or size is None:
            return size
        left = _part(self.rows.get("open", {}), column)
        return None if left is None else size - left

    def _percentage(self, row: str, column: str, cell: Cell, part: Decimal, whole: Decimal | None) -> Iterator[Slip]:
        if whole is None or cell.percent is None:
            return
        if whole == 0:
            if cell.percent != 0:
                yield self.slip(row, column, f"{cell.percent}%", "none", f"{part} of 0")
            return
        places = max(0, -int(cell.percent.as_tuple().exponent))
        exact = 100 * part / whole
        if abs(cell.percent - exact) > Decimal(5).scaleb(-places - 1) + SLACK:
            shown = round(exact, places) if places else int(exact + Decimal("0.5"))
            yield self.slip(row, column, f"{cell.percent}%", f"{shown}%", f"{part} of {whole}")
