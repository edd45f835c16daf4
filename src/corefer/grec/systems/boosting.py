"""Our gradient boosting (LightGBM): trees for the type, and trees for each expression on offer.

The probability of a type is the mean of four voices: boosted trees that know the system's earlier choices; boosted
trees that do not, and so cannot be misled by a wrong one; extremely randomised trees; and the trees for expressions,
summed by type. The expression is the likeliest of the type's.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from corefer.document import Expression
from corefer.grec.encoding import Codes, Floats
from corefer.grec.features import HISTORY, Row, history, surroundings
from corefer.grec.forest import Forest
from corefer.grec.offers import Shares, expressions, prefixed, same_as_selected, usage, waiting
from corefer.grec.states import Axes, states
from corefer.grec.systems.base import damaged, needs, read_arrays, read_settings, write_arrays, write_settings
from corefer.grec.systems.greedy import Greedy, gold, plain
from corefer.grec.task import TYPES, Task, reg08_type

SEEDS = {"types": 3, "blind": 3, "expressions": 2}
AXES = 40
_COMMON: dict[str, Any] = {
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "feature_fraction": 0.3,
    "cat_smooth": 20,
    "cat_l2": 10,
    "max_cat_threshold": 16,
    "min_data_per_group": 10,
    "min_data_in_leaf": 20,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}
OF_TYPES = _COMMON | {"objective": "multiclass", "num_class": len(TYPES), "learning_rate": 0.05, "num_leaves": 15}
OF_EXPRESSIONS = _COMMON | {"objective": "binary", "learning_rate": 0.08, "num_leaves": 31}
ROUNDS = {"types": 250, "blind": 250, "expressions": 300}
FOREST: dict[str, Any] = {"n_estimators": 250, "min_samples_leaf": 4, "max_features": 0.3}


class Boosting(Greedy):
    """Gradient boosting with rich features."""

    name: ClassVar[str] = "boosting"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.shares = Shares()
        self.axes = Axes()
        self.codes = {what: Codes() for what in SEEDS}
        self.trees: dict[str, list[Any]] = {what: [] for what in SEEDS}
        self.forest = Forest()

    def fit(self, tasks: Sequence[Task]) -> None:
        self.shares = Shares().count(tasks)
        self.axes = Axes().fit(np.concatenate([states(task) for task in tasks if task.slots]), AXES)
        types: list[Row] = []
        labels: list[int] = []
        offers: list[Row] = []
        taken: list[int] = []
        for task in tasks:
            chosen = gold(task)
            for i, slot in enumerate(task.slots):
                types.append(self._row(task, i, chosen[:i]))
                labels.append(TYPES.index(reg08_type(chosen[i])))
                rows, best = self._offers(task, i, chosen[:i]), same_as_selected(slot)
                offers += [rows[k] for k in plain(task, i)]
                taken += [int(k == best) for k in plain(task, i)]
        self._grow("types", types, labels)
        self._grow("blind", list(map(_blind, types)), labels)
        self._grow("expressions", offers, taken)
        matrix = self.codes["types"].matrix(types)
        self.forest = Forest().fit(matrix, np.array(labels), len(TYPES), self.seed, **FOREST)

    def _row(self, task: Task, i: int, choices: Sequence[Expression]) -> Row:
        row = surroundings(task)[i] | history(task, i, [reg08_type(choice) for choice in choices])
        row |= waiting(task, i, choices, self.shares)
        return row | {f"axis{number}": value for number, value in enumerate(self.axes.of(task)[i].tolist())}

    def _offers(self, task: Task, i: int, choices: Sequence[Expression]) -> list[Row]:
        known = expressions(task, i, self.shares)
        about = self._row(task, i, choices)
        used = usage(task, i, choices)
        return [about | prefixed("refex_", row) | prefixed("refex_", use) for row, use in zip(known, used, strict=True)]

    def _grow(self, what: str, rows: Sequence[Row], labels: Sequence[int]) -> None:
        library = _library()
        codes = self.codes[what] = Codes().fit(rows)
        matrix = codes.matrix(rows)
        settings = OF_EXPRESSIONS if what == "expressions" else OF_TYPES
        self.trees[what] = []
        for number in range(SEEDS[what]):
            data = library.Dataset(matrix, labels, categorical_feature=codes.categories, free_raw_data=False)
            self.trees[what].append(library.train(settings | {"seed": self.seed + number}, data, ROUNDS[what]))

    def weigh(self, task: Task, i: int, choices: Sequence[Expression]) -> tuple[dict[str, float], list[float]]:
        row = self._row(task, i, choices)
        places, rows = plain(task, i), self._offers(task, i, choices)
        weights = np.zeros(len(rows))
        weights[places] = self._predicted("expressions", [rows[k] for k in places])
        weights /= weights.sum() or 1.0
        voices = [
            self._predicted("types", [row])[0],
            self._predicted("blind", [_blind(row)])[0],
            self.forest.probabilities(self.codes["types"].matrix([row]))[0],
        ]
        result = dict(zip(TYPES, np.sum(voices, axis=0).tolist(), strict=True))
        for expression, weight in zip(task.slots[i].alternatives, weights.tolist(), strict=True):
            result[reg08_type(expression)] = result.get(reg08_type(expression), 0.0) + weight
        return {kind: value / (len(voices) + 1) for kind, value in result.items()}, weights.tolist()

    def _predicted(self, what: str, rows: Sequence[Row]) -> Floats:
        matrix = self.codes[what].matrix(rows)
        several = [trees.predict(matrix, num_threads=1) for trees in self.trees[what]]
        mean: Floats = np.mean(several, axis=0)
        return mean

    def save(self, folder: Path) -> None:
        settings = {"seed": self.seed, "shares": self.shares.counts}
        settings |= {"trees": {what: len(several) for what, several in self.trees.items()}}
        write_settings(folder, settings | {"codes": {what: codes.as_json() for what, codes in self.codes.items()}})
        write_arrays(folder, {"mean": self.axes.mean, "axes": self.axes.axes, **self.forest.arrays})
        for what, several in self.trees.items():
            for number, trees in enumerate(several):
                (folder / f"{what}-{number}.txt").write_text(trees.model_to_string(), encoding="utf-8")

    def load(self, folder: Path) -> None:
        library = _library()
        settings = read_settings(folder)
        self.seed, self.shares = int(settings["seed"]), Shares(settings["shares"])
        arrays = read_arrays(folder)
        self.axes = Axes(arrays.pop("mean"), arrays.pop("axes"))
        self.forest = Forest(arrays)
        self.codes = {what: Codes.from_json(settings["codes"][what]) for what in self.trees}
        for what in self.trees:
            paths = [folder / f"{what}-{number}.txt" for number in range(int(settings["trees"][what]))]
            self.trees[what] = [_booster(library, path) for path in paths]


def _blind(row: Row) -> Row:
    """The row without what comes from earlier choices."""
    return {name: value for name, value in row.items() if name not in HISTORY}


def _booster(library: Any, path: Path) -> Any:
    try:
        return library.Booster(model_str=path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, library.basic.LightGBMError) as error:
        raise damaged(path, str(error)) from None


def _library() -> Any:
    try:
        import lightgbm
    except ImportError:
        raise needs("lightgbm", "boosting") from None
    return lightgbm
