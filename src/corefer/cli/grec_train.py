"""`corefer grec train`: a system from texts with selected expressions."""

from __future__ import annotations

from pathlib import Path

import click

from corefer.cli.grec_common import cache_option, needs_analysis, read_tasks, seed_option, selected_only
from corefer.document import CoreferError
from corefer.grec.choices import train as learn
from corefer.grec.systems import known, make, save
from corefer.grec.systems.registry import MARK, described


@click.command(epilog="\b\nSystems:\n" + described())
@click.argument("system")
@click.argument("train", nargs=-1, required=True, metavar="TRAIN...")
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="MODEL")
@seed_option
@cache_option
def command(system: str, train: tuple[str, ...], output: Path, seed: int, cache: Path | None) -> None:
    """Train SYSTEM on GREC texts and write the model to the folder MODEL.

    A model holds JSON, arrays and the libraries' own text files; loading one never runs code from it.

    \b
    Examples:
      corefer grec train OSU-n-nonRE parts/train -o osu/
      corefer grec train boosting parts/train -o boosting/ --cache analysed/
    """
    name = known(system)
    if output.is_dir() and any(output.iterdir()) and not (output / MARK).exists():
        raise CoreferError(f"{output}: a folder with other things in it (name a new one)")
    tasks = selected_only(read_tasks(train, cache, needs_analysis(name)), " ".join(train))
    trained = make(name, seed)
    learn(trained, tasks)
    save(trained, output)
    click.echo(f"{name}: trained on {len(tasks)} texts, {sum(len(t.slots) for t in tasks)} references", err=True)
