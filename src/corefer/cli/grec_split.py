"""`corefer grec split`: training, development and test data that share no title."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from corefer.cli.common import inputs, json_option, print_json
from corefer.cli.grec_common import grec_files, seed_option
from corefer.document import CoreferError, Document
from corefer.formats import Source, stream
from corefer.formats.base import atomic
from corefer.grec.split import deduplicated, domain_of, split


@click.command()
@inputs()
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Copy there.")
@click.option(
    "--parts",
    default="train=81,dev=9,test=10",
    show_default=True,
    metavar="NAME=SHARE,…",
    help="The parts and their shares (the default is the paper's).",
)
@click.option("--keep-empty", is_flag=True, help="Keep texts without references.")
@seed_option
@json_option
def command(
    inputs: tuple[str, ...], output: Path | None, parts: str, keep_empty: bool, seed: int, as_json: bool
) -> None:
    """Divide GREC texts into parts: every title once, each domain in proportion, the same for the same seed.

    With -o DIR, the files are copied unchanged into DIR/train, DIR/dev, DIR/test; without it, the parts are
    only listed.

    \b
    Examples:
      corefer grec split grec/ -o parts/
      corefer grec split grec/ --parts train=9,test=1 --seed 7 --json
    """
    shares = _shares(parts)
    documents = [(file, document) for file in grec_files(inputs) for document in stream(Source(file))]
    place = {id(document): file for file, document in documents}
    usable = [document for _, document in documents if document.mentions or keep_empty]
    kept = deduplicated(usable)
    divided = split(kept, shares, seed)
    if output:
        _copy(divided, place, output)
    result = {
        "seed": seed,
        "texts": len(documents),
        "without_references": len(documents) - len(usable),
        "repeated_titles": len(usable) - len(kept),
        "parts": {
            name: {
                "texts": len(texts),
                "references": sum(len(text.mentions) for text in texts),
                "domains": dict(sorted(Counter(map(domain_of, texts)).items())),
                "files": sorted(place[id(text)].name for text in texts),
            }
            for name, texts in divided.items()
        },
    }
    if as_json:
        print_json(result)
        return
    click.echo(
        f"{result['texts']} texts, {result['without_references']} without references and "
        f"{result['repeated_titles']} with a repeated title left out"
    )
    for name, texts in divided.items():
        domains = ", ".join(f"{domain} {count}" for domain, count in sorted(Counter(map(domain_of, texts)).items()))
        click.echo(f"{name}: {len(texts)} texts, {sum(len(t.mentions) for t in texts)} references ({domains})")


def _shares(parts: str) -> dict[str, float]:
    """`train=9,test=1` as shares that sum to 1."""
    try:
        pairs = [part.split("=") for part in parts.split(",")]
        given = {name.strip(): float(share) for name, share in pairs}
    except ValueError:
        raise click.UsageError(f"--parts: `{parts}` is not NAME=SHARE,NAME=SHARE") from None
    if len(given) != len(pairs) or min(given.values()) <= 0 or any(not n or "/" in n or n[0] == "." for n in given):
        raise click.UsageError("--parts: names must differ, and shares be above 0")
    return {name: share / sum(given.values()) for name, share in given.items()}


def _copy(divided: dict[str, list[Document]], place: dict[int, Path], output: Path) -> None:
    for name, texts in divided.items():
        folder = output / name
        if folder.is_dir() and any(folder.iterdir()):
            raise CoreferError(f"{folder}: not empty (name another folder, or empty this one)")
        folder.mkdir(parents=True, exist_ok=True)
        for text in texts:
            file = place[id(text)]
            with atomic(folder / file.name) as copy:
                copy.write(file.read_bytes())
