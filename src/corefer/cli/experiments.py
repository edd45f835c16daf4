"""What the commands of experiments share: options that say what resolvers are given, and reading the corpus."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corefer.cli.common import Command, progress
from corefer.document import CoreferError, Document
from corefer.formats import Target, read_each

if TYPE_CHECKING:
    from corefer.report.comparison import Page

_RESAMPLING = (
    click.option("--samples", type=click.IntRange(min=1), default=10_000, show_default=True, help="Resamples."),
    click.option(
        "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Equal seeds, equal numbers."
    ),
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=lambda: len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
    show_default="all cores",
    help="Processes that share the work; the numbers are the same.",
)


def given_options(parse: str = "gold") -> Callable[[Command], Command]:
    """The options `--parse` and `--mentions`, and which parse it is unless one is named."""
    options = (
        click.option(
            "--parse",
            type=click.Choice(["gold", "own"]),
            default=parse,
            show_default=True,
            help="The key's parse, or our own.",
        ),
        click.option(
            "--mentions",
            type=click.Choice(["gold", "own"]),
            show_default="like --parse",
            help="The key's mentions, or our own.",
        ),
    )
    return lambda command: _all(options, command)


def resampling_options(command: Command) -> Command:
    """The options `--samples` and `--seed`."""
    return _all(_RESAMPLING, command)


def _all(options: Sequence[Any], command: Command) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def mentions_of(parse: str, mentions: str | None) -> str:
    """Gold mentions go with the gold parse, our own with our own, unless it is said otherwise."""
    return mentions or parse


def read_corpus(path: str, format: str | None, encoding: str) -> list[Document]:
    """The documents of a file, a folder or a glob, all of them."""
    found = list(track(read_each(path, format, encoding), "reading"))
    if not found:
        raise CoreferError(f"{path}: there are no documents in it (name a file, a folder or a glob)")
    return found


def corpus_name(path: str) -> str:
    """A folder's name with that of the folder around it, as in `gum/dev`; a file's without its ending."""
    given = Path(path)
    if path == "-" or not given.exists():
        return ""
    place = given.resolve()
    return f"{place.parent.name}/{place.name}" if place.is_dir() else place.stem


def track(items: Iterable[Any], label: str) -> Iterable[Any]:
    return progress(items, label)


def text_of(page: Page, out: str | None) -> str:
    """Tables for the terminal; nothing is folded where they go into a file or a pipe."""
    from corefer.report.comparison import UNFOLDED, page_text

    return page_text(page, shutil.get_terminal_size().columns if out is None and sys.stdout.isatty() else UNFOLDED)


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def write_text(text: str, out: str | None) -> None:
    with Target(out, stdout=sys.stdout.buffer).text() as file:
        file.write(text if text.endswith("\n") else text + "\n")
