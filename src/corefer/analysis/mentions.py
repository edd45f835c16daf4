"""Mentions: found at their heads, with the span that two pointers give, an entity type and features.

Every mention is an entity of its own here: what corefers is for the resolvers to say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefer.analysis.network import Floats, Network


@dataclass(slots=True)
class Found:
    """A mention by positions in its sentence; `end` is exclusive."""

    head: int
    start: int
    end: int
    type: str
    certainty: float
    agreement: dict[str, float]


def softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return result


def find_mentions(network: Network, out: dict[str, Floats], first: int, last: int) -> list[Found]:
    """The mentions of the sentence of words first..last (exclusive) of a block's `out`puts."""
    probability = softmax(out["entity"][first:last])
    certain = 1.0 - probability[:, 0]
    heads = np.flatnonzero(certain > network.calibration["mention"])
    if not len(heads):
        return []
    edges = _edges(network, out, first, last, heads)
    outer = out["outer"][first:last]
    agreement = softmax(out["agree"][first:last])
    found: dict[tuple[int, int], Found] = {}
    for i, head in enumerate(heads.tolist()):
        kind = network.labels.types[int(probability[head, 1:].argmax())]
        agrees = dict(zip(network.labels.agreement, agreement[head].tolist(), strict=True))
        spans = [(edges["start"][i], edges["end"][i])]
        if outer[head, 1] > outer[head, 0]:
            spans.append((edges["outer_start"][i], edges["outer_end"][i]))
        for start, end in spans:
            mention = Found(head, start, end + 1, kind, float(certain[head]), agrees)
            known = found.get((start, end))
            if known is None or known.certainty < mention.certainty:
                found[start, end] = mention
    return sorted(found.values(), key=lambda m: (m.start, -m.end))


def _edges(
    network: Network, out: dict[str, Floats], first: int, last: int, heads: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> dict[str, list[int]]:
    """For each head the best start at or before it and the best end at or after it, by the pointers' names."""
    size, length = network.pointer_size, last - first
    left = out["pointer_head"][first:last][heads].reshape(len(heads), -1, size).transpose(1, 0, 2)
    right = out["pointer_edge"][first:last].reshape(length, -1, size).transpose(1, 2, 0)
    scores = left @ right
    after = np.arange(length)[None, :] > heads[:, None]
    before = np.arange(length)[None, :] < heads[:, None]
    result = {}
    for i, name in enumerate(network.pointers):
        barred = after if name.endswith("start") else before
        result[name] = np.where(barred, -np.inf, scores[i]).argmax(axis=1).tolist()
    return result
