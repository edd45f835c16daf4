"""The header of a disclosure: the evaluation corpus, its genre, its size (Byron 2001, section 2.1.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from corefer.document import Document


@dataclass(slots=True)
class Size:
    """How much text: words without punctuation, documents, sentences, and what else the annotation tells."""

    documents: int = 0
    words: int = 0
    sentences: int = 0
    turns: int = 0
    units: int = 0
    genres: dict[str, int] = field(default_factory=dict)

    def add(self, document: Document) -> None:
        self.documents += 1
        self.words += words(document)
        self.sentences += len(document.sentences)
        self.turns += turns(document)
        self.units += units(document)
        genre = document.genre or "(none)"
        self.genres[genre] = self.genres.get(genre, 0) + 1

    def extend(self, other: Size) -> None:
        """Add the size of further documents."""
        for name in ("documents", "words", "sentences", "turns", "units"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for genre, documents in other.genres.items():
            self.genres[genre] = self.genres.get(genre, 0) + documents

    def __str__(self) -> str:
        parts = [
            _counted(self.documents, "document"),
            _counted(self.words, "word"),
            _counted(self.turns, "turn") if self.turns else "",
            _counted(self.units, "discourse unit") if self.units else _counted(self.sentences, "sentence"),
        ]
        return ", ".join(filter(None, parts))

    def as_dict(self) -> dict[str, int]:
        return {
            "documents": self.documents,
            "words": self.words,
            "sentences": self.sentences,
            "turns": self.turns,
            "discourse_units": self.units,
        }


def words(document: Document) -> int:
    """Words of the text: no punctuation, no empty nodes; a contraction is one."""
    table = document.tokens.table
    ids = table.column("id")
    is_word = [any(map(str.isalnum, form)) and "." not in id for form, id in zip(table.forms, ids, strict=True)]
    joined = (sum(is_word[word.first : word.last + 1]) - 1 for word in table.multiwords)
    return sum(is_word) - sum(extra for extra in joined if extra > 0)


def turns(document: Document) -> int:
    """How often a speaker takes over; 0 where nobody is said to speak."""
    speakers = [speaker for speaker in document.sentences.table.speakers if speaker]
    return sum(one != two for one, two in zip(speakers, ["", *speakers], strict=False))


def units(document: Document) -> int:
    """Elementary discourse units, where the key marks them (GUM's `Discourse` in MISC)."""
    table = document.tokens.table
    return sum("Discourse=" in misc for misc in table.column("misc")) if table.has("misc") else 0


def corpus_name(documents: Iterable[Document], given: str) -> str:
    """The name given, else the title or id of a lone document, else none."""
    if given:
        return given
    several = list(documents)
    return several[0].meta.get("title") or several[0].id if len(several) == 1 else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
