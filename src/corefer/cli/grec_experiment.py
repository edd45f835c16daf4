"""`corefer grec experiment …`: reading experiments, designed and analysed."""

from __future__ import annotations

import click

from corefer.cli.lazy import LazyGroup

# command -> (module, one line for the overview)
COMMANDS = {
    "analyse": ("corefer.cli.grec_experiment_analyse", "Reading times, answers, and whether systems differ."),
    "build": ("corefer.cli.grec_experiment_build", "Design an experiment: who reads which system's texts."),
}


@click.command(cls=LazyGroup, table=COMMANDS)
def command() -> None:
    """Design and analyse reading experiments with systems' texts (GREC'08, sections 4.2 and 6.3).

    \b
    Examples:
      corefer grec experiment build key/ a/ b/ -o design.json
      corefer grec experiment analyse results.csv --design design.json
    """
