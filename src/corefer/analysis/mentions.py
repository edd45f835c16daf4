"""Mentions: found at their heads, with the span that two pointers give, an entity type and features.

Every mention is an entity of its own here: what corefers is for the resolvers to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefer.analysis.network import Floats, Ints, Network


@dataclass(slots=True)
class Found:
    """A mention by positions in its sentence; `end` is exclusive."""

    head: int
    start: int
    end: int
    type: str
    certainty: float
    agreement: dict[str, float]


LITBANK_TYPES = ("person", "place", "place", "place", "object", "organization")  # PER FAC LOC GPE VEH ORG
LITBANK_POINTERS = ("start", "end")


def softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return result


def find_mentions(network: Network, out: dict[str, Floats], first: int, last: int, scheme: str = "gum") -> list[Found]:
    """The mentions of the sentence of words first..last (exclusive) of a block's `out`puts, as the scheme has them."""
    is_litbank = scheme == "litbank"
    probability = softmax(out["litbank" if is_litbank else "entity"][first:last])
    types = LITBANK_TYPES if is_litbank else network.labels.types
    certain = 1.0 - probability[:, 0]
    heads = np.flatnonzero(certain > network.calibration["litbank" if is_litbank else "mention"])
    if not len(heads):
        return []
    edges = _litbank_edges(out, first, last, heads) if is_litbank else _edges(network, out, first, last, heads)
    outer = out["outer"][first:last]
    agreement = softmax(out["agree"][first:last])
    found: dict[tuple[int, int], Found] = {}
    for i, head in enumerate(heads.tolist()):
        kind = types[int(probability[head, 1:].argmax())]
        agrees = dict(zip(network.labels.agreement, agreement[head].tolist(), strict=True))
        spans = [(edges["start"][i], edges["end"][i])]
        if not is_litbank and outer[head, 1] > outer[head, 0]:
            spans.append((edges["outer_start"][i], edges["outer_end"][i]))
        for start, end in spans:
            mention = Found(head, start, end + 1, kind, float(certain[head]), agrees)
            known = found.get((start, end))
            if known is None or known.certainty < mention.certainty:
                found[start, end] = mention
    return sorted(_nested(found), key=lambda m: (m.start, -m.end))


def _nested(found: dict[tuple[int, int], Found]) -> list[Found]:
    """The mentions without those that cross a shorter one: the edges of long ones are what goes wrong."""
    kept: dict[tuple[int, int], Found] = {}
    for start, end in sorted(found, key=lambda span: span[1] - span[0]):
        if start == end or not any(a < start <= b < end or start < a <= end < b for a, b in kept):
            kept[start, end] = found[start, end]
    return list(kept.values())


def _edges(network: Network, out: dict[str, Floats], first: int, last: int, heads: Ints) -> dict[str, list[int]]:
    return _pointed(out["pointer_head"], out["pointer_edge"], network.pointers, first, last, heads)


def _litbank_edges(out: dict[str, Floats], first: int, last: int, heads: Ints) -> dict[str, list[int]]:
    return _pointed(out["litbank_head"], out["litbank_edge"], LITBANK_POINTERS, first, last, heads)


def _pointed(
    head: Floats, edge: Floats, names: Sequence[str], first: int, last: int, heads: Ints
) -> dict[str, list[int]]:
    """For each head the best start at or before it and the best end at or after it, by the pointers' names."""
    length = last - first
    left = head[first:last][heads].reshape(len(heads), len(names), -1).transpose(1, 0, 2)
    right = edge[first:last].reshape(length, len(names), -1).transpose(1, 2, 0)
    scores = left @ right
    after = np.arange(length)[None, :] > heads[:, None]
    before = np.arange(length)[None, :] < heads[:, None]
    result = {}
    for i, name in enumerate(names):
        barred = after if name.endswith("start") else before
        result[name] = np.where(barred, -np.inf, scores[i]).argmax(axis=1).tolist()
    return result
