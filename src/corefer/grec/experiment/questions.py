"""Three questions a text, with five answers each: the experimenter's own, or made from the texts.

Section 4.2: the first question is about a text's subdomain, the second about the location of its main subject, the
third is not to be predicted. Made questions say no more than the texts do: the first has the domain as its answer; the
others show a stretch of the text with a gap, where a place or a fact stood, and offer what stands in such places in
other texts and nowhere in this one. They are marked `made`, so that somebody looks at them before readers do.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from corefer.document import Document, FormatError
from corefer.formats import Source

QUESTIONS = 3
ANSWERS = 5
DOMAINS = ("city", "country", "river", "person", "mountain")
NEAR = 8  # words on either side of a gap
GAP = "____"

_NAME = r"[A-Z][\w-]+(?: (?:of )?[A-Z][\w-]+){0,4}"
_PLACE = re.compile(
    rf"\b(?:in|near) (?:the )?({_NAME})(?=[.,;)]| (?:and|in|is|was|where|with|from|to|that|which|at|on)\b)"
)
_YEAR = re.compile(r"(?<![\d,.])(1[0-9]{3}|20[0-9]{2})(?![\d,.]*\d)")
_NUMBER = re.compile(r"(?<![\w,.])(\d{1,3}(?:,\d{3})+|\d{2,3})(?![\w]|[,.]\d)")
_OTHER_NAME = re.compile(rf"(?<=[a-z,] )({_NAME})(?=[.,;)])")
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = re.compile(rf"(?:{_MONTH}) \d+|\d+ (?:{_MONTH})|{_MONTH}")  # answers of which one is as good as another


@dataclass(slots=True, frozen=True)
class Question:
    """A question and its answers, the right one first. `source` is `given` or `made`."""

    question: str
    answers: tuple[str, ...]
    source: str

    def as_dict(self) -> dict[str, Any]:
        return {"question": self.question, "answers": list(self.answers), "correct": 0, "source": self.source}


# --- the experimenter's own


def read_questions(path: str, encoding: str = "utf-8") -> dict[str, list[Question]]:
    """Questions by text from a CSV file: `text,question,answer1,…,answer5`, the first answer being the right one.

    Each text (by its title, or its file's name) has three rows, in the order in which they are asked.
    """
    source = Source(path, encoding)
    rows = csv.DictReader(io.StringIO(source.text()))
    columns = ["text", "question", *(f"answer{n}" for n in range(1, ANSWERS + 1))]
    if missing := [name for name in columns if name not in (rows.fieldnames or ())]:
        raise source.error(f"there is no column `{missing[0]}`", 1, remedy=f"the columns are {', '.join(columns)}")
    found: dict[str, list[Question]] = {}
    for row in rows:
        values = [(row[name] or "").strip() for name in columns]
        if not all(values) or len({value.casefold() for value in values[2:]}) < ANSWERS:
            remedy = f"give the text, the question and {ANSWERS} answers that differ"
            raise source.error("a cell is empty, or two answers are the same", rows.line_num, remedy=remedy)
        found.setdefault(values[0], []).append(Question(values[1], tuple(values[2:]), "given"))
    _check(found, source)
    return found


def _check(found: Mapping[str, Sequence[Question]], source: Source) -> None:
    for text, questions in found.items():
        if len(questions) != QUESTIONS:
            count = f"{len(questions)} question{'s' * (len(questions) != 1)}"
            raise FormatError(f"`{text}` has {count}", source=source.name, remedy=f"give {QUESTIONS} for each text")


# --- made from the texts


@dataclass(slots=True, frozen=True)
class Fact:
    """Something that stands in a text outside its references, and what stands around it."""

    kind: str
    domain: str
    answer: str
    gapped: str


def make_questions(texts: Mapping[str, tuple[str, Document]], seed: int) -> dict[str, list[Question]]:
    """Questions for those texts (by name: the domain, and the text with its known chains) that yield three."""
    random = Random(seed)
    facts = {name: list(_facts(domain, document)) for name, (domain, document) in texts.items()}
    found = {}
    for name, (domain, document) in texts.items():
        others = [fact for other, known in facts.items() if other != name for fact in known]
        questions = [*_domain_question(domain), *_cloze_questions(facts[name], others, document.text, random)]
        if len(questions) == QUESTIONS:
            found[name] = questions
    return found


def _domain_question(domain: str) -> list[Question]:
    """Asked of every text whose domain is known; a sixth domain takes the place of the last."""
    if domain not in (*DOMAINS, "lake"):
        return []
    others = [other for other in DOMAINS if other != domain][: ANSWERS - 1]
    return [Question("What is the text about?", tuple(f"a {name}" for name in (domain, *others)), "made")]


def _cloze_questions(own: Sequence[Fact], others: Sequence[Fact], text: str, random: Random) -> list[Question]:
    """A question about a place and one about another fact: numbers rather than names, which are easier to guess."""
    asked: list[Question] = []
    for kinds in (("place",), ("number", "year", "name")):
        used = {answer for question in asked for answer in question.answers}
        made = (_cloze(fact, others, text, random) for kind in kinds for fact in own if fact.kind == kind)
        question = next((one for one in made if one and one.answers[0] not in used), None)
        if question is None:
            return []
        asked.append(question)
    return asked


def _cloze(fact: Fact, others: Sequence[Fact], text: str, random: Random) -> Question | None:
    """The fact with a gap; None where other texts offer too few answers that this text does not mention.

    Answers come from texts of the same domain, if those have enough.
    """
    same = [other for other in others if other.kind == fact.kind and _as_long(other.answer, fact.answer)]
    near = {other.answer for other in same if other.domain == fact.domain}
    offered = _offered(fact, near, text)
    if len(offered) < ANSWERS - 1:
        offered = _offered(fact, {other.answer for other in same}, text)
    if len(offered) < ANSWERS - 1:
        return None
    wrong = random.sample(offered, ANSWERS - 1)
    return Question(f"What stood in the gap? “{fact.gapped}”", (fact.answer, *wrong), "made")


def _offered(fact: Fact, answers: Iterable[str], text: str) -> list[str]:
    return sorted(answer for answer in answers if answer not in text and fact.answer not in answer)


def _as_long(one: str, other: str) -> bool:
    """Numbers are told apart by their length alone; names are not."""
    return not one[0].isdigit() or len(one) == len(other)


def _facts(domain: str, document: Document) -> Iterator[Fact]:
    """What stands in the text once, and in no reference."""
    text = document.text
    references = [span for mention in document.mentions for span in document.mention_spans(mention)]
    taken = references + [found.span() for found in _DAY.finditer(text)]
    seen: set[str] = set()
    for kind, pattern in (("place", _PLACE), ("number", _NUMBER), ("year", _YEAR), ("name", _OTHER_NAME)):
        for found in pattern.finditer(text):
            start, end = found.span(1)
            answer = text[start:end]
            free = not any(start < e and s < end for s, e in taken)
            if free and answer not in seen and text.count(answer) == 1:
                seen.add(answer)
                yield Fact(kind, domain, answer, _gapped(document, start, end, references))


def _gapped(document: Document, start: int, end: int, references: Sequence[tuple[int, int]]) -> str:
    """Some words before and after the gap, of the same sentence, and none of a reference: those differ by system."""
    spans = [sentence.span for sentence in document.sentences if len(sentence)]
    first, last = next((s, e) for s, e in reversed(spans) if s <= start)
    low = max([first, *(e for _, e in references if first <= e <= start)])
    high = min([max(last, end), *(s for s, _ in references if s >= end)])
    before, after = document.text[low:start].split(), document.text[end:high].split()
    cut = " ".join([*before[-NEAR:], GAP, *after[:NEAR]])
    cut = re.sub(rf"{GAP} (?=[,.;:)’'])", GAP, cut).replace(f"( {GAP}", f"({GAP}")
    return (
        ("… " if len(before) > NEAR or low > first else "") + cut + (" …" if len(after) > NEAR or high < last else "")
    )
