"""Experiments with resolvers as tables: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

from collections.abc import Sequence

from corefer.document.anaphors import PRONOMINAL, AnaphorType
from corefer.experiment.ablation import Ablation
from corefer.experiment.comparison import Resolvers
from corefer.experiment.measures import ALL, RATE, TABLES
from corefer.experiment.running import METRICS
from corefer.report.comparison import Page, Table
from corefer.score.metric import METRICS as STANDARD
from corefer.score.significance import Comparison, Interval, SignificanceTest

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
    return _bounds(found.statistics.intervals[measure][system])


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


# --- ablation


def ablation_page(found: Ablation) -> Page:
    """Table 3 for this corpus: the values, and under them by how much they differ from the resolver as it is."""
    statistics = found.statistics
    rows = []
    for n, experiment in enumerate(found.experiments):
        number = f"({experiment.number}) " if experiment.number else ""
        cells = [percent(statistics.scores[measure][n]) for measure in found.columns.values()]
        rows.append([f"{number}{experiment.title}", *cells])
        if statistics.intervals:
            rows.append(["", *(_bounds(statistics.intervals[measure][n]) for measure in found.columns.values())])
    page = Page([Table(ablation_title(found), ["Experiment", *found.columns], rows)], signatures=[found.signature])
    if statistics.intervals:
        page.tables.append(_lost(found))
        page.notes.append(
            f"Below each row: {statistics.level:.0%} intervals, {statistics.samples:,} resamples of the documents, "
            f"seed {statistics.seed}. Differences marked * are significant: approximate randomisation, "
            f"p < {1 - statistics.level:.2g} corrected over the experiments (Holm)."
        )
    page.notes.append(
        "Pco, Rco: coreference classes; Pna, Rna: anchors of all pronouns; PER3, POS3: precision of immediate "
        f"antecedents. The threshold of the profile {found.profile.name} is {found.profile.threshold:g}"
        + (
            "."
            if any(e.threshold is not None for e in found.experiments)
            else "; a gold parse has no doubts to cut at."
        )
    )
    return page


def ablation_title(found: Ablation) -> str:
    documents = found.statistics.documents
    corpus = f"{found.corpus}: " if found.corpus else ""
    return (
        f"Ablation of {found.system.name} on {corpus}{documents:,} document{'' if documents == 1 else 's'}, "
        f"{found.words:,} words; {found.parse} parse, {found.mentions} mentions"
    )


def _lost(found: Ablation) -> Table:
    rows = []
    for n, experiment in enumerate(found.experiments[1:], 1):
        cells = []
        for column in found.columns:
            difference = found.difference(column, n)
            p = difference.corrected.get(SignificanceTest.RANDOMISATION, 1.0)
            star = "*" if p < 1 - found.statistics.level else ""
            cells.append(f"{signed(difference.difference)}{star}")
        rows.append([experiment.title, *cells])
    return Table("Difference from the original", ["Experiment", *found.columns], rows)


def _bounds(interval: Interval) -> str:
    return f"[{percent(interval[0])}, {percent(interval[1])}]"


def signed(value: float) -> str:
    """A difference in points."""
    points = f"{100 * value:+.1f}"
    return "0.0" if float(points) == 0 else points.replace("-", "−")
