"""What the scoring commands share: the options that decide how mentions match and count, and reading by path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from corefer.cli.common import Command
from corefer.document import Document
from corefer.formats import read_each
from corefer.score.metric import CONLL, METRICS
from corefer.score.settings import Like, Matching, Settings

_METRICS = click.option(
    "--metrics",
    callback=lambda _context, _parameter, value: metrics_from(value),
    metavar="NAMES",
    help=f"Metrics, comma-separated: {', '.join(METRICS)}; `conll` stands for {', '.join(CONLL)}. All without it.",
)
_MATCHING = (
    click.option(
        "--match",
        type=click.Choice([str(matching) for matching in Matching]),
        default=str(Matching.EXACT),
        show_default=True,
        help="How mentions match.",
    ),
    click.option(
        "--singletons",
        type=click.Choice(["kept", "dropped"]),
        default="kept",
        show_default=True,
        help="Whether entities of one mention count.",
    ),
    click.option(
        "--like",
        type=click.Choice([str(like) for like in Like]),
        default=str(Like.DEFAULT),
        show_default=True,
        help="Follow a reference scorer's conventions.",
    ),
)


def scoring_options(command: Command) -> Command:
    """The options `--metrics`, `--match`, `--singletons` and `--like`."""
    return _METRICS(matching_options(command))


def matching_options(command: Command) -> Command:
    """The options `--match`, `--singletons` and `--like`."""
    for option in reversed(_MATCHING):
        command = option(command)
    return command


def metrics_from(value: str | None) -> tuple[str, ...] | None:
    """The metrics that a comma-separated list names; None for all."""
    if value is None:
        return None
    named = [name.strip() for name in value.split(",")]
    unknown = [name for name in named if name not in METRICS and name != "conll"]
    if unknown:
        raise click.BadParameter(f"there is no metric `{unknown[0]}` (choose from {', '.join(METRICS)}, conll)")
    return tuple(dict.fromkeys(metric for name in named for metric in (CONLL if name == "conll" else (name,))))


def settings_from(match: str, singletons: str, like: str) -> Settings:
    """The settings that the options name."""
    return Settings(Matching(match), singletons == "kept", Like(like))


def read_documents(path: str, format: str | None, encoding: str) -> Iterator[Document]:
    """The documents of a file, a folder or a glob, one at a time."""
    return read_each(path, format, encoding)


def names_of(paths: Sequence[str], given: str | None = None) -> list[str]:
    """Names for files: those given, comma-separated; else the files' stems if they differ, else the paths."""
    if given is None:
        stems = [Path(path).name if Path(path).is_dir() else Path(path).stem for path in paths]
        names = stems if len(set(stems)) == len(stems) else list(paths)
    else:
        names = [name.strip() for name in given.split(",")]
        if len(names) != len(paths):
            raise click.UsageError(f"--names gives {len(names)} names for {len(paths)} files")
    if len(set(names)) < len(names):
        raise click.UsageError("two files have the same name (tell them apart with --names)")
    return names
