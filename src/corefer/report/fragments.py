"""The fragments of a sentence's parse, as records and as a comment line of CoNLL-U."""

from __future__ import annotations

from typing import Any

from corefer.document import Document
from corefer.syntax import Syntax, Threshold


def fragment_records(syntax: Syntax, sentence: int) -> list[dict[str, Any]]:
    """Each fragment: the word at its top, its words, what it lies in for certain, where it may hang if it was cut."""
    fragments = syntax.fragments(sentence)
    first = fragments.tree.first
    return [
        {
            "top": top,
            "tokens": [first + i for i, its in enumerate(fragments.of) if its == top],
            "embedded_in": [other for other in fragments.tops if fragments.is_embedded(top, other)],
            "heads": [None if head < 0 else head for head in fragments.heads.get(top, ())],
        }
        for top in fragments.tops
    ]


def write_fragments(document: Document, threshold: Threshold) -> None:
    """Give each sentence a comment `fragments = 3:1-5,9 7:6-8<3`: top, words, what it lies in, by ids.

    Marks that hang nowhere belong to no fragment.
    """
    syntax = Syntax(document, threshold)
    comments = document.sentences.table.comments
    ids = document.tokens.table.column("id")
    for index in range(len(document.sentences)):
        parts = []
        for record in fragment_records(syntax, index):
            around = ",".join(ids[top] for top in record["embedded_in"])
            words = _ranges(record["tokens"], ids)
            parts.append(f"{ids[record['top']]}:{words}" + (f"<{around}" if around else ""))
        comments[index] = (*comments[index], f"fragments = {' '.join(parts)}")


def _ranges(tokens: list[int], ids: list[str]) -> str:
    runs: list[list[int]] = []
    for token in tokens:
        if runs and runs[-1][1] == token - 1:
            runs[-1][1] = token
        else:
            runs.append([token, token])
    return ",".join(ids[a] if a == b else f"{ids[a]}-{ids[b]}" for a, b in runs)
