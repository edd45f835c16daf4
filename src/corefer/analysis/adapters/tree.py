"""A sentence's dependencies while they are being rebuilt."""

from __future__ import annotations

from dataclasses import dataclass

ROOT = -1


@dataclass(slots=True)
class Word:
    """A word of a dependency tree; `head` is its governor's place among the words, or `ROOT`."""

    form: str
    lemma: str
    upos: str
    xpos: str
    head: int
    relation: str


def children(words: list[Word], head: int) -> list[int]:
    return [i for i, word in enumerate(words) if word.head == head]
