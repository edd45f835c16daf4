"""Experiments with resolvers as tables: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

from collections.abc import Sequence

from corefer.document.anaphors import PRONOMINAL, AnaphorType
from corefer.experiment.comparison import Resolvers
from corefer.experiment.measures import ALL, RATE, TABLES
from corefer.experiment.running import METRICS
from corefer.report.comparison import Page, Table
from corefer.score.metric import METRICS as STANDARD
from corefer.score.significance import Comparison

NOTHING = "–"
SINGLETONS = {"kept": "F1 with singletons", "dropped": "F1 without singletons"}
# The first table: what a reader wants to know at once, and what stands over the column.
CHOSEN = (
    ("kept.conll", "CoNLL"),
    ("dropped.conll", "CoNLL without singletons"),
    ("antecedents.PER3.f1", "PER3"),
    ("antecedents.POS3.f1", "POS3"),
    (f"antecedents.{ALL}.f1", "Antecedents"),
    (f"anchors.{ALL}.f1", "Anchors"),
    (f"{RATE}.Total", "Resolution rate"),
)


def resolvers_page(found: Resolvers) -> Page:
    """All measures of all resolvers; the disclosure is no table of this kind, and prints itself."""
    statistics = found.statistics
    page = Page([_overview(found)], signatures=[found.signature])
    page.tables += [_values(found, title, _standard(name)) for name, title in SINGLETONS.items()]
    for name in TABLES:
        rows = row_names(statistics, name)
        page.tables.append(_values(found, f"{name.capitalize()}: F1", [(f"{name}.{row}.f1", row) for row in rows]))
        page.tables.append(_both_ways(found, f"{name.capitalize()}: precision / recall", name, rows))
    columns = row_names(statistics, RATE)
    page.tables.append(_values(found, "Resolution rate", [(f"{RATE}.{column}", column) for column in columns]))
    if statistics.intervals:
        page.notes.append(
            f"Below each row: {statistics.level:.0%} intervals, {statistics.samples:,} resamples of the documents, "
            f"seed {statistics.seed}."
        )
    if statistics.letters:
        page.notes.append(
            "Resolvers that share a letter do not differ by that measure: approximate randomisation of each two, "
            f"p ≥ {1 - statistics.level:.2g} corrected over the pairs (Holm)."
        )
    page.notes.append(
        "Antecedents and anchors by the type of anaphor; recall is of those for which the key has something to find. "
        "Seconds are of the processor, for deciding alone; words a second count all from an analysed document to "
        "entities; MB is what a process of its own grew by for the longest document."
    )
    return page


def title_of(found: Resolvers) -> str:
    documents = found.statistics.documents
    corpus = f"{found.corpus}: " if found.corpus else ""
    return (
        f"Resolvers on {corpus}{documents:,} document{'' if documents == 1 else 's'}, {found.costs[0].words:,} words; "
        f"{found.parse} parse, {found.mentions} mentions"
    )


def row_names(statistics: Comparison, table: str) -> list[str]:
    """The types of anaphor, or the columns, that a table of measures has, in its order."""
    prefix = f"{table}."
    parts = (name.removeprefix(prefix) for name in statistics.scores if name.startswith(prefix))
    return list(dict.fromkeys(part if table == RATE else part.rsplit(".", 1)[0] for part in parts))


def _standard(singletons: str) -> list[tuple[str, str]]:
    return [(f"{singletons}.{name}", STANDARD[name].title) for name in METRICS] + [(f"{singletons}.conll", "CoNLL")]


# --- tables


def _overview(found: Resolvers) -> Table:
    chosen = [(measure, title) for measure, title in CHOSEN if measure in found.statistics.scores]
    header = ["Resolver", "Attempts", *(title for _, title in chosen), "CPU s", "Words/s", "MB"]
    rows = []
    for n, name in enumerate(found.names):
        cost = found.costs[n]
        rows.append(
            [
                name,
                attempted(found.attempts[n]),
                *(_cell(found, measure, n) for measure, _ in chosen),
                f"{cost.deciding:.2f}",
                f"{cost.words_per_second:,.0f}",
                NOTHING if cost.megabytes is None else f"{cost.megabytes:.0f}",
            ]
        )
    return Table(title_of(found), header, rows)


def attempted(kinds: Sequence[str]) -> str:
    """Which types of anaphor a resolver attempts, in a word where there is one."""
    if set(kinds) == set(AnaphorType):
        return ALL
    return "pronouns" if set(kinds) == PRONOMINAL else ", ".join(kinds) or NOTHING


def _values(found: Resolvers, title: str, measures: Sequence[tuple[str, str]]) -> Table:
    """A row of values with letters for each resolver, and under it one of their intervals."""
    rows = []
    for n, name in enumerate(found.names):
        shown = [(measure, is_made(found, measure, n)) for measure, _ in measures]
        rows.append([name, *(_cell(found, measure, n) if made else NOTHING for measure, made in shown)])
        if found.statistics.intervals:
            rows.append(["", *(_interval(found, measure, n) if made else "" for measure, made in shown)])
    return Table(title, ["Resolver", *(name for _, name in measures)], rows)


def _both_ways(found: Resolvers, title: str, table: str, rows: Sequence[str]) -> Table:
    lines = []
    for n, name in enumerate(found.names):
        cells = []
        for row in rows:
            precision, recall = (percent(found.value(n, f"{table}.{row}.{part}")) for part in ("precision", "recall"))
            cells.append(f"{precision} / {recall}" if is_made(found, f"{table}.{row}.f1", n) else NOTHING)
        lines.append([name, *cells])
    return Table(title, ["Resolver", *rows], lines)


def is_made(found: Resolvers, measure: str, system: int) -> bool:
    """Whether the resolver has anything by this measure; of a type that it does not attempt, it has not."""
    table, _, rest = measure.partition(".")
    if table not in TABLES:
        return True
    row = rest.rsplit(".", 1)[0]
    tally = getattr(found.disciplines[system], table).get(row)
    return row == ALL or (tally is not None and tally.counts.precision_of > 0)


def _cell(found: Resolvers, measure: str, system: int) -> str:
    letters = found.statistics.letters.get(measure)
    value = percent(found.value(system, measure))
    return f"{value} {letters[system]}" if letters else value


def _interval(found: Resolvers, measure: str, system: int) -> str:
    low, high = found.statistics.intervals[measure][system]
    return f"[{percent(low)}, {percent(high)}]"


def percent(value: float) -> str:
    return f"{100 * value:.1f}"
