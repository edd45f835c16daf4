"""The tables of an error analysis, as rows of text: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from corefer.document.anaphors import AnaphorType
from corefer.score.errors import ANTECEDENTS, REASONS, CommonError, ErrorAnalysis, Kind

Table = tuple[list[str], list[list[str]]]


def counts_table(analyses: Sequence[ErrorAnalysis], kinds: Collection[Kind]) -> Table:
    """A row a kind with its total, then a row a reason; a column a response."""
    tallies = [analysis.counts() for analysis in analyses]
    rows = []
    for kind in (kind for kind in Kind if kind in kinds):
        rows.append([kind.heading, "", *(f"{tally[kind].total:,}" for tally in tallies)])
        for reason in REASONS[kind]:
            counts = [tally[kind].reasons[reason] for tally in tallies]
            if any(counts):
                rows.append(["", reason.value, *(f"{count:,}" for count in counts)])
    return ["Error", "How or why", *(analysis.name for analysis in analyses)], rows


def antecedents_table(analyses: Sequence[ErrorAnalysis]) -> Table:
    """What became of the anaphors that were found: a row a type (and response, of several), then their sums."""
    header = ["Anaphor type", "Anaphors", "Right", "Wrong", "Spurious", "Missing", "False"]
    if len(analyses) == 1:
        return header, _antecedents(analyses[0])
    return ["Response", *header], [[analysis.name, *row] for analysis in analyses for row in _antecedents(analysis)]


def _antecedents(analysis: ErrorAnalysis) -> list[list[str]]:
    tallies = analysis.counts()
    columns = [analysis.totals.anaphors, analysis.totals.correct, *(tallies[kind].types for kind in ANTECEDENTS)]
    rows = [
        [type_.value, *(f"{column[type_]:,}" for column in columns)]
        for type_ in AnaphorType
        if any(column[type_] for column in columns)
    ]
    return [*rows, ["all", *(f"{column.total():,}" for column in columns)]]


def common_table(common: Sequence[CommonError], responses: int, kinds: Collection[Kind]) -> Table:
    """How many errors of each kind two responses share, three, and so on."""
    sizes = range(2, responses + 1)
    header = ["Error", *(f"by all {size}" if size == responses else f"by {size}" for size in sizes)]
    rows = [
        [kind.heading, *(f"{sum(len(e.made_by) == size for e in common if e.kind is kind):,}" for size in sizes)]
        for kind in Kind
        if kind in kinds
    ]
    return header, rows
