"""The coreference heads: mentions from word vectors and features, pairs from mentions and features.

A mention is the sum of projections of its head, first and last word and of its features; a pair is scored by a small
network over both mentions, their product and the pair's features (Lee et al. 2017, without the coarse pass: which
pairs there are is settled beforehand). A mention's score for *nothing before* stands against its candidates' scores.
LitBank has mentions of its own, found as the analyser finds GUM's.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import nn
from torch.nn import functional as F

from corefer.resolve.neural.mentions import WIDTH
from corefer.resolve.neural.pairs import PAIR_WIDTH
from corefer.train.analyser import Analyser, Mlp


@dataclass
class Sizes:
    word: int = 384
    mention: int = 192
    hidden: int = 192
    last: int = 64
    pointer: int = 64
    litbank: int = 7
    dropout: float = 0.3

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


class Mentions(nn.Module):
    """From summed projections and features to what pairs are scored from."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.features = nn.Linear(WIDTH, sizes.mention)
        self.norm = nn.LayerNorm(sizes.mention)
        self.dropout = nn.Dropout(sizes.dropout)
        self.mix = nn.Linear(sizes.mention, sizes.mention)
        self.left = nn.Linear(sizes.mention, sizes.hidden)
        self.right = nn.Linear(sizes.mention, sizes.hidden, bias=False)
        self.alone = nn.Sequential(Mlp(sizes.mention, sizes.hidden, sizes.dropout), nn.Linear(sizes.hidden, 1))

    def forward(self, summed: torch.Tensor, features: torch.Tensor) -> tuple[torch.Tensor, ...]:
        x = self.dropout(F.gelu(self.norm(summed + self.features(features))))
        x = self.dropout(F.gelu(self.mix(x))) + x
        return x, self.left(x), self.right(x), self.alone(x)[:, 0]


class Pairs(nn.Module):
    """Scores of pairs; the features come as numbers of columns, several a pair."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.features = nn.EmbeddingBag(PAIR_WIDTH, sizes.hidden, mode="sum")
        self.product = nn.Linear(sizes.mention, sizes.hidden, bias=False)
        self.dropout = nn.Dropout(sizes.dropout)
        self.deep = nn.Linear(sizes.hidden, sizes.last)
        self.score = nn.Linear(sizes.last, 1)
        nn.init.normal_(self.features.weight, std=0.02)

    def forward(
        self, left: torch.Tensor, right: torch.Tensor, product: torch.Tensor, codes: torch.Tensor
    ) -> torch.Tensor:
        x = left + right + self.product(product) + self.features(codes)
        x = self.dropout(F.gelu(x))
        return self.score(self.dropout(F.gelu(self.deep(x))))[:, 0]


class Joint(nn.Module):
    """The analyser with coreference heads on the same word vectors."""

    def __init__(self, analyser: Analyser, sizes: Sizes) -> None:
        super().__init__()
        self.analyser, self.sizes = analyser, sizes
        self.words = nn.Linear(sizes.word, 3 * sizes.mention)  # as head, first and last word
        self.word_dropout = nn.Dropout(sizes.dropout)
        self.mentions, self.pairs = Mentions(sizes), Pairs(sizes)
        self.litbank = nn.Sequential(Mlp(sizes.word, sizes.word // 2, 0.2), nn.Linear(sizes.word // 2, sizes.litbank))
        self.litbank_head = Mlp(sizes.word, 2 * sizes.pointer, 0.2)
        self.litbank_edge = Mlp(sizes.word, 2 * sizes.pointer, 0.2)

    def links(
        self,
        words: torch.Tensor,
        spans: torch.Tensor,
        features: torch.Tensor,
        pairs: torch.Tensor,
        codes: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of pairs, and of each mention's standing alone; `spans` are rows (head, first, last word)."""
        projected = self.words(self.word_dropout(words)).view(len(words), 3, -1)
        summed = sum(projected[spans[:, i], i] for i in range(3))
        x, left, right, alone = self.mentions(summed, features)
        anaphor, candidate = pairs[:, 0], pairs[:, 1]
        scores = self.pairs(left[anaphor], right[candidate], x[anaphor] * x[candidate], codes)
        return scores, alone
