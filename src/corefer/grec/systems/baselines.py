"""The paper's four baselines (section 5), and a fifth: what the second one's description may also be read as."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from corefer.document import Expression
from corefer.grec.systems.base import Ranked, read_settings, write_settings
from corefer.grec.task import Slot, Task, attributes, reg08_type

_NAME = {"reg08-type": "name", "head": "nominal", "emphatic": "no"}


class _Baseline(ABC):
    """Chooses for each slot by itself, with certainty."""

    learns: ClassVar[bool] = False

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed

    def fit(self, tasks: Sequence[Task]) -> None:  # noqa: B027 - most baselines have nothing to learn
        """Nothing to learn."""

    @abstractmethod
    def choose(self, task: Task) -> list[Expression]: ...

    def probabilities(self, task: Task) -> list[Ranked]:
        return [[(expression, 1.0)] for expression in self.choose(task)]

    def save(self, folder: Path) -> None:
        write_settings(folder, {"seed": self.seed})

    def load(self, folder: Path) -> None:
        self.seed = int(read_settings(folder)["seed"])


class BaseRand(_Baseline):
    """One of the expressions at random; the same for the same text and seed."""

    name = "base-rand"

    def choose(self, task: Task) -> list[Expression]:
        chance = random.Random(f"{self.seed} {task.id} {task.title}")
        return [chance.choice(slot.alternatives) for slot in task.slots]


class BaseFirst(_Baseline):
    """The first of the list."""

    name = "base-1st"

    def choose(self, task: Task) -> list[Expression]:
        return [slot.alternatives[0] for slot in task.slots]


class BaseName(_Baseline):
    """The shortest of those with type name, nominal head, not emphatic; tried in this order (footnote 6)."""

    name = "base-name"

    def choose(self, task: Task) -> list[Expression]:
        return [_shortest_name(slot) for slot in task.slots]


def _shortest_name(slot: Slot) -> Expression:
    left = list(slot.alternatives)
    for attribute, value in _NAME.items():
        left = [e for e in left if attributes(e).get(attribute) == value] or left
    return min(left, key=lambda e: len(e.text))


class BaseFreq(_Baseline):
    """The expression most often selected in training for the SYNCAT and SEMCAT, of those on offer.

    This reading, of the string, gives the paper's score; that of the type (Base-freq-type) scores far higher.
    Where nothing on offer was ever selected, SYNCAT alone decides, at last the order of the list.
    """

    name = "base-freq"
    learns = True

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.counts: Counter[str] = Counter()

    def fit(self, tasks: Sequence[Task]) -> None:
        self.counts.clear()
        for task in tasks:
            for slot in task.slots:
                if slot.selected:
                    self.counts.update(_key(slot, kind, self.value(slot.selected)) for kind in (slot.semcat, ""))

    def value(self, expression: Expression) -> str:
        return expression.text.casefold()

    def choose(self, task: Task) -> list[Expression]:
        return [max(slot.alternatives, key=lambda e: self._weight(slot, e)) for slot in task.slots]

    def _weight(self, slot: Slot, expression: Expression) -> tuple[int, int]:
        value = self.value(expression)
        return self.counts[_key(slot, slot.semcat, value)], self.counts[_key(slot, "", value)]

    def save(self, folder: Path) -> None:
        write_settings(folder, {"seed": self.seed, "counts": self.counts})

    def load(self, folder: Path) -> None:
        settings = read_settings(folder)
        self.seed, self.counts = int(settings["seed"]), Counter(settings["counts"])


def _key(slot: Slot, semcat: str, value: str) -> str:
    return f"{slot.syncat}|{semcat}|{value}"


class BaseFreqType(BaseFreq):
    """An expression of the type most often selected for the SYNCAT and SEMCAT: the plainest one of that type."""

    name = "base-freq-type"

    def value(self, expression: Expression) -> str:
        return reg08_type(expression)

    def _weight(self, slot: Slot, expression: Expression) -> tuple[int, int]:
        plain = attributes(expression).get("emphatic") != "yes" and attributes(expression).get("head") != "rel-pron"
        return self.counts[_key(slot, slot.semcat, self.value(expression))], int(plain)
