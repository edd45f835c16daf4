"""Model folders other than the bundled one: which network made what, and what is not loaded."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import corefer
from corefer.analysis import analyse
from corefer.analysis.network import DEFAULT
from corefer.document import CoreferError
from corefer.resolve import Discourse
from corefer.resolve.neural.resolver import Neural
from corefer.resolve.pipeline import Options, resolve_document

TEXT = "Marta met Peter at the harbour. She gave him her old boat, and he painted it."


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The bundled model with other embeddings of letter case, so that its vectors are its own."""
    folder = tmp_path / "other"
    shutil.copytree(DEFAULT, folder)
    with np.load(folder / "tables.npz") as tables:
        arrays = dict(tables)
    arrays["cases"] = 3 * arrays["cases"][::-1]
    made = io.BytesIO()
    np.savez(made, **arrays)
    (folder / "tables.npz").write_bytes(made.getvalue())
    config = json.loads((folder / "config.json").read_text())
    config["checksums"]["tables.npz"] = hashlib.sha256(made.getvalue()).hexdigest()
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def test_vectors_of_another_model_are_not_used(other: Path) -> None:
    document = analyse(TEXT)
    by = Neural(model=other)
    with_theirs = [d.confidence for d in by.decide(Discourse(document))]
    document.vectors = None
    with_own = [d.confidence for d in by.decide(Discourse(document))]
    assert with_theirs == with_own
    assert with_own != [d.confidence for d in Neural().decide(Discourse(document))]


def test_a_model_analyses_what_it_resolves(other: Path) -> None:
    document = analyse(TEXT, model=other)
    expected = [d.confidence for d in Neural(model=other).decide(Discourse(document))]
    resolved = resolve_document(corefer.document.from_text("text", TEXT), Neural(model=other), Options(model=other))
    assert [d.confidence for d in resolved.decisions] == expected


def test_a_damaged_model_is_not_loaded(other: Path) -> None:
    with open(other / "pairs.onnx", "ab") as file:
        file.write(b"\0")
    with pytest.raises(CoreferError, match=r"pairs.onnx: missing or damaged"):
        analyse(TEXT, model=other)
