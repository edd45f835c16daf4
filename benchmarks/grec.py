"""GREC systems by five-fold cross-validation over GREC-2.0 (every title once), and the time that takes.

python benchmarks/grec.py            print the table
python benchmarks/grec.py --write    also put it into docs/results.md
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from common import SHARED, machine, table, write_section
from corefer.formats import read
from corefer.grec import Task, tasks
from corefer.grec.context import prepare
from corefer.grec.crossvalidate import Accuracy, cross_validate
from corefer.grec.split import deduplicated
from corefer.grec.systems import names

FOLDS, SEED = 5, 1
GOALS = {
    "base-freq": "45.0 ± 1.5",
    "base-name": "38.2 ± 1.5",
    "base-1st": "37.9 ± 1.5",
    "base-rand": "35.4 ± 1.5",
    "osu-n-nonre": "≥ 66",
    "is-g": "≥ 61",
    "cnts-type-g": "≥ 72",
    "boosting": "≥ 77, strings ≥ 68",
}


def cell(accuracy: Accuracy) -> str:
    return f"{accuracy.value:.2f} ({accuracy.low:.2f} – {accuracy.high:.2f})"


def measured(name: str, texts: list[Task]) -> list[str]:
    """A system's row of the table."""
    started = time.process_time()
    (outcome,) = cross_validate([name], texts, count=FOLDS, seed=SEED)
    spent = (time.process_time() - started) / FOLDS
    row = [
        name,
        cell(outcome.accuracy("types")),
        cell(outcome.accuracy("strings")),
        GOALS.get(name, ""),
        f"{spent:.1f} s",
    ]
    print(*row, flush=True)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cache", type=Path, help="keep the analysed texts there")
    parser.add_argument("--jobs", type=int, default=1, help="systems measured at a time")
    options = parser.parse_args()
    texts = deduplicated([task for task in tasks(read(SHARED / "data" / "grec")) if task.slots])
    prepare(texts, options.cache)
    _TEXTS.extend(texts)
    with ProcessPoolExecutor(options.jobs, get_context("fork")) as pool:
        jobs = {name: pool.submit(_measured, name) for name in reversed(names())}
        rows = [jobs[name].result() for name in names()]
    references = sum(len(task.slots) for task in texts)
    heading = "## GREC: choosing referring expressions\n\n"
    about = (
        f"`python benchmarks/grec.py --write` ({machine()}): {len(texts):,} texts of GREC-2.0, every title once, "
        f"{references:,} references; {FOLDS} folds, seed {SEED}, 95 % intervals over texts; accuracy in percent. "
        "Time: CPU seconds for a fold, training on four fifths and choosing for one, once the texts are analysed.\n\n"
    )
    text = heading + about + table(["System", "Type accuracy", "String accuracy", "Goal", "Time"], rows)
    print(text)
    if options.write:
        write_section("grec", text)


_TEXTS: list[Task] = []


def _measured(name: str) -> list[str]:
    """In a forked process, which has the analysed texts."""
    return measured(name, _TEXTS)


if __name__ == "__main__":
    main()
