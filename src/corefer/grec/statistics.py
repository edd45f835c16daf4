"""Do systems differ? One-way analysis of variance, homogeneous subsets, and correlations (sections 6.1, 6.2 and 6.4).

The references of one text are no independent draws, so a difference that is significant here may not be one between
texts; the intervals of `corefer.grec.scoring` resample texts instead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from corefer.grec.metrics.metric import Array
from corefer.score.multiple import letters

ALPHA = 0.05
ROUNDING = 1e-12  # of a mean square that arithmetic leaves where nothing varies


@dataclass(slots=True, frozen=True)
class Anova:
    """Whether the means of several groups differ: F with its degrees of freedom, and the chance of one as great."""

    f: float
    p: float
    between: int
    within: int
    mean_square: float

    def as_dict(self) -> dict[str, float | int | None]:
        """For JSON, which knows no infinity: there is none to tell of where nothing varies within groups."""
        f, p = (None if not np.isfinite(value) else value for value in (self.f, self.p))
        return {"f": f, "p": p, "df_between": self.between, "df_within": self.within}


def anova(groups: Sequence[ArrayLike]) -> Anova:
    """A univariate analysis of variance with the group as the fixed factor."""
    arrays = [np.asarray(group, np.float64) for group in groups]
    between, within = len(arrays) - 1, sum(map(len, arrays)) - len(arrays)
    if between < 1 or within < 1:
        return Anova(nan, nan, between, within, nan)
    square = sum(float(((array - array.mean()) ** 2).sum()) for array in arrays) / within
    if square < ROUNDING:
        differ = np.ptp([array.mean() for array in arrays]) > ROUNDING
        return Anova(inf if differ else nan, 0.0 if differ else nan, between, within, 0.0)
    found = stats.f_oneway(*arrays)
    return Anova(float(found.statistic), float(found.pvalue), between, within, square)


def homogeneous_subsets(groups: Sequence[ArrayLike], alpha: float = ALPHA) -> list[str]:
    """Letters for each group, in the order given: groups that share one do not differ by Tukey's HSD.

    A is the subset of the highest means, as in the paper's tables. For unequal sizes, Kramer's error is taken.
    """
    arrays = [np.asarray(group, np.float64) for group in groups]
    order = sorted(range(len(arrays)), key=lambda n: -float(arrays[n].mean()))
    different = _different([arrays[n] for n in order], alpha)
    found = dict(zip(order, letters(len(order), different), strict=True))
    return [found[n].upper() for n in range(len(arrays))]


def _different(arrays: Sequence[Array], alpha: float) -> list[tuple[int, int]]:
    """The pairs of groups whose means differ significantly.

    Significance grows with the studentized range, so the least significant one is searched for: the distribution
    takes its time.
    """
    variance = anova(arrays)
    ranges = {
        (one, two): _studentized(arrays[one], arrays[two], variance) for one, two in combinations(range(len(arrays)), 2)
    }
    ordered = sorted(set(ranges.values()))

    def is_significant(value: float) -> bool:
        return bool(stats.studentized_range.sf(value, len(arrays), variance.within) < alpha)

    place = bisect_left(ordered, True, key=is_significant)
    return [pair for pair, value in ranges.items() if value in ordered[place:]]


def _studentized(one: Array, two: Array, variance: Anova) -> float:
    """The difference of two means by its error; infinite where groups differ and nothing varies within them."""
    difference = abs(float(one.mean() - two.mean()))
    if variance.within < 1 or difference <= ROUNDING:
        return 0.0
    error = sqrt(variance.mean_square / 2 * (1 / len(one) + 1 / len(two)))
    return difference / error if error else inf


@dataclass(slots=True, frozen=True)
class Correlation:
    """Pearson's product-moment coefficient of two measures, and its two-tailed p; both None where nothing varies."""

    first: str
    second: str
    r: float | None
    p: float | None


def correlations(measures: dict[str, Sequence[float]]) -> list[Correlation]:
    """Pearson's coefficient for every two measures of the same systems (three systems at least)."""
    return [
        Correlation(first, second, *_pearson(measures[first], measures[second]))
        for first, second in combinations(measures, 2)
    ]


def _pearson(one: Sequence[float], two: Sequence[float]) -> tuple[float | None, float | None]:
    if len(one) < 3 or np.ptp(one) <= ROUNDING or np.ptp(two) <= ROUNDING:
        return None, None
    found = stats.pearsonr(one, two)
    return float(found.statistic), float(found.pvalue)
