"""Texts annotated by hand in brackets, for the tests of rewriting.

    [Dr. Lena Voss]1 met [[her]1 brother]2 in May. [They]1+2 left. [It]3@0.4 rained.

A bracket is a mention, the number behind it its entity; `1+2` is a plural whose antecedents stand apart; `@0.4` is
the confidence with which the resolver linked it to the entity's mention before. The parse is our analyser's. `\\n` is
a line's end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corefer.analysis import analyse
from corefer.document import Decision, Document, Mention, SplitAntecedent

_CLOSING = re.compile(r"\]([\w+]+)(?:@(\d\.\d+))?")


@dataclass
class Bracket:
    """One mention by character offsets."""

    start: int
    end: int
    entity: str
    confidence: float | None


def parse(marked: str) -> tuple[str, list[Bracket]]:
    """The text without its brackets, and what they said."""
    text, found, opened, place = "", [], [], 0
    marked = marked.replace("\\n", "\n")
    while place < len(marked):
        closing = _CLOSING.match(marked, place)
        if closing:
            entity, confidence = closing.groups()
            found.append(Bracket(opened.pop(), len(text), entity, float(confidence) if confidence else None))
            place = closing.end()
        elif marked[place] == "[":
            opened.append(len(text))
            place += 1
        else:
            text += marked[place]
            place += 1
    assert not opened, f"unclosed bracket in {marked}"
    return text, sorted(found, key=lambda bracket: (bracket.start, -bracket.end))


def document(marked: str) -> Document:
    """The annotated document, parsed by the analyser."""
    text, brackets = parse(marked)
    result = analyse(text).bare()
    starts, ends = result.tokens.table.starts, result.tokens.table.ends
    mentions: list[tuple[Mention, Bracket]] = []
    for bracket in brackets:
        inside = [i for i in range(len(result.tokens)) if bracket.start <= starts[i] and ends[i] <= bracket.end]
        entity = bracket.entity.replace("+", "and")
        mentions.append((result.add_mention(f"e{entity}", inside[0], inside[-1] + 1), bracket))
    result.arrange()
    for mention, bracket in mentions:
        if "+" in bracket.entity:
            parts = tuple(result.entity(f"e{part}") for part in bracket.entity.split("+"))
            result.splits.append(SplitAntecedent(mention, parts))
        if bracket.confidence is not None:
            before = [m for m in mention.entity.mentions if m.end <= mention.start]
            result.decisions.append(Decision(mention, before[-1] if before else None, "hand", bracket.confidence))
    return result


@dataclass
class Case:
    """One row of the table: a text, how to rewrite it, and what must come of it."""

    name: str
    marked: str
    expected: str
    options: dict[str, str]
    left: list[tuple[str, str]]


def cases(path: Path) -> Iterator[Case]:
    """The rows of cases.txt."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        fields = dict(line.split(": ", 1) for line in lines[1:])
        marked = fields.pop("in")
        left = [tuple(item.rsplit(" ", 1)) for item in fields.pop("left", "").split(", ") if item]
        yield Case(lines[0], marked, fields.pop("out", "same").replace("\\n", "\n"), fields, left)  # type: ignore[arg-type]
