"""Our gradient boosting (LightGBM): trees for the type, several seeds of them, and trees for each expression on offer.

The probability of a type is the mean of what the first say and of what the second say of the type's expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from corefer.document import Expression
from corefer.grec.encoding import Codes, Floats
from corefer.grec.features import Row, history, surroundings
from corefer.grec.offers import Shares, expressions, prefixed, same_as_selected, usage, waiting
from corefer.grec.states import Axes, states
from corefer.grec.systems.base import damaged, needs, read_arrays, read_settings, write_arrays, write_settings
from corefer.grec.systems.greedy import Greedy, gold, plain
from corefer.grec.task import TYPES, Task, reg08_type

SEEDS = 3
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
ROUNDS = {"types": 250, "expressions": 300}


class Boosting(Greedy):
    """Gradient boosting with rich features."""

    name: ClassVar[str] = "boosting"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.shares = Shares()
        self.axes = Axes()
        self.codes = {"types": Codes(), "expressions": Codes()}
        self.trees: dict[str, list[Any]] = {"types": [], "expressions": []}

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
        self.trees["types"] = self._grown("types", types, labels, SEEDS)
        self.trees["expressions"] = self._grown("expressions", offers, taken, 1)

    def _row(self, task: Task, i: int, choices: Sequence[Expression]) -> Row:
        row = surroundings(task)[i] | history(task, i, [reg08_type(choice) for choice in choices])
        row |= waiting(task, i, choices, self.shares)
        return row | {f"axis{number}": value for number, value in enumerate(self.axes.of(task)[i].tolist())}

    def _offers(self, task: Task, i: int, choices: Sequence[Expression]) -> list[Row]:
        known = expressions(task, i, self.shares)
        about = self._row(task, i, choices)
        used = usage(task, i, choices)
        return [about | prefixed("refex_", row) | prefixed("refex_", use) for row, use in zip(known, used, strict=True)]

    def _grown(self, what: str, rows: Sequence[Row], labels: Sequence[int], seeds: int) -> list[Any]:
        library = _library()
        codes = self.codes[what] = Codes().fit(rows)
        matrix = codes.matrix(rows)
        settings = OF_TYPES if what == "types" else OF_EXPRESSIONS
        grown = []
        for number in range(seeds):
            data = library.Dataset(matrix, labels, categorical_feature=codes.categories, free_raw_data=False)
            grown.append(library.train(settings | {"seed": self.seed + number}, data, ROUNDS[what]))
        return grown

    def weigh(self, task: Task, i: int, choices: Sequence[Expression]) -> tuple[dict[str, float], list[float]]:
        types = self._predicted("types", [self._row(task, i, choices)])[0]
        places = plain(task, i)
        rows = self._offers(task, i, choices)
        weights = np.zeros(len(rows))
        weights[places] = self._predicted("expressions", [rows[k] for k in places])
        weights /= weights.sum() or 1.0
        result = dict(zip(TYPES, types.tolist(), strict=True))
        for expression, weight in zip(task.slots[i].alternatives, weights.tolist(), strict=True):
            result[reg08_type(expression)] = result.get(reg08_type(expression), 0.0) + weight
        return {kind: value / 2 for kind, value in result.items()}, weights.tolist()

    def _predicted(self, what: str, rows: Sequence[Row]) -> Floats:
        matrix = self.codes[what].matrix(rows)
        several = [trees.predict(matrix, num_threads=1) for trees in self.trees[what]]
        mean: Floats = np.mean(several, axis=0)
        return mean

    def save(self, folder: Path) -> None:
        settings = {"seed": self.seed, "shares": self.shares.counts}
        settings |= {"trees": {what: len(several) for what, several in self.trees.items()}}
        write_settings(folder, settings | {"codes": {what: codes.as_json() for what, codes in self.codes.items()}})
        write_arrays(folder, {"mean": self.axes.mean, "axes": self.axes.axes})
        for what, several in self.trees.items():
            for number, trees in enumerate(several):
                (folder / f"{what}-{number}.txt").write_text(trees.model_to_string(), encoding="utf-8")

    def load(self, folder: Path) -> None:
        library = _library()
        settings = read_settings(folder)
        self.seed, self.shares = int(settings["seed"]), Shares(settings["shares"])
        arrays = read_arrays(folder)
        self.axes = Axes(arrays["mean"], arrays["axes"])
        self.codes = {what: Codes.from_json(settings["codes"][what]) for what in self.trees}
        for what in self.trees:
            paths = [folder / f"{what}-{number}.txt" for number in range(int(settings["trees"][what]))]
            self.trees[what] = [_booster(library, path) for path in paths]


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
