"""The coreference metrics with split antecedents among the mentions (Paun et al. 2022).

A split antecedent is found to an extent, not wholly or not at all. So the table of key and response entities counts
it in their sizes but not in the cells, and each metric adds what the aligned split antecedents are worth to it:
their recall where recall is computed, their precision, or their F1 (CEAF and BLANC, whose numerators both share).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from corefer.score import bcubed, blanc, ceaf, lea, muc
from corefer.score.contingency import Contingency, Counts


class Aligned(NamedTuple):
    """A key and a response entity whose split antecedents are aligned, and how much of these is right."""

    key: int
    response: int
    recall: float
    precision: float
    f1: float


Count = Callable[[Contingency, Sequence[Aligned]], Counts]


def _muc(table: Contingency, aligned: Sequence[Aligned]) -> Counts:
    """A split antecedent is linked where its entity also shares an ordinary mention with the other's."""
    kept = muc.muc(table)
    return kept._replace(
        recall=kept.recall + sum(a.recall for a in aligned if a.response in table.rows[a.key]),
        precision=kept.precision + sum(a.precision for a in aligned if a.key in table.columns[a.response]),
    )


def _bcubed(table: Contingency, aligned: Sequence[Aligned]) -> Counts:
    rows = _raised(table.rows, [(a.key, a.response, a.recall) for a in aligned])
    columns = _raised(table.columns, [(a.response, a.key, a.precision) for a in aligned])
    return bcubed.bcubed(replace(table, rows=rows, columns=columns))


def _ceafm(table: Contingency, aligned: Sequence[Aligned]) -> Counts:
    return ceaf.ceafm(_with_similarity(table, aligned))


def _ceafe(table: Contingency, aligned: Sequence[Aligned]) -> Counts:
    return ceaf.ceafe(_with_similarity(table, aligned))


def _lea(table: Contingency, aligned: Sequence[Aligned]) -> Counts:
    """Each link to a split antecedent is resolved to the extent that the split antecedent is."""
    kept = lea.lea(table)
    ours = [(a.recall, table.rows[a.key].get(a.response, 0), table.key_sizes[a.key]) for a in aligned]
    theirs = [(a.precision, table.columns[a.response].get(a.key, 0), table.response_sizes[a.response]) for a in aligned]
    return kept._replace(recall=kept.recall + _resolved(ours), precision=kept.precision + _resolved(theirs))


def _resolved(links: list[tuple[float, int, int]]) -> float:
    """Entities' sizes times the shares of their links that are kept, from (share, links, size) of each."""
    return sum(size * share * n / blanc.pairs(size) for share, n, size in links if n)


def blanc_with(table: Contingency, coreferent: Sequence[Aligned], other: Sequence[Aligned]) -> blanc.Links:
    """Links to a split antecedent count to the extent of its F1, which is another for each kind of link."""
    links = blanc.blanc(table)
    found = sum(sum(row.values()) for row in table.rows)
    to_mentions = sum(a.f1 * (found - _in_either(table, a)) for a in other)
    to_each_other = (sum(a.f1 for a in other) ** 2 - sum(a.f1**2 for a in other)) / 2
    return links._replace(
        coreferent=links.coreferent + sum(a.f1 * _shared(table, a) for a in coreferent),
        other=links.other + to_mentions + to_each_other,
    )


COUNT: dict[str, Count] = {"muc": _muc, "b3": _bcubed, "ceafm": _ceafm, "ceafe": _ceafe, "lea": _lea}


def _shared(table: Contingency, aligned: Aligned) -> int:
    """How many ordinary mentions the two entities share."""
    return table.rows[aligned.key].get(aligned.response, 0)


def _in_either(table: Contingency, aligned: Aligned) -> int:
    """How many of the ordinary mentions that are found are in the one or the other entity."""
    of_key = sum(table.rows[aligned.key].values())
    of_response = sum(row.get(aligned.response, 0) for row in table.rows)
    return of_key + of_response - _shared(table, aligned)


def _with_similarity(table: Contingency, aligned: Sequence[Aligned]) -> Contingency:
    return replace(table, shared=_raised(table.shared, [(a.key, a.response, a.f1) for a in aligned]))


def _raised(rows: Sequence[dict[int, int]], by: list[tuple[int, int, float]]) -> list[dict[int, int]]:
    """Copies of rows with some cells raised; the metrics take fractions of mentions as they take mentions."""
    raised: list[dict[int, float]] = [dict(row) for row in rows]
    for i, j, share in by:
        raised[i][j] = raised[i].get(j, 0) + share
    return cast("list[dict[int, int]]", raised)
