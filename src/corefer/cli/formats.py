"""`corefer formats`: the formats by name."""

from __future__ import annotations

import click

from corefer.cli.common import json_option, print_json
from corefer.document import ALL
from corefer.formats import FORMATS, Format


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the formats: name, endings, whether they are read and written, and what they cannot hold.

    \b
    Example:
      corefer formats
    """
    formats = sorted(FORMATS.values(), key=lambda format: format.name)
    if as_json:
        print_json({format.name: _as_dict(format) for format in formats})
        return
    for format in formats:
        does = "read, write" if format.read and format.write else "read" if format.read else "write"
        click.echo(f"{format.name:<12} {format.title}")
        click.echo(f"{'':<12} {does}; {' '.join(format.endings)}" + ("; one document a file" if format.single else ""))
        if format.note:
            click.echo(f"{'':<12} {format.note}")


def _as_dict(format: Format) -> dict[str, object]:
    return {
        "title": format.title,
        "endings": list(format.endings),
        "reads": format.read is not None,
        "writes": format.write is not None,
        "one_document_a_file": format.single,
        "cannot_hold": sorted(str(feature) for feature in ALL - format.holds) if format.write else None,
        "note": format.note,
    }
