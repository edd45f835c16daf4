"""Many comparisons at once: p-values corrected, and groups that do not differ as letters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from string import ascii_lowercase


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values corrected step by step (Holm 1979), in the order given.

    The smallest is multiplied by the number of tests, the next by one less, and so on; the order never changes.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    raised = (min(1.0, (len(order) - rank) * p_values[i]) for rank, i in enumerate(order))
    corrected = dict(zip(order, accumulate(raised, max), strict=True))
    return [corrected[i] for i in range(len(p_values))]


def letters(size: int, different: Collection[tuple[int, int]]) -> list[str]:
    """Compact letter display: items 0..size−1 share a letter if and only if they do not differ.

    Insert and absorb (Piepho 2004): start with one group of all; split each group that has two items that
    differ; drop groups that lie within another. Give the items from best to worst, so that `a` is the best group.
    """
    groups = [frozenset(range(size))]
    for pair in different:
        split = [part for group in groups for part in _split(group, *pair)]
        groups = _largest(split)
    groups.sort(key=sorted)
    return ["".join(_letter(n) for n, group in enumerate(groups) if item in group) for item in range(size)]


def _split(group: frozenset[int], one: int, two: int) -> list[frozenset[int]]:
    return [group - {one}, group - {two}] if one in group and two in group else [group]


def _largest(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    distinct = list(dict.fromkeys(groups))
    return [group for group in distinct if not any(group < other for other in distinct)]


def _letter(number: int) -> str:
    """a … z, then a1 … z1, and so on."""
    turn, place = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[place] + (str(turn) if turn else "")
