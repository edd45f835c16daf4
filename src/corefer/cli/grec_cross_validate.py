"""`corefer grec cross-validate`: how well systems choose in texts they have not seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from corefer.cli.common import json_option, print_json, progress
from corefer.cli.grec_common import cache_option, needs_analysis, read_tasks, seed_option, selected_only
from corefer.document import CoreferError
from corefer.grec.crossvalidate import Accuracy, Outcome, cross_validate
from corefer.grec.split import deduplicated
from corefer.grec.systems import SYSTEMS, known


@click.command()
@click.argument("arguments", nargs=-1, required=True, metavar="SYSTEM... DIR")
@click.option("--folds", default=5, show_default=True, type=click.IntRange(2), help="How many parts.")
@seed_option
@cache_option
@json_option
def command(arguments: tuple[str, ...], folds: int, seed: int, cache: Path | None, as_json: bool) -> None:
    """Type and string accuracy of systems by cross-validation, with 95 % intervals over texts.

    Every title counts once, texts are never divided between folds, and all systems see the same folds.
    `all` stands for all systems.

    \b
    Examples:
      corefer grec cross-validate IS-G OSU-n-nonRE boosting grec/
      corefer grec cross-validate all grec/ --cache analysed/ --json
    """
    *systems, folder = arguments
    if not systems:
        raise click.UsageError("name at least one system before the texts")
    names = list(SYSTEMS) if systems == ["all"] else list(dict.fromkeys(map(known, systems)))
    tasks = deduplicated(selected_only(read_tasks([folder], cache, any(map(needs_analysis, names))), folder))
    if len(tasks) < folds:
        raise CoreferError(f"{folder}: {len(tasks)} texts are too few for {folds} folds")
    outcomes = cross_validate(
        names, tasks, count=folds, seed=seed, progress=lambda jobs: progress(jobs, "cross-validating")
    )
    if as_json:
        print_json(_as_json(outcomes, folds, seed))
        return
    click.echo(f"{len(tasks)} texts, {outcomes[0].references} references, {folds} folds, seed {seed}\n")
    width = max(map(len, names))
    click.echo(f"{'System':<{width}}  {'Type accuracy':^22}  {'String accuracy':^22}")
    for outcome in outcomes:
        click.echo(
            f"{outcome.system:<{width}}  {_cell(outcome.accuracy('types'))}  {_cell(outcome.accuracy('strings'))}"
        )


def _cell(accuracy: Accuracy) -> str:
    return f"{accuracy.value:5.2f} ({accuracy.low:5.2f} – {accuracy.high:5.2f})"


def _as_json(outcomes: list[Outcome], folds: int, seed: int) -> dict[str, Any]:
    return {
        "texts": len(outcomes[0].texts),
        "references": outcomes[0].references,
        "folds": folds,
        "seed": seed,
        "systems": {outcome.system: _of_system(outcome) for outcome in outcomes},
    }


def _of_system(outcome: Outcome) -> dict[str, Any]:
    types, strings = outcome.accuracy("types"), outcome.accuracy("strings")
    domains = sorted({text.domain for text in outcome.texts})
    return {
        "type_accuracy": types.value,
        "type_accuracy_interval": [types.low, types.high],
        "string_accuracy": strings.value,
        "string_accuracy_interval": [strings.low, strings.high],
        "domains": {
            domain: {
                "type_accuracy": outcome.accuracy("types", domain).value,
                "string_accuracy": outcome.accuracy("strings", domain).value,
            }
            for domain in domains
        },
    }
