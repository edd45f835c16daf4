"""IS-G (section 5): a multi-layer perceptron over five features.

SYNCAT, distance between the reference and the one before, position in the text, type of the one before, and whether
that is in the same sentence. The system asks which of these the type follows from; it sees no words at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from corefer.grec.encoding import Floats, Indicators
from corefer.grec.features import FAR, Row, surroundings
from corefer.grec.maxent import softmax
from corefer.grec.systems.base import needs, read_arrays, read_settings, write_arrays, write_settings
from corefer.grec.systems.typed import TypeSystem
from corefer.grec.task import Slot, Task, reg08_type

HIDDEN = 24
STEPS = 8


class IsG(TypeSystem):
    """IS-G."""

    name: ClassVar[str] = "is-g"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.indicators = Indicators()
        self.classes: list[str] = []
        self.layers: list[tuple[Floats, Floats]] = []

    def row(self, task: Task, i: int, types: Sequence[str]) -> Row:
        known = surroundings(task)[i]
        return {
            "syncat": known["syncat"],
            "distance": known.get("previous_words", FAR),
            "position": known["number"],
            "preceding": types[-1] if types else "-",
            "same_sentence": float(known.get("previous_sentences", FAR) == 0),
        }

    def learn(self, rows: Sequence[Row], slots: Sequence[Slot]) -> None:
        try:
            from sklearn.neural_network import MLPClassifier
        except ImportError:
            raise needs("scikit-learn", "IS-G") from None
        labels = [reg08_type(slot.selected) for slot in slots if slot.selected]
        self.classes = sorted(set(labels))
        self.indicators = Indicators().fit(rows, least=1, steps=STEPS)
        options: dict[str, Any] = {"alpha": 1e-3, "max_iter": 60, "tol": 0.0, "n_iter_no_change": 60}
        model = MLPClassifier((HIDDEN,), random_state=self.seed, **options)
        with np.errstate(all="ignore"):
            _quietly(model, self.indicators.matrix(rows), labels)
        pairs = zip(model.coefs_, model.intercepts_, strict=True)
        self.layers = [(weights.astype(np.float32), bias.astype(np.float32)) for weights, bias in pairs]

    def weigh(self, row: Row) -> dict[str, float]:
        values = self.indicators.matrix([row]).toarray()
        for number, (weights, bias) in enumerate(self.layers):
            values = values @ weights + bias
            if number + 1 < len(self.layers):
                values = np.maximum(values, 0)
        if values.shape[1] == 1:
            values = np.hstack([0 * values, values])
        return dict(zip(self.classes, softmax(values)[0].tolist(), strict=False))

    def save(self, folder: Path) -> None:
        content = {"seed": self.seed, "classes": self.classes, "layers": len(self.layers)}
        write_settings(folder, content | {"indicators": self.indicators.as_json()})
        arrays = {f"weights{i}": weights for i, (weights, _) in enumerate(self.layers)}
        write_arrays(folder, arrays | {f"bias{i}": bias for i, (_, bias) in enumerate(self.layers)})

    def load(self, folder: Path) -> None:
        settings, arrays = read_settings(folder), read_arrays(folder)
        self.seed = int(settings["seed"])
        self.classes = [str(name) for name in settings["classes"]]
        self.indicators = Indicators.from_json(settings["indicators"])
        self.layers = [(arrays[f"weights{i}"], arrays[f"bias{i}"]) for i in range(int(settings["layers"]))]


def _quietly(model: Any, matrix: Any, labels: Sequence[str]) -> None:
    """Fit for all of the passes: that the loss could still fall is no news."""
    import warnings

    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(matrix, labels)
