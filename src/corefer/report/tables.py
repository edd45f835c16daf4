"""Tables for the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table


def print_counts(counts: dict[str, Any], console: Console | None = None) -> None:
    """Single numbers in one table, then one table for each dictionary of counts."""
    out = console or Console(highlight=False)
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in counts.items():
        if isinstance(value, int):
            table.add_row(name.replace("_", " "), f"{value:,}")
    out.print(table)
    for name, value in counts.items():
        if isinstance(value, dict) and value:
            listed = "  ".join(f"{key} {count:,}" for key, count in value.items())
            out.print(f"[bold]{name.replace('_', ' ')}[/bold]: {listed}", soft_wrap=False)
