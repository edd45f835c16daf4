"""Training in the terminal: what would be done, how each epoch went, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

_COUNTS = ("documents", "words", "mentions", "entities", "links")
_FIGURES = {"conll": "CoNLL", "mentions": "mentions", "muc": "MUC", "b3": "B³", "ceafe": "CEAF-e"}


def print_plan(plan: Mapping[str, Any]) -> None:
    """What a dry run found."""
    out = Console(highlight=False)
    _print_counts(out, {"training": plan["train"], "development": plan["development"]})
    out.print(f"scheme {plan['scheme']}; trained: {', '.join(plan['trained'])}", soft_wrap=True)
    seconds = plan["seconds"]
    if seconds is not None:
        out.print(
            f"about {duration(seconds['total'])} at most: {duration(seconds['prepare'])} to prepare, "
            f"{duration(seconds['epoch'])} an epoch, {duration(seconds['finish'])} to export and evaluate",
            soft_wrap=True,
        )


def print_report(report: Mapping[str, Any]) -> None:
    """What a run came to: development figures from raw text, before and after."""
    out = Console(highlight=False)
    corpus, epochs, figures = report["corpus"], report["epochs"], report["figures"]
    _print_counts(out, {"training": corpus["train"], "development": corpus["development"]})
    table = Table("development, raw text", *_FIGURES.values(), box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, row in figures.items():
        table.add_row(name, *(f"{row[figure]:.1f}" for figure in _FIGURES))
    out.print(table)
    kept = f"epoch {epochs['best']} is kept" if epochs["best"] else "none was better than the start, which is kept"
    number = f"{epochs['run']} epoch{'s' * (epochs['run'] != 1)}"
    out.print(f"{number} in {duration(report['seconds'])}; {kept}", soft_wrap=True)


def epoch_line(row: Mapping[str, float]) -> str:
    """One epoch of the log as one line."""
    parts = [f"epoch {row['epoch']:.0f}" if row["epoch"] else "start"]
    if "loss_links" in row:
        parts.append(f"loss of links {row['loss_links']:.3f}")
    parts += [f"{name.replace('_', ' ')} {row[name]:.1f}" for name in row if name.endswith("_conll")]
    parts += [f"{name} {row[name]:.1f}" for name in ("mentions", "las") if name in row]
    if "seconds" in row:
        parts.append(duration(row["seconds"]))
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Seconds as a reader takes them in."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _print_counts(out: Console, rows: Mapping[str, Mapping[str, int]]) -> None:
    table = Table("", *_COUNTS, box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, counts in rows.items():
        table.add_row(name, *(f"{counts[count]:,}" for count in _COUNTS))
    out.print(table)
