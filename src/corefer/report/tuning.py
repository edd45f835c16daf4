"""What tuning found as tables: figures before, held out and after, and the weights."""

from __future__ import annotations

from corefer.experiment.tuning import AFTER, BEFORE, HELD_OUT, Tuned
from corefer.report.comparison import Page, Table
from corefer.report.experiments import percent, signed
from corefer.score.significance import SignificanceTest


def tuning_page(found: Tuned) -> Page:
    """The tables of one profile."""
    settings = found.settings
    texts = f"{found.genre} documents" if found.genre else "documents"
    title = f"{found.profile.name}: {settings.goal} on {found.documents:,} {texts}, precision"
    page = Page([Table(title, *_figures(found)), Table("Weights (before → after)", *_weights(found))])
    page.notes.append(
        f"{BEFORE}: the weights of the profile {found.before.name}; {HELD_OUT}: weights found without the document "
        f"({settings.folds} folds, seed {settings.seed}); {AFTER}: the final weights, on what they were found from."
    )
    return page


def _figures(found: Tuned) -> tuple[list[str], list[list[str]]]:
    statistics = found.statistics
    header = ["Anaphors", "Number", *(label.capitalize() for label in statistics.responses)]
    if statistics.intervals:
        header += ["Gain, held out", f"{statistics.level:.0%} interval", "p"]
    rows = []
    for name in found.measured:
        kind = name.split(".")[1]
        number = next((f"{n:,}" for k, n in found.anaphors.items() if str(k) == kind), "")
        row = [kind, number, *(percent(value) for value in statistics.scores[name])]
        if statistics.intervals:
            gain = next(d for d in statistics.differences if d.metric == name and d.second == HELD_OUT)
            assert gain.interval is not None
            low, high = gain.interval
            p = gain.corrected[SignificanceTest.RANDOMISATION]
            row += [signed(gain.difference), f"[{signed(low)}, {signed(high)}]", f"{p:.3f}"]
        rows.append(row)
    return header, rows


def _weights(found: Tuned) -> tuple[list[str], list[list[str]]]:
    kinds = list(found.anaphors)
    factors = list(dict.fromkeys(factor for kind in kinds for factor in found.profile.weights[kind]))
    rows = []
    for factor in factors:
        before, after = (
            [profile.weights[kind].get(factor, 0.0) for kind in kinds] for profile in (found.before, found.profile)
        )
        rows.append(
            [str(factor), *(f"{b:g} → {a:g}" if a != b else f"{a:g}" for b, a in zip(before, after, strict=True))]
        )
    return ["Factor", *(str(kind) for kind in kinds)], rows
