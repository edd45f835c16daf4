"""What the commands of `corefer grec` share: reading tasks, options, output of REG08 files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from corefer.cli.common import progress
from corefer.document import CoreferError, Document
from corefer.formats import Source, Target, files, get, stream
from corefer.grec import Slot, Task, reg08_type, tasks
from corefer.grec.context import prepare
from corefer.grec.task import TYPES

Command = Callable[..., Any]

seed_option = click.option("--seed", default=1, show_default=True, help="The seed of whatever is drawn at random.")
cache_option = click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the analysed texts there, for the next run.",
)


def grec_files(inputs: Sequence[str]) -> list[Path]:
    """The files of the arguments, in order."""
    found = [file for argument in inputs for file in files(argument)]
    if not found:
        raise CoreferError(f"{' '.join(inputs)}: no file here (GREC texts end in .xml)")
    return found


def read_documents(inputs: Sequence[str]) -> Iterator[Document]:
    """The GREC documents of files, folders and globs."""
    for file in progress(grec_files(inputs), "reading"):
        for document in stream(Source(file)):
            if "grec" not in document.layout and not any(m.alternatives for m in document.mentions):
                raise CoreferError(f"{file}: not a GREC text (make one with `corefer grec build`)")
            yield document


def read_tasks(inputs: Sequence[str], cache: Path | None = None, analysed: bool = True) -> list[Task]:
    """The tasks of files, folders and globs, their texts analysed."""
    found = list(tasks(read_documents(inputs)))
    return prepare(found, cache, lambda several: progress(several, "analysing")) if analysed else found


def needs_analysis(system: str) -> bool:
    """Whether a system looks at the texts; baselines look at the lists alone."""
    return not system.startswith("base-")


def selected_only(found: Sequence[Task], where: str) -> list[Task]:
    """The tasks that one can learn from or score on; an error if there is none."""
    usable = [task for task in found if task.slots and all(map(_is_known, task.slots))]
    if not usable:
        raise CoreferError(f"{where}: no text with selected expressions (a test input without its key?)")
    return usable


def _is_known(slot: Slot) -> bool:
    return slot.selected is not None and reg08_type(slot.selected) in TYPES


def write_grec(document: Document, path: Path) -> None:
    """Write REG08, or GREC-NEG where the document was read from it."""
    write = get("grec-neg" if "<GREC-ITEM" in document.layout.get("grec", "") else "grec").write
    assert write
    write([document], Target(path))
