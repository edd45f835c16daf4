"""Error analysis: every difference between key and response, classified, counted, and traceable to the text.

In the spirit of Kummerfeld and Klein (2013), but direct; `corefer.score.diagnose` says what is an error and what
counts as one, `corefer.score.error_records` names the kinds and reasons. These hold for every analysis:

- span errors + missing mentions = key mentions without a match; span errors + extra mentions likewise;
- a key entity is in at most one record of the entity family, and so is a response entity;
- correct + wrong + spurious + missing antecedents = found anaphors, type by type;
- identical inputs have no errors.

Where no span stands in two entities, two more hold:

- the parts of divided entities, less one each, are the recall cuts of the MUC score over found mentions (ROSANA's
  discipline, Stuckardt 2001, section 5); those of conflated entities its precision cuts;
- where all mentions are right, there are wrong entities if and only if there are wrong antecedents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from corefer.document import CoreferError
from corefer.document.anaphors import AnaphorType
from corefer.score.diagnose import Totals, diagnose
from corefer.score.error_records import (
    ANTECEDENTS,
    ENTITIES,
    FAMILIES,
    MEANING,
    MENTIONS,
    REASONS,
    ErrorRecord,
    Excerpt,
    Kind,
    Quote,
    Reason,
    Spans,
)
from corefer.score.matching import Pair
from corefer.score.report import Report

__all__ = [
    "ANTECEDENTS",
    "ENTITIES",
    "FAMILIES",
    "MEANING",
    "MENTIONS",
    "REASONS",
    "CommonError",
    "ErrorAnalysis",
    "ErrorRecord",
    "Excerpt",
    "Kind",
    "Quote",
    "Reason",
    "Tally",
    "Totals",
    "analyse",
    "analyse_report",
    "common_errors",
    "first_of_each_kind",
]


@dataclass(slots=True)
class Tally:
    """The errors of one kind, counted by reason and type."""

    cells: Counter[tuple[Reason | None, AnaphorType]] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.cells.total()

    @property
    def reasons(self) -> Counter[Reason]:
        """By reason; kinds without reasons have none."""
        result: Counter[Reason] = Counter()
        for (reason, _), count in self.cells.items():
            if reason is not None:
                result[reason] += count
        return result

    @property
    def types(self) -> Counter[AnaphorType]:
        result: Counter[AnaphorType] = Counter()
        for (_, type_), count in self.cells.items():
            result[type_] += count
        return result

    def as_dict(self) -> dict[str, Any]:
        return {"total": self.total, "reasons": _by_count(self.reasons), "types": _by_count(self.types)}


@dataclass(slots=True)
class ErrorAnalysis:
    """The errors of one response, in the order of documents, families and the text."""

    name: str = "response"
    errors: list[ErrorRecord] = field(default_factory=list)
    totals: Totals = field(default_factory=Totals)
    documents: int = 0
    signature: str = ""

    def __len__(self) -> int:
        return len(self.errors)

    def of_kind(self, kind: Kind) -> Iterator[ErrorRecord]:
        return (error for error in self.errors if error.kind is kind)

    def only(self, kinds: Collection[Kind]) -> ErrorAnalysis:
        """The analysis with errors of these kinds alone."""
        errors = [error for error in self.errors if error.kind in kinds]
        return replace(self, errors=errors)

    def counts(self) -> dict[Kind, Tally]:
        """A tally of each kind, empty where there are no such errors."""
        result = {kind: Tally() for kind in Kind}
        for error in self.errors:
            result[error.kind].cells[error.reason, error.type] += 1
        return result

    def as_dict(self, examples: int | None = None) -> dict[str, Any]:
        """Counts and errors as plain values; `examples` limits the errors to the first so many of each kind."""
        totals = self.totals
        return {
            "response": self.name,
            "documents": self.documents,
            "totals": {
                "key_mentions": totals.key_mentions,
                "response_mentions": totals.response_mentions,
                "matched_mentions": totals.matched,
                "key_entities": totals.key_entities,
                "response_entities": totals.response_entities,
                "anaphors": _by_count(totals.anaphors),
                "correct_antecedents": _by_count(totals.correct),
            },
            "counts": {kind.value: tally.as_dict() for kind, tally in self.counts().items()},
            "errors": [error.as_dict() for error in first_of_each_kind(self.errors, examples)],
            "signature": self.signature,
        }


def analyse(pairs: Iterable[Pair], name: str = "response") -> ErrorAnalysis:
    """Classify the differences of matched documents."""
    analysis = ErrorAnalysis(name)
    for pair in pairs:
        errors, totals = diagnose(pair)
        analysis.errors += errors
        analysis.totals.add(totals)
        analysis.documents += 1
    return analysis


def analyse_report(report: Report) -> ErrorAnalysis:
    """Classify the differences behind a report, which must have kept its pairs."""
    if len(report.pairs) != len(report.ids):
        raise CoreferError("the report has no pairs to analyse (score with keep_pairs=True)")
    analysis = analyse(report.pairs, report.name)
    analysis.signature = report.signature("errors")
    return analysis


Error = TypeVar("Error", bound="ErrorRecord | CommonError")


def first_of_each_kind(errors: Iterable[Error], limit: int | None) -> Iterator[Error]:
    """The first `limit` errors of each kind; all without a limit."""
    seen: Counter[Kind] = Counter()
    for error in errors:
        seen[error.kind] += 1
        if limit is None or seen[error.kind] <= limit:
            yield error


def _by_count(counts: Counter[Any]) -> dict[str, int]:
    """The most frequent first, without zeros."""
    return {str(name.value): count for name, count in counts.most_common() if count}


# --- several responses


@dataclass(frozen=True, slots=True)
class CommonError:
    """One kind of error at one place, and who makes it: response name -> record."""

    kind: Kind
    document: str
    place: Spans
    made_by: dict[str, ErrorRecord]

    def as_dict(self) -> dict[str, Any]:
        record = next(iter(self.made_by.values()))
        return {"responses": list(self.made_by), **record.as_dict()}


def common_errors(analyses: Sequence[ErrorAnalysis], at_least: int = 2) -> list[CommonError]:
    """The errors that several responses make, those that most make first, otherwise in order.

    The same error is the same kind at the same place: the mention, the anaphor, the entity's first mention, or for a
    conflated entity the first mentions of the key entities that it merges.
    """
    if len({analysis.name for analysis in analyses}) != len(analyses):
        raise CoreferError("two responses have the same name (name each of them)")
    made: dict[tuple[str, Kind, Spans], dict[str, ErrorRecord]] = {}
    for analysis in analyses:
        for error in analysis.errors:
            made.setdefault((error.document, error.kind, error.place), {}).setdefault(analysis.name, error)
    common = [
        CommonError(kind, document, place, by) for (document, kind, place), by in made.items() if len(by) >= at_least
    ]
    return sorted(common, key=lambda error: -len(error.made_by))
