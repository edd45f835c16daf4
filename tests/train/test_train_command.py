"""`corefer train` on the command line; what needs torch runs where torch is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from train_texts import write_corpus

from corefer.analysis import analyse
from corefer.analysis.network import DEFAULT, FILES

needs_torch = pytest.mark.skipif(
    not find_spec("torch") or not find_spec("onnx"), reason="corefer[train] is not installed"
)
TEXT = "Marta found a letter. She opened it."


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "corefer", *map(str, arguments)], capture_output=True, text=True, encoding="utf-8"
    )


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("train") / "stories")


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_one_line_says_what_to_install(stories: Path, tmp_path: Path) -> None:
    found = run("train", stories, "--from", "default", "-o", tmp_path / "model")
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1
    assert "pip install 'corefer[train]'" in found.stderr
    assert not (tmp_path / "model").exists()


def test_a_dry_run_counts(stories: Path) -> None:
    found = run("train", stories, "--dry-run", "--json", "--scheme", "litbank", "--heads-only")
    assert found.returncode == 0, found.stderr
    plan = json.loads(found.stdout)
    parts = (plan["train"], plan["development"])
    assert [part["documents"] for part in parts] == [1, 1]
    assert sum(part["links"] for part in parts) == 12
    assert plan["trained"] == ["LitBank mentions", "links"]
    if find_spec("torch"):
        assert plan["seconds"]["total"] > 0
    else:
        assert plan["seconds"] is None
        assert "corefer[train]" in found.stderr


def test_a_dry_run_with_development_documents(stories: Path) -> None:
    dev = stories / "harbour.conllu"
    found = run("train", stories / "library.conllu", "--dev", dev, "--dry-run")
    assert found.returncode == 0, found.stderr
    assert "development" in found.stdout


def test_a_dry_run_on_one_document_says_what_is_missing(stories: Path) -> None:
    found = run("train", stories / "harbour.conllu", "--dry-run", "--json", "--heads-only")
    assert (found.returncode, "--dev" in found.stderr) == (0, True)
    plan = json.loads(found.stdout)
    assert (plan["train"]["links"], plan["development"]["documents"]) == (6, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{stories}"], "-o"),
        (["{stories}", "--dry-run", "--from", "{tmp}/none"], "not a model folder"),
        (["{tmp}/nothing.conllu", "--dry-run"], "nothing.conllu"),
        (["{tmp}/bare.txt", "--dry-run"], "no document has coreference"),
        (["{stories}", "--dry-run", "--held-out", "1"], "held-out"),
        (["{stories}", "--dry-run", "-o", "{stories}"], "folder with other things"),
        (["{stories}", "--dry-run", "-o", "{default}"], "the model to start from"),
    ],
)
def test_calls_that_cannot_be_done(arguments: list[str], message: str, stories: Path, tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("Nobody came. Nobody left.")
    found = run("train", *(a.format(stories=stories, tmp=tmp_path, default=DEFAULT) for a in arguments))
    assert found.returncode == 2
    assert message in found.stderr


def test_a_damaged_model_is_not_trained_from(stories: Path, tmp_path: Path) -> None:
    start = tmp_path / "start"
    shutil.copytree(DEFAULT, start)
    (start / "words.onnx").write_bytes(b"no graph")
    found = run("train", stories, "--dry-run", "--from", start)
    assert (found.returncode, "words.onnx: missing or damaged" in found.stderr) == (2, True)


@needs_torch
def test_one_epoch_makes_a_model_that_resolves(stories: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    call = ("train", stories, "--epochs", "1", "--threads", "1", "-o", model, "--json")
    found = run(*call)
    assert found.returncode == 0, found.stderr
    report = json.loads(found.stdout)
    assert report["epochs"]["run"] == 1
    assert {"before", "after"} == set(report["figures"])
    assert sorted(p.name for p in model.iterdir()) == sorted([*FILES, "config.json", "report.json"])
    resolved = run("resolve", write(tmp_path, TEXT), "--model", model, "--json")
    assert resolved.returncode == 0, resolved.stderr
    analysed = run("analyse", write(tmp_path, TEXT), "--model", model)
    assert analysed.returncode == 0, analysed.stderr

    again = run(*call)  # the finished run is found, and nothing is trained twice
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["log"] == report["log"]
    other = run(*call, "--seed", "2")
    assert (other.returncode, "holds another run" in other.stderr) == (2, True)


@needs_torch
def test_an_interrupted_run_comes_to_the_same(stories: Path, tmp_path: Path) -> None:
    from corefer.cli.common import meter
    from corefer.formats import read
    from corefer.resolve import Scheme
    from corefer.train.finetune import Job, finetune

    train, dev = read(stories / "harbour.conllu"), read(stories / "library.conllu")
    job = Job(DEFAULT, Scheme.LITBANK, epochs=2, seed=3, patience=0, frozen=True)

    def stop(row: dict[str, float]) -> None:
        if row["epoch"] == 1 and not (tmp_path / "stopped").exists():
            (tmp_path / "stopped").touch()
            raise KeyboardInterrupt

    def losses(name: str, say) -> list[float]:
        made = finetune(job, train, dev, tmp_path / name, tmp_path / f"{name}.work", say, meter)
        return [row["loss_links"] for row in made["log"] if row["epoch"]]

    whole = losses("whole", lambda _: None)
    with pytest.raises(KeyboardInterrupt):
        losses("halved", stop)
    assert losses("halved", stop) == whole


@needs_torch
def test_heads_only_leaves_the_analysis_as_it_is(stories: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    found = run("train", stories, "--heads-only", "--epochs", "1", "--threads", "1", "-o", model)
    assert found.returncode == 0, found.stderr
    text = "The old captain, who had sold his boat, gave the letter to her uncle in the harbour."
    before, after = analyse(text), analyse(text, model=model)
    assert before.tokens.table.column("head") == after.tokens.table.column("head")
    assert [(m.start, m.end, m.type) for m in before.mentions] == [(m.start, m.end, m.type) for m in after.mentions]


def write(folder: Path, text: str) -> Path:
    path = folder / "text.txt"
    path.write_text(text, encoding="utf-8")
    return path
