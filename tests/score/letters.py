"""Documents as the papers write them: `ab cd e` are entities of mentions a, b …, each a word in alphabetical order."""

from __future__ import annotations

from collections.abc import Mapping

from corefer.document import Bridge, Builder, Document, Mention, SplitAntecedent
from corefer.score import Settings
from corefer.score.matching import Pair, pair

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def lettered(entities: str, parts: Mapping[str, str] | None = None, **links: str) -> Document:
    """Entities of one-word mentions; `parts={"f": "ac"}` introduces f's entity by a split antecedent of a's and c's.

    A link type given as `disc="bc"` is that of mentions b and c.
    """
    builder = Builder("letters")
    builder.add_sentence(list(ALPHABET))
    document = builder.build()
    for entity in entities.split():
        for letter in entity:
            link = next((link for link, letters in links.items() if letter in letters), "")
            place = ALPHABET.index(letter)
            document.add_mention(entity, place, place + 1, link=link)
    document.arrange()
    for anaphor, antecedents in (parts or {}).items():
        several = tuple(mention_of(document, letter).entity for letter in antecedents)
        document.splits.append(SplitAntecedent(mention_of(document, anaphor), several))
    return document


def mention_of(document: Document, letter: str) -> Mention:
    """The mention that is this letter."""
    return next(mention for mention in document.mentions if mention.start == ALPHABET.index(letter))


def bridged(entities: str, bridges: str, named: bool = True) -> Document:
    """With bridges as `da`: anaphor d, anchor a; the anchor's mention is named, or its entity only."""
    document = lettered(entities)
    for anaphor, anchor in bridges.split():
        mention = mention_of(document, anchor)
        named_mention = mention if named else None
        document.bridges.append(Bridge(mention_of(document, anaphor), mention.entity, "", named_mention))
    return document


def paired(key: Document, response: Document, settings: Settings | None = None) -> Pair:
    """Key and response with their mentions matched."""
    return pair(key, response, settings or Settings())
