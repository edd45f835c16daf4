"""The regression that tells a person's name from others, fitted to the names of GUM's training split."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.optimize import minimize

from corefer.analysis.lexicon.names import evidence, parse
from corpora import Described

PENALTY = 0.5


def fit(mentions: Iterable[Described]) -> dict[str, float]:
    """Feature -> weight, by penalised maximum likelihood; an equal name counts with the root of its frequency."""
    examples: dict[tuple[tuple[str, ...], bool], int] = {}
    for mention in mentions:
        name = parse(mention.words)
        if mention.is_name and name.title is None:
            key = (mention.words, mention.type == "person")
            examples[key] = examples.get(key, 0) + 1
    rows = [(evidence(parse(words)), person, count**0.5) for (words, person), count in examples.items()]
    rows = [row for row in rows if row[0]]
    keys = sorted({key for found, _, _ in rows for key in found})
    place = {key: i for i, key in enumerate(keys)}
    x = np.zeros((len(rows), len(keys)))
    for i, (found, _, _) in enumerate(rows):
        for key, value in found.items():
            x[i, place[key]] = value
    y = np.array([1.0 if person else -1.0 for _, person, _ in rows])
    counts = np.array([count for _, _, count in rows])

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        margin = y * (x @ w)
        slope = -counts * y / (1 + np.exp(np.clip(margin, -30, 30)))
        return float(counts @ np.logaddexp(0, -margin) + PENALTY * w @ w), x.T @ slope + 2 * PENALTY * w

    best = minimize(loss, np.zeros(len(keys)), jac=True, method="L-BFGS-B")
    return {key: round(float(weight), 3) for key, weight in zip(keys, best.x, strict=True)}
