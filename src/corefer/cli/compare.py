"""`corefer compare`: whether responses differ by more than chance, and how far annotators agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import click

from corefer.cli.common import encoding_option, from_option, json_option, print_json, progress, warn
from corefer.cli.scoring import names_of, read_documents, scoring_options, settings_from
from corefer.document import Document
from corefer.score.agreement import Agreement, agreement
from corefer.score.scorer import pairs_of, score
from corefer.score.settings import Settings
from corefer.score.significance import LEVEL, NO_INTERVAL, SEED, SignificanceTest, compare

if TYPE_CHECKING:
    from corefer.report.comparison import Page

BOTH = "both"


@click.command()
@click.argument("key")
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...")
@scoring_options
@click.option("--macro", is_flag=True, help="Average over documents instead of summing their counts.")
@click.option("--samples", type=click.IntRange(min=1), default=10_000, show_default=True, help="Resamples.")
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Equal seeds, equal numbers.")
@click.option(
    "--test",
    type=click.Choice([*map(str, SignificanceTest), BOTH]),
    default=str(SignificanceTest.RANDOMISATION),
    show_default=True,
    help="How p-values are found.",
)
@click.option("--all-pairs", is_flag=True, help="Compare each with each, not only with the first.")
@click.option("--names", metavar="NAMES", help="Names for the responses, comma-separated.")
@click.option("--agreement", "annotators", is_flag=True, help="KEY and the RESPONSEs are annotations on a par.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "markdown", "latex"]),
    default="text",
    show_default=True,
    help="Output.",
)
@json_option
@from_option
@encoding_option
def command(
    key: str,
    responses: tuple[str, ...],
    metrics: tuple[str, ...] | None,
    match: str,
    singletons: str,
    like: str,
    macro: bool,
    samples: int,
    seed: int,
    test: str,
    all_pairs: bool,
    names: str | None,
    annotators: bool,
    output: str,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Compare RESPONSEs to one KEY: F1 with intervals, differences, and p-values.

    The first RESPONSE is the baseline. Intervals come from the bootstrap over documents, p-values from approximate
    randomisation or the paired bootstrap, corrected over metrics and pairs (Holm). With --all-pairs, responses
    that do not differ share a letter.

    With --agreement, every two annotations are compared: the mean F1 of both directions, and Krippendorff's α of
    entities (Passonneau's set distance), of entities as such (nominal), and of links.

    \b
    Examples:
      corefer compare key.conllu old.conllu new.conllu
      corefer compare gum/dev a/ b/ c/ --all-pairs --metrics conll,lea --test both
      corefer compare key.conllu a.conllu b.conllu --format latex > table.tex
      corefer compare ada.conllu ben.conllu --agreement
    """
    settings = settings_from(match, singletons, like)
    read = partial(read_documents, format=format, encoding=encoding)
    if annotators:
        if macro:
            raise click.UsageError("--macro has no meaning with --agreement")
        paths = (key, *responses)
        agreements = _agreements(paths, names_of(paths, names), read, settings, metrics)
        bounds = [one.intervals(samples, seed=seed) for one in progress(agreements, "resampling")]
        if as_json:
            print_json({"agreements": [one.as_dict(found) for one, found in zip(agreements, bounds, strict=True)]})
            return
        from corefer.report.comparison import agreement_page

        _show(agreement_page(agreements, bounds, LEVEL, samples, seed), output)
        return
    if len(responses) < 2:
        raise click.UsageError("name two responses or more (for one, `corefer score`; for two annotators, --agreement)")
    truth = list(progress(read(key), "reading the key"))
    labels = names_of(responses, names)
    reports = [
        score(truth, progress(read(path), f"scoring {name}"), settings, metrics, name=name)
        for path, name in zip(responses, labels, strict=True)
    ]
    comparison = compare(
        reports,
        all_pairs=all_pairs,
        tests=list(SignificanceTest) if test == BOTH else [SignificanceTest(test)],
        samples=samples,
        seed=seed,
        aggregation="macro" if macro else "micro",
        track=lambda blocks: progress(blocks, "resampling"),
    )
    for warning in comparison.warnings:
        warn(warning)
    if as_json:
        print_json(comparison.as_dict())
        return
    from corefer.report.comparison import comparison_page

    _show(comparison_page(comparison), output)


def _agreements(
    paths: Sequence[str],
    names: Sequence[str],
    read: Callable[[str], Iterator[Document]],
    settings: Settings,
    metrics: tuple[str, ...] | None,
) -> list[Agreement]:
    """The agreement of every two annotators."""
    texts = {name: list(progress(read(path), f"reading {name}")) for name, path in zip(names, paths, strict=True)}
    found = []
    for one, two in combinations(names, 2):
        warnings: list[str] = []
        pairs = pairs_of(iter(texts[one]), iter(texts[two]), settings, warnings)
        found.append(agreement(progress(pairs, f"{one} and {two}"), settings, metrics, (one, two)))
        found[-1].forward.warnings[:0] = warnings
        for warning in found[-1].forward.warnings:
            warn(f"{one} and {two}: {warning}")
        if found[-1].documents < 2:
            warn(f"{one} and {two}: {NO_INTERVAL}")
    return found


def _show(page: Page, output: str) -> None:
    from corefer.report.comparison import markup, print_page

    if output == "text":
        print_page(page)
    else:
        click.echo(markup(page, latex=output == "latex"), nl=False)
