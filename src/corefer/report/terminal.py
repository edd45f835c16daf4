"""Chains in the terminal: every mention in brackets of its entity's colour, with the entity's number."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from corefer.document import Document
from corefer.report.segments import segments, shown_entities

COLOURS = (
    "bright_red", "bright_green", "bright_yellow", "bright_blue", "bright_magenta", "bright_cyan",
    "orange3", "spring_green3", "deep_pink3", "slate_blue1", "gold3", "turquoise2",
)  # fmt: skip
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def print_documents(documents: list[Document], singletons: bool = False, console: Console | None = None) -> None:
    """Print each document: its text with marked mentions, then its chains."""
    out = console or Console(highlight=False, soft_wrap=False)
    for number, document in enumerate(documents):
        if number:
            out.print()
        out.print(Text(document.meta.get("title") or document.id, style="bold"))
        out.print()
        out.print(marked_text(document, singletons))
        out.print()
        out.print(chains(document, singletons))


def _colour(number: int) -> str:
    return COLOURS[(number - 1) % len(COLOURS)]


def marked_text(document: Document, singletons: bool = False) -> Text:
    """The running text with `[mention]₁` in colour."""
    numbers = shown_entities(document, singletons)
    result = Text()
    for segment in segments(document, numbers):
        for mention in segment.opening:
            result.append("[", style=f"bold {_colour(numbers[mention.entity.id])}")
        style = _colour(numbers[segment.covering[-1].entity.id]) if segment.covering else ""
        result.append(document.text[segment.start : segment.end] or ("∅" if segment.covering else ""), style=style)
        for mention in segment.closing:
            number = numbers[mention.entity.id]
            result.append("]" + str(number).translate(_SUBSCRIPTS), style=f"bold {_colour(number)}")
    result.rstrip()
    return result


def chains(document: Document, singletons: bool = False) -> Text:
    """One line an entity: its number, its type, its mentions in order."""
    numbers = shown_entities(document, singletons)
    result = Text()
    for entity in document.entities:
        if entity.id not in numbers:
            continue
        number = numbers[entity.id]
        if number > 1:
            result.append("\n")
        result.append(f"{number:>3} ", style=f"bold {_colour(number)}")
        if entity.type:
            result.append(f"{entity.type}: ", style="dim")
        texts = [" ".join(document.mention_text(m).split()) or "∅" for m in entity.mentions]
        result.append(" → ".join(texts), style=_colour(number))
    return result
