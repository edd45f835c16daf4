"""From records to counts: rows A to E and each system's results, column by column, with every token counted once.

Counts are plain sums over records, so that the table of a genre and that of the corpus come from the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from corefer.disclose.plan import TOTAL, Plan
from corefer.disclose.records import INTER, INTRA, Record

Row = dict[str, int]


@dataclass(slots=True)
class Share:
    """So many of so many, column by column."""

    part: Row
    whole: Row

    def percent(self, column: str) -> float | None:
        return 100 * self.part[column] / self.whole[column] if self.whole[column] else None


@dataclass(slots=True)
class SystemCounts:
    """A system's results over the evaluation set."""

    inter: Share
    intra: Share
    errors: dict[str, Share]
    referents: Row
    chaining: Row
    open: Row
    correct: Row
    precision: Share
    recall: Share
    resolution_rate: Share


@dataclass(slots=True)
class Counts:
    """Rows A to E of the standard disclosure, and the results; `sources` counts (found, annotated) by category."""

    columns: list[str]
    raw: Row
    nonreferential: dict[str, Row]
    sum_nonreferential: Row
    total_referential: Row
    referential: dict[str, Row]
    sum_referential: Row
    evaluated: Row
    systems: dict[str, SystemCounts] = field(default_factory=dict)
    sources: dict[str, tuple[int, int]] = field(default_factory=dict)


def tally(records: Sequence[Record], plan: Plan, systems: Sequence[str]) -> Counts:
    """Count the records."""
    columns = [*plan.column_labels, TOTAL]

    def row(chosen: list[Record]) -> Row:
        found = Counter(record.column for record in chosen)
        return {column: found[column] for column in columns[:-1]} | {TOTAL: len(chosen)}

    def excluded(categories: tuple[str, ...]) -> dict[str, Row]:
        names = plan.rows(categories)
        by_row: dict[str, list[Record]] = {name: [] for name in names}
        for record in records:
            if record.category in categories:
                by_row[plan.row(record.category)].append(record)
        return {name: row(chosen) for name, chosen in by_row.items()}

    raw = row(list(records))
    nonreferential, referential = excluded(plan.nonreferential), excluded(plan.referential)
    b, d = _sum(nonreferential, columns), _sum(referential, columns)
    c = {column: raw[column] - b[column] for column in columns}
    e = {column: c[column] - d[column] for column in columns}
    evaluated = [record for record in records if not record.excluded]
    counts = Counts(columns, raw, nonreferential, b, c, referential, d, e, sources=_sources(records, plan))
    if row(evaluated) != e:
        raise AssertionError(f"a pronoun is not accounted for exactly once: {row(evaluated)} is not {e}")
    for name in systems:
        counts.systems[name] = _system(name, evaluated, c, plan, row)
    return counts


def _sum(rows: dict[str, Row], columns: list[str]) -> Row:
    return {column: sum(row[column] for row in rows.values()) for column in columns}


def _sources(records: Sequence[Record], plan: Plan) -> dict[str, tuple[int, int]]:
    found: Counter[str] = Counter()
    annotated: Counter[str] = Counter()
    for record in records:
        if record.excluded:
            (annotated if record.annotated else found)[plan.row(record.category)] += 1
    return {name: (found[name], annotated[name]) for name in plan.rows(plan.excluded)}


def _system(name: str, evaluated: list[Record], c: Row, plan: Plan, row: Callable[[list[Record]], Row]) -> SystemCounts:
    outcomes = [(record, record.outcomes[name]) for record in evaluated]
    antecedents = [r for r, o in outcomes if o.antecedent_correct]
    referents = [r for r, o in outcomes if o.referent_correct]
    right = referents if plan.count == "referents" else antecedents
    wrong = [r for r, o in outcomes if not (o.referent_correct if plan.count == "referents" else o.antecedent_correct)]
    attempted = [r for r, o in outcomes if o.attempted]
    correct = row(right)
    return SystemCounts(
        inter=Share(
            row([r for r in antecedents if r.distance == INTER]), row([r for r in evaluated if r.distance == INTER])
        ),
        intra=Share(
            row([r for r in antecedents if r.distance == INTRA]), row([r for r in evaluated if r.distance == INTRA])
        ),
        errors={
            kind: Share(row([r for r in wrong if kind in r.classes]), row([r for r in evaluated if kind in r.classes]))
            for kind in plan.errors
        },
        referents=row(referents),
        chaining=row([r for r, o in outcomes if o.chaining]),
        open=row([r for r, o in outcomes if not o.attempted]),
        correct=correct,
        precision=Share(correct, row(attempted)),
        recall=Share(correct, row(evaluated)),
        resolution_rate=Share(correct, c),
    )
