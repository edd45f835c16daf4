"""Gold mentions as a resolver may see them: where they are, and nothing of what they refer to."""

from __future__ import annotations

from corefer.document import Document
from corefer.resolve.mentions import give_types


def given_mentions(document: Document) -> Document:
    """The document with its referring mentions as singletons: their spans and heads, with the types of the lexicon."""
    result = document.bare()
    for number, mention in enumerate((m for m in document.mentions if m.referring), 1):
        result.add_mention(
            f"e{number}",
            mention.start,
            mention.end,
            head=mention.head,
            min=mention.min,
            parts=mention.parts,
        )
    result.arrange()
    give_types(result, {})
    return result
