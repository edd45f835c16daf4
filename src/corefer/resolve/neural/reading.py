"""Reading a text from beginning to end, at once or block by block; what is known so far can be put by and taken up.

Everything that refers to a place (tokens, sentences, quotations, mentions) is counted over the whole text, so that a
block knows the mentions before it, and the same text read in one piece gives the same entities.
"""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path

import numpy as np
import numpy.typing as npt

from corefer.document import CoreferError
from corefer.resolve.discourse import Discourse, View
from corefer.resolve.neural.constraints import Constraints, Known
from corefer.resolve.neural.memory import Choice, Memory
from corefer.resolve.neural.mentions import SIZES, Table, Vocabulary, tabulate
from corefer.resolve.neural.network import Rated, Scorer

STRETCH = 512  # mentions that are scored together
STATE, ARRAYS = "state.json", "arrays.npz"
_BY_TOKEN = ("start", "end", "head", "above")


class Reading:
    """What has been read so far: mentions within reach, their entities, and where the next block begins."""

    def __init__(self, scorer: Scorer, constraints: bool = True) -> None:
        self.memory = Memory(scorer, scorer.network.calibration.get("link", 1.0))
        self.vocabulary = Vocabulary()
        self.known = Known() if constraints else None
        self.tokens = self.sentences = self.quotations = 0

    def read(self, discourse: Discourse, vectors: npt.NDArray[np.float16]) -> list[tuple[View, Choice]]:
        """Resolve the next block's mentions."""
        first = self.memory.count
        veto = Constraints(discourse, self.known, first, self.quotations) if self.known is not None else None
        found: list[tuple[View, Choice]] = []
        views = discourse.views
        for i in range(0, len(views), STRETCH):
            table = self._placed(tabulate(discourse, views[i : i + STRETCH], self.vocabulary), first)
            for choice in self.memory.add(table, vectors[i : i + STRETCH], veto.objection if veto else None):
                if veto:
                    veto.note(choice.mention, choice.entity)
                found.append((views[choice.mention - first], choice))
        self.tokens += len(discourse.document.tokens)
        self.sentences += len(discourse.document.sentences)
        self.quotations += max(discourse.quotations, default=-1) + 1
        return found

    def _placed(self, table: Table, first: int) -> Table:
        """The table with places counted over the whole text."""
        columns = table.columns
        for name in _BY_TOKEN:
            columns[name] = np.where(columns[name] < 0, columns[name], columns[name] + self.tokens)
        columns["place"] = columns["place"] + self.sentences
        columns["sentence"] = np.minimum(columns["place"], SIZES["sentence"] - 1)
        columns["order"] = columns["order"] + first
        columns["quotation"] = np.where(columns["quotation"] < 0, -1, columns["quotation"] + self.quotations)
        return table

    def save(self, folder: Path, more: dict[str, int | str]) -> None:
        """Put everything by; the state file is written last, so that it tells of complete arrays."""
        folder.mkdir(parents=True, exist_ok=True)
        memory = self.memory
        arrays: dict[str, npt.NDArray[np.generic]] = {"entity": memory.entity, "numbers": memory.numbers}
        if memory.table is not None and memory.rated is not None:
            arrays |= {f"table_{name}": values for name, values in memory.table.columns.items()}
            arrays |= {f"rated_{name}": getattr(memory.rated, name) for name in Rated.__slots__}
        with (folder / f"{ARRAYS}.part").open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        state = {
            **more,
            "places": [self.tokens, self.sentences, self.quotations, memory.count, memory.entities],
            "index": [[word, list(rows)] for word, rows in memory.index.by_word.items()],
            "vocabulary": list(self.vocabulary.numbers),
            "known": self.known.as_dict() if self.known else None,
        }
        part = folder / f"{STATE}.part"
        part.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8")
        (folder / f"{ARRAYS}.part").replace(folder / ARRAYS)
        part.replace(folder / STATE)

    def load(self, folder: Path) -> dict[str, int | str]:
        """Take up what was put by; returns what was put by with it."""
        try:
            state = json.loads((folder / STATE).read_text(encoding="utf-8"))
            with np.load(folder / ARRAYS, allow_pickle=False) as arrays:
                stored = {name: arrays[name] for name in arrays.files}
        except (OSError, ValueError) as error:
            raise CoreferError(f"{folder}: nothing to go on from ({error}; resolve from the beginning)") from None
        memory = self.memory
        self.tokens, self.sentences, self.quotations, memory.count, memory.entities = state.pop("places")
        memory.entity, memory.numbers = stored["entity"], stored["numbers"]
        columns = {name.removeprefix("table_"): v for name, v in stored.items() if name.startswith("table_")}
        if columns:
            memory.table = Table(columns)
            memory.rated = Rated(*(stored[f"rated_{name}"] for name in Rated.__slots__))
        for word, rows in state.pop("index"):
            memory.index.by_word[word] = deque(rows, maxlen=memory.index.kept)
        self.vocabulary = Vocabulary(state.pop("vocabulary"))
        known = state.pop("known")
        self.known = Known.from_dict(known) if known is not None else None
        rest: dict[str, int | str] = state
        return rest
