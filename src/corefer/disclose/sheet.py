"""A published disclosure as it was printed: cells with what stands in them, read from the JSON or CSV form.

Both forms are those that `corefer disclose --format json|csv` writes; cells may also be typed in as papers print them
(`7/7`, `112 (82%)`, `86%`).
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from corefer.disclose.cells import SYSTEM
from corefer.disclose.plan import TOTAL
from corefer.document import CoreferError

CORPUS, NONREFERENTIAL, REFERENTIAL = "corpus", "nonreferential", "referential"
RATES = ("resolution_rate", "precision", "recall")
_NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
_CELL = re.compile(
    rf"\s*(?:(?P<part>{_NUMBER})(?:\s*/\s*(?P<whole>{_NUMBER}))?)?\s*(?:\(?\s*(?P<percent>{_NUMBER})\s*%\s*\)?)?\s*"
)
_PERCENT = re.compile(rf"\s*(?P<percent>{_NUMBER})\s*%\s*")
_NOTHING = ("", "-", "–", "—", "n/a", "None")


@dataclass(frozen=True, slots=True)
class Cell:
    """So many (of so many), and a percentage as printed; None where nothing is printed."""

    printed: str
    part: Decimal | None = None
    whole: Decimal | None = None
    percent: Decimal | None = None


Cells = dict[str, Cell]


@dataclass(slots=True)
class Sheet:
    """One table: its name (a genre, or empty), its columns, and its rows by section and name."""

    name: str
    columns: list[str]
    rows: dict[tuple[str, str], Cells] = field(default_factory=dict)

    def row(self, section: str, name: str) -> Cells:
        return self.rows.get((section, name), {})

    def section(self, section: str) -> dict[str, Cells]:
        return {name: cells for (place, name), cells in self.rows.items() if place == section}

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(s[len(SYSTEM) :] for s, _ in self.rows if s.startswith(SYSTEM)))


def read_sheets(text: str, source: str) -> list[Sheet]:
    """The tables of a file: JSON if it looks like it, else CSV."""
    sheets = _from_json(text, source) if text.lstrip().startswith("{") else _from_csv(text, source)
    for sheet in sheets:
        missing = [name for name in "ABCDE" if not sheet.row(CORPUS, name)]
        if missing:
            place = f"{source} ({sheet.name})" if sheet.name else source
            raise CoreferError(
                f"{place}: there is no row {missing[0]} (a disclosure has the rows A to E; see docs/disclosure.md)"
            )
    return sheets


def parse_cell(value: Any, place: str, rate: bool = False) -> Cell:
    """What stands in a cell; a bare number is a count, or a percentage in a row of rates."""
    if isinstance(value, Mapping):
        parts = {name: _number(value[name]) for name in value if value[name] is not None}
        part = parts.get("correct", parts.get("wrong"))
        printed = "/".join(str(n) for n in (part, parts.get("total")) if n is not None)
        percent = parts.get("percent")
        shown = printed if percent is None else f"{printed} ({percent}%)"
        return Cell(shown, part, parts.get("total"), percent)
    text = "" if value is None else str(value).strip()
    if text in _NOTHING:
        return Cell(text)
    match = _PERCENT.fullmatch(text) or _CELL.fullmatch(text)
    if match is None:
        raise CoreferError(f"{place}: `{text}` is no cell of a disclosure (write 7, 7/9, 7 (78%) or 78%)")
    found = {name: _number(number) for name, number in match.groupdict().items() if number is not None}
    if rate and "percent" not in found:
        return Cell(text, percent=found.get("part"))
    return Cell(text, found.get("part"), found.get("whole"), found.get("percent"))


def _number(value: Any) -> Decimal:
    try:
        return Decimal(str(value).replace(",", ""))
    except InvalidOperation:
        raise CoreferError(f"`{value}` stands where a disclosure has a number (write a number)") from None


# --- JSON


def _from_json(text: str, source: str) -> list[Sheet]:
    try:
        content = json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise CoreferError(f"{source}:{error.lineno}:{error.colno}: not JSON: {error.msg} (check the file)") from None
    sheets = [_json_sheet("", content, source)]
    genres = content.get("by", {}).get("genre", {})
    return [*(_json_sheet(genre, table, source) for genre, table in genres.items()), *sheets]


def _json_sheet(name: str, content: Any, source: str) -> Sheet:
    rows = content.get("rows") if isinstance(content, dict) else None
    if not isinstance(rows, dict) or not isinstance(content.get("systems", {}), dict):
        raise CoreferError(f"{source}: not a disclosure (the JSON form has `columns`, `rows` and `systems`)")
    first = rows.get("A", {})
    columns = content.get("columns") or (list(first) if isinstance(first, dict) else [])
    sheet = Sheet(name, [str(column) for column in columns])
    for (section, row), cells in _json_rows(rows, content.get("systems", {})):
        if not isinstance(cells, dict):
            raise CoreferError(f"{source}: {row}: should give a value for each column")
        place = f"{source}: {row}"
        sheet.rows[section, row] = {
            c: parse_cell(cells[c], f"{place}, {c}", row in RATES) for c in sheet.columns if c in cells
        }
    return sheet


def _json_rows(rows: dict[str, Any], systems: dict[str, Any]) -> Iterator[tuple[tuple[str, str], Any]]:
    for name, value in rows.items():
        if name in (NONREFERENTIAL, REFERENTIAL):
            yield from (((name, category), cells) for category, cells in value.items())
        else:
            yield (CORPUS, name), value
    for system, parts in systems.items():
        for name, value in parts.items():
            if name == "errors":
                yield from (((SYSTEM + system, f"errors {kind}"), cells) for kind, cells in value.items())
            else:
                yield (SYSTEM + system, name), value


# --- CSV


def _from_csv(text: str, source: str) -> list[Sheet]:
    lines = list(csv.reader(io.StringIO(text)))
    header = lines[0] if lines else []
    by_genre = header[:1] == ["genre"]
    start = 1 if by_genre else 0
    if header[start : start + 2] != ["section", "row"] or len(header) < start + 3:
        raise CoreferError(f"{source}:1: not a disclosure (the CSV form begins `section,row,` and the columns)")
    columns = header[start + 2 :]
    if TOTAL in columns:
        columns = columns[: columns.index(TOTAL) + 1]
    sheets: dict[str, Sheet] = {}
    for number, line in enumerate(lines[1:], 2):
        if not any(line):
            continue
        if len(line) < start + 2 + len(columns):
            raise CoreferError(f"{source}:{number}: {len(line)} cells under a header of {len(header)} (fill the row)")
        section, row = line[start], line[start + 1]
        name = line[0] if by_genre else ""
        sheet = sheets.setdefault(name, Sheet(name, columns))
        cells = line[start + 2 : start + 2 + len(columns)]
        sheet.rows[section, row.partition(":")[0] if section == CORPUS else row] = {
            column: parse_cell(cell, f"{source}:{number}: {column}", row in RATES)
            for column, cell in zip(columns, cells, strict=True)
        }
    return list(sheets.values())
