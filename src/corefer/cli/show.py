"""`corefer show`: the chains, in colour."""

from __future__ import annotations

import click

from corefer.cli.common import encoding_option, from_option
from corefer.formats import Source, Target, stream


@click.command()
@click.argument("file")
@click.option(
    "--html", "html", metavar="OUT", help="Write a self-contained HTML page instead (`-` for standard output)."
)
@click.option("--singletons/--no-singletons", default=False, help="Mark entities of one mention too.")
@click.option("--document", "wanted", metavar="ID", help="Only the document of this id.")
@from_option
@encoding_option
def command(
    file: str, html: str | None, singletons: bool, wanted: str | None, format: str | None, encoding: str
) -> None:
    """Show who is who in FILE: every mention in its entity's colour, with the entity's number.

    \b
    Examples:
      corefer show text.conllu
      corefer show text.conllu --singletons | less -R
      corefer show text.conllu --html text.html
    """
    documents = [d for d in stream(Source(file, encoding), format) if wanted in (None, d.id)]
    if wanted is not None and not documents:
        raise click.UsageError(f"{file} has no document {wanted}")
    if html is not None:
        from corefer.report.html import page

        with Target(html).text() as out:
            out.write(page(documents, singletons=singletons))
        return
    from corefer.report.terminal import print_documents

    print_documents(documents, singletons=singletons)
