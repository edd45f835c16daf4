"""Training the analyser: one seeded run, resumable, with a log of curves.

`python -m analyser.train DATA OUT [--epochs N …]` reads what `corpus.prepare` wrote. Weights are averaged
exponentially; the best average on the development splits is kept as `best.pt`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from analyser.model import Analyser, Config, load_pretrained, save
from analyser.windows import NOT_LEARNT, Noise, Split, batches, random_windows, tensors, whole_windows

WEIGHTS = {
    "arc": 1.0, "label": 1.0, "upos": 0.5, "xpos": 0.5, "feats": 0.5, "starts": 0.5, "joined": 0.3,
    "entity": 1.0, "outer": 0.2, "agree": 0.2, "it": 0.3,
    "start": 0.5, "end": 0.5, "outer_start": 0.1, "outer_end": 0.1,
}  # fmt: skip


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


@dataclass
class Run:
    """Where a run stands; what a checkpoint holds beside the weights."""

    epoch: int = 0
    step: int = 0
    best: float = 0.0
    log: list[dict[str, float]] = field(default_factory=list)


def losses(model: Analyser, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Mean cross-entropy of each head over what the batch says of it."""
    out, hidden = forward(model, batch)
    found = {}
    edges = model.boundaries(gather(hidden, batch["atom_first"]))
    for i, name in enumerate(("starts", "joined")):
        found[name] = _binary(edges[..., i], batch[name])
    found["arc"] = _entropy(model.arcs(out, batch["sentence"]), batch["head"])
    found["label"] = _entropy(model.labels(out, batch["head"].clamp(min=0)), batch["deprel"])
    for name in model.tags:
        found[name] = _entropy(out[name], batch[name])
    for name, scores in model.pointers(out, batch["sentence"]).items():
        found[name] = _entropy(scores, batch[name])
    return found


def forward(model: Analyser, batch: dict[str, torch.Tensor]) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
    embedded = model.encoder.embed(batch["ids"], batch["case"].clamp(min=0), batch["gap"].clamp(min=0))
    hidden = model.encoder.encode(embedded, batch["ids"] != 0)
    return model.words(model.pool(hidden, batch["piece_first"], batch["piece_last"])), hidden


def gather(hidden: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    return hidden.gather(1, places[..., None].expand(-1, -1, hidden.shape[-1]))


def _entropy(scores: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    known = (gold != NOT_LEARNT).sum().clamp(min=1)
    total = F.cross_entropy(scores.flatten(0, -2).float(), gold.flatten(), ignore_index=NOT_LEARNT, reduction="sum")
    return total / known


def _binary(scores: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    known = gold != NOT_LEARNT
    each = F.binary_cross_entropy_with_logits(scores.float(), gold.clamp(min=0).float(), reduction="none")
    return (each * known).sum() / known.sum().clamp(min=1)


@torch.no_grad()
def evaluate(model: Analyser, split: Split, device: torch.device) -> dict[str, float]:
    """Quick figures on gold tokens and sentences (arcs greedy, without the tree constraint)."""
    model.eval()
    counts: dict[str, float] = {}

    def add(name: str, value: float) -> None:
        counts[name] = counts.get(name, 0.0) + value

    for windows in batches(whole_windows(split, 254), 32):
        batch = {k: v.to(device) for k, v in tensors(split, windows).items()}
        out, hidden = forward(model, batch)
        arcs = model.arcs(out, batch["sentence"]).argmax(-1)
        labels = model.labels(out, arcs).argmax(-1)
        known = batch["head"] != NOT_LEARNT
        add("words", known.sum().item())
        right = (arcs == batch["head"]) & known
        add("uas", right.sum().item())
        add("las", (right & (labels == batch["deprel"])).sum().item())
        for name in ("upos", "xpos", "feats"):
            add(name, ((out[name].argmax(-1) == batch[name]) & known).sum().item())
        edges = model.boundaries(gather(hidden, batch["atom_first"])) > 0
        for i, name in enumerate(("starts", "joined")):
            _tally(add, name, edges[..., i], batch[name] == 1, batch[name] != NOT_LEARNT)
        expletive = out["it"].argmax(-1) == 1
        _tally(add, "it", expletive, batch["it"] == 1, batch["it"] != NOT_LEARNT)
        _mentions(add, model, out, batch)
    return _figures(counts)


Add = Callable[[str, float], None]


def _tally(add: Add, name: str, found: torch.Tensor, gold: torch.Tensor, known: torch.Tensor) -> None:
    add(f"{name}+", (found & gold & known).sum().item())
    add(f"{name}s", (found & known).sum().item())
    add(f"{name}k", (gold & known).sum().item())


def _mentions(add: Add, model: Analyser, out: dict[str, torch.Tensor], batch: dict[str, torch.Tensor]) -> None:
    known = batch["entity"] != NOT_LEARNT
    if not known.any():
        return
    found, gold = out["entity"].argmax(-1) > 0, batch["entity"] > 0
    edges = {name: scores.argmax(-1) for name, scores in model.pointers(out, batch["sentence"]).items()}
    spans = (edges["start"] == batch["start"]) & (edges["end"] == batch["end"])
    outer_found, outer_gold = found & (out["outer"].argmax(-1) == 1), batch["outer"] == 1
    outers = (edges["outer_start"] == batch["outer_start"]) & (edges["outer_end"] == batch["outer_end"])
    add("mentions+", (found & gold & spans & known).sum().item() + (outer_found & outer_gold & outers).sum().item())
    add("mentionss", (found & known).sum().item() + (outer_found & known).sum().item())
    add("mentionsk", (gold & known).sum().item() + (outer_gold & known).sum().item())
    _tally(add, "heads", found, gold, known)
    add("types", (found & gold & (out["entity"].argmax(-1) == batch["entity"])).sum().item())
    known = batch["agree"] != NOT_LEARNT
    add("agree", ((out["agree"].argmax(-1) == batch["agree"]) & known).sum().item())
    add("agrees", known.sum().item())


def _figures(counts: dict[str, float]) -> dict[str, float]:
    words = counts["words"]
    figures = {name: 100 * counts[name] / words for name in ("upos", "xpos", "feats", "uas", "las")}
    for name in ("starts", "joined", "it", "mentions", "heads"):
        if counts.get(f"{name}k"):
            figures[name] = 200 * counts[f"{name}+"] / max(1, counts[f"{name}s"] + counts[f"{name}k"])
    if counts.get("agrees"):
        figures["agree"] = 100 * counts["agree"] / counts["agrees"]
        figures["types"] = 100 * counts["types"] / max(1, counts["heads+"])
    return {name: round(value, 2) for name, value in figures.items()}


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


def rate_at(progress: float, warmup: float) -> float:
    """Linear warm-up, then a cosine down to nothing."""
    if progress < warmup:
        return progress / warmup
    return 0.5 * (1 + math.cos(math.pi * (progress - warmup) / (1 - warmup)))


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
