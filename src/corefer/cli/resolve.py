"""`corefer resolve`: who is who, in raw text or in a parsed document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from corefer.cli.common import encoding_option, from_option, inputs, json_option, print_json, progress, warn
from corefer.document import Document
from corefer.formats import (
    Conversion,
    Source,
    Target,
    by_ending,
    describe,
    files,
    get,
    output_path,
    stream,
    write_names,
)
from corefer.formats.registry import detect

DEFAULT_FORMAT = "corefud"
LONG = 300_000  # bytes from which on a text is resolved block by block
Resolve = Callable[[Path], Iterator[Document]]


@click.command()
@inputs()
@click.option("--resolver", default="auto", show_default=True, metavar="NAME", help="Who resolves.")
@click.option("--profile", metavar="NAME|FILE", help="Salience weights for rosana: a shipped profile, or a TOML file.")
@click.option("--names", default="", metavar="RESOLVER", help="Who resolves what the resolver does not attempt.")
@click.option(
    "--parse",
    type=click.Choice(["kept", "own"]),
    default="kept",
    show_default=True,
    help="Keep the input's parse where it has one, or analyse its text anew.",
)
@click.option(
    "--mentions",
    type=click.Choice(["own", "gold"]),
    default="own",
    show_default=True,
    help="Find mentions, or take the places of the input's.",
)
@click.option(
    "--scheme",
    type=click.Choice(["gum", "ontonotes", "litbank"]),
    default="gum",
    show_default=True,
    help="Whose guidelines say what is a mention and what is linked; ontonotes has no singletons.",
)
@click.option(
    "--constraints",
    type=click.Choice(["on", "off"]),
    default="on",
    show_default=True,
    help="Let rules veto the links of the learned resolver.",
)
@click.option("--model", metavar="FOLDER", help="A model of your own for the learned resolver (see `corefer train`).")
@click.option("--relative-pronouns", is_flag=True, help="Write relative pronouns as mentions, too.")
@click.option(
    "--to",
    "to",
    type=click.Choice(write_names()),
    metavar="FORMAT",
    help="The format to write (see `corefer formats`); without it and -o, the chains are shown.",
)
@click.option("-o", "--output", metavar="OUT", help="A file, or a folder (one file per input).")
@click.option("--resume", is_flag=True, help="Go on with a long text whose resolution was interrupted.")
@click.option("--explain", is_flag=True, help="Say why, for every decision.")
@json_option
@from_option
@encoding_option
def command(
    inputs: tuple[str, ...],
    resolver: str,
    profile: str | None,
    names: str,
    parse: str,
    mentions: str,
    scheme: str,
    constraints: str,
    model: str | None,
    relative_pronouns: bool,
    to: str | None,
    output: str | None,
    resume: bool,
    explain: bool,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Resolve coreference: raw text is analysed, a parsed input keeps its parse.

    Annotation in the input is never looked at, except the places of its mentions with --mentions gold. Shows the
    chains in colour; with --to or -o, writes documents (CoNLL-U, unless the ending or --to says otherwise). With
    --explain every decision tells its candidates and what excluded or ranked them, on standard error where the
    documents go to standard output; --json prints chains and decisions.

    \b
    Examples:
      corefer resolve story.txt
      echo "Elena lost her key. She looked for it." | corefer resolve - --explain
      corefer resolve gum/dev --mentions gold -o resolved/
      corefer resolve news.txt --profile news --to conllu -o news.conllu
      corefer resolve novel.txt -o novel.conllu --resume
    """
    from corefer.cli.long_texts import resolve_long
    from corefer.resolve.inputs import Source as Origin
    from corefer.resolve.neural.resolver import Neural
    from corefer.resolve.pipeline import Options, make, resolve_document
    from corefer.resolve.schemes import Scheme

    by = make(resolver, profile, names, explain or as_json, constraints == "on", model)
    options = Options(
        Origin.OWN if parse == "own" else Origin.GOLD,
        Origin(mentions),
        Scheme(scheme),
        relative_pronouns,
        Path(model) if model else None,
    )
    sources = [(argument, file) for argument in inputs for file in files(argument)]

    def resolved(file: Path) -> Iterator[Document]:
        for document in stream(Source(file, encoding), format):
            yield resolve_document(document, by, options)

    plain = not (explain or as_json or relative_pronouns)
    text = _long_text(sources, to, output, format, encoding) if plain else None
    if text is not None and output is not None and isinstance(by, Neural):
        resolve_long(text, sources[0][1].stem, by, options.scheme, Path(output), resume)
    elif resume:
        raise click.UsageError("--resume is for a long text that the learned resolver writes to a CoNLL-U file (-o)")
    elif as_json:
        from corefer.report.explanations import records

        print_json([record for _, file in progress(sources, "resolving") for record in map(records, resolved(file))])
    elif to is None and output is None:
        _show([d for _, file in progress(sources, "resolving") for d in resolved(file)], explain)
    else:
        _write(sources, resolved, to, output, explain)


def _long_text(
    sources: list[tuple[str, Path]], to: str | None, output: str | None, format: str | None, encoding: str
) -> str | None:
    """The text of the one input, if it is running text long enough to be resolved into its file block by block."""
    file = sources[0][1] if len(sources) == 1 else Path("-")
    found = get(to) if to else by_ending(output) if output else None
    if found is None or found.name != "corefud" or output in (None, "-") or str(file) == "-":
        return None
    source = Source(file, encoding)
    if file.stat().st_size < LONG or (get(format) if format else detect(source)).name != "text":
        return None
    return source.text()


def _show(documents: list[Document], explain: bool) -> None:
    from corefer.report.explanations import explanation
    from corefer.report.terminal import print_documents

    print_documents(documents)
    if explain:
        for document in documents:
            for decision in document.decisions:
                click.echo("\n" + explanation(document, decision))


def _write(
    sources: list[tuple[str, Path]],
    resolved: Resolve,
    to: str | None,
    output: str | None,
    explain: bool,
) -> None:
    found = get(to) if to else (by_ending(output) if output else None) or get(DEFAULT_FORMAT)
    conversion = Conversion(found)
    into_folder = (
        output is not None
        and output != "-"
        and (
            Path(output).is_dir()
            or output.endswith("/")
            or (
                not Path(output).suffix
                and (len(sources) > 1 or found.single or any(Path(a).is_dir() for a, _ in sources))
            )
        )
    )
    if into_folder:
        assert output is not None
        for argument, file in progress(sources, "resolving"):
            below = file.parent.relative_to(argument) if Path(argument).is_dir() else Path()
            stem = file.stem if str(file) != "-" else "stdin"
            target = output_path(Path(output) / below, stem, found)
            conversion.write(_told(resolved(file), explain), Target(target))
    else:
        documents = (d for _, file in progress(sources, "resolving") for d in resolved(file))
        conversion.write(_told(documents, explain), Target(output))
    if conversion.lost:
        warn(f"{found.name} cannot hold: {describe(conversion.lost)}")


def _told(documents: Iterator[Document], explain: bool) -> Iterator[Document]:
    """The documents as they pass; with `explain`, their decisions are explained on standard error."""
    from corefer.report.explanations import explanation

    for document in documents:
        if explain:
            for decision in document.decisions:
                click.echo(explanation(document, decision) + "\n", err=True)
        document.decisions = []
        yield document
