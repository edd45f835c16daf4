"""`corefer score`: every metric, under any reference scorer's conventions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

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
from corefer.cli.scoring import names_of, read_documents, scoring_options, settings_from
from corefer.document import CoreferError, Document
from corefer.formats import Source, Target
from corefer.score.breakdown import PROPERTIES, breakdown
from corefer.score.report import Report
from corefer.score.scorer import score
from corefer.score.settings import Settings, Signature, from_signature, resampling
from corefer.version import __version__


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
@click.option(
    "--gap", "with_gap", is_flag=True, help="GAP's F1 by gender: KEY is a GAP file, RESPONSEs predictions or documents."
)
@click.option("--names", metavar="NAMES", help="Names for the responses, comma-separated.")
@click.option("--signature", metavar="LINE", help="Score as a signature says (but for breakdowns).")
@click.option("--rerun", metavar="REPORT", help="Score again, as before, what a saved --json report scored.")
@report_format()
@out_option
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
    job = Job(
        key or "", responses, names_of(responses, names), settings_from(match, singletons, like), metrics,
        by, macro, ci, samples, seed, with_disciplines, with_anaphora,
    )  # fmt: skip
    if rerun:
        job = _saved(rerun)
    elif signature:
        job = job.signed(from_signature(signature))
    if not job.key or not job.paths:
        raise click.UsageError("name a key and at least one response (see `corefer score --help`)")
    if with_gap:
        _print_gap(job, format, encoding, as_json)
        return
    reports = job.reports(format, encoding, keep_pairs=output == "html" and not as_json)
    for warning in dict.fromkeys(warning for report in reports for warning in report.warnings):
        warn(warning)
    extras = [_extras(report, job) for report in reports]
    if as_json:
        documents = [
            {"key": job.key, "path": path, **report.as_dict(), **extra["json"]}
            for path, report, extra in zip(job.paths, reports, extras, strict=True)
        ]
        _write(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False, indent=2) + "\n", out)
        return
    _show(reports, extras, job.by or "", output, out)


@dataclass(frozen=True, slots=True)
class Job:
    """What to score and how: what the options say, or a saved report."""

    key: str
    paths: tuple[str, ...]
    names: list[str]
    settings: Settings
    metrics: tuple[str, ...] | None = None
    by: str | None = None
    macro: bool = False
    ci: bool = False
    samples: int = 1000
    seed: int = 1
    disciplines: bool = False
    anaphora: bool = False

    def signed(self, signature: Signature) -> Job:
        """The same, as a signature says."""
        return replace(
            self,
            settings=signature.settings,
            metrics=signature.metrics,
            macro=signature.aggregation == "macro",
            ci=signature.samples is not None,
            samples=signature.samples or self.samples,
            seed=signature.seed,
        )

    def reports(self, format: str | None, encoding: str, keep_pairs: bool) -> list[Report]:
        read = partial(read_documents, format=format, encoding=encoding)
        piped = list(read(self.key)) if self.key == "-" else None  # what can be read once only
        return [
            self._report(piped or read(self.key), read(path), name, keep_pairs)
            for path, name in zip(self.paths, self.names, strict=True)
        ]

    def _report(self, key: Iterable[Document], response: Iterable[Document], name: str, keep_pairs: bool) -> Report:
        keep = keep_pairs or bool(self.by) or self.disciplines or self.anaphora
        truth = progress(key, f"scoring {name}")
        report = score(truth, response, self.settings, self.metrics, name=name, keep_pairs=keep)
        if self.ci and len(report.ids) > 1:
            report.resampling = resampling(self.samples, self.seed)
        return report.averaged() if self.macro else report


def _extras(report: Report, job: Job) -> dict[str, Any]:
    """What was asked for beyond the scores: as objects for tables, and as plain values for JSON."""
    result: dict[str, Any] = {"intervals": None, "breakdown": None, "further": {}, "json": {}}
    if job.ci:
        from corefer.score.significance import NO_INTERVAL, intervals

        found = intervals(report, samples=job.samples, seed=job.seed, aggregation=report.aggregation)
        if found is None:
            warn(f"{report.name}: {NO_INTERVAL}")
        result["intervals"] = found
        result["json"]["intervals"] = found and {
            metric: {name: (100 * bounds[0], 100 * bounds[1]) for name, bounds in sides.items()}
            for metric, sides in found.items()
        }
    if job.by:
        groups = breakdown(report, job.by)
        result["breakdown"] = {value: part.scores for value, part in groups.items()}
        result["json"]["by"] = {job.by: {value: part.as_dict() for value, part in groups.items()}}
    if job.disciplines:
        from corefer.score.disciplines import disciplines

        result["further"]["disciplines"] = disciplines(report.pairs).as_dict()
    if job.anaphora:
        from corefer.score.anaphora import anaphora_scores

        result["further"]["anaphora"] = anaphora_scores(report.pairs, report.settings.like)
    result["json"].update(result["further"])
    return result


def _show(reports: list[Report], extras: list[dict[str, Any]], by: str, output: str, out: str | None) -> None:
    from corefer.report.comparison import markup, print_page
    from corefer.report.score_tables import score_page

    intervals = [extra["intervals"] for extra in extras]
    breakdowns = [extra["breakdown"] for extra in extras] if by else []
    found = score_page(
        reports, intervals=intervals, breakdowns=breakdowns, by=by, further=[extra["further"] for extra in extras]
    )
    if output == "html":
        from corefer.report.score_html import page

        _write(page(reports, intervals=intervals, tables=found.tables[len(reports) :]), out)
    elif output == "text" and out is None:
        print_page(found)
    else:
        _write(markup(found, latex=output == "latex"), out)


def _write(text: str, out: str | None) -> None:
    with Target(out, stdout=sys.stdout.buffer).text() as file:
        file.write(text if text.endswith("\n") else text + "\n")


def _saved(path: str) -> Job:
    """What a report that was saved with --json scored."""
    try:
        saved = json.loads(sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8"))
        reports = saved if isinstance(saved, list) else [saved]
        first = reports[0]
        job = Job(
            first["key"],
            tuple(report["path"] for report in reports),
            [report["response"] for report in reports],
            Settings(),
            by=next(iter(first.get("by", ())), None),
            disciplines="disciplines" in first,
            anaphora="anaphora" in first,
        )
        return job.signed(from_signature(first["signature"]))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise CoreferError(f"{path}: not a saved report ({error!r}; save one with `corefer score … --json`)") from None


def _print_gap(job: Job, format: str | None, encoding: str, as_json: bool) -> None:
    from corefer.formats.gap import holds_predictions, predict, read_predictions
    from corefer.score.gap import gap, gap_of_answers

    gold = list(read_documents(job.key, None, encoding))
    results = {}
    signature = f"gap|agg:micro|docs:{len(gold)}|version:{__version__}"
    for path, name in zip(job.paths, job.names, strict=True):
        answers = Source(path, encoding)
        if Path(path).is_file() and holds_predictions(answers):
            found = gap_of_answers(gold, read_predictions(answers))
        else:
            found = gap(gold, read_documents(path, format, encoding), predict)
        for warning in found.warnings:
            warn(warning)
        results[name] = {**found.as_dict(), "signature": signature}
    if as_json:
        print_json(results)
        return
    from corefer.report.comparison import Page, print_page
    from corefer.report.score_tables import further_tables

    tables = [table for name, result in results.items() for table in further_tables(name, result)]
    print_page(Page(tables, signatures=[signature]))
