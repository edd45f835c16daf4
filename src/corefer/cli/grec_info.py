"""`corefer grec info`: what is in a folder of GREC texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from corefer.cli.common import inputs, json_option, print_json
from corefer.cli.grec_common import read_tasks
from corefer.grec import Task, reg08_type
from corefer.grec.split import subject_of


@click.command()
@inputs()
@json_option
def command(inputs: tuple[str, ...], as_json: bool) -> None:
    """Count texts, domains, references, their types and syntactic categories, and the expressions on offer.

    \b
    Examples:
      corefer grec info grec/
      corefer grec info grec/ --json
    """
    counts = _counts(read_tasks(inputs, analysed=False))
    if as_json:
        print_json(counts)
        return
    from corefer.report.tables import print_counts

    print_counts(counts)


def _counts(tasks: list[Task]) -> dict[str, Any]:
    slots = [slot for task in tasks for slot in task.slots]
    selected = [slot.selected for slot in slots if slot.selected]
    return {
        "texts": len(tasks),
        "titles": len({subject_of(task) or f"#{number}" for number, task in enumerate(tasks)}),
        "texts_without_references": sum(not task.slots for task in tasks),
        "references": len(slots),
        "selected": len(selected),
        "expressions_on_offer": sum(len(slot.alternatives) for slot in slots),
        "texts_by_domain": _ranked(task.domain or "none" for task in tasks),
        "references_by_domain": _ranked(slot.semcat for slot in slots),
        "references_by_syncat": _ranked(slot.syncat for slot in slots),
        "selected_by_type": _ranked(map(reg08_type, selected)),
    }


def _ranked(values: Any) -> dict[str, int]:
    return dict(Counter(values).most_common())
