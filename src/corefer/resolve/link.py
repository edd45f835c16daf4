"""From decisions to entities: whatever decisions connect corefers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from corefer.document import Candidate, Decision, Document, Mention
from corefer.document.anaphors import ATTEMPTED
from corefer.resolve.discourse import Discourse
from corefer.resolve.resolver import Resolver, attempts

Kept = TypeVar("Kept", Mention, Mention | None)


def link(discourse: Discourse, decisions: Iterable[Decision], *, singletons: bool | None = None) -> Document:
    """The discourse's document with entities as the decisions make them, and the decisions with their reasons.

    Mentions that no decision connects stay as singletons where the discourse's scheme has such; `singletons` overrules.
    """
    keep = discourse.scheme.has_singletons if singletons is None else singletons
    source = discourse.document
    decided = list(decisions)
    owner = _groups(source.mentions, decided)
    size: dict[int, int] = {}
    for mention in source.mentions:
        size[owner[id(mention)]] = size.get(owner[id(mention)], 0) + 1
    result = source.bare()
    names: dict[int, str] = {}
    copies: dict[int, Mention] = {}
    for mention in source.mentions:
        group = owner[id(mention)]
        if size[group] == 1 and not keep:
            continue
        name = names.setdefault(group, f"e{len(names) + 1}")
        copies[id(mention)] = _copy(result, mention, name)
    result.arrange()
    result.decisions = [_moved(decision, copies) for decision in decided if id(decision.anaphor) in copies]
    return result


def resolved(discourse: Discourse, by: Resolver) -> Document:
    """The document as a resolver has it, which says in its metadata what was attempted."""
    document = link(discourse, by.decide(discourse))
    document.meta[ATTEMPTED] = attempts(by)
    return document


def _groups(mentions: list[Mention], decisions: Iterable[Decision]) -> dict[int, int]:
    """Each mention (by id()) with the number of its group: a union-find over the decisions."""
    parent = {id(mention): id(mention) for mention in mentions}

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for decision in decisions:
        if decision.antecedent is not None:
            parent[root(id(decision.anaphor))] = root(id(decision.antecedent))
    return {node: root(node) for node in parent}


def _copy(document: Document, mention: Mention, entity: str) -> Mention:
    return document.add_mention(
        entity,
        mention.start,
        mention.end,
        head=mention.head,
        min=mention.min,
        type=mention.type,
        parts=mention.parts,
        optional=mention.optional,
        referring=mention.referring,
        category=mention.category,
        id=mention.id,
        other=dict(mention.other) if mention.other else None,
    )


def _moved(decision: Decision, copies: dict[int, Mention]) -> Decision:
    """The decision about the copied mentions; candidates that were dropped are left out."""
    candidates: tuple[Candidate, ...] = tuple(
        replace(c, mention=copies[id(c.mention)]) for c in decision.candidates if id(c.mention) in copies
    )
    antecedent = copies.get(id(decision.antecedent)) if decision.antecedent is not None else None
    return replace(decision, anaphor=copies[id(decision.anaphor)], antecedent=antecedent, candidates=candidates)
