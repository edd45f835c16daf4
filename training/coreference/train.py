"""Joint training: the analyser's heads and the coreference heads on one encoder, one seeded run, resumable.

Each step takes one batch of either. The analyser starts from what was shipped (or from a checkpoint); its piece
embeddings stay as they are, so that a new model changes as few bytes of the package as it can.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from analyser.model import Analyser
from analyser.restore import restore
from analyser.train import WEIGHTS, evaluate, losses, rate_at
from analyser.windows import Noise, Split, batches, random_windows, tensors
from corefer.score.bcubed import bcubed
from corefer.score.ceaf import ceafe
from corefer.score.contingency import contingency
from corefer.score.muc import muc
from coreference.batches import Data, Prepared, batch, groups
from coreference.model import Joint, Sizes


@dataclass
class Settings:
    epochs: int = 20
    words: int = 5000
    pieces: int = 254
    encoder_rate: float = 1.5e-4
    analyser_rate: float = 4e-4
    head_rate: float = 1e-3
    layer_decay: float = 0.9
    decay: float = 0.02
    warmup: float = 0.08
    average: float = 0.997
    mask: float = 0.08
    dropout: float = 0.3
    coreference: float = 1.0
    seed: int = 1
    evaluate_every: int = 4
    frozen: bool = False
    workers: int = 2
    minutes: float = 0.0  # where given, the schedule follows the clock


@dataclass
class Run:
    """Where a run stands; what a checkpoint holds beside the weights."""

    epoch: int = 0
    step: int = 0
    best: float = 0.0
    log: list[dict[str, float]] = field(default_factory=list)


def word_vectors(model: Joint, given: dict[str, torch.Tensor]) -> torch.Tensor:
    """[windows, words, width]."""
    encoder = model.analyser.encoder
    embedded = encoder.embed(given["ids"], given["case"].clamp(min=0), given["gap"].clamp(min=0))
    hidden = encoder.encode(embedded, given["ids"] != 0)
    return model.analyser.pool(hidden, given["piece_first"], given["piece_last"])


def link_loss(scores: torch.Tensor, alone: torch.Tensor, given: dict[str, torch.Tensor]) -> torch.Tensor:
    """The negative log of the probability of all right antecedents, or of none before where there is none."""
    anaphor, right = given["pairs"][:, 0], given["right"]
    scores, alone = scores.float(), alone.float()
    top = alone.detach().clone().scatter_reduce(0, anaphor, scores.detach(), "amax")
    each = (scores - top[anaphor]).exp()
    null = (alone - top).exp()
    every = null.scatter_add(0, anaphor, each)
    hit = torch.zeros_like(null).scatter_add(0, anaphor, each * right)
    linked = torch.zeros_like(null, dtype=torch.bool).index_put(
        (anaphor[right],), torch.tensor(True, device=null.device)
    )
    wanted = torch.where(linked, hit, null)
    loss = every.log() - wanted.clamp(min=1e-30).log()
    return (loss * given["learnt"]).sum() / given["learnt"].sum().clamp(min=1)


def coreference_losses(model: Joint, given: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    words = word_vectors(model, given)
    real = given["sentence"] >= 0
    scores, alone = model.links(
        words[real], given["spans"], given["features"].to(words.dtype), given["pairs"], given["codes"].int()
    )
    found = {"links": link_loss(scores, alone, given)}
    entity = given["litbank_entity"]
    if (entity >= 0).any():
        kinds = model.litbank(words)
        found["litbank"] = F.cross_entropy(kinds.flatten(0, 1).float(), entity.flatten(), ignore_index=-100)
        for name, edge in litbank_edges(model, words, given["sentence"]).items():
            gold = given[f"litbank_{name}"]
            found[f"litbank_{name}"] = F.cross_entropy(edge.flatten(0, 1).float(), gold.flatten(), ignore_index=-100)
    return found


def litbank_edges(model: Joint, words: torch.Tensor, sentence: torch.Tensor) -> dict[str, torch.Tensor]:
    """Scores [windows, head, edge] of first and last words."""
    count, length = sentence.shape
    size = model.sizes.pointer
    head = model.litbank_head(words).view(count, length, 2, size).transpose(1, 2)
    edge = model.litbank_edge(words).view(count, length, 2, size).transpose(1, 2)
    scores = (head @ edge.transpose(-1, -2)).float() / math.sqrt(size)
    same = (sentence[:, :, None] == sentence[:, None, :]) & (sentence >= 0)[:, :, None]
    before = torch.ones(length, length, dtype=torch.bool, device=sentence.device).tril()
    return {
        "start": scores[:, 0].masked_fill(~(same & before), -1e4),
        "end": scores[:, 1].masked_fill(~(same & before.T), -1e4),
    }


@torch.no_grad()
def evaluate_links(model: Joint, data: Data, device: torch.device) -> dict[str, float]:
    """CoNLL averages by scheme on the mentions given, and how many pronouns are linked rightly."""
    model.eval()
    counts: dict[str, list[np.ndarray]] = {}
    pronouns: dict[str, list[bool]] = {}
    for document in range(len(data.tasks)):
        given = {k: v.to(device) for k, v in batch(data, [document], 254).items()}
        words = word_vectors(model, given)[given["sentence"] >= 0]
        scores, alone = model.links(
            words, given["spans"], given["features"].to(words.dtype), given["pairs"], given["codes"].int()
        )
        scores_, alone_ = scores.float().cpu().numpy(), alone.float().cpu().numpy()
        pair, mention = 0, 0
        for task in data.tasks[document]:
            chosen = decode(task, scores_[pair : pair + len(task.pairs)], alone_[mention : mention + len(task.spans)])
            pair, mention = pair + len(task.pairs), mention + len(task.spans)
            _count(task, chosen, counts, pronouns)
    figures = {}
    for name, rows in counts.items():
        total = np.sum(rows, 0)
        f1 = [100 * 2 * a * c / (a * d + c * b) if a else 0.0 for a, b, c, d in total]
        figures |= {f"{name}_muc": f1[0], f"{name}_conll": float(np.mean(f1))}
    figures |= {f"{name}_pronouns": 100 * float(np.mean(values)) for name, values in pronouns.items()}
    return {name: round(value, 2) for name, value in figures.items()}


def decode(task: Prepared, scores: np.ndarray, alone: np.ndarray) -> np.ndarray:
    """Each mention's antecedent (-1 for none): the best mention of the entity with the greatest probability."""
    found = np.full(len(alone), -1)
    group = np.arange(len(alone))
    bounds = np.searchsorted(task.pairs[:, 0], np.arange(len(alone) + 1))
    for row in range(len(alone)):
        a, b = bounds[row], bounds[row + 1]
        if a == b:
            continue
        own = scores[a:b]
        weight = np.exp(own - max(own.max(), alone[row]))
        owners, inverse = np.unique(group[task.pairs[a:b, 1]], return_inverse=True)
        total = np.bincount(inverse, weight)
        best = int(total.argmax())
        if total[best] > np.exp(alone[row] - max(own.max(), alone[row])):
            inside = np.flatnonzero(inverse == best)
            found[row] = task.pairs[a:b, 1][inside[own[inside].argmax()]]
            group[row] = owners[best]
    return found


PRONOUN_KINDS = 6  # the first kinds of the table: personal and possessive


def _count(task: Prepared, chosen: np.ndarray, counts: dict, pronouns: dict) -> None:
    if not task.learnt.all():
        return
    entity = task.entity
    group = np.arange(len(chosen))
    for row, antecedent in enumerate(chosen):
        if antecedent >= 0:
            group[row] = group[antecedent]
    singles = task.scheme != "ontonotes"
    key = _classes([int(e) if e >= 0 else -1 - i for i, e in enumerate(entity)], entity >= 0, singles)
    response = _classes(group.tolist(), (entity >= 0) | (np.bincount(group, minlength=len(group))[group] > 1), singles)
    table = contingency(key, response)
    counts.setdefault(str(task.scheme), []).append(np.array([metric(table) for metric in (muc, bcubed, ceafe)]))
    kind = task.features[:, 3 : 3 + PRONOUN_KINDS].any(1)
    for row in np.flatnonzero(kind & (entity >= 0)):
        if chosen[row] >= 0 or task.right[task.pairs[:, 0] == row].any():
            right = chosen[row] >= 0 and entity[chosen[row]] == entity[row]
            pronouns.setdefault(str(task.scheme), []).append(bool(right))


def _classes(labels: list[int], wanted: np.ndarray, singles: bool) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for i, label in enumerate(labels):
        if wanted[i]:
            found.setdefault(label, []).append(i)
    return [rows for rows in found.values() if singles or len(rows) > 1]


def groups_of(model: Joint, settings: Settings) -> list[dict[str, object]]:
    """Parameter groups: the encoder slowly, lower layers slowest; its piece embeddings not at all."""
    depth = model.analyser.config.layers
    found: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if name == "analyser.encoder.pieces.weight" or (settings.frozen and name.startswith("analyser.")):
            parameter.requires_grad_(False)
            continue
        if name.startswith("analyser.encoder."):
            layer = int(name.split(".")[3]) + 1 if ".layers." in name else 0
            rate = settings.encoder_rate * settings.layer_decay ** (depth - layer)
        else:
            rate = settings.analyser_rate if name.startswith("analyser.") else settings.head_rate
        decay = settings.decay if parameter.dim() > 1 else 0.0
        found.setdefault((rate, decay), []).append(parameter)
    return [{"params": p, "lr": rate, "peak": rate, "weight_decay": decay} for (rate, decay), p in found.items()]


class Steps(torch.utils.data.Dataset):
    """The steps of one epoch, made when they are asked for (by worker processes where there are some)."""

    def __init__(self, parser: Split, data: Data, settings: Settings, epoch: int) -> None:
        rng = np.random.default_rng((settings.seed, epoch))
        self.parser, self.data, self.settings, self.epoch = parser, data, settings, epoch
        self.groups = groups(data, settings.words, rng)
        windows = list(batches(random_windows(parser, settings.pieces, rng), 16))
        repeated = cycle(windows)
        self.windows = [next(repeated) for _ in self.groups]

    def __len__(self) -> int:
        return len(self.windows)

    def __getitem__(self, step: int) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        rng = np.random.default_rng((self.settings.seed, self.epoch, step))
        pieces = int(self.settings.pieces * rng.choice([1.0, 1.0, 0.7]))
        noise = Noise(mask=self.settings.mask)
        parse = {} if self.settings.frozen else tensors(self.parser, self.windows[step], noise, rng)
        return parse, batch(self.data, self.groups[step], pieces, rng, self.settings.mask)


def _first(items: list) -> object:
    return items[0]


def loaded(steps: Steps, workers: int) -> Iterator[tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]]:
    torch.multiprocessing.set_sharing_strategy("file_system")
    yield from torch.utils.data.DataLoader(
        steps, batch_size=1, collate_fn=_first, num_workers=workers, prefetch_factor=4 if workers else None
    )


def save(model_state: dict[str, torch.Tensor], path: Path, **more: object) -> None:
    part = path.with_suffix(".part")
    torch.save({"model": model_state, **more}, part)
    part.replace(path)


def train(
    parser_data: Path, data_folder: Path, out: Path, settings: Settings, start: Joint, labels: dict[str, object]
) -> Run:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(settings.seed)
    began = time.time()
    parser = Split.load(parser_data / "train.npz")
    cores = max(2, min(14, os.cpu_count() or 2))
    data, dev = (Data.load(data_folder, name, cores) for name in ("train", "dev"))
    parser_dev = Split.load(parser_data / "gum-dev.npz")
    print(f"loaded in {time.time() - began:.0f} s", flush=True)
    model = start.to(device)
    optimiser = torch.optim.AdamW(groups_of(model, settings), betas=(0.9, 0.98), fused=device.type == "cuda")
    average = {k: v.detach().clone() for k, v in model.state_dict().items()}
    run, checkpoint = Run(), out / "last.pt"
    out.mkdir(parents=True, exist_ok=True)
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        average, run = saved["average"], Run(**saved["run"])
        print(f"resuming after epoch {run.epoch}", flush=True)
    began_all = time.time()
    while run.epoch < settings.epochs:
        began = time.time()
        model.train()
        steps = Steps(parser, data, settings, run.epoch)
        totals: dict[str, torch.Tensor] = {}
        for i, (parse, links) in enumerate(loaded(steps, settings.workers)):
            progress = (run.epoch + i / len(steps)) / settings.epochs
            if settings.minutes:
                progress = (time.time() - began_all) / (60 * settings.minutes)
            if progress >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * rate_at(progress, settings.warmup)
            optimiser.zero_grad(set_to_none=True)
            found = _step(model, parse, links, settings, device)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            run.step += 1
            _average(average, model, min(settings.average, (1 + run.step) / (10 + run.step)))
            for name, value in found.items():
                totals[name] = totals.get(name, torch.zeros((), device=device)) + value.detach()
        run.epoch += 1
        row = {f"loss_{k}": round(float(v) / len(steps), 4) for k, v in totals.items()}
        row |= {"epoch": run.epoch, "seconds": round(time.time() - began, 1)}
        over = settings.minutes and time.time() - began_all > 60 * settings.minutes
        if run.epoch % settings.evaluate_every == 0 or run.epoch == settings.epochs or over:
            row |= _evaluated(average, model, dev, parser_dev, device, settings)
            score = row["gum_conll"] + row["ontonotes_conll"] + row["litbank_conll"] + row.get("las", 0.0)
            if score > run.best:
                run.best = score
                half = {k: v.half() for k, v in average.items() if k != "analyser.encoder.pieces.weight"}
                save(half, out / "best.pt", labels=labels, sizes=model.sizes.as_dict())
        run.log.append(row)
        print(json.dumps({k: v for k, v in row.items() if "litbank_" not in k or "conll" in k}), flush=True)
        (out / "log.json").write_text(json.dumps(run.log, indent=1), encoding="utf-8")
        if device.type == "cpu":
            save(model.state_dict(), checkpoint, optimiser=optimiser.state_dict(), average=average, run=run.__dict__)
        if over:
            break
    return run


def _step(
    model: Joint,
    parse: dict[str, torch.Tensor],
    links: dict[str, torch.Tensor],
    settings: Settings,
    device: torch.device,
) -> dict[str, torch.Tensor]:
    """Losses of both halves, each sent back as soon as it is known."""
    found: dict[str, torch.Tensor] = {}
    mixed = {"device_type": device.type, "dtype": torch.bfloat16, "enabled": device.type == "cuda"}
    if parse:
        given = {k: v.to(device, non_blocking=True) for k, v in parse.items()}
        with torch.autocast(**mixed):
            found |= losses(model.analyser, given)
        sum(WEIGHTS[name] * value for name, value in found.items()).backward()
    given = {k: v.to(device, non_blocking=True) for k, v in links.items()}
    with torch.autocast(**mixed):
        more = coreference_losses(model, given)
    total = sum(value * (settings.coreference if name == "links" else 0.3) for name, value in more.items())
    total.backward()
    return found | more


@torch.no_grad()
def _average(average: dict[str, torch.Tensor], model: Joint, rate: float) -> None:
    state = model.state_dict()
    torch._foreach_lerp_(list(average.values()), [state[k].float() for k in average], 1 - rate)


def _evaluated(
    average: dict[str, torch.Tensor],
    model: Joint,
    dev: Data,
    parser_dev: Split,
    device: torch.device,
    settings: Settings,
) -> dict[str, float]:
    kept = {k: v.detach().clone() for k, v in model.state_dict().items()}
    model.load_state_dict(average)
    row = evaluate_links(model, dev, device)
    if not settings.frozen:
        row |= evaluate(model.analyser, parser_dev, device)
    model.load_state_dict(kept)
    return row


def joint(analyser: Analyser, settings: Settings) -> Joint:
    torch.manual_seed(settings.seed)
    return Joint(analyser, Sizes(dropout=settings.dropout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parser_data", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="the model folder to start from")
    for name, default in Settings().__dict__.items():
        kind = (lambda v: v == "True") if isinstance(default, bool) else type(default)
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=default)
    given = vars(parser.parse_args())
    settings = Settings(**{name: given[name] for name in Settings().__dict__})
    analyser, labels = restore(given["start"])
    train(given["parser_data"], given["data"], given["out"], settings, joint(analyser, settings), labels)


if __name__ == "__main__":
    main()
