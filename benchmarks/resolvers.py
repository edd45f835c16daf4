"""All resolvers on GUM's development split and on OntoGUM's, from gold parses and from raw text; and their speed.

python benchmarks/resolvers.py            print the tables
python benchmarks/resolvers.py --write    also put them into docs/results.md
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import corefer
from common import SHARED, cpu_seconds_by_turns, machine, table, write_section
from corefer.analysis import analyse
from corefer.document import Document, from_text
from corefer.experiment.comparison import Resolvers, compare_resolvers
from corefer.experiment.systems import System
from corefer.report.experiments import attempted
from corefer.resolve import RESOLVERS, Discourse, link
from corefer.resolve.inputs import Source, given_input
from corefer.score.significance import SignificanceTest

DATA = SHARED / "data"
WORKERS = 2
BASELINE, PER3 = "nearest", "antecedents.PER3.precision"
FEW = 10  # documents, for end-to-end times
GUM_COLUMNS = (
    ("kept.conll", "CoNLL"),
    ("dropped.conll", "without singletons"),
    ("antecedents.PER3.precision", "PER3"),
    ("antecedents.POS3.precision", "POS3"),
    ("anchors.PER3.precision", "PER3 anchors"),
    ("antecedents.NAME.f1", "NAME"),
    ("antecedents.DNOM.f1", "DNOM"),
    ("resolution_rate.Total", "RR"),
)
ONTOGUM_COLUMNS = (
    ("dropped.muc", "MUC"),
    ("dropped.b3", "B³"),
    ("dropped.ceafe", "CEAF-e"),
    ("dropped.conll", "CoNLL"),
    ("dropped.lea", "LEA"),
)


def compared(keys: Sequence[Document], parse: Source, mentions: Source) -> Resolvers:
    """All resolvers; what an algorithm does not attempt is left to the sieve, but for the one that attempts nothing."""
    systems = [System(name, name, names="sieve" if System(name, name).make().covers else "") for name in RESOLVERS]
    return compare_resolvers(keys, systems, parse=parse, mentions=mentions, workers=WORKERS, with_memory=False)


def above_nearest(found: Resolvers) -> str:
    """By how much each resolver's PER3 exceeds that of the nearest compatible mention."""
    lines = []
    for difference in found.statistics.differences:
        if difference.metric == PER3 and BASELINE in (difference.first, difference.second):
            sign = 1 if difference.first == BASELINE else -1
            other = difference.second if sign == 1 else difference.first
            low, high = sorted(100 * sign * bound for bound in difference.interval or (0.0, 0.0))
            p = difference.p[SignificanceTest.RANDOMISATION]
            lines.append([other, f"{100 * sign * difference.difference:+.1f}", f"{low:+.1f}, {high:+.1f}", f"{p:.4f}"])
    return table(["resolver", f"PER3 above {BASELINE}", "95 % interval", "p (of this pair)"], lines)


def rows(found: Resolvers, columns: Sequence[tuple[str, str]]) -> str:
    """Values with letters; the first column also with its interval."""
    statistics = found.statistics
    shown = [(measure, title) for measure, title in columns if measure in statistics.scores]
    lines = []
    for n, name in enumerate(found.names):
        cells = []
        for place, (measure, _) in enumerate(shown):
            cell = f"{100 * found.value(n, measure):.1f} {statistics.letters[measure][n]}"
            if not place:
                low, high = statistics.intervals[measure][n]
                cell += f" [{100 * low:.1f}, {100 * high:.1f}]"
            cells.append(cell)
        lines.append([name, *cells])
    return table(["resolver", *(title for _, title in shown)], lines)


def accuracy(gum: Sequence[Document], ontogum: Sequence[Document]) -> str:
    gold, own = Source.GOLD, Source.OWN
    sections = []
    for title, parse, mentions in (
        ("GUM, gold parse, own mentions", gold, own),
        ("GUM, from raw text", own, own),
        ("GUM, gold parse, gold mentions", gold, gold),
    ):
        found = compared(gum, parse, mentions)
        sections.append(f"### {title}\n\n{rows(found, GUM_COLUMNS)}")
        if parse is gold:
            sections.append(above_nearest(found))
    for title, parse in (("OntoGUM, gold parse, own mentions", gold), ("OntoGUM, from raw text", own)):
        sections.append(f"### {title}\n\n{rows(compared(ontogum, parse, own), ONTOGUM_COLUMNS)}")
    attempts = "; ".join(f"{name}: {attempted(sorted(System(name, name).make().covers))}" for name in RESOLVERS)
    about = (
        "`python benchmarks/resolvers.py --write`, which is `corefer compare-resolvers --names sieve` with other "
        f"options each time: the {len(gum)} documents of the development split. What an algorithm does not attempt is "
        "left to the sieve (but for `singletons`, which attempts nothing). The first column with its 95 % interval "
        "(10,000 resamples of the documents); resolvers that share a letter do not differ by that column (approximate "
        "randomisation, Holm over the pairs). PER3, POS3: precision of immediate antecedents; NAME, DNOM: F1; RR: the "
        f"resolution rate of the standard disclosure. Attempted without the sieve: {attempts}."
    )
    return "\n\n".join(["## Resolvers", about, *sections])


def resolved(name: str, given: Sequence[Document]) -> None:
    made = System(name, name).make()
    for document in given:
        discourse = Discourse(document)
        link(discourse, made.decide(discourse))


def end_to_end(name: str, texts: Sequence[Document]) -> None:
    resolved(name, [analyse(from_text(text.id, text.text)) for text in texts])


def speed(gum: Sequence[Document]) -> str:
    """Words a second from an analysed document to entities, and from raw text."""
    given = [given_input(key, Source.OWN, Source.OWN) for key in gum]
    few = gum[:FEW]
    words = sum(len(document.tokens) for document in given)
    words_of_few = sum(len(document.tokens) for document in given[:FEW])
    jobs: list[Callable[[], None]] = [partial(resolved, name, given) for name in RESOLVERS]
    for job in jobs:  # what is loaded once is not timed
        job()
    alone = cpu_seconds_by_turns(*jobs, repeat=3)
    whole = cpu_seconds_by_turns(*(partial(end_to_end, name, few) for name in RESOLVERS), repeat=1)
    lines = [
        [name, f"{words / seconds:,.0f}", f"{words_of_few / total:,.0f}"]
        for name, seconds, total in zip(RESOLVERS, alone, whole, strict=True)
    ]
    about = (
        f"`python benchmarks/resolvers.py --write` ({machine()}): words a second of the processor, from an analysed "
        f"document to its entities ({words:,} words of GUM, the least time of three rounds in turns), and from raw "
        f"text, analysis included ({words_of_few:,} words)."
    )
    return f"## Speed of the resolvers\n\n{about}\n\n{table(['resolver', 'analysed input', 'raw text'], lines)}"


def main() -> None:
    gum, ontogum = (corefer.read(Path(DATA) / corpus / "dev") for corpus in ("gum", "ontogum"))
    sections = {"resolvers": accuracy(gum, ontogum), "resolver-speed": speed(gum)}
    for name, text in sections.items():
        print(text, end="\n\n")
        if "--write" in sys.argv[1:]:
            write_section(name, text)


if __name__ == "__main__":
    main()
