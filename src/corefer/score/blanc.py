"""BLANC (Recasens and Hovy 2011; Luo et al. 2014): coreference links and non-coreference links, on a par.

A link is a pair of mentions. With C the coreference and N the non-coreference links of each side (over its
own mentions), R_c = |C_k ∩ C_r| / |C_k|, P_c = |C_k ∩ C_r| / |C_r|, likewise for N; the score is the mean of the
two kinds. Where neither side has links of a kind, the other kind stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefer.score.contingency import Contingency


class Links(NamedTuple):
    """Links of both kinds: common to both sides, in the key, in the response."""

    coreferent: float
    coreferent_key: float
    coreferent_response: float
    other: float
    other_key: float
    other_response: float


def pairs(n: int) -> float:
    return n * (n - 1) / 2


def blanc(table: Contingency) -> Links:
    """Count the links without listing them: pairs within cells, rows and columns of the table."""
    coreferent = sum(pairs(n) for row in table.rows for n in row.values())
    aligned_rows = [sum(row.values()) for row in table.rows]
    aligned_columns: dict[int, int] = {}
    for row in table.rows:
        for r, n in row.items():
            aligned_columns[r] = aligned_columns.get(r, 0) + n
    other = (
        pairs(sum(aligned_rows))
        - sum(map(pairs, aligned_rows))
        - sum(map(pairs, aligned_columns.values()))
        + coreferent
    )
    return Links(
        coreferent,
        _within(table.key_sizes),
        _within(table.response_sizes),
        other,
        pairs(sum(table.key_sizes)) - _within(table.key_sizes),
        pairs(sum(table.response_sizes)) - _within(table.response_sizes),
    )


def _within(sizes: Sequence[int]) -> float:
    return sum(map(pairs, sizes))
