"""`corefer grec …`: the commands of the GREC task, one module each, imported only when asked for."""

from __future__ import annotations

import click

from corefer.cli.lazy import LazyGroup

# command -> (module, one line for the overview)
COMMANDS = {
    "build": ("corefer.cli.grec_build", "GREC texts from any corpus annotated with coreference."),
    "choose": ("corefer.cli.grec_choose", "Choose the references of a text or a summary anew."),
    "cross-validate": ("corefer.cli.grec_cross_validate", "Type and string accuracy of systems in unseen texts."),
    "experiment": ("corefer.cli.grec_experiment", "Design and analyse reading experiments."),
    "info": ("corefer.cli.grec_info", "Count texts, references, types and expressions on offer."),
    "report": ("corefer.cli.grec_report", "Report on systems with the tables and plots of the GREC'08 report."),
    "score": ("corefer.cli.grec_score", "Score selected expressions by eight metrics; compare systems."),
    "select": ("corefer.cli.grec_select", "Select expressions with a system; REG08 XML out."),
    "split": ("corefer.cli.grec_split", "Divide texts into parts that share no title."),
    "train": ("corefer.cli.grec_train", "Train a system."),
    "validate": ("corefer.cli.grec_validate", "Check GREC texts; print findings with their places."),
}


@click.command(cls=LazyGroup, table=COMMANDS)
def command() -> None:
    """Generate references: choose each reference's wording in its context (the GREC task).

    \b
    Examples:
      corefer grec choose summary.txt
      corefer grec info grec/
      corefer grec select base-name grec/ -o out/
    """
