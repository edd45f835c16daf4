"""Maximum entropy: trained by scikit-learn, applied by NumPy alone, stored as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from corefer.document import CoreferError
from corefer.grec.encoding import Floats, Indicators
from corefer.grec.features import Row


class MaxEnt:
    """Probabilities of classes from rows of features."""

    def __init__(self) -> None:
        self.indicators = Indicators()
        self.classes: list[str] = []
        self.weights: Floats = np.zeros((0, 0), np.float32)
        self.bias: Floats = np.zeros(0, np.float32)

    def fit(self, rows: Sequence[Row], labels: Sequence[str], strength: float, least: int = 3) -> MaxEnt:
        """Learn; `strength` is the inverse of the regularisation."""
        self.indicators = Indicators().fit(rows, least)
        self.classes = sorted(set(labels))
        if len(self.classes) < 2:
            self.weights = np.zeros((len(self.indicators.columns), len(self.classes)), np.float32)
            self.bias = np.zeros(len(self.classes), np.float32)
            return self
        model = _regression()(C=strength, max_iter=300)
        model.fit(self.indicators.matrix(rows), labels)
        weights, bias = model.coef_.T, model.intercept_
        if len(self.classes) == 2:
            weights, bias = np.hstack([0 * weights, weights]), np.append(0 * bias, bias)
        self.weights, self.bias = weights.astype(np.float32), bias.astype(np.float32)
        return self

    def probabilities(self, rows: Sequence[Row]) -> Floats:
        """A line a row, a column a class."""
        scores = self.indicators.matrix(rows) @ self.weights + self.bias
        return softmax(np.asarray(scores, np.float32))

    def contributions(self, row: Row, chosen: str, other: str) -> Iterator[tuple[str, float]]:
        """How much each value speaks for one class rather than the other; a number may do so several times."""
        better, worse = self.classes.index(chosen), self.classes.index(other)
        for name, value in row.items():
            for place in self.indicators.places({name: value}):
                yield name, float(self.weights[place, better] - self.weights[place, worse])

    def as_json(self) -> dict[str, Any]:
        return {"classes": self.classes, "indicators": self.indicators.as_json()}

    def arrays(self) -> dict[str, Floats]:
        return {"weights": self.weights, "bias": self.bias}

    @classmethod
    def restored(cls, content: Mapping[str, Any], arrays: Mapping[str, Any]) -> MaxEnt:
        made = cls()
        made.classes = [str(name) for name in content["classes"]]
        made.indicators = Indicators.from_json(content["indicators"])
        made.weights, made.bias = arrays["weights"].astype(np.float32), arrays["bias"].astype(np.float32)
        if made.weights.shape != (len(made.indicators.columns), len(made.classes)):
            raise ValueError("weights that do not fit the columns")
        return made


def softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-1e30))
    result: Floats = raised / raised.sum(axis=1, keepdims=True)
    return result


def _regression() -> Any:
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise CoreferError("training needs scikit-learn (install it with `pip install 'corefer[grec]'`)") from None
    return LogisticRegression
