"""What is learnt from: the losses of the analyser's heads and of the coreference heads."""

from __future__ import annotations

import math

import torch
from torch.nn import functional as F

from corefer.train.analyser import Analyser
from corefer.train.joint import Joint
from corefer.train.windows import NOT_LEARNT

WEIGHTS = {
    "arc": 1.0, "label": 1.0, "upos": 0.5, "xpos": 0.5, "feats": 0.5, "starts": 0.5, "joined": 0.3,
    "entity": 1.0, "outer": 0.2, "agree": 0.2, "it": 0.3,
    "start": 0.5, "end": 0.5, "outer_start": 0.1, "outer_end": 0.1,
}  # fmt: skip


def losses(model: Analyser, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Mean cross-entropy of each head over what the batch says of it."""
    out, hidden = forward(model, batch)
    found = {}
    edges = model.boundaries(gather(hidden, batch["atom_first"]))
    for i, name in enumerate(("starts", "joined")):
        found[name] = _binary(edges[..., i], batch[name])
    found["arc"] = _entropy(model.arcs(out, batch["sentence"]), batch["head"])
    found["label"] = _entropy(model.labels(out, batch["head"].clamp(min=0)), batch["deprel"])
    for name in model.tags:
        found[name] = _entropy(out[name], batch[name])
    for name, scores in model.pointers(out, batch["sentence"]).items():
        found[name] = _entropy(scores, batch[name])
    return found


def forward(model: Analyser, batch: dict[str, torch.Tensor]) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
    embedded = model.encoder.embed(batch["ids"], batch["case"].clamp(min=0), batch["gap"].clamp(min=0))
    hidden = model.encoder.encode(embedded, batch["ids"] != 0)
    return model.words(model.pool(hidden, batch["piece_first"], batch["piece_last"])), hidden


def gather(hidden: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    return hidden.gather(1, places[..., None].expand(-1, -1, hidden.shape[-1]))


def _entropy(scores: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    known = (gold != NOT_LEARNT).sum().clamp(min=1)
    total = F.cross_entropy(scores.flatten(0, -2).float(), gold.flatten(), ignore_index=NOT_LEARNT, reduction="sum")
    return total / known


def _binary(scores: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    known = gold != NOT_LEARNT
    each = F.binary_cross_entropy_with_logits(scores.float(), gold.clamp(min=0).float(), reduction="none")
    return (each * known).sum() / known.sum().clamp(min=1)


def word_vectors(model: Joint, given: dict[str, torch.Tensor]) -> torch.Tensor:
    """[windows, words, width]."""
    encoder = model.analyser.encoder
    embedded = encoder.embed(given["ids"], given["case"].clamp(min=0), given["gap"].clamp(min=0))
    hidden = encoder.encode(embedded, given["ids"] != 0)
    return model.analyser.pool(hidden, given["piece_first"], given["piece_last"])


def link_loss(scores: torch.Tensor, alone: torch.Tensor, given: dict[str, torch.Tensor]) -> torch.Tensor:
    """The negative log of the probability of all right antecedents, or of none before where there is none."""
    anaphor, right = given["pairs"][:, 0], given["right"]
    scores, alone = scores.float(), alone.float()
    top = alone.detach().clone().scatter_reduce(0, anaphor, scores.detach(), "amax")
    each = (scores - top[anaphor]).exp()
    null = (alone - top).exp()
    every = null.scatter_add(0, anaphor, each)
    hit = torch.zeros_like(null).scatter_add(0, anaphor, each * right)
    linked = torch.zeros_like(null, dtype=torch.bool).index_put(
        (anaphor[right],), torch.tensor(True, device=null.device)
    )
    wanted = torch.where(linked, hit, null)
    loss = every.log() - wanted.clamp(min=1e-30).log()
    return (loss * given["learnt"]).sum() / given["learnt"].sum().clamp(min=1)


def coreference_losses(model: Joint, given: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    words = word_vectors(model, given)
    real = given["sentence"] >= 0
    scores, alone = model.links(
        words[real], given["spans"], given["features"].to(words.dtype), given["pairs"], given["codes"].int()
    )
    found = {"links": link_loss(scores, alone, given)}
    entity = given["litbank_entity"]
    if (entity >= 0).any():
        kinds = model.litbank(words)
        found["litbank"] = F.cross_entropy(kinds.flatten(0, 1).float(), entity.flatten(), ignore_index=-100)
        for name, edge in litbank_edges(model, words, given["sentence"]).items():
            gold = given[f"litbank_{name}"]
            found[f"litbank_{name}"] = F.cross_entropy(edge.flatten(0, 1).float(), gold.flatten(), ignore_index=-100)
    return found


def litbank_edges(model: Joint, words: torch.Tensor, sentence: torch.Tensor) -> dict[str, torch.Tensor]:
    """Scores [windows, head, edge] of first and last words."""
    count, length = sentence.shape
    size = model.sizes.pointer
    head = model.litbank_head(words).view(count, length, 2, size).transpose(1, 2)
    edge = model.litbank_edge(words).view(count, length, 2, size).transpose(1, 2)
    scores = (head @ edge.transpose(-1, -2)).float() / math.sqrt(size)
    same = (sentence[:, :, None] == sentence[:, None, :]) & (sentence >= 0)[:, :, None]
    before = torch.ones(length, length, dtype=torch.bool, device=sentence.device).tril()
    return {
        "start": scores[:, 0].masked_fill(~(same & before), -1e4),
        "end": scores[:, 1].masked_fill(~(same & before.T), -1e4),
    }
