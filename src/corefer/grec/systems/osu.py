"""The three systems of Ohio State (section 5): maximum entropy over types, or over select and not select.

Features: SEMCAT, SYNCAT, position in the text, presence of a contrasting discourse entity, distance to the preceding
reference, string similarity of expressions and title. OSU-b-all has the expression's attributes in addition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import ClassVar

from corefer.document import Expression
from corefer.grec.features import FAR, Row, surroundings
from corefer.grec.maxent import MaxEnt
from corefer.grec.systems.base import Ranked, normalised, read_arrays, read_settings, write_arrays, write_settings
from corefer.grec.systems.typed import TypeSystem
from corefer.grec.task import Slot, Task, attributes, reg08_type, same_words
from corefer.grec.titles import decoded, overlap

_TAKEN = "semcat syncat domain number left relative sentence in_sentence first_of_paragraph opens_sentence".split()
STRENGTH = 0.3


def _of_slot(task: Task, i: int) -> Row:
    """The features of the slot that all three systems have."""
    known = surroundings(task)[i]
    row = {name: known[name] for name in _TAKEN}
    row["contrast"] = float(known["rivals_of_kind"]) > 0
    row["contrast_in_sentence"] = float(known["rivals_of_kind_in_sentence"]) > 0
    row["words"] = known.get("previous_words", FAR)
    row["sentences"] = known.get("previous_sentences", FAR)
    row["distance"] = f"{known['syncat']} {min(float(row['sentences']), 2):.0f}"
    return row


def _similarity(task: Task, expression: Expression) -> Row:
    """How like the title an expression is: by words, by letters, whole."""
    title, text = decoded(task.title).casefold(), expression.text.casefold()
    return {
        "same_words": overlap(text, title),
        "same_letters": SequenceMatcher(None, text, title, autojunk=False).ratio(),
        "same": float(text == title),
        "within": float(text in title or title in text),
    }


class OsuTypes(TypeSystem):
    """OSU-n-nonRE: the four types, from features of the slot and of how the list as a whole resembles the title."""

    name: ClassVar[str] = "osu-n-nonre"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.model = MaxEnt()

    def row(self, task: Task, i: int, types: Sequence[str]) -> Row:
        row = _of_slot(task, i)
        slot = task.slots[i]
        row["preceding"] = types[-1] if types else "-"
        row["preceding_at"] = f"{row['preceding']} {row['distance']}"
        alike = [_similarity(task, e) for e in slot.alternatives if reg08_type(e) == "name"]
        for name in ("same_words", "same_letters", "same"):
            row[f"most_{name}"] = max((float(s[name]) for s in alike), default=0.0)
            row[f"least_{name}"] = min((float(s[name]) for s in alike), default=0.0)
        return row

    def learn(self, rows: Sequence[Row], slots: Sequence[Slot]) -> None:
        self.model = MaxEnt().fit(rows, [reg08_type(slot.selected) for slot in slots if slot.selected], STRENGTH)

    def weigh(self, row: Row) -> dict[str, float]:
        return dict(zip(self.model.classes, self.model.probabilities([row])[0].tolist(), strict=True))

    def save(self, folder: Path) -> None:
        write_settings(folder, {"seed": self.seed, "model": self.model.as_json()})
        write_arrays(folder, self.model.arrays())

    def load(self, folder: Path) -> None:
        settings = read_settings(folder)
        self.seed = int(settings["seed"])
        self.model = MaxEnt.restored(settings["model"], read_arrays(folder))


class _Osu:
    """OSU-b: each expression by itself, selected or not; the likeliest is chosen."""

    learns: ClassVar[bool] = True
    with_attributes: ClassVar[bool] = False

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.model = MaxEnt()

    def _rows(self, task: Task, i: int) -> Iterator[Row]:
        about = _of_slot(task, i)
        for expression in task.slots[i].alternatives:
            row = about | _similarity(task, expression)
            row["alike"] = f"{row['syncat']} {row['same']:.0f} {row['within']:.0f}"
            row["alike_at"] = f"{row['alike']} {row['distance']}"
            row["alike_first"] = f"{row['alike']} {row['number'] == 0}"
            if self.with_attributes:
                row |= {f"refex_{name}": value for name, value in attributes(expression).items()}
                kind = " ".join(attributes(expression).values())
                row |= {"refex": kind, "refex_in": f"{kind} {row['domain']}", "refex_at": f"{kind} {row['distance']}"}
            yield row

    def fit(self, tasks: Sequence[Task]) -> None:
        rows: list[Row] = []
        labels: list[str] = []
        for task in tasks:
            for i, slot in enumerate(task.slots):
                gold = slot.selected
                if gold:
                    rows += self._rows(task, i)
                    labels += ["yes" if same_words(gold, e) else "no" for e in slot.alternatives]
        self.model = MaxEnt().fit(rows, labels, STRENGTH)

    def choose(self, task: Task) -> list[Expression]:
        return [ranked[0][0] for ranked in self.probabilities(task)]

    def probabilities(self, task: Task) -> list[Ranked]:
        result = []
        yes = self.model.classes.index("yes")
        for i, slot in enumerate(task.slots):
            weights = self.model.probabilities(list(self._rows(task, i)))[:, yes].tolist()
            best = max(range(len(weights)), key=lambda k: weights[k])
            result.append(normalised(slot.alternatives, weights, slot.alternatives[best]))
        return result

    def save(self, folder: Path) -> None:
        write_settings(folder, {"seed": self.seed, "model": self.model.as_json()})
        write_arrays(folder, self.model.arrays())

    def load(self, folder: Path) -> None:
        settings = read_settings(folder)
        self.seed = int(settings["seed"])
        self.model = MaxEnt.restored(settings["model"], read_arrays(folder))


class OsuBinary(_Osu):
    """OSU-b-nonRE: the slot, and how like the title the expression is."""

    name = "osu-b-nonre"


class OsuBinaryAll(_Osu):
    """OSU-b-all: with the expression's attributes."""

    name = "osu-b-all"
    with_attributes = True
