"""The results of a reading experiment: a row for each sentence read and each question answered.

What the file does not say (how many words a sentence has, whether an answer is right), the design can.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from corefer.document import CoreferError
from corefer.formats import Source
from corefer.grec.experiment.design import FORMAT

NEEDED = ("subject", "text", "system", "kind", "number", "ms")
_YES_NO = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}

Version = tuple[str, str]  # text and system


@dataclass(slots=True, frozen=True)
class Reading:
    """A sentence read; words and references are None where nobody knows them."""

    subject: str
    text: str
    system: str
    number: int
    ms: float
    words: int | None = None
    references: int | None = None


@dataclass(slots=True, frozen=True)
class Answering:
    """A question answered: rightly or not, None where nobody knows."""

    subject: str
    text: str
    system: str
    number: int
    ms: float
    correct: bool | None = None


@dataclass(slots=True, frozen=True)
class Results:
    """What the readers did."""

    readings: list[Reading]
    answers: list[Answering]


def read_design(path: str) -> dict[str, Any]:
    """A design that `corefer grec experiment build` wrote."""
    source = Source(path)
    try:
        found = json.loads(source.text())
    except ValueError as error:
        raise source.error(f"this is no JSON: {error}", remedy="give the design that was built") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise source.error(f"this is no design (its format is not `{FORMAT}`)", remedy="give the design that was built")
    return found


def read_results(path: str, design: Mapping[str, Any] | None = None, encoding: str = "utf-8") -> Results:
    """The rows of a CSV file with the columns subject, text, system, kind, number and ms.

    Sentences may have `words` and `references`, questions `correct` (1 or 0); with the design, `answer` (the place of
    the answer chosen) does instead, and the sentences are looked up.
    """
    source = Source(path, encoding)
    rows = csv.DictReader(io.StringIO(source.text()))
    if missing := [name for name in NEEDED if name not in (rows.fieldnames or ())]:
        remedy = f"the columns are {', '.join(NEEDED)}, and words, references, correct or answer"
        raise source.error(f"there is no column `{missing[0]}`", 1, remedy=remedy)
    texts = {text["id"]: text for text in design["texts"]} if design else {}
    found = Results([], [])
    for row in rows:
        try:
            _add(found, {name: (value or "").strip() for name, value in row.items() if isinstance(value, str)}, texts)
        except (ValueError, KeyError, IndexError) as error:
            message = str(error) if isinstance(error, ValueError) else f"the design has no {error}"
            raise source.error(
                message, rows.line_num, remedy="repair the row, or give the design it belongs to"
            ) from None
    if not found.readings and not found.answers:
        raise CoreferError(f"{path}: there is no row in it (a row is a sentence read, or a question answered)")
    return found


def _add(found: Results, row: Mapping[str, str], texts: Mapping[str, Any]) -> None:
    subject, text, system = row["subject"], row["text"], row["system"]
    number, ms = int(row["number"]), float(row["ms"])
    if not (subject and text and system) or number < 1 or not 0 <= ms < float("inf"):
        raise ValueError("a subject, a text, a system, a number from 1 and milliseconds are wanted")
    if row["kind"] == "sentence":
        known = texts[text]["versions"][system]["sentences"][number - 1] if texts else {}
        words, references = (_whole(row.get(name, ""), known.get(name)) for name in ("words", "references"))
        found.readings.append(Reading(subject, text, system, number, ms, words, references))
    elif row["kind"] == "question":
        question = texts[text]["questions"][number - 1] if texts else None
        found.answers.append(Answering(subject, text, system, number, ms, _correct(row, question)))
    else:
        raise ValueError(f"the kind is `{row['kind']}`, and neither `sentence` nor `question`")


def _whole(value: str, known: int | None) -> int | None:
    if not value:
        return known
    if int(value) < 0:
        raise ValueError(f"{value} is no number of words or references")
    return int(value)


def _correct(row: Mapping[str, str], question: Mapping[str, Any] | None) -> bool | None:
    said = row.get("correct", "").lower()
    if said:
        if said not in _YES_NO:
            raise ValueError(f"`correct` is 1 or 0, not `{said}`")
        return _YES_NO[said]
    answer = row.get("answer", "")
    if not answer or question is None:
        return None
    answers = [str(one) for one in question["answers"]]
    place = answers.index(answer) if answer in answers else int(answer)
    if not 0 <= place < len(answers):
        raise ValueError(f"there is no answer {place} (they count from 0)")
    return place == int(question["correct"])


def uneven(results: Results) -> Iterator[str]:
    """What is wrong with the balance: combinations of text and system that have other numbers of readers than most."""
    readers: dict[Version, set[str]] = {}
    rows: list[Reading | Answering] = [*results.readings, *results.answers]
    for row in rows:
        readers.setdefault((row.text, row.system), set()).add(row.subject)
    counts = [len(subjects) for subjects in readers.values()]
    usual = max(set(counts), key=counts.count)
    for (text, system), subjects in readers.items():
        if len(subjects) != usual:
            yield f"{text} by {system} has {_readers(len(subjects))}, most texts have {_readers(usual)}"
    texts, systems = {text for text, _ in readers}, {system for _, system in readers}
    if missing := len(texts) * len(systems) - len(readers):
        yield f"combinations of text and system that nobody read: {missing}"


def _readers(number: int) -> str:
    return f"{number} reader{'s' * (number != 1)}"
