"""Proper names: a person, a place or a body, and a person's gender, from titles, given names, surnames and gazetteers.

Whether a name is a person's is a small logistic regression over what the tables say of its words (weights in
`data/person.json`). The gender is the title's, or else the given name's: the share of its bearers. A name alone may be
a surname, which says nothing of gender: *Kelsey* is given or inherited, and the census knows how often.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from corefer.analysis.lexicon.features import UNKNOWN, Features
from corefer.analysis.lexicon.nouns import senses
from corefer.analysis.lexicon.tables import table
from corefer.analysis.lexicon.titles import BODIES, DEGREES, LINKS, PARTICLES, PLACES, SENIORITY, title_gender

TITLED = 0.98  # that a title says the gender, or that its bearer is a person
LEAST_KIND, LEAST_GENDER, CLEAR = 0.55, 0.52, 0.9  # the least probability at which something is stated
SURNAME_WEIGHT = 0.2  # how much likelier a single name in a text is a surname than the census has it
_STEP = 0.85  # a digit of the table is this much of a binary logarithm
_SPECIAL = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "ı": "i", "æ": "ae", "œ": "oe", "’": "'"})


def fold(word: str) -> str:
    """A name without case and diacritics: the key of the name tables."""
    plain = word.lower().translate(_SPECIAL)
    if plain.isascii():
        return plain
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))


@dataclass(slots=True, frozen=True)
class Bearers:
    """How many women and men have this as a given name, and how many people as a surname."""

    women: float = 0.0
    men: float = 0.0
    family: float = 0.0

    @property
    def given(self) -> float:
        return self.women + self.men

    @property
    def female(self) -> float:
        """The share of women, drawn towards a half where few bear the name."""
        return (self.women + 2) / (self.given + 4)


_NOBODY = Bearers()


@lru_cache(maxsize=4096)
def bearers(word: str) -> Bearers:
    """The bearers of a name; of *Jean-Luc* and *O'Brien* also by the joined form or the first part."""
    key = fold(word).strip(".'\"")
    parts = [key, key.replace("-", "").replace("'", ""), key.partition("-")[0]]
    for part in dict.fromkeys(parts):
        if row := table("names").get(part):
            return Bearers(*(2 ** (_STEP * int(digit, 36)) - 1 for digit in row))
    return _NOBODY


@dataclass(slots=True, frozen=True)
class Name:
    """A name's words, without titles, degrees and the possessive ending."""

    words: tuple[str, ...]
    title: str | None  # the gender of the title, "" for a title of either, None without a title
    senior: bool

    @property
    def key(self) -> str:
        words = [fold(word) for word in self.words]
        return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


def parse(words: Sequence[str]) -> Name:
    """Titles off the front (the first that has a gender counts), *Jr.* and degrees off the end."""
    rest = [word for word in words if any(c.isalnum() for c in word) and word not in ("'s", "’s")]
    title: str | None = None
    while len(rest) > 1 and (gender := title_gender(rest[0])) is not None and rest[1].lower() not in LINKS:
        if rest[0].lower() in ("st", "st.", "saint", "major", "general") and table("entities").get(fold(" ".join(rest))):
            break
        title = title or gender
        rest = rest[1:]
    senior = False
    while len(rest) > 1 and (plain := rest[-1].lower().replace(".", "")) in SENIORITY | DEGREES:
        senior = senior or plain in SENIORITY
        rest = rest[:-1]
    return Name(tuple(rest), title, senior)


# --- a person?


def evidence(name: Name) -> dict[str, float]:
    """What the tables say for and against a person, by feature; empty where they know none of the words."""
    head, words = _before_link(name.words), [word for word in name.words if word.lower() not in LINKS]
    kinds = table("entities").get(name.key)
    known = [bearers(word) for word in words]
    nouns = [senses(word.lower()) or senses(word.lower().removesuffix("s")) for word in words]
    if not words or not (kinds or any(b.given or b.family for b in known) or any(nouns) or _marks(words)):
        return {}
    first, last, noun, several = known[0], known[len(head) - 1], nouns[len(head) - 1], len(words) > 1
    values = {
        "bias": 1.0,
        "given": math.log2(1 + first.given) / 10,
        "given unknown": float(not first.given),
        "clearly given": float(first.given > 3000 and first.given > 2 * first.family),
        "given or else": math.log2(1 + first.given) / 10 if {"l", "t", "g"} & set(kinds) else 0.0,
        "surname": math.log2(1 + last.family) / 10,
        "surname unknown": float(not last.family),
        "thing": noun.thing + noun.group if noun else 0.0,
        "person noun": noun.person if noun else 0.0,
        "first thing": nouns[0].thing if several and nouns[0] else 0.0,
        "linked": float(len(head) < len(words)),
        "the": float(name.words[0].lower() == "the"),
        "initial": float(any(len(word.rstrip(".")) == 1 for word in words[:-1])),
        "capitals": float(not several and words[0].isupper() and len(words[0]) > 1),
        "figures": float(any(c.isdigit() for word in words for c in word)),
        "particle": float(any(word.lower() in PARTICLES for word in words[1:-1])),
        "senior": float(name.senior),
        "body": float(any(fold(word).rstrip(".") in BODIES for word in head)),
        "place word": float(any(fold(word).rstrip(".") in PLACES for word in head)),
        "place last": float(several and "l" in table("entities").get(fold(words[-1]))),
        "many": float(len(head) > 3),
    }
    values |= {f"known {kinds[i]}": 0.4 + int(kinds[i + 1]) / 10 for i in range(0, len(kinds), 2)}
    size = "linked" if values["linked"] else "several" if several else "single"
    return {f"{size} {key}": value for key, value in values.items() if value}


def _before_link(words: Sequence[str]) -> list[str]:
    """*Bank* of *Bank of England*: the words that the name is headed by, up to the first preposition."""
    content = list(words[1:] if words[0].lower() in LINKS and len(words) > 1 else words)
    end = next((i for i, word in enumerate(content) if i and word.lower() in LINKS), len(content))
    return content[:end]


def _marks(words: list[str]) -> bool:
    return any(fold(word).rstrip(".") in BODIES | PLACES for word in words)


@cache
def weights() -> dict[str, float]:
    """The weights of the regression."""
    data = resources.files(__package__).joinpath("data", "person.json").read_text(encoding="utf-8")
    return {str(key): float(value) for key, value in json.loads(data).items()}


def person_probability(name: Name) -> float | None:
    """How likely the name is a person's; None where nothing is known of it."""
    if name.title is not None:
        return TITLED
    found = evidence(name)
    if not found:
        return None
    score = sum(weights().get(key, 0.0) * value for key, value in found.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


# --- of which gender?


def female_probability(name: Name) -> float:
    """How likely a person of this name is a woman; a half where the name does not tell."""
    if name.title:
        return TITLED if name.title == "fem" else 1 - TITLED
    words = [word for word in name.words if len(word.strip(".")) > 1]
    initials = len(name.words) - len(words)
    if name.words[-1:] and len(name.words) - initials == 1 and initials:
        words = []  # J. Smith: a surname
    if name.senior:
        return 1 - TITLED
    if not words:
        return 0.5
    given = bearers(words[0])
    if len(words) == 1:
        surname = (20.0 if name.title == "" else SURNAME_WEIGHT) * given.family
        share = given.given / (given.given + surname) if given.given else 0.0
        return 0.5 + share * (given.female - 0.5)
    female = given.female
    if 0.1 < female < 0.9 and len(words) > 2 and words[1].lower() not in PARTICLES:
        female = (female + bearers(words[1]).female) / 2
    return female


def name_features(words: Sequence[str]) -> Features:
    """The features of a proper name by its words, titles included; nothing, with certainty 0, of an unknown name."""
    name = parse(words)
    person = person_probability(name) if name.words else None
    if person is None:
        return UNKNOWN
    if 1 - person >= LEAST_KIND:
        return Features(_number(name), "neut", "thing", 3, round(1 - person, 3))
    if person >= LEAST_KIND and _is_plural(name):
        return Features("plur", "", "person", 3, round(person, 3))
    female = female_probability(name)
    gender = "fem" if female > 0.5 else "masc"
    if person < LEAST_KIND:  # perhaps a place, but if a person, then one whose name tells
        clear = max(female, 1 - female) > CLEAR
        return Features("sing", gender, "", 3, round(person, 3)) if clear else UNKNOWN
    gendered = max(female, 1 - female)
    if gendered < LEAST_GENDER:
        return Features("sing", "", "person", 3, round(person, 3))
    return Features("sing", gender, "person", 3, round(person * gendered, 3))


def _is_plural(name: Name) -> bool:
    """Several persons under one name: *the Bertrams*, *Germans*, *John and Mary*."""
    if name.title is None and "and" in name.words[1:-1]:
        return True
    last = name.words[-1]
    if not last.endswith("s") or len(name.words) - (name.words[0].lower() == "the") > 1:
        return False
    singular, own = bearers(last[:-1]), bearers(last)
    demonym = senses(last[:-1].lower())
    if demonym and demonym.person > 0.5 and not own.given:
        return True
    return name.words[0].lower() == "the" and singular.family + singular.given > own.family + own.given


def _number(name: Name) -> str:
    """Places and bodies: a plural in form may still be one (*the United States*), so nothing is said of those."""
    return "sing" if "l" in table("entities").get(name.key)[:1] and not name.words[-1].endswith("s") else ""
