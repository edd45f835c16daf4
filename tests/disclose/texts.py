"""Small parsed documents for the tests of the disclosure."""

from __future__ import annotations

from collections.abc import Iterable

from corefer.disclose.disclosure import make
from corefer.disclose.plan import Plan, parse
from corefer.disclose.records import Record
from corefer.document import Builder, Document

FEATS = {
    "it": "Gender=Neut|Number=Sing|Person=3|PronType=Prs",
    "he": "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "him": "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "she": "Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "his": "Gender=Masc|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
    "its": "Gender=Neut|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
    "they": "Number=Plur|Person=3|PronType=Prs",
    "i": "Number=Sing|Person=1|PronType=Prs",
    "that": "Number=Sing|PronType=Dem",
    "those": "Number=Plur|PronType=Dem",
    "himself": "Gender=Masc|Number=Sing|Person=3|PronType=Emp|Reflex=Yes",
    "who": "PronType=Rel",
}
Span = tuple[str, int, int]


def parsed(*sentences: str, entities: Iterable[Span] = (), id: str = "d", genre: str = "") -> Document:
    """Sentences of `form/UPOS/head/relation` (and `/lemma` where it is not the form); entities as (name, first token, end) in the document."""
    builder = Builder(id)
    for sentence in sentences:
        words = [word.split("/") for word in sentence.split()]
        builder.add_sentence(
            [word[0] for word in words],
            columns={
                "lemma": [word[4] if len(word) > 4 else word[0].lower() for word in words],
                "upos": [word[1] for word in words],
                "feats": [FEATS.get(word[0].lower(), "_") if word[1] == "PRON" else "_" for word in words],
                "head": [word[2] for word in words],
                "deprel": [word[3] for word in words],
            },
        )
    document = builder.build()
    if genre:
        document.meta["genre"] = genre
    for entity, start, end in entities:
        document.add_mention(entity, start, end)
    document.arrange()
    return document


def response(key: Document, *entities: Span) -> Document:
    """What a system says of the key's text."""
    said = key.bare()
    for entity, start, end in entities:
        said.add_mention(entity, start, end)
    said.arrange()
    return said


def planned(changes: str) -> Plan:
    """A plan with these tables, the rest as in the one that ships."""
    return parse(changes, "test.toml")


def records(document: Document, changes: str = "", **systems: Document) -> list[Record]:
    return make(document, systems, planned(changes)).records


def categories(document: Document, changes: str = "") -> dict[str, str]:
    """Form -> category of each pronoun of a document (`evaluated` where it is not excluded)."""
    return {record.form: record.category or "evaluated" for record in records(document, changes)}
