"""The tables of the GREC'08 report for all our systems, on a tenth of the corpus that none of them has seen.

python benchmarks/grec_report.py                         print the tables
python benchmarks/grec_report.py --write                 also put them into docs/results.md
python benchmarks/grec_report.py --cache analysed/ …     keep the analysed texts there
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from common import SHARED, machine, write_section
from corefer.document import Document
from corefer.formats import read
from corefer.grec.answers import answers
from corefer.grec.context import prepare
from corefer.grec.extrinsic import TEXTS, evaluate, sample
from corefer.grec.scoring import score
from corefer.grec.split import deduplicated, split
from corefer.grec.systems import names
from corefer.grec.systems.registry import make
from corefer.grec.task import Task, tasks
from corefer.report.comparison import markup
from corefer.report.grec_tables import report_page

SEED = 1
SHARES = {"train": 0.9, "test": 0.1}  # the paper's


def outputs(train: list[Task], test: list[Task]) -> Iterable[tuple[str, list[Document]]]:
    """What every system makes of the texts that it has not seen."""
    for name in names():
        system = make(name, SEED)
        system.fit(train)
        print(f"{name} is trained", file=sys.stderr)
        yield name, [task.with_choices(system.choose(task)) for task in test]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cache", type=Path)
    arguments = parser.parse_args()
    folder = SHARED / "data" / "grec"
    if not folder.is_dir():
        sys.exit("GREC (../shared/data/grec) is not beside this checkout")
    known = deduplicated(task for task in tasks(read(folder)) if task.slots)
    parts = split(prepare(known, arguments.cache), SHARES, SEED)
    key = [task.document for task in parts["test"]]
    found = dict(outputs(parts["train"], parts["test"]))
    scores = score(map(answers, key), {name: map(answers, documents) for name, documents in found.items()}, seed=SEED)
    chosen = sample(scores.systems[0].texts, TEXTS, SEED)
    versions = {
        name: {d.layout["name"]: d for d in documents if d.layout["name"] in chosen}
        for name, documents in {"Corpus": key, **found}.items()
    }
    page = report_page(scores, scores, evaluate(versions, seed=SEED))
    text = (
        "## The tables of the GREC'08 report\n\n"
        f"`python benchmarks/grec_report.py --write` ({machine()}): trained on {len(parts['train']):,} texts, "
        f"tested on {len(key):,} others (titles deduplicated, domains in proportion, seed {SEED}).\n\n"
        + markup(page, latex=False)
    )
    print(text)
    if arguments.write:
        write_section("grec-report", text)


if __name__ == "__main__":
    main()
