"""The two graphs of the learned resolver: mentions, then pairs of them, by rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from corefer.analysis.network import DEFAULT, Floats, Network, network, session
from corefer.resolve.neural.mentions import Table
from corefer.resolve.neural.pairs import compare

Rows = npt.NDArray[np.int64]
PAIRS = 4096  # scored at once


@dataclass(slots=True)
class Rated:
    """What pairs need of mentions (three rows each), and each mention's score for having nothing before it."""

    x: Floats
    left: Floats
    right: Floats
    alone: Floats

    def followed_by(self, other: Rated) -> Rated:
        return Rated(
            np.concatenate([self.x, other.x]),
            np.concatenate([self.left, other.left]),
            np.concatenate([self.right, other.right]),
            np.concatenate([self.alone, other.alone]),
        )

    def rows(self, chosen: Rows) -> Rated:
        return Rated(self.x[chosen], self.left[chosen], self.right[chosen], self.alone[chosen])


class Scorer:
    """The graphs of a model folder."""

    def __init__(self, folder: Path) -> None:
        self.network: Network = network(folder)
        self._mentions, self._pairs = session(folder / "mentions.onnx"), session(folder / "pairs.onnx")

    def rate(self, table: Table, vectors: npt.NDArray[np.float16]) -> Rated:
        given = {"summed": vectors.astype(np.float32), "features": table.indicators()}
        return Rated(*self._mentions.run(["x", "left", "right", "alone"], given))

    def score(self, rated: Rated, table: Table, anaphors: Rows, candidates: Rows) -> Floats:
        """Scores of pairs of rows."""
        scores = [np.zeros(0, np.float32)]
        for i in range(0, len(anaphors), PAIRS):
            mine, theirs = anaphors[i : i + PAIRS], candidates[i : i + PAIRS]
            codes = compare(table.rows(mine), table.rows(theirs))
            rows = {"x": rated.x, "left": rated.left, "right": rated.right}
            pairs = {"anaphors": mine, "candidates": theirs, "codes": codes.astype(np.int64)}
            scores.append(self._pairs.run(None, {**rows, **pairs})[0])
        return np.concatenate(scores)


@lru_cache(maxsize=2)
def scorer(folder: Path = DEFAULT) -> Scorer:
    """The graphs of a folder, loaded once."""
    return Scorer(folder)
