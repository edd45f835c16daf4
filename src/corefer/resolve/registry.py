"""The resolvers by name; a module is imported only when its resolver is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import Any, cast

from corefer.document import CoreferError
from corefer.resolve.resolver import Resolver


@dataclass(slots=True, frozen=True)
class Entry:
    """Where a resolver is made (`module:factory`), and what it is in one line."""

    factory: str
    summary: str


RESOLVERS: dict[str, Entry] = {
    "neural": Entry("corefer.resolve.neural.resolver:Neural", "learned on the analyser's encoder, for all mentions"),
    "nearest": Entry("corefer.resolve.classic.baselines:Nearest", "pronouns to the nearest compatible mention"),
    "head-match": Entry("corefer.resolve.classic.baselines:HeadMatch", "nominals to the nearest of the same head"),
    "singletons": Entry("corefer.resolve.classic.baselines:Singletons", "nothing corefers"),
    "hobbs": Entry("corefer.resolve.classic.hobbs:Hobbs", "tree search for pronouns (Hobbs 1978)"),
    "rosana": Entry("corefer.resolve.rosana:Rosana", "binding constraints on fragments, and salience (Stuckardt 2001)"),
    "rap": Entry("corefer.resolve.classic.rap:Rap", "syntactic filter and salience (Lappin and Leass 1994)"),
    "kennedy-boguraev": Entry(
        "corefer.resolve.classic.kennedy_boguraev:KennedyBoguraev",
        "salience without a parse (Kennedy and Boguraev 1996)",
    ),
    "bfp": Entry("corefer.resolve.classic.bfp:Bfp", "centering transitions (Brennan, Friedman and Pollard 1987)"),
    "s-list": Entry("corefer.resolve.classic.s_list:SList", "familiarity in one list (Strube 1998)"),
    "mars": Entry("corefer.resolve.classic.mars:Mars", "knowledge-poor indicators (Mitkov 1998, 2002)"),
    "sieve": Entry("corefer.resolve.classic.sieve:Sieve", "multi-pass sieve over entities (Lee et al. 2013)"),
}


def resolver(name: str, **options: Any) -> Resolver:
    """The resolver of this name, made with its own options (a profile, say)."""
    entry = RESOLVERS.get(name.lower())
    if entry is None:
        raise CoreferError(f"no resolver is called `{name}` (there are {', '.join(sorted(RESOLVERS))})")
    module, _, factory = entry.factory.partition(":")
    make = getattr(import_module(module), factory)
    known = signature(make).parameters
    for option in options:
        if option not in known:
            there_are = f"its options are {', '.join(known)}" if known else "it has none"
            raise CoreferError(f"`{name}` has no option `{option}` ({there_are})")
    return cast(Resolver, make(**options))
