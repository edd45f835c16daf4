"""What surrounds the slots of a task: the analysed text, made once for each and kept."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary

from corefer.analysis import analyse
from corefer.analysis.network import DEFAULT
from corefer.grec.task import Task

Found = tuple[int, int, int, str, str, str]  # a mention: start, end, head, entity type, number, gender
NONE = -1


@dataclass(slots=True, frozen=True)
class Context:
    """The analysis of a task's text: one entry a token; `slots` are the tokens of the placeholders.

    `sentences` and `paragraphs` number each token's sentence and paragraph; `heads` are token indices (-1 for roots).
    """

    forms: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    relations: list[str]
    heads: list[int]
    sentences: list[int]
    paragraphs: list[int]
    mentions: list[Found]
    slots: list[int]


_known: WeakKeyDictionary[Task, Context] = WeakKeyDictionary()
_folders: WeakKeyDictionary[Task, Path] = WeakKeyDictionary()


def context(task: Task) -> Context:
    """The analysis of the task's text."""
    found = _known.get(task)
    if found is None:
        found = _known[task] = _kept(task)
    return found


def prepare(
    tasks: Iterable[Task], folder: Path | None = None, progress: Callable[[Sequence[Task]], Iterable[Task]] = iter
) -> list[Task]:
    """Analyse tasks ahead; with a folder, from what it keeps of an earlier run, and keeping what is new."""
    several = list(tasks)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    for task in progress(several):
        if folder:
            _folders[task] = folder
        context(task)
    return several


def kept_file(task: Task, ending: str) -> Path | None:
    """The file that keeps something about this very text and these slots, if `prepare` was told of a folder."""
    folder = _folders.get(task)
    content = json.dumps([_analyser(), task.text, [(slot.start, slot.end) for slot in task.slots]])
    return folder / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}{ending}" if folder else None


@lru_cache(maxsize=1)
def _analyser() -> str:
    """What tells one version of the analyser's weights from another."""
    return hashlib.sha256((DEFAULT / "config.json").read_bytes()).hexdigest()


def _kept(task: Task) -> Context:
    """The context from the file that keeps it, or a new one, written there."""
    path = kept_file(task, ".json")
    if path is None:
        return _analysed(task)
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        values["mentions"] = [tuple(mention) for mention in values["mentions"]]
        return Context(**values)
    except (OSError, ValueError, TypeError, KeyError):
        made = _analysed(task)
        path.write_text(json.dumps(asdict(made)), encoding="utf-8")
        return made


def _analysed(task: Task) -> Context:
    made, starts = _of_text(task.text)
    slots = [min(bisect_left(starts, slot.start), len(starts) - 1) for slot in task.slots]
    return replace(made, slots=slots)


@lru_cache(maxsize=4)
def _of_text(text: str) -> tuple[Context, list[int]]:
    """The analysis of a text without slots, and where its tokens start; kept for the entities of one text."""
    document = analyse(text)
    table = document.tokens.table
    sentences = [0] * len(table)
    for number, sentence in enumerate(document.sentences):
        sentences[sentence.start : sentence.end] = [number] * len(sentence)
    heads = (document.head_index(i) for i in range(len(table)))
    starts = list(table.starts)
    mentions: list[Found] = []
    for mention in document.mentions:
        known = mention.other or {}
        values = (mention.type, known.get("number", ""), known.get("gender", ""))
        mentions.append((mention.start, mention.end, document.mention_head(mention), *values))
    made = Context(
        list(table.forms),
        list(table.column("lemma")),
        list(table.column("upos")),
        list(table.column("xpos")),
        list(table.column("deprel")),
        [NONE if head is None else head for head in heads],
        sentences,
        [text.count("\n\n", 0, start) for start in starts],
        mentions,
        [],
    )
    return made, starts
