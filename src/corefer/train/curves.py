"""The curves of a run: what was logged after each epoch, as a picture beside the JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

Panels = Mapping[str, Sequence[str]]

PANELS: Panels = {
    "loss": ("loss_links", "loss_entity", "loss_arc", "loss_litbank"),
    "development, CoNLL on given mentions": ("gum_conll", "ontonotes_conll", "litbank_conll"),
    "development, F1 or accuracy": (
        "mentions",
        "las",
        "upos",
        "gum_pronouns",
        "ontonotes_pronouns",
        "litbank_pronouns",
    ),
}


def draw(rows: Sequence[Mapping[str, float]], picture: Path, panels: Panels = PANELS) -> None:
    """Draw a log (one row an epoch) as PNG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(panels), figsize=(5 * len(panels), 4))
    for panel, (title, names) in zip(axes, panels.items(), strict=True):
        for name in names:
            points = [(row["epoch"], row[name]) for row in rows if name in row]
            if points:
                panel.plot(*zip(*points, strict=True), marker=".", label=name.removeprefix("loss_"))
        panel.set_title(title)
        panel.set_xlabel("epoch")
        if panel.lines:
            panel.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=110)
    pyplot.close(figure)
