"""Reports and documents made from entities written as lists of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from corefer.document import Builder, Document
from corefer.score import Report, Settings, score

Entities = Sequence[Sequence[int]]
SIZE = 8  # tokens of a document, each a word of its own


def document(entities: Entities, id: str = "d", size: int = SIZE) -> Document:
    """A document of `size` words; a number stands for the mention of that word."""
    builder = Builder(id)
    builder.add_sentence([f"w{i}" for i in range(size)])
    result = builder.build()
    for number, entity in enumerate(entities):
        for word in entity:
            result.add_mention(f"e{number}", word, word + 1)
    result.arrange()
    return result


def report(
    key: Iterable[Entities], response: Iterable[Entities], name: str = "response", settings: Settings | None = None
) -> Report:
    """The report over documents d0, d1, …, key and response given as entities."""
    ours, theirs = ([document(e, f"d{i}") for i, e in enumerate(side)] for side in (key, response))
    return score(ours, theirs, settings, name=name)


@st.composite
def partitions(draw: st.DrawFn, size: int = SIZE) -> list[list[int]]:
    """Some of the words as mentions, in entities."""
    homes = draw(st.lists(st.integers(-1, 3), min_size=size, max_size=size))
    return [[word for word, home in enumerate(homes) if home == entity] for entity in range(4) if entity in homes]
