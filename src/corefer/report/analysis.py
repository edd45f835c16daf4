"""How good an analysis is, as a table for the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from corefer.score.parsing import Evaluation, Tally

TITLES = {
    "tokens": "tokens F1",
    "words": "words F1",
    "sentences": "sentences F1",
    "upos": "UPOS",
    "xpos": "XPOS",
    "feats": "features",
    "lemma": "lemmas",
    "uas": "UAS",
    "las": "LAS",
    "mentions": "mention spans F1",
    "mention_heads": "heads of matched mentions",
    "mention_types": "types of matched mentions",
    "expletive": "expletive it F1",
    "pronominal": "pronominal it F1",
    "it": "it, mean of both F1",
    "it_accuracy": "it, accuracy",
    "ece": "calibration error of arcs",
}


def print_evaluation(found: Evaluation, console: Console | None = None) -> None:
    """All figures, then the main ones by genre."""
    out = console or Console(highlight=False)
    whole = Table("", "gold tokens", "raw text", box=None, pad_edge=False)
    columns = [tally.figures() for tally in (found.gold_tokens, found.raw)]
    for name, title in TITLES.items():
        if any(name in column for column in columns):
            whole.add_row(title, *(_shown(column.get(name), name) for column in columns))
    out.print(whole)
    if len(found.genres) > 1:
        out.print()
        out.print(_genres(found))


def _genres(found: Evaluation) -> Table:
    table = Table("genre", "documents", "UPOS", "LAS", "mentions", "LAS raw", "sentences raw", box=None, pad_edge=False)
    for genre, part in sorted(found.genres.items()):
        gold = [_figure(part.gold_tokens, name) for name in ("upos", "las", "mentions")]
        raw = [_figure(part.raw, name) for name in ("las", "sentences")]
        table.add_row(genre, str(part.documents), *gold, *raw)
    return table


def _figure(tally: Tally, name: str) -> str:
    return _shown(tally.f1(name), name)


def _shown(value: float | None, name: str) -> str:
    return "" if value is None else f"{value:.4f}" if name == "ece" else f"{value:.2f}"
