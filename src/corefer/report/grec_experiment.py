"""The analysis of a reading experiment as tables: the paper's Tables 5 and 6, and the further analyses."""

from __future__ import annotations

from corefer.grec.experiment.analysis import Analysis, Effect
from corefer.report.comparison import Page, Table
from corefer.report.grec_tables import anova_text


def experiment_page(found: Analysis) -> Page:
    """A table for each analysis of reading times, one for the questions; the ANOVAs below."""
    page = Page([])
    for effect in found.reading.values():
        page.tables.append(_times(effect))
    if found.accuracy:
        page.tables.append(_accuracies(found))
    if found.question_time:
        page.tables.append(_times(found.question_time["all"]))
    effects = [*found.reading.values(), *found.accuracy.values(), *found.question_time.values()]
    page.notes += [f"{effect.title}: {anova_text(effect.anova)}." for effect in effects]
    page.notes += [f"Effect of {name} on SRTime: {anova_text(one)}." for name, one in found.other_factors.items()]
    if found.subjects:
        low, high = min(found.subjects.values()), max(found.subjects.values())
        page.notes.append(f"Subjects' mean SRTime per word ranges from {low:.2f} to {high:.2f} ms.")
    page.notes.append("Systems that share no letter differ significantly (Tukey's HSD, α = 0.05).")
    return page


def _times(effect: Effect) -> Table:
    digits = 4 if max(effect.means.values(), default=0) < 100 else 2
    rows = [
        [system, f"{mean:.{digits}f}", effect.letters[system]]
        for system, mean in sorted(effect.means.items(), key=lambda item: item[1])
    ]
    return Table(f"{effect.title}, {effect.cases:,} cases", ["System", "Mean", "Subset"], rows)


def _accuracies(found: Analysis) -> Table:
    """Proportions correct, best at the first question first, each with its letters."""
    first = next(iter(found.accuracy.values()))
    header = ["System"] + [cell for number in found.accuracy for cell in (f"Q{number}", f"Q{number} subset")]
    rows = [
        [
            system,
            *(
                cell
                for effect in found.accuracy.values()
                for cell in (f"{effect.means[system]:.2f}", effect.letters[system])
            ),
        ]
        for system in sorted(first.means, key=lambda system: -first.means[system])
    ]
    return Table(f"Questions answered correctly (proportions), {first.cases:,} answers each", header, rows)
