"""What a resolver is given of a key document: its text, with the parse and the mentions of the key, or with our own."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from corefer.analysis import analyse
from corefer.document import CoreferError, Document, from_text
from corefer.resolve.given import given_mentions
from corefer.resolve.mentions import find_mentions, give_types
from corefer.resolve.schemes import Scheme


class Source(StrEnum):
    """Where a parse or mentions come from: the key, or our own analysis."""

    GOLD = "gold"
    OWN = "own"


def given_input(
    key: Document, parse: Source, mentions: Source, scheme: Scheme = Scheme.GUM, model: Path | None = None
) -> Document:
    """The document that resolvers are to look at: nothing in it says what refers to what.

    With our own parse and mentions, the key gives its bare text and nothing else. Gold mentions are spans of the key's
    tokens: with our own parse, its tokens and sentences are kept for them. Our own is what the bundled model says, or
    that in the folder `model`.
    """
    if parse is Source.OWN:
        if mentions is Source.OWN:
            return analysed(from_text(key.id, key.text), scheme, model)
        return _with_gold_mentions(analyse(key.bare(), tokens="kept", model=model), key)
    if not key.is_parsed:
        raise CoreferError(f"{key.id}: has no parse (let it be analysed, with --parse own)")
    if mentions is Source.GOLD:
        return given_mentions(key)
    return _with_learnt_mentions(key, model) if scheme is Scheme.LITBANK else find_mentions(key, scheme)


def analysed(document: Document, scheme: Scheme = Scheme.GUM, model: Path | None = None) -> Document:
    """Our own analysis, with the mentions that the network learnt; those of OntoNotes are read off its parse."""
    found = analyse(document, scheme=scheme, model=model)
    return find_mentions(found, scheme) if scheme is Scheme.ONTONOTES else found


def _with_learnt_mentions(key: Document, model: Path | None) -> Document:
    """The key's parse with the mentions that the network finds over its words, as LitBank has them."""
    found, result = analyse(key.bare(), tokens="kept", scheme=Scheme.LITBANK, model=model), key.bare()
    words = [i for i, id in enumerate(key.tokens.table.column("id")) if "." not in id]
    for m in found.mentions:
        head = None if m.head is None else words[m.head]
        result.add_mention(m.entity.id, words[m.start], words[m.end - 1] + 1, head=head, type=m.type, other=m.other)
    result.arrange()
    return result


def _with_gold_mentions(analysed: Document, key: Document) -> Document:
    """Our own analysis with the key's mentions; heads and types are our own, and empty nodes are in no mention."""
    result = analysed.bare()
    theirs, place = key.tokens.table, {start: i for i, start in enumerate(analysed.tokens.table.starts)}
    of_key = [place[start] if end > start else None for start, end in zip(theirs.starts, theirs.ends, strict=True)]
    for number, mention in enumerate((m for m in key.mentions if m.referring), 1):
        parts = [_moved(of_key[start:end]) for start, end in mention.spans]
        spans = tuple(part for part in parts if part is not None)
        if spans:
            several = spans if len(spans) > 1 else ()
            result.add_mention(f"e{number}", spans[0][0], spans[-1][1], parts=several)
    result.arrange()
    give_types(result, {m.head: m.type for m in analysed.mentions if m.head is not None})
    return result


def _moved(tokens: list[int | None]) -> tuple[int, int] | None:
    """The stretch of these tokens; None of nothing."""
    known = [token for token in tokens if token is not None]
    return (known[0], known[-1] + 1) if known else None
