"""`corefer grec score`: how well systems choose referring expressions."""

from __future__ import annotations

import click

from corefer.cli.grec_scoring import comparison_options, named, print_json, print_tables, read_pairs, write_text
from corefer.grec.scoring import compare


@click.command()
@comparison_options
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
) -> None:
    """Score the selected expressions of OUTs against a KEY: REG08 XML files, or folders of them.

    Texts pair by file name, else by title. Files of the KEY with one name in several folders, or of one title and the
    same text around the references, are versions of that text: a system is judged by the best version of each text.
    Several OUTs are compared (ANOVA, Tukey's HSD).

    \b
    Examples:
      corefer grec score grec/ out/
      corefer grec score C-2/ a/ b/ c/ --json
      corefer grec score first/ --also second/ --also third/ a/ b/
      corefer grec score key.xml out.xml --format latex
    """
    scores = compare(read_pairs(key, also, named(outs, names), encoding), samples=samples, seed=seed)
    if as_json:
        print_json(scores.as_dict(), out)
        return
    from corefer.report.grec_tables import score_page

    tables = score_page(scores)
    if output != "html":
        print_tables(tables, output, out)
        return
    from corefer.report.grec_html import page

    write_text(page(scores, tables), out)
