"""GAP's score (Webster et al. 2018, section 4): F1 over pronoun–name pairs, by the pronoun's gender, and the bias.

Each example asks two questions: is the pronoun A, is it B? Counts and scores are those of GAP's own scorer, also
where it is peculiar: an example without an answer counts as two false negatives, whatever is true of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from corefer.document import CoreferError, Document, Entity
from corefer.score.contingency import Counts
from corefer.score.metric import Score
from corefer.score.ratios import score

Answer = tuple[bool, bool]  # whether the pronoun corefers with A, and with B
SHOWN = 3  # ids that a message lists


class Gender(StrEnum):
    MASCULINE = "masculine"
    FEMININE = "feminine"


_GENDERS = {
    **dict.fromkeys(("he", "him", "his"), Gender.MASCULINE),
    **dict.fromkeys(("she", "her", "hers"), Gender.FEMININE),
}


@dataclass(frozen=True, slots=True)
class Confusion:
    """Answers by what they say and whether they are right."""

    true_positives: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    true_negatives: int = 0

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(
            self.true_positives + other.true_positives,
            self.false_positives + other.false_positives,
            self.false_negatives + other.false_negatives,
            self.true_negatives + other.true_negatives,
        )

    @property
    def counts(self) -> Counts:
        found = self.true_positives
        return Counts(found, found + self.false_negatives, found, found + self.false_positives)

    @property
    def score(self) -> Score:
        return score(self.counts)

    def as_dict(self) -> dict[str, float]:
        return {
            "true_positives": self.true_positives,
            "false_positives": self.false_positives,
            "false_negatives": self.false_negatives,
            "true_negatives": self.true_negatives,
            **self.score.as_percent(),
        }


@dataclass(frozen=True, slots=True)
class GapScore:
    """Counts by the pronoun's gender; those of several sets of examples add up."""

    masculine: Confusion = Confusion()
    feminine: Confusion = Confusion()
    warnings: tuple[str, ...] = ()

    def __add__(self, other: GapScore) -> GapScore:
        return GapScore(
            self.masculine + other.masculine, self.feminine + other.feminine, self.warnings + other.warnings
        )

    @property
    def overall(self) -> Confusion:
        return self.masculine + self.feminine

    @property
    def bias(self) -> float | None:
        """F1 on feminine over F1 on masculine pronouns; None unless both are above 0, as GAP's scorer has it."""
        masculine, feminine = self.masculine.score.f1, self.feminine.score.f1
        return feminine / masculine if masculine and feminine else None

    def as_dict(self) -> dict[str, Any]:
        return {
            "overall": self.overall.as_dict(),
            "masculine": self.masculine.as_dict(),
            "feminine": self.feminine.as_dict(),
            "bias": self.bias,
            "warnings": list(self.warnings),
        }


def gap(gold: Iterable[Document], response: Iterable[Document], predict: Callable[[Document], Answer]) -> GapScore:
    """Score documents; they are paired by id.

    Gold documents have mentions with the ids `Pronoun`, `A` and `B`. `predict` reads an answer off a response, which
    may have found mentions of its own: `corefer.formats.gap.predict`, so that a score is the same for documents
    and for the predictions that are written for them.
    """
    return gap_of_answers(gold, {id: predict(document) for id, document in _by_id(response, "response").items()})


def gap_of_answers(gold: Iterable[Document], answers: Mapping[str, Answer]) -> GapScore:
    """Score answers, given by the examples' ids."""
    examples = _by_id(gold, "gold")
    return score_decisions(
        {id: _truth(document) for id, document in examples.items()},
        answers,
        {id: _pronoun(document) for id, document in examples.items()},
    )


def score_decisions(
    gold: Mapping[str, Answer], response: Mapping[str, Answer], pronouns: Mapping[str, str]
) -> GapScore:
    """Score answers, given by the examples' ids, as are the pronouns."""
    counts = {gender: Confusion() for gender in Gender}
    for id, truths in gold.items():
        gender = _gender(id, pronouns[id])
        counts[gender] += _confusion(truths, response.get(id))
    return GapScore(counts[Gender.MASCULINE], counts[Gender.FEMININE], tuple(_warnings(gold, response)))


def _confusion(truths: Answer, answers: Answer | None) -> Confusion:
    if answers is None:
        return Confusion(false_negatives=len(truths))
    pairs = list(zip(truths, answers, strict=True))
    return Confusion(
        pairs.count((True, True)), pairs.count((False, True)), pairs.count((True, False)), pairs.count((False, False))
    )


def _warnings(gold: Mapping[str, Answer], response: Mapping[str, Answer]) -> Iterable[str]:
    missing = [id for id in gold if id not in response]
    if missing:
        yield f"{len(missing)} examples have no answer and count as false negatives: {_some(missing)}"
    unknown = [id for id in response if id not in gold]
    if unknown:
        yield f"{len(unknown)} answers are to examples that the gold lacks, and do not count: {_some(unknown)}"


def _some(ids: list[str]) -> str:
    return ", ".join(ids[:SHOWN]) + (", …" if len(ids) > SHOWN else "")


def _gender(id: str, pronoun: str) -> Gender:
    gender = _GENDERS.get(pronoun.lower())
    if gender is None:
        raise CoreferError(f"{id}: `{pronoun}` is none of GAP's pronouns (they are {', '.join(_GENDERS)})")
    return gender


# --- from documents


def _by_id(documents: Iterable[Document], name: str) -> dict[str, Document]:
    found: dict[str, Document] = {}
    for document in documents:
        if document.id in found:
            raise CoreferError(f"the {name} has two documents of the id {document.id} (give each its own)")
        found[document.id] = document
    return found


def _truth(document: Document) -> Answer:
    labelled: dict[str, Entity] = {mention.id: mention.entity for mention in document.mentions}
    if not labelled.keys() >= {"Pronoun", "A", "B"}:
        raise CoreferError(f"{document.id} is no gold of GAP's: it lacks mentions Pronoun, A and B (read a GAP file)")
    return labelled["A"] is labelled["Pronoun"], labelled["B"] is labelled["Pronoun"]


def _pronoun(document: Document) -> str:
    return next(document.mention_text(mention) for mention in document.mentions if mention.id == "Pronoun")
