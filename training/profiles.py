"""Tune the weight profiles that ship with the package, on training data only: `make profiles`.

python training/profiles.py                  all profiles
python training/profiles.py news fiction     only these

What `corefer tune` does, with the right documents for each: the default profile from all of GUM's training split,
starting at the paper's weights; the genres' from their documents, starting at the default, the other genres counting
less. Fiction has the novels of LitBank's training part as well, and since these have no parse, our own parse.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import corefer
from corefer.cli.common import progress
from corefer.document import Document
from corefer.experiment.systems import System
from corefer.experiment.tuning import Settings, Tuned, tune
from corefer.report.comparison import print_page
from corefer.report.tuning import tuning_page
from corefer.resolve.inputs import Source

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
PROFILES = ROOT / "src" / "corefer" / "resolve" / "rosana" / "profiles"
HELD_OUT = 0.2  # of LitBank, which is not trained on
SEED = 1
SETTINGS = Settings(seed=SEED, workers=2, samples=2000)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one profile is made."""

    genre: str = ""
    start: str = "default"
    novels: bool = False


RECIPES = {
    "default": Recipe(start="start"),
    "news": Recipe("news"),
    "biography": Recipe("bio"),
    "conversation": Recipe("conversation"),
    "how-to": Recipe("whow"),
    "fiction": Recipe("fiction", novels=True),
}


def litbank_training() -> list[Document]:
    """The novels that are trained on: all but a fifth, drawn with the seed."""
    documents = sorted(corefer.read(DATA / "litbank" / "conll"), key=lambda document: document.id)
    order = np.random.default_rng(SEED).permutation(len(documents)).tolist()
    held_out = set(order[: round(HELD_OUT * len(documents))])
    return [document for number, document in enumerate(documents) if number not in held_out]


def make(name: str, recipe: Recipe, gum: Sequence[Document]) -> Tuned:
    keys = [document for document in gum if not recipe.genre or document.genre == recipe.genre]
    of = f"{len(keys)} {recipe.genre} documents of GUM" if recipe.genre else f"{len(keys)} documents of GUM"
    settings, others = SETTINGS, [d for d in gum if recipe.genre and d.genre != recipe.genre]
    if recipe.novels:
        novels = litbank_training()
        keys, others = [*keys, *novels], []
        of += f" and {len(novels)} of LitBank"
        settings = replace(settings, parse=Source.OWN)
    return tune(
        keys,
        System("rosana", "rosana", {"profile": recipe.start}),
        settings,
        name=name,
        description=f"tuned for {settings.goal} on {of} (training data; make profiles)",
        genre=recipe.genre,
        others=others,
        track=lambda items, label: track(name, items, label),
    )


def track(name: str, items: Sequence[Any], label: str) -> Iterable[Any]:
    return progress(items, f"{name}: {label}")


def main() -> None:
    gum = corefer.read(DATA / "gum" / "train")
    for name in sys.argv[1:] or RECIPES:
        found = make(name, RECIPES[name], gum)
        (PROFILES / f"{name}.toml").write_text(found.profile.to_toml(), encoding="utf-8")
        print_page(tuning_page(found))


if __name__ == "__main__":
    main()
