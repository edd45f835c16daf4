"""How often a substitution is right, by the confidence asked for: a section of docs/results.md.

    python -m benchmarks.rewrite

Each document of GUM's development split is resolved, from its raw text or with the key's parse, and rewritten in mode
`anchors`. A substitution is right if its anchor is a mention of the pronoun's entity in the key, or has one's head.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.common import SHARED, table, write_section

import corefer
from corefer.document import Document, Mention
from corefer.resolve.inputs import Source
from corefer.resolve.pipeline import Options, make, resolve_document
from corefer.rewrite import Rewritten, rewrite

LIMITS = (0.0, 0.5, 0.7, 0.9)


def measured(parse: Source) -> list[tuple[float, bool]]:
    """Each substitution: its confidence (1 where there is none), and whether it is right."""
    resolver = make()
    pairs: list[tuple[float, bool]] = []
    for path in sorted((SHARED / "data" / "gum" / "dev").glob("*.conllu")):
        for key in corefer.read(path):
            pairs += outcomes(key, rewrite(resolve_document(key, resolver, Options(parse=parse)), min_confidence=0))
    return pairs


def places(document: Document, mention: Mention) -> Iterator[tuple[int, int]]:
    """The characters of a mention's head, and those of the whole."""
    table = document.tokens.table
    for first, last in (2 * (document.mention_head(mention),), (mention.start, mention.end - 1)):
        yield table.starts[first], table.ends[last]


def outcomes(key: Document, found: Rewritten) -> Iterator[tuple[float, bool]]:
    entities: dict[tuple[int, int], set[str]] = {}
    for mention in key.mentions:
        for place in places(key, mention):
            entities.setdefault(place, set()).add(mention.entity.id)

    def of(mention: Mention) -> set[str]:
        return {name for place in places(found.document, mention) for name in entities.get(place, ())}

    for substitution in found.substitutions:
        if substitution.anchors:
            ours, theirs = of(substitution.mention), map(of, substitution.anchors)
            confidence = 1.0 if substitution.confidence is None else substitution.confidence
            yield confidence, all(ours & names for names in theirs)


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
    header = ["GUM, development split, mode `anchors`", "substitutions", "mean confidence", "right"]
    write_section("rewriting", f"## Rewriting (`python -m benchmarks.rewrite`)\n\n{table(header, rows)}\n")


if __name__ == "__main__":
    main()
