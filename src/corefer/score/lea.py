"""LEA (Moosavi and Strube 2016): entities weighed by size, resolved by their links.

recall = Σ_k |k| · (Σ_r link(k ∩ r) / link(k)) / Σ_k |k| with link(n) = n (n − 1) / 2; a singleton has one link, to
itself, which is kept if the other side has the same singleton. Precision with the sides exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefer.score.contingency import Contingency, Counts


def lea(table: Contingency) -> Counts:
    """Σ of importance times resolution, and of importance, from both sides."""
    return Counts(
        sum(resolutions(table.rows, table.key_sizes, table.response_sizes)),
        sum(table.key_sizes),
        sum(resolutions(table.columns, table.response_sizes, table.key_sizes)),
        sum(table.response_sizes),
    )


def resolutions(rows: Sequence[dict[int, int]], sizes: Sequence[int], others: Sequence[int]) -> list[float]:
    """Importance times resolution of each entity."""
    return [_resolution(row, size, others) for row, size in zip(rows, sizes, strict=True)]


def _resolution(row: dict[int, int], size: int, others: Sequence[int]) -> float:
    if size == 1:
        return float(any(others[other] == 1 for other in row))
    return size * sum(n * (n - 1) for n in row.values()) / (size * (size - 1))
