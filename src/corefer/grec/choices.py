"""Systems see one entity of a text at a time; texts with several (GREC-NEG) are taken apart and put together here."""

from __future__ import annotations

from collections.abc import Iterable

from corefer.document import Expression
from corefer.grec.systems import System
from corefer.grec.task import Task, by_entity


def train(system: System, tasks: Iterable[Task]) -> None:
    """Let a system learn from tasks with selections."""
    system.fit([part for task in tasks for part in by_entity(task)])


def choices(system: System, task: Task) -> list[Expression]:
    """One expression for each slot of the task, whatever the number of its entities."""
    chosen: dict[int, Expression] = {}
    for part in by_entity(task):
        for slot, expression in zip(part.slots, system.choose(part), strict=True):
            chosen[slot.number] = expression
    return [chosen[slot.number] for slot in task.slots]
