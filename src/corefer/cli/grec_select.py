"""`corefer grec select`: a system's choices, as REG08 XML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from corefer.cli.common import inputs, progress
from corefer.cli.grec_common import (
    cache_option,
    grec_files,
    needs_analysis,
    read_tasks,
    seed_option,
    selected_only,
    write_grec,
)
from corefer.document import CoreferError
from corefer.formats import Source, stream
from corefer.grec import Task, task
from corefer.grec.choices import choices
from corefer.grec.choices import train as learn
from corefer.grec.context import prepare
from corefer.grec.systems import SYSTEMS, System, known, load, make


@click.command()
@click.argument("model", metavar="MODEL|BASELINE")
@inputs()
@click.option(
    "-o", "--output", required=True, metavar="OUT", help="A file for one input; else a folder with the files' names."
)
@click.option("--train", multiple=True, metavar="DIR", help="Texts to count in, or to train on first.")
@seed_option
@cache_option
def command(
    model: str, inputs: tuple[str, ...], output: str, train: tuple[str, ...], seed: int, cache: Path | None
) -> None:
    """Select an expression for every reference; nothing else in the files changes.

    MODEL is a folder that `corefer grec train` wrote, or the name of a baseline; with --train, of any system.
    Selected expressions that the input has are neither needed nor looked at.

    \b
    Examples:
      corefer grec select osu/ parts/test -o out/osu
      corefer grec select Base-name parts/test -o out/base-name
      corefer grec select Base-freq parts/test -o out/base-freq --train parts/train
    """
    system = _system(model, train, seed, cache)
    for source, path in progress(_pairs(inputs, output), "choosing"):
        found = _task(source, cache)
        write_grec(found.with_choices(choices(system, found)), path)


def _system(model: str, train: Sequence[str], seed: int, cache: Path | None) -> System:
    folder = Path(model)
    if folder.is_dir() and model.lower() not in SYSTEMS:
        if train:
            raise click.UsageError(f"--train: {model} is trained already")
        return load(folder)
    if "/" in model:
        raise CoreferError(f"{model}: no such folder (train a model with `corefer grec train`)")
    system = make(known(model), seed)
    if train:
        learn(system, selected_only(read_tasks(train, cache, needs_analysis(system.name)), train[0]))
    elif system.learns:
        raise click.UsageError(f"{system.name} learns: give --train DIR, or a folder that `corefer grec train` wrote")
    return system


def _pairs(inputs: Sequence[str], output: str) -> list[tuple[Path, Path]]:
    """Each input with where its output goes; a folder's files keep their places below it."""
    single = len(inputs) == 1 and not Path(inputs[0]).is_dir()
    if single and not Path(output).is_dir() and not output.endswith("/"):
        return [(file, Path(output)) for file in grec_files(inputs)]
    result: dict[Path, Path] = {}
    for argument in inputs:
        for file in grec_files([argument]):
            below = file.relative_to(argument) if Path(argument).is_dir() else Path(file.name)
            path = Path(output) / (below if str(file) != "-" else "stdin.xml")
            if path in result:
                raise CoreferError(f"{path}: both {result[path]} and {file} would be written there")
            result[path] = file
    return [(file, path) for path, file in result.items()]


def _task(source: Path, cache: Path | None) -> Task:
    documents: Iterator[Task] = (task(document) for document in stream(Source(source)))
    found = next(documents, None)
    if found is None:
        raise CoreferError(f"{source}: no text in it")
    return prepare([found], cache)[0] if cache else found
