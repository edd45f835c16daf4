"""`corefer grec validate`: what is wrong with GREC texts, in each file and between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from corefer.cli.common import inputs, json_option, print_json, progress
from corefer.cli.grec_common import grec_files
from corefer.document import FormatError
from corefer.formats import Source, stream
from corefer.grec.split import subject_of
from corefer.inspect import Finding, Severity, validate

AGAIN = "G20"


@click.command()
@inputs()
@click.option("--quiet", "-q", is_flag=True, help="Only errors, no warnings.")
@json_option
def command(inputs: tuple[str, ...], quiet: bool, as_json: bool) -> None:
    """Check GREC files: markup, attributes, lists, selections, and titles that occur twice.

    Exits with 1 if there is an error among the findings. A title that occurs twice would let a text stand in
    both training and test data: `corefer grec split` leaves the copies out.

    \b
    Examples:
      corefer grec validate grec/
      corefer grec validate out/ --json
    """
    paths = grec_files(inputs)
    found = [finding for path in progress(paths, "checking") for finding in validate(Source(path))]
    found += _repeated(paths)
    counts = Counter(finding.severity for finding in found)
    shown = [f for f in found if not quiet or f.severity is Severity.ERROR]
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    if as_json:
        findings = [asdict(finding) for finding in shown]
        print_json({"files": len(paths), "errors": errors, "warnings": warnings, "findings": findings})
    else:
        for finding in shown:
            click.echo(str(finding))
        click.echo(f"{len(paths)} files checked: {errors} errors, {warnings} warnings", err=True)
    if errors:
        raise SystemExit(1)


def _repeated(paths: list[Path]) -> Iterator[Finding]:
    """A warning for each text whose title another file has already."""
    first: dict[str, Path] = {}
    for path in paths:
        try:
            subjects = {subject_of(document) for document in stream(Source(path))} - {""}
        except FormatError:
            continue  # told of as an error already
        for name in subjects:
            if name in first:
                message = f"the title is that of {first[name].name}, too"
                remedy = "keep one of the two when training and testing (corefer grec split does)"
                yield Finding(str(path), 1, 1, Severity.WARNING, AGAIN, message, remedy)
            first.setdefault(name, path)
