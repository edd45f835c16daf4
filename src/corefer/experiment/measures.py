"""Every measure of an experiment as one row of counts a document, so that all are resampled together.

Standard metrics have their F1, with and without singletons; ROSANA's disciplines their precision, recall and F1 by the
type of anaphor, where recall is of those mentions for which the key has something to find; the disclosure has the
resolution rate of each of its columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from corefer.disclose.plan import TOTAL
from corefer.experiment.running import METRICS, SINGLETONS, Outcome, Result
from corefer.score.disciplines import ROWS, Table, Tally, total
from corefer.score.metric import CONLL, Array, f1, ratio
from corefer.score.metric import METRICS as STANDARD
from corefer.score.resampling import F1, PARTS
from corefer.score.settings import Like

ALL = "all"
TABLES = ("antecedents", "anchors")
RATE = "resolution_rate"


@dataclass(slots=True, frozen=True)
class Part:
    """Some columns of the matrix and the values that follow from their sums: the names of these, and the rule."""

    names: tuple[str, ...]
    values: Callable[[Array], Array]
    rows: Sequence[tuple[float, ...]]


@dataclass(slots=True)
class Measures:
    """One system's measures over the documents; names are `kept.conll`, `antecedents.PER3.f1`, `resolution_rate.It`."""

    rows: Array
    names: list[str]
    _cuts: list[int] = field(repr=False)
    _rules: list[Callable[[Array], Array]] = field(repr=False)

    @classmethod
    def of(cls, parts: Sequence[Part]) -> Measures:
        matrices = [np.array(part.rows, dtype=np.float64) for part in parts]
        cuts = np.cumsum([matrix.shape[-1] for matrix in matrices])[:-1].tolist()
        return cls(np.hstack(matrices), [n for part in parts for n in part.names], cuts, [p.values for p in parts])

    def values(self, sums: Array) -> Array:
        """(…, columns) sums of rows as (…, names)."""
        parts = np.split(sums, self._cuts, axis=-1)
        return np.concatenate([rule(part) for rule, part in zip(self._rules, parts, strict=True)], axis=-1)


def measures(outcomes: Sequence[Outcome]) -> list[Measures]:
    """The measures of each system. All systems have the same: a type of anaphor counts where any system met one."""
    by_system = list(zip(*(outcome.results for outcome in outcomes), strict=True))
    tables = {name: _rows_met(by_system, name) for name in TABLES}
    columns = _columns(outcomes)
    return [
        Measures.of(
            [
                *(_standard(results, singletons) for singletons in SINGLETONS),
                _three("occurrences", [r.disciplines.occurrences.counts for r in results]),
                _three("classes", [r.disciplines.classes.counts for r in results]),
                *(
                    _three(f"{name}.{row}", [_tallied(getattr(r.disciplines, name), row) for r in results])
                    for name, rows in tables.items()
                    for row in rows
                ),
                *(_rate(outcomes, number, column) for column in columns),
            ]
        )
        for number, results in enumerate(by_system)
    ]


# --- standard metrics


def _standard(results: Iterable[Result], singletons: str) -> Part:
    """The F1 of each metric, and their CoNLL average."""
    rows = [tuple(value for name in METRICS for value in result.counts[singletons][name]) for result in results]
    return Part(tuple(f"{singletons}.{name}" for name in (*METRICS, "conll")), _standard_values, rows)


def _standard_values(sums: Array) -> Array:
    parts = np.split(sums, np.cumsum([STANDARD[name].width for name in METRICS])[:-1], axis=-1)
    found = [STANDARD[name].combine(part, Like.DEFAULT)[..., F1] for name, part in zip(METRICS, parts, strict=True)]
    average = np.mean([found[METRICS.index(name)] for name in CONLL], axis=0)
    return np.stack([*found, average], axis=-1)


# --- disciplines


def _three(name: str, rows: Iterable[tuple[float, ...]]) -> Part:
    """Recall, precision and F1 of four counts."""
    return Part(tuple(f"{name}.{part}" for part in PARTS), _three_values, list(rows))


def _three_values(sums: Array) -> Array:
    recall, precision = ratio(sums[..., 0], sums[..., 1]), ratio(sums[..., 2], sums[..., 3])
    return np.stack([recall, precision, f1(recall, precision)], axis=-1)


def _rows_met(by_system: Iterable[Iterable[Result]], table: str) -> list[str]:
    """The types of anaphor for which any system chose something, or should have; all together last."""
    met = set()
    for results in by_system:
        for result in results:
            rows: Table = getattr(result.disciplines, table)
            met |= {row for row, tally in rows.items() if any(_due_and_made(tally)[1::2])}
    return [*(row for row in ROWS if row in met), ALL]


def _tallied(table: Table, row: str) -> tuple[float, ...]:
    return _due_and_made(total(table) if row == ALL else table.get(row, Tally()))


def _due_and_made(tally: Tally) -> tuple[float, ...]:
    correct, due, _, made = tally.counts
    return (correct, due - tally.first, correct, made)


# --- the disclosure


def _columns(outcomes: Sequence[Outcome]) -> list[str]:
    """The columns of the disclosure in which there are pronouns; the total last."""
    found: dict[str, int] = {}
    for outcome in outcomes:
        if outcome.disclosure is not None:
            for column, pronouns in outcome.disclosure.counts.total_referential.items():
                found[column] = found.get(column, 0) + pronouns
    return [column for column, pronouns in found.items() if pronouns or column == TOTAL]


def _rate(outcomes: Sequence[Outcome], system: int, column: str) -> Part:
    rows = []
    for outcome in outcomes:
        assert outcome.disclosure is not None  # there is no column otherwise
        share = list(outcome.disclosure.counts.systems.values())[system].resolution_rate
        rows.append((float(share.part[column]), float(share.whole[column])))
    return Part((f"{RATE}.{column}",), _rate_values, rows)


def _rate_values(sums: Array) -> Array:
    return ratio(sums[..., :1], sums[..., 1:])
