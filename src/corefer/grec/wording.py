"""From a type to an expression: the plainest of that type that fits the slot."""

from __future__ import annotations

from corefer.document import Expression
from corefer.grec.task import Slot, Task, attributes, reg08_type
from corefer.grec.titles import decoded, overlap

_CASES = {
    "np-subj": ("nominative", "plain"),
    "np-obj": ("accusative", "plain"),
    "np": ("accusative", "plain"),
    "subj-det": ("genitive",),
}


def plainest(task: Task, slot: Slot) -> dict[str, Expression]:
    """For each type on offer its plainest expression, of equals the one that the list has first.

    Plain is what is not emphatic, no relative pronoun, of the slot's case, and most like the title.
    """
    title = decoded(task.title)
    best: dict[str, tuple[tuple[bool, bool, bool, float], Expression]] = {}
    cases = _CASES.get(slot.syncat, ())
    for expression in slot.alternatives:
        values = attributes(expression)
        key = (
            values.get("emphatic") != "yes",
            values.get("head") != "rel-pron",
            values.get("case", "") in cases,
            overlap(expression.text, title),
        )
        kind = reg08_type(expression)
        if kind not in best or key > best[kind][0]:
            best[kind] = (key, expression)
    return {kind: expression for kind, (_, expression) in best.items()}
