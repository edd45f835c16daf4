"""Zero anaphora: the anaphor-level score for zeros, and matching zeros by their dependencies.

The anaphor-level score (Tuggener 2014; the CorefUD scorer's `zero`) asks what an application asks: was the anaphor
linked to an antecedent that the key knows? For each anaphor of the key (a mention that is not its entity's first):

- right: its response entity also holds an earlier mention of its key entity
- wrong link: it has an antecedent in the response, none of them right
- missed: the response lacks it or starts an entity with it

and each further response anaphor is spurious. Recall = right / (right + wrong + missed), precision = right /
(right + wrong + spurious).

Zeros stand nowhere in the text, so two annotations may put the same zero at different places. They then match by
what they depend on in the enhanced graph (Novák et al. 2024), and that one matching serves every score. (The CorefUD
scorer's `zero` still prefers a zero at the same position to the one that its other metrics have matched.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from dataclasses import dataclass, replace
from itertools import count

from corefer.document import Document, Mention
from corefer.score.align import Positions
from corefer.score.ceaf import assign
from corefer.score.contingency import Counts
from corefer.score.matching import Pair, Side

LABELLED = 10  # how much more a common governor with the same relation weighs than a common governor alone
Anaphors = Callable[[Document, Mention], bool]


def is_zero(document: Document, mention: Mention) -> bool:
    """Whether a mention has no words: its head is an empty node; if no head is annotated, all its tokens are."""
    ids = document.tokens.table.column("id")
    if mention.head is not None:
        return "." in ids[mention.head]
    return all("." in ids[token] for start, end in mention.spans for token in range(start, end))


def may_have_zeros(document: Document) -> bool:
    """Whether the document has any empty node."""
    return any("." in id for id in document.tokens.table.column("id"))


def zeros(pair: Pair) -> Counts:
    """The anaphor-level score of zeros, under the pair's matching."""
    return anaphor_level(pair, is_zero)


# --- the anaphor-level score


def anaphor_level(pair: Pair, chosen: Anaphors) -> Counts:
    """Right anaphors, and anaphors of the key and of the response, among those chosen."""
    key = _in_order(pair.key_side, pair.key)
    response = _in_order(pair.response_side, pair.response)
    home = {number: r for r, entity in enumerate(response) for _, number in entity}
    first = {entity[0][1] for entity in response}
    right = wrong = missed = 0
    seen: set[int] = set()
    for entity in key:
        earlier: set[int] = set()
        for place, (mention, number) in enumerate(entity):
            if place and chosen(pair.key_document, mention):
                seen.add(number)
                if number not in home or number in first:
                    missed += 1
                elif home[number] in earlier:
                    right += 1
                else:
                    wrong += 1
            if number in home:
                earlier.add(home[number])
    spurious = sum(
        number not in first and number not in seen and chosen(pair.response_document, mention)
        for entity in response
        for mention, number in entity
    )
    return Counts(right, right + wrong + missed, right, right + wrong + spurious)


def _in_order(side: Side, entities: Sequence[Sequence[int]]) -> list[list[tuple[Mention, int]]]:
    """Entities of numbered mentions, inner before outer, so that an anaphor's antecedents stand before it."""
    return [
        sorted(zip(mentions, numbers, strict=True), key=lambda item: _order(item[0]))
        for mentions, numbers in zip(side.entities, entities, strict=True)
    ]


def _order(mention: Mention) -> tuple[int, int, int]:
    return mention.start, mention.end, sum(end - start for start, end in mention.spans)


# --- matching by dependencies


@dataclass(frozen=True, slots=True)
class _Zero:
    """A zero's tokens, its governors, and its governors with the relations to them."""

    tokens: tuple[int, ...]
    governors: frozenset[Hashable]
    edges: frozenset[tuple[Hashable, str]]


def match_zeros_by_dependencies(pair: Pair) -> Pair:
    """The pair with its zeros matched one to one by governor and relation, wherever in the sentence they stand.

    A zero that finds no partner so keeps the one that the pair gave it, if that one is still free.
    """
    ours, theirs = pair.positions
    key = _zeros(pair.key_document, pair.key_side, ours)
    response = _zeros(pair.response_document, pair.response_side, theirs)
    fresh = count(max((number for entity in (*pair.key, *pair.response) for number in entity), default=-1) + 1)
    new_key, new_response = {}, {}
    for k, r, _ in assign(_similar(key, response), len(key), len(response)):
        new_key[key[k].tokens] = new_response[response[r].tokens] = next(fresh)
    return replace(
        pair,
        key=_renumbered(pair.key_side, pair.key, new_key),
        response=_renumbered(pair.response_side, pair.response, new_response),
    )


def _renumbered(side: Side, entities: list[list[int]], new: dict[tuple[int, ...], int]) -> list[list[int]]:
    return [
        [new.get(mention.tokens, number) for mention, number in zip(mentions, numbers, strict=True)]
        for mentions, numbers in zip(side.entities, entities, strict=True)
    ]


def _zeros(document: Document, side: Side, common: Positions) -> list[_Zero]:
    """The zeros of one side in document order, each once."""
    found = {m.tokens: m for mentions in side.entities for m in mentions if is_zero(document, m)}
    ordered = sorted(found.items(), key=lambda item: _order(item[1]))
    return [_zero(tokens, _edges(document, mention, common)) for tokens, mention in ordered]


def _zero(tokens: tuple[int, ...], edges: frozenset[tuple[Hashable, str]]) -> _Zero:
    return _Zero(tokens, frozenset(governor for governor, _ in edges), edges)


def _edges(document: Document, mention: Mention, common: Positions) -> frozenset[tuple[Hashable, str]]:
    """The enhanced dependencies of a zero's head; governors are common positions, the root one of each sentence."""
    head = mention.start if mention.head is None else mention.head
    deps = document.tokens.table.column("deps")[head]
    if deps == "_":
        return frozenset()
    sentence = document.sentences[document.sentence_index(head)]
    place: dict[str, Hashable] = {token.id: common.of_token(token.index) for token in sentence}
    place["0"] = ("root", sentence.index)
    edges = (edge.partition(":") for edge in deps.split("|"))
    return frozenset((place[governor], relation) for governor, _, relation in edges if governor in place)


def _similar(key: list[_Zero], response: list[_Zero]) -> list[tuple[int, int, float]]:
    """How alike two zeros are, for each two that share a governor."""
    dependents: dict[Hashable, list[int]] = {}
    for r, zero in enumerate(response):
        for governor in zero.governors:
            dependents.setdefault(governor, []).append(r)
    cells = []
    for k, zero in enumerate(key):
        for r in sorted({r for governor in zero.governors for r in dependents.get(governor, ())}):
            other = response[r]
            likeness = LABELLED * _f1(zero.edges, other.edges) + _f1(zero.governors, other.governors)
            cells.append((k, r, likeness))
    return cells


def _f1(one: Set[Hashable], other: Set[Hashable]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
