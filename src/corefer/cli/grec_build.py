"""`corefer grec build`: GREC tasks from any text annotated with coreference."""

from __future__ import annotations

from pathlib import Path

import click

from corefer.cli.common import encoding_option, from_option, inputs, progress, warn
from corefer.document import CoreferError
from corefer.formats import Source, Target, files, get, output_path, stream
from corefer.grec.build import build


@click.command()
@inputs()
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--entities",
    type=click.Choice(["main", "all"]),
    default="main",
    show_default=True,
    help="References to the main entity (REG08), or to all (GREC-NEG).",
)
@from_option
@encoding_option
def command(inputs: tuple[str, ...], output: Path, entities: str, format: str | None, encoding: str) -> None:
    """Make GREC XML, one file a document, from a corpus in any format.

    SYNCAT comes from the parse (the corpus's own, else ours); the lists of alternatives hold the entity's own
    references, its title, pronouns, reflexives and its category noun. Documents without a reference are left
    out, and told of.

    \b
    Examples:
      corefer grec build gum/train -o gum-grec
      corefer grec build novel.ann -o out --entities all
    """
    target, written, left_out = get("grec-neg" if entities == "all" else "grec"), 0, []
    names: set[Path] = set()
    for file in progress([file for argument in inputs for file in files(argument)], "building"):
        for document in stream(Source(file, encoding), format):
            made = build(document, entities == "all") if document.entities else None
            if made is None:
                left_out.append(document.id)
                continue
            path = output_path(output, document.id, target)
            if path in names:
                raise CoreferError(
                    f"{path}: two documents have the id {document.id} (build them into different folders)"
                )
            names.add(path)
            assert target.write
            target.write([made], Target(path))
            written += 1
    if left_out:
        shown = ", ".join(left_out[:5]) + ("" if len(left_out) <= 5 else ", …")
        warn(f"{len(left_out)} documents without a reference to an entity are left out: {shown}")
    if not written:
        raise CoreferError("no document with entities here (annotate them, or run `corefer resolve` first)")
    click.echo(f"{written} texts in {output}", err=True)
