"""From atoms to tokens and sentences.

Rules decide what is certain (white space ends a token, a blank line ends a sentence), the network the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefer.analysis.atoms import Gap
from corefer.analysis.encoding import Encoded
from corefer.analysis.network import Floats, Ints

LONGEST_SENTENCE = 300  # words; a longer one is cut where a boundary is least unlikely
LONGEST_TOKEN = 100  # atoms; so that an endless word stays harmless
CLITICS = frozenset("n't n’t 's ’s 'm ’m 're ’re 'll ’ll 've ’ve 'd ’d ' ’ nt na ta not".split())
_FUSED_TAGS = frozenset("POS VBZ VBP MD PRP TO RB VB VBD".split())


@dataclass(slots=True)
class Words:
    """Tokens of a block as runs of atoms, and the token at which each sentence starts."""

    first: Ints
    count: Ints
    sentences: list[int]


def find_words(encoded: Encoded) -> Words:
    """Tokens and sentences of an encoded block."""
    gap = np.array(encoded.gap)
    opens = (gap != Gap.NONE) | (encoded.joined <= 0)
    opens[:1] = True
    here = np.arange(len(gap))
    opens |= (here - np.maximum.accumulate(np.where(opens, here, 0))) % LONGEST_TOKEN == 0
    first = np.flatnonzero(opens)
    count = np.diff(np.append(first, len(gap)))
    scores = encoded.starts[first]
    starting = (scores > 0) | (gap[first] == Gap.PARAGRAPH)
    starting[:1] = True
    return Words(first, count, stretches(scores, np.flatnonzero(starting).tolist()))


def stretches(scores: Floats, sentences: Sequence[int]) -> list[int]:
    """The starts of the sentences, and within an overlong one, of the pieces that it is cut into."""
    found: list[int] = []
    for start, end in zip(sentences, [*sentences[1:], len(scores)], strict=True):
        found += _cuts(scores, start, end)
    return found


def _cuts(scores: Floats, start: int, end: int) -> list[int]:
    """The start of a sentence; of an overlong one, the starts of the pieces it is cut into."""
    found = [start]
    while end - found[-1] > LONGEST_SENTENCE:
        low, high = found[-1] + LONGEST_SENTENCE // 3, found[-1] + LONGEST_SENTENCE
        found.append(low + int(scores[low:high].argmax()))
    return found


def multiwords(forms: Sequence[str], xpos: Sequence[str], glued: Sequence[bool]) -> list[tuple[int, int]]:
    """Runs (first, last) of tokens that one written word covers: contractions and genitives (`don't`, `city's`)."""
    runs: list[tuple[int, int]] = []
    for i in range(1, len(forms)):
        if not (glued[i] and forms[i - 1][-1].isalnum() and _is_clitic(forms[i], xpos[i])):
            continue
        if runs and runs[-1][1] == i - 1:
            runs[-1] = (runs[-1][0], i)
        else:
            runs.append((i - 1, i))
    return runs


def _is_clitic(form: str, tag: str) -> bool:
    if tag in ("''", "``", "HYPH"):
        return False
    lower = form.lower()
    return lower in CLITICS or (tag in _FUSED_TAGS and form[0].isalpha())
