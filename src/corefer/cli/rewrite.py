"""`corefer rewrite`: pronouns replaced by their anchors, so that a text stands alone."""

from __future__ import annotations

from collections.abc import Iterator

import click

from corefer.cli.common import encoding_option, from_option, progress
from corefer.document import CoreferError, Document
from corefer.formats import FORMATS, Source, Target, stream
from corefer.formats.base import BYTE_ORDER_MARK
from corefer.rewrite import Mode, Rewritten
from corefer.rewrite.chunks import UNITS
from corefer.rewrite.rewriter import LEAST_CONFIDENCE


@click.command()
@click.argument("file")
@click.option(
    "--mode",
    type=click.Choice([str(mode) for mode in Mode]),
    default=str(Mode.ANCHORS),
    show_default=True,
    help="Name each pronoun's referent once in every sentence, or once in every chunk.",
)
@click.option("--chunks", metavar="N|paragraph|sentence", help=f"What a chunk is: {UNITS.replace('`', '')}.")
@click.option("--to", "to", type=click.Choice(["text", "json", "html"]), default="text", show_default=True)
@click.option("-o", "--output", metavar="OUT", help="A file; without it, standard output.")
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    default=LEAST_CONFIDENCE,
    show_default=True,
    help="Leave pronouns that are resolved with less.",
)
@click.option("--repeat", is_flag=True, help="Name it again within a sentence, wherever grammar lets a name stand.")
@click.option("--resolver", metavar="NAME", help="Resolve with this one, even what has chains already.")
@from_option
@encoding_option
def command(
    file: str,
    mode: str,
    chunks: str | None,
    to: str,
    output: str | None,
    min_confidence: float,
    repeat: bool,
    resolver: str | None,
    format: str | None,
    encoding: str,
) -> None:
    """Replace the pronouns of FILE by what they refer to, grammatically, and leave what is unclear.

    Running text is analysed and resolved; a file with chains is rewritten by its own. Everything but the pronouns
    (and verbs that agree with them) comes back as it was. JSON and HTML tell the reason of each substitution, and of
    each pronoun that stays.

    \b
    Examples:
      corefer rewrite report.txt
      corefer rewrite report.txt --mode standalone --chunks 5 --to json -o chunks.json
      corefer rewrite key.conllu --to html -o rewritten.html
      cat report.txt | corefer rewrite - --min-confidence 0.8
    """
    from corefer.rewrite.prepare import prepared
    from corefer.rewrite.rewriter import rewrite

    source = Source(file, encoding)
    documents = list(stream(source, format or _format(source)))
    rewritings = [
        rewrite(prepared(document, resolver), mode, chunks, min_confidence=min_confidence, repeat=repeat)
        for document in progress(documents, "rewriting")
    ]
    with Target(output).text() as out:
        out.writelines(_rendered(rewritings, to, _mark(source, documents)))


def _format(source: Source) -> str | None:
    """Plain text, unless the file's ending or its contents are another format's."""
    endings = tuple(ending for f in FORMATS.values() if f.read and f.name != "text" for ending in f.endings)
    return "text" if source.path is not None and not source.name.endswith(endings) else None


def _mark(source: Source, documents: list[Document]) -> str:
    """The byte order mark of a text file, which reading takes off."""
    raw = source.content()[:3] if len(documents) == 1 else b""
    return BYTE_ORDER_MARK if raw == BYTE_ORDER_MARK.encode() else ""


def _rendered(rewritings: list[Rewritten], to: str, mark: str) -> Iterator[str]:
    if to == "json":
        import json

        found = [rewritten.to_json() for rewritten in rewritings]
        yield json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False, indent=2) + "\n"
    elif to == "html":
        from corefer.report.rewrite_html import page

        if not rewritings:
            raise CoreferError("there is no document to show")
        yield page(rewritings)
    else:
        yield mark
        for number, rewritten in enumerate(rewritings):
            yield ("\n" if number else "") + rewritten.text
