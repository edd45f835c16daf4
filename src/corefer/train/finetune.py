"""Fine-tuning: a model folder and a user's corpus make another model folder.

Everything that a run needs to go on after an interruption lies in a folder of its own beside the model: the corpus as
arrays, the checkpoints (read as tensors alone, `weights_only`), the log and its curves. The model folder is written at
the end, and appears whole.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corefer.analysis.network import checked
from corefer.document import CoreferError, Document
from corefer.resolve import Scheme
from corefer.resolve.inputs import Source
from corefer.resolve.pipeline import Options, make, resolve_document
from corefer.score import score
from corefer.score.settings import Settings as Scoring
from corefer.train import corpus
from corefer.train.batches import Data
from corefer.train.calibrate import calibrate
from corefer.train.export import export, trained
from corefer.train.fit import Corpora, Row, Settings, Steps, Trainer
from corefer.train.joint import Sizes
from corefer.train.measures import evaluate_links
from corefer.train.restore import restore

CALIBRATED_FROM = 200  # links of pronouns on the development texts; fewer leave the temperature as it was
TIMED_WORDS, TIMED_STEPS = 4000, 3
GENTLE = 0.25  # of the rates that the model was made with
PERCENT = 100

# Opens a progress bar of a name and a length, and gives what tells it how much is done.
Meter = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be trained on what."""

    start: Path
    scheme: Scheme
    epochs: int
    seed: int
    patience: int
    frozen: bool

    def settings(self) -> Settings:
        """As the model was made, but gently, and in smaller steps: the corpora are small."""
        made = Settings()
        return Settings(
            epochs=self.epochs,
            seed=self.seed,
            patience=self.patience,
            frozen=self.frozen,
            evaluate_every=1,
            from_start=True,
            words=1200,
            windows=5,
            encoder_rate=GENTLE * made.encoder_rate,
            analyser_rate=GENTLE * made.analyser_rate,
            head_rate=GENTLE * made.head_rate,
            average=0.98,
        )

    def score(self, row: Row) -> float:
        """What epochs are compared by: links on the mentions given, and the mentions found, where these are learnt."""
        parts = [row.get(f"{self.scheme}_conll", 0.0)]
        if self.scheme is Scheme.GUM and not self.frozen:
            parts.append(row.get("mentions", 0.0))
        return sum(parts) / len(parts)


@dataclass(frozen=True, slots=True)
class Estimate:
    """How long a run will take, in seconds, from a few steps that were timed."""

    prepare: float
    epoch: float
    finish: float
    epochs: int

    def as_dict(self) -> dict[str, float]:
        total = self.prepare + self.epochs * self.epoch + self.finish
        return {name: round(value, 1) for name, value in (*asdict(self).items(), ("total", total)) if name != "epochs"}


def estimate(job: Job, train: Sequence[Document], dev: Sequence[Document]) -> Estimate:
    """Time the preparation, a few steps and an evaluation on the first documents, and reckon with the rest."""
    words, dev_words = corpus.count(train).words, corpus.count(dev).words
    sample: list[Document] = []
    while len(sample) < len(train) and corpus.count(sample).words < TIMED_WORDS:
        sample.append(train[len(sample)])
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        prepared = corpus.write(sample, Path(folder), "train", job.scheme, job.start, job.seed)
        data = Data.load(Path(folder), "train")
        preparing = (time.monotonic() - began) / prepared
        trainer, _ = _trainer(job, Corpora(data, data, data.split), Path(folder) / "run")
        steps = Steps(trainer.corpora, trainer.settings, 0)
        timed, began = 0.0, 0.0
        for i in range(min(TIMED_STEPS, len(steps)) + 1):  # the first one warms up
            began = time.monotonic()
            trainer.step(*steps[max(0, i - 1)], 0.5)
            timed += (time.monotonic() - began) * (i > 0)
        stepping = timed / min(TIMED_STEPS, len(steps)) / (prepared / len(steps))
        began = time.monotonic()
        evaluate_links(trainer.model, data, trainer.device)
        looking = (time.monotonic() - began) / prepared
    # at the end the development texts are resolved from raw text, once by either model
    return Estimate(
        prepare=preparing * (words + dev_words),
        epoch=stepping * words + looking * dev_words,
        finish=4 * preparing * dev_words,
        epochs=job.epochs,
    )


def _trainer(job: Job, corpora: Corpora, out: Path) -> tuple[Trainer, dict[str, Any]]:
    settings = job.settings()
    model, labels = restore(job.start, Sizes(dropout=settings.dropout))
    return Trainer(model, corpora, out, settings), labels


def finetune(
    job: Job,
    train: Sequence[Document],
    dev: Sequence[Document],
    out: Path,
    work: Path,
    say: Callable[[Row], None],
    meter: Meter,
) -> dict[str, Any]:
    """Train, write the model folder, and return the report (which also stands in the folder)."""
    began = time.monotonic()
    _prepare(job, train, dev, work, meter)
    data = {name: Data.load(work / "data", name) for name in ("train", "dev")}
    parser, parser_dev = (None, None) if job.frozen else (data["train"].split, data["dev"].split)
    trainer, labels = _trainer(job, Corpora(data["train"], data["dev"], parser, parser_dev), work / "run")
    resumed = trainer.resume()
    with meter("training", PERCENT) as advance:
        run = trainer.fit(job.score, say, lambda share: advance(int(PERCENT * share)))
    report: dict[str, Any] = {
        "scheme": str(job.scheme),
        "seed": job.seed,
        "trained": corpus.trained(job.scheme, job.frozen),
        "corpus": {"train": corpus.count(train).as_dict(), "development": corpus.count(dev).as_dict()},
        "epochs": {"run": run.epoch, "asked": job.epochs, "best": run.best_epoch, "steps": run.step},
        "resumed": resumed,
        "log": run.log,
    }
    with _whole(out) as folder:
        _write_model(job, trainer, labels, work / "run" / "best.pt", folder, dev)
        models = {"before": job.start, "after": folder}
        figures = {n: from_raw_text(m, _each(dev, "evaluating", meter), job.scheme) for n, m in models.items()}
        report |= {"figures": figures, "seconds": round(time.monotonic() - began, 1)}
        (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return report


def _each(documents: Sequence[Document], label: str, meter: Meter) -> Iterator[Document]:
    with meter(label, len(documents)) as advance:
        for number, document in enumerate(documents):
            advance(number)
            yield document


def _prepare(job: Job, train: Sequence[Document], dev: Sequence[Document], work: Path, meter: Meter) -> None:
    """The corpus as arrays, unless an interrupted run of the same job has left them."""
    plan = {
        "job": {**asdict(job), "start": checked(job.start)["checksums"]},
        "train": corpus.fingerprint(train),
        "development": corpus.fingerprint(dev),
    }
    file = work / "plan.json"
    if file.exists():
        if json.loads(file.read_text(encoding="utf-8")) != plan:
            raise CoreferError(f"{work}: holds another run (delete the folder, or name another one with --work)")
        return
    if work.exists() and any(work.iterdir()) and not (work / "data").is_dir():
        raise CoreferError(f"{work}: a folder with other things in it (name another one with --work)")
    for name, documents in (("train", train), ("dev", dev)):
        corpus.write(_each(documents, "preparing", meter), work / "data", name, job.scheme, job.start, job.seed)
    file.write_text(json.dumps(plan, indent=1), encoding="utf-8")


def _write_model(
    job: Job, trainer: Trainer, labels: dict[str, Any], checkpoint: Path, folder: Path, dev: Sequence[Document]
) -> None:
    """The kept weights as a model folder; the temperature of links is fitted where there is enough to fit it on."""
    start, _ = restore(job.start, trainer.model.sizes)
    calibration = checked(job.start)["calibration"]
    tokenizer = (job.start / "tokenizer.json").read_text(encoding="utf-8")
    # what has learnt is not in int8: small changes of weights that lie on its grid would be rounded away
    quantised = ("encoder", "labels") if job.frozen else ()
    export(trained(start, checkpoint), labels, folder, tokenizer, quantised=quantised, calibration=calibration)
    calibrate(folder, dev, job.scheme, CALIBRATED_FROM)


def from_raw_text(model: Path, keys: Iterable[Document], scheme: Scheme) -> dict[str, float]:
    """F1 from raw text: mentions, and the CoNLL average with its three parts."""
    by, options = make("neural", model=model), Options(parse=Source.OWN, scheme=scheme, model=model)
    pairs = [(key, resolve_document(key, by, options)) for key in keys]
    report = score(
        [k for k, _ in pairs],
        [r for _, r in pairs],
        Scoring(singletons=scheme.has_singletons),
        ["mentions", "muc", "b3", "ceafe"],
    )
    figures = {name: 100 * report[name].f1 for name in report.metrics}
    return {name: round(value, 2) for name, value in {"conll": 100 * (report.conll or 0.0), **figures}.items()}


@contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """A folder that takes its place when everything in it is written."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    part.chmod(0o755)
    try:
        yield part
        shutil.rmtree(folder, ignore_errors=True)
        part.replace(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
