"""How the analyser's encoder sees each slot: the hidden states of the placeholder and of its two neighbours.

They carry what words around the slot mean, which no list of frequent words does. Only systems that ask for them pay for
the second pass of the encoder.
"""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from weakref import WeakKeyDictionary

import numpy as np

from corefer.analysis.atoms import atoms
from corefer.analysis.encoding import encode, pool
from corefer.analysis.network import network
from corefer.grec.context import kept_file
from corefer.grec.encoding import Floats
from corefer.grec.task import Task

_known: WeakKeyDictionary[Task, Floats] = WeakKeyDictionary()


def states(task: Task) -> Floats:
    """A line for each slot: the states of the placeholder, the word before, the word after, one after another."""
    found = _known.get(task)
    if found is None:
        path = kept_file(task, ".npy")
        found = _read(path, len(task.slots)) if path else None
        if found is None:
            found = _encoded(task)
            if path:
                np.save(path, found.astype(np.float16), allow_pickle=False)
        _known[task] = found
    return found


def _read(path: Path, slots: int) -> Floats | None:
    try:
        found: Floats = np.load(path, allow_pickle=False).astype(np.float32)
    except (OSError, ValueError):
        return None
    return found if found.ndim == 2 and len(found) == slots else None


def _encoded(task: Task) -> Floats:
    net = network()
    edges = {offset for slot in task.slots for offset in (slot.start, slot.end)}
    starts, ends = atoms(task.text, net.labels.splits, edges)
    if not task.slots:
        return np.zeros((0, 1), np.float32)
    vectors = pool(encode(net, task.text, starts, ends), np.arange(len(starts)), np.ones(len(starts), np.int64))
    lines = []
    for slot in task.slots:
        first, after = bisect_left(starts, slot.start), bisect_left(starts, slot.end)
        lines.append(np.concatenate([vectors[first], vectors[max(first - 1, 0)], vectors[min(after, len(starts) - 1)]]))
    rounded: Floats = np.array(lines).astype(np.float16).astype(np.float32)
    return rounded


class Axes:
    """The main axes of the states of many slots, by which few numbers say most of what they say."""

    def __init__(self, mean: Floats | None = None, axes: Floats | None = None) -> None:
        self.mean = np.zeros(0, np.float32) if mean is None else mean
        self.axes = np.zeros((0, 0), np.float32) if axes is None else axes

    def fit(self, lines: Floats, count: int) -> Axes:
        self.mean = lines.mean(axis=0).astype(np.float32)
        centred = lines - self.mean
        values, vectors = np.linalg.eigh(centred.T @ centred / max(len(lines), 1))
        largest = np.argsort(-values)[:count]
        scales = np.sqrt(np.maximum(values[largest], 1e-9))
        self.axes = (vectors[:, largest] / scales).astype(np.float32)
        return self

    def of(self, task: Task) -> Floats:
        """A line for each slot of the task, a column an axis."""
        return np.asarray((states(task) - self.mean) @ self.axes, np.float32)
