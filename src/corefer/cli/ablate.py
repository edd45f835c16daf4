"""`corefer ablate`: what each of ROSANA's preferences is worth on a corpus."""

from __future__ import annotations

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
from corefer.experiment.ablation import Ablation, ablate
from corefer.experiment.systems import systems_from
from corefer.resolve.inputs import Source


@click.command()
@click.argument("corpus")
@click.option(
    "--resolver",
    default="rosana",
    show_default=True,
    metavar="NAME[:profile=PROFILE]",
    help="The resolver, and its profile.",
)
@given_options("own")
@resampling_options
@workers_option
@report_format(help="Output; html has the plots.")
@out_option
@json_option
@from_option
@encoding_option
def command(
    corpus: str,
    resolver: str,
    parse: str,
    mentions: str | None,
    samples: int,
    seed: int,
    workers: int,
    output: str,
    out: str | None,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Repeat on CORPUS the experiments of Table 3 of Stuckardt (2001): preferences switched off one by one.

    (1) −SYR, syntactic parallelism; (2) −SUP and the hierarchy of roles; (3) both; (4) −SDM, sentence recency;
    (5) −KAM, the penalty of cataphora; (6) the threshold below which doubtful attachments are cut, from 0 (trust the
    tree) to 1 (trust nothing). The sixth needs our own parse, which is what a corpus is given unless --parse gold.

    \b
    Examples:
      corefer ablate gum/dev
      corefer ablate litbank/ --resolver rosana:profile=fiction --json
      corefer ablate gum/dev --parse gold --format html -o ablation.html
    """
    (system,) = systems_from([resolver])
    found = ablate(
        read_corpus(corpus, format, encoding),
        system,
        parse=Source(parse),
        mentions=Source(mentions_of(parse, mentions)),
        corpus=corpus_name(corpus),
        samples=samples,
        seed=seed,
        workers=workers,
        track=track,
    )
    for warning in dict.fromkeys(found.warnings):
        warn(warning)
    write_text(json_text(found.as_dict()) if as_json else _rendered(found, output, out), out)


def _rendered(found: Ablation, output: str, out: str | None) -> str:
    from corefer.report.comparison import markup
    from corefer.report.experiments import ablation_page

    if output == "html":
        from corefer.report.experiments_html import ablation_html

        return ablation_html(found)
    page = ablation_page(found)
    return text_of(page, out) if output == "text" else markup(page, latex=output == "latex")
