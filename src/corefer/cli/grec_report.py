"""`corefer grec report`: the tables of the GREC'08 report for any systems."""

from __future__ import annotations

from pathlib import Path

import click

from corefer.cli.common import progress
from corefer.cli.grec_scoring import (
    comparison_options,
    documents_of,
    named,
    print_json,
    print_tables,
    read_pairs,
    write_text,
)
from corefer.document import CoreferError
from corefer.grec.extrinsic import RESOLVERS, TEXTS, Extrinsic, evaluate, sample
from corefer.grec.scoring import Scores, compare, first_versions


@click.command()
@comparison_options
@click.option("--extrinsic/--no-extrinsic", default=True, help="Whether resolvers are run over the texts (Table 7).")
@click.option(
    "--resolvers", default=",".join(RESOLVERS), show_default=True, metavar="NAMES", help="Which, comma-separated."
)
@click.option(
    "--texts", type=click.IntRange(min=2), default=TEXTS, show_default=True, help="How many they are run over."
)
@click.option("--plots", metavar="FOLDER", help="Write the plots as SVG files, too.")
def command(
    key: str,
    outs: tuple[str, ...],
    also: tuple[str, ...],
    names: str | None,
    samples: int,
    seed: int,
    output: str,
    out: str | None,
    as_json: bool,
    encoding: str,
    extrinsic: bool,
    resolvers: str,
    texts: int,
    plots: str | None,
) -> None:
    """Report on systems as Belz, Kow, Viethen and Gatt (2008) do: their Tables 1 to 4 and 7, for KEY and OUT...

    KEY and OUTs are as for `corefer grec score`. With several versions of the key, Tables 1 and 2 are by the first
    version and Table 3 by all. The HTML page has the plots, too.

    \b
    Examples:
      corefer grec report grec/ a/ b/ c/ --format html -o report.html
      corefer grec report key/ a/ b/ --format latex --plots figures/
      corefer grec report key/ a/ b/ --resolvers sieve,hobbs,rap --texts 50
      corefer grec report key/ a/ b/ --no-extrinsic --json
    """
    systems = named(outs, names)
    pairs = read_pairs(key, also, systems, encoding)
    scores = compare(pairs, samples=samples, seed=seed)
    single = compare(first_versions(pairs), samples=samples, seed=seed) if scores.versions > 1 else scores
    resolved = _resolved(scores, systems, resolvers, texts, encoding) if extrinsic else None
    from corefer.report.grec_html import figures, page
    from corefer.report.grec_tables import report_page

    for name, svg in figures(scores, resolved).items() if plots else ():
        write_text(svg, str(Path(plots or "") / f"{name}.svg"))
    tables = report_page(scores, single, resolved)
    if as_json:
        further = {"single": single.as_dict()} if single is not scores else {}
        print_json(scores.as_dict() | further | ({"extrinsic": resolved.as_dict()} if resolved else {}), out)
    elif output == "html":
        write_text(page(scores, tables, resolved), out)
    else:
        print_tables(tables, output, out)


def _resolved(scores: Scores, systems: dict[str, str], resolvers: str, texts: int, encoding: str) -> Extrinsic:
    """Resolvers run over the same random texts of each system."""
    names = list(dict.fromkeys(name.strip() for name in resolvers.split(",") if name.strip()))
    if not names:
        raise click.UsageError("--resolvers names none (or say --no-extrinsic)")
    chosen = sample(scores.systems[0].texts, texts, scores.seed)
    if len(chosen) < 2:
        raise CoreferError("too few texts have references enough to be resolved (say --no-extrinsic)")
    documents = {
        system.name: documents_of(systems[system.name], {system.texts[text]: text for text in chosen}, encoding)
        for system in scores.systems
    }
    return evaluate(
        {name: {text: found[text] for text in chosen} for name, found in documents.items()},
        names,
        samples=scores.samples,
        seed=scores.seed,
        track=progress,
    )
