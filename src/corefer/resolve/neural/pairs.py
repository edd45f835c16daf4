"""What the network is told of a mention and a candidate antecedent: distances, strings, agreement, structure.

Every feature is a comparison of columns of the mentions' table, done for all pairs at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from corefer.document.anaphors import PRONOMINAL, AnaphorType
from corefer.resolve.neural.mentions import ANIMACIES, FUNCTIONS, GENDERS, KINDS, SIZES, Codes, Table

_EDGES = np.array([1, 2, 3, 4, 5, 8, 12, 20, 32, 64])
_SENTENCES = np.array([0, 1, 2, 3, 4, 6, 9, 14, 25])
_TOKENS = np.array([2, 4, 7, 11, 17, 27, 45, 80, 160])
_COARSE = {
    AnaphorType.PER1: 0, AnaphorType.POS1: 0, AnaphorType.PER2: 1, AnaphorType.POS2: 1, AnaphorType.PER3: 2,
    AnaphorType.POS3: 3, AnaphorType.REFL: 4, AnaphorType.RELA: 5, AnaphorType.DEM: 5, AnaphorType.INDEF: 5,
    AnaphorType.NAME: 6, AnaphorType.DNOM: 7, AnaphorType.OTHER: 8,
}  # fmt: skip
_KIND = np.array([_COARSE[kind] for kind in KINDS])
_PRONOUN = np.array([kind in PRONOMINAL for kind in KINDS])
_COARSE_KINDS = 9
_PERSON, _THING = ANIMACIES.index("person"), ANIMACIES.index("thing")
_NEUTER = GENDERS.index("neut")

Feature = Callable[[Table, Table], Codes]


def _bucket(values: npt.NDArray[np.int32], edges: npt.NDArray[np.int64]) -> Codes:
    found: Codes = np.searchsorted(edges, values, side="right").astype(np.int32)
    return found


def mention_distance(anaphor: Table, candidate: Table) -> Codes:
    return _bucket(anaphor["order"] - candidate["order"], _EDGES)


def sentence_distance(anaphor: Table, candidate: Table) -> Codes:
    return _bucket(anaphor["place"] - candidate["place"], _SENTENCES)


def token_distance(anaphor: Table, candidate: Table) -> Codes:
    return _bucket(np.maximum(anaphor["start"] - candidate["end"], 0), _TOKENS)


def kinds(anaphor: Table, candidate: Table) -> Codes:
    found: Codes = (_KIND[anaphor["kind"]] * _COARSE_KINDS + _KIND[candidate["kind"]]).astype(np.int32)
    return found


def strings(anaphor: Table, candidate: Table) -> Codes:
    """0 nothing shared · 1 the same text · 2–5 by heads and inclusion · 6 some word · 7 acronym · 8–9 pronouns."""
    mine, theirs = anaphor["words"], candidate["words"]
    shared = ((mine[:, :, None] == theirs[:, None, :]) & (mine[:, :, None] > 0)).any(2).sum(1)
    inside, outside = shared == (mine > 0).sum(1), shared == (theirs > 0).sum(1)
    heads = anaphor["lemma"] == candidate["lemma"]
    pronouns = _PRONOUN[anaphor["kind"]] | _PRONOUN[candidate["kind"]]
    same = anaphor["text"] == candidate["text"]
    acronym = (anaphor["initials"] == candidate["initials"]) & (anaphor["initials"] > 0)
    conditions = [pronouns & same, pronouns, same, heads & inside, heads & outside, heads, inside, shared > 0, acronym]
    found: Codes = np.select(conditions, [8, 9, 1, 2, 3, 4, 5, 6, 7], 0).astype(np.int32)
    return found


def novelty(anaphor: Table, candidate: Table) -> Codes:
    """How many content words of the one the other lacks, both ways (0, 1, more)."""
    mine, theirs = anaphor["words"], candidate["words"]
    equal = (mine[:, :, None] == theirs[:, None, :]) & (mine[:, :, None] > 0)
    new = np.minimum((mine > 0).sum(1) - equal.any(2).sum(1), 2)
    old = np.minimum((theirs > 0).sum(1) - equal.any(1).sum(1), 2)
    found: Codes = (new * 3 + old).astype(np.int32)
    return found


def _agreement(name: str) -> Feature:
    """0 unknown · 1 the same · 2 different."""

    def feature(anaphor: Table, candidate: Table) -> Codes:
        mine, theirs = anaphor[name], candidate[name]
        found: Codes = np.where((mine == 0) | (theirs == 0), 0, np.where(mine == theirs, 1, 2)).astype(np.int32)
        return found

    feature.__name__ = name
    return feature


def gendered_things(anaphor: Table, candidate: Table) -> Codes:
    """Whether one is a thing and the other *he* or *she*, or one a person and the other *it*."""

    def apart(one: Table, other: Table) -> npt.NDArray[np.bool_]:
        gendered = (other["gender"] > 0) & (other["gender"] != _NEUTER)
        clash: npt.NDArray[np.bool_] = ((one["animacy"] == _THING) & gendered) | (
            (one["animacy"] == _PERSON) & (other["gender"] == _NEUTER)
        )
        return clash

    return (apart(anaphor, candidate) | apart(candidate, anaphor)).astype(np.int32)


def speakers(anaphor: Table, candidate: Table) -> Codes:
    """Unknown, same or different speaker, by the grammatical persons of the two."""
    mine, theirs = anaphor["speaker"], candidate["speaker"]
    known = np.where((mine == 0) | (theirs == 0), 0, np.where(mine == theirs, 1, 2))
    found: Codes = (known * 16 + anaphor["person"] * 4 + candidate["person"]).astype(np.int32)
    return found


def quotations(anaphor: Table, candidate: Table) -> Codes:
    """Both outside · in the same quotation · one inside · the other inside · in different ones."""
    mine, theirs = anaphor["quotation"], candidate["quotation"]
    conditions = [(mine < 0) & (theirs < 0), mine == theirs, theirs < 0, mine < 0]
    found: Codes = np.select(conditions, [0, 1, 2, 3], 4).astype(np.int32)
    return found


def structure(anaphor: Table, candidate: Table) -> Codes:
    """Nesting and government: i-within-i, one governing the other, arguments of one head, same head."""
    within = (candidate["start"] <= anaphor["start"]) & (anaphor["end"] <= candidate["end"])
    around = (anaphor["start"] <= candidate["start"]) & (candidate["end"] <= anaphor["end"])
    same = anaphor["place"] == candidate["place"]
    conditions = [
        anaphor["head"] == candidate["head"],
        (anaphor["above"] == candidate["head"]) & within,
        anaphor["above"] == candidate["head"],
        candidate["above"] == anaphor["head"],
        within,
        around,
        (anaphor["above"] == candidate["above"]) & same,
        anaphor["above"] == _grand(candidate, anaphor),
    ]
    found: Codes = np.select(conditions, [1, 2, 3, 4, 5, 6, 7, 8], 0).astype(np.int32)
    return found


def _grand(candidate: Table, anaphor: Table) -> Codes:
    """The candidate's governor where it stands in the same sentence, else a place that nothing has."""
    return np.where(candidate["place"] == anaphor["place"], candidate["above"], -2).astype(np.int32)


def functions(anaphor: Table, candidate: Table) -> Codes:
    """The candidate's function, and whether it is the anaphor's own (parallelism)."""
    same = anaphor["function"] == candidate["function"]
    found: Codes = (candidate["function"] + len(FUNCTIONS) * same).astype(np.int32)
    return found


_FEATURES: dict[str, tuple[Feature, int]] = {
    "mention distance": (mention_distance, len(_EDGES) + 1),
    "sentence distance": (sentence_distance, len(_SENTENCES) + 1),
    "token distance": (token_distance, len(_TOKENS) + 1),
    "kinds": (kinds, _COARSE_KINDS**2),
    "strings": (strings, 10),
    "novelty": (novelty, 9),
    "number": (_agreement("number"), 3),
    "gender": (_agreement("gender"), 3),
    "animacy": (_agreement("animacy"), 3),
    "type": (_agreement("type"), 3),
    "gendered things": (gendered_things, 2),
    "speakers": (speakers, 48),
    "quotations": (quotations, 5),
    "structure": (structure, 9),
    "functions": (functions, 2 * len(FUNCTIONS)),
}
PAIR_SIZES = {name: size for name, (_, size) in _FEATURES.items()}
PAIR_WIDTH = sum(PAIR_SIZES.values())
_OFFSETS = np.cumsum([0, *PAIR_SIZES.values()])[:-1]


def compare(anaphor: Table, candidate: Table) -> Codes:
    """The codes of pairs, [pairs, features], each with its offset in the row of zeros and ones."""
    return np.stack(
        [
            feature(anaphor, candidate) + offset
            for (feature, _), offset in zip(_FEATURES.values(), _OFFSETS, strict=True)
        ],
        axis=1,
    ).astype(np.int32)


def indicators(codes: Codes) -> npt.NDArray[np.float32]:
    """The features of pairs as zeros and ones, [pairs, PAIR_WIDTH]."""
    result = np.zeros((len(codes), PAIR_WIDTH), np.float32)
    result[np.arange(len(codes))[:, None], codes] = 1.0
    return result


SPEAKER_COLUMN = list(PAIR_SIZES).index("speakers")
SPEAKER_OFFSET = int(_OFFSETS[SPEAKER_COLUMN])
__all__ = ["PAIR_SIZES", "PAIR_WIDTH", "SIZES", "SPEAKER_COLUMN", "SPEAKER_OFFSET", "compare", "indicators"]
