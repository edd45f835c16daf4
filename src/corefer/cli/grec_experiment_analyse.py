"""`corefer grec experiment analyse`: what came of a reading experiment."""

from __future__ import annotations

import click

from corefer.cli.common import encoding_option, json_option, out_option, warn
from corefer.cli.grec_scoring import print_json, print_tables
from corefer.grec.experiment.analysis import analyse
from corefer.grec.experiment.results import read_design, read_results, uneven

WARNINGS = 5


@click.command()
@click.argument("results", metavar="RESULTS.csv")
@click.option("--design", metavar="JSON", help="The design: it knows each sentence's words and each right answer.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "markdown", "latex"]),
    default="text",
    show_default=True,
    help="Output.",
)
@out_option
@json_option
@encoding_option
def command(results: str, design: str | None, output: str, out: str | None, as_json: bool, encoding: str) -> None:
    """Analyse an experiment: reading times, answers, and the ANOVAs of section 6.3.

    RESULTS.csv has a row for each sentence read and each question answered, with the columns subject, text, system,
    kind (sentence or question), number (from 1) and ms; sentences may have words and references, questions correct
    (1 or 0). With --design, words and references are looked up, and the column answer (the place of the answer chosen
    in the design's list, from 0) does for correct.

    \b
    Examples:
      corefer grec experiment analyse results.csv
      corefer grec experiment analyse results.csv --design design.json --json
    """
    found = read_results(results, read_design(design) if design else None, encoding)
    problems = list(uneven(found))
    for problem in problems[:WARNINGS]:
        warn(problem)
    if len(problems) > WARNINGS:
        warn(f"… and {len(problems) - WARNINGS:,} more like this")
    analysis = analyse(found)
    if as_json:
        print_json(analysis.as_dict(), out)
        return
    from corefer.report.grec_experiment import experiment_page

    print_tables(experiment_page(analysis), output, out)
