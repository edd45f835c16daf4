"""Export: a model as the one folder that analyser and resolver read, in int8.

The folder holds five ONNX graphs (pieces to hidden states, words to scores and projections, pairs of words to
labels, mentions to what pairs of them need, pairs to scores), the embedding tables, the tokeniser and `config.json`:
labels, sizes, calibration, checksums. Nothing is pickled.
"""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from torch.nn import functional as F

from corefer.analysis.network import FILES, WORD_OUTPUTS
from corefer.resolve.neural.mentions import WIDTH
from corefer.resolve.neural.pairs import PAIR_SIZES
from corefer.train.analyser import Analyser
from corefer.train.joint import Joint
from corefer.train.windows import POINTERS

INT8 = ("encoder", "words", "labels")  # the graphs that ship in int8
TAGS = ("upos", "xpos", "feats", "entity", "outer", "agree", "it")


class _Encode(nn.Module):
    def __init__(self, model: Analyser) -> None:
        super().__init__()
        self.model = model

    def forward(self, embedded: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.model.encoder.encode(embedded, mask)
        return hidden, self.model.boundaries(hidden)


class _Words(nn.Module):
    """Words to scores; the arc's bilinear weight is applied to the dependent here."""

    def __init__(self, model: Analyser) -> None:
        super().__init__()
        self.model = model

    def forward(self, words: torch.Tensor) -> tuple[torch.Tensor, ...]:
        m = self.model
        out = m.words(words)
        dependents = (out["arc_dependent"] @ m.arc_weight[:-1] + m.arc_weight[-1]) / m.config.arc**0.5
        rest = ("arc_head", "label_dependent", "label_head", "pointer_head", "pointer_edge")
        return (*(out[name] for name in TAGS), dependents, *(out[name] for name in rest))


class _JointWords(nn.Module):
    """The same, and the projections for mentions of links and of LitBank."""

    def __init__(self, model: Joint) -> None:
        super().__init__()
        self.analyser, self.model = _Words(model.analyser), model

    def forward(self, words: torch.Tensor) -> tuple[torch.Tensor, ...]:
        m = self.model
        return (*self.analyser(words), m.words(words), m.litbank(words), m.litbank_head(words), m.litbank_edge(words))


class _Labels(nn.Module):
    """Label scores of pairs (dependent, head)."""

    def __init__(self, model: Analyser) -> None:
        super().__init__()
        size, labels = model.config.label, model.config.deprel
        self.labels, self.size = labels, size
        self.weight = nn.Parameter(model.label_weight.detach().reshape(size + 1, labels * (size + 1)))

    def forward(self, dependents: torch.Tensor, heads: torch.Tensor) -> torch.Tensor:
        left = dependents @ self.weight[:-1] + self.weight[-1]
        left = left.view(-1, self.labels, self.size + 1)
        return (left[..., :-1] * heads[:, None, :]).sum(-1) + left[..., -1]


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


def trained(start: Joint, checkpoint: Path) -> Joint:
    """The model that a run kept: what it started from, with the weights that it learnt."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
    state = start.state_dict() | {name: value.float() for name, value in saved["model"].items()}
    start.load_state_dict(state)
    return start.eval()


def plain(tokenizer: Path) -> str:
    """The tokeniser without the padding, cutting and marks that a sentence encoder asks for."""
    content = json.loads(tokenizer.read_text(encoding="utf-8"))
    content |= {"truncation": None, "padding": None, "post_processor": None}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def export(
    model: Joint,
    labels: dict[str, Any],
    out: Path,
    tokenizer: str,
    *,
    quantised: Collection[str] = INT8,
    calibration: Mapping[str, float] | None = None,
) -> None:
    """Write the model folder; unless a calibration is given, that is for `calibrate` to add."""
    out.mkdir(parents=True, exist_ok=True)
    model = model.cpu().eval()
    size, mention = model.analyser.config, model.sizes.mention
    embedded, words = torch.randn(2, 16, size.width), torch.randn(5, size.width)
    _graph(
        _Encode(model.analyser), {"embedded": embedded, "mask": torch.ones(2, 16)}, ["hidden", "boundaries"],
        {0: "batch", 1: "pieces"}, out / "encoder.onnx", "encoder" in quantised,
    )  # fmt: skip
    _graph(
        _JointWords(model), {"words": words}, list(WORD_OUTPUTS), {0: "words"}, out / "words.onnx", "words" in quantised
    )
    pair = {"dependents": torch.randn(5, size.label), "heads": torch.randn(5, size.label)}
    _graph(_Labels(model.analyser), pair, ["labels"], {0: "pairs"}, out / "labels.onnx", "labels" in quantised)
    given = {"summed": torch.randn(5, mention), "features": torch.zeros(5, WIDTH)}
    outputs = ["x", "left", "right", "alone"]
    _graph(model.mentions, given, outputs, {0: "mentions"}, out / "mentions.onnx", False)
    numbers = torch.zeros(4, dtype=torch.int64)
    given = {name: torch.randn(5, mention) for name in outputs[:3]}
    given |= {"anaphors": numbers, "candidates": numbers, "codes": torch.zeros(4, len(PAIR_SIZES), dtype=torch.int64)}
    axes = {name: {0: "mentions" if name in outputs else "pairs"} for name in (*given, "scores")}
    _graph(_PairScores(model), given, ["scores"], axes, out / "pairs.onnx", False)
    _tables(model.analyser, out)
    (out / "tokenizer.json").write_text(tokenizer, encoding="utf-8")
    _write_config(labels, model.analyser, out, calibration or {})


def _graph(
    module: nn.Module,
    given: dict[str, torch.Tensor],
    outputs: list[str],
    axes: dict[Any, Any],
    path: Path,
    quantised: bool,
) -> None:
    """One graph; `axes` name the dimensions that may grow, of every input and output alike unless told by name."""
    module.eval()
    names = [*given, *outputs]
    dynamic = axes if set(axes) == set(names) else dict.fromkeys(names, axes)
    full = path.with_suffix(".full.onnx") if quantised else path
    with warnings.catch_warnings():  # the older exporter keeps the parameters' names, by which `restore` finds them
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            module,
            tuple(given.values()),
            str(full),
            input_names=list(given),
            output_names=outputs,
            dynamic_axes=dynamic,
            opset_version=17,
            dynamo=False,
        )
    onnx.checker.check_model(onnx.load(full))
    if quantised:
        logging.disable(logging.WARNING)  # it advises a step that these graphs do not need
        try:
            quantize_dynamic(
                full, path, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"]
            )
        finally:
            logging.disable(logging.NOTSET)
        full.unlink()


def _tables(model: Analyser, out: Path) -> None:
    """The embeddings: pieces in int8 with a scale a row, the small ones as they are; roots of arcs and labels."""
    pieces = model.encoder.pieces.weight.detach().numpy()
    scale = np.maximum(np.abs(pieces).max(axis=1, keepdims=True), 1e-12) / 127
    arrays = {
        "pieces": np.round(pieces / scale).astype(np.int8),
        "scales": scale.astype(np.float32)[:, 0],
        "places": model.encoder.places.weight.detach().numpy().astype(np.float16),
        "cases": model.encoder.cases.weight.detach().numpy(),
        "gaps": model.encoder.gaps.weight.detach().numpy(),
        "arc_root": model.arc_root.detach().numpy(),
        "label_root": model.label_root.detach().numpy(),
    }
    np.savez(out / "tables.npz", **arrays)


def _write_config(labels: dict[str, Any], model: Analyser, out: Path, calibration: Mapping[str, float]) -> None:
    config = {
        "labels": labels,
        "pointers": list(POINTERS),
        "pointer": model.config.pointer,
        "calibration": {"arc": 1.0, "label": 1.0, "mention": 0.5, "litbank": 0.5, "link": 1.0, **calibration},
        "checksums": {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in FILES},
    }
    (out / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
