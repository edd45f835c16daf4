"""Windows: the stretches of text that the encoder reads at once, and batches of them as tensors.

In training a window starts anywhere, also inside a sentence, so that the boundary heads see what they will see
on raw text; arcs are learnt only in sentences that stand whole in the window. For evaluation windows are whole
sentences, packed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

PAD, UNK, CLS, SEP, MASK = 0, 100, 101, 102, 103
CONTINUED = 4  # the gap class of an atom's second and further pieces
NOT_LEARNT = -100
WORD_LABELS = ("upos", "xpos", "feats", "deprel", "entity", "outer", "agree", "it")
POINTERS = ("start", "end", "outer_start", "outer_end")


@dataclass
class Split:
    """A split's arrays (see `corpus`), and what follows from them."""

    arrays: dict[str, npt.NDArray[Any]]

    @classmethod
    def load(cls, path: Path) -> Split:
        arrays = dict(np.load(path))
        atoms = len(arrays["atom_piece"])
        token_of = np.zeros(atoms, dtype=np.int32)
        joined = np.ones(atoms, dtype=np.int32)
        joined[arrays["token_atom"]] = 0
        token_of[:] = np.cumsum(1 - joined) - 1
        starts = np.zeros(atoms, dtype=np.int32)
        starts[arrays["token_atom"][arrays["sentence_token"]]] = 1
        arrays |= {"atom_token": token_of, "joined": joined, "starts": starts}
        return cls(arrays)

    def documents(self) -> list[tuple[int, int]]:
        """The range of atoms of each document."""
        cuts = np.flatnonzero(np.diff(self.arrays["atom_doc"])) + 1
        bounds = [0, *cuts.tolist(), len(self.arrays["atom_doc"])]
        return list(itertools.pairwise(bounds))


def random_windows(split: Split, pieces: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Ranges of atoms that cover every document once, cut at random places."""
    sizes = np.concatenate([[0], np.cumsum(split.arrays["atom_pieces"])])
    windows = []
    for first, last in split.documents():
        size = int(pieces * rng.choice([1.0, 1.0, 0.6, 0.3]))
        limit = int(rng.integers(size // 3, size + 1))
        start = first
        while start < last:
            end = int(np.searchsorted(sizes, sizes[start] + limit, side="right")) - 1
            end = min(max(end, start + 1), last)
            windows.append((start, end))
            start, limit = end, size
    rng.shuffle(windows)
    return windows


def whole_windows(split: Split, pieces: int) -> list[tuple[int, int]]:
    """Ranges of atoms of whole sentences, packed document by document."""
    a = split.arrays
    bounds = [*a["token_atom"][a["sentence_token"]].tolist(), len(a["atom_doc"])]
    sizes = np.concatenate([[0], np.cumsum(a["atom_pieces"])])
    windows: list[tuple[int, int]] = []
    for start, end in itertools.pairwise(bounds):
        same = windows and a["atom_doc"][windows[-1][0]] == a["atom_doc"][start]
        if same and sizes[end] - sizes[windows[-1][0]] <= pieces:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((start, end))
    return windows


def batches(windows: list[tuple[int, int]], size: int) -> Iterator[list[tuple[int, int]]]:
    for i in range(0, len(windows), size):
        yield windows[i : i + size]


@dataclass
class Noise:
    """What is changed at random in training: line breaks for spaces, masked pieces."""

    wrap: float = 0.15  # share of windows with hard line breaks
    single_break: float = 0.1  # share of paragraph breaks that become single line breaks
    mask: float = 0.0


def tensors(
    split: Split, windows: list[tuple[int, int]], noise: Noise | None = None, rng: np.random.Generator | None = None
) -> dict[str, torch.Tensor]:
    """A batch; positions of atoms and words count from the window's start, pieces from its [CLS]."""
    a = split.arrays
    rows = [_row(a, first, last, noise, rng) for first, last in windows]
    fill = {"ids": PAD, "case": 0, "gap": 0, "piece_first": 0, "piece_last": 0, "atom_first": 0, "sentence": -1}
    batch = {}
    for name in rows[0]:
        longest = max(len(row[name]) for row in rows)
        array = np.full((len(rows), longest), fill.get(name, NOT_LEARNT), dtype=np.int64)
        for i, row in enumerate(rows):
            array[i, : len(row[name])] = row[name]
        batch[name] = torch.from_numpy(array)
    return batch


def _row(
    a: dict[str, npt.NDArray[Any]], first: int, last: int, noise: Noise | None, rng: np.random.Generator | None
) -> dict[str, npt.NDArray[Any]]:
    counts = a["atom_pieces"][first:last]
    offsets = a["atom_piece"][first:last]
    pieces = a["piece"][offsets[0] : offsets[-1] + counts[-1]]
    begin = 1 + np.concatenate([[0], np.cumsum(counts)[:-1]])
    gap = a["atom_gap"][first:last].copy()
    if noise and rng is not None:
        gap = _noisy_gaps(gap, noise, rng)
        if noise.mask:
            pieces = np.where(rng.random(len(pieces)) < noise.mask, MASK, pieces)
    piece_gap = np.full(len(pieces) + 2, CONTINUED)
    piece_gap[begin] = gap
    token_first = a["atom_token"][first] + int(a["joined"][first])
    token_last = a["atom_token"][last - 1] + 1
    if last < len(a["joined"]) and a["joined"][last]:
        token_last -= 1
    row = {
        "ids": np.concatenate([[CLS], pieces, [SEP]]),
        "case": np.concatenate([[0], np.repeat(a["atom_case"][first:last], counts), [0]]),
        "gap": piece_gap,
        "atom_first": begin,
        "starts": a["starts"][first:last],
        "joined": np.where(gap == 0, a["joined"][first:last], NOT_LEARNT),
    }
    return row | _words(a, first, begin, counts, token_first, max(token_last, token_first))


def _words(
    a: dict[str, npt.NDArray[Any]], first: int, begin: npt.NDArray[Any], counts: npt.NDArray[Any], start: int, end: int
) -> dict[str, npt.NDArray[Any]]:
    atom = a["token_atom"][start:end] - first
    last_atom = atom + a["token_atoms"][start:end] - 1
    sentence = a["token_sentence"][start:end]
    firsts = a["sentence_token"]
    row: dict[str, npt.NDArray[Any]] = {
        "piece_first": begin[atom],
        "piece_last": begin[last_atom] + counts[last_atom] - 1,
        "sentence": sentence - (sentence[0] if len(sentence) else 0),
    }
    ends = np.append(firsts[1:], len(a["token_sentence"]))
    whole = (firsts[sentence] >= start) & (ends[sentence] <= end)
    for name in WORD_LABELS:
        values = a[name][start:end]
        row[name] = np.where(values < 0, NOT_LEARNT, values)
    head = a["head"][start:end]
    row["head"] = np.where(whole, np.where(head < 0, 0, head - start + 1), NOT_LEARNT)
    row["deprel"] = np.where(whole, row["deprel"], NOT_LEARNT)
    for name in POINTERS:
        values = a[name][start:end]
        row[name] = np.where((values < 0) | ~whole, NOT_LEARNT, values - start)
    return row


def _noisy_gaps(gap: npt.NDArray[Any], noise: Noise, rng: np.random.Generator) -> npt.NDArray[Any]:
    gap = np.where((gap == 3) & (rng.random(len(gap)) < noise.single_break), 2, gap)
    if rng.random() < noise.wrap:
        gap = np.where((gap == 1) & (rng.random(len(gap)) < 1 / 12), 2, gap)
    return gap
