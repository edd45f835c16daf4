"""Two little stories with their chains, as CoNLL-U without a parse."""

from __future__ import annotations

from pathlib import Path

import corefer
from corefer.document import Document, from_text

STORIES = {
    "harbour": (
        "Marta repaired the old boat . She painted it in green . The boat belonged to her uncle . He had sailed it "
        "for years .",
        {
            "marta": [(0, 1), (6, 7), (16, 17)],
            "boat": [(2, 5), (8, 9), (12, 14), (22, 23)],
            "uncle": [(16, 18), (19, 20)],
            "years": [(24, 25)],
        },
    ),
    "library": (
        "The librarian found a letter . He opened it and read it to his daughter . She kept the letter .",
        {
            "librarian": [(0, 2), (6, 7), (13, 14)],
            "letter": [(3, 5), (8, 9), (11, 12), (18, 20)],
            "daughter": [(13, 15), (16, 17)],
        },
    ),
}


def story(name: str) -> Document:
    text, chains = STORIES[name]
    document = from_text(name, text)
    for entity, spans in chains.items():
        for start, end in spans:
            document.add_mention(entity, start, end)
    document.arrange()
    return document


def write_corpus(folder: Path) -> Path:
    """A folder with both stories, a file each."""
    folder.mkdir()
    for name in STORIES:
        corefer.write([story(name)], folder / f"{name}.conllu")
    return folder
