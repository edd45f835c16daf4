"""`corefer grec choose`: the references of a text chosen anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from corefer.cli.common import encoding_option, from_option, json_option, print_json
from corefer.document import CoreferError, Document
from corefer.formats import Source, Target, stream
from corefer.grec.choose import Choice, Chosen, Constraints, as_chooser, choose
from corefer.grec.systems import load
from corefer.grec.task import reg08_type


@click.command()
@click.argument("file")
@click.option("--first", type=click.Choice(["full-name"]), help="Begin each entity with its full name.")
@click.option("--never-empty", is_flag=True, help="Leave no reference unsaid.")
@click.option("--name-at", type=click.Choice(["paragraph"]), help="Name an entity again in each paragraph.")
@click.option("--explain", is_flag=True, help="Print each reference with its reasons and n-best, not the text.")
@click.option("-n", "--n-best", default=3, show_default=True, type=click.IntRange(1), help="How many to show.")
@click.option("-o", "--output", metavar="OUT", help="A file for the new text; without it, standard output.")
@click.option("--model", type=click.Path(file_okay=False, path_type=Path), help="Another model (linear, boosting).")
@click.option("--resolver", default="auto", show_default=True, metavar="NAME", help="Who resolves the text.")
@json_option
@from_option
@encoding_option
def command(
    file: str,
    first: str | None,
    never_empty: bool,
    name_at: str | None,
    explain: bool,
    n_best: int,
    output: str | None,
    model: Path | None,
    resolver: str,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Choose the references in FILE anew: plain text, or sentences that a summariser took out of one.

    The text is resolved; then names, common nouns, pronouns or nothing are chosen for each entity that has a
    name or a definite description, and the text is written with them. A pronoun is not put where another entity
    could be meant. A file with chains of its own keeps them, unless a resolver is named.

    \b
    Examples:
      corefer grec choose summary.txt
      corefer grec choose summary.txt --first full-name --never-empty --json
      echo "Elena Rossi left. Elena Rossi was tired." | corefer grec choose -
    """
    documents = stream(Source(file, encoding), format)
    document = next(documents, None)
    if document is None or next(documents, None) is not None:
        raise CoreferError(f"{file}: choose for one text at a time")
    system = as_chooser(load(model)) if model else None
    rules = Constraints(first == "full-name", never_empty, name_at == "paragraph")
    chosen = choose(_resolved(document, resolver), system, rules)
    if as_json:
        print_json(_as_json(chosen, n_best))
    elif explain:
        for choice in chosen.choices:
            click.echo(_explained(choice, n_best))
    if output or not (as_json or explain):
        with Target(output).text() as out:
            out.write(chosen.text)


def _resolved(document: Document, resolver: str) -> Document:
    """The document with entities and a parse: its own chains where it has some and nobody is named to resolve."""
    from corefer.api import resolve

    if resolver == "auto" and document.is_parsed and any(not e.is_singleton for e in document.entities):
        return document
    return resolve(document, resolver)


def _explained(choice: Choice, n_best: int) -> str:
    others = ", ".join(f"{e.text} {100 * share:.0f} %" for e, share in choice.ranked[:n_best])
    head = f"{choice.before} → {choice.after or '_'}" if choice.changed else f"{choice.before} stays"
    return f"{head}\n    {'; '.join(choice.reasons) or 'no other expression fits'}\n    {others}"


def _as_json(chosen: Chosen, n_best: int) -> dict[str, Any]:
    return {
        "text": chosen.text,
        "references": [
            {
                "entity": choice.entity,
                "before": choice.before,
                "after": choice.after,
                "changed": choice.changed,
                "type": choice.type,
                "start": choice.start,
                "end": choice.end,
                "new_start": choice.new_start,
                "new_end": choice.new_end,
                "reasons": choice.reasons,
                "n_best": [
                    {"text": e.text, "type": reg08_type(e), "probability": round(share, 4)}
                    for e, share in choice.ranked[:n_best]
                ],
            }
            for choice in chosen.choices
        ],
        "left": chosen.left,
    }
