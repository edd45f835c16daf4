"""Our own systems' frame: one slot after the other, the likeliest type, and of that type the likeliest expression.

A system gives the probability of each type (REG08-TYPE is what the task asks for first) and a weight for each
expression on offer; both may look at the system's own choices for the slots before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from corefer.document import Expression
from corefer.grec.offers import is_emphatic, same_as_selected
from corefer.grec.systems.base import Ranked, normalised
from corefer.grec.task import Task, reg08_type


class Greedy(ABC):
    """Choices that know those before them."""

    learns: ClassVar[bool] = True

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed

    @abstractmethod
    def fit(self, tasks: Sequence[Task]) -> None: ...

    @abstractmethod
    def weigh(self, task: Task, i: int, choices: Sequence[Expression]) -> tuple[dict[str, float], list[float]]:
        """The probability of each type, and the weight of each expression on offer, after these choices."""

    @abstractmethod
    def save(self, folder: Path) -> None: ...

    @abstractmethod
    def load(self, folder: Path) -> None: ...

    def choose(self, task: Task) -> list[Expression]:
        return [ranked[0][0] for ranked in self.probabilities(task)]

    def probabilities(self, task: Task) -> list[Ranked]:
        choices: list[Expression] = []
        result = []
        for i in range(len(task.slots)):
            result.append(self.ranked(task, i, choices))
            choices.append(result[-1][0][0])
        return result

    def ranked(self, task: Task, i: int, choices: Sequence[Expression]) -> Ranked:
        """The expressions on offer for one slot after these choices: the type's probability shared by their weights."""
        types, weights = self.weigh(task, i, choices)
        offered = task.slots[i].alternatives
        sums: dict[str, float] = {}
        for expression, weight in zip(offered, weights, strict=True):
            sums[reg08_type(expression)] = sums.get(reg08_type(expression), 0.0) + weight
        shares = [
            types.get(reg08_type(expression), 0.0) * weight / (sums[reg08_type(expression)] or 1.0)
            for expression, weight in zip(offered, weights, strict=True)
        ]
        kind = max(sums, key=lambda kind: types.get(kind, 0.0))
        best = max((k for k, e in enumerate(offered) if reg08_type(e) == kind), key=lambda k: weights[k])
        return normalised(offered, shares, offered[best])


def plain(task: Task, i: int) -> list[int]:
    """The expressions that are not emphatic, by their places; all, where all are."""
    offered = task.slots[i].alternatives
    return [k for k, e in enumerate(offered) if not is_emphatic(e)] or list(range(len(offered)))


def gold(task: Task) -> list[Expression]:
    """The expressions that the writer chose, as the lists have them."""
    chosen = []
    for slot in task.slots:
        assert slot.selected
        chosen.append(slot.alternatives[same_as_selected(slot)])
    return chosen
