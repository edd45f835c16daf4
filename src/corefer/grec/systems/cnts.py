"""The systems of Antwerp's CNTS (section 5): memory-based learning, by TiMBL.

Fourteen features: SEMCAT, SYNCAT, position in the text, neighbouring words and tags, distance to the previous mention,
SYNCATs of the three references before, whether the most recent named entity was the main subject, the main verb.
TiMBL's parameters are chosen on a part of the training texts that is held out from it, as the paper's "automatic
parameter optimisation" does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from corefer.document import Expression
from corefer.grec.features import Row, surroundings
from corefer.grec.systems.base import Ranked, damaged, needs, normalised, read_settings, write_settings
from corefer.grec.systems.typed import TypeSystem
from corefer.grec.task import Slot, Task, attributes, reg08_type
from corefer.grec.wording import plainest

# metric (overlap or modified value difference), feature weights, neighbours, how their votes decay with distance
OPTIONS = (
    "-a0 -mO -wgr -k1",
    "-a0 -mO -wgr -k11 -dID",
    "-a0 -mM -wgr -k11 -dID",
    "-a0 -mM -wgr -k25 -dID",
    "-a0 -mM -wgr -k25 -dIL",
    "-a0 -mM -wig -k25 -dIL",
)
HELD_OUT = 5  # of so many instances one is held out
FEATURES = 14
INSTANCES = "instances.tsv"


def features(task: Task, i: int) -> list[str]:
    """The fourteen features of a slot, as TiMBL's symbols; numbers stand in steps."""
    known = surroundings(task)[i]
    far = _step(known.get("previous_words", 99.0), (2, 4, 7, 12, 20, 30, 99))
    apart = _step(known.get("previous_sentences", 99.0), (1, 2, 3))
    symbols = [
        known["semcat"],
        known["syncat"],
        _step(known["number"], (1, 2, 3, 5, 8)) + "f" * bool(known["first_of_paragraph"]),
        known["word-1"],
        known["word+1"],
        known["tag-2"],
        known["tag-1"],
        known["tag+1"],
        f"{far}/{apart}",
        known["syncat-1"],
        known["syncat-2"],
        known["syncat-3"],
        "ours" if known["last_name_is_ours"] else "other",
        known["head"],
    ]
    return [str(symbol).translate(_SPACES) or "-" for symbol in symbols]


_SPACES = {9: "_", 10: "_", 13: "_", 32: "_"}


def _step(value: str | float, steps: Sequence[float]) -> str:
    return str(sum(float(value) >= step for step in steps))


class Memory:
    """A TiMBL classifier of instances with their classes, and the options that did best on held-out ones."""

    def __init__(self, instances: Sequence[tuple[list[str], str]], options: str = "") -> None:
        self.instances = list(instances)
        self.options = options or self._best_options()
        self._timbl = _learnt(self.instances, self.options)

    def classify(self, symbols: list[str]) -> dict[str, float]:
        """The classes of the nearest instances with their shares of the votes."""
        with _silence():
            best, votes, _ = self._timbl.classify(symbols, True)
        total = sum(votes.values()) or 1.0
        shares = {kind: votes[kind] / total for kind in votes}
        return {best: shares.pop(best, 1.0)} | shares

    def _best_options(self) -> str:
        held, rest = self.instances[::HELD_OUT], [x for i, x in enumerate(self.instances) if i % HELD_OUT]
        if len({kind for _, kind in rest}) < 2:
            return OPTIONS[0]

        def hits(options: str) -> int:
            timbl = _learnt(rest, options)
            with _silence():
                return sum(timbl.classify(symbols, True)[0] == kind for symbols, kind in held)

        return max(OPTIONS, key=hits)


def _learnt(instances: Sequence[tuple[list[str], str]], options: str) -> Any:
    """A TiMBL that has read the instances; it holds them in memory, the file it read is needed no longer."""
    try:
        from timbl import TimblClassifier
    except ImportError:
        raise needs("python3-timbl", "CNTS") from None
    with TemporaryDirectory(prefix="corefer-timbl-") as folder, _silence():
        timbl = TimblClassifier(f"{folder}/memory", options)
        for symbols, kind in instances:
            timbl.append(symbols, kind)
        timbl.train()
    return timbl


@contextmanager
def _silence() -> Iterator[None]:
    """TiMBL tells of its progress on both streams, from C++: send that nowhere."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(number) for number in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for number in (1, 2):
            os.dup2(nowhere, number)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, stream in zip((1, 2), kept, strict=True):
            os.dup2(stream, number)
            os.close(stream)
        os.close(nowhere)


class CntsTypes(TypeSystem):
    """CNTS-Type-g: one classifier for the type."""

    name: ClassVar[str] = "cnts-type-g"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.memory: Memory | None = None

    def row(self, task: Task, i: int, types: Sequence[str]) -> Row:  # noqa: ARG002 - its history is of SYNCATs
        return {f"{number:02}": symbol for number, symbol in enumerate(features(task, i))}

    def learn(self, rows: Sequence[Row], slots: Sequence[Slot]) -> None:
        kinds = [reg08_type(slot.selected) for slot in slots if slot.selected]
        self.memory = Memory([(_symbols(row), kind) for row, kind in zip(rows, kinds, strict=True)])

    def weigh(self, row: Row) -> dict[str, float]:
        assert self.memory
        return self.memory.classify(_symbols(row))

    def save(self, folder: Path) -> None:
        assert self.memory
        write_settings(folder, {"seed": self.seed, "options": {INSTANCES: self.memory.options}})
        _write(self.memory, folder / INSTANCES)

    def load(self, folder: Path) -> None:
        settings = read_settings(folder)
        self.seed = int(settings["seed"])
        self.memory = _read(folder / INSTANCES, settings["options"][INSTANCES])


class CntsProperties:
    """CNTS-Prop-s: a classifier for each subdomain, of all four properties of an expression at once.

    A subdomain without training texts (the lakes of test set L) is left to the classifiers of all others together.
    """

    name: ClassVar[str] = "cnts-prop-s"
    learns: ClassVar[bool] = True

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self.memories: dict[str, Memory] = {}

    def fit(self, tasks: Sequence[Task]) -> None:
        instances: dict[str, list[tuple[list[str], str]]] = {}
        for task in tasks:
            for i, slot in enumerate(task.slots):
                if slot.selected:
                    label = properties(slot.selected)
                    instances.setdefault(slot.semcat, []).append((features(task, i), label))
        self.memories = {semcat: Memory(several) for semcat, several in sorted(instances.items())}

    def choose(self, task: Task) -> list[Expression]:
        return [ranked[0][0] for ranked in self.probabilities(task)]

    def probabilities(self, task: Task) -> list[Ranked]:
        return [self._ranked(task, i) for i in range(len(task.slots))]

    def _ranked(self, task: Task, i: int) -> Ranked:
        slot = task.slots[i]
        votes: dict[str, float] = {}
        memories = [self.memories[slot.semcat]] if slot.semcat in self.memories else self.memories.values()
        for memory in memories:
            for label, share in memory.classify(features(task, i)).items():
                votes[label] = votes.get(label, 0.0) + share / len(memories)
        offered: dict[str, list[Expression]] = {}
        for expression in slot.alternatives:
            offered.setdefault(properties(expression), []).append(expression)
        known = [label for label in votes if label in offered]
        if not known:
            kinds = plainest(task, slot)
            return normalised(list(kinds.values()), [1.0] * len(kinds), next(iter(kinds.values())))
        best = {label: next(iter(plainest(task, _only(slot, offered[label])).values())) for label in known}
        label = max(known, key=lambda label: votes[label])
        return normalised(list(best.values()), [votes[label] for label in known], best[label])

    def save(self, folder: Path) -> None:
        files = {semcat: f"instances-{number}.tsv" for number, semcat in enumerate(self.memories)}
        options = {semcat: memory.options for semcat, memory in self.memories.items()}
        write_settings(folder, {"seed": self.seed, "files": files, "options": options})
        for semcat, memory in self.memories.items():
            _write(memory, folder / files[semcat])

    def load(self, folder: Path) -> None:
        settings = read_settings(folder)
        self.seed = int(settings["seed"])
        names = {semcat: Path(str(name)).name for semcat, name in settings["files"].items()}
        self.memories = {semcat: _read(folder / name, settings["options"][semcat]) for semcat, name in names.items()}


def properties(expression: Expression) -> str:
    """The four properties of an expression as one symbol."""
    values = attributes(expression)
    return "|".join(values.get(name, "-") for name in ("reg08-type", "emphatic", "head", "case")).replace(" ", "_")


def _only(slot: Slot, expressions: Sequence[Expression]) -> Slot:
    return replace(slot, alternatives=tuple(expressions))


def _symbols(row: Row) -> list[str]:
    return [str(value) for value in row.values()]


def _write(memory: Memory, path: Path) -> None:
    lines = ("\t".join([*symbols, kind]) + "\n" for symbols, kind in memory.instances)
    path.write_text("".join(lines), encoding="utf-8")


def _read(path: Path, options: str) -> Memory:
    """A memory from its instances; of the options only those that we choose from are passed on."""
    if options not in OPTIONS:
        raise damaged(path, "options that no training chooses")
    try:
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    except (OSError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from None
    if not rows or any(len(row) != FEATURES + 1 for row in rows):
        raise damaged(path, f"not {FEATURES} features and a class in every line")
    return Memory([(row[:-1], row[-1]) for row in rows], options)
