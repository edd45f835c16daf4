"""What the network makes of mentions, for the learned resolver: projections of head, first and last word, summed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from corefer.analysis.encoding import encode, pool
from corefer.analysis.kept import Kept
from corefer.analysis.network import DEFAULT, Floats, Network, network
from corefer.document import Document, Vectors

PARTS = 3  # head, first word, last word


def summed(projected: Floats, spans: Sequence[tuple[int, int, int]]) -> Floats:
    """One vector for each (head, first word, last word), in half precision."""
    parts = projected.reshape(len(projected), PARTS, -1)
    rows = np.array(spans, np.int64).reshape(-1, PARTS)
    total: Floats = sum(parts[rows[:, i], i] for i in range(PARTS))
    return total.astype(np.float16)


def represent(document: Document, model: Path | None = None) -> Vectors:
    """The vectors of a document's mentions, over its own tokens; empty nodes count as the word before them."""
    folder = model or DEFAULT
    net, kept = network(folder), Kept(document)
    place = np.searchsorted(np.array(kept.words, np.int64), np.arange(len(document.tokens)), side="right") - 1
    place = np.maximum(place, 0)
    mentions = document.mentions
    spans = [
        (int(place[document.mention_head(m)]), int(place[m.start]), max(int(place[m.end - 1]), int(place[m.start])))
        for m in mentions
    ]
    projected = [_projected(net, document.text, start, end, kept) for start, end in kept.blocks()]
    rows = {(mention.start, mention.end): row for row, mention in enumerate(mentions)}
    values = summed(np.concatenate(projected), spans) if projected else np.zeros((0, 1), np.float16)
    return Vectors(values, rows, str(folder))


def _projected(net: Network, text: str, start: int, end: int, kept: Kept) -> Floats:
    atom_starts, atom_ends = kept.atoms(text[start:end], start, end, net.labels.splits)
    encoded = encode(net, text[start:end], atom_starts, atom_ends)
    words = kept.of_atoms(start, end, atom_starts, atom_ends)
    return net.words(pool(encoded, words.first, words.count))["link"]
