"""Make the weight profiles that ship with the package, on training data only: `make profiles`.

python training/profiles.py                  all profiles
python training/profiles.py news fiction     only these

The weights are those that make the right candidates likeliest (a log-linear model over the salience factors): for each
anaphor that salience decides, the admitted candidates that the key has corefer with it against the rest. The default
profile learns from all of GUM's training split, with the key's parse and mentions and with our own, and from GAP's
validation part, in which *he* and *she* are hard to tell; the genres' profiles from their documents, drawn towards the
default. `corefer tune` goes on from there for any corpus.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from corefer.analysis import analyse
from corefer.cli.common import progress
from corefer.document import Document, Mention
from corefer.document.anaphors import AnaphorType
from corefer.formats import read_each
from corefer.resolve import Discourse, View
from corefer.resolve.given import given_mentions
from corefer.resolve.rosana import FACTORS, Factor, Profile, Rosana, load
from corefer.resolve.rosana.resolver import Choice

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
PROFILES = ROOT / "src" / "corefer" / "resolve" / "rosana" / "profiles"
KINDS = (AnaphorType.PER3, AnaphorType.POS3, AnaphorType.DEM)
# Reflexives are too few to learn from: binding leaves one candidate most often, and the subject else.
REFLEXIVES = {Factor.SUP: 15.0, Factor.KAM: 125.0, Factor.WDM: 5.0, Factor.GEN: 40.0, Factor.ANI: 40.0}
SCALE = 30.0  # points to a unit of the model, so that the weights look like Table 1's
THRESHOLD = 0.5
LEAST = 0.35  # a choice less sure than this is left open
GAP_COUNTS = 7  # times an example of GAP
GAP_ROUNDS = 2  # pronouns among GAP's candidates are right or wrong by the profile made so far
CAUTION, GENRE_CAUTION = 1.0, 8.0

Array = Any


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a genre's profile is made: from which documents of GUM, and whether with GAP."""

    genres: tuple[str, ...]
    description: str
    gap: bool = False


RECIPES = {
    "news": Recipe(("news",), "news articles"),
    "fiction": Recipe(("fiction",), "short stories"),
    "biography": Recipe(("bio",), "lives, and articles of encyclopaedias", gap=True),
    "conversation": Recipe(("conversation", "podcast", "interview"), "talk: conversations, interviews, podcasts"),
    "how-to": Recipe(("whow", "voyage"), "instructions and guides"),
}


@dataclass(slots=True)
class Case:
    """One anaphor: a row of factor values a candidate (heuristic admittance last), and which corefer."""

    kind: AnaphorType
    values: Array
    right: Array


def case(alpha: View, choices: list[Choice], right: list[bool]) -> Case | None:
    if alpha.kind not in KINDS or not any(right):
        return None
    values = np.zeros((len(choices), len(FACTORS) + 1))
    for row, choice in enumerate(choices):
        for factor, value in choice.factors:
            values[row, FACTORS.index(factor)] += value
        values[row, -1] = 0.0 if choice.certain else -1.0
    return Case(alpha.kind, values, np.array(right, dtype=float))


def gum_cases(key: Document, resolver: Rosana) -> Iterator[Case]:
    """With the key's parse and mentions, and with our own."""
    entity = {key.mention_spans(mention): mention.entity.id for mention in reversed(key.mentions)}
    for given in (given_mentions(key), analyse(key)):
        for alpha, choices in resolver.candidates(Discourse(given)):
            own = entity.get(given.mention_spans(alpha.mention))
            found = case(alpha, choices, [own == entity.get(given.mention_spans(c.gamma.mention), "") for c in choices])
            if own is not None and found is not None:
                yield found


def gap_cases(key: Document, given: Document, resolver: Rosana) -> Iterator[Case]:
    """The one pronoun of an example; a candidate is right if it is in the chain of the name that is."""
    discourse = Discourse(given)
    marked = {mention.id: mention for mention in key.mentions}
    pronoun = marked["Pronoun"]
    named = [m for m in (marked["A"], marked["B"]) if m.entity is pronoun.entity]
    place = key.mention_spans(pronoun)
    for alpha, choices in resolver.candidates(discourse):
        if given.mention_spans(alpha.mention) == place:
            chain = _chains(discourse, resolver, alpha.mention)
            good = {chain[id(m)] for m in given.mentions if any(_ends_alike(key, n, given, m) for n in named)}
            found = case(alpha, choices, [chain[id(c.gamma.mention)] in good for c in choices])
            if found is not None:
                yield found


def _ends_alike(key: Document, name: Mention, given: Document, mention: Mention) -> bool:
    """Whether a mention of ours is the name, with what stands before it or the genitive's ending."""
    end, ours = key.mention_spans(name)[-1][1], given.mention_spans(mention)[-1][1]
    return ours in (end, end + 2)


def _chains(discourse: Discourse, resolver: Rosana, without: Mention) -> dict[int, int]:
    """The chain of each mention by the resolver's decisions, save the one about that mention."""
    parent = {id(view.mention): id(view.mention) for view in discourse.views}

    def root(node: int) -> int:
        while parent[node] != node:
            node = parent[node]
        return node

    for decision in resolver.decide(discourse):
        if decision.antecedent is not None and decision.anaphor is not without:
            parent[root(id(decision.anaphor))] = root(id(decision.antecedent))
    return {node: root(node) for node in parent}


def likeliest(cases: list[Case], prior: Array, caution: float) -> Array:
    """The weights under which the right candidates are likeliest, drawn towards the prior."""
    sizes = [len(c.right) for c in cases]
    if not sizes:
        return prior
    values, right = np.vstack([c.values for c in cases]), np.concatenate([c.right for c in cases])
    starts, of = np.cumsum([0, *sizes[:-1]]), np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: Array) -> tuple[float, Array]:
        scores = values @ weights
        raised = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        total, good = np.add.reduceat(raised, starts), np.add.reduceat(raised * right, starts)
        gradient = values.T @ (raised / total[of] - raised * right / good[of])
        off = weights - prior
        return float(-np.log(good / total).sum() + caution * (off @ off) / 2), gradient + caution * off

    return minimize(loss, prior, jac=True, method="L-BFGS-B").x


Weights = dict[AnaphorType, Array]


def weights_of(cases: list[Case], priors: Weights, caution: float) -> Weights:
    return {kind: likeliest([c for c in cases if c.kind is kind], priors[kind], caution) for kind in KINDS}


def profile(name: str, description: str, weights: Weights) -> Profile:
    rows = {k: {f: round(SCALE * w, 1) for f, w in zip(FACTORS, row, strict=False)} for k, row in weights.items()}
    heuristic = round(SCALE * max(0.0, float(weights[AnaphorType.PER3][-1])), 1)
    return Profile(name, {**rows, AnaphorType.REFL: REFLEXIVES}, THRESHOLD, heuristic, SCALE, LEAST, description)


def main() -> None:
    bare = replace(load("default"), weights={kind: {} for kind in KINDS})  # a key's cases do not depend on weights
    cases: list[tuple[str, Case]] = []
    for key in track(list(read_each(DATA / "gum" / "train")), "GUM"):
        cases += [(key.genre, c) for c in gum_cases(key, Rosana(replace(bare, threshold=THRESHOLD)))]
    examples = [(key, analyse(key)) for key in track(list(read_each(DATA / "gap" / "gap-validation.tsv")), "GAP")]
    nothing = {kind: np.zeros(len(FACTORS) + 1) for kind in KINDS}
    gum = [c for _, c in cases]
    default, gap = weights_of(gum, nothing, CAUTION), []
    made = profile("default", "", default)
    for _ in range(GAP_ROUNDS):
        gap = GAP_COUNTS * [c for key, given in examples for c in gap_cases(key, given, Rosana(made))]
        default = weights_of(gum + gap, nothing, CAUTION)
        made = profile("default", "all genres: GUM's training part, and GAP's validation part", default)
    wanted = sys.argv[1:] or ["default", *RECIPES]
    if "default" in wanted:
        write(made)
    for name in wanted:
        if name in RECIPES:
            recipe = RECIPES[name]
            own = [c for genre, c in cases if genre in recipe.genres] + (gap if recipe.gap else [])
            described = f"{recipe.description} (GUM's training part, drawn towards the default profile)"
            write(profile(name, described, weights_of(own, default, GENRE_CAUTION)))


def track(items: list[Document], label: str) -> Iterable[Document]:
    return progress(items, label)


def write(made: Profile) -> None:
    (PROFILES / f"{made.name}.toml").write_text(made.to_toml(), encoding="utf-8")


if __name__ == "__main__":
    main()
