"""Export: a checkpoint as the folder that the package ships, in int8.

The folder holds three ONNX graphs (pieces to hidden states, words to scores and projections, pairs to labels),
the embedding tables, the tokeniser and `config.json`: labels, sizes, calibration, checksums. Nothing is pickled.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from analyser.model import Analyser, Config
from analyser.windows import POINTERS

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


class _Labels(nn.Module):
    """Label scores of pairs (dependent, head)."""

    def __init__(self, model: Analyser) -> None:
        super().__init__()
        size, labels = model.config.label, model.config.deprel
        weight = model.label_weight.detach()
        self.labels, self.size = labels, size
        self.weight = nn.Parameter(weight.permute(0, 1, 2).reshape(size + 1, labels * (size + 1)))

    def forward(self, dependents: torch.Tensor, heads: torch.Tensor) -> torch.Tensor:
        left = dependents @ self.weight[:-1] + self.weight[-1]
        left = left.view(-1, self.labels, self.size + 1)
        return (left[..., :-1] * heads[:, None, :]).sum(-1) + left[..., -1]


def export(
    checkpoint: Path, out: Path, tokenizer: Path, *, quantised: bool = True, calibration: dict[str, float] | None = None
) -> None:
    """Write the model folder."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Analyser(Config(**saved["config"]))
    model.load_state_dict({name: value.float() for name, value in saved["model"].items()})
    model.eval()
    out.mkdir(parents=True, exist_ok=True)
    size = model.config
    dynamic = {
        "embedded": {0: "batch", 1: "pieces"},
        "mask": {0: "batch", 1: "pieces"},
        "hidden": {0: "batch", 1: "pieces"},
        "boundaries": {0: "batch", 1: "pieces"},
    }
    example = (torch.randn(2, 16, size.width), torch.ones(2, 16))
    _graph(
        _Encode(model),
        example,
        ["embedded", "mask"],
        ["hidden", "boundaries"],
        dynamic,
        out / "encoder.onnx",
        quantised,
    )
    names = [*TAGS, "arc_dependent", "arc_head", "label_dependent", "label_head", "pointer_head", "pointer_edge"]
    _graph(
        _Words(model),
        (torch.randn(5, size.width),),
        ["words"],
        names,
        {n: {0: "words"} for n in ["words", *names]},
        out / "words.onnx",
        quantised,
    )
    pair = (torch.randn(5, size.label), torch.randn(5, size.label))
    _graph(
        _Labels(model),
        pair,
        ["dependents", "heads"],
        ["labels"],
        {n: {0: "pairs"} for n in ("dependents", "heads", "labels")},
        out / "labels.onnx",
        quantised,
    )
    _tables(model, out)
    (out / "tokenizer.json").write_text(plain_tokenizer(tokenizer), encoding="utf-8")
    write_config(saved["labels"], model, out, calibration or {})


def _graph(
    module: nn.Module,
    example: tuple[torch.Tensor, ...],
    inputs: list[str],
    outputs: list[str],
    dynamic: dict[str, dict[int, str]],
    path: Path,
    quantised: bool,
) -> None:
    module.eval()
    full = path.with_suffix(".full.onnx") if quantised else path
    torch.onnx.export(
        module,
        example,
        str(full),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=dynamic,
        opset_version=17,
        dynamo=False,
    )
    onnx.checker.check_model(onnx.load(full))
    if quantised:
        quantize_dynamic(
            full, path, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"]
        )
        full.unlink()


def _tables(model: Analyser, out: Path) -> None:
    """The embeddings: pieces in int8 with a scale a row, the small ones as they are; roots of arcs and labels."""
    pieces = model.encoder.pieces.weight.detach().numpy()
    scale = np.abs(pieces).max(axis=1, keepdims=True) / 127
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


def plain_tokenizer(path: Path) -> str:
    content = json.loads(path.read_text(encoding="utf-8"))
    content |= {"truncation": None, "padding": None, "post_processor": None}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def write_config(labels: dict[str, object], model: Analyser, out: Path, calibration: dict[str, float]) -> None:
    files = sorted(p for p in out.iterdir() if p.suffix in (".onnx", ".npz") or p.name == "tokenizer.json")
    config = {
        "labels": labels,
        "pointers": list(POINTERS),
        "pointer": model.config.pointer,
        "calibration": {"arc": 1.0, "label": 1.0, "mention": 0.5, **calibration},
        "checksums": {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files},
    }
    (out / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
