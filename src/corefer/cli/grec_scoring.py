"""What `corefer grec score` and `corefer grec report` share: their options, reading, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

from corefer.cli.common import Command, encoding_option, json_option, out_option, progress
from corefer.cli.scoring import names_of
from corefer.document import CoreferError, Document
from corefer.formats import Source, Target, files
from corefer.formats.registry import stream
from corefer.grec.answers import Answers, read_answers
from corefer.grec.pairing import Pair
from corefer.grec.scoring import paired
from corefer.report.comparison import Page, markup, print_page

FORMATS = ["text", "markdown", "latex", "html"]

_OPTIONS = (
    click.argument("key"),
    click.argument("outs", nargs=-1, required=True, metavar="OUT..."),
    click.option(
        "--also", multiple=True, metavar="KEY", help="Further versions of the key's texts (several references)."
    ),
    click.option("--names", metavar="NAMES", help="Names for the OUTs, comma-separated."),
    click.option("--samples", type=click.IntRange(min=0), default=1000, show_default=True, help="Resamples; 0: none."),
    click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Equal seeds, equal output."),
    click.option("--format", "output", type=click.Choice(FORMATS), default="text", show_default=True, help="Output."),
    out_option,
    json_option,
    encoding_option,
)


def comparison_options(command: Command) -> Command:
    """KEY, OUT..., and the options on how to score and print."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_pairs(key: str, also: tuple[str, ...], systems: dict[str, str], encoding: str) -> dict[str, list[Pair]]:
    """The answers of the systems, given by name and path, with the key's texts."""
    answers = {name: _answers(path, encoding, name) for name, path in systems.items()}
    return paired(chain.from_iterable(_answers(path, encoding, "the key") for path in (key, *also)), answers)


def named(outs: tuple[str, ...], names: str | None) -> dict[str, str]:
    """The paths OUT... by the systems' names."""
    return dict(zip(names_of(outs, names), outs, strict=True))


def _answers(path: str, encoding: str, name: str) -> Iterator[Answers]:
    found = 0
    for found, one in enumerate(progress(read_answers(path, encoding), f"reading {name}"), 1):  # noqa: B007
        yield one
    if not found:
        raise CoreferError(f"{path}: there is no text in it (give a REG08 file, or a folder of them)")


def documents_of(path: str, wanted: dict[str, str], encoding: str) -> dict[str, Document]:
    """A system's documents of some texts: `wanted` has its own name for each."""
    found: dict[str, Document] = {}
    paths: Iterable[Path] = files(path)
    for document in chain.from_iterable(stream(Source(file, encoding)) for file in paths if _may_hold(file, wanted)):
        name = document.layout.get("name") or document.layout["file"]
        if name in wanted:
            found[wanted[name]] = document
    return found


def _may_hold(file: Path, wanted: dict[str, str]) -> bool:
    """GREC's XML holds one text, and is named after it; other formats may hold many."""
    return file.suffix != ".xml" or file.stem in wanted


def print_json(value: Any, out: str | None) -> None:
    write_text(json.dumps(value, ensure_ascii=False, indent=2), out)


def print_tables(page: Page, output: str, out: str | None) -> None:
    """The tables as text, Markdown or LaTeX."""
    if output == "text" and out is None:
        print_page(page)
    else:
        write_text(markup(page, latex=output == "latex"), out)


def write_text(text: str, out: str | None) -> None:
    with Target(out, stdout=sys.stdout.buffer).text() as file:
        file.write(text if text.endswith("\n") else text + "\n")
