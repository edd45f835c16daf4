"""Key and response over one text: the same tokens, or different tokens of the same characters.

Where the tokens agree, positions are token indices. Where they do not, they are the characters of the text
without white space. Where the texts differ, nothing can be scored, and the error shows the first difference.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from corefer.document import CoreferError, Document, Mention

CONTEXT = 20


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions that each token of a document covers; None when tokens are positions themselves."""

    starts: list[int] | None = None
    ends: list[int] | None = None

    def of(self, mention: Mention) -> tuple[int, ...]:
        """The positions a mention covers, in order."""
        if self.starts is None:
            return mention.tokens
        return tuple(dict.fromkeys(p for token in mention.tokens for p in self.of_token(token)))

    def of_token(self, token: int) -> tuple[int, ...]:
        """The positions a token covers. An empty node has a position of its own, below zero."""
        if self.starts is None or self.ends is None:
            return (token,)
        first, last = self.starts[token], self.ends[token]
        return tuple(range(first, last)) if last > first else (-1 - first,)


def align(key: Document, response: Document, by_number: bool = False) -> tuple[Positions, Positions]:
    """Positions of the key's and of the response's tokens in a common count.

    `by_number` trusts the numbers of the tokens, whatever they spell.
    """
    if by_number or key.tokens.table.forms == response.tokens.table.forms:
        return Positions(), Positions()
    ours, theirs = _solid(key.text), _solid(response.text)
    if ours != theirs:
        raise CoreferError(_difference(key, response))
    return _by_characters(key), _by_characters(response)


def _solid(text: str) -> str:
    return "".join(text.split())


def _by_characters(document: Document) -> Positions:
    """Offsets without white space."""
    spaces = [i for i, character in enumerate(document.text) if character.isspace()]
    table = document.tokens.table
    return Positions(
        [start - bisect_right(spaces, start - 1) for start in table.starts],
        [end - bisect_right(spaces, end - 1) for end in table.ends],
    )


def _difference(key: Document, response: Document) -> str:
    """Where two texts first part, in words a reader can search for."""
    ours, theirs = _solid(key.text), _solid(response.text)
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    before = ours[max(0, at - CONTEXT) : at]
    return (
        f"the texts of {key.id} differ (white space aside) at character {at}, after `{before}`: "
        f"key `{ours[at : at + CONTEXT]}`, response `{theirs[at : at + CONTEXT]}` "
        "(score documents over one and the same text)"
    )
