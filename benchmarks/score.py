"""Scoring all of GUM with singletons: corefer, reading included, against scorch on the same entities in the same run.

python benchmarks/score.py            print the tables
python benchmarks/score.py --write    also put them into docs/results.md
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from scorch import scores as scorch

import corefer
from common import cpu_seconds, cpu_seconds_by_turns, gum_files, machine, peak_megabytes_of, table, write_section
from corefer.document import Document, Feature, project
from corefer.score.ceaf import ceafe
from corefer.score.contingency import contingency
from corefer.score.report import Report
from corefer.score.significance import intervals

# Programs that do not install by name, measured once side by side with scorch (70,017 key mentions), CPU seconds.
ELSEWHERE = {"CoVal (four metrics)": 5.4, "Universal Anaphora": 12.0, "CorefUD": 69.0, "CoNLL-2012 (Perl)": 145.0}
ELSEWHERE_SCORCH = 3.5
BOOTSTRAP_DOCUMENTS = 255
SCORCH: tuple[Callable[..., object], ...] = (scorch.muc, scorch.b_cubed, scorch.ceaf_m, scorch.ceaf_e, scorch.blanc)


def perturbed(key: Document, chance: random.Random) -> Document:
    """A response with mentions shifted and dropped, entities split and merged."""
    response = key.bare()
    names = {entity.id: entity.id for entity in key.entities}
    for entity in key.entities:
        if chance.random() < 0.1:
            names[entity.id] = chance.choice(key.entities).id
    for mention in key.mentions:
        if mention.parts or chance.random() < 0.08:
            continue
        start = mention.start - (mention.start > 0 and chance.random() < 0.05)
        split = "0" if chance.random() < 0.08 else ""
        response.add_mention(names[mention.entity.id] + split, start, mention.end)
    response.arrange()
    return response


def words_only(document: Document) -> Document:
    """What scorers need: words and mentions, in five columns."""
    reduced, _ = project(document, frozenset({Feature.TOKENS, Feature.SENTENCES, Feature.MENTIONS, Feature.SINGLETONS}))
    reduced.layout["conll.columns"] = "5"
    return reduced


def clusters(documents: list[Document]) -> list[list[set[tuple[int, int]]]]:
    return [[{(m.start, m.end) for m in entity.mentions} for entity in document.entities] for document in documents]


def over(report: Report, documents: int) -> Report:
    """A report of that many documents, some of them more than once."""
    counts = {name: np.resize(rows, (documents, rows.shape[1])) for name, rows in report.counts.items()}
    return replace(report, ids=[str(n) for n in range(documents)], counts=counts)


def main() -> None:
    chance = random.Random(2001)
    documents = [document for file in gum_files() for document in corefer.read(file)]
    responses = [perturbed(document, chance) for document in documents]
    mentions, tokens = sum(len(d.mentions) for d in documents), sum(len(d.tokens) for d in documents)
    theirs = list(zip(clusters(documents), clusters(responses), strict=True))
    with tempfile.TemporaryDirectory() as folder:
        key, response = str(Path(folder) / "key.conll"), str(Path(folder) / "response.conll")
        corefer.write(map(words_only, documents), key)
        corefer.write(map(words_only, responses), response)
        del documents, responses
        memory = peak_megabytes_of("score", key, response)
        ours, peer = cpu_seconds_by_turns(
            lambda: corefer.score(key, response), lambda: [metric(k, r) for k, r in theirs for metric in SCORCH]
        )
        report = corefer.score(key, response)
    resampled = cpu_seconds(lambda: intervals(over(report, BOOTSTRAP_DOCUMENTS), samples=1000))
    started = time.process_time()
    size = 20_000
    chain = (
        [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(size)],
        [[3 * i + 1, 3 * i + 2, 3 * i + 3] for i in range(size)],
    )
    ceafe(contingency(*chain))
    tangled = time.process_time() - started
    scale = peer / ELSEWHERE_SCORCH
    rows = [
        ["corefer: eight metrics, reading included", f"{ours:.2f}", "1×"],
        ["scorch: five metrics, without reading", f"{peer:.2f}", f"{peer / ours:.1f}×"],
        *(
            [f"{name}, by scorch's time", f"{s * scale:.1f}", f"{s * scale / ours:.0f}×"]
            for name, s in ELSEWHERE.items()
        ),
    ]
    text = "\n\n".join(
        (
            "## Scoring",
            f"`make benchmarks` ({machine()}): GUM with singletons as CoNLL (words and coreference), "
            f"{tokens:,} tokens, {mentions:,} key mentions, a perturbed response; CPU seconds, the least of five runs "
            "by turns. The last four programs do not install by name: they were measured once side by side with "
            "scorch, and stand here in proportion to its time.",
            table(["scorer", "seconds", "against corefer"], rows),
            f"Peak memory of `corefer score`: {memory:,.0f} MB. 1,000 bootstrap samples over {BOOTSTRAP_DOCUMENTS} "
            f"documents, all metrics: {resampled:.2f} s. CEAF-e on one tangle of 20,000 × 20,000 entities: "
            f"{tangled:.1f} s.",
        )
    )
    print(text)
    if "--write" in sys.argv[1:]:
        write_section("scoring", text)


if __name__ == "__main__":
    main()
