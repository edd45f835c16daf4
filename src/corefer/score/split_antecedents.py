"""Split antecedents (Paun et al. 2022): `John … Mary … they`, an anaphor whose referent was mentioned in parts.

A split antecedent is a set of entities, and a mention of the entity that it introduces: one that has no place in the
text and that the response can get partly right. For each metric, key and response split antecedents are compared as
two small documents, whose entities are the parts, and aligned one to one by the metric's F1. The sums over the aligned
ones score split antecedents alone; `split_metrics` scores all mentions with them.

Entities whose split antecedents are the same set are one entity. Where a part is itself introduced by a split
antecedent, that one's parts take its place. Singletons should be kept: an entity mentioned once can be a part.

This agrees with the Universal Anaphora scorer but for BLANC. There the scorer counts a coreference link to a split
antecedent by its F1 or not at all, depending on the order in which it happens to visit mentions; here by its F1. And
it averages a kind of link that no split antecedent has into the score of these alone; here the other kind stands alone.
Where split antecedents tie (in BLANC, as parts mentioned once have no coreference links), the same one is preferred.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from corefer.document import Document, Entity, Mention
from corefer.score.bcubed import bcubed
from corefer.score.blanc import blanc
from corefer.score.ceaf import assign, ceafe, ceafm
from corefer.score.contingency import Contingency, Counts, contingency
from corefer.score.lea import lea
from corefer.score.matching import Pair, Side
from corefer.score.muc import muc
from corefer.score.names import Names, names
from corefer.score.split_metrics import COUNT, Aligned, blanc_with

TIE = 1e-9  # less than any difference between two scores
Parts = frozenset[frozenset[Hashable]]
Chosen = Callable[[Sequence[Mention]], bool]


class SplitCounts(NamedTuple):
    """Counts by metric, as `METRICS` combines them: split antecedents alone, and all mentions together with them."""

    alone: dict[str, tuple[float, ...]]
    together: dict[str, tuple[float, ...]]


def every(_mentions: Sequence[Mention]) -> bool:
    """Chooses all entities."""
    return True


def split_antecedents(pair: Pair, chosen: Chosen = every) -> SplitCounts:
    """Count the chosen entities of a document."""
    ours, theirs = names(pair)
    key = _introduced(_parts(pair.key_document, ours), pair.key_side, pair.key, chosen)
    response = _introduced(_parts(pair.response_document, theirs), pair.response_side, pair.response, chosen)
    table = contingency([e.mentions for e in key], [e.mentions for e in response])
    table = replace(table, key_sizes=[e.size for e in key], response_sizes=[e.size for e in response])
    found = {name: _align(key, response, compare) for name, compare in _COMPARE.items()}
    coreferent, other = found["coreferent"], found["other"]
    return SplitCounts(
        {name: found[name].counts for name in COUNT} | {"blanc": _links(coreferent.counts) + _links(other.counts)},
        {name: count(table, found[name].aligned) for name, count in COUNT.items()}
        | {"blanc": blanc_with(table, coreferent.aligned, other.aligned)},
    )


# --- entities and the split antecedents that introduce them


@dataclass(frozen=True, slots=True)
class _Entity:
    """An entity's mentions by name, and the parts of the split antecedent that introduces it (most have none)."""

    mentions: list[int]
    parts: Parts

    @property
    def size(self) -> int:
        """The number of mentions, the split antecedent being one."""
        return len(self.mentions) + bool(self.parts)


def _introduced(parts: dict[str, Parts], side: Side, numbers: list[list[int]], chosen: Chosen) -> list[_Entity]:
    """The chosen entities of one side; those with the same split antecedent are merged."""
    entities: list[_Entity] = []
    known: dict[Parts, list[int]] = {}
    for mentions, found in zip(side.entities, numbers, strict=True):
        if not chosen(mentions):
            continue
        own = parts.get(mentions[0].entity.id, frozenset())
        if own in known:
            known[own] += [number for number in found if number not in known[own]]
            continue
        entities.append(_Entity(list(dict.fromkeys(found)), own))
        if own:
            known[own] = entities[-1].mentions
    return entities


def _parts(document: Document, called: Names) -> dict[str, Parts]:
    """The parts of each entity that a split antecedent introduces, by the entity's id."""
    given: dict[str, list[Entity]] = {}
    for split in document.splits:
        given.setdefault(split.anaphor.entity.id, []).extend(split.antecedents)
    return {id: frozenset(frozenset(map(called.of, part.mentions)) for part in _taken_apart(id, given)) for id in given}


def _taken_apart(id: str, given: dict[str, list[Entity]]) -> Iterable[Entity]:
    """The parts of an entity, and of its parts, that have no parts of their own."""
    todo, seen = list(given[id]), {id}
    while todo:
        part = todo.pop()
        if part.id in seen:
            continue
        seen.add(part.id)
        if part.id in given:
            todo += given[part.id]
        else:
            yield part


# --- aligning split antecedents


Compare = Callable[[Contingency], Counts]


class _Alignment(NamedTuple):
    counts: Counts
    aligned: list[Aligned]


def _align(key: list[_Entity], response: list[_Entity], compare: Compare) -> _Alignment:
    """Align the split antecedents of both sides by F1; count what the aligned ones share, of what there is in all.

    The same split antecedent is right, and wins a tie, even where a metric finds nothing in it to compare: there are
    no links between parts where there is one part.
    """
    ours = [k for k, entity in enumerate(key) if entity.parts]
    theirs = [r for r, entity in enumerate(response) if entity.parts]
    compared = {(k, r): compare(contingency(key[k].parts, response[r].parts)) for k in ours for r in theirs}
    same = {(k, r) for k, r in compared if key[k].parts == response[r].parts}
    scored = {
        (k, r): Aligned(k, r, 1.0, 1.0, 1.0) if (k, r) in same else _aligned(k, r, counts)
        for (k, r), counts in compared.items()
    }
    cells = [(ours.index(k), theirs.index(r), x.f1 + TIE * ((k, r) in same)) for (k, r), x in scored.items() if x.f1]
    chosen = [(ours[i], theirs[j]) for i, j, _ in assign(cells, len(ours), len(theirs))]
    return _Alignment(
        Counts(
            sum(compared[pair].recall for pair in chosen),
            sum(compare(contingency(key[k].parts, ())).recall_of for k in ours),
            sum(compared[pair].precision for pair in chosen),
            sum(compare(contingency((), response[r].parts)).precision_of for r in theirs),
        ),
        [scored[pair] for pair in chosen],
    )


def _aligned(k: int, r: int, counts: Counts) -> Aligned:
    recall = counts.recall / counts.recall_of if counts.recall_of else 0.0
    precision = counts.precision / counts.precision_of if counts.precision_of else 0.0
    f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    return Aligned(k, r, recall, precision, f1)


def _muc_of_parts(table: Contingency) -> Counts:
    """MUC, where a part mentioned once counts as a link, which is kept if the other side has the same part."""
    links = muc(table)
    ours, kept_ours = _mentioned_once(table.rows, table.key_sizes, table.response_sizes)
    theirs, kept_theirs = _mentioned_once(table.columns, table.response_sizes, table.key_sizes)
    return Counts(
        links.recall + kept_ours, links.recall_of + ours, links.precision + kept_theirs, links.precision_of + theirs
    )


def _mentioned_once(rows: Sequence[dict[int, int]], sizes: Sequence[int], others: Sequence[int]) -> tuple[int, int]:
    """How many parts have one mention, and how many of them are parts of the other side, too."""
    once = [row for row, size in zip(rows, sizes, strict=True) if size == 1]
    return len(once), sum(any(others[other] == 1 for other in row) for row in once)


def _coreferent(table: Contingency) -> Counts:
    links = blanc(table)
    return Counts(links.coreferent, links.coreferent_key, links.coreferent, links.coreferent_response)


def _other(table: Contingency) -> Counts:
    links = blanc(table)
    return Counts(links.other, links.other_key, links.other, links.other_response)


def _links(counts: Counts) -> tuple[float, ...]:
    return counts.recall, counts.recall_of, counts.precision_of


# The kinds of links that BLANC averages are two metrics here.
_COMPARE: dict[str, Compare] = {
    "muc": _muc_of_parts,
    "b3": bcubed,
    "ceafm": ceafm,
    "ceafe": ceafe,
    "lea": lea,
    "coreferent": _coreferent,
    "other": _other,
}
