"""GREC: generating references to an entity in the context of a discourse (Belz, Kow, Viethen and Gatt, REG'08)."""

from corefer.grec.task import Slot, Task, reg08_type, task, tasks

__all__ = ["Slot", "Task", "reg08_type", "task", "tasks"]
