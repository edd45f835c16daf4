"""A disclosure's numbers as JSON and CSV: the two forms that `corefer disclose --check` reads back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from corefer.disclose.counting import Counts, Share, SystemCounts
from corefer.disclose.plan import TOTAL
from corefer.disclose.records import Record

TRACE_COLUMNS = (
    "document", "genre", "file", "sentence", "token", "start", "end", "form", "column", "category", "source", "reason",
    "sponsor", "sponsor_in", "classes",
)  # fmt: skip


def as_dict(counts: Counts) -> dict[str, Any]:
    """Counts by column, percentages unrounded; None where there is nothing to take a percentage of."""
    return {
        "columns": counts.columns,
        "rows": {
            "A": counts.raw,
            "nonreferential": counts.nonreferential,
            "B": counts.sum_nonreferential,
            "C": counts.total_referential,
            "referential": counts.referential,
            "D": counts.sum_referential,
            "E": counts.evaluated,
        },
        "sources": {name: {"found": f, "annotated": a} for name, (f, a) in counts.sources.items()},
        "systems": {name: _system(system, counts.columns) for name, system in counts.systems.items()},
    }


def _system(system: SystemCounts, columns: list[str]) -> dict[str, Any]:
    def percents(share: Share) -> dict[str, float | None]:
        return {column: share.percent(column) for column in columns}

    def shares(share: Share, part: str = "correct") -> dict[str, dict[str, Any]]:
        return {c: {part: share.part[c], "total": share.whole[c], "percent": share.percent(c)} for c in columns}

    return {
        "correct": system.correct,
        "resolution_rate": percents(system.resolution_rate),
        "inter": shares(system.inter),
        "intra": shares(system.intra),
        "errors": {kind: shares(share, "wrong") for kind, share in system.errors.items()},
        "referents": system.referents,
        "chaining": system.chaining,
        "open": system.open,
        "precision": percents(system.precision),
        "recall": percents(system.recall),
    }


# --- CSV


def as_csv(tables: Iterable[tuple[str, Counts]]) -> str:
    """All numbers, one row per row of the table; the first column is the genre where there are several tables."""
    several = list(tables)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    by_genre = len(several) > 1
    columns = several[0][1].columns
    writer.writerow([*(["genre"] if by_genre else []), "section", "row", *columns, "found", "annotated"])
    for genre, counts in several:
        for section, row, cells, sources in _csv_rows(counts):
            writer.writerow([*([genre] if by_genre else []), section, row, *cells, *sources])
    return out.getvalue()


def _csv_rows(counts: Counts) -> Iterable[tuple[str, str, list[Any], list[Any]]]:
    columns, none = counts.columns, ["", ""]

    def plain(row: Mapping[str, int]) -> list[Any]:
        return [row[column] for column in columns]

    yield "corpus", "A", plain(counts.raw), none
    for name, row in counts.nonreferential.items():
        yield "nonreferential", name, plain(row), list(counts.sources[name])
    yield "corpus", "B", plain(counts.sum_nonreferential), none
    yield "corpus", "C", plain(counts.total_referential), none
    for name, row in counts.referential.items():
        yield "referential", name, plain(row), list(counts.sources[name])
    yield "corpus", "D", plain(counts.sum_referential), none
    yield "corpus", "E", plain(counts.evaluated), none
    for name, system in counts.systems.items():
        section = f"system {name}"
        yield section, "inter", _fractions(system.inter, columns), none
        yield section, "intra", _fractions(system.intra, columns), none
        for kind, share in system.errors.items():
            yield section, f"errors {kind}", [f"{share.part[c]}/{share.whole[c]}" for c in columns], none
        percent = Share(system.referents, counts.evaluated).percent(TOTAL)
        total = f"{system.referents[TOTAL]}" + ("" if percent is None else f" ({percent:.2f}%)")
        yield section, "referents", [*plain(system.referents)[:-1], total], none
        yield section, "chaining", plain(system.chaining), none
        yield section, "open", plain(system.open), none
        yield section, "correct", plain(system.correct), none
        for row_name, share in (
            ("precision", system.precision),
            ("recall", system.recall),
            ("resolution_rate", system.resolution_rate),
        ):
            yield section, row_name, [_percent(share.percent(c)) for c in columns], none


def _fractions(share: Share, columns: list[str]) -> list[str]:
    cells = [f"{share.part[c]}/{share.whole[c]}" for c in columns]
    percent = share.percent(TOTAL)
    return cells if percent is None else [*cells[:-1], f"{cells[-1]} ({percent:.2f}%)"]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}%"


def trace_csv(records: Iterable[Record], systems: Iterable[str]) -> str:
    """Each pronoun token in a row, with its outcome per system."""
    names = list(systems)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [*TRACE_COLUMNS, *(f"{n}: {what}" for n in names for what in ("outcome", "antecedent", "referent")), "context"]
    )
    for record in records:
        values = record.as_dict()
        values["classes"] = " ".join(record.classes)
        row = ["" if values[name] is None else values[name] for name in TRACE_COLUMNS]
        for name in names:
            outcome = values["systems"].get(name, {})
            row += [outcome.get(what) or "" for what in ("outcome", "antecedent", "referent")]
        writer.writerow([*row, values["context"]])
    return out.getvalue()
