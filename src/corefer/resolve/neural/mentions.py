"""What the network is told of each mention besides its vector: codes, one small number per feature.

The same codes serve training and resolving. `SIZES` fixes how many values each one has; the network sees them as
one row of zeros and ones. What pairs are compared by (`Table`) are further columns that are never shown as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.schemes import Scheme

Codes = npt.NDArray[np.int32]


KINDS = tuple(AnaphorType)
FUNCTIONS = tuple(Function)
NUMBERS = ("", "sing", "plur")
GENDERS = ("", "masc", "fem", "neut")
ANIMACIES = ("", "person", "animate", "thing")
TYPES = (
    "", "abstract", "animal", "event", "object", "organization", "person", "place", "plant", "substance", "time",
)  # fmt: skip
_OPENINGS = {
    **dict.fromkeys(("a", "an"), 1),
    "the": 2,
    **dict.fromkeys(("this", "these"), 3),
    **dict.fromkeys(("that", "those"), 4),
    **dict.fromkeys(("my", "your", "his", "her", "its", "our", "their", "whose"), 5),
    **dict.fromkeys(("some", "any", "no", "every", "each", "all", "both", "many", "few", "several", "most"), 6),
    **dict.fromkeys(("another", "other", "such", "same"), 7),
}
WORDS = 8  # content words of a mention that pairs compare
SIZES = {
    "scheme": len(Scheme), "kind": len(KINDS), "number": len(NUMBERS), "gender": len(GENDERS),
    "animacy": len(ANIMACIES), "person": 4, "function": len(FUNCTIONS), "type": len(TYPES), "definite": 2,
    "opening": 8, "width": 7, "quoted": 2, "spoken": 2, "capital": 2, "sentence": 4, "expletive": 3,
}  # fmt: skip
WIDTH = sum(SIZES.values())
_OFFSETS = {name: sum(list(SIZES.values())[:i]) for i, name in enumerate(SIZES)}


class Vocabulary:
    """Numbers for strings, so that columns can be compared; 0 is for none. Every stretch of a text adds to it."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.numbers: dict[str, int] = {word: i for i, word in enumerate(known, 1)}

    def __call__(self, word: str) -> int:
        return self.numbers.setdefault(word, len(self.numbers) + 1) if word else 0


@dataclass(slots=True)
class Table:
    """Columns of numbers, a row a mention, in document order."""

    columns: dict[str, Codes] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.columns["start"])

    def __getitem__(self, name: str) -> Codes:
        return self.columns[name]

    def rows(self, chosen: npt.NDArray[np.int64]) -> Table:
        return Table({name: values[chosen] for name, values in self.columns.items()})

    def followed_by(self, other: Table) -> Table:
        return Table({name: np.concatenate([values, other[name]]) for name, values in self.columns.items()})

    def indicators(self) -> npt.NDArray[np.float32]:
        """The features as zeros and ones, [mentions, WIDTH]."""
        result = np.zeros((len(self), WIDTH), np.float32)
        rows = np.arange(len(self))
        for name, offset in _OFFSETS.items():
            result[rows, offset + self[name]] = 1.0
        return result


def tabulate(discourse: Discourse, views: Sequence[View], vocabulary: Vocabulary) -> Table:
    """The table of some views of a discourse."""
    rows = [_row(discourse, view, vocabulary) for view in views]
    names = list(rows[0]) if rows else [*SIZES, *_COMPARED]
    table = Table({name: np.array([row[name] for row in rows], np.int32) for name in names})
    words = np.zeros((len(rows), WORDS), np.int32)
    for i, view in enumerate(views):
        if not view.is_pronoun:
            numbers = [vocabulary(f"w:{word}") for word in view.content[-WORDS:]]
            words[i, : len(numbers)] = numbers
    table.columns["words"] = words
    return table


_COMPARED = (
    "start", "end", "head", "above", "relation", "place", "speaker", "quotation", "text", "lemma", "initials", "order",
)  # fmt: skip


def _row(discourse: Discourse, view: View, vocabulary: Vocabulary) -> dict[str, int]:
    agreement = view.agreement
    above = discourse.head(view.head)
    speaker = discourse.speaker(view.start)
    named = view.is_name and not view.is_pronoun
    first = discourse.lower[view.start]
    return {
        "scheme": list(Scheme).index(discourse.scheme),
        "kind": KINDS.index(view.kind),
        "number": NUMBERS.index(agreement.number),
        "gender": GENDERS.index(agreement.gender),
        "animacy": ANIMACIES.index(agreement.animacy),
        "person": agreement.person,
        "function": FUNCTIONS.index(view.function),
        "type": TYPES.index(view.type) if view.type in TYPES else 0,
        "definite": int(view.definite),
        "opening": 0 if view.is_pronoun else _OPENINGS.get(first, 0),
        "width": min((view.end - view.start).bit_length(), 6),
        "quoted": int(view.quotation >= 0),
        "spoken": int(bool(speaker)),
        "capital": int(discourse.forms[view.head][:1].isupper()),
        "sentence": min(view.sentence, 3),
        "expletive": int(min(view.expletive * 3, 2)),
        "start": view.start,
        "end": view.end,
        "head": view.head,
        "above": -1 if above is None else above,
        "relation": vocabulary(f"r:{view.relation}"),
        "place": view.sentence,
        "speaker": vocabulary(f"s:{speaker}") if speaker else 0,
        "quotation": view.quotation,
        "text": vocabulary(f"t:{view.text}"),
        "lemma": vocabulary(f"l:{view.form if named else view.lemma}"),
        "initials": vocabulary(f"i:{_initials(discourse, view)}") if named else 0,
        "order": view.index,
    }


def _initials(discourse: Discourse, view: View) -> str:
    """What an acronym of the name would be; of one word, the word itself."""
    words = [discourse.forms[i] for i in range(view.start, view.end) if discourse.forms[i][:1].isupper()]
    if len(words) == 1:
        return words[0].replace(".", "").upper()
    return "".join(word[0] for word in words)
