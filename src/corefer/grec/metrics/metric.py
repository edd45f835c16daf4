"""What a metric is: counts for each text, and how sums of counts become a score.

Every metric is made of sums over texts, so the scores of all resamples are one product with a matrix of weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefer.grec.pairing import Pair

Array = NDArray[np.float64]


@dataclass(slots=True, frozen=True)
class Sums:
    """Counts that add up: a row for each text; `combine` makes a score of each sum of rows."""

    counts: Array
    combine: Callable[[Array], Array]

    def scores(self, weights: Array) -> Array:
        """A score for each row of weights; a weight says how often a text is counted."""
        return self.combine(weights @ self.counts)

    def further(self) -> dict[str, float]:
        """What else there is to tell of all texts, by name."""
        return {}


@dataclass(slots=True, frozen=True)
class Metric:
    """A metric by its name in JSON and in tables; `scale` is 100 for percentages, `digits` as the paper prints them."""

    name: str
    title: str
    measure: Callable[[Sequence[Pair]], Sums]
    scale: float = 1.0
    digits: int = 4
    less_is_better: bool = False

    def score(self, pairs: Sequence[Pair]) -> float:
        """The score of a system's answers."""
        return self.total(self.measure(pairs), len(pairs))

    def total(self, measured: Sums, texts: int) -> float:
        """The score of all of so many texts."""
        return float(self.scale * measured.scores(np.ones((1, texts)))[0])

    def printed(self, value: float) -> str:
        return f"{value:.{self.digits}f}".replace("-", "−")


def ratio(above: Any, below: Any) -> Array:
    """above / below, and 0 where there is nothing below."""
    above, below = np.asarray(above, np.float64), np.asarray(below, np.float64)
    result: Array = np.zeros(np.broadcast(above, below).shape)
    np.divide(above, below, out=result, where=below != 0)
    return result


def mean_of_references(counts: Array) -> Array:
    """The first column per reference; the second counts references."""
    return ratio(counts[..., 0], counts[..., 1])


def per_reference(pairs: Sequence[Pair], best: Callable[[Pair], float]) -> Sums:
    """The sum over texts of each text's best version, divided by the number of references (section 4.1)."""
    rows = np.array([(best(pair), pair.references) for pair in pairs], np.float64).reshape(-1, 2)
    return Sums(rows, mean_of_references)
