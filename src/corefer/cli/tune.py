"""`corefer tune`: better weights for a resolver, from a corpus, cross-validated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from corefer.cli.common import encoding_option, from_option, json_option, print_json, warn
from corefer.cli.experiments import (
    corpus_name,
    given_options,
    mentions_of,
    read_corpus,
    resampling_options,
    track,
    workers_option,
    write_text,
)
from corefer.document import CoreferError, Document
from corefer.experiment.optimise import CAUTION
from corefer.experiment.systems import systems_from
from corefer.experiment.tuning import Goal, Settings, tune
from corefer.resolve.inputs import Source


@click.command()
@click.argument("corpus", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "--resolver",
    default="rosana",
    show_default=True,
    metavar="NAME[:OPTION=VALUE,…]",
    help="The resolver to be tuned, and the profile to start from.",
)
@click.option(
    "-o", "--output", "out", metavar="OUT", help="Write the profile to this file (with --by-genre, a folder)."
)
@click.option(
    "--for",
    "goal",
    type=click.Choice([str(goal) for goal in Goal]),
    default=str(Goal.ANTECEDENTS),
    show_default=True,
    help="What is to be right: the immediate antecedent, or the non-pronominal anchor.",
)
@click.option("--folds", type=click.IntRange(min=2), default=5, show_default=True, help="Folds of cross-validation.")
@click.option("--by-genre", is_flag=True, help="A profile for each genre of the corpus.")
@click.option("--genre", metavar="GENRE", help="Tune on the documents of this genre alone.")
@click.option(
    "--caution",
    type=click.FloatRange(min=0),
    default=CAUTION,
    show_default=True,
    help="The more, the more must be gained by leaving the weights there are: for few documents.",
)
@click.option(
    "--others",
    type=click.FloatRange(0, 1),
    default=0.2,
    show_default=True,
    help="How much documents of other genres count in tuning for one.",
)
@click.option("--name", metavar="NAME", help="The profile's name; the file's without it.")
@given_options()
@resampling_options
@workers_option
@json_option
@from_option
@encoding_option
def command(
    corpus: tuple[str, ...],
    resolver: str,
    out: str | None,
    goal: str,
    folds: int,
    by_genre: bool,
    genre: str | None,
    caution: float,
    others: float,
    name: str | None,
    parse: str,
    mentions: str | None,
    samples: int,
    seed: int,
    workers: int,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Tune the weights of a resolver's profile on CORPUS, and say what that is worth.

    The search begins at the weights that make the right candidates likeliest and goes on by differential evolution,
    type of anaphor by type of anaphor. Figures are the resolver's own: with the weights it had, with weights that were
    found without the document (cross-validation), and with the final weights, which have seen it.

    \b
    Examples:
      corefer tune gum/train --resolver rosana -o profile.toml
      corefer tune gum/train --genre fiction --for anchors -o fiction.toml
      corefer tune gum/train --by-genre -o profiles/
      corefer resolve text.txt --profile profile.toml
    """
    if by_genre and (genre or name):
        raise click.UsageError("--by-genre makes a profile for each genre: name none, and no --name")
    (system,) = systems_from([resolver])
    mentioned = Source(mentions_of(parse, mentions))
    settings = Settings(Goal(goal), folds, seed, samples, Source(parse), mentioned, workers, caution, others)
    every = [key for path in corpus for key in read_corpus(path, format, encoding)]
    texts = " and ".join(filter(None, map(corpus_name, corpus)))
    results = []
    for of_genre, keys in _parts(every, by_genre, genre, folds):
        called = name or (of_genre if by_genre else Path(out).stem if out else of_genre or "tuned")
        found = tune(
            keys,
            system,
            settings,
            name=called,
            description=described(settings, len(keys), of_genre, texts),
            genre=of_genre,
            others=[key for key in every if of_genre and others and key.genre != of_genre],
            track=partial(_track, called),
        )
        for warning in dict.fromkeys(found.warnings):
            warn(f"{called}: {warning}")
        if out is not None:
            write_text(found.profile.to_toml(), str(Path(out) / f"{called}.toml") if by_genre else out)
        results.append(found)
    if not results:
        raise CoreferError(f"no genre has the {folds} documents that its folds need (give more, or fewer --folds)")
    if as_json:
        print_json([found.as_dict() for found in results] if by_genre else results[0].as_dict())
        return
    from corefer.report.comparison import print_page
    from corefer.report.tuning import tuning_page

    for found in results:
        print_page(tuning_page(found))


def _track(name: str, items: Iterable[Any], label: str) -> Iterable[Any]:
    return track(items, f"{name}: {label}")


def described(settings: Settings, documents: int, genre: str, texts: str) -> str:
    """What a profile says of how it came about."""
    of = " ".join(filter(None, [f"{documents}", genre, "documents", f"of {texts}" if texts else ""]))
    return f"tuned for {settings.goal} on {of} ({settings.parse} parse, seed {settings.seed})"


def _parts(keys: list[Document], by_genre: bool, genre: str | None, folds: int) -> Iterator[tuple[str, list[Document]]]:
    """The documents to tune on: all, those of a genre, or genre by genre."""
    genres = {key.genre for key in keys if key.genre}
    if genre is not None:
        if genre not in genres:
            raise CoreferError(f"there is no document of the genre {genre} (there are {', '.join(sorted(genres))})")
        yield genre, [key for key in keys if key.genre == genre]
    elif not by_genre:
        yield "", keys
    else:
        if not genres:
            raise CoreferError("no document says its genre (tune on all of them, without --by-genre)")
        for one in sorted(genres):
            chosen = [key for key in keys if key.genre == one]
            if len(chosen) < folds:
                warn(f"{one}: {len(chosen)} documents cannot be cut into {folds} folds; no profile for it")
            else:
                yield one, chosen
