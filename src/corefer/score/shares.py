"""What each mention adds to each metric, so that a metric can be restricted to a class of mentions.

Every count of a metric is split into shares, one a mention, that sum to the count: those of key mentions to
recall's numerator and denominator, those of response mentions to precision's. Where a metric rewards links, a link
belongs to its later mention, the anaphor; where it rewards entities, an entity's worth is spread evenly over the
mentions that earn it. `MEANING` says it metric by metric.

Where a span stands in several entities, shares follow the metrics: it is looked up in the last entity that has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from corefer.score import ceaf, lea
from corefer.score.contingency import Contingency, contingency
from corefer.score.matching import Pair, Side, Tokens

MEANING: dict[str, str] = {
    "muc": "Links of anaphors to their entities; kept if the other side has the anaphor with an earlier one of them.",
    "b3": "Each mention's own recall and precision, as in the definition of B³.",
    "ceafm": "Mentions of the class that lie in aligned entities.",
    "ceafe": "The similarity of aligned entities, spread evenly over the mentions they share; an entity over its own.",
    "blanc": "Links, coreferent or not, whose later mention is of the class.",
    "lea": "An entity's resolution, which each of its mentions has.",
    "mentions": "Mentions of the class that were found, whatever entity they are in.",
    "mor": "Words of these mentions that the mention paired with each shares.",
}
ABSENT = -1


class Shares(NamedTuple):
    """What each mention of one side adds to the numerator and to the denominator; mentions entity by entity."""

    kept: list[float]
    of: list[float]


class Both(NamedTuple):
    """The shares of key mentions, which make recall, and of response mentions, which make precision."""

    key: Shares
    response: Shares


def shares(pair: Pair, names: Iterable[str]) -> dict[str, tuple[Both, ...]]:
    """The shares of each metric; BLANC has two kinds of links, coreferent and other, the other metrics one kind."""
    view = _View.of(pair)
    return {name: _SHARES[name](view) for name in names}


# --- one side as the other sees it


@dataclass(frozen=True, slots=True)
class _Half:
    """The mentions of one side, entity by entity.

    `twins` are the places (in the other half) of the mentions that match these, `homes` the entities that hold
    them; `ABSENT` where none does. `order` lists the places in document order.
    """

    side: Side
    entities: list[list[int]]
    owners: list[int]
    twins: list[int]
    homes: list[list[int]]
    order: list[int]

    @property
    def numbers(self) -> Iterable[int]:
        return chain.from_iterable(self.entities)


@dataclass(frozen=True, slots=True)
class _View:
    """Both halves, and the table that the metrics read."""

    table: Contingency
    key: _Half
    response: _Half

    @classmethod
    def of(cls, pair: Pair) -> _View:
        return cls(
            contingency(pair.key, pair.response),
            _half(pair.key_side, pair.key, pair.response),
            _half(pair.response_side, pair.response, pair.key),
        )


def _half(side: Side, entities: list[list[int]], others: list[list[int]]) -> _Half:
    places = {number: place for place, number in enumerate(chain.from_iterable(others))}
    other_owners = _owners(others)
    twins = [[places.get(number, ABSENT) for number in entity] for entity in entities]
    mentions = [mention for entity in side.entities for mention in entity]
    return _Half(
        side,
        entities,
        _owners(entities),
        list(chain.from_iterable(twins)),
        [[ABSENT if twin == ABSENT else other_owners[twin] for twin in entity] for entity in twins],
        sorted(range(len(mentions)), key=lambda place: (mentions[place].start, -mentions[place].end)),
    )


def _owners(entities: list[list[int]]) -> list[int]:
    """The entity of each mention."""
    return [owner for owner, entity in enumerate(entities) for _ in entity]


# --- metrics that look from each side separately


def _from_each_side(share: Callable[[_Half], Shares], view: _View) -> tuple[Both, ...]:
    return (Both(share(view.key), share(view.response)),)


def _muc(half: _Half) -> Shares:
    """A cell of n mentions keeps n − 1 links, those to all but its first; an entity has as many as it has anaphors."""
    kept: list[float] = []
    for homes in half.homes:
        seen: set[int] = set()
        for home in homes:
            kept.append(home != ABSENT and home in seen)
            seen.add(home)
    return Shares(kept, [place > 0 for homes in half.homes for place in range(len(homes))])


def _bcubed(half: _Half) -> Shares:
    kept: list[float] = []
    for homes in half.homes:
        row = Counter(homes)
        kept += [0 if home == ABSENT else row[home] / len(homes) for home in homes]
    return Shares(kept, [1] * len(kept))


def _detection(half: _Half) -> Shares:
    """A mention that stands in several entities counts in the first."""
    seen: set[int] = set()
    of: list[float] = []
    for number in half.numbers:
        of.append(number not in seen)
        seen.add(number)
    return Shares([one if twin != ABSENT else 0 for one, twin in zip(of, half.twins, strict=True)], of)


# --- metrics that look at the table or at both sides together


def _lea(view: _View) -> tuple[Both, ...]:
    table = view.table
    recall = lea.resolutions(table.rows, table.key_sizes, table.response_sizes)
    precision = lea.resolutions(table.columns, table.response_sizes, table.key_sizes)
    return (Both(_spread(recall, table.key_sizes), _spread(precision, table.response_sizes)),)


def _spread(worth: Iterable[float], sizes: Iterable[int]) -> Shares:
    kept = [value / size for value, size in zip(worth, sizes, strict=True) for _ in range(size)]
    return Shares(kept, [1] * len(kept))


def _ceafm(view: _View) -> tuple[Both, ...]:
    key, response = _aligned(view, lambda n, _k, _r: n)
    return (Both(Shares(key, [1] * len(key)), Shares(response, [1] * len(response))),)


def _ceafe(view: _View) -> tuple[Both, ...]:
    key, response = _aligned(view, ceaf.phi4)
    return (Both(Shares(key, _of_entities(view.key)), Shares(response, _of_entities(view.response))),)


def _of_entities(half: _Half) -> list[float]:
    return [1 / len(entity) for entity in half.entities for _ in entity]


def _aligned(view: _View, similarity: Callable[[int, int, int], float]) -> tuple[list[float], list[float]]:
    """The similarity of each aligned pair over the mentions that both entities have, on either side."""
    ours: dict[int, tuple[float, list[int]]] = {}
    theirs: dict[int, tuple[float, list[int]]] = {}
    for k, r, weight in ceaf.alignment(view.table, similarity):
        ours[k] = weight, view.response.entities[r]
        theirs[r] = weight, view.key.entities[k]
    return _over_common(view.key, ours), _over_common(view.response, theirs)


def _over_common(half: _Half, partners: dict[int, tuple[float, list[int]]]) -> list[float]:
    result: list[float] = []
    for index, entity in enumerate(half.entities):
        weight, partner = partners.get(index, (0.0, []))
        common = set(entity).intersection(partner)
        sharing = sum(number in common for number in entity)
        result += [weight / sharing if number in common else 0 for number in entity]
    return result


# --- BLANC: links by running counts


def _blanc(view: _View) -> tuple[Both, ...]:
    """Links common to both sides are pairs of found key mentions; each side gives them to the mention it has later."""
    key, response = view.key, view.response
    homes = list(chain.from_iterable(key.homes))
    found = [place for place in key.order if key.twins[place] != ABSENT]
    rank = {place: rank for rank, place in enumerate(response.order)}
    ours = _links([(place, key.owners[place], homes[place]) for place in found], len(homes))
    found.sort(key=lambda place: rank[key.twins[place]])
    theirs = _links([(key.twins[place], key.owners[place], homes[place]) for place in found], len(response.owners))
    ours_of, theirs_of = _all_links(key), _all_links(response)
    return tuple(
        Both(Shares(ours[kind], ours_of[kind]), Shares(theirs[kind], theirs_of[kind])) for kind in range(len(ours))
    )


def _all_links(half: _Half) -> tuple[list[float], list[float]]:
    return _links([(place, half.owners[place], half.owners[place]) for place in half.order], len(half.owners))


def _links(ordered: list[tuple[int, int, int]], size: int) -> tuple[list[float], list[float]]:
    """Each mention's links to earlier ones: to those of its cell, and to those of neither its row nor its column.

    Mentions come as (place, row, column) in document order.
    """
    coreferent: list[float] = [0] * size
    other: list[float] = [0] * size
    cells: Counter[tuple[int, int]] = Counter()
    rows: Counter[int] = Counter()
    columns: Counter[int] = Counter()
    for earlier, (place, row, column) in enumerate(ordered):
        together = cells[row, column]
        coreferent[place] += together
        other[place] += earlier - rows[row] - columns[column] + together
        cells[row, column] += 1
        rows[row] += 1
        columns[column] += 1
    return coreferent, other


# --- the mention overlap ratio


def _overlap(view: _View) -> tuple[Both, ...]:
    key, response = ([span for spans in half.side.positions for span in spans] for half in (view.key, view.response))
    ours, theirs = [0.0] * len(key), [0.0] * len(response)
    for k, r, shared in _best_pairing(key, response):
        ours[k] = theirs[r] = shared
    return (Both(Shares(ours, [len(span) for span in key]), Shares(theirs, [len(span) for span in response])),)


def _best_pairing(key: list[Tokens], response: list[Tokens]) -> list[ceaf.Cell]:
    """Pairs that share the most words in all: identical spans first (as for the metric), then the best of the rest."""
    waiting: dict[Tokens, list[int]] = {}
    for r, span in reversed(list(enumerate(response))):
        waiting.setdefault(span, []).append(r)
    twins, left = [], []
    for k, span in enumerate(key):
        same = waiting.get(span)
        if same:
            twins.append((k, same.pop(), float(len(span))))
        else:
            left.append(k)
    at: dict[int, list[int]] = {}
    for r in sorted(chain.from_iterable(waiting.values())):
        for position in response[r]:
            at.setdefault(position, []).append(r)
    cells = [
        (k, r, float(shared))
        for k in left
        for r, shared in Counter(r for position in key[k] for r in at.get(position, ())).items()
    ]
    return twins + ceaf.assign(cells)


_SHARES: dict[str, Callable[[_View], tuple[Both, ...]]] = {
    "muc": partial(_from_each_side, _muc),
    "b3": partial(_from_each_side, _bcubed),
    "ceafm": _ceafm,
    "ceafe": _ceafe,
    "blanc": _blanc,
    "lea": _lea,
    "mentions": partial(_from_each_side, _detection),
    "mor": _overlap,
}
