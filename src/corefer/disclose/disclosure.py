"""The `Disclosure`: from a key and what systems made of it to the standard disclosure (Byron 2001)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from corefer.disclose import data, render
from corefer.disclose.cells import tokens_of
from corefer.disclose.counting import Counts, tally
from corefer.disclose.header import Size, corpus_name
from corefer.disclose.outcomes import judge
from corefer.disclose.plan import TOTAL, Plan, default_plan, read_plan
from corefer.disclose.records import Found, Record, records
from corefer.disclose.table import NOTHING, Table, lay_out, round_half_up
from corefer.disclose.view import View
from corefer.document import CoreferError, Document
from corefer.document.anaphors import ATTEMPTED
from corefer.document.memory import rare_collection
from corefer.score.scorer import pairs_of
from corefer.score.settings import Settings
from corefer.version import __version__

Documents = Document | Iterable[Document]
ALL = "All"


@dataclass
class Disclosure:
    """A standard disclosure: one record per pronoun token, and every table that can be summed from them."""

    plan: Plan
    systems: list[str]
    records: list[Record]
    size: Size
    sizes: dict[str, Size]
    corpus: str = ""
    warnings: list[str] = field(default_factory=list)
    attempted: dict[str, str] = field(default_factory=dict)  # by system, where its documents say so

    # --- numbers

    @cached_property
    def counts(self) -> Counts:
        return tally(self.records, self.plan, self.systems)

    @cached_property
    def by_genre(self) -> dict[str, Counts]:
        """The same counts for the documents of each genre."""
        return {
            genre: tally([r for r in self.records if r.genre == genre], self.plan, self.systems) for genre in self.sizes
        }

    @property
    def columns(self) -> list[str]:
        return self.counts.columns

    @property
    def resolution_rate(self) -> dict[str, dict[str, float | None]]:
        """Percent by system and column, the total first; None where a column has no referential pronoun."""
        return {
            name: {c: system.resolution_rate.percent(c) for c in (TOTAL, *self.columns[:-1])}
            for name, system in self.counts.systems.items()
        }

    @property
    def signature(self) -> str:
        """How the numbers came about, in one line."""
        return self._signature(self.size)

    def _signature(self, size: Size) -> str:
        return "|".join(
            (
                "disclosure",
                f"match:{self.plan.match}",
                f"count:{self.plan.count}",
                f"long_distance:{self.plan.long_distance}",
                f"cataphora:{self.plan.cataphora}",
                f"docs:{size.documents}",
                f"version:{__version__}",
            )
        )

    # --- tables

    @property
    def header(self) -> list[tuple[str, str]]:
        return self._header(self.size)

    @cached_property
    def table(self) -> Table:
        return self._table(self.counts, self.size)

    def genre_table(self, genre: str) -> Table:
        """The table of one genre's documents."""
        return self._table(self.by_genre[genre], self.sizes[genre], genre)

    @property
    def summary(self) -> tuple[list[str], list[list[str]]]:
        """Genre by genre: the size, A, C and E, and each system's resolution rate (header, rows)."""
        header = ["Genre", "Documents", "Words", "A", "C", "E", *(f"RR {name}" for name in self.systems)]
        groups = [*((g, self.sizes[g], self.by_genre[g]) for g in self.sizes), (ALL, self.size, self.counts)]
        rows = []
        for genre, size, counts in groups:
            numbers = (
                size.documents,
                size.words,
                *(r[TOTAL] for r in (counts.raw, counts.total_referential, counts.evaluated)),
            )
            rates = (counts.systems[name].resolution_rate.percent(TOTAL) for name in self.systems)
            shown = [NOTHING if rate is None else f"{round_half_up(rate)}%" for rate in rates]
            rows.append([genre, *(f"{number:,}" for number in numbers), *shown])
        return header, rows

    def tables(self, by_genre: bool) -> list[Table]:
        """The corpus's table; with `by_genre` each genre's before it."""
        return [*(self.genre_table(genre) for genre in self.sizes if by_genre), self.table]

    def _header(self, size: Size, genre: str = "") -> list[tuple[str, str]]:
        shown = genre or self.plan.genre or ", ".join(sorted(g for g in self.sizes if g != "(none)")) or NOTHING
        return [("Evaluation corpus name", self.corpus or NOTHING), ("Genre", shown), ("Size", str(size))]

    def _table(self, counts: Counts, size: Size, genre: str = "") -> Table:
        table = lay_out(counts, self.plan, self._header(size, genre))
        table.notes += [f"{name} attempted: {what}." for name, what in self.attempted.items()]
        table.notes.append(self._signature(size))
        return table

    # --- renderings

    def to_text(self, width: int = 120, *, by_genre: bool = False) -> str:
        """For the terminal, no wider than `width` as far as single columns allow."""
        parts = [render.text(table, width) for table in self.tables(by_genre)]
        return "\n\n".join([*parts, render.grid(*self.summary, width)] if by_genre else parts)

    def to_markdown(self, *, by_genre: bool = False) -> str:
        parts = [render.markdown(table) for table in self.tables(by_genre)]
        return "\n".join([*parts, render.markdown_grid(*self.summary)] if by_genre else parts)

    def to_latex(self, *, by_genre: bool = False) -> str:
        r"""Tables in booktabs style; put `\usepackage{booktabs}` into the preamble."""
        parts = [render.latex(table) for table in self.tables(by_genre)]
        return "\n".join([*parts, render.latex_grid(*self.summary)] if by_genre else parts)

    def to_csv(self, *, by_genre: bool = False) -> str:
        genres = list(self.by_genre.items()) if by_genre else []
        return data.as_csv([*genres, (ALL, self.counts)])

    def trace_text(self) -> str:
        """Every pronoun token on a line: place, form, column, category or outcomes."""
        return render.trace_text(self.records)

    def trace_markdown(self) -> str:
        return render.trace_markdown(self.records)

    def trace_csv(self) -> str:
        return data.trace_csv(self.records, self.systems)

    def tokens(self, section: str, row: str, column: str = TOTAL) -> list[Record]:
        """The tokens behind a cell, as `tokens("rows", "E", "It")` or `tokens("system Alpha", "inter")`."""
        return tokens_of(self.records, self.plan, section, row, column)

    def as_dict(self, *, by_genre: bool = False, trace: bool = False) -> dict[str, Any]:
        """What JSON says: columns, rows, systems; header and signature; on request the genres and every token."""
        result = {
            "header": {"corpus": self.corpus, "genres": self.size.genres, **self.size.as_dict()},
            **data.as_dict(self.counts),
            "signature": self.signature,
        }
        if self.attempted:
            result["attempted"] = self.attempted
        if by_genre:
            result["by"] = {
                "genre": {
                    genre: {"header": self.sizes[genre].as_dict(), **data.as_dict(counts)}
                    for genre, counts in self.by_genre.items()
                }
            }
        if trace:
            result["trace"] = [record.as_dict() for record in self.records]
        return result

    def to_json(self, *, by_genre: bool = False, trace: bool = False) -> str:
        return json.dumps(self.as_dict(by_genre=by_genre, trace=trace), ensure_ascii=False, indent=2) + "\n"


def make(
    key: Documents,
    systems: Mapping[str, Documents] | None = None,
    plan: Plan | str | Path | None = None,
    *,
    corpus: str = "",
    match: str | None = None,
    track: Callable[[Iterable[Document], str], Iterable[Document]] | None = None,
) -> Disclosure:
    """What `corefer.disclose` does; see there."""
    plan = plan if isinstance(plan, Plan) else default_plan() if plan is None else read_plan(plan)
    plan = plan.with_match(match) if match else plan
    follow = track or (lambda documents, _: documents)
    size = Size()
    sizes: dict[str, Size] = {}
    views: dict[str, tuple[View, list[Found]]] = {}
    with rare_collection() as done:
        for document in follow(_several(key), "finding pronouns"):
            if document.id in views:
                raise CoreferError(f"the key has two documents of the id {document.id} (give each its own)")
            view = View(document)
            views[document.id] = (view, list(records(view, plan)))
            size.add(document)
            sizes.setdefault(document.genre or "(none)", Size()).add(document)
            done(len(document.tokens))
        warnings = _shortcomings(views)
        attempted: dict[str, str] = {}
        for name, response in (systems or {}).items():
            truth = (view.document for view, _ in views.values())
            said: list[str] = []
            for ours, theirs in pairs_of(truth, iter(follow(_several(response), f"judging {name}")), Settings(), said):
                view, found = views[ours.id]
                if what := theirs.meta.get(ATTEMPTED):
                    attempted.setdefault(name, what)
                judge(view, found, theirs, plan, name)
            warnings += [f"{name}: {warning}" for warning in said]
    documents = [view.document for view, _ in views.values()]
    every = [item.record for _, found in views.values() for item in found]
    named = corpus_name(documents, plan.corpus or corpus)
    sizes = dict(sorted(sizes.items()))
    return Disclosure(plan, list(systems or {}), every, size, sizes, named, warnings, attempted)


def join(parts: Sequence[Disclosure], corpus: str = "") -> Disclosure:
    """The disclosure over all documents from those of each, made under the same plan for the same systems."""
    size = Size()
    sizes: dict[str, Size] = {}
    for part in parts:
        size.extend(part.size)
        for genre, of_genre in part.sizes.items():
            sizes.setdefault(genre, Size()).extend(of_genre)
    every = [record for part in parts for record in part.records]
    warnings = [warning for part in parts for warning in part.warnings]
    first = parts[0]
    named = corpus or (first.corpus if len(parts) == 1 else first.plan.corpus)
    sizes = dict(sorted(sizes.items()))
    return Disclosure(first.plan, first.systems, every, size, sizes, named, warnings, first.attempted)


def _several(documents: Documents) -> Iterable[Document]:
    return [documents] if isinstance(documents, Document) else documents


def _shortcomings(views: Mapping[str, tuple[View, list[Found]]]) -> list[str]:
    """Warnings where the key says too little: no mentions, or no parse for the categories that need one."""
    if views and not any(view.document.mentions for view, _ in views.values()):
        return ["the key has no mentions: what its pronouns refer to is not known, so none is evaluated"]
    without = [id for id, (view, _) in views.items() if not view.is_parsed]
    if not without:
        return []
    return [
        f"{len(without)} of {len(views)} documents have no parse ({without[0]}, …): pleonastic, abandoned and bound "
        "pronouns, events and complete references are not found in them, unless annotated"
    ]
