"""Texts for the tests, as REG08 XML: what is selected is given, what stands around it stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

TYPES = {"it": "pronoun", "its": "pronoun", "he": "pronoun", "who": "pronoun", "_": "empty", "the hill": "common"}

HILL = "Beacon Hill", "mountain", (
    "{} is a small hill in Wales.",
    "From the east {} looks steep, but {} has easy paths. Climbers love {}.",
)  # fmt: skip
OUSE = "River Ouse", "river", ("{} flows to the sea, and {} floods. In 1625 {} was dredged.",)
ADA = "Ada Finch", "person", ("{} was a botanist in Oslo. In 1901 {} found a rare fern, and {} named the fern Lyra.",)
TEXTS = (HILL, OUSE, ADA)

KEY = {
    "Beacon Hill": ("Beacon Hill", "the hill", "_", "it"),
    "River Ouse": ("The River Ouse", "_", "it"),
    "Ada Finch": ("Ada Finch", "she", "_"),
}


def type_of(expression: str) -> str:
    return TYPES.get(expression.lower(), "pronoun" if expression.lower() == "she" else "name")


def refex(expression: str) -> str:
    return f'<REFEX REG08-TYPE="{type_of(expression)}">{expression}</REFEX>'


def xml(text: tuple[str, str, tuple[str, ...]], chosen: tuple[str | None, ...]) -> str:
    """A text with these expressions selected; None selects nothing."""
    title, domain, paragraphs = text
    offered = "".join(map(refex, (title, "it", "the hill", "she", "_")))
    refs = [
        f'\n<REF ID="1.{n}" SEMCAT="{domain}" SYNCAT="np-subj">{refex(one) if one else ""}'
        f"<ALT-REFEX>{offered}</ALT-REFEX></REF>\n"
        for n, one in enumerate(chosen, 1)
    ]
    rest = iter(refs)
    blocks = "".join(f"<PARAGRAPH>{_filled(paragraph, rest)}</PARAGRAPH>" for paragraph in paragraphs)
    return f'<TEXT ID="1"><TITLE>{title}</TITLE>{blocks}</TEXT>'


def _filled(paragraph: str, refs: Iterator[str]) -> str:
    pieces = paragraph.split("{}")
    return "".join(piece + (next(refs) if n + 1 < len(pieces) else "") for n, piece in enumerate(pieces))


def write_texts(folder: Path, chosen: dict[str, tuple[str | None, ...]], suffix: str = "") -> Path:
    """A folder with a file for each text that something is chosen for."""
    folder.mkdir(parents=True, exist_ok=True)
    for text in TEXTS:
        if text[0] in chosen:
            name = text[0].replace(" ", "_") + suffix + ".xml"
            (folder / name).write_text(xml(text, chosen[text[0]]), encoding="utf-8")
    return folder
