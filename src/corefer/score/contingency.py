"""The table that every coreference metric is a function of: how key and response entities share mentions.

Metrics disagree about what they reward, not about what they look at. So mentions are matched once, the
table is built once, and each metric reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Counts(NamedTuple):
    """Numerators and denominators of recall and precision; they add up over documents."""

    recall: float
    recall_of: float
    precision: float
    precision_of: float


@dataclass(frozen=True, slots=True)
class Contingency:
    """`rows[k][r]` mentions of key entity k lie in response entity r; `columns` is the same from the response.

    The two differ only where a span stands in several entities: each side then looks a span up in the
    last entity of the other that has it, as the reference scorers do. `shared[k][r]` counts for CEAF, which
    looks at pairs of entities instead.
    """

    key_sizes: Sequence[int]
    response_sizes: Sequence[int]
    rows: Sequence[dict[int, int]]
    columns: Sequence[dict[int, int]]
    shared: Sequence[dict[int, int]]


Entities = Iterable[Collection[Hashable]]


def contingency(key: Entities, response: Entities) -> Contingency:
    """Build the table; mentions are equal when they match, entities are collections of mentions."""
    key, response = [e for e in key if e], [e for e in response if e]
    in_key = {mention: k for k, entity in enumerate(key) for mention in entity}
    in_response = {mention: r for r, entity in enumerate(response) for mention in entity}
    rows = _lookup(key, in_response)
    columns = _lookup(response, in_key)
    sizes = list(map(len, key)), list(map(len, response))
    repeats = sum(sizes[0]) != len(in_key) or sum(sizes[1]) != len(in_response)
    return Contingency(*sizes, rows, columns, _shared(key, response) if repeats else rows)


def _lookup(entities: Sequence[Collection[Hashable]], where: dict[Hashable, int]) -> list[dict[int, int]]:
    result: list[dict[int, int]] = []
    find = where.get
    for entity in entities:
        row: dict[int, int] = {}
        for mention in entity:
            other = find(mention)
            if other is not None:
                row[other] = row.get(other, 0) + 1
        result.append(row)
    return result


def _shared(key: Sequence[Collection[Hashable]], response: Sequence[Collection[Hashable]]) -> list[dict[int, int]]:
    """For each pair of entities, how many of the response's mentions are in the key's (repeats count)."""
    result: list[dict[int, int]] = [{} for _ in key]
    homes: dict[Hashable, list[int]] = {}
    for k, entity in enumerate(key):
        for mention in dict.fromkeys(entity):
            homes.setdefault(mention, []).append(k)
    for r, entity in enumerate(response):
        for mention in entity:
            for k in homes.get(mention, ()):
                result[k][r] = result[k].get(r, 0) + 1
    return result
