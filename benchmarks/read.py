"""Reading CorefUD: corefer against udapi on the same files in the same run, and the memory of a million tokens.

python benchmarks/read.py            print the table
python benchmarks/read.py --write    also put it into docs/results.md
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import udapi

import corefer
from common import cpu_seconds, gum_files, machine, peak_megabytes, table, write_section

MILLION = 1_000_000


def with_corefer(files: list[Path]) -> int:
    return sum(len(document.mentions) for file in files for document in corefer.read(file))


def with_udapi(files: list[Path]) -> int:
    """Read, and load the coreference annotation too, which udapi puts off until it is asked for."""
    return sum(len(list(udapi.Document(str(file)).coref_mentions)) for file in files)


def hold_a_million(files: list[Path]) -> None:
    documents: list[corefer.Document] = []
    tokens = 0
    while tokens < MILLION:
        for file in files:
            documents += corefer.read(file)
            tokens += len(documents[-1].tokens)
            if tokens >= MILLION:
                break
    assert sum(len(document.mentions) for document in documents) > 0


def main() -> None:
    files = gum_files()
    memory = peak_megabytes(lambda: hold_a_million(files))
    tokens = sum(len(document.tokens) for file in files for document in corefer.read(file))
    rounds = [
        (cpu_seconds(partial(with_corefer, files), 1), cpu_seconds(partial(with_udapi, files), 1)) for _ in range(5)
    ]
    ours, theirs = map(min, zip(*rounds, strict=True))  # in turns, so that both meet the same noise
    rows = [
        ["corefer", f"{ours:.2f}", f"{tokens / ours:,.0f}", f"{theirs / ours:.1f}×"],
        [
            "udapi",
            f"{theirs:.2f}",
            f"{tokens / theirs:,.0f}",
            "1×",
        ],
    ]
    text = "\n\n".join(
        (
            "## Reading CorefUD",
            f"`make benchmarks` ({machine()}): {len(files)} files, {tokens:,} tokens with gold annotation, "
            "the least CPU seconds of five rounds in turns, annotation loaded.",
            table(["reader", "seconds", "tokens a second", "speed"], rows),
            f"A million tokens with their annotation in memory: {memory:,.0f} MB peak.",
        )
    )
    print(text)
    if "--write" in sys.argv[1:]:
        write_section("reading", text)


if __name__ == "__main__":
    main()
