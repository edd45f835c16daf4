"""`corefer disclose`: the standard disclosure of a pronoun-resolution study, and the check of published ones."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from corefer.cli.common import (
    encoding_option,
    from_option,
    json_option,
    out_option,
    print_json,
    progress,
    report_format,
    warn,
)
from corefer.disclose.check import check
from corefer.disclose.disclosure import Disclosure, make
from corefer.disclose.plan import default_plan, default_text, read_plan
from corefer.document import CoreferError
from corefer.formats import Source, Target, read_each

WIDTH = 120


@click.command()
@click.argument("key", required=False)
@click.option("--system", "systems", multiple=True, metavar="NAME=RESPONSE", help="A system's response; repeatable.")
@click.option("--plan", metavar="PLAN.toml", help="Columns, exclusions, windows; the plan that ships without it.")
@click.option(
    "--init", is_flag=True, help="Write the plan that ships, commented: print it, or with a name into a new file."
)
@click.option("--check", "checked", metavar="TABLE", help="Verify the arithmetic of a disclosure in CSV or JSON.")
@click.option("--by", type=click.Choice(["genre"]), help="A table per genre, and a summary.")
@click.option("--trace", is_flag=True, help="List every pronoun token with its place, category and outcomes.")
@click.option("--match", type=click.Choice(["head", "exact"]), help="How antecedents match; as in the plan without it.")
@click.option("--corpus", metavar="NAME", help="The corpus's name for the header.")
@report_format("csv", "json")
@out_option
@json_option
@from_option
@encoding_option
def command(
    key: str | None,
    systems: tuple[str, ...],
    plan: str | None,
    init: bool,
    checked: str | None,
    by: str | None,
    trace: bool,
    match: str | None,
    corpus: str | None,
    output: str,
    out: str | None,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Account for every pronoun of KEY, and for what each system made of it (Byron 2001).

    KEY is a file, folder or glob with coreference, best with a parse; a RESPONSE is the same over the same text.
    Without --system, the corpus part alone is printed: how many pronouns, what is excluded and why.

    \b
    Examples:
      corefer disclose gum/dev
      corefer disclose gum/dev --system Alpha=a/ --system Beta=b/ --by genre
      corefer disclose --init plan.toml
      corefer disclose key.conllu --system Alpha=a.conll --plan plan.toml --format latex
      corefer disclose key.conllu --system Alpha=a.conll --format html -o disclosure.html
      corefer disclose --check table.csv

    Exit code 1: --check found slips.
    """
    if init:
        _init(out or key)
        return
    if checked is not None:
        _check(checked, as_json or output == "json", encoding)
        return
    if key is None:
        raise click.UsageError("name a key (or --init, or --check TABLE; see `corefer disclose --help`)")
    output = "json" if as_json else output
    if trace and output == "latex":
        raise click.UsageError("a trace is no table for LaTeX (use --format text, markdown, html, csv or json)")
    disclosure = make(
        read_each(key, format, encoding),
        {name: read_each(path, format, encoding) for name, path in _named(systems)},
        read_plan(plan) if plan else default_plan(),
        corpus=corpus or _name_of(key),
        match=match,
        track=progress,
    )
    for warning in dict.fromkeys(disclosure.warnings):
        warn(warning)
    if not disclosure.records:
        raise CoreferError(f"{key}: there is no pronoun in it (check the key, and the plan's columns)")
    _write(_rendered(disclosure, output, by == "genre", trace, _width(out)), out)


def _init(out: str | None) -> None:
    if out and out != "-" and Path(out).exists():
        raise CoreferError(f"{out}: exists already (name another file, or remove it)")
    _write(default_text(), out)


def _check(path: str, as_json: bool, encoding: str) -> None:
    name = "<stdin>" if path == "-" else path
    slips = check(Source(path, encoding).text(), name)
    if as_json:
        print_json([slip.as_dict() for slip in slips])
    else:
        for slip in slips:
            click.echo(f"{name}: {slip}")
        click.echo(
            f"{len(slips)} slip{'' if len(slips) == 1 else 's'}" if slips else f"{name}: the arithmetic is right"
        )
    sys.exit(1 if slips else 0)


def _named(systems: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Names and paths; a path without a name is called like its file."""
    seen: set[str] = set()
    for given in systems:
        name, equals, path = given.partition("=")
        name, path = (name.strip(), path) if equals else (Path(given).stem, given)
        if not name or not path:
            raise click.UsageError(f"--system {given}: should be NAME=RESPONSE")
        if name in seen:
            raise click.UsageError(f"two systems are called {name} (tell them apart with NAME=RESPONSE)")
        seen.add(name)
        yield name, path


def _name_of(key: str) -> str:
    return "" if key == "-" or Path(key).is_file() else Path(key).resolve().name


def _width(out: str | None) -> int:
    """The terminal's, if that is narrower than the width that fits any."""
    if out or not sys.stdout.isatty():
        return WIDTH
    return min(WIDTH, shutil.get_terminal_size().columns)


def _rendered(disclosure: Disclosure, output: str, by_genre: bool, trace: bool, width: int) -> str:
    if output == "html":
        from corefer.report.disclosure_html import page

        return page(disclosure, by_genre=by_genre)
    if output == "json":
        return disclosure.to_json(by_genre=by_genre, trace=trace)
    if output == "csv":
        return disclosure.trace_csv() if trace else disclosure.to_csv(by_genre=by_genre)
    if output == "latex":
        return disclosure.to_latex(by_genre=by_genre)
    if output == "markdown":
        text = disclosure.to_markdown(by_genre=by_genre)
        return text + "\n" + disclosure.trace_markdown() if trace else text
    text = disclosure.to_text(width, by_genre=by_genre)
    return text + "\n" + disclosure.trace_text() if trace else text


def _write(text: str, out: str | None) -> None:
    with Target(out, stdout=sys.stdout.buffer).text() as file:
        file.write(text)
