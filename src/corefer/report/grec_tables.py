"""GREC scores as the paper's tables: for the terminal, Markdown and LaTeX alike."""

from __future__ import annotations

from corefer.grec.metrics import METRICS
from corefer.grec.scoring import Part, Scores, System
from corefer.grec.statistics import ALPHA, Anova
from corefer.report.comparison import Page, Table

LEAST_P = 0.001
TYPE, STRING = "type_accuracy", "string_accuracy"


def score_page(scores: Scores) -> Page:
    """Type accuracy with its subsets and domains, then the string metrics."""
    page = Page([_types(scores), _strings(scores)], signatures=[scores.signature])
    page.notes += notes(scores)
    return page


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
    """`F(9, 12550) = 95.426, p < 0.001`."""
    f = f"{found.f:.3f}" if found.f == found.f else "undefined"
    return f"F({found.between}, {found.within}) = {f}, {p_text(found.p)}"


def p_text(p: float) -> str:
    return f"p < {LEAST_P}" if p < LEAST_P else f"p = {p:.3f}"


def _types(scores: Scores) -> Table:
    header = ["System", "All", *_extra_header(scores), *map(str.capitalize, scores.domains)]
    rows = [
        [system.name, *with_subset(scores, system, TYPE), *(_printed(part, TYPE) for part in system.domains.values())]
        for system in scores.ranked(TYPE)
    ]
    return Table(f"{METRICS[TYPE].title}, {size(scores)}", header, rows)


def _strings(scores: Scores) -> Table:
    names = [name for name in METRICS if name not in (TYPE, STRING)]
    header = ["System", METRICS[STRING].title, *_extra_header(scores), *(METRICS[name].title for name in names)]
    rows = [
        [system.name, *with_subset(scores, system, STRING), *(_printed(system.whole, name) for name in names)]
        for system in scores.ranked(STRING)
    ]
    return Table(f"String metrics, {size(scores)}", header, rows)


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
