"""Training: the analyser's heads and the coreference heads on one encoder, one seeded run, resumable.

Each step takes one batch of either; with the analyser frozen, only the coreference heads learn. The embeddings of
pieces stay as they are, so that a new model changes as few bytes as it can. What is evaluated and kept is an
exponential average of the weights.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import torch

from corefer.train.batches import Data, batch, groups
from corefer.train.joint import Joint
from corefer.train.losses import WEIGHTS, coreference_losses, losses
from corefer.train.measures import evaluate, evaluate_links
from corefer.train.windows import Noise, Split, batches, random_windows, tensors

FIXED = "analyser.encoder.pieces.weight"
LITBANK_WEIGHT = 0.3

Row = dict[str, float]
Batch = dict[str, torch.Tensor]
Track = Callable[[float], None]  # is told the share of the run that is done


@dataclass
class Settings:
    """What a run is like; the defaults are those of the shipped model."""

    epochs: int = 12  # with the analyser's, seven hours on two cores
    words: int = 3500
    pieces: int = 254
    windows: int = 16
    encoder_rate: float = 2e-4
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
    evaluate_every: int = 3
    frozen: bool = False
    from_start: bool = False  # evaluate what training starts from, too, and keep it if nothing is better
    patience: int = 0  # epochs without a better score after which training ends; 0: none
    workers: int = 0


@dataclass
class Run:
    """Where a run stands; what a checkpoint holds beside the weights."""

    epoch: int = 0
    step: int = 0
    best: float = -math.inf
    best_epoch: int = 0
    log: list[Row] = field(default_factory=list)


@dataclass
class Corpora:
    """What is learnt from, and what is looked at between epochs; `parser` is the analyser's data, if that learns."""

    train: Data
    dev: Data
    parser: Split | None = None
    parser_dev: Split | None = None


def rate_at(progress: float, warmup: float) -> float:
    """Linear warm-up, then a cosine down to nothing."""
    if progress < warmup:
        return progress / warmup
    return 0.5 * (1 + math.cos(math.pi * (progress - warmup) / (1 - warmup)))


def learns(name: str, settings: Settings) -> bool:
    return name != FIXED and not (settings.frozen and name.startswith("analyser."))


def groups_of(model: Joint, settings: Settings) -> list[dict[str, Any]]:
    """Parameter groups: the encoder slowly, lower layers slowest; what does not learn is in none."""
    depth = model.analyser.config.layers
    found: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if not learns(name, settings):
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

    def __init__(self, corpora: Corpora, settings: Settings, epoch: int) -> None:
        rng = np.random.default_rng((settings.seed, epoch))
        self.corpora, self.settings, self.epoch = corpora, settings, epoch
        self.groups = groups(corpora.train, settings.words, rng)
        self.windows: list[list[tuple[int, int]]] = [[] for _ in self.groups]
        if corpora.parser and not settings.frozen:
            repeated = cycle(batches(random_windows(corpora.parser, settings.pieces, rng), settings.windows))
            self.windows = [next(repeated) for _ in self.groups]

    def __len__(self) -> int:
        return len(self.groups)

    def __getitem__(self, step: int) -> tuple[Batch, Batch]:
        rng = np.random.default_rng((self.settings.seed, self.epoch, step))
        pieces = int(self.settings.pieces * rng.choice([1.0, 1.0, 0.7]))
        noise, parse = Noise(mask=self.settings.mask), {}
        if self.windows[step] and self.corpora.parser:
            parse = tensors(self.corpora.parser, self.windows[step], noise, rng)
        return parse, batch(self.corpora.train, self.groups[step], pieces, rng, self.settings.mask)


def _first(items: list[Any]) -> Any:
    return items[0]


def loaded(steps: Steps, workers: int) -> Iterator[tuple[Batch, Batch]]:
    if not workers:
        yield from (steps[i] for i in range(len(steps)))
        return
    torch.multiprocessing.set_sharing_strategy("file_system")
    yield from torch.utils.data.DataLoader(
        steps, batch_size=1, collate_fn=_first, num_workers=workers, prefetch_factor=4
    )


def save(model_state: Batch, path: Path, **more: Any) -> None:
    """Write a checkpoint; moved into place when whole, so that an interruption leaves the last one."""
    part = path.with_suffix(".part")
    torch.save({"model": model_state, **more}, part)
    part.replace(path)


class Trainer:
    """One run in one folder: `last.pt` to go on from, `best.pt` to keep, `log.json` for the curves."""

    def __init__(self, model: Joint, corpora: Corpora, out: Path, settings: Settings) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model, self.corpora, self.out, self.settings = model.to(self.device), corpora, out, settings
        cuda = self.device.type == "cuda"
        self.optimiser = torch.optim.AdamW(groups_of(model, settings), betas=(0.9, 0.98), fused=cuda)
        self.average = {k: v.detach().clone() for k, v in model.state_dict().items() if learns(k, settings)}
        self.run = Run()
        out.mkdir(parents=True, exist_ok=True)

    def resume(self) -> bool:
        """Go back to where the run was interrupted, if it was."""
        path = self.out / "last.pt"
        if not path.exists():
            return False
        saved = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(saved["model"], strict=False)
        self.optimiser.load_state_dict(saved["optimiser"])
        self.average, self.run = saved["average"], Run(**saved["run"])
        return True

    @property
    def done(self) -> bool:
        late = self.settings.patience and self.run.epoch - self.run.best_epoch >= self.settings.patience
        return self.run.epoch >= self.settings.epochs or bool(late)

    def fit(self, score: Callable[[Row], float], say: Callable[[Row], None], track: Track = lambda _: None) -> Run:
        """Train to the end; `score` says by which figures epochs are compared, `say` is given each one's row."""
        if self.settings.from_start and not self.run.log:
            self._close({"epoch": 0}, score, say)
        while not self.done:
            began = time.time()
            torch.manual_seed(1_000_003 * self.settings.seed + self.run.epoch)
            row = self._epoch(track)
            self.run.epoch += 1
            row |= {"epoch": self.run.epoch, "seconds": round(time.time() - began, 1)}
            self._close(row, score, say)
        return self.run

    def _epoch(self, track: Track) -> Row:
        self.model.train()
        steps = Steps(self.corpora, self.settings, self.run.epoch)
        totals: Batch = {}
        for i, (parse, links) in enumerate(loaded(steps, self.settings.workers)):
            progress = (self.run.epoch + i / len(steps)) / self.settings.epochs
            track(progress)
            for name, value in self.step(parse, links, progress).items():
                totals[name] = totals.get(name, torch.zeros((), device=self.device)) + value.detach()
        return {f"loss_{name}": round(float(value) / len(steps), 4) for name, value in totals.items()}

    def step(self, parse: Batch, links: Batch, progress: float) -> Batch:
        """One step; the losses of both halves, each sent back as soon as it is known."""
        for group in self.optimiser.param_groups:
            group["lr"] = group["peak"] * rate_at(progress, self.settings.warmup)
        self.optimiser.zero_grad(set_to_none=True)
        found: Batch = {}
        cuda = self.device.type == "cuda"
        if parse:
            with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=cuda):
                found |= losses(self.model.analyser, self._moved(parse))
            sum(WEIGHTS[name] * value for name, value in found.items()).backward()
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=cuda):
            more = coreference_losses(self.model, self._moved(links))
        weight = {"links": self.settings.coreference}
        sum(value * weight.get(name, LITBANK_WEIGHT) for name, value in more.items()).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.run.step += 1
        self._average()
        return found | more

    def _moved(self, given: Batch) -> Batch:
        return {name: value.to(self.device, non_blocking=True) for name, value in given.items()}

    @torch.no_grad()
    def _average(self) -> None:
        rate = min(self.settings.average, (1 + self.run.step) / (10 + self.run.step))
        state = self.model.state_dict()
        torch._foreach_lerp_(list(self.average.values()), [state[k].float() for k in self.average], 1 - rate)

    def _close(self, row: Row, score: Callable[[Row], float], say: Callable[[Row], None]) -> None:
        """Evaluate if it is time, keep the best, write the log and a checkpoint."""
        run, settings = self.run, self.settings
        if run.epoch % settings.evaluate_every == 0 or run.epoch == settings.epochs:
            row |= self._evaluated()
            row["score"] = round(score(row), 3)
            if row["score"] > run.best:
                run.best, run.best_epoch = row["score"], run.epoch
                dtype = torch.float32 if settings.frozen else torch.float16
                save({k: v.to(dtype) for k, v in self.average.items()}, self.out / "best.pt")
        run.log.append(row)
        say(row)
        (self.out / "log.json").write_text(json.dumps(run.log, indent=1), encoding="utf-8")
        state = {k: v for k, v in self.model.state_dict().items() if k in self.average}
        more = {"optimiser": self.optimiser.state_dict(), "average": self.average, "run": asdict(run)}
        save(state, self.out / "last.pt", **more)

    def _evaluated(self) -> Row:
        """Figures of the averaged weights."""
        kept = {k: v.detach().clone() for k, v in self.model.state_dict().items() if k in self.average}
        self.model.load_state_dict(self.average, strict=False)
        row = evaluate_links(self.model, self.corpora.dev, self.device)
        if self.corpora.parser_dev and not self.settings.frozen:
            row |= evaluate(self.model.analyser, self.corpora.parser_dev, self.device)
        self.model.load_state_dict(kept, strict=False)
        return row
