"""Training the analyser: one seeded run, resumable, with a log of curves.

`python -m analyser.train DATA OUT [--epochs N …]` reads what `corpus.prepare` wrote. Weights are averaged
exponentially; the best average on the development splits is kept as `best.pt`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from corefer.train.analyser import Analyser, Config, load_pretrained, save
from corefer.train.fit import Run, rate_at
from corefer.train.losses import WEIGHTS, losses
from corefer.train.measures import evaluate
from corefer.train.windows import Noise, Split, batches, random_windows, tensors


@dataclass
class Settings:
    epochs: int = 30
    batch: int = 16
    pieces: int = 254
    encoder_rate: float = 4e-4
    head_rate: float = 2e-3
    layer_decay: float = 0.9
    decay: float = 0.01
    warmup: float = 0.1
    average: float = 0.998
    mask: float = 0.05
    dropout: float = 0.1
    head_dropout: float = 0.2
    seed: int = 1
    evaluate_every: int = 2


def groups(model: Analyser, settings: Settings) -> list[dict[str, object]]:
    """Parameter groups: lower layers learn more slowly; heads and new embeddings faster; no decay on vectors."""
    depth = model.config.layers
    found: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if not name.startswith("encoder.") or "cases" in name or "gaps" in name:
            rate = settings.head_rate
        else:
            layer = int(name.split(".")[2]) + 1 if name.startswith("encoder.layers.") else 0
            rate = settings.encoder_rate * settings.layer_decay ** (depth - layer)
        decay = settings.decay if parameter.dim() > 1 else 0.0
        found.setdefault((rate, decay), []).append(parameter)
    return [{"params": p, "lr": rate, "peak": rate, "weight_decay": decay} for (rate, decay), p in found.items()]


class Average:
    """Exponential average of the weights; what is evaluated and kept."""

    def __init__(self, model: Analyser, rate: float) -> None:
        self.rate = rate
        self.state = {k: v.detach().clone() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model: Analyser, step: int) -> None:
        rate = min(self.rate, (1 + step) / (10 + step))
        state = model.state_dict()
        torch._foreach_lerp_(list(self.state.values()), [state[k].float() for k in self.state], 1 - rate)


def train(
    data: Path, out: Path, settings: Settings, pretrained: Path | None, say: Callable[[str], None] = print
) -> Run:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(settings.seed)
    labels = json.loads((data / "labels.json").read_text(encoding="utf-8"))
    config = Config(
        **{name: len(labels[name]) for name in ("upos", "xpos", "feats", "deprel", "agreement")},
        types=len(labels["types"]) + 1, dropout=settings.dropout, head_dropout=settings.head_dropout,
    )  # fmt: skip
    split = Split.load(data / "train.npz")
    dev = {name: Split.load(data / f"{name}.npz") for name in ("gum-dev", "ewt-dev")}
    model, average = Analyser(config).to(device), None
    optimiser = torch.optim.AdamW(groups(model, settings), betas=(0.9, 0.98), fused=device.type == "cuda")
    run, checkpoint = Run(), out / "last.pt"
    out.mkdir(parents=True, exist_ok=True)
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        average = Average(model, settings.average)
        average.state = saved["average"]
        run = Run(**saved["run"])
        say(f"resuming after epoch {run.epoch}")
    elif pretrained:
        load_pretrained(model.encoder, torch.load(pretrained, map_location=device, weights_only=True))
    average = average or Average(model, settings.average)
    while run.epoch < settings.epochs:
        started = time.time()
        rng = np.random.default_rng((settings.seed, run.epoch))
        model.train()
        totals: dict[str, float] = {}
        chosen = list(batches(random_windows(split, settings.pieces, rng), settings.batch))
        for i, windows in enumerate(chosen):
            batch = {
                k: v.to(device, non_blocking=True)
                for k, v in tensors(split, windows, Noise(mask=settings.mask), rng).items()
            }
            progress = (run.epoch + i / len(chosen)) / settings.epochs
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * rate_at(progress, settings.warmup)
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
                found = losses(model, batch)
            loss = sum(WEIGHTS[name] * value for name, value in found.items())
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            run.step += 1
            average.update(model, run.step)
            for name, value in found.items():
                totals[name] = totals.get(name, 0.0) + value.detach()
        run.epoch += 1
        row: dict[str, float] = {f"loss_{k}": round(float(v) / len(chosen), 4) for k, v in totals.items()}
        row |= {"epoch": run.epoch, "seconds": round(time.time() - started, 1)}
        if run.epoch % settings.evaluate_every == 0 or run.epoch == settings.epochs:
            final = Analyser(config).to(device)
            final.load_state_dict(average.state)
            for name, part in dev.items():
                row |= {f"{name}_{k}": v for k, v in evaluate(final, part, device).items()}
            score = row["gum-dev_las"] + row["ewt-dev_las"] + row["gum-dev_mentions"]
            if score > run.best:
                run.best = score
                save(final, out / "best.pt", labels=labels)
        run.log.append(row)
        say(json.dumps({k: v for k, v in row.items() if not k.startswith("loss") or k in ("loss_arc", "loss_entity")}))
        (out / "log.json").write_text(json.dumps(run.log, indent=1), encoding="utf-8")
        if device.type == "cpu" or run.epoch == settings.epochs:
            save(model, checkpoint, optimiser=optimiser.state_dict(), average=average.state, run=run.__dict__)
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pretrained", type=Path)
    for name, default in Settings().__dict__.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    given = vars(parser.parse_args())
    settings = Settings(**{name: given[name] for name in Settings().__dict__})
    train(given["data"], given["out"], settings, given["pretrained"])


if __name__ == "__main__":
    main()
