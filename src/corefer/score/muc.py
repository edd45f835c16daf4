"""MUC (Vilain et al. 1995): the links it takes to hold an entity together.

recall = Σ_k (|k| − parts(k)) / Σ_k (|k| − 1), where parts(k) counts the pieces into which the response cuts key
entity k, each unmatched mention being a piece of its own; precision with the sides exchanged.
"""

from __future__ import annotations

from corefer.score.contingency import Contingency, Counts


def muc(table: Contingency) -> Counts:
    """The links kept and the links there are, from both sides."""
    return Counts(
        sum(sum(row.values()) - len(row) for row in table.rows),
        sum(table.key_sizes) - len(table.key_sizes),
        sum(sum(column.values()) - len(column) for column in table.columns),
        sum(table.response_sizes) - len(table.response_sizes),
    )
