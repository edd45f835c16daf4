"""The network: a six-layer encoder over pieces, and heads over atoms and words.

The encoder starts from a sentence encoder's weights; letter case and the gap before each atom enter as further
embeddings, since its vocabulary is lower case. A word is the mean of its pieces. Arcs and labels are biaffine
(Dozat and Manning 2017); mentions are found at their heads, whose span two pointers give.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from corefer.train.windows import POINTERS


@dataclass
class Config:
    vocabulary: int = 30522
    width: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 512
    cases: int = 7
    gaps: int = 5
    upos: int = 17
    xpos: int = 50
    feats: int = 140
    deprel: int = 51
    types: int = 11
    agreement: int = 4
    arc: int = 256
    label: int = 128
    pointer: int = 64
    dropout: float = 0.1
    head_dropout: float = 0.2

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


class Layer(nn.Module):
    """A transformer layer as BERT has it (normalisation after the sum)."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.heads, self.rate = config.heads, config.dropout
        self.query = nn.Linear(config.width, config.width)
        self.key = nn.Linear(config.width, config.width)
        self.value = nn.Linear(config.width, config.width)
        self.out = nn.Linear(config.width, config.width)
        self.norm1 = nn.LayerNorm(config.width, eps=1e-12)
        self.inner = nn.Linear(config.width, config.inner)
        self.outer = nn.Linear(config.inner, config.width)
        self.norm2 = nn.LayerNorm(config.width, eps=1e-12)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape

        def split(y: torch.Tensor) -> torch.Tensor:
            return y.view(batch, length, self.heads, width // self.heads).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        rate = self.rate if self.training else 0.0
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype), dropout_p=rate)
        seen = seen.transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + self.dropout(self.out(seen)))
        return self.norm2(x + self.dropout(self.outer(F.gelu(self.inner(x)))))


class Encoder(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.pieces = nn.Embedding(config.vocabulary, config.width)
        self.places = nn.Embedding(config.positions, config.width)
        self.cases = nn.Embedding(config.cases, config.width)
        self.gaps = nn.Embedding(config.gaps, config.width)
        self.norm = nn.LayerNorm(config.width, eps=1e-12)
        self.dropout = nn.Dropout(config.dropout)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.layers))
        nn.init.normal_(self.cases.weight, std=0.02)
        nn.init.normal_(self.gaps.weight, std=0.02)

    def embed(self, ids: torch.Tensor, case: torch.Tensor, gap: torch.Tensor) -> torch.Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        return self.pieces(ids) + self.places(places)[None] + self.cases(case) + self.gaps(gap)

    def encode(self, embedded: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`mask` is 1 where there is a piece."""
        bias = (1.0 - mask[:, None, None, :].to(embedded.dtype)) * -1e4
        x = self.dropout(self.norm(embedded))
        for layer in self.layers:
            x = layer(x, bias)
        return x


class Mlp(nn.Module):
    def __init__(self, width: int, out: int, rate: float) -> None:
        super().__init__()
        self.linear = nn.Linear(width, out)
        self.dropout = nn.Dropout(rate)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.dropout(F.leaky_relu(self.linear(x), 0.1))


class Analyser(nn.Module):
    """Encoder and heads; `words` gives every word's projections, which pairs are scored from."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        width, rate = config.width, config.head_dropout
        self.encoder = Encoder(config)
        self.boundaries = nn.Linear(width, 2)  # sentence start, glued to the previous atom
        self.word_dropout = nn.Dropout(rate)
        self.tags = nn.ModuleDict(
            {
                "upos": nn.Linear(width, config.upos),
                "xpos": nn.Linear(width, config.xpos),
                "feats": nn.Linear(width, config.feats),
                "entity": nn.Sequential(Mlp(width, width, 0.2), nn.Linear(width, config.types)),
                "outer": nn.Linear(width, 2),
                "agree": nn.Sequential(Mlp(width, width // 2, 0.2), nn.Linear(width // 2, config.agreement)),
                "it": nn.Sequential(Mlp(width, width // 2, 0.2), nn.Linear(width // 2, 2)),
            }
        )
        self.arc_dependent, self.arc_head = Mlp(width, config.arc, rate), Mlp(width, config.arc, rate)
        self.arc_root = nn.Parameter(torch.zeros(config.arc))
        self.arc_weight = nn.Parameter(torch.zeros(config.arc + 1, config.arc))
        self.label_dependent, self.label_head = Mlp(width, config.label, rate), Mlp(width, config.label, rate)
        self.label_root = nn.Parameter(torch.zeros(config.label))
        self.label_weight = nn.Parameter(torch.zeros(config.label + 1, config.deprel, config.label + 1))
        self.pointer_head = Mlp(width, len(POINTERS) * config.pointer, 0.2)
        self.pointer_edge = Mlp(width, len(POINTERS) * config.pointer, 0.2)
        nn.init.normal_(self.arc_root, std=0.1)
        nn.init.normal_(self.label_root, std=0.1)
        nn.init.xavier_uniform_(self.arc_weight)
        nn.init.normal_(self.label_weight, std=0.02)

    def pool(self, hidden: torch.Tensor, first: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
        """The mean of each word's pieces."""
        sums = F.pad(hidden.float().cumsum(1), (0, 0, 1, 0))

        def at(places: torch.Tensor) -> torch.Tensor:
            return sums.gather(1, places[..., None].expand(-1, -1, sums.shape[-1]))

        return (at(last + 1) - at(first)) / (last + 1 - first)[..., None]

    def words(self, words: torch.Tensor) -> dict[str, torch.Tensor]:
        """Everything that can be said of each word by itself, and the projections for pairs."""
        dropped = self.word_dropout(words)
        out = {name: head(dropped if isinstance(head, nn.Linear) else words) for name, head in self.tags.items()}
        out["arc_dependent"], out["arc_head"] = self.arc_dependent(words), self.arc_head(words)
        out["label_dependent"], out["label_head"] = self.label_dependent(words), self.label_head(words)
        out["pointer_head"], out["pointer_edge"] = self.pointer_head(words), self.pointer_edge(words)
        return out

    def arcs(self, out: dict[str, torch.Tensor], sentence: torch.Tensor) -> torch.Tensor:
        """Scores [batch, word, head]; head 0 is the root, and only words of the same sentence count."""
        batch = sentence.shape[0]
        root = self.arc_root.expand(batch, 1, -1)
        heads = torch.cat([root, out["arc_head"]], 1)
        dependents = F.pad(out["arc_dependent"], (0, 1), value=1.0)
        scores = (dependents @ self.arc_weight) @ heads.transpose(1, 2) / math.sqrt(self.config.arc)
        same = (sentence[:, :, None] == sentence[:, None, :]) & (sentence >= 0)[:, :, None]
        itself = torch.eye(sentence.shape[1], dtype=torch.bool, device=sentence.device)
        allowed = F.pad(same & ~itself, (1, 0), value=True)
        return scores.float().masked_fill(~allowed, -1e4)

    def labels(self, out: dict[str, torch.Tensor], head: torch.Tensor) -> torch.Tensor:
        """Scores [batch, word, label] for the given heads (0 is the root)."""
        root = self.label_root.expand(head.shape[0], 1, -1)
        heads = torch.cat([root, out["label_head"]], 1)
        chosen = heads.gather(1, head[..., None].expand(-1, -1, heads.shape[-1]))
        left = F.pad(out["label_dependent"], (0, 1), value=1.0)
        right = F.pad(chosen, (0, 1), value=1.0)
        return torch.einsum("bwi,irj,bwj->bwr", left, self.label_weight, right)

    def pointers(self, out: dict[str, torch.Tensor], sentence: torch.Tensor) -> dict[str, torch.Tensor]:
        """Scores [batch, head word, edge word] for each kind of edge."""
        batch, words = sentence.shape
        size = self.config.pointer

        def shaped(name: str) -> torch.Tensor:
            return out[name].view(batch, words, len(POINTERS), size).transpose(1, 2)

        scores = (shaped("pointer_head") @ shaped("pointer_edge").transpose(-1, -2)).float() / math.sqrt(size)
        same = (sentence[:, :, None] == sentence[:, None, :]) & (sentence >= 0)[:, :, None]
        before = torch.ones(words, words, dtype=torch.bool, device=sentence.device).tril()
        result = {}
        for i, name in enumerate(POINTERS):
            allowed = same & (before if name.endswith("start") else before.T)
            result[name] = scores[:, i].masked_fill(~allowed, -1e4)
        return result


_NAMES = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "out",
    "attention.output.LayerNorm": "norm1",
    "intermediate.dense": "inner",
    "output.dense": "outer",
    "output.LayerNorm": "norm2",
}


def load_pretrained(encoder: Encoder, weights: dict[str, torch.Tensor]) -> None:
    """Take a BERT-style encoder's weights over; its one token-type vector is added to every position."""
    state = {
        "pieces.weight": weights["embeddings.word_embeddings.weight"],
        "places.weight": weights["embeddings.position_embeddings.weight"]
        + weights["embeddings.token_type_embeddings.weight"][0],
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
    }
    for i in range(len(encoder.layers)):
        for theirs, ours in _NAMES.items():
            for part in ("weight", "bias"):
                state[f"layers.{i}.{ours}.{part}"] = weights[f"encoder.layer.{i}.{theirs}.{part}"]
    missing, unexpected = encoder.load_state_dict({k: v.float() for k, v in state.items()}, strict=False)
    if unexpected or set(missing) != {"cases.weight", "gaps.weight"}:
        raise ValueError(f"not the expected encoder: {missing} {unexpected}")


def save(model: Analyser, path: Path, **more: object) -> None:
    """Write a checkpoint; moved into place when whole, so that an interruption leaves the last one."""
    part = path.with_suffix(".part")
    torch.save({"config": model.config.as_dict(), "model": model.state_dict(), **more}, part)
    part.replace(path)
