"""`corefer grec …`: the commands of the GREC task, one module each, imported only when asked for."""

from __future__ import annotations

import click

from corefer.cli.lazy import LazyGroup

# command -> (module, one line for the overview)
COMMANDS: dict[str, tuple[str, str]] = {}


@click.command(cls=LazyGroup, table=COMMANDS)
def command() -> None:
    """Generate references: choose each reference's wording in its context (the GREC task).

    \b
    Examples:
      corefer grec info grec/
      corefer grec select base-name grec/ -o out/
    """
