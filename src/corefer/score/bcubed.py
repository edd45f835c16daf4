"""B³ (Bagga and Baldwin 1998): for each mention, how much of its entity the other side's entity covers.

recall = Σ_k Σ_r |k ∩ r|² / |k|  /  Σ_k |k|; precision with the sides exchanged. Unmatched mentions count in
the denominator (Luo 2014), so nothing need be added or discarded.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefer.score.contingency import Contingency, Counts


def bcubed(table: Contingency) -> Counts:
    """Σ over mentions of the share of their entity that is found together, and the number of mentions."""
    return Counts(
        _found_together(table.rows, table.key_sizes),
        sum(table.key_sizes),
        _found_together(table.columns, table.response_sizes),
        sum(table.response_sizes),
    )


def _found_together(rows: Sequence[dict[int, int]], sizes: Sequence[int]) -> float:
    return sum(sum(n * n for n in row.values()) / size for row, size in zip(rows, sizes, strict=True))
