"""Extremely randomised trees: grown by scikit-learn, applied by NumPy alone, stored as arrays.

They err elsewhere than boosted trees do, which is why the two together do better than either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from corefer.grec.encoding import Floats
from corefer.grec.systems.base import needs

MISSING = -9.0
_LEAF = -1
_ARRAYS = ("roots", "left", "right", "column", "threshold", "shares")


class Forest:
    """Probabilities of classes 0, 1, … as the mean of many trees' leaves."""

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]] | None = None) -> None:
        self.arrays = dict(arrays or {})
        if self.arrays:
            self._check()

    def fit(self, matrix: Floats, labels: npt.NDArray[np.int64], classes: int, seed: int, **options: Any) -> Forest:
        try:
            from sklearn.ensemble import ExtraTreesClassifier
        except ImportError:
            raise needs("scikit-learn", "boosting") from None
        model = ExtraTreesClassifier(random_state=seed, **options).fit(_filled(matrix), labels)
        trees = [tree.tree_ for tree in model.estimators_]
        offsets = np.cumsum([0, *(tree.node_count for tree in trees)])
        known = model.classes_.astype(np.int64)
        shares = np.zeros((offsets[-1], classes), np.float16)
        shares[:, known] = np.concatenate([tree.value[:, 0, :] for tree in trees])
        sums = np.maximum(shares.sum(axis=1, keepdims=True, dtype=np.float32), 1e-6)
        self.arrays = {
            "roots": offsets[:-1].astype(np.int32),
            "left": _joined(trees, offsets, "children_left"),
            "right": _joined(trees, offsets, "children_right"),
            "column": np.concatenate([np.maximum(tree.feature, 0) for tree in trees]).astype(np.int16),
            "threshold": np.concatenate([tree.threshold for tree in trees]).astype(np.float32),
            "shares": (shares / sums).astype(np.float16),
        }
        return self

    def probabilities(self, matrix: Floats) -> Floats:
        """A line a row, a column a class."""
        filled, arrays = _filled(matrix), self.arrays
        nodes = np.tile(arrays["roots"], (len(filled), 1))
        rows = np.arange(len(filled))[:, None]
        while True:
            left = arrays["left"][nodes]
            inner = left != _LEAF
            if not inner.any():
                break
            goes_left = filled[rows, arrays["column"][nodes]] <= arrays["threshold"][nodes]
            nodes = np.where(inner, np.where(goes_left, left, arrays["right"][nodes]), nodes)
        mean: Floats = arrays["shares"][nodes].astype(np.float32).mean(axis=1)
        return mean

    def _check(self) -> None:
        """Children come after their parents in a file of ours: whatever else it says, following them ends."""
        count = len(self.arrays["left"])
        for name in _ARRAYS[1:]:
            if len(self.arrays[name]) != count:
                raise ValueError(f"{name} of another length")
        numbers = np.arange(count)
        for name in ("left", "right"):
            child = self.arrays[name]
            if ((child != _LEAF) & ((child <= numbers) | (child >= count))).any():
                raise ValueError(f"{name} points nowhere")
        if ((self.arrays["left"] == _LEAF) != (self.arrays["right"] == _LEAF)).any():
            raise ValueError("a node with one child")


def _joined(trees: list[Any], offsets: npt.NDArray[np.int64], side: str) -> npt.NDArray[np.int32]:
    """The children of all trees' nodes, numbered through."""
    parts = []
    for tree, offset in zip(trees, offsets, strict=False):
        child = getattr(tree, side)
        parts.append(np.where(child == _LEAF, _LEAF, child + offset))
    return np.concatenate(parts).astype(np.int32)


def _filled(matrix: Floats) -> Floats:
    return np.nan_to_num(matrix, nan=MISSING).astype(np.float32)
