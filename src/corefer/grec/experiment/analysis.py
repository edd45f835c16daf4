"""What came of a reading experiment (section 6.3): do systems differ in how fast and how well their texts are read?

Reading times are means over sentences as they were taken, and by the section's three other analyses: per word of the
sentence, of sentences with references only, and in relation to how fast the subject reads. Questions are judged by
type (1 to 3), since each asks for something else. Each analysis is a univariate ANOVA with System as the fixed factor,
with Tukey's subsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from corefer.grec.experiment.results import Answering, Reading, Results
from corefer.grec.statistics import Anova, anova, homogeneous_subsets

Rows = Sequence[Reading] | Sequence[Answering]
Cases = dict[str, list[float]]


@dataclass(slots=True, frozen=True)
class Effect:
    """The means of some measure by system, and whether they differ."""

    title: str
    means: dict[str, float]
    cases: int
    anova: Anova
    letters: dict[str, str]

    def as_dict(self) -> dict[str, Any]:
        return {"means": self.means, "cases": self.cases, "anova": self.anova.as_dict(), "letters": self.letters}


@dataclass(slots=True, frozen=True)
class Analysis:
    """All of section 6.3; an analysis for which the results say too little is not among them."""

    reading: dict[str, Effect]
    accuracy: dict[int, Effect]
    question_time: dict[str, Effect]
    subjects: dict[str, float]
    other_factors: dict[str, Anova]

    def as_dict(self) -> dict[str, Any]:
        return {
            "reading": {name: effect.as_dict() for name, effect in self.reading.items()},
            "question_accuracy": {str(number): effect.as_dict() for number, effect in self.accuracy.items()},
            "question_time": {name: effect.as_dict() for name, effect in self.question_time.items()},
            "ms_per_word_by_subject": self.subjects,
            "other_factors": {name: found.as_dict() for name, found in self.other_factors.items()},
        }


def analyse(results: Results) -> Analysis:
    """Every analysis that the results allow."""
    readings, answers = results.readings, results.answers
    with_words = [row for row in readings if row.words]
    speeds = {subject: fmean(times) for subject, times in _grouped(with_words, _subject, _per_word).items()}
    analyses: dict[str, tuple[str, Sequence[Reading], Callable[[Reading], float]]] = {
        "ms": ("SRTime (ms)", readings, _ms),
        "ms_per_word": ("SRTime per word (ms)", with_words, _per_word),
        "ms_with_references": ("SRTime of sentences with references (ms)", [r for r in readings if r.references], _ms),
        "relative_to_subject": (
            "SRTime per word, relative to the subject's mean",
            with_words,
            lambda row: _per_word(row) / speeds[row.subject] if speeds[row.subject] else 0.0,
        ),
    }
    reading = {name: _effect(title, rows, value) for name, (title, rows, value) in analyses.items() if rows}
    judged = [row for row in answers if row.correct is not None]
    numbers = sorted({row.number for row in answers})
    accuracy = {
        number: _effect(f"Q-Acc, question {number}", of_number, lambda row: float(bool(row.correct)))
        for number in numbers
        if (of_number := [row for row in judged if row.number == number])
    }
    times = {"all": _effect("Q-Time (ms)", answers, _ms)} if answers else {}
    for number in numbers:
        of_number = [row for row in answers if row.number == number]
        times[str(number)] = _effect(f"Q-Time, question {number} (ms)", of_number, _ms)
    return Analysis(reading, accuracy, times, dict(sorted(speeds.items())), _other_factors(readings))


def _other_factors(readings: Sequence[Reading]) -> dict[str, Anova]:
    """Whether the readers differ, and the texts: much of the variance comes from there."""
    if not readings:
        return {}
    value = _per_word if all(row.words for row in readings) else _ms
    return {
        "subject": anova(list(_grouped(readings, _subject, value).values())),
        "text": anova(list(_grouped(readings, lambda row: row.text, value).values())),
    }


def _effect(title: str, rows: Any, value: Callable[[Any], float]) -> Effect:
    """The measure by system, in the order of the names."""
    cases = dict(sorted(_grouped(rows, lambda row: row.system, value).items()))
    groups = list(cases.values())
    letters = dict(zip(cases, homogeneous_subsets(groups), strict=True))
    means = {system: fmean(values) for system, values in cases.items()}
    return Effect(title, means, sum(map(len, groups)), anova(groups), letters)


def _grouped(rows: Iterable[Any], by: Callable[[Any], str], value: Callable[[Any], float]) -> Cases:
    found: Cases = {}
    for row in rows:
        found.setdefault(by(row), []).append(value(row))
    return found


def _subject(row: Reading) -> str:
    return row.subject


def _ms(row: Reading | Answering) -> float:
    return row.ms


def _per_word(row: Reading) -> float:
    return row.ms / (row.words or 1)
