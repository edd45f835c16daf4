"""How often a substitution is right, by the confidence asked for: a section of docs/results.md.

python -m benchmarks.rewrite
"""

from __future__ import annotations

from benchmarks.common import SHARED, table, write_section
from training.rewriting.confidence import outcomes, rewritten

from corefer.resolve.inputs import Source

LIMITS = (0.0, 0.5, 0.6, 0.7)


def measured(parse: Source) -> list[tuple[float, bool]]:
    """Each substitution on GUM's development split: its confidence (1 where there is none), and whether it is right."""
    files = sorted((SHARED / "data" / "gum" / "dev").glob("*.conllu"))
    return [
        (1.0 if substitution.confidence is None else substitution.confidence, right)
        for key, found in rewritten(files, parse)
        for substitution, right in outcomes(key, found)
    ]


def row(name: str, limit: float, pairs: list[tuple[float, bool]]) -> list[str]:
    kept = [pair for pair in pairs if pair[0] >= limit]
    count = len(kept) or 1
    mean, right = sum(confidence for confidence, _ in kept) / count, sum(right for _, right in kept) / count
    return [f"{name}, confidence ≥ {limit:.1f}", str(len(kept)), f"{mean:.2f}", f"{right:.2f}"]


def main() -> None:
    rows = []
    for name, parse in (("raw text", Source.OWN), ("gold parse", Source.GOLD)):
        pairs = measured(parse)
        rows += [row(name, limit, pairs) for limit in LIMITS]
    header = ["GUM, development split, mode `anchors`, ROSANA", "substitutions", "mean confidence", "right"]
    write_section("rewriting", f"## Rewriting (`python -m benchmarks.rewrite`)\n\n{table(header, rows)}\n")


if __name__ == "__main__":
    main()
