"""GREC scores as the paper's tables: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

from math import isfinite

from corefer.grec.extrinsic import MEASURES, Extrinsic
from corefer.grec.metrics import METRICS
from corefer.grec.scoring import Part, Scores, System
from corefer.grec.statistics import ALPHA, Anova
from corefer.report.comparison import Page, Table

LEAST_P = 0.001
TYPE, STRING = "type_accuracy", "string_accuracy"


def score_page(scores: Scores) -> Page:
    """Type accuracy with its subsets and domains, then the string metrics."""
    types = f"{METRICS[TYPE].title}, {size(scores)}"
    page = Page([_types(scores, types), _strings(scores, "String metrics")], signatures=[scores.signature])
    page.notes += notes(scores)
    return page


def report_page(scores: Scores, single: Scores, extrinsic: Extrinsic | None) -> Page:
    """The paper's tables; `single` is by the first version of each text, where there are several."""
    title = METRICS[TYPE].title
    page = Page(
        [_domains(single, f"Table 1: {title} by domain, {size(single)}"), _subsets(single, f"Table 2: {title}")],
        notes(scores),
        [scores.signature],
    )
    if scores is not single:
        page.tables.append(_types(scores, f"Table 3: {title}, {size(scores)}"))
    page.tables.append(_strings(scores, f"Table 4: word string similarity, {size(scores)}"))
    if len(scores.systems) > 2:
        page.tables.append(_correlations(scores))
    if extrinsic:
        page.tables += [_extrinsic(extrinsic), _by_resolver(extrinsic)]
        page.notes += _extrinsic_notes(extrinsic)
    return page


def _domains(scores: Scores, title: str) -> Table:
    rows = [
        [system.name, _printed(system.whole, TYPE), *(_printed(part, TYPE) for part in system.domains.values())]
        for system in scores.ranked(TYPE)
    ]
    return Table(title, ["System", "All", *map(str.capitalize, scores.domains)], rows)


def _subsets(scores: Scores, title: str) -> Table:
    rows = [[system.name, *with_subset(scores, system, TYPE)] for system in scores.ranked(TYPE)]
    return Table(title, ["System", METRICS[TYPE].title, *_extra_header(scores)], rows)


def _correlations(scores: Scores) -> Table:
    """The lower half of the matrix; stars as the paper's levels."""
    names = list(METRICS)
    found = {(one.first, one.second): r_text(one.r) + stars(one.p) for one in scores.correlations()}
    rows = [[METRICS[row].title, *(found.get((column, row), "") for column in names[:-1])] for row in names[1:]]
    title = f"Pearson correlations over {len(scores.systems)} systems (* p < 0.05, ** p < 0.01)"
    return Table(title, ["", *(METRICS[name].title for name in names[:-1])], rows)


def _extrinsic(found: Extrinsic) -> Table:
    average, letters = found.mean(), found.letters()
    columns = [found.mean(measure) for measure in MEASURES]
    intervals = found.intervals() if found.samples else {}
    rows = [
        [
            name,
            f"{average[name]:.2f}",
            *([f"[{intervals[name][0]:.2f}, {intervals[name][1]:.2f}]"] if intervals else []),
            letters[name],
            *(f"{column[name]:.2f}" for column in columns),
        ]
        for name in sorted(found.systems, key=lambda name: -average[name])
    ]
    title = f"Table 7: F-scores of {len(found.resolvers)} resolvers on {_counted(len(found.texts), 'text')}"
    return Table(
        title, ["System", "(MUC+CEAF+B³)/3", *["95% interval"] * bool(intervals), "Subset", "MUC", "CEAF", "B³"], rows
    )


def _by_resolver(found: Extrinsic) -> Table:
    means = found.by_resolver()
    rows = [[name, *(f"{value:.2f}" for value in of_name.values())] for name, of_name in means.items()]
    return Table("(MUC+CEAF+B³)/3 by resolver", ["System", *found.resolvers], rows)


def _extrinsic_notes(found: Extrinsic) -> list[str]:
    names = {None: "average", "muc": "MUC", "ceaf": "CEAF", "b3": "B³"}
    tested = "; ".join(f"{name} {anova_text(found.anova(measure))}" for measure, name in names.items())
    related = "; ".join(
        f"{names[one.first]} and {names[one.second]} {r_text(one.r)}{stars(one.p)}" for one in found.correlations()
    )
    return [f"Effect of System on the resolvers' F-scores, texts as cases: {tested}.", f"Pearson's r: {related}."]


def r_text(r: float | None) -> str:
    return "–" if r is None else f"{r:.3f}".replace("-", "−")


def stars(p: float | None) -> str:
    """Two stars for significance at .01, one at .05 (two-tailed), as the paper counts."""
    return "" if p is None or p >= 0.05 else "**" if p < 0.01 else "*"


def notes(scores: Scores) -> list[str]:
    """What the letters and intervals of the tables are."""
    found = []
    if scores.systems[0].intervals:
        found.append(f"Intervals: 95%, from {scores.samples:,} resamples of the texts.")
    found += [f"{METRICS[name].title}: {anova_text(one)}." for name, one in scores.anova.items()]
    if scores.letters:
        found.append(
            f"Systems that share no letter differ significantly (Tukey's HSD, α = {ALPHA}, references as cases)."
        )
    return found


def anova_text(found: Anova) -> str:
    """`F(9, 12550) = 95.426, p < 0.001`; there is none of one group, and where nothing varies within groups."""
    name = f"F({found.between}, {found.within})"
    return f"{name} = {found.f:.3f}, {p_text(found.p)}" if isfinite(found.f) else f"{name} is not defined"


def p_text(p: float) -> str:
    return f"p < {LEAST_P}" if p < LEAST_P else f"p = {p:.3f}"


def _types(scores: Scores, title: str) -> Table:
    header = ["System", "All", *_extra_header(scores), *map(str.capitalize, scores.domains)]
    rows = [
        [system.name, *with_subset(scores, system, TYPE), *(_printed(part, TYPE) for part in system.domains.values())]
        for system in scores.ranked(TYPE)
    ]
    return Table(title, header, rows)


def _strings(scores: Scores, title: str) -> Table:
    names = [name for name in METRICS if name not in (TYPE, STRING)]
    header = ["System", METRICS[STRING].title, *_extra_header(scores), *(METRICS[name].title for name in names)]
    rows = [
        [system.name, *with_subset(scores, system, STRING), *(_printed(system.whole, name) for name in names)]
        for system in scores.ranked(STRING)
    ]
    return Table(title, header, rows)


def _extra_header(scores: Scores) -> list[str]:
    return ["95% interval"] * bool(scores.systems[0].intervals) + ["Subset"] * bool(scores.letters)


def with_subset(scores: Scores, system: System, metric: str) -> list[str]:
    """The score, its interval if there are intervals, its letters if there are letters."""
    cells = [_printed(system.whole, metric)]
    if system.intervals:
        low, high = map(METRICS[metric].printed, system.intervals[metric])
        cells.append(f"[{low}, {high}]")
    if scores.letters:
        cells.append(scores.letters[metric][system.name])
    return cells


def _printed(part: Part, metric: str) -> str:
    return METRICS[metric].printed(part.scores[metric])


def size(scores: Scores) -> str:
    whole = scores.systems[0].whole
    versions = f" in {scores.versions} versions" if scores.versions > 1 else ""
    return f"{_counted(whole.texts, 'text')}{versions}, {_counted(whole.references, 'reference')}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
