"""`corefer validate`: findings with their places."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import click

from corefer.cli.common import encoding_option, from_option, inputs, json_option, print_json, progress
from corefer.formats import Source, files
from corefer.inspect import CODES, Severity, validate
from corefer.inspect.findings import RULES


@click.command()
@inputs(required=False)
@click.option("--rules", multiple=True, type=click.Choice(sorted(RULES)), help="Annotation rules to check in addition.")
@click.option("--codes", is_flag=True, help="List the codes and what they mean.")
@click.option("--quiet", "-q", is_flag=True, help="Only errors, no warnings.")
@json_option
@from_option
@encoding_option
def command(
    inputs: tuple[str, ...],
    rules: tuple[str, ...],
    codes: bool,
    quiet: bool,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Check files, folders or globs; print `file:line:column: severity CODE message (remedy)`.

    Exits with 1 if there is an error among the findings. `--rules muc` checks the MUC-6 task definition's
    rules on a parsed corpus of any format; a MUC file is always held to them.

    \b
    Examples:
      corefer validate key.sgml
      corefer validate corpus/ --json
      corefer validate corpus/ --rules muc
    """
    if codes:
        for code, meaning in sorted(CODES.items()):
            click.echo(f"{code}  {meaning}")
        return
    if not inputs:
        raise click.UsageError("name the files to check, or `--codes`")
    paths = [file for argument in inputs for file in files(argument)]
    counts: Counter[Severity] = Counter()
    collected = []
    for path in progress(paths, "checking"):
        for finding in validate(Source(path, encoding), format, rules):
            counts[finding.severity] += 1
            if quiet and finding.severity is not Severity.ERROR:
                continue
            if as_json:
                collected.append(asdict(finding))
            else:
                click.echo(str(finding))
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    if as_json:
        print_json({"files": len(paths), "errors": errors, "warnings": warnings, "findings": collected})
    else:
        click.echo(f"{len(paths)} files checked: {errors} errors, {warnings} warnings", err=True)
    if errors:
        raise SystemExit(1)
