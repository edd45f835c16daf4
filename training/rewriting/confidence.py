"""Fit the curve of `corefer.rewrite.confidence`: how likely an anchor is right, by ROSANA's margin.

    python -m training.rewriting.confidence            # prints the three numbers for CURVES

Each document of GUM's training split is resolved from its raw text and rewritten without a limit; a substitution
is right if its anchor's head is a head of the pronoun's entity in the key.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import corefer
from corefer.document import Document
from corefer.resolve.inputs import Source
from corefer.resolve.pipeline import Options, make, resolve_document
from corefer.rewrite import Rewritten, Substitution, rewrite
from corefer.rewrite.confidence import decisions_to_anchor, margin_over

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "gum" / "train"
EVERY = 1
PENALTY = 0.01


def rewritten(files: list[Path], parse: Source = Source.OWN) -> Iterator[tuple[Document, Rewritten]]:
    """Each key with the rewriting of its text, however unsure; from raw text, or with the key's parse."""
    resolver = make("rosana", explain=True)
    for path in files:
        for key in corefer.read(path):
            yield key, rewrite(resolve_document(key, resolver, Options(parse=parse)), min_confidence=0)


def outcomes(key: Document, found: Rewritten) -> Iterator[tuple[Substitution, bool]]:
    """Each substitution by an anchor, and whether it is right."""
    entities: dict[int, set[str]] = {}
    for mention in key.mentions:
        place = key.tokens.table.starts[key.mention_head(mention)]
        entities.setdefault(place, set()).add(mention.entity.id)
    document = found.document
    starts = document.tokens.table.starts
    for substitution in found.substitutions:
        if not substitution.anchors:
            continue
        ours = entities.get(starts[substitution.mention.start], set())
        right = all(ours & entities.get(starts[document.mention_head(a)], set()) for a in substitution.anchors)
        yield substitution, right


def weakest(document: Document, substitution: Substitution) -> float | None:
    """The least margin on the way to the anchor."""
    decisions = {id(decision.anaphor): decision for decision in document.decisions}
    way = decisions_to_anchor(document, substitution.mention, decisions)
    margins = [margin_over(d, d.antecedent.entity) for d in way if d.antecedent]
    return min((margin for margin in margins if margin is not None), default=None)


def fit(pairs: list[tuple[float, bool]]) -> np.ndarray:
    """Logistic regression on the logarithm of 1 + margin, and on having no rival."""
    alone = np.array([margin == math.inf for margin, _ in pairs])
    slopes = np.array([0.0 if margin == math.inf else math.log1p(max(0.0, margin)) for margin, _ in pairs])
    x = np.column_stack([np.ones(len(pairs)), slopes, alone])
    y = np.array([right for _, right in pairs], float)

    def loss(weights: np.ndarray) -> float:
        return float(np.sum(np.logaddexp(0, x @ weights) - y * (x @ weights)) + PENALTY * weights @ weights)

    return minimize(loss, np.zeros(3)).x


def main() -> None:
    pairs = [
        (margin, right)
        for key, found in rewritten(sorted(CORPUS.glob("*.conllu"))[::EVERY])
        for substitution, right in outcomes(key, found)
        if (margin := weakest(found.document, substitution)) is not None
    ]
    print(f"{len(pairs)} substitutions, {sum(right for _, right in pairs) / len(pairs):.3f} right")
    print("curve:", ", ".join(f"{value:.2f}" for value in fit(pairs)))


if __name__ == "__main__":
    main()
