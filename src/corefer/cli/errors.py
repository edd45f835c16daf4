"""`corefer errors`: what responses get wrong, how often, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from corefer.cli.common import encoding_option, from_option, json_option, print_json, progress, warn
from corefer.cli.scoring import matching_options, names_of, read_documents, settings_from
from corefer.formats import Target
from corefer.score.errors import (
    CommonError,
    ErrorAnalysis,
    Kind,
    analyse_report,
    common_errors,
    first_of_each_kind,
)
from corefer.score.scorer import score

TEXT_EXAMPLES, PAGE_EXAMPLES = 3, 100  # of each kind, unless --examples says


def _list_reasons(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from corefer.report.errors_text import print_reasons

        print_reasons()
        context.exit()


@click.command()
@click.argument("key")
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...")
@matching_options
@click.option("--names", metavar="NAMES", help="Names for the responses, comma-separated, instead of the files'.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.value for kind in Kind]),
    metavar="KIND",
    help="Only errors of this kind (see --reasons); may be repeated.",
)
@click.option(
    "--examples", type=click.IntRange(min=0), metavar="N", help="Examples of each kind (text 3, HTML 100, JSON all)."
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "markdown", "latex"]),
    default="text",
    show_default=True,
    help="How to print.",
)
@click.option(
    "--html",
    is_flag=False,
    flag_value="-",
    metavar="[OUT]",
    help="Write a self-contained page instead, to standard output where no file is named; stands last.",
)
@click.option(
    "--reasons",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_reasons,
    help="List the kinds and reasons, and what they mean.",
)
@json_option
@from_option
@encoding_option
def command(
    key: str,
    responses: tuple[str, ...],
    match: str,
    singletons: str,
    like: str,
    names: str | None,
    kinds: tuple[str, ...],
    examples: int | None,
    output: str,
    html: str | None,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Classify every difference between KEY and each RESPONSE, and count, explain and show them.

    Mentions have wrong boundaries, are missing or extra; entities are missing, extra, divided or conflated; anaphors
    have a wrong, spurious or missing antecedent, or are none. With several responses, the errors they have in common
    are counted, too.

    \b
    Examples:
      corefer errors key.conllu response.conllu
      corefer errors key.conllu one.conllu two.conllu --html errors.html
      corefer errors key.conllu response.conllu --kind wrong-antecedent --examples 20
      corefer errors key.conllu response.conllu --format latex
    """
    if html not in (None, "-") and Path(html).exists() and Path(html).suffix not in (".html", ".htm"):
        raise click.UsageError(f"--html would overwrite {html} (put --html last, or name a file that ends in .html)")
    settings = settings_from(match, singletons, like)
    wanted = [Kind(kind) for kind in kinds] or list(Kind)
    truth = list(progress(read_documents(key, format, encoding), "reading the key"))
    analyses = []
    for path, name in zip(responses, names_of(responses, names), strict=True):
        documents = progress(read_documents(path, format, encoding), f"reading {name}")
        report = score(truth, documents, settings, (), name=name, keep_pairs=True)
        for warning in report.warnings:
            warn(f"{path}: {warning}")
        analyses.append(analyse_report(report).only(wanted))
    common = common_errors(analyses) if len(analyses) > 1 else []
    if as_json:
        print_json(_as_dict(analyses, common, examples))
    elif html is not None:
        from corefer.report.errors_html import page

        with Target(html).text() as out:
            out.write(page(analyses, common, wanted, PAGE_EXAMPLES if examples is None else examples))
    elif output == "text":
        from corefer.report.errors_text import print_errors

        print_errors(analyses, common, wanted, TEXT_EXAMPLES if examples is None else examples)
    else:
        from corefer.report.errors_text import markup

        click.echo(markup(analyses, common, wanted, latex=output == "latex"), nl=False)


def _as_dict(analyses: list[ErrorAnalysis], common: list[CommonError], examples: int | None) -> dict[str, Any]:
    result: dict[str, Any] = {"responses": [analysis.as_dict(examples) for analysis in analyses]}
    if len(analyses) > 1:
        result["common"] = [error.as_dict() for error in first_of_each_kind(common, examples)]
    return result
