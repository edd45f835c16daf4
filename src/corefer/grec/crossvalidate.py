"""Cross-validation: how well a system chooses in texts it has not seen, with intervals over texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corefer.grec.choices import choices, train
from corefer.grec.split import deduplicated, folds
from corefer.grec.systems import System, make
from corefer.grec.task import Task, reg08_type, same_words

SAMPLES = 1000
LEVEL = 95


@dataclass(slots=True, frozen=True)
class Hits:
    """One text: references, and how many got the writer's type, and the writer's words (whatever the capitals)."""

    domain: str
    references: int
    types: int
    strings: int


@dataclass(slots=True, frozen=True)
class Accuracy:
    """Percent, with the interval that resampling the texts gives: references of one text are not independent."""

    value: float
    low: float
    high: float


@dataclass(slots=True)
class Outcome:
    """What a system reached over all folds."""

    system: str
    texts: list[Hits]
    seed: int

    @property
    def references(self) -> int:
        return sum(text.references for text in self.texts)

    def accuracy(self, kind: str, domain: str | None = None) -> Accuracy:
        """Of `types` or `strings`, in all texts or those of a domain."""
        texts = [text for text in self.texts if domain is None or text.domain == domain]
        counts = np.array([[getattr(text, kind), text.references] for text in texts], np.float64).reshape(-1, 2)
        if not counts[:, 1].sum():
            return Accuracy(float("nan"), float("nan"), float("nan"))
        chance = np.random.default_rng(self.seed)
        weights = chance.multinomial(len(texts), np.full(len(texts), 1 / len(texts)), SAMPLES)
        sums = weights @ counts
        sampled = 100 * sums[:, 0] / np.maximum(sums[:, 1], 1)
        low, high = np.percentile(sampled, [(100 - LEVEL) / 2, (100 + LEVEL) / 2])
        value = 100 * counts[:, 0].sum() / counts[:, 1].sum()
        return Accuracy(float(value), float(low), float(high))


def hits(system: System, task: Task) -> Hits:
    """How a trained system does on one text with selections."""
    pairs = [(slot.selected, choice) for slot, choice in zip(task.slots, choices(system, task), strict=True)]
    scored = [(gold, choice) for gold, choice in pairs if gold]
    types = sum(reg08_type(gold) == reg08_type(choice) for gold, choice in scored)
    return Hits(task.domain, len(scored), types, sum(same_words(gold, choice) for gold, choice in scored))


def cross_validate(
    names: Sequence[str],
    tasks: Sequence[Task],
    *,
    count: int = 5,
    seed: int = 1,
    build: Callable[[str, int], System] = make,
    progress: Callable[[Sequence[tuple[str, int]]], Iterator[tuple[str, int]]] = iter,
) -> list[Outcome]:
    """Each named system trained on all folds but one and tried on that one, for every fold.

    Titles count once, texts are never divided; the folds are the same for all systems.
    """
    parts = folds(deduplicated([task for task in tasks if task.slots]), count, seed)
    outcomes = {name: Outcome(name, [], seed) for name in names}
    for name, held_out in progress([(name, number) for name in outcomes for number in range(count)]):
        system = build(name, seed)
        train(system, (task for number, part in enumerate(parts) if number != held_out for task in part))
        outcomes[name].texts += [hits(system, task) for task in parts[held_out]]
    return list(outcomes.values())
