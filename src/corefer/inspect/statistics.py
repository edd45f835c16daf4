"""Counts over documents: what `corefer info` shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from corefer.document import Document
from corefer.document.anaphors import anaphor_type, pronoun_form


@dataclass(slots=True)
class Statistics:
    """The counts; add documents one at a time, so that a corpus need not be in memory."""

    documents: int = 0
    sentences: int = 0
    paragraphs: int = 0
    tokens: int = 0
    empty_nodes: int = 0
    characters: int = 0
    mentions: int = 0
    entities: int = 0
    singletons: int = 0
    discontinuous: int = 0
    non_referring: int = 0
    optional: int = 0
    bridging: int = 0
    split_antecedents: int = 0
    longest_entity: int = 0
    parsed: int = 0
    pronouns: Counter[str] = field(default_factory=Counter)
    anaphor_types: Counter[str] = field(default_factory=Counter)
    link_types: Counter[str] = field(default_factory=Counter)
    entity_types: Counter[str] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    genres: Counter[str] = field(default_factory=Counter)

    def add(self, document: Document) -> None:
        table = document.tokens.table
        self.documents += 1
        self.sentences += len(document.sentences)
        self.paragraphs += sum(document.sentences.table.new_paragraph)
        empty = sum("." in id for id in table.column("id"))
        self.tokens += len(table) - empty
        self.empty_nodes += empty
        self.characters += len(document.text)
        self.parsed += document.is_parsed
        self.genres[document.genre or "(none)"] += 1
        self._add_mentions(document)

    def _add_mentions(self, document: Document) -> None:
        referring = [entity for entity in document.entities if any(m.referring for m in entity.mentions)]
        self.mentions += sum(m.referring for m in document.mentions)
        self.non_referring += sum(not m.referring for m in document.mentions)
        self.entities += len(referring)
        self.singletons += sum(entity.is_singleton for entity in referring)
        self.longest_entity = max([self.longest_entity, *(len(entity.mentions) for entity in referring)])
        self.bridging += len(document.bridges)
        self.split_antecedents += len(document.splits)
        for mention in document.mentions:
            self.discontinuous += bool(mention.parts)
            self.optional += mention.optional
            if mention.category:
                self.categories[mention.category] += 1
            if not mention.referring:
                continue
            self.anaphor_types[anaphor_type(document, mention)] += 1
            if form := pronoun_form(document, mention):
                self.pronouns[form] += 1
            if mention.link:
                self.link_types[mention.link] += 1
            if mention.type:
                self.entity_types[mention.type] += 1

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and dictionaries, largest counts first."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            name: dict(sorted(value.items(), key=lambda pair: (-pair[1], pair[0])))
            if isinstance(value, Counter)
            else value
            for name, value in values.items()
        }


def statistics(documents: Iterable[Document]) -> Statistics:
    """The statistics of these documents together."""
    result = Statistics()
    for document in documents:
        result.add(document)
    return result
