"""Long texts block by block: each block comes back resolved, with entities named over the whole text.

What is held is a block and what its mentions can reach of those before, so that time per word and memory stay what
they are from the first chapter to the last.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefer.analysis.blocks import blocks
from corefer.document import Document, from_text
from corefer.resolve.discourse import Discourse
from corefer.resolve.inputs import analysed
from corefer.resolve.neural.reading import Reading
from corefer.resolve.neural.resolver import Neural
from corefer.resolve.schemes import Scheme


def resolve_blocks(
    text: str, by: Neural, reading: Reading, scheme: Scheme = Scheme.GUM, *, id: str = "text", start: int = 0
) -> Iterator[tuple[Document, int]]:
    """The blocks of a text from the offset `start` on, and where each ends; `reading` is what was read before it.

    Sentences are numbered on from the reading's, so that the blocks' sentences are those of one document. Singletons
    are left in, whatever the scheme: whether an entity comes again, only the end of the text can tell.
    """
    for first, last in blocks(text[start:]):
        document = analysed(from_text(id, text[start + first : start + last]), scheme, by.model)
        if not len(document.tokens):
            continue
        discourse = Discourse(document, scheme)
        before = reading.sentences
        choices = reading.read(discourse, by.vectors(discourse))
        entities = {(view.start, view.end): choice.entity for view, choice in choices}
        resolved = document.bare()
        for number in range(len(resolved.sentences)):
            resolved.sentences.table.ids[number] = f"{id}-{before + number + 1}"
        for mention in document.mentions:
            resolved.add_mention(
                f"e{entities[mention.start, mention.end] + 1}",
                mention.start,
                mention.end,
                head=mention.head,
                type=mention.type,
            )
        resolved.arrange()
        yield resolved, start + last
