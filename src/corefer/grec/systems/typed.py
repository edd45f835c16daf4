"""What systems share that choose a type for one slot after the other, and then the plainest expression of that type.

The features of a slot may come from the types chosen before it: those of the text in training, the system's own
choices afterwards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from corefer.document import Expression
from corefer.grec.features import Row
from corefer.grec.systems.base import Ranked, normalised
from corefer.grec.task import Slot, Task, reg08_type
from corefer.grec.wording import plainest


class TypeSystem(ABC):
    """A system is its features, and a classifier of them."""

    learns: ClassVar[bool] = True

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed

    @abstractmethod
    def row(self, task: Task, i: int, types: Sequence[str]) -> Row:
        """The features of slot `i` after these types."""

    @abstractmethod
    def learn(self, rows: Sequence[Row], slots: Sequence[Slot]) -> None:
        """Fit the classifier to rows and the expressions selected for their slots."""

    @abstractmethod
    def weigh(self, row: Row) -> dict[str, float]:
        """The probability of each type."""

    @abstractmethod
    def save(self, folder: Path) -> None: ...

    @abstractmethod
    def load(self, folder: Path) -> None: ...

    def fit(self, tasks: Sequence[Task]) -> None:
        rows: list[Row] = []
        slots: list[Slot] = []
        for task in tasks:
            types = [reg08_type(slot.selected) if slot.selected else "" for slot in task.slots]
            rows += [self.row(task, i, types[:i]) for i in range(len(types)) if types[i]]
            slots += [slot for slot, kind in zip(task.slots, types, strict=True) if kind]
        self.learn(rows, slots)

    def choose(self, task: Task) -> list[Expression]:
        return [ranked[0][0] for ranked in self.probabilities(task)]

    def probabilities(self, task: Task) -> list[Ranked]:
        """For each slot the plainest expression of every type on offer, with the type's probability."""
        types: list[str] = []
        result = []
        for i, slot in enumerate(task.slots):
            weights = self.weigh(self.row(task, i, types))
            offered = plainest(task, slot)
            kind = max(offered, key=lambda kind: weights.get(kind, 0.0))
            types.append(kind)
            shares = [weights.get(kind, 0.0) for kind in offered]
            result.append(normalised(list(offered.values()), shares, offered[kind]))
        return result
