"""`corefer compare-resolvers`: every resolver by every measure, on the same parse and the same mentions."""

from __future__ import annotations

import shutil
import sys

import click

from corefer.cli.common import encoding_option, from_option, json_option, out_option, report_format, warn
from corefer.cli.experiments import (
    corpus_name,
    given_options,
    json_text,
    mentions_of,
    read_corpus,
    resampling_options,
    text_of,
    track,
    workers_option,
    write_text,
)
from corefer.experiment.comparison import Resolvers, compare_resolvers
from corefer.experiment.systems import systems_from
from corefer.resolve.inputs import Source

WIDTH = 120


@click.command()
@click.argument("corpus")
@click.option(
    "--resolver",
    "resolvers",
    multiple=True,
    metavar="NAME[:OPTION=VALUE,…]",
    help="A resolver to be compared, repeatable or comma-separated by name; all without it.",
)
@given_options()
@click.option("--names", metavar="NAME", help="What resolves the anaphors that a resolver does not attempt.")
@resampling_options
@workers_option
@click.option("--corpus", "called", metavar="NAME", help="The corpus's name for the tables.")
@report_format()
@out_option
@json_option
@from_option
@encoding_option
def command(
    corpus: str,
    resolvers: tuple[str, ...],
    parse: str,
    mentions: str | None,
    names: str | None,
    samples: int,
    seed: int,
    workers: int,
    called: str | None,
    output: str,
    out: str | None,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Compare resolvers like for like on CORPUS, a file, folder or glob with coreference.

    Every measure of every resolver: standard metrics with and without singletons, antecedents and anchors by type
    of anaphor, the resolution rate by pronoun form, each with its interval (bootstrap over documents) and letters
    (resolvers that share one do not differ); seconds, memory; the standard disclosure of all.

    With the gold parse and gold mentions, resolvers see where the key's mentions are and nothing of what they refer
    to. With our own, they see what is made of the bare text.

    \b
    Examples:
      corefer compare-resolvers gum/dev
      corefer compare-resolvers gum/dev --parse own --resolver rosana --resolver rap --names sieve
      corefer compare-resolvers gum/dev --resolver rosana --resolver rosana:profile=news --json
      corefer compare-resolvers gum/dev --format html -o resolvers.html
    """
    found = compare_resolvers(
        read_corpus(corpus, format, encoding),
        systems_from([name for given in resolvers for name in _several(given)], names or ""),
        parse=Source(parse),
        mentions=Source(mentions_of(parse, mentions)),
        corpus=corpus_name(corpus) if called is None else called,
        samples=samples,
        seed=seed,
        workers=workers,
        track=track,
    )
    for warning in dict.fromkeys(found.warnings):
        warn(warning)
    write_text(json_text(found.as_dict()) if as_json else _rendered(found, output, out), out)


def _several(given: str) -> list[str]:
    """`hobbs,rap` are two; the commas of options stay."""
    return [given] if ":" in given else [name.strip() for name in given.split(",") if name.strip()]


def _rendered(found: Resolvers, output: str, out: str | None) -> str:
    from corefer.report.comparison import markup
    from corefer.report.experiments import resolvers_page

    if output == "html":
        from corefer.report.experiments_html import resolvers_html

        return resolvers_html(found)
    page = resolvers_page(found)
    disclosure = found.disclosure
    if output == "text":
        width = min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH
        return text_of(page, out) + (f"\n{disclosure.to_text(width)}" if disclosure else "")
    told = "" if disclosure is None else disclosure.to_latex() if output == "latex" else disclosure.to_markdown()
    return f"{markup(page, latex=output == 'latex')}\n{told}"
