"""`corefer score`: every metric, under any reference scorer's conventions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from corefer.cli.common import encoding_option, from_option, json_option, print_json, progress, warn
from corefer.cli.scoring import names_of, read_documents, scoring_options, settings_from
from corefer.document import CoreferError
from corefer.formats import Target
from corefer.score.breakdown import PROPERTIES, breakdown
from corefer.score.report import Report
from corefer.score.scorer import score
from corefer.score.settings import Settings, from_signature


@click.command()
@click.argument("key", required=False)
@click.argument("responses", nargs=-1, metavar="RESPONSE...")
@scoring_options
@click.option("--by", type=click.Choice(sorted(PROPERTIES)), help="Break the scores down.")
@click.option("--macro", is_flag=True, help="Average over documents instead of summing their counts.")
@click.option("--ci", is_flag=True, help="Add 95% intervals (bootstrap over documents).")
@click.option("--samples", type=click.IntRange(min=1), default=1000, show_default=True, help="Resamples for --ci.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Equal seeds, equal intervals.")
@click.option("--disciplines", "with_disciplines", is_flag=True, help="Add ROSANA's disciplines (Stuckardt 2001).")
@click.option(
    "--anaphora", "with_anaphora", is_flag=True, help="Add split antecedents, bridging, deixis, non-referring, zeros."
)
@click.option("--gap", "with_gap", is_flag=True, help="GAP's F1 by gender (KEY is a GAP file).")
@click.option("--names", metavar="NAMES", help="Names for the responses, comma-separated.")
@click.option("--signature", metavar="LINE", help="Score as the signature of an earlier report says.")
@click.option("--rerun", metavar="REPORT", help="Score again what a report saved with --json scored.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "markdown", "latex", "html"]),
    default="text",
    show_default=True,
    help="Output.",
)
@click.option("-o", "--output", "out", metavar="OUT", help="Write to a file instead of standard output.")
@json_option
@from_option
@encoding_option
def command(
    key: str | None,
    responses: tuple[str, ...],
    metrics: tuple[str, ...] | None,
    match: str,
    singletons: str,
    like: str,
    by: str | None,
    macro: bool,
    ci: bool,
    samples: int,
    seed: int,
    with_disciplines: bool,
    with_anaphora: bool,
    with_gap: bool,
    names: str | None,
    signature: str | None,
    rerun: str | None,
    output: str,
    out: str | None,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Score RESPONSEs against a KEY: files, folders or globs, in any format, also of different formats.

    Documents pair by id, else by file name. One that a response lacks counts as empty, with a warning; one
    that the key lacks is an error. Texts must be the same, white space aside; tokens may differ.

    \b
    Examples:
      corefer score key.conllu response.conllu
      corefer score gum/dev out/ --ci --by genre
      corefer score key.conll a.conll b.conll --like conll2012 --singletons dropped
      corefer score key.conllu response.conllu --disciplines --json > report.json
      corefer score --rerun report.json
      corefer score key/ a/ b/ --format html -o report.html
    """
    settings = settings_from(match, singletons, like)
    if rerun:
        key, responses, settings, metrics = _saved(rerun)
    elif signature:
        settings = from_signature(signature)
    if key is None or not responses:
        raise click.UsageError("name a key and at least one response (see `corefer score --help`)")
    if with_gap:
        _print_gap(key, responses, format, encoding, as_json)
        return
    html = output == "html" and not as_json
    keep = bool(by) or with_disciplines or with_anaphora or html
    reports = []
    for path, name in zip(responses, names_of(responses, names), strict=True):
        truth = progress(read_documents(key, format, encoding), f"scoring {name}")
        answer = read_documents(path, format, encoding)
        reports.append(score(truth, answer, settings, metrics, name=name, keep_pairs=keep))
    for warning in dict.fromkeys(warning for report in reports for warning in report.warnings):
        warn(warning)
    extras = [_extras(report, by, macro, ci, samples, seed, with_disciplines, with_anaphora) for report in reports]
    shown = [report.averaged() for report in reports] if macro else reports
    if as_json:
        documents = [
            {"key": key, "path": path, **report.as_dict(), **extra["json"]}
            for path, report, extra in zip(responses, shown, extras, strict=True)
        ]
        _write(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False, indent=2) + "\n", out)
        return
    _show(shown, extras, by, output, out)


def _extras(
    report: Report, by: str | None, macro: bool, ci: bool, samples: int, seed: int, disciplines: bool, anaphora: bool
) -> dict[str, Any]:
    """What was asked for beyond the scores: as objects for tables, and as plain values for JSON."""
    result: dict[str, Any] = {"intervals": None, "breakdown": None, "further": {}, "json": {}}
    if ci:
        from corefer.score.significance import NO_INTERVAL, intervals

        found = intervals(report, samples=samples, seed=seed, aggregation="macro" if macro else "micro")
        if found is None:
            warn(f"{report.name}: {NO_INTERVAL}")
        result["intervals"] = found
        result["json"]["intervals"] = found and {
            metric: {name: (100 * bounds[0], 100 * bounds[1]) for name, bounds in sides.items()}
            for metric, sides in found.items()
        }
    if by:
        groups = breakdown(report, by)
        result["breakdown"] = {value: part.scores for value, part in groups.items()}
        result["json"]["by"] = {by: {value: part.as_dict() for value, part in groups.items()}}
    if disciplines:
        from corefer.score.disciplines import disciplines as evaluate

        result["further"]["disciplines"] = evaluate(report.pairs).as_dict()
    if anaphora:
        from corefer.score.anaphora import anaphora_scores

        result["further"]["anaphora"] = anaphora_scores(report.pairs, report.settings.like)
    result["json"].update(result["further"])
    return result


def _show(reports: list[Report], extras: list[dict[str, Any]], by: str | None, output: str, out: str | None) -> None:
    if output == "html":
        from corefer.report.score_html import page

        _write(page(reports, intervals=[extra["intervals"] for extra in extras]), out)
        return
    from corefer.report.comparison import markup, print_page
    from corefer.report.score_tables import score_page

    found = score_page(
        reports,
        intervals=[extra["intervals"] for extra in extras],
        breakdowns=[extra["breakdown"] for extra in extras] if by else (),
        by=by or "",
        further=[extra["further"] for extra in extras],
    )
    if output == "text" and out is None:
        print_page(found)
    else:
        _write(markup(found, latex=output == "latex"), out)


def _write(text: str, out: str | None) -> None:
    with Target(out, stdout=sys.stdout.buffer).text() as file:
        file.write(text if text.endswith("\n") else text + "\n")


def _saved(path: str) -> tuple[str, tuple[str, ...], Settings, tuple[str, ...]]:
    """Key, responses, settings and metrics of a report that was saved with --json."""
    try:
        saved = json.loads(Path(path).read_text(encoding="utf-8"))
        reports = saved if isinstance(saved, list) else [saved]
        first = reports[0]
        paths = tuple(report["path"] for report in reports)
        return first["key"], paths, from_signature(first["signature"]), tuple(first["metrics"])
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise CoreferError(f"{path}: not a saved report ({error!r}; save one with `corefer score … --json`)") from None


def _print_gap(key: str, responses: tuple[str, ...], format: str | None, encoding: str, as_json: bool) -> None:
    from corefer.formats.gap import predict
    from corefer.score.gap import gap

    gold = list(read_documents(key, None, encoding))
    results = {}
    for path, name in zip(responses, names_of(responses), strict=True):
        found = gap(gold, list(read_documents(path, format, encoding)), predict)
        for warning in found.warnings:
            warn(warning)
        results[name] = found.as_dict()
    if as_json:
        print_json(results)
        return
    from corefer.report.comparison import Page, print_page
    from corefer.report.score_tables import further_tables

    print_page(Page([table for name, result in results.items() for table in further_tables(name, result)]))
