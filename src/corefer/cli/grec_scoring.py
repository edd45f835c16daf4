"""What `corefer grec score` and `corefer grec report` share: their options, reading, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from corefer.cli.common import Command, encoding_option, json_option, progress
from corefer.cli.scoring import names_of
from corefer.document import CoreferError
from corefer.formats import Target
from corefer.grec.answers import Answers, read_answers
from corefer.grec.scoring import Scores, score
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
    click.option("-o", "--output", "out", metavar="OUT", help="Write to a file instead of standard output."),
    json_option,
    encoding_option,
)


def comparison_options(command: Command) -> Command:
    """KEY, OUT..., and the options on how to score and print."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def scores_of(
    key: str, also: tuple[str, ...], outs: tuple[str, ...], names: str | None, samples: int, seed: int, encoding: str
) -> Scores:
    """The scores of the systems in OUT..., each a file or a folder."""
    systems = {name: _answers(path, encoding, name) for name, path in zip(names_of(outs, names), outs, strict=True)}
    texts = chain.from_iterable(_answers(path, encoding, "the key") for path in (key, *also))
    return score(texts, systems, samples=samples, seed=seed)


def _answers(path: str, encoding: str, name: str) -> Iterator[Answers]:
    found = 0
    for found, one in enumerate(progress(read_answers(path, encoding), f"reading {name}"), 1):  # noqa: B007
        yield one
    if not found:
        raise CoreferError(f"{path}: there is no text in it (give a REG08 file, or a folder of them)")


def print_json(value: Any, out: str | None) -> None:
    _write(json.dumps(value, ensure_ascii=False, indent=2), out)


def print_tables(page: Page, output: str, out: str | None) -> None:
    """The tables as text, Markdown or LaTeX."""
    if output == "text" and out is None:
        print_page(page)
    else:
        _write(markup(page, latex=output == "latex"), out)


def print_html(html: str, out: str | None) -> None:
    _write(html, out)


def _write(text: str, out: str | None) -> None:
    with Target(out, stdout=sys.stdout.buffer).text() as file:
        file.write(text if text.endswith("\n") else text + "\n")
