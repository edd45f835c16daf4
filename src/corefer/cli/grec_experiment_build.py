"""`corefer grec experiment build`: the design of a reading experiment as JSON."""

from __future__ import annotations

from dataclasses import dataclass

import click

from corefer.cli.common import encoding_option, out_option
from corefer.cli.grec_scoring import documents_of, named, print_json, read_pairs
from corefer.document import CoreferError
from corefer.grec.experiment.design import TRIALS, Text, design, size
from corefer.grec.experiment.questions import Question, make_questions, read_questions
from corefer.grec.extrinsic import sample
from corefer.grec.pairing import Pair
from corefer.grec.realise import as_chosen, known_chains


@click.command()
@click.argument("key")
@click.argument("outs", nargs=-1, metavar="[OUT...]")
@click.option("--names", metavar="NAMES", help="Names for the OUTs, comma-separated.")
@click.option(
    "--corpus", default="Corpus", show_default=True, metavar="NAME", help="What the KEY's own version is called."
)
@click.option("--without-corpus", is_flag=True, help="Have nobody read the KEY's own version.")
@click.option("--questions", metavar="CSV", help="Three questions a text; made from the texts without it.")
@click.option(
    "--texts", type=click.IntRange(min=1), help="How many, a multiple of the systems; three for each without it."
)
@click.option(
    "--trials",
    type=click.IntRange(min=1),
    default=TRIALS,
    show_default=True,
    help="Readers of each text by each system: so many times as many readers as systems.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Equal seeds, equal designs.")
@out_option
@encoding_option
def command(
    key: str,
    outs: tuple[str, ...],
    names: str | None,
    corpus: str,
    without_corpus: bool,
    questions: str | None,
    texts: int | None,
    trials: int,
    seed: int,
    out: str | None,
    encoding: str,
) -> None:
    """Design an experiment: readers get the texts of KEY as OUTs word them, a sentence at a time, with questions.

    Texts are drawn at random and allotted by repeated Latin squares: each reader gets every text once and every system
    equally often. The JSON holds everything that is shown: sentences, questions, and the order of each for each reader.

    A CSV of questions has the columns text, question, answer1 (the right one) … answer5, and three rows a text.
    Questions made from the texts are marked so: look at them before readers do.

    \b
    Examples:
      corefer grec experiment build key/ a/ b/ -o design.json
      corefer grec experiment build key/ a/ b/ --questions questions.csv --texts 21 --seed 7 -o design.json
    """
    systems = ({} if without_corpus else {corpus: key}) | named(outs, names)
    if len(systems) < len(outs) + (not without_corpus):
        raise click.UsageError(f"two systems are called `{corpus}` (tell them apart with --names or --corpus)")
    if not systems:
        raise click.UsageError("name at least one OUT, or let the corpus be read")
    pairs = read_pairs(key, (), systems, encoding)
    asked = _questions(pairs, systems, questions, seed, encoding)
    chosen = sample(asked, size(len(systems), len(asked), texts), seed)
    versions = {
        name: documents_of(path, {p.name: p.text for p in pairs[name] if p.text in chosen}, encoding)
        for name, path in systems.items()
    }
    found = [
        Text(
            text, asked[text].title, asked[text].domain, {n: versions[n][text] for n in systems}, asked[text].questions
        )
        for text in chosen
    ]
    print_json(design(found, list(systems), trials=trials, seed=seed), out)


@dataclass(slots=True, frozen=True)
class Asked:
    """A text about which questions can be asked."""

    title: str
    domain: str
    questions: list[Question]


def _questions(
    pairs: dict[str, list[Pair]], systems: dict[str, str], given: str | None, seed: int, encoding: str
) -> dict[str, Asked]:
    """The texts that have references, and questions: the experimenter's, or such as the first system's text yields."""
    first = next(iter(systems))
    domains = {pair.text: pair.domain for pair in pairs[first] if pair.references}
    names = {pair.name: pair.text for pair in pairs[first] if pair.references}
    plain = documents_of(systems[first], names, encoding)
    titles = {text: plain[text].meta.get("title", text) for text in domains}
    if given:
        asked = read_questions(given, encoding)
        if unknown := [name for name in asked if name not in titles and name not in titles.values()]:
            raise CoreferError(f"{given}: there is no text `{unknown[0]}` (give its title, or its file's name)")
        found = {text: asked.get(text) or asked.get(title) for text, title in titles.items()}
    else:
        chains = {text: (domains[text], known_chains(plain[text], as_chosen(plain[text]))) for text in domains}
        found = dict(make_questions(chains, seed))
    return {text: Asked(titles[text], domains[text], several) for text, several in found.items() if several}
