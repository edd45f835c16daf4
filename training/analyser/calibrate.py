"""Calibration: temperatures that make posteriors mean what they say, and the threshold for mentions.

Fitted on GUM's development split with gold tokens, on the exported graphs: temperatures by likelihood (Guo et al.
2017), the threshold by the F1 of mention spans.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from scipy.optimize import minimize_scalar

import corefer
from corefer.analysis import analyser
from corefer.analysis.network import Network, network
from corefer.analysis.trees import arc_scores
from corefer.document import Document
from corefer.score.parsing import Tally, compare


def _negative_log_likelihood(rows: Iterable[tuple[np.ndarray, int]], temperature: float) -> float:
    total = 0.0
    for scores, gold in rows:
        scaled = scores / temperature
        top = scaled.max()
        total += top + np.log(np.exp(scaled - top).sum()) - scaled[gold]
    return total


def _temperature(rows: list[tuple[np.ndarray, int]]) -> float:
    found = minimize_scalar(lambda t: _negative_log_likelihood(rows, t), bounds=(0.3, 6.0), method="bounded")
    return round(float(found.x), 3)


class _Recorder:
    """Catches the scores that the analyser computes, beside the gold heads and labels."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.arcs: list[np.ndarray] = []
        self.labels: list[np.ndarray] = []

    def arc_scores(self, net: Network, out: dict[str, np.ndarray], first: int, last: int) -> np.ndarray:
        scores = arc_scores(net, out, first, last)
        self.arcs += list(scores.copy())
        return scores


def calibrate(folder: Path, documents: list[Document]) -> dict[str, float]:
    """Fit and write the constants into the folder's config."""
    net = network(folder)
    net.calibration |= {"arc": 1.0, "label": 1.0, "mention": 0.5}
    recorder = _Recorder(net)
    original, relations = analyser.arc_scores, net.relations

    def recorded(dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        scores = relations(dependents, heads)
        recorder.labels += list(scores.copy())
        return scores

    analyser.arc_scores, net.relations = recorder.arc_scores, recorded  # type: ignore[method-assign]
    try:
        arcs, labels = [], []
        for document in documents:
            recorder.arcs, recorder.labels = [], []
            found = analyser.analyse(document, tokens="kept", model=folder)
            gold_arcs, gold_labels = _gold(document, net)
            arcs += [(s, g) for s, g in zip(recorder.arcs, gold_arcs, strict=True) if g >= 0]
            right = [found.head_index(i) == document.head_index(w) for i, w in enumerate(_words(document))]
            labels += [(s, g) for s, g, r in zip(recorder.labels, gold_labels, right, strict=True) if r and g >= 0]
    finally:
        analyser.arc_scores, net.relations = original, relations  # type: ignore[method-assign]
    values = {"arc": _temperature(arcs), "label": _temperature(labels)}
    net.calibration |= values
    values["mention"] = _mention_threshold(net, folder, documents)
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["calibration"] |= values
    path.write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return values


def _words(document: Document) -> list[int]:
    return [i for i, id in enumerate(document.tokens.table.column("id")) if "." not in id]


def _gold(document: Document, net: Network) -> tuple[list[int], list[int]]:
    """Each word's head as a place in its sentence (0 for the root), and its label's number."""
    index = {label: i for i, label in enumerate(net.labels.deprel)}
    words = _words(document)
    place = {token: i for i, token in enumerate(words)}
    heads = []
    for token in words:
        head = document.head_index(token)
        first = document.sentences.table.starts[document.sentence_index(token)]
        start = next(place[i] for i in range(first, len(document.tokens)) if i in place)
        heads.append(0 if head is None else place[head] - start + 1)
    deprel = document.tokens.table.column("deprel")
    return heads, [index.get(deprel[token], -1) for token in words]


def _mention_threshold(net: Network, folder: Path, documents: list[Document]) -> float:
    best, best_f1 = 0.5, 0.0
    for threshold in (0.35, 0.4, 0.45, 0.5, 0.55):
        net.calibration["mention"] = threshold
        tally = Tally()
        for document in documents:
            tally.add(compare(document, analyser.analyse(document, tokens="kept", model=folder)))
        f1 = tally.f1("mentions") or 0.0
        if f1 > best_f1:
            best, best_f1 = threshold, f1
    return best


def development(shared: Path) -> list[Document]:
    return list(corefer.read(shared / "data" / "gum" / "dev"))
