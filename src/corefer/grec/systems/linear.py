"""Our linear model: maximum entropy over the types with rich features, and over the expressions of a type.

It is trained by scikit-learn and applied by NumPy alone, which is why it is the one that ships.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from corefer.document import Expression
from corefer.grec.features import Row, history, surroundings
from corefer.grec.maxent import MaxEnt
from corefer.grec.offers import Shares, expressions, prefixed, same_as_selected, usage, waiting
from corefer.grec.reasons import reasons
from corefer.grec.systems.base import read_arrays, read_settings, write_arrays, write_settings
from corefer.grec.systems.greedy import Greedy, gold, plain
from corefer.grec.task import Task, reg08_type

OF_TYPES, OF_EXPRESSIONS = 0.03, 0.3  # the strengths of regularisation, by cross-validation
_OF_SLOT = "semcat syncat word-1 word+1 head first_of_paragraph opens_sentence number".split()
_PARTS = ("types", "expressions")


class Linear(Greedy):
    """Maximum entropy with rich features."""

    name: ClassVar[str] = "linear"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.shares = Shares()
        self.models = {part: MaxEnt() for part in _PARTS}

    def fit(self, tasks: Sequence[Task]) -> None:
        self.shares = Shares().count(tasks)
        types: list[Row] = []
        labels: list[str] = []
        offers: list[Row] = []
        taken: list[str] = []
        for task in tasks:
            chosen = gold(task)
            for i, slot in enumerate(task.slots):
                types.append(self._row(task, i, chosen[:i]))
                labels.append(reg08_type(chosen[i]))
                rows, best = self._offers(task, i, chosen[:i]), same_as_selected(slot)
                rivals = [k for k in plain(task, i) if reg08_type(slot.alternatives[k]) == labels[-1]]
                if len(rivals) > 1:
                    offers += [rows[k] for k in rivals]
                    taken += ["yes" if k == best else "no" for k in rivals]
        self.models["types"] = MaxEnt().fit(types, labels, OF_TYPES)
        self.models["expressions"] = MaxEnt().fit(offers, taken, OF_EXPRESSIONS)

    def _row(self, task: Task, i: int, choices: Sequence[Expression]) -> Row:
        row = surroundings(task)[i] | history(task, i, [reg08_type(choice) for choice in choices])
        return row | waiting(task, i, choices, self.shares)

    def _offers(self, task: Task, i: int, choices: Sequence[Expression]) -> list[Row]:
        """Each expression, how it was used, and what of it depends on the slot."""
        known, about = expressions(task, i, self.shares), surroundings(task)[i]
        result = []
        for row, use in zip(known, usage(task, i, choices), strict=True):
            kind = row["kind"]
            both: Row = prefixed("", row | use)
            both |= {f"{kind} & {name}": value for name, value in use.items()}
            shape = (
                f"{row['form']} {row['is_title']:.0f}{row['in_title']:.0f}{row['has_article']:.0f} {row['rank']:.0f}"
            )
            both |= {f"shape & {name}": f"{shape} {about[name]}" for name in _OF_SLOT}
            both["shape & used"] = f"{shape} {min(int(use['used']), 2)} {use['was_first']:.0f} {about['number'] == 0}"
            both["text & semcat"] = f"{row['text']} {row['last_word']} {about['semcat']}"
            result.append(both)
        return result

    def weigh(self, task: Task, i: int, choices: Sequence[Expression]) -> tuple[dict[str, float], list[float]]:
        model = self.models["types"]
        types = dict(zip(model.classes, model.probabilities([self._row(task, i, choices)])[0].tolist(), strict=True))
        places, rows, model = plain(task, i), self._offers(task, i, choices), self.models["expressions"]
        weights = [0.0] * len(rows)
        if "yes" in model.classes:
            wanted = model.probabilities([rows[k] for k in places])[:, model.classes.index("yes")]
            for k, weight in zip(places, wanted.tolist(), strict=True):
                weights[k] = weight
        return types, weights

    def reasons(self, task: Task, i: int, choices: Sequence[Expression], kind: str) -> list[str]:
        """What speaks for this type rather than for the likeliest other one on offer."""
        model, row = self.models["types"], self._row(task, i, choices)
        shares = dict(zip(model.classes, model.probabilities([row])[0].tolist(), strict=True))
        others = {reg08_type(e) for e in task.slots[i].alternatives} & set(shares) - {kind}
        if kind not in shares or not others:
            return []
        return reasons(model, row, kind, max(others, key=lambda other: (shares[other], other)))

    def save(self, folder: Path) -> None:
        models = {part: model.as_json() for part, model in self.models.items()}
        write_settings(folder, {"seed": self.seed, "shares": self.shares.counts, "models": models})
        write_arrays(folder, {f"{p}-{n}": a for p, model in self.models.items() for n, a in model.arrays().items()})

    def load(self, folder: Path) -> None:
        settings, arrays = read_settings(folder), read_arrays(folder)
        self.seed, self.shares = int(settings["seed"]), Shares(settings["shares"])
        for part in _PARTS:
            own = {name.removeprefix(f"{part}-"): array for name, array in arrays.items() if name.startswith(part)}
            self.models[part] = MaxEnt.restored(settings["models"][part], own)
