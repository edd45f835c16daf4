"""The design of a reading experiment (section 4.2), self-contained: what shows it to readers needs no other file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from corefer.document import CoreferError, Document, from_text
from corefer.grec.experiment.questions import ANSWERS, Question
from corefer.grec.experiment.squares import repeated
from corefer.grec.realise import as_chosen, body

FORMAT = "corefer-grec-experiment-1"
TRIALS = 3
COLUMNS = {
    "subject": "the reader",
    "text": "the text's id",
    "system": "whose version was read",
    "kind": "`sentence` or `question`",
    "number": "which of the text's sentences or questions, from 1",
    "ms": "milliseconds from showing it to going on",
    "answer": "of a question: the answer chosen, as its place in the text's own list, from 0",
}


@dataclass(slots=True, frozen=True)
class Text:
    """A text in every system's version (the documents of its selected expressions), and its questions."""

    id: str
    title: str
    domain: str
    versions: Mapping[str, Document]
    questions: Sequence[Question]

    def as_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "domain": self.domain,
            "versions": {name: {"sentences": sentences(version)} for name, version in self.versions.items()},
            "questions": [question.as_dict() for question in self.questions],
        }


def sentences(document: Document) -> list[dict[str, Any]]:
    """The sentences as readers get them, one at a time: words, and how many references (said or unsaid) each holds."""
    realised = as_chosen(document)
    first, last = body(realised)
    plain = from_text(document.id, realised.text[first:last])
    places = [start - first for start, _ in realised.spans.values()]
    starts = [sentence.span[0] for sentence in plain.sentences if len(sentence)]
    found = []
    for start, end in pairwise([*starts, len(plain.text) + 1]):
        words = plain.text[start:end].split()
        references = sum(start <= place < end for place in places)
        found.append({"text": " ".join(words), "words": len(words), "references": references})
    return found


def size(systems: int, available: int, texts: int | None) -> int:
    """How many texts to use: as many as asked for, else three for each system; always a multiple of the systems."""
    most = available // systems * systems
    wanted = min(TRIALS * systems, most) if texts is None else texts
    if wanted % systems or wanted > most or not wanted:
        fitting = sorted({n for n in (wanted // systems * systems, (wanted // systems + 1) * systems) if 0 < n <= most})
        advice = f"say {' or '.join(map(str, fitting))}" if fitting else "add texts, or questions for them"
        have = f"{available} texts with questions and {systems} systems"
        raise CoreferError(f"{wanted} texts do not make Latin squares of {have} ({advice})")
    return wanted


def design(texts: Sequence[Text], systems: Sequence[str], *, trials: int = TRIALS, seed: int = 1) -> dict[str, Any]:
    """Who reads what, in which order, with which order of the answers; a multiple of as many texts as systems."""
    random = Random(seed)
    table = repeated(len(systems), len(texts), trials, random)
    width = len(str(len(table)))
    return {
        "format": FORMAT,
        "seed": seed,
        "trials_of_each_text_and_system": trials,
        "systems": list(systems),
        "texts": [text.as_dict() for text in texts],
        "subjects": [
            {"id": f"S{number:0{width}}", "trials": _trials(texts, systems, row, random)}
            for number, row in enumerate(table, 1)
        ],
        "results": {"file": "CSV, a row for each sentence read and each question answered", "columns": COLUMNS},
    }


def _trials(texts: Sequence[Text], systems: Sequence[str], row: Sequence[int], random: Random) -> list[dict[str, Any]]:
    """A reader's texts in random order; of each question's answers, the order in which they are shown."""
    order = random.sample(range(len(texts)), len(texts))
    return [
        {
            "text": texts[n].id,
            "system": systems[row[n]],
            "answers": [random.sample(range(ANSWERS), ANSWERS) for _ in texts[n].questions],
        }
        for n in order
    ]
