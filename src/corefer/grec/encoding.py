"""Rows of named values as matrices: one column a category and a threshold for linear models, codes for trees."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from corefer.grec.features import Row

Floats = npt.NDArray[np.float32]


class Indicators:
    """Columns of 0 and 1: for a word, whether it is this one; for a number, whether it is above this threshold."""

    def __init__(self) -> None:
        self.columns: dict[str, int] = {}
        self.thresholds: dict[str, list[float]] = {}

    def fit(self, rows: Sequence[Row], least: int = 3, steps: int = 10) -> Indicators:
        """Learn the columns: words that occur at least so often, thresholds that divide the values evenly."""
        words: Counter[str] = Counter()
        numbers: defaultdict[str, list[float]] = defaultdict(list)
        for row in rows:
            for name, value in row.items():
                if isinstance(value, str):
                    words[f"{name}={value}"] += 1
                else:
                    numbers[name].append(value)
        for name in sorted(numbers):
            cuts = np.unique(np.quantile(numbers[name], np.linspace(0, 1, steps + 1)[1:], method="higher"))
            lowest = min(numbers[name])
            self.thresholds[name] = [float(cut) for cut in cuts if cut > lowest]
        kept = sorted(word for word, count in words.items() if count >= least)
        kept += [f"{name}>{i}" for name, cuts in self.thresholds.items() for i in range(len(cuts))]
        self.columns = {name: number for number, name in enumerate(kept)}
        return self

    def matrix(self, rows: Sequence[Row]) -> csr_matrix:
        """The rows, one column each of those learnt."""
        places, ends = [], [0]
        for row in rows:
            places += self.places(row)
            ends.append(len(places))
        ones = np.ones(len(places), np.float32)
        return csr_matrix((ones, places, ends), shape=(len(rows), len(self.columns)))

    def places(self, row: Row) -> list[int]:
        """The columns of a row that are 1."""
        found = []
        for name, value in row.items():
            if isinstance(value, str):
                place = self.columns.get(f"{name}={value}")
                if place is not None:
                    found.append(place)
            elif name in self.thresholds:
                first = self.columns.get(f"{name}>0", 0)
                found += [first + i for i, cut in enumerate(self.thresholds[name]) if value >= cut]
        return found

    def as_json(self) -> dict[str, Any]:
        return {"columns": list(self.columns), "thresholds": self.thresholds}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Indicators:
        made = cls()
        made.columns = {str(name): number for number, name in enumerate(content["columns"])}
        made.thresholds = {str(name): [float(c) for c in cuts] for name, cuts in content["thresholds"].items()}
        return made


class Codes:
    """One column a name: numbers as they are, words as the rank of their frequency (0 for unknown ones)."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.words: dict[str, dict[str, int]] = {}

    def fit(self, rows: Sequence[Row], least: int = 5) -> Codes:
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        names: set[str] = set()
        for row in rows:
            names.update(row)
            for name, value in row.items():
                if isinstance(value, str):
                    counts[name][value] += 1
        self.names = sorted(names)
        for name, words in sorted(counts.items()):
            ranked = sorted(words, key=lambda word: (-words[word], word))
            self.words[name] = {word: rank for rank, word in enumerate(ranked, 1) if words[word] >= least}
        return self

    @property
    def categories(self) -> list[int]:
        """The columns that hold codes."""
        return [i for i, name in enumerate(self.names) if name in self.words]

    def matrix(self, rows: Sequence[Row]) -> Floats:
        """The rows; what a row does not have is not a number."""
        result = np.full((len(rows), len(self.names)), np.nan, np.float32)
        column = {name: i for i, name in enumerate(self.names)}
        for number, row in enumerate(rows):
            line = result[number]
            for name, value in row.items():
                place = column.get(name)
                if place is not None:
                    line[place] = self.words[name].get(value, 0) if isinstance(value, str) else value
        return result

    def as_json(self) -> dict[str, Any]:
        return {"names": self.names, "words": {name: list(words) for name, words in self.words.items()}}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Codes:
        made = cls()
        made.names = [str(name) for name in content["names"]]
        made.words = {
            str(name): {str(word): rank for rank, word in enumerate(words, 1)}
            for name, words in content["words"].items()
        }
        return made
