"""Steps of training: documents with their tasks as one batch, beside a batch of the analyser's own data.

Pairs and their features are made once, when the corpus is loaded; a step only gathers rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from corefer.resolve import Scheme
from corefer.resolve.neural.candidates import Index, words_of
from corefer.resolve.neural.mentions import Table
from corefer.resolve.neural.pairs import SPEAKER_COLUMN, SPEAKER_OFFSET, compare
from corefer.train.tasks import NOT_LEARNT
from corefer.train.windows import Noise, Split, tensors

IGNORED = -100


@dataclass
class Prepared:
    """A task ready for training: spans (head, first, last), features, pairs (anaphor, candidate), codes, labels."""

    name: str
    document: int
    scheme: Scheme
    spans: npt.NDArray[Any]
    features: npt.NDArray[Any]
    pairs: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    right: npt.NDArray[Any]
    learnt: npt.NDArray[Any]
    entity: npt.NDArray[Any]
    whole: bool  # every mention of the text is annotated


def prepare(
    name: str, document: int, scheme: str, table: Table, entity: npt.NDArray[Any], learnt: npt.NDArray[Any]
) -> Prepared:
    """Find every mention's candidates and compare them.

    A mention whose antecedents are all out of reach is not learnt.
    """
    index, rows = Index(), []
    for row, words in enumerate(words_of(table)):
        rows += [(row, place) for place in index.candidates(row, words) if entity[place] != NOT_LEARNT]
        index.add(row, words)
    pairs = np.array(rows, np.int64).reshape(-1, 2)
    codes = compare(table.rows(pairs[:, 0]), table.rows(pairs[:, 1])).astype(np.int16)
    right = (entity[pairs[:, 0]] == entity[pairs[:, 1]]) & (entity[pairs[:, 0]] >= 0)
    first = {int(e): int(i) for i, e in reversed(list(enumerate(entity))) if e >= 0}
    reached = np.zeros(len(entity), bool)
    reached[pairs[right, 0]] = True
    opens = np.array([e < 0 or first[int(e)] == i for i, e in enumerate(entity)])
    spans = np.stack([table["head"], table["start"], table["end"] - 1], 1).astype(np.int64)
    return Prepared(
        name, document, Scheme(scheme), spans, table.indicators().astype(np.uint8), pairs, codes, right,
        (learnt > 0) & (reached | opens), entity, bool((learnt > 0).all()),
    )  # fmt: skip


@dataclass
class Data:
    """A corpus for the coreference heads."""

    split: Split
    litbank: dict[str, npt.NDArray[Any]]
    tasks: list[list[Prepared]]  # by document
    tokens: list[tuple[int, int]]  # of each document, as a range over the corpus
    sentences: list[npt.NDArray[Any]]

    @classmethod
    def load(cls, folder: Path, name: str, workers: int = 1) -> Data:
        split = Split.load(folder / f"{name}.npz")
        stored = dict(np.load(folder / f"{name}-tasks.npz"))
        index = json.loads((folder / f"{name}-tasks.json").read_text(encoding="utf-8"))
        bounds = np.cumsum([0, *(row[3] for row in index)])
        columns = {k.removeprefix("table_"): v for k, v in stored.items() if k.startswith("table_")}
        documents = len(split.documents())
        jobs = [
            (task, document, scheme, Table({k: v[a:b] for k, v in columns.items()}),
             stored["entity"][a:b], stored["learnt"][a:b])
            for (task, document, scheme, _), (a, b) in zip(index, pairwise(bounds.tolist()), strict=True)
        ]  # fmt: skip
        tasks: list[list[Prepared]] = [[] for _ in range(documents)]
        for made in _prepared(jobs, workers):
            tasks[made.document].append(made)
        edges = np.searchsorted(split.arrays["token_doc"], np.arange(documents + 1)).tolist()
        litbank = {k.removeprefix("litbank_"): v for k, v in stored.items() if k.startswith("litbank_")}
        starts = split.arrays["sentence_token"]
        sentences = [starts[(starts >= a) & (starts < b)] for a, b in pairwise(edges)]
        return cls(split, litbank, tasks, list(pairwise(edges)), sentences)

    def windows(self, document: int, pieces: int) -> list[tuple[int, int]]:
        """Ranges of atoms of a document's whole sentences, packed."""
        a = self.split.arrays
        sizes = self._sizes
        last = self.tokens[document][1]
        end = len(a["atom_doc"]) if last >= len(a["token_atom"]) else int(a["token_atom"][last])
        bounds = [*a["token_atom"][self.sentences[document]].tolist(), end]
        found: list[tuple[int, int]] = []
        for start, stop in pairwise(bounds):
            if found and sizes[stop] - sizes[found[-1][0]] <= pieces:
                found[-1] = (found[-1][0], stop)
            else:
                found.append((start, stop))
        return found

    @property
    def _sizes(self) -> npt.NDArray[Any]:
        if not hasattr(self, "_cumulated"):
            self._cumulated = np.concatenate([[0], np.cumsum(self.split.arrays["atom_pieces"])])
        return self._cumulated


def _prepared(jobs: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Prepared]:
    if workers < 2:
        yield from (prepare(*job) for job in jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(prepare, *zip(*jobs, strict=True), chunksize=4)


def groups(data: Data, words: int, rng: np.random.Generator) -> list[list[int]]:
    """The documents in random order, packed into batches of about so many words."""
    found: list[list[int]] = [[]]
    size = 0
    for document in rng.permutation(len(data.tasks)).tolist():
        if not data.tasks[document]:
            continue
        length = data.tokens[document][1] - data.tokens[document][0]
        if found[-1] and size + length > words:
            found.append([])
            size = 0
        found[-1].append(document)
        size += length
    return found


def batch(
    data: Data, documents: list[int], pieces: int, rng: np.random.Generator | None = None, mask: float = 0.0
) -> dict[str, torch.Tensor]:
    """Everything that a step needs of some documents; without `rng`, nothing is changed at random."""
    windows = [w for document in documents for w in data.windows(document, pieces)]
    made = tensors(data.split, windows, Noise(mask=mask) if rng is not None else None, rng)
    offsets, total = {}, 0
    for document in documents:
        offsets[document] = total
        total += data.tokens[document][1] - data.tokens[document][0]
    parts: dict[str, list[npt.NDArray[Any]]] = {
        k: [] for k in ("spans", "features", "pairs", "codes", "right", "learnt")
    }
    rows = 0
    for document in documents:
        for task in data.tasks[document]:
            parts["spans"].append(task.spans + offsets[document])
            parts["features"].append(task.features)
            parts["pairs"].append(task.pairs + rows)
            parts["codes"].append(
                _without_speakers(task.codes) if rng is not None and rng.random() < 0.5 else task.codes
            )
            parts["right"].append(task.right)
            parts["learnt"].append(task.learnt)
            rows += len(task.spans)
    made |= {name: torch.from_numpy(np.concatenate(values)) for name, values in parts.items()}
    return made | _litbank(data, documents, made)


def _without_speakers(codes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The codes of a text that does not say who speaks."""
    changed = codes.copy()
    changed[:, SPEAKER_COLUMN] = SPEAKER_OFFSET + (codes[:, SPEAKER_COLUMN] - SPEAKER_OFFSET) % 16
    return changed


def _litbank(data: Data, documents: list[int], made: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """LitBank's labels laid out as the words are; pointers count from the window's first word."""
    real = made["sentence"] >= 0
    entity = torch.full(real.shape, IGNORED)
    flat = {
        name: torch.from_numpy(np.concatenate([values[slice(*data.tokens[d])] for d in documents]).astype(np.int64))
        for name, values in data.litbank.items()
    }
    entity[real] = torch.where(flat["entity"] < 0, IGNORED, flat["entity"])
    offset = torch.from_numpy(np.concatenate([np.arange(*data.tokens[d]) for d in documents]))
    places = torch.arange(real.shape[1]).expand(real.shape)[real]
    found = {"litbank_entity": entity}
    for name in ("start", "end"):
        edge = torch.full(real.shape, IGNORED)
        edge[real] = torch.where(flat[name] < 0, IGNORED, flat[name] - offset + places)
        found[f"litbank_{name}"] = edge
    return found
