"""The network as it ships: ONNX graphs, embedding tables and labels, read from a folder and checked.

Nothing here is unpickled, and nothing is fetched: a model folder holds ONNX, arrays and JSON, with checksums.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from corefer.analysis.atoms import LONGEST
from corefer.document import CoreferError

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

DEFAULT = Path(__file__).with_name("model")
FILES = (
    "encoder.onnx", "words.onnx", "labels.onnx", "mentions.onnx", "pairs.onnx", "tables.npz", "tokenizer.json",
)  # fmt: skip
_PAIRS = 512
_REMEMBERED = 50_000  # atoms whose pieces are remembered
_MARKS = ("[UNK]", "[CLS]", "[SEP]")
WORD_OUTPUTS = (
    "upos xpos feats entity outer agree it arc_dependent arc_head label_dependent label_head pointer_head pointer_edge "
    "link litbank litbank_head litbank_edge"
).split()


@dataclass(slots=True)
class Labels:
    """The label sets that the heads choose from."""

    upos: list[str]
    xpos: list[str]
    feats: list[str]
    deprel: list[str]
    types: list[str]
    agreement: list[str]
    splits: dict[str, tuple[int, ...]]


def session(graph: Path) -> Any:
    """A graph, ready to run."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


class Network:
    """The graphs and tables of one model folder."""

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer

        config = checked(folder)
        content = config["labels"]
        self.labels = Labels(**content | {"splits": {word: tuple(at) for word, at in content["splits"].items()}})
        self.calibration: dict[str, float] = config["calibration"]
        self.pointers: list[str] = config["pointers"]
        self.pointer_size: int = config["pointer"]
        self._encoder, self._words, self._labels = (session(folder / name) for name in FILES[:3])
        with np.load(folder / "tables.npz", allow_pickle=False) as tables:
            self._tables = {name: tables[name] for name in tables.files}
        self._tables["places"] = self._tables["places"].astype(np.float32)
        self.arc_root: Floats = self._tables["arc_root"]
        self.label_root: Floats = self._tables["label_root"]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._pieces: dict[str, list[int]] = {}
        self.unknown, self.first, self.last = (int(self._tokenizer.token_to_id(t) or 0) for t in _MARKS)

    def pieces(self, atom: str) -> list[int]:
        """The vocabulary pieces of an atom; never empty."""
        found = self._pieces.get(atom)
        if found is None:
            if len(self._pieces) >= _REMEMBERED:
                self._pieces.clear()
            found = self._pieces[atom] = self._tokenised(atom) or [self.unknown]
        return found

    def _tokenised(self, atom: str) -> list[int]:
        """Nothing for half a character (a lone surrogate), and for a stretch of an endless word."""
        if len(atom) >= LONGEST:
            return []
        try:
            ids: list[int] = self._tokenizer.encode(atom, add_special_tokens=False).ids
        except TypeError:
            return []
        return ids

    def encode(self, ids: Ints, case: Ints, gap: Ints, mask: Floats) -> tuple[Floats, Floats]:
        """Hidden states [windows, pieces, width] and boundary scores [windows, pieces, 2]."""
        tables = self._tables
        embedded = tables["pieces"][ids].astype(np.float32)
        embedded *= tables["scales"][ids][..., None]
        embedded += tables["places"][None, : ids.shape[1]]
        embedded += tables["cases"][case]
        embedded += tables["gaps"][gap]
        hidden, boundaries = self._encoder.run(None, {"embedded": embedded, "mask": mask})
        return hidden, boundaries

    def words(self, words: Floats) -> dict[str, Floats]:
        """Scores and projections of each word, by name."""
        return dict(zip(WORD_OUTPUTS, self._words.run(list(WORD_OUTPUTS), {"words": words}), strict=True))

    def relations(self, dependents: Floats, heads: Floats) -> Floats:
        """Label scores of pairs, by the words' projections; a few at a time, since each pair takes much room."""
        parts = [
            self._labels.run(None, {"dependents": dependents[i : i + _PAIRS], "heads": heads[i : i + _PAIRS]})[0]
            for i in range(0, len(dependents), _PAIRS)
        ]
        scores: Floats = np.concatenate(parts)
        return scores


@lru_cache(maxsize=2)
def network(folder: Path = DEFAULT) -> Network:
    """The network of a folder, loaded once."""
    return Network(folder)


def checked(folder: Path) -> dict[str, Any]:
    """The folder's config, after comparing every file with its checksum."""
    try:
        config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CoreferError(f"{folder}: not a model folder ({error}; install corefer again, or train one)") from None
    for name in FILES:
        path = folder / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != config["checksums"].get(name):
            raise CoreferError(f"{path}: missing or damaged (its checksum is not the one in config.json)")
    return config
