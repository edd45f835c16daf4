"""Parsed documents in short notation, for tests of rules that look at a parse."""

from __future__ import annotations

from corefer.document import Builder, Document


def parsed(*sentences: str, feats: dict[str, str] | None = None) -> Document:
    """A document of `form/UPOS/XPOS/head/deprel` tokens, a sentence an argument; `feats` by form.

    Mentions are bracketed: `[1` before a token opens one of entity 1, `]` after a token closes the latest.
    """
    builder = Builder("example")
    mentions: list[tuple[str, int, int]] = []
    for sentence in sentences:
        rows = []
        open_mentions: list[tuple[str, int]] = []
        for piece in sentence.split():
            if piece.startswith("["):
                open_mentions.append((piece[1:], len(builder.forms) + len(rows)))
            elif piece == "]":
                entity, start = open_mentions.pop()
                mentions.append((entity, start, len(builder.forms) + len(rows)))
            else:
                rows.append(piece.rsplit("/", 4))
        forms, upos, xpos, heads, relations = (list(column) for column in zip(*rows, strict=True))
        builder.add_sentence(
            forms,
            columns={
                "lemma": [_LEMMAS.get(form, form.lower()) for form in forms],
                "upos": upos,
                "xpos": xpos,
                "head": heads,
                "deprel": relations,
                "feats": [(feats or {}).get(form, "_") for form in forms],
            },
        )
    document = builder.build()
    for entity, start, end in mentions:
        document.add_mention(entity, start, end)
    document.arrange()
    return document


_LEMMAS = {"became": "become"}
