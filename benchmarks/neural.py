"""The learned resolver: how good, by scheme and genre, with and without vetoes; how sure; how fast, on how long texts.

python benchmarks/neural.py              print the tables
python benchmarks/neural.py --write      also put them into docs/results.md, and the plot into docs/reliability.svg
python benchmarks/neural.py --quality    only how good and how sure; with --speed only how fast
python benchmarks/neural.py --words N    of the long text (100,000)
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import corefer
from analyse import novel
from common import ROOT, SHARED, machine, peak_megabytes_of, table, write_section
from corefer.document import Document
from corefer.formats import read_each
from corefer.formats.gap import predict
from corefer.report.reliability_chart import STYLE, reliability_chart
from corefer.report.score_charts import STYLE as CHARTS
from corefer.resolve import Discourse, Scheme
from corefer.resolve.inputs import Source
from corefer.resolve.link import resolved
from corefer.resolve.neural.resolver import Neural
from corefer.resolve.pipeline import Options, prepare
from corefer.resolve.stream import resolve_blocks
from corefer.score.calibration import bins, calibration_error, pronoun_links
from corefer.score.gap import gap
from corefer.score.scorer import score
from corefer.score.settings import Settings
from rosana import figure_5

sys.path.insert(0, str(ROOT / "training"))
from coreference.corpus import litbank_split

DATA = SHARED / "data"
PICTURE = ROOT / "docs" / "reliability.svg"
STEP = 20_000  # words of the long text after which the clock is read
COLOURS = (
    "svg { --ink: #1c2430; --paper: #fff; --faint: #6b7280; --line: #ddd8cc; --s0: #12766b; --s1: #e8862e; "
    "--s2: #3b5bdb; --s3: #b83280; --s4: #84781a; --s5: #6b7686; background: #fff }"
)
COLD = """
import time
started, spent = time.perf_counter(), time.process_time()
import corefer
document = corefer.resolve("Elena lost her key when she was running.")
assert len(document.tokens) == 9
print(time.perf_counter() - started, time.process_time() - spent)
"""
Responses = tuple[list[Document], list[Document]]  # with vetoes, without
WITH, WITHOUT = Neural(), Neural(constraints=False)


def responses(keys: Iterable[Document], options: Options) -> Responses:
    """Each key's text resolved with vetoes and without, upon one analysis."""
    discourses = [Discourse(prepare(key, options), options.scheme) for key in keys]
    return [resolved(d, WITH) for d in discourses], [resolved(d, WITHOUT) for d in discourses]


def score_row(name: str, keys: Sequence[Document], found: Responses, singletons: bool = True) -> list[str]:
    """Scores with vetoes, and both CoNLL figures without."""
    kept, dropped = Settings(), Settings(singletons=False)
    on, off = found
    whole, without = score(keys, on, kept), score(keys, on, dropped)
    cells = [f1(whole if singletons else without, metric) for metric in ("mentions", "muc", "b3", "ceafe", "lea")]
    figures = [whole.conll, without.conll, score(keys, off, kept).conll, score(keys, off, dropped).conll]
    shown = [percent(value) for value in figures]
    if not singletons:
        shown[0] = shown[2] = "–"
    return [name, *cells, *shown]


def f1(report: corefer.score.report.Report, metric: str) -> str:
    return percent(report[metric].f1)


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


HEADER = [
    "", "mentions", "MUC", "B³", "CEAF-e", "LEA", "CoNLL", "CoNLL without singletons", "no vetoes: CoNLL",
    "no vetoes: without singletons",
]  # fmt: skip


def gap_rows(keys: Sequence[Document], found: Responses) -> Iterator[list[str]]:
    for name, documents in zip(("with vetoes", "without"), found, strict=True):
        figures = gap(keys, documents, predict).as_dict()
        f1s = [f"{figures[group]['f1']:.1f}" for group in ("overall", "masculine", "feminine")]
        pair = f"{figures['overall']['precision']:.1f} / {figures['overall']['recall']:.1f}"
        yield [name, f1s[0], pair, *f1s[1:], f"{figures['bias']:.2f}"]


def quality() -> tuple[str, str]:
    """The section, and the plot."""
    own, gold = Source.OWN, Source.GOLD
    gum, ontogum = (list(corefer.read(DATA / corpus / "dev")) for corpus in ("gum", "ontogum"))
    novels = litbank_split(DATA)[1]
    raw = responses(gum, Options(own))
    fiction = responses(novels, Options(own, scheme=Scheme.LITBANK))
    rows = [
        score_row("GUM, raw text", gum, raw),
        score_row("GUM, gold parse", gum, responses(gum, Options(gold))),
        score_row("GUM, gold parse, gold mentions", gum, responses(gum, Options(gold, gold))),
    ]
    for name, parse in (("raw text", own), ("gold parse", gold)):
        found = responses(ontogum, Options(parse, scheme=Scheme.ONTONOTES))
        rows.append(score_row(f"OntoGUM, {name}", ontogum, found, singletons=False))
    rows.append(score_row(f"LitBank, {len(novels)} novels set aside, raw text", novels, fiction))
    examples = list(read_each(DATA / "gap" / "gap-development.tsv"))
    pairs = list(gap_rows(examples, responses(examples, Options(own))))
    series = [
        (name, bins(outcome for pair in zip(keys, found[0], strict=True) for outcome in pronoun_links(*pair)))
        for name, keys, found in (("GUM", gum, raw), ("LitBank", novels, fiction))
    ]
    sure = [[f"{b.confidence:.2f}", f"{b.accuracy:.2f}", f"{b.count:,}"] for b in series[0][1]]
    errors = "; ".join(f"{name} {calibration_error(found):.3f}" for name, found in series)
    text = "\n\n".join(
        (
            "## The learned resolver",
            "`python benchmarks/neural.py --write`: F1 in percent, mentions of our own unless gold ones are named, "
            "under the corpus's own scheme (`--scheme gum|ontonotes|litbank`). Vetoes are `--constraints on`.",
            table(HEADER, rows),
            f"### GAP, development split, from raw text\n\n"
            f"{table(['', 'F1', 'P / R', 'masculine', 'feminine', 'feminine / masculine'], pairs)}",
            f"### ROSANA's disciplines, GUM from raw text\n\nPrecision in percent; with vetoes.\n\n"
            f"{figure_5(gum, raw[0])}",
            f"Without vetoes:\n\n{figure_5([k for k in gum if k.genre], raw[1])}",
            f"### Confidence of pronouns' links\n\nExpected calibration error over ten bins, from raw text: {errors}. "
            "The temperature was fitted on GUM's development split; LitBank's novels had no part in it. GUM's bins:",
            table(["mean confidence", "right", "links"], sure),
            "![Accuracy of pronouns' links over their confidence](reliability.svg)",
        )
    )
    return text, standalone(reliability_chart(series, id="reliability", title="Reliability of pronouns' links"))


def standalone(chart: str) -> str:
    """The chart of a page as a file of its own."""
    start, end = chart.index("<svg "), chart.index("</svg>")
    opening, _, rest = chart[start + len("<svg ") : end].partition(">")
    return f'<svg xmlns="http://www.w3.org/2000/svg" {opening}><style>{COLOURS}{CHARTS}{STYLE}</style>{rest}</svg>\n'


# --- speed


def end_to_end(text: str) -> tuple[list[list[str]], float, float]:
    """A row for every stretch of the text, and the seconds of all: by the clock, by the processor."""
    corefer.resolve("Warm up.")
    by, rows, words, since = Neural(), [], 0, 0
    began = clock = time.perf_counter()
    spent = processor = time.process_time()
    end = 0
    for _, at in resolve_blocks(text, by, by.reading()):
        count = len(text[end:at].split())
        words, since, end = words + count, since + count, at
        if since >= STEP or at == len(text):
            now, used = time.perf_counter(), time.process_time()
            seconds = [f"{1000 * taken / since:.3f}" for taken in (now - clock, used - processor)]
            rows.append([f"{words:,}", *seconds, f"{resident():,.0f}"])
            clock, processor, since = now, used, 0
    return rows, time.perf_counter() - began, time.process_time() - spent


def resident() -> float:
    """Megabytes that the process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def cold_start() -> tuple[float, float]:
    """Seconds from import to the first sentence's resolution, in a fresh process; the least of five."""
    runs = [subprocess.run([sys.executable, "-c", COLD], capture_output=True, check=True) for _ in range(5)]
    clock, processor = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    return min(clock), min(processor)


def peak(text: str) -> float:
    """The peak memory of `corefer resolve novel.txt -o novel.conllu`."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "novel.txt"
        source.write_text(text, encoding="utf-8")
        return peak_megabytes_of("resolve", str(source), "-o", str(source.with_suffix(".conllu")))


def speed(size: int) -> str:
    text = novel(size)
    words = len(text.split())
    rows, clock, processor = end_to_end(text)
    parts = (
        "## The learned resolver: speed and memory\n\n"
        f"`python benchmarks/neural.py --words {size} --write` ({machine()}, at a load "
        f"of {os.getloadavg()[0]:.1f} by whatever else ran): a text of {words:,} words (by white space; the openings "
        "of LitBank's novels, one after the other) from its characters to entities, block by block.",
        f"{words / clock:,.0f} words a second by the clock, {words / processor:,.0f} a second of the processor. "
        f"Peak memory of `corefer resolve novel.txt -o novel.conllu`: {peak(text):,.0f} MB. Cold start, from the "
        "import to the first sentence's entities in a fresh process: {:.2f} s by the clock, {:.2f} s of the "
        "processor.".format(*cold_start()),
        table(["words read", "seconds per 1,000 words", "of the processor", "MB held"], rows),
    )
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("write", "quality", "speed"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--words", type=int, default=100_000)
    options = parser.parse_args()
    jobs: list[tuple[str, Callable[[], str]]] = []
    if not options.speed:
        text, plot = quality()
        jobs.append(("neural", lambda: text))
        if options.write:
            PICTURE.write_text(plot, encoding="utf-8")
    if not options.quality:
        jobs.append(("neural-speed", lambda: speed(options.words)))
    for name, job in jobs:
        found = job()
        print(found, end="\n\n", flush=True)
        if options.write:
            write_section(name, found)


if __name__ == "__main__":
    main()
