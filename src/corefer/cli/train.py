"""`corefer train`: the learned resolver and its analyser, fine-tuned on a user's own corpus."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corefer.cli.common import encoding_option, json_option, meter, print_json, warn
from corefer.cli.experiments import read_corpus
from corefer.document import CoreferError, Document
from corefer.formats import read_names

if TYPE_CHECKING:
    from corefer.train.finetune import Job

NEEDED = ("torch", "onnx")
INSTALL = "training needs torch, which is not installed (pip install 'corefer[train]')"


@click.command()
@click.argument("corpus", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "--from",
    "start",
    default="default",
    show_default=True,
    metavar="MODEL",
    help="The model to start from: `default`, the bundled one, or a model folder.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="MODEL", help="The model folder to write.")
@click.option(
    "--scheme",
    type=click.Choice(["gum", "ontonotes", "litbank"]),
    default="gum",
    show_default=True,
    help="Whose guidelines the corpus follows, and so which heads learn.",
)
@click.option("--dev", multiple=True, metavar="CORPUS", help="Development documents; may be given several times.")
@click.option(
    "--held-out",
    "share",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.2,
    show_default=True,
    help="Without --dev, the share of the documents set aside for development.",
)
@click.option("--epochs", type=click.IntRange(min=1), default=10, show_default=True, help="At most so many epochs.")
@click.option(
    "--patience",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="Stop after so many epochs without a better development score; 0: never.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Equal seeds, equal models.")
@click.option(
    "--heads-only", is_flag=True, help="Leave encoder and analyser as they are: faster, and nothing else moves."
)
@click.option("--threads", type=click.IntRange(min=1), help="So many threads (default: one a core).")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Checkpoints, log and curves; the same call goes on from there. Default: MODEL.training",
)
@click.option("--dry-run", is_flag=True, help="Say what would be trained on what, and how long it would take.")
@json_option
@click.option(
    "--format",
    type=click.Choice(read_names()),
    metavar="FORMAT",
    help="The corpora's format, where detection would be wrong (see `corefer formats`).",
)
@encoding_option
def command(
    corpus: tuple[str, ...],
    start: str,
    output: Path | None,
    scheme: str,
    dev: tuple[str, ...],
    share: float,
    epochs: int,
    patience: int,
    seed: int,
    heads_only: bool,
    threads: int | None,
    work: Path | None,
    dry_run: bool,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Fine-tune the learned resolver on CORPUS: documents with gold coreference, in any format that corefer reads.

    The encoder learns, the analyser keeps to the corpus's parse (or, where it has none, to what it finds itself), and
    the coreference heads learn the corpus's links; with --scheme gum or litbank, also what is a mention. After each
    epoch the development documents are looked at; the best epoch is kept, and if none is better than the start, the
    start. An interrupted run goes on when the same command is given again.

    The model folder holds graphs, arrays and JSON with checksums, and `report.json`: development figures from raw text
    before and after, and the log.

    \b
    Examples:
      corefer train corpus/ --dry-run
      corefer train corpus/ --dev dev/ --from default -o mine
      corefer train novels/ --scheme litbank --epochs 5 -o mine
      corefer resolve text.txt --model mine
    """
    from corefer.analysis.network import DEFAULT, checked
    from corefer.train.corpus import annotated, held_out

    if output is None and not dry_run:
        raise click.UsageError("say with -o which model folder to write (or look first, with --dry-run)")
    folder = DEFAULT if start == "default" else Path(start)
    checked(folder)
    ready = all(find_spec(name) for name in NEEDED)
    if not ready and not dry_run:
        raise CoreferError(INSTALL)
    if output is not None:
        _check_output(output, folder)
    train = annotated(_read(corpus, format, encoding), " ".join(corpus))
    if dev:
        held = annotated(_read(dev, format, encoding), " ".join(dev))
    elif dry_run and len(train) == 1:
        held = []
        warn("one document cannot be split: to train on it, give development documents with --dev")
    else:
        train, held = held_out(train, share, seed)
    if not ready:
        _dry_run(train, held, scheme, heads_only, None, as_json)
        warn(f"the time cannot be estimated: {INSTALL}")
        return
    if threads:
        import torch

        torch.set_num_threads(threads)
    job = _job(folder, scheme, epochs, seed, patience, heads_only)
    if dry_run:
        _dry_run(train, held, scheme, heads_only, job, as_json)
    elif output is not None:
        _train(job, train, held, output, work or output.with_name(f"{output.name}.training"), as_json)


def _read(paths: Sequence[str], format: str | None, encoding: str) -> list[Document]:
    return [document for path in paths for document in read_corpus(path, format, encoding)]


def _check_output(output: Path, start: Path) -> None:
    """What is there may be an older model, which is replaced at the end; nothing else is touched."""
    if output.exists() and output.resolve() == start.resolve():
        raise CoreferError(f"{output}: is the model to start from (write to another folder)")
    if output.is_file() or (output.is_dir() and any(output.iterdir()) and not (output / "config.json").is_file()):
        raise CoreferError(f"{output}: a file, or a folder with other things in it (name a new one)")


def _job(start: Path, scheme: str, epochs: int, seed: int, patience: int, frozen: bool) -> Job:
    from corefer.resolve.schemes import Scheme
    from corefer.train.finetune import Job

    return Job(start, Scheme(scheme), epochs, seed, patience, frozen)


def _dry_run(
    train: list[Document], dev: list[Document], scheme: str, heads_only: bool, job: Job | None, as_json: bool
) -> None:
    from corefer.report.training import print_plan
    from corefer.resolve.schemes import Scheme
    from corefer.train.corpus import count, trained

    plan: dict[str, Any] = {
        "scheme": scheme,
        "train": count(train).as_dict(),
        "development": count(dev).as_dict(),
        "trained": trained(Scheme(scheme), heads_only),
        "seconds": None,
    }
    if job is not None:
        from corefer.train.finetune import estimate

        plan["seconds"] = estimate(job, train, dev).as_dict()
    if as_json:
        print_json(plan)
    else:
        print_plan(plan)


def _train(job: Job, train: list[Document], dev: list[Document], output: Path, work: Path, as_json: bool) -> None:
    from corefer.report.training import epoch_line, print_report
    from corefer.train.curves import draw
    from corefer.train.finetune import finetune

    def say(row: dict[str, float]) -> None:
        click.echo(epoch_line(row), err=True)

    report = finetune(job, train, dev, output, work, say, meter)
    if find_spec("matplotlib"):
        draw(report["log"], work / "curves.png")
    if as_json:
        print_json(report)
    else:
        print_report(report)
    click.echo(f"{output}: use it with `corefer resolve --model {output}`; {work} may be deleted", err=True)
