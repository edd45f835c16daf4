"""From any document to a resolved one: analyse what is not analysed, let a resolver decide, link.

The annotation of the input is never looked at; a key may lend the places of its mentions, if that is asked for.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from corefer.document import CoreferError, Document
from corefer.resolve.completed import Completed
from corefer.resolve.discourse import Discourse
from corefer.resolve.inputs import Source, analysed, given_input
from corefer.resolve.link import resolved
from corefer.resolve.registry import RESOLVERS, resolver
from corefer.resolve.resolver import Resolver
from corefer.resolve.schemes import Scheme
from corefer.syntax.relatives import relative_pronouns

AUTO = "auto"
PREFERRED = ("neural", "rosana")  # what `auto` takes, the first that is there


@dataclass(slots=True, frozen=True)
class Options:
    """Where parse and mentions come from, what the scheme links, and whether relative pronouns are mentions.

    `model` is the folder whose analyser is asked where the analysis is our own; the bundled one unless it is given.
    """

    parse: Source = Source.GOLD
    mentions: Source = Source.OWN
    scheme: Scheme = Scheme.GUM
    relative_pronouns: bool = False
    model: Path | None = None


def make(
    name: str = AUTO,
    profile: str | os.PathLike[str] | None = None,
    names: str = "",
    explain: bool = False,
    constraints: bool = True,
    model: str | os.PathLike[str] | None = None,
) -> Resolver:
    """The resolver of that name; with a profile if it takes one, completed by the resolver `names`.

    A profile asks for rosana, a model for the learned resolver, whose links rules may veto (`constraints`).
    """
    if name == AUTO and profile is not None:
        name = "rosana"
    chosen = next(n for n in PREFERRED if n in RESOLVERS) if name == AUTO else name
    options: dict[str, object] = {}
    if profile is not None:
        if chosen != "rosana":
            raise CoreferError(f"`{chosen}` has no profiles (leave --profile out, or take --resolver rosana)")
        options["profile"] = profile
    if chosen in PREFERRED and explain:
        options["explain"] = True
    if chosen == "neural":
        options |= {"constraints": constraints, "model": None if model is None else Path(model)}
    elif model is not None:
        raise CoreferError(f"`{chosen}` takes no model (leave --model out, or take --resolver neural)")
    made = resolver(chosen, **options)
    return Completed(made, resolver(names)) if names and names != chosen else made


def prepare(document: Document, options: Options) -> Document:
    """The document with a parse and with mentions that are entities of their own."""
    parse = options.parse if document.is_parsed else Source.OWN
    if options.mentions is Source.GOLD and not document.mentions:
        raise CoreferError(f"{document.id}: there are no mentions to be taken (resolve with --mentions own)")
    if parse is Source.OWN and options.mentions is Source.OWN:
        prepared = analysed(document.bare(), options.scheme, options.model)
    else:
        prepared = given_input(document, parse, options.mentions, options.scheme, options.model)
    return _with_relatives(prepared) if options.relative_pronouns else prepared


def resolve_document(document: Document, by: Resolver, options: Options = Options()) -> Document:
    """The document with the entities that a resolver makes of it, and its decisions."""
    discourse = Discourse(prepare(document, options), options.scheme)
    return resolved(discourse, by)


def _with_relatives(document: Document) -> Document:
    """The document with a mention on each relative pronoun that has none."""
    known = {(mention.start, mention.end) for mention in document.mentions}
    for number, token in enumerate(relative_pronouns(document), 1):
        if (token, token + 1) not in known:
            document.add_mention(f"relative{number}", token, token + 1, head=token)
    document.arrange()
    return document
