"""What the commands share: input options, progress, warnings, tables."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from corefer.formats import read_names

Item = TypeVar("Item")
Command = Callable[..., Any]

SHOW_PROGRESS_AFTER = 2.0  # seconds

from_option = click.option(
    "--from",
    "format",
    type=click.Choice(read_names()),
    metavar="FORMAT",
    help="The input's format, where detection would be wrong (see `corefer formats`).",
)
encoding_option = click.option("--encoding", default="utf-8", show_default=True, help="The input's character encoding.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
out_option = click.option("-o", "--output", "out", metavar="OUT", help="Write to a file instead of standard output.")


def report_format(*further: str, help: str = "Output.") -> Callable[[Command], Command]:
    """The --format option of what prints a report; `further` are formats beyond the usual four."""
    choices = click.Choice(["text", "markdown", "latex", "html", *further])
    return click.option("--format", "output", type=choices, default="text", show_default=True, help=help)


def inputs(required: bool = True) -> Callable[[Command], Command]:
    """The IN... argument: files, folders, globs, `-`."""
    return click.argument("inputs", nargs=-1, required=required, metavar="IN...")


def progress(items: Iterable[Item], label: str) -> Iterator[Item]:
    """Pass items through, with a bar on standard error once this has taken two seconds at a terminal."""
    with meter(label, len(items) if isinstance(items, Sized) else None) as advance:
        for number, item in enumerate(items):
            advance(number)
            yield item


@contextmanager
def meter(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error once this has taken two seconds at a terminal; call the result with what is done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=total)
    started = time.monotonic()

    def advance(done: int) -> None:
        if not bar.live.is_started and time.monotonic() - started > SHOW_PROGRESS_AFTER:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield advance
    finally:
        bar.stop()


def warn(message: str) -> None:
    """A line on standard error."""
    click.echo(f"corefer: warning: {message}", err=True)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
