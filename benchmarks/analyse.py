"""The analyser: how good on the development splits, genre by genre; how fast; in how much memory.

python benchmarks/analyse.py            print the tables
python benchmarks/analyse.py --write    also put them into docs/results.md, and the figures into docs/model-card.md
python benchmarks/analyse.py --quality  only how good; with --speed only how fast
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import corefer
from common import ROOT, SHARED, machine, peak_megabytes_of, replace_section, table, write_section
from corefer.analysis import analyse
from corefer.document import Document
from corefer.report.analysis import TITLES
from corefer.score.parsing import Evaluation, Tally, evaluate

DATA = SHARED / "data"
CARD = ROOT / "docs" / "model-card.md"
NOVEL = 200_000  # words
COLD = """
import time
started, spent = time.perf_counter(), time.process_time()
from corefer.analysis import analyse
document = analyse("Elena lost her key when it was raining.")
assert len(document.tokens) == 9
print(time.perf_counter() - started, time.process_time() - spent)
"""


def keys(corpus: str) -> Iterator[Document]:
    """The development documents; EWT names the genre in the document's id (`weblog-…`)."""
    path = DATA / "gum" / "dev" if corpus == "GUM" else DATA / "ewt" / "dev.conllu"
    for document in corefer.formats.read_each(path):
        document.meta.setdefault("genre", document.id.partition("-")[0])
        yield document


def novel(words: int) -> str:
    """A text of that many words, made of the openings of LitBank's novels, one after the other."""
    parts, count = [], 0
    while count < words:
        for path in sorted((DATA / "litbank" / "brat").glob("*.txt")):
            parts.append(path.read_text(encoding="utf-8"))
            count += len(parts[-1].split())
            if count >= words:
                break
    return "\n\n".join(parts)


def figures(evaluations: dict[str, Evaluation]) -> str:
    columns = [(name, part) for name in evaluations for part in ("gold_tokens", "raw")]
    found = {(name, part): getattr(evaluations[name], part).figures() for name, part in columns}
    rows = [
        [title, *(shown(found[column].get(name), name) for column in columns)]
        for name, title in TITLES.items()
        if any(name in found[column] for column in columns)
    ]
    return table(["", *(f"{name}, {part.replace('_', ' ')}" for name, part in columns)], rows)


def by_genre(evaluation: Evaluation) -> str:
    rows = []
    for genre, part in [*sorted(evaluation.genres.items()), ("All", evaluation)]:
        gold = [cell(part.gold_tokens, name) for name in ("upos", "uas", "las", "mentions")]
        raw = [cell(part.raw, name) for name in ("tokens", "sentences", "upos", "las", "mentions")]
        rows.append([genre, str(part.documents), *gold, *raw])
    raw_names = ("tokens", "sentences", "UPOS", "LAS", "mentions")
    header = ["genre", "documents", "UPOS", "UAS", "LAS", "mentions", *(f"{name}, raw" for name in raw_names)]
    return table(header, rows)


def cell(tally: Tally, name: str) -> str:
    return shown(tally.f1(name), name)


def shown(value: float | None, name: str) -> str:
    return "–" if value is None else f"{value:.3f}" if name == "ece" else f"{value:.1f}"


def cold_start() -> tuple[float, float]:
    """Seconds from import to the first sentence's analysis, in a fresh process; the least of five."""
    runs = [subprocess.run([sys.executable, "-c", COLD], capture_output=True, check=True) for _ in range(5)]
    clock, processor = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    return min(clock), min(processor)


def seconds(text: str) -> tuple[float, float]:
    """Seconds of analysing a text, by the clock and by the processor (all threads)."""
    started, spent = time.perf_counter(), time.process_time()
    document = analyse(text)
    taken = time.perf_counter() - started, time.process_time() - spent
    assert "".join(document.tokens.table.forms) == "".join(text.split())
    return taken


def tokenising(text: str) -> tuple[str, float, float] | None:
    """spaCy's blank tokeniser: its name and the seconds that it takes; None where spaCy is not installed."""
    try:
        import spacy
    except ModuleNotFoundError:
        return None
    nlp = spacy.blank("en")
    nlp.max_length = len(text) + 1
    started, spent = time.perf_counter(), time.process_time()
    nlp(text)
    taken = time.perf_counter() - started, time.process_time() - spent
    return f"spaCy {spacy.__version__}, blank tokeniser (tokens alone)", *taken


def speed_row(name: str, words: int, clock: float, processor: float, memory: str) -> list[str]:
    return [name, f"{words:,}", f"{clock:.1f}", f"{words / clock:,.0f}", f"{words / processor:,.0f}", memory]


def speed() -> str:
    analyse("Warm.")
    rows = []
    for size in (NOVEL // 4, NOVEL):
        text = novel(size)
        words = len(text.split())
        taken = seconds(text)
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            memory = peak_megabytes_of("analyse", file.name)
        rows.append(speed_row("corefer", words, *taken, f"{memory:,.0f}"))
    peer = tokenising(text)
    if peer:
        rows.append(speed_row(peer[0], words, *peer[1:], "–"))
    header = ["", "words", "seconds", "words a second", "words a CPU second", "peak MB"]
    load = f"{os.getloadavg()[0]:.1f}"
    return "\n\n".join(
        (
            table(header, rows),
            f"Words are separated by white space; seconds by the clock and by the processor on {machine()}, at a load "
            f"of {load} by whatever else ran. The peak is that of `corefer analyse`, which also writes CoNLL-U. No "
            "English parser installs by name with its weights, so there is none to compare with.",
            "Cold start, from the import to the first sentence's analysis in a fresh process: {:.2f} s by the clock, "
            "{:.2f} s by the processor.".format(*cold_start()),
        )
    )


def quality() -> str:
    evaluations = {name: evaluate(keys(name), lambda d, tokens: analyse(d, tokens=tokens)) for name in ("GUM", "EWT")}
    genres = [f"{name} by genre:\n\n{by_genre(evaluation)}" for name, evaluation in evaluations.items()]
    return "\n\n".join((figures(evaluations), *genres))


def main() -> None:
    write = "--write" in sys.argv[1:]
    if "--speed" not in sys.argv[1:]:
        about = (
            "`python benchmarks/analyse.py --write`: development splits of GUM and EWT, with gold tokens and sentences "
            "given and from the raw text; F1 in percent, except for the calibration error."
        )
        found = quality()
        text = f"## The analyser\n\n{about}\n\n{found}"
        print(text)
        if write:
            write_section("analyser", text)
            replace_section(CARD, "figures", found)
    if "--quality" not in sys.argv[1:]:
        text = f"## The analyser: speed and memory\n\n{speed()}"
        print(text)
        if write:
            write_section("analyser-speed", text)


if __name__ == "__main__":
    main()
