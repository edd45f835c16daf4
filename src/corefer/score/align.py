"""Key and response over one text: the same tokens, or different tokens of the same characters.

Where the tokens agree, positions are token indices; where only empty nodes differ, words. Where the words
differ too, positions are the characters of the text without white space. Where the texts differ, nothing can
be scored, and the error shows the first difference.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, zip_longest

from corefer.document import CoreferError, Document, Mention

CONTEXT = 20
ZEROS = 1000  # empty nodes that can stand at one place


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions that each token of a document covers; None when tokens are positions themselves.

    `spans` are the character offsets at which each position starts and ends (None: those of the tokens).
    """

    starts: list[int] | None = None
    ends: list[int] | None = None
    zeros: dict[int, int] = field(default_factory=dict)
    spans: tuple[Sequence[int], Sequence[int]] | None = None

    def of(self, mention: Mention) -> tuple[int, ...]:
        """The positions a mention covers, in order; empty nodes do not count among words: a side may lack them."""
        if self.starts is None:
            return mention.tokens
        covered = dict.fromkeys(p for token in mention.tokens for p in self.of_token(token))
        return tuple(p for p in covered if p >= 0) or tuple(covered)

    def of_all(self, mentions: Sequence[Mention]) -> list[tuple[int, ...]]:
        """What `of` says of each."""
        if self.starts is None:
            return [m.tokens if m.parts else tuple(range(m.start, m.end)) for m in mentions]
        return [self.of(mention) for mention in mentions]

    def of_token(self, token: int) -> tuple[int, ...]:
        """The positions a token covers. An empty node has a position of its own, below zero."""
        if self.starts is None or self.ends is None:
            return (token,)
        zero = self.zeros.get(token)
        return (zero,) if zero is not None else tuple(range(self.starts[token], self.ends[token]))


def align(
    key: Document, response: Document, by_number: bool = False, by_character: bool = True
) -> tuple[Positions, Positions]:
    """Positions of the key's and of the response's tokens in a common count.

    Where the texts differ, `by_number` trusts the numbers of the tokens, whatever they spell; without `by_character`
    other words of the same text are an error, too.
    """
    if key.tokens.table.forms == response.tokens.table.forms:
        return Positions(), Positions()
    ours, theirs = _words(key), _words(response)
    if ours == theirs:
        return _by_words(key), _by_words(response)
    if _solid(key.text) == _solid(response.text):
        if not by_character:
            at = next(i for i, pair in enumerate(zip_longest(ours, theirs)) if pair[0] != pair[1])
            raise CoreferError(
                f"the tokens of {key.id} differ at word {at + 1}: key `{' '.join(ours[at : at + 3])}`, response "
                f"`{' '.join(theirs[at : at + 3])}`, which the CorefUD scorer refuses (score without --like corefud)"
            )
        return _by_characters(key), _by_characters(response)
    if by_number:
        return Positions(), Positions()
    raise CoreferError(_difference(key, response))


def place_of_zero(position: int) -> int:
    """The offset at which the empty node of this position (below zero) stands."""
    return (-1 - position) // ZEROS


def _solid(text: str) -> str:
    return "".join(text.split())


def _words(document: Document) -> list[str]:
    table = document.tokens.table
    return [form for form, id in zip(table.forms, table.column("id"), strict=True) if "." not in id]


def _by_words(document: Document) -> Positions:
    """Numbers of words; empty nodes by the number of words before them and their number there."""
    table = document.tokens.table
    empty = ["." in id for id in table.column("id")]
    starts = list(accumulate((not zero for zero in empty), initial=0))[:-1]
    ends = [start + (not zero) for start, zero in zip(starts, empty, strict=True)]
    keep = [i for i, zero in enumerate(empty) if not zero]
    spans = [table.starts[i] for i in keep], [table.ends[i] for i in keep]
    return Positions(starts, ends, _zeros(starts, ends), spans)


def _by_characters(document: Document) -> Positions:
    """Offsets without white space; empty nodes by their place and their number there."""
    spaces = [i for i, character in enumerate(document.text) if character.isspace()]
    table = document.tokens.table
    starts = [start - bisect_right(spaces, start - 1) for start in table.starts]
    ends = [end - bisect_right(spaces, end - 1) for end in table.ends]
    solid = [i for i, character in enumerate(document.text) if not character.isspace()]
    return Positions(starts, ends, _zeros(starts, ends), (solid, [i + 1 for i in solid]))


def _zeros(starts: list[int], ends: list[int]) -> dict[int, int]:
    """The positions of tokens that take no room: below zero, by their place and their number there."""
    zeros: dict[int, int] = {}
    here: Counter[int] = Counter()
    for token, start in enumerate(starts):
        if start == ends[token]:
            zeros[token] = -1 - start * ZEROS - here[start]
            here[start] += 1
    return zeros


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
