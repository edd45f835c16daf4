"""Export: the joint model as the one folder that analyser and resolver read.

Beside the analyser's graphs there are two more: mentions (summed projections and features to what pairs need) and
pairs (rows of mentions and features to scores). The projections of words are further outputs of the words' graph.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from analyser.export import TAGS, _Encode, _graph, _Labels, _tables, _Words, write_config
from analyser.model import Analyser
from coreference.model import Joint, Sizes

WORD_HEADS = ("link", "litbank", "litbank_head", "litbank_edge")


class _JointWords(nn.Module):
    def __init__(self, model: Joint) -> None:
        super().__init__()
        self.analyser, self.model = _Words(model.analyser), model

    def forward(self, words: torch.Tensor) -> tuple[torch.Tensor, ...]:
        m = self.model
        return (*self.analyser(words), m.words(words), m.litbank(words), m.litbank_head(words), m.litbank_edge(words))


class _PairScores(nn.Module):
    """Scores of pairs given by rows of mentions."""

    def __init__(self, model: Joint) -> None:
        super().__init__()
        self.pairs = model.pairs

    def forward(
        self,
        x: torch.Tensor,
        left: torch.Tensor,
        right: torch.Tensor,
        anaphors: torch.Tensor,
        candidates: torch.Tensor,
        codes: torch.Tensor,
    ) -> torch.Tensor:
        p = self.pairs
        features = F.embedding(codes, p.features.weight).sum(1)
        hidden = left[anaphors] + right[candidates] + p.product(x[anaphors] * x[candidates]) + features
        return p.score(F.gelu(p.deep(F.gelu(hidden))))[:, 0]


def load(analyser: Analyser, path: Path) -> tuple[Joint, dict[str, object]]:
    """A trained model from its checkpoint; the piece embeddings are those of the analyser that it started from."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    model = Joint(analyser, Sizes(**saved["sizes"]))
    state = model.state_dict() | {name: value.float() for name, value in saved["model"].items()}
    model.load_state_dict(state)
    model.eval()
    return model, saved["labels"]


def export(model: Joint, labels: dict[str, object], out: Path, tokenizer: str, *, quantised: bool = True) -> None:
    """Write the model folder; calibration is for `calibrate` to add."""
    out.mkdir(parents=True, exist_ok=True)
    size, sizes = model.analyser.config, model.sizes
    rows = {0: "batch", 1: "pieces"}
    names = ["embedded", "mask", "hidden", "boundaries"]
    _graph(
        _Encode(model.analyser), (torch.randn(2, 16, size.width), torch.ones(2, 16)), names[:2], names[2:],
        dict.fromkeys(names, rows), out / "encoder.onnx", quantised,
    )  # fmt: skip
    analysed = [*TAGS, "arc_dependent", "arc_head", "label_dependent", "label_head", "pointer_head", "pointer_edge"]
    outputs = [*analysed, *WORD_HEADS]
    _graph(
        _JointWords(model), (torch.randn(5, size.width),), ["words"], outputs,
        {n: {0: "words"} for n in ["words", *outputs]}, out / "words.onnx", quantised,
    )  # fmt: skip
    pair = (torch.randn(5, size.label), torch.randn(5, size.label))
    names = ["dependents", "heads", "labels"]
    _graph(
        _Labels(model.analyser), pair, names[:2], names[2:], {n: {0: "pairs"} for n in names}, out / "labels.onnx",
        quantised,
    )  # fmt: skip
    width = model.mentions.features.in_features
    names = ["summed", "features", "x", "left", "right", "alone"]
    _graph(
        model.mentions, (torch.randn(5, sizes.mention), torch.zeros(5, width)), names[:2], names[2:],
        {n: {0: "mentions"} for n in names}, out / "mentions.onnx", False,
    )  # fmt: skip
    numbers = torch.zeros(4, dtype=torch.int64)
    names = ["x", "left", "right", "anaphors", "candidates", "codes", "scores"]
    axes = {n: {0: "mentions"} for n in names[:3]} | {n: {0: "pairs"} for n in names[3:]}
    _graph(
        _PairScores(model),
        (*(torch.randn(5, sizes.mention) for _ in range(3)), numbers, numbers, torch.zeros(4, 15, dtype=torch.int64)),
        names[:6], names[6:], axes, out / "pairs.onnx", False,
    )  # fmt: skip
    _tables(model.analyser, out)
    (out / "tokenizer.json").write_text(tokenizer, encoding="utf-8")
    write_config(labels, model.analyser, out, {})


def read_calibration(folder: Path) -> dict[str, float]:
    content = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return dict(content["calibration"])
