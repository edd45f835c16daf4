"""The curves of a training run: what was logged after each epoch, as a picture beside the JSON."""

from __future__ import annotations

import json
from pathlib import Path

PANELS = {
    "loss": ("loss_arc", "loss_label", "loss_upos", "loss_starts", "loss_entity", "loss_links"),
    "GUM, development": ("gum-dev_upos", "gum-dev_uas", "gum-dev_las", "gum-dev_mentions", "gum-dev_starts"),
    "EWT, development": ("ewt-dev_upos", "ewt-dev_uas", "ewt-dev_las", "ewt-dev_starts"),
    "entities, development": ("gum_conll", "ontonotes_conll", "litbank_conll"),
}


def draw(log: Path, picture: Path) -> None:
    """Draw `log.json` (one row an epoch) as PNG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = json.loads(log.read_text(encoding="utf-8"))
    figure, axes = pyplot.subplots(1, len(PANELS), figsize=(5 * len(PANELS), 4))
    for panel, (title, names) in zip(axes, PANELS.items(), strict=True):
        for name in names:
            points = [(row["epoch"], row[name]) for row in rows if name in row]
            if points:
                panel.plot(
                    *zip(*points, strict=True), marker=".", label=name.removeprefix("gum-dev_").removeprefix("ewt-dev_")
                )
        panel.set_title(title)
        panel.set_xlabel("epoch")
        panel.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=110)
    pyplot.close(figure)
