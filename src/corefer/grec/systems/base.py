"""The one interface of all systems, and how one is stored: a folder of JSON, arrays and the libraries' own text files.

Nothing is ever unpickled: a model from a stranger can be wrong, but it cannot run code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from corefer.document import CoreferError, Expression
from corefer.grec.task import Task

Ranked = list[tuple[Expression, float]]
Array = npt.NDArray[Any]
ARRAYS = "arrays.npz"
SETTINGS = "settings.json"


class System(Protocol):
    """What chooses expressions. `fit` learns from tasks with selections; the rest never looks at a selection."""

    name: ClassVar[str]
    learns: ClassVar[bool]

    def __init__(self, seed: int = 1) -> None: ...

    def fit(self, tasks: Sequence[Task]) -> None:
        """Learn from texts whose slots have a selected expression."""

    def choose(self, task: Task) -> list[Expression]:
        """One of the expressions on offer for each slot, in order."""

    def probabilities(self, task: Task) -> list[Ranked]:
        """All expressions on offer for each slot with their probabilities, the chosen one first."""

    def save(self, folder: Path) -> None:
        """Write what was learnt into an existing folder."""

    def load(self, folder: Path) -> None:
        """Restore what `save` wrote."""


def write_settings(folder: Path, content: Mapping[str, Any]) -> None:
    (folder / SETTINGS).write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")


def read_settings(folder: Path) -> dict[str, Any]:
    path = folder / SETTINGS
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise damaged(path, str(error)) from None
    if not isinstance(content, dict):
        raise damaged(path, "not a JSON object")
    return content


def write_arrays(folder: Path, arrays: Mapping[str, Array]) -> None:
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, **dict(arrays))


def read_arrays(folder: Path) -> dict[str, Array]:
    path = folder / ARRAYS
    try:
        with np.load(path, allow_pickle=False) as content:
            return {name: content[name] for name in content.files}
    except (OSError, ValueError, KeyError) as error:
        raise damaged(path, str(error)) from None


def damaged(path: Path, why: str) -> CoreferError:
    return CoreferError(f"{path}: not a part of a GREC model ({why}; train it again with `corefer grec train`)")


def needs(library: str, system: str) -> CoreferError:
    return CoreferError(f"{system} needs the library {library} (install it with `pip install 'corefer[grec]'`)")


def normalised(expressions: Sequence[Expression], weights: Sequence[float], chosen: Expression) -> Ranked:
    """Expressions with their shares of the weights, the chosen one first, then the likeliest."""
    total = sum(weights) or 1.0
    shares = [(expression, weight / total) for expression, weight in zip(expressions, weights, strict=True)]
    return sorted(shares, key=lambda pair: (pair[0] is not chosen, -pair[1]))
