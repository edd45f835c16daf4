"""Restore: the torch weights of a model folder, so that training can go on from what was shipped.

The folder holds int8 matrices with a scale a column; what they stand for is near enough to the weights that they
were made from that fine-tuning starts where the shipped model is.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from analyser.model import Analyser, Config


def restore(folder: Path) -> tuple[Analyser, dict[str, object]]:
    """The model of a folder, and its label sets."""
    content = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    labels = content["labels"]
    sizes = {name: len(labels[name]) for name in ("upos", "xpos", "feats", "deprel", "agreement")}
    model = Analyser(Config(**sizes, types=len(labels["types"]) + 1, pointer=content["pointer"]))
    state = model.state_dict()
    for name, value in _weights(folder).items():
        state[name] = torch.tensor(value, dtype=torch.float32).reshape(state[name].shape)
    model.load_state_dict(state)
    return model, labels


def _weights(folder: Path) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    encoder = _graph(folder / "encoder.onnx")
    for name, value in encoder.items():
        if name.startswith("/"):
            parts = name.split("/")[1:-1]
            path = "boundaries" if parts == ["boundaries"] else f"encoder.{'.'.join(parts)}"
            found[f"{path}.weight"] = value.T
        else:
            found[name.removeprefix("model.")] = value
    for name, value in _graph(folder / "words.onnx").items():
        if name.startswith("model."):
            found[name.removeprefix("model.")] = value.T if value.ndim == 2 else value
    found["arc_weight"], found["label_weight"] = (_bilinear(folder / f"{name}.onnx") for name in ("words", "labels"))
    with np.load(folder / "tables.npz", allow_pickle=False) as tables:
        found["encoder.pieces.weight"] = tables["pieces"].astype(np.float32) * tables["scales"][:, None]
        found |= {f"encoder.{name}.weight": tables[name].astype(np.float32) for name in ("places", "cases", "gaps")}
        found |= {name: tables[name] for name in ("arc_root", "label_root")}
    return found


def _graph(path: Path) -> dict[str, np.ndarray]:
    """Parameters by name; a quantised matrix by its own name, or by that of its product where the export lost it."""
    graph = onnx.load(path).graph
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    found = {name: value for name, value in stored.items() if name.startswith("model.") and "quantized" not in name}
    found = {name: value for name, value in found.items() if not name.endswith(("_scale", "_zero_point"))}
    for node in graph.node:
        if node.op_type != "MatMulInteger" or not node.input[1].endswith("_quantized"):
            continue
        base = node.input[1].removesuffix("_quantized")
        value = stored[node.input[1]].astype(np.float32) - stored[f"{base}_zero_point"].astype(np.float32)
        value *= stored[f"{base}_scale"]
        found[base if base.startswith("model.") else node.output[0].removesuffix("_output_quantized")] = value
    return found


def _bilinear(path: Path) -> np.ndarray:
    """A weight whose last row, for the constant 1, the export made a sum of its own."""
    (weight,) = (value for name, value in _graph(path).items() if not name.startswith("model."))
    constants = {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}
    (row,) = (value for name, value in constants.items() if name.startswith("onnx::Add"))
    return np.concatenate([weight, row[None]])
