"""Calibration of links: a temperature, so that a probability of 0.9 is right nine times in ten.

Fitted from raw text on links of pronouns: what `rewrite --min-confidence` asks about (Guo et al. 2017).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from corefer.document import Document, Mention, from_text
from corefer.resolve import Discourse, Scheme
from corefer.resolve.inputs import analysed
from corefer.resolve.neural.network import scorer
from corefer.resolve.neural.resolver import Neural

GRID = (0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.25, 2.5, 2.75, 3.0, 3.5)


def outcomes(keys: Sequence[Document], discourses: Sequence[Discourse], by: Neural) -> Iterator[tuple[float, bool]]:
    """The confidence of each linked pronoun that the key has, and whether the link is right."""
    for key, discourse in zip(keys, discourses, strict=True):
        entity = {_place(key, m): m.entity.id for m in key.mentions if m.referring}
        for decision in by.decide(discourse):
            mine = entity.get(_place(discourse.document, decision.anaphor))
            if decision.antecedent is None or mine is None or decision.anaphor.end - decision.anaphor.start > 1:
                continue
            theirs = entity.get(_place(discourse.document, decision.antecedent))
            yield decision.confidence or 0.0, mine == theirs


def _place(document: Document, mention: Mention) -> tuple[int, int]:
    table = document.tokens.table
    return table.starts[mention.start], table.ends[mention.end - 1]


def calibrate(folder: Path, keys: Sequence[Document], scheme: Scheme = Scheme.GUM, least: int = 1) -> float | None:
    """Fit the temperature, write it into the folder's config, and return the calibration error that is left.

    With fewer than `least` links to fit it on, it stays as it is.
    """
    calibration = scorer(folder).network.calibration
    discourses = [Discourse(analysed(from_text(key.id, key.text), scheme, folder), scheme) for key in keys]
    by = Neural(model=folder)
    best = (float("inf"), calibration["link"], 0.0)
    for temperature in GRID:
        calibration["link"] = temperature
        found = list(outcomes(keys, discourses, by))
        if len(found) < least:
            return None
        sure, right = np.array([c for c, _ in found]), np.array([r for _, r in found])
        loss = -np.mean(np.log(np.clip(np.where(right, sure, 1 - sure), 1e-6, 1)))
        best = min(best, (float(loss), temperature, error(sure, right)))
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["calibration"]["link"] = calibration["link"] = best[1]
    path.write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return best[2]


def error(sure: npt.NDArray[Any], right: npt.NDArray[Any], bins: int = 15) -> float:
    """The mean distance of confidence and accuracy over bins, by the links in each."""
    places = np.minimum((sure * bins).astype(int), bins - 1)
    return float(sum(abs(sure[places == b].sum() - right[places == b].sum()) for b in range(bins)) / len(sure))
