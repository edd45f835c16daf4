"""How well a model does during training: quick figures on gold tokens, sentences and mentions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from corefer.score.bcubed import bcubed
from corefer.score.ceaf import ceafe
from corefer.score.contingency import contingency
from corefer.score.muc import muc
from corefer.train.analyser import Analyser
from corefer.train.batches import Data, Prepared, batch
from corefer.train.joint import Joint
from corefer.train.losses import forward, gather, word_vectors
from corefer.train.windows import NOT_LEARNT, Split, batches, tensors, whole_windows


@torch.no_grad()
def evaluate(model: Analyser, split: Split, device: torch.device) -> dict[str, float]:
    """Quick figures on gold tokens and sentences (arcs greedy, without the tree constraint)."""
    model.eval()
    counts: dict[str, float] = {}

    def add(name: str, value: float) -> None:
        counts[name] = counts.get(name, 0.0) + value

    for windows in batches(whole_windows(split, 254), 32):
        batch = {k: v.to(device) for k, v in tensors(split, windows).items()}
        out, hidden = forward(model, batch)
        arcs = model.arcs(out, batch["sentence"]).argmax(-1)
        labels = model.labels(out, arcs).argmax(-1)
        known = batch["head"] != NOT_LEARNT
        add("words", known.sum().item())
        right = (arcs == batch["head"]) & known
        add("uas", right.sum().item())
        add("las", (right & (labels == batch["deprel"])).sum().item())
        for name in ("upos", "xpos", "feats"):
            add(name, ((out[name].argmax(-1) == batch[name]) & known).sum().item())
        edges = model.boundaries(gather(hidden, batch["atom_first"])) > 0
        for i, name in enumerate(("starts", "joined")):
            _tally(add, name, edges[..., i], batch[name] == 1, batch[name] != NOT_LEARNT)
        expletive = out["it"].argmax(-1) == 1
        _tally(add, "it", expletive, batch["it"] == 1, batch["it"] != NOT_LEARNT)
        _mentions(add, model, out, batch)
    return _figures(counts)


Add = Callable[[str, float], None]


def _tally(add: Add, name: str, found: torch.Tensor, gold: torch.Tensor, known: torch.Tensor) -> None:
    add(f"{name}+", (found & gold & known).sum().item())
    add(f"{name}s", (found & known).sum().item())
    add(f"{name}k", (gold & known).sum().item())


def _mentions(add: Add, model: Analyser, out: dict[str, torch.Tensor], batch: dict[str, torch.Tensor]) -> None:
    known = batch["entity"] != NOT_LEARNT
    if not known.any():
        return
    found, gold = out["entity"].argmax(-1) > 0, batch["entity"] > 0
    edges = {name: scores.argmax(-1) for name, scores in model.pointers(out, batch["sentence"]).items()}
    spans = (edges["start"] == batch["start"]) & (edges["end"] == batch["end"])
    outer_found, outer_gold = found & (out["outer"].argmax(-1) == 1), batch["outer"] == 1
    outers = (edges["outer_start"] == batch["outer_start"]) & (edges["outer_end"] == batch["outer_end"])
    add("mentions+", (found & gold & spans & known).sum().item() + (outer_found & outer_gold & outers).sum().item())
    add("mentionss", (found & known).sum().item() + (outer_found & known).sum().item())
    add("mentionsk", (gold & known).sum().item() + (outer_gold & known).sum().item())
    _tally(add, "heads", found, gold, known)
    add("types", (found & gold & (out["entity"].argmax(-1) == batch["entity"])).sum().item())
    known = batch["agree"] != NOT_LEARNT
    add("agree", ((out["agree"].argmax(-1) == batch["agree"]) & known).sum().item())
    add("agrees", known.sum().item())


def _figures(counts: dict[str, float]) -> dict[str, float]:
    words = counts["words"]
    figures = {name: 100 * counts[name] / words for name in ("upos", "xpos", "feats", "uas", "las")}
    for name in ("starts", "joined", "it", "mentions", "heads"):
        if counts.get(f"{name}k"):
            figures[name] = 200 * counts[f"{name}+"] / max(1, counts[f"{name}s"] + counts[f"{name}k"])
    if counts.get("agrees"):
        figures["agree"] = 100 * counts["agree"] / counts["agrees"]
        figures["types"] = 100 * counts["types"] / max(1, counts["heads+"])
    return {name: round(float(value), 2) for name, value in figures.items()}


@torch.no_grad()
def evaluate_links(model: Joint, data: Data, device: torch.device) -> dict[str, float]:
    """CoNLL averages by scheme on the mentions given, and how many pronouns are linked rightly."""
    model.eval()
    counts: dict[str, list[npt.NDArray[Any]]] = {}
    pronouns: dict[str, list[bool]] = {}
    for document in (d for d, tasks in enumerate(data.tasks) if tasks):
        given = {k: v.to(device) for k, v in batch(data, [document], 254).items()}
        words = word_vectors(model, given)[given["sentence"] >= 0]
        scores, alone = model.links(
            words, given["spans"], given["features"].to(words.dtype), given["pairs"], given["codes"].int()
        )
        scores_, alone_ = scores.float().cpu().numpy(), alone.float().cpu().numpy()
        pair, mention = 0, 0
        for task in data.tasks[document]:
            chosen = decode(task, scores_[pair : pair + len(task.pairs)], alone_[mention : mention + len(task.spans)])
            pair, mention = pair + len(task.pairs), mention + len(task.spans)
            _count(task, chosen, counts, pronouns)
    figures: dict[str, float] = {}
    for name, rows in counts.items():
        total = np.sum(rows, 0)
        f1 = [100 * 2 * a * c / (a * d + c * b) if a else 0.0 for a, b, c, d in total]
        figures |= {f"{name}_muc": f1[0], f"{name}_conll": float(np.mean(f1))}
    figures |= {f"{name}_pronouns": 100 * float(np.mean(values)) for name, values in pronouns.items()}
    return {name: round(float(value), 2) for name, value in figures.items()}


def decode(task: Prepared, scores: npt.NDArray[Any], alone: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Each mention's antecedent (-1 for none): the best mention of the entity with the greatest probability."""
    found = np.full(len(alone), -1)
    group = np.arange(len(alone))
    bounds = np.searchsorted(task.pairs[:, 0], np.arange(len(alone) + 1))
    for row in range(len(alone)):
        a, b = bounds[row], bounds[row + 1]
        if a == b:
            continue
        own = scores[a:b]
        weight = np.exp(own - max(own.max(), alone[row]))
        owners, inverse = np.unique(group[task.pairs[a:b, 1]], return_inverse=True)
        total = np.bincount(inverse, weight)
        best = int(total.argmax())
        if total[best] > np.exp(alone[row] - max(own.max(), alone[row])):
            inside = np.flatnonzero(inverse == best)
            found[row] = task.pairs[a:b, 1][inside[own[inside].argmax()]]
            group[row] = owners[best]
    return found


PRONOUN_KINDS = 6  # the first kinds of the table: personal and possessive


def _count(
    task: Prepared, chosen: npt.NDArray[Any], counts: dict[str, list[npt.NDArray[Any]]], pronouns: dict[str, list[bool]]
) -> None:
    if not task.whole:
        return
    entity = task.entity
    group = np.arange(len(chosen))
    for row, antecedent in enumerate(chosen):
        if antecedent >= 0:
            group[row] = group[antecedent]
    singles = task.scheme != "ontonotes"
    key = _classes([int(e) if e >= 0 else -1 - i for i, e in enumerate(entity)], entity >= 0, singles)
    response = _classes(group.tolist(), (entity >= 0) | (np.bincount(group, minlength=len(group))[group] > 1), singles)
    table = contingency(key, response)
    counts.setdefault(str(task.scheme), []).append(np.array([metric(table) for metric in (muc, bcubed, ceafe)]))
    kind = task.features[:, 3 : 3 + PRONOUN_KINDS].any(1)
    for row in np.flatnonzero(kind & (entity >= 0)).tolist():
        if chosen[row] >= 0 or task.right[task.pairs[:, 0] == row].any():
            right = chosen[row] >= 0 and entity[chosen[row]] == entity[row]
            pronouns.setdefault(str(task.scheme), []).append(bool(right))


def _classes(labels: list[int], wanted: npt.NDArray[Any], singles: bool) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for i, label in enumerate(labels):
        if wanted[i]:
            found.setdefault(label, []).append(i)
    return [rows for rows in found.values() if singles or len(rows) > 1]
