"""What an analysis knows beyond CoNLL-U's columns, as attributes in MISC: where each token stands, and how sure.

`TokenRange=17:22` are the character offsets as UDPipe writes them, `ArcProb=0.93` and `RelProb=0.99` the posteriors of
the head and of its relation, `OtherHeads=4:0.05` further plausible heads by their ids (0 is the root). A document that
was written so and read again can have its `Doubt` back.
"""

from __future__ import annotations

from array import array
from dataclasses import replace

from corefer.document import Document, Doubt

ARC, RELATION, OTHERS, RANGE = "ArcProb", "RelProb", "OtherHeads", "TokenRange"
_MISC = 9


def write_notes(document: Document) -> None:
    """Put offsets and doubt into the document's MISC column, beside what stands there."""
    table = document.tokens.table
    misc = table.column("misc")
    table.set_column("misc", [_merged(old, _notes(document, i)) for i, old in enumerate(misc)])
    for number, word in enumerate(table.multiwords):
        place = {RANGE: f"{table.starts[word.first]}:{table.ends[word.last]}"}
        fields = (*word.fields[:_MISC], _merged(word.fields[_MISC], place), *word.fields[_MISC + 1 :])
        table.multiwords[number] = replace(word, fields=fields)


def read_notes(document: Document) -> None:
    """Give the document the `Doubt` that its MISC column tells of; none where it tells nothing."""
    notes = [_parsed(misc) for misc in document.tokens.table.column("misc")]
    if not any(ARC in note for note in notes):
        return
    doubt = Doubt(array("f"), array("f"))
    for sentence in document.sentences:
        places = {"0": -1, **{token.id: token.index for token in sentence}}
        for token in sentence:
            note = notes[token.index]
            doubt.arc.append(_number(note.get(ARC, "1")))
            doubt.label.append(_number(note.get(RELATION, "1")))
            pairs = (part.partition(":") for part in note.get(OTHERS, "").split(",") if part)
            others = tuple((places[id], _number(value)) for id, _, value in pairs if id in places)
            if others:
                doubt.others[token.index] = others
    document.doubt = doubt


def _notes(document: Document, token: int) -> dict[str, str]:
    table, doubt = document.tokens.table, document.doubt
    found = {RANGE: f"{table.starts[token]}:{table.ends[token]}"}
    if doubt is not None:
        found[ARC] = f"{doubt.arc[token]:.3f}"
        found[RELATION] = f"{doubt.label[token]:.3f}"
        if token in doubt.others:
            ids = table.column("id")
            others = ((ids[head] if head >= 0 else "0", value) for head, value in doubt.others[token])
            found[OTHERS] = ",".join(f"{id}:{value:.3f}" for id, value in others)
    return found


def _merged(misc: str, notes: dict[str, str]) -> str:
    parts = [] if misc == "_" else [part for part in misc.split("|") if part.partition("=")[0] not in notes]
    return "|".join(sorted((*parts, *(f"{name}={value}" for name, value in notes.items())), key=str.lower)) or "_"


def _parsed(misc: str) -> dict[str, str]:
    return {} if misc == "_" else {name: value for name, _, value in (part.partition("=") for part in misc.split("|"))}


def _number(value: str) -> float:
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 1.0
