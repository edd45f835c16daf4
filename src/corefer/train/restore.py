"""Restore: the torch weights of a model folder, so that training can go on from what was shipped.

The folder holds int8 matrices with a scale a column; what they stand for is near enough to the weights that they
were made from that fine-tuning starts where the shipped model is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper

from corefer.analysis.network import checked
from corefer.train.analyser import Analyser, Config
from corefer.train.joint import Joint, Sizes

Weights = dict[str, npt.NDArray[Any]]


def restore(folder: Path, sizes: Sizes | None = None) -> tuple[Joint, dict[str, Any]]:
    """The model of a folder, whose checksums are compared first, and its label sets."""
    content = checked(folder)
    labels = content["labels"]
    numbers = {name: len(labels[name]) for name in ("upos", "xpos", "feats", "deprel", "agreement")}
    config = Config(**numbers, types=len(labels["types"]) + 1, pointer=content["pointer"])
    model = Joint(Analyser(config), sizes or Sizes())
    state = model.state_dict()
    for name, value in _weights(folder).items():
        state[name] = torch.tensor(value, dtype=torch.float32).reshape(state[name].shape)
    model.load_state_dict(state)
    return model, labels


def _weights(folder: Path) -> Weights:
    found: Weights = {}
    for name, value in _graph(folder / "encoder.onnx").items():
        if name.startswith("/"):
            parts = name.split("/")[1:-1]
            path = "boundaries" if parts == ["boundaries"] else f"encoder.{'.'.join(parts)}"
            found[f"analyser.{path}.weight"] = value.T
        else:
            found[f"analyser.{name.removeprefix('model.')}"] = value
    for name, value in _graph(folder / "words.onnx").items():
        if not name.startswith("/"):
            ours = name.replace("analyser.model.", "analyser.", 1).removeprefix("model.")
            found[ours] = value
    for name in ("words", "labels"):
        found[f"analyser.{'arc' if name == 'words' else 'label'}_weight"] = _bilinear(folder / f"{name}.onnx")
    found |= _plain(folder / "mentions.onnx", "mentions.", "mentions.right.weight")
    found |= _plain(folder / "pairs.onnx", "", "pairs.product.weight")
    with np.load(folder / "tables.npz", allow_pickle=False) as tables:
        found["analyser.encoder.pieces.weight"] = tables["pieces"].astype(np.float32) * tables["scales"][:, None]
        small = ("places", "cases", "gaps")
        found |= {f"analyser.encoder.{name}.weight": tables[name].astype(np.float32) for name in small}
        found |= {f"analyser.{name}": tables[name] for name in ("arc_root", "label_root")}
    return found


def _stored(path: Path) -> tuple[Any, Weights]:
    graph = onnx.load(path).graph
    return graph, {i.name: numpy_helper.to_array(i) for i in graph.initializer}


def _graph(path: Path) -> Weights:
    """Parameters by name; a quantised matrix by its own name, or by that of its product where the export lost it."""
    graph, stored = _stored(path)
    made = ("_scale", "_zero_point", "_quantized")
    found = {name: value for name, value in stored.items() if "model." in name and not name.endswith(made)}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1].startswith("onnx::"):
            found[node.output[0]] = stored[node.input[1]]
        if node.op_type != "MatMulInteger" or not node.input[1].endswith("_quantized"):
            continue
        base = node.input[1].removesuffix("_quantized")
        value = stored[node.input[1]].astype(np.float32) - stored[f"{base}_zero_point"].astype(np.float32)
        value *= stored[f"{base}_scale"]
        if "model." in base:
            found[base] = value.T
        else:
            found[node.output[0].removesuffix("_output_quantized")] = value
    return found


def _bilinear(path: Path) -> npt.NDArray[Any]:
    """A weight whose last row, for the constant 1, the export made a sum of its own."""
    (weight,) = (value for name, value in _graph(path).items() if name.startswith("/"))
    (row,) = (value for name, value in _stored(path)[1].items() if name.startswith("onnx::Add"))
    return np.concatenate([weight, row[None]])


def _plain(path: Path, prefix: str, nameless: str) -> Weights:
    """The parameters of a graph in full precision; the one without a bias has lost its name, and is turned."""
    _, stored = _stored(path)
    found = {f"{prefix}{name}": value for name, value in stored.items() if name.endswith((".weight", ".bias"))}
    (matrix,) = (value for name, value in stored.items() if name.startswith("onnx::MatMul"))
    return found | {nameless: matrix.T}
