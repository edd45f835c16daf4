"""Fit the curve of `corefer.rewrite.confidence`: how likely an anchor is right, by ROSANA's scores.

    python -m training.rewriting.confidence            # prints the weights for CURVES

Each document of GUM's training split is resolved from its raw text and rewritten without a limit; a substitution
is right if its anchor's head is a head of the pronoun's entity in the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import corefer
from corefer.document import Document
from corefer.resolve.inputs import Source
from corefer.resolve.pipeline import Options, make, resolve_document
from corefer.rewrite import Rewritten, Substitution, rewrite
from corefer.rewrite.confidence import decisions_to_anchor, features, of_decision

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "gum" / "train"
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


def weakest(document: Document, substitution: Substitution) -> tuple[float, ...] | None:
    """The features of the least sure decision on the way to the anchor, by the curve as it is."""
    decisions = {id(decision.anaphor): decision for decision in document.decisions}
    way = [d for d in decisions_to_anchor(document, substitution.mention, decisions) if features(document, d)]
    return features(document, min(way, key=lambda d: of_decision(document, d) or 0.0)) if way else None


def fit(pairs: list[tuple[tuple[float, ...], bool]]) -> np.ndarray:
    """Logistic regression with a little ridge."""
    x, y = np.array([found for found, _ in pairs]), np.array([right for _, right in pairs], float)

    def loss(weights: np.ndarray) -> float:
        return float(np.sum(np.logaddexp(0, x @ weights) - y * (x @ weights)) + PENALTY * weights @ weights)

    return minimize(loss, np.zeros(x.shape[1])).x


def main() -> None:
    pairs = [
        (found, right)
        for key, text in rewritten(sorted(CORPUS.glob("*.conllu")))
        for substitution, right in outcomes(key, text)
        if (found := weakest(text.document, substitution)) is not None
    ]
    print(f"{len(pairs)} substitutions, {sum(right for _, right in pairs) / len(pairs):.3f} right")
    print("curve:", ", ".join(f"{value:.2f}" for value in fit(pairs)))


if __name__ == "__main__":
    main()
