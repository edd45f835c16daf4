"""Running resolvers over a corpus and measuring what they make of it, document by document, on several cores.

A document is analysed once for all systems. What comes back of it are counts, which add up; so nothing depends on how
many processes shared the work, but for the seconds.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from time import process_time
from typing import Any, TypeVar

from corefer.disclose.disclosure import Disclosure, make
from corefer.document import Document
from corefer.document.anaphors import ATTEMPTED
from corefer.experiment.systems import System
from corefer.resolve import Discourse, Resolver, Scheme, link, scheme_of
from corefer.resolve.inputs import Source, given_input
from corefer.resolve.resolver import attempts
from corefer.score.disciplines import Disciplines, disciplines
from corefer.score.matching import pair
from corefer.score.metric import count
from corefer.score.settings import Settings

METRICS = ("muc", "b3", "ceafm", "ceafe", "blanc", "lea", "mentions")
SINGLETONS = {"kept": Settings(), "dropped": Settings(singletons=False)}
AHEAD = 2  # documents that wait for each process

Counts = dict[str, tuple[float, ...]]
Item = TypeVar("Item")
Done = TypeVar("Done")


@dataclass(slots=True, frozen=True)
class Plan:
    """What is to be done with each document."""

    systems: tuple[System, ...]
    parse: Source = Source.GOLD
    mentions: Source = Source.GOLD
    disclose: bool = True


@dataclass(slots=True)
class Result:
    """What one system made of one document; seconds are of the processor."""

    counts: dict[str, Counts]
    disciplines: Disciplines
    deciding: float
    preparing: float  # the views of the mentions before, and the entities after


@dataclass(slots=True)
class Outcome:
    """What all systems made of one document; `words` are tokens, as the resolvers saw them."""

    id: str
    genre: str
    words: int
    results: list[Result]
    disclosure: Disclosure | None = None


def outcomes(keys: Iterable[Document], plan: Plan, workers: int = 1) -> Iterator[Outcome]:
    """The outcome of each key document, in order."""
    return spread(_Bench(plan).measure, keys, workers)


def spread(job: Callable[[Item], Done], items: Iterable[Item], workers: int = 1) -> Iterator[Done]:
    """The job done for each item, in order, by so many processes; each has the job once, with what it keeps."""
    if workers <= 1:
        yield from map(job, items)
        return
    with ProcessPoolExecutor(workers, mp_context=fresh(), initializer=_take, initargs=(job,)) as pool:
        waiting: deque[Future[Done]] = deque()
        several = iter(items)
        waiting.extend(pool.submit(_do, item) for item in islice(several, AHEAD * workers))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(_do, item) for item in islice(several, 1))


def fresh() -> multiprocessing.context.SpawnContext:
    """Processes that begin anew: forks of one that has run a network may hang."""
    return multiprocessing.get_context("spawn")


@dataclass(slots=True)
class _Bench:
    """Where resolvers run; each is made once, and warmed up on its first document."""

    plan: Plan
    made: list[Resolver] = field(default_factory=list)

    def measure(self, key: Document) -> Outcome:
        scheme = scheme_of(key)
        given = given_input(key, self.plan.parse, self.plan.mentions, scheme)
        if not self.made:
            self.made = [system.make() for system in self.plan.systems]
            for resolver in self.made:
                _resolved(resolver, given, scheme)
        responses, results = {}, []
        for system, resolver in zip(self.plan.systems, self.made, strict=True):
            response, deciding, preparing = _resolved(resolver, given, scheme)
            responses[system.name] = response
            results.append(Result(*_scored(key, response), deciding, preparing))
        disclosure = make(key, responses) if self.plan.disclose else None
        return Outcome(key.id, key.genre or "(none)", len(given.tokens), results, disclosure)


def _resolved(resolver: Resolver, given: Document, scheme: Scheme) -> tuple[Document, float, float]:
    """The resolver's response, and the seconds that deciding took, and all else."""
    started = process_time()
    discourse = Discourse(given, scheme)
    begun = process_time()
    decisions = resolver.decide(discourse)
    decided = process_time()
    response = link(discourse, decisions)
    response.meta[ATTEMPTED] = attempts(resolver)
    return response, decided - begun, process_time() - decided + begun - started


def _scored(key: Document, response: Document) -> tuple[dict[str, Counts], Disciplines]:
    pairs = {name: pair(key, response, settings) for name, settings in SINGLETONS.items()}
    return {name: count(matched, METRICS) for name, matched in pairs.items()}, disciplines(pairs["kept"])


# --- in a process of the pool

_job: list[Callable[[Any], Any]] = []


def _take(job: Callable[[Any], Any]) -> None:
    _job[:] = [job]


def _do(item: Any) -> Any:
    return _job[0](item)
