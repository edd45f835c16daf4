"""Common nouns: what they name, and whether their meaning has a gender (the table is made by `training/lexicon`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from corefer.analysis.lexicon.features import UNKNOWN, Features
from corefer.analysis.lexicon.tables import table

GENDERS = {"f": "fem", "m": "masc"}
PLURALS = frozenset(
    "people folk folks police cattle scissors trousers pants jeans glasses clothes clergy belongings thanks vermin "
    "gentry parents goods riches surroundings outskirts siblings twins".split()
)
_SURE = 0.95  # of the number of a noun whose form or meaning says it


@dataclass(slots=True, frozen=True)
class Senses:
    """The shares of a noun's uses that mean a person, an animal or a group; the rest are things."""

    gender: str
    person: float
    animal: float
    group: float

    @property
    def thing(self) -> float:
        return 1 - self.person - self.animal - self.group


@lru_cache(maxsize=4096)
def senses(lemma: str) -> Senses | None:
    """A noun's senses; None where the table does not have it."""
    row = table("nouns").get(lemma)
    if not row:
        return None
    if row == "t":
        return Senses("", 0.0, 0.0, 0.0)
    gender, *shares = row.split(",")
    person, animal, group = (int(share or 0) / 100 for share in shares)
    return Senses(GENDERS.get(gender, ""), person, animal, group)


def known_noun(lemma: str) -> bool:
    """Whether the table has this noun, in lower case."""
    return bool(table("nouns").get(lemma))


def noun_features(lemma: str, number: str = "") -> Features:
    """The features of a common noun by its lemma, with its number where the analysis knows it.

    `aunt` is a person and feminine, `nurse` a person of either gender, `committee` a thing that singular and plural
    pronouns refer to, whatever its own number.
    """
    lemma = lemma.lower()
    found = senses(lemma) or _compound(lemma)
    if lemma in PLURALS:
        number = "plur"
    if found is None:
        return Features(number=number, certainty=_SURE) if number else UNKNOWN
    shares = {"person": found.person, "animate": found.animal, "thing": found.thing + found.group}
    animacy = max(shares, key=lambda kind: shares[kind])
    certainty = round(shares[animacy] * _SURE, 3)
    if certainty < 0.5:
        return Features(number=number, person=3, certainty=_SURE if number else 0.0)
    gender = {"person": found.gender, "thing": "neut"}.get(animacy, "")
    if number == "sing" and found.group > 0.5:
        number = ""
    return Features(number, gender, animacy, 3, certainty)


def _compound(lemma: str) -> Senses | None:
    """`ex-wife`, `co-author`, `e-mail`: the part behind the hyphen; `saleswoman`: the ending."""
    head = lemma.rpartition("-")[2]
    if head != lemma:
        return senses(head)
    for ending in ("woman", "man", "person"):
        if lemma.endswith(ending) and len(lemma) > len(ending) + 2:
            return senses(ending)
    return None
