"""What cutting doubtful arcs costs and buys: fragments a sentence, and how right the arcs are that are kept.

python benchmarks/fragments.py            print the tables
python benchmarks/fragments.py --write    also put them into docs/results.md, and the curves into docs/fragments.svg
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from common import ROOT, SHARED, table, write_section
from corefer.analysis import analyse
from corefer.document import Document
from corefer.formats import read_each
from corefer.syntax import Arc, Syntax, Words
from corefer.syntax.fragments import arc_class

PICTURE = ROOT / "docs" / "fragments.svg"
THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
SHOWN = 0.7  # of the table by classes


@dataclass(slots=True)
class Counts:
    """The arcs that can be cut, as (class, posterior, right); sentences; fragments by threshold."""

    arcs: list[tuple[Arc, float, bool]] = field(default_factory=list)
    sentences: int = 0
    fragments: dict[float, int] = field(default_factory=lambda: dict.fromkeys(THRESHOLDS, 0))

    def add(self, key: Document) -> None:
        found = analyse(key.bare(), tokens="kept")
        words = [i for i, id in enumerate(key.tokens.table.column("id")) if "." not in id]
        place = {token: i for i, token in enumerate(words)}
        relations, ours = key.tokens.table.column("deprel"), found.tokens.table.column("deprel")
        classes = Words(found)
        assert found.doubt is not None
        for i, token in enumerate(words):
            kind, head = arc_class(classes, i), key.head_index(token)
            if kind is None or found.head_index(i) is None:
                continue
            right = head is not None and found.head_index(i) == place[head]
            posterior = found.doubt.arc[i]
            if kind is Arc.ROLE:
                right, posterior = right and relations[token] == ours[i], posterior * found.doubt.label[i]
            self.arcs.append((kind, posterior, right))
        self.sentences += len(found.sentences)
        for threshold in THRESHOLDS:
            syntax = Syntax(found, threshold, classes)
            self.fragments[threshold] += sum(len(syntax.fragments(i).tops) for i in range(len(found.sentences)))

    def split(self, threshold: float, kind: Arc | None = None) -> tuple[list[bool], list[bool]]:
        """Whether each arc that is kept is right, and each that is cut."""
        arcs = [(posterior, right) for its, posterior, right in self.arcs if kind in (None, its)]
        return [r for p, r in arcs if p >= threshold], [r for p, r in arcs if p < threshold]


def percent(rights: Sequence[bool]) -> str:
    return f"{100 * sum(rights) / len(rights):.1f}" if rights else "–"


def row(name: str, kept: list[bool], cut: list[bool]) -> list[str]:
    return [
        name,
        f"{len(kept) + len(cut):,}",
        f"{100 * len(cut) / (len(kept) + len(cut)):.1f}",
        percent(kept),
        percent(cut),
    ]


def panel(left: float, title: str, values: Sequence[float], low: float, high: float) -> str:
    """One curve over the thresholds, with its axes."""
    width, height, top = 300.0, 180.0, 40.0

    def x(threshold: float) -> float:
        return left + width * threshold

    def y(value: float) -> float:
        return top + height * (high - value) / (high - low)

    points = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in zip(THRESHOLDS, values, strict=True))
    parts = [f'<text x="{left}" y="{top - 16}" font-weight="600">{title}</text>']
    for i in range(5):
        value = low + (high - low) * i / 4
        line = f'<line x1="{left}" x2="{left + width}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ccc"/>'
        parts.append(f'{line}<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    for threshold in (0.0, 0.25, 0.5, 0.75, 1.0):
        place = f'x="{x(threshold):.1f}" y="{top + height + 18}"'
        parts.append(f'<text {place} text-anchor="middle">{threshold:g}</text>')
    parts.append(f'<polyline points="{points}" fill="none" stroke="#1f6feb" stroke-width="2"/>')
    return "\n".join(parts)


def picture(counts: Counts) -> str:
    kept = [counts.split(threshold)[0] for threshold in THRESHOLDS]
    accuracy = [100 * sum(rights) / len(rights) for rights in kept]
    fragments = [counts.fragments[threshold] / counts.sentences for threshold in THRESHOLDS]
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 270" font-family="sans-serif" font-size="12">',
            '<rect width="780" height="270" fill="white"/>',
            panel(50, "Kept arcs that are right, percent, by threshold", accuracy, 84, 100),
            panel(440, "Fragments a sentence, by threshold", fragments, 0, 6),
            "</svg>\n",
        )
    )


def main() -> None:
    counts = Counts()
    for key in read_each(SHARED / "data" / "gum" / "dev"):
        counts.add(key)
    whole = [
        [
            *row(f"{threshold:g}", *counts.split(threshold)),
            f"{counts.fragments[threshold] / counts.sentences:.2f}",
        ]
        for threshold in THRESHOLDS
    ]
    classes = [row(kind.value, *counts.split(SHOWN, kind)) for kind in Arc]
    header = ["arcs", "cut %", "kept and right %", "cut and right %"]
    text = "\n\n".join(
        (
            "## Fragments",
            "`python benchmarks/fragments.py --write`: GUM's development split, gold tokens, the analyser's parses. "
            "Arcs of the classes in which parsers err are cut where their posterior is below a threshold; an arc is "
            "right if its head is (of subjects and objects, if the relation is, too).",
            table(["threshold", *header, "fragments a sentence"], whole),
            "![Accuracy of the arcs that are kept, and fragments a sentence, by threshold](fragments.svg)",
            f"At the threshold of {SHOWN}, by class:",
            table(["class", *header], classes),
        )
    )
    print(text)
    if "--write" in sys.argv[1:]:
        write_section("fragments", text)
        PICTURE.write_text(picture(counts), encoding="utf-8")


if __name__ == "__main__":
    main()
