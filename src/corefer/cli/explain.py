"""`corefer explain`: why a mention was resolved as it was."""

from __future__ import annotations

import click

from corefer.cli.common import encoding_option, from_option, json_option, print_json
from corefer.document import CoreferError, Decision, Document, Mention
from corefer.formats import Source, Target, stream


@click.command()
@click.argument("file")
@click.option("--mention", "number", type=click.IntRange(min=1), metavar="N", help="The N-th mention of the text.")
@click.option("--at", metavar="LINE:COL", help="The smallest mention at this place of the text, counted from 1.")
@click.option("--html", metavar="OUT", help="Write a self-contained page, beside the text (`-` for standard output).")
@click.option("--document", "wanted", metavar="ID", help="The document of this id, where FILE has several.")
@click.option("--resolver", default="auto", show_default=True, metavar="NAME", help="Who resolves.")
@click.option("--profile", metavar="NAME|FILE", help="Salience weights for rosana.")
@click.option("--parse", type=click.Choice(["kept", "own"]), default="kept", show_default=True)
@click.option("--mentions", type=click.Choice(["own", "gold"]), default="own", show_default=True)
@click.option("--scheme", type=click.Choice(["gum", "ontonotes", "litbank"]), default="gum", show_default=True)
@click.option(
    "--constraints",
    type=click.Choice(["on", "off"]),
    default="on",
    show_default=True,
    help="Let rules veto the links of the learned resolver.",
)
@click.option("--model", metavar="FOLDER", help="A model of your own for the learned resolver.")
@json_option
@from_option
@encoding_option
def command(
    file: str,
    number: int | None,
    at: str | None,
    html: str | None,
    wanted: str | None,
    resolver: str,
    profile: str | None,
    parse: str,
    mentions: str,
    scheme: str,
    constraints: str,
    model: str | None,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Resolve FILE and explain a decision: its candidates, what ruled each out, what ranked the rest.

    The learned resolver shows the probability of each candidate, and next to it ROSANA's verdict. Without --mention
    and --at, every decision is explained. Mentions are counted from 1 in the order of the text, as
    `corefer resolve --json` numbers them.

    \b
    Examples:
      corefer explain story.txt --at 3:14
      corefer explain story.txt --mention 12
      corefer explain story.txt --resolver rosana
      corefer explain story.txt --html story.html
    """
    from corefer.report.explanations import decision_record, explanation
    from corefer.resolve.inputs import Source as Origin
    from corefer.resolve.pipeline import Options, make, resolve_document
    from corefer.resolve.schemes import Scheme

    options = Options(Origin.OWN if parse == "own" else Origin.GOLD, Origin(mentions), Scheme(scheme))
    by = make(resolver, profile, explain=True, constraints=constraints == "on", model=model)
    document = resolve_document(_one(file, wanted, format, encoding), by, options)
    decisions = _asked(document, file, number, at)
    if html is not None:
        from corefer.report.explanations_html import page

        with Target(html).text() as out:
            out.write(page(document, decisions))
    elif as_json:
        numbers = {id(mention): place for place, mention in enumerate(document.mentions, 1)}
        print_json([decision_record(decision, numbers) for decision in decisions])
    else:
        click.echo("\n\n".join(explanation(document, decision) for decision in decisions))


def _one(file: str, wanted: str | None, format: str | None, encoding: str) -> Document:
    found = [d for d in stream(Source(file, encoding), format) if wanted in (None, d.id)]
    if not found:
        raise CoreferError(f"{file}: there is no document {wanted or 'in it'} (see `corefer info`)")
    if len(found) > 1:
        raise CoreferError(f"{file}: there are {len(found)} documents in it (choose one with --document ID)")
    return found[0]


def _asked(document: Document, file: str, number: int | None, at: str | None) -> list[Decision]:
    """The decisions about the mention that is meant; all of them where none is."""
    if number is None and at is None:
        return document.decisions
    mention = _numbered(document, file, number) if number is not None else _placed(document, file, at or "")
    found = [decision for decision in document.decisions if decision.anaphor is mention]
    return found or [Decision(mention, None, "corefer", reasons=("no anaphor: it starts a chain, or refers alone",))]


def _numbered(document: Document, file: str, number: int) -> Mention:
    if number > len(document.mentions):
        raise CoreferError(f"{file}: there is no mention {number} (there are {len(document.mentions)})")
    return document.mentions[number - 1]


def _placed(document: Document, file: str, at: str) -> Mention:
    line, _, column = at.partition(":")
    if not (line.isdigit() and column.isdigit() and int(line) and int(column)):
        raise click.BadParameter(f"`{at}` is no place (write LINE:COL, as in 3:14)", param_hint="--at")
    lines = document.text.removesuffix("\n").split("\n")
    if int(line) > len(lines):
        raise CoreferError(f"{file}: there is no line {line} (the text has {len(lines)})")
    offset = sum(len(text) + 1 for text in lines[: int(line) - 1]) + int(column) - 1
    covering = [
        (end - start, mention)
        for mention in document.mentions
        for start, end in document.mention_spans(mention)
        if start <= offset < end
    ]
    if not covering:
        raise CoreferError(f"{file}: there is no mention at {at} (`corefer resolve --json` lists them)")
    return min(covering, key=lambda found: found[0])[1]
