"""From atoms to hidden states: windows of pieces, encoded in batches, and stitched together again.

Paragraphs are packed into windows. One that is longer than a window is covered by overlapping windows, and each
atom is taken from the window in which it stands farthest from an edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefer.analysis.atoms import Gap, case_of, gaps
from corefer.analysis.network import Floats, Ints, Network

PIECES = 254  # of a window, without its two marks; the length the network was trained on
OVERLAP = 80
BATCH = 4
CONTINUED = len(Gap)  # the gap class of an atom's second and further pieces


@dataclass(slots=True)
class Encoded:
    """A block's atoms: the row of each one's first piece in `hidden`, its number of pieces, its boundary scores."""

    hidden: Floats
    rows: Ints
    counts: Ints
    gap: list[int]
    starts: Floats  # score for opening a sentence
    joined: Floats  # score for belonging to the same token as the atom before


def encode(network: Network, text: str, starts: Sequence[int], ends: Sequence[int]) -> Encoded:
    """Encode the atoms of a text."""
    words = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    pieces = [network.pieces(word) for word in words]
    counts = np.fromiter((len(p) for p in pieces), np.int64, len(pieces))
    gap = gaps(text, list(starts), list(ends))
    case = np.fromiter((case_of(word) for word in words), np.int64, len(words))
    windows = _windows(counts, gap)
    hidden: list[Floats] = []
    rows = np.zeros(len(words), np.int64)
    margin = np.full(len(words), -1, np.int64)
    edges = np.zeros((len(words), 2), np.float32)
    offset = 0
    order = sorted(windows, key=lambda w: w[2])
    flat = np.fromiter((id for p in pieces for id in p), np.int64, int(counts.sum()))
    place = np.concatenate([[0], np.cumsum(counts)])
    gap_of = np.array(gap, np.int64)
    for i in range(0, len(order), BATCH):
        batch = order[i : i + BATCH]
        longest = batch[-1][2] + 2
        ids = np.zeros((len(batch), longest), np.int64)
        cases, between = np.zeros_like(ids), np.zeros_like(ids)
        mask = np.zeros((len(batch), longest), np.float32)
        for row, (first, last, size) in enumerate(batch):
            ids[row, 0], ids[row, size + 1] = network.first, network.last
            ids[row, 1 : size + 1] = flat[place[first] : place[last]]
            cases[row, 1 : size + 1] = np.repeat(case[first:last], counts[first:last])
            between[row, : size + 2] = CONTINUED
            between[row, 1 + place[first:last] - place[first]] = gap_of[first:last]
            mask[row, : size + 2] = 1.0
        states, scores = network.encode(ids, cases, between, mask)
        for row, (first, last, size) in enumerate(batch):
            inside = place[first:last] - place[first]
            here = np.minimum(inside, size - inside)
            better = here > margin[first:last]
            chosen = np.arange(first, last)[better]
            margin[chosen] = here[better]
            rows[chosen] = offset + inside[better]
            edges[chosen] = scores[row, 1 + inside[better]]
            hidden.append(states[row, 1 : size + 1])
            offset += size
    stacked = np.concatenate(hidden) if hidden else np.zeros((0, 1), np.float32)
    return Encoded(stacked, rows, counts, gap, edges[:, 0], edges[:, 1])


def pool(encoded: Encoded, first: Ints, count: Ints) -> Floats:
    """The mean of each word's pieces; a word is `count` atoms from `first` on."""
    place = np.concatenate([[0], np.cumsum(encoded.counts)])
    sizes = place[first + count] - place[first]
    bounds = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    inside = np.arange(int(sizes.sum())) - np.repeat(bounds, sizes)
    index = np.repeat(encoded.rows[first], sizes) + inside
    np.minimum(index, len(encoded.hidden) - 1, out=index)
    sums = np.add.reduceat(encoded.hidden[index], bounds, axis=0)
    means: Floats = sums / sizes[:, None].astype(np.float32)
    return means


def _windows(counts: Ints, gap: list[int]) -> list[tuple[int, int, int]]:
    """(first atom, end, pieces) of each window."""
    if not len(counts):
        return []
    place = np.concatenate([[0], np.cumsum(counts)]).tolist()
    opening = [i for i, value in enumerate(gap) if value == Gap.PARAGRAPH or i == 0]
    windows: list[tuple[int, int, int]] = []
    for start, end in zip(opening, [*opening[1:], len(counts)], strict=True):
        size = place[end] - place[start]
        if windows and place[end] - place[windows[-1][0]] <= PIECES:
            windows[-1] = (windows[-1][0], end, place[end] - place[windows[-1][0]])
        elif size <= PIECES:
            windows.append((start, end, size))
        else:
            windows += _overlapping(place, start, end)
    return windows


def _overlapping(place: list[int], start: int, end: int) -> list[tuple[int, int, int]]:
    found = []
    first = start
    while True:
        last = first + 1
        while last < end and place[last + 1] - place[first] <= PIECES:
            last += 1
        found.append((first, last, place[last] - place[first]))
        if last == end:
            return found
        following = last
        while following > first + 1 and place[last] - place[following - 1] <= OVERLAP:
            following -= 1
        first = following
