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
from itertools import dropwhile, takewhile

from corefer.analysis.lexicon.features import UNKNOWN, Features
from corefer.analysis.lexicon.nouns import senses
from corefer.analysis.lexicon.tables import table
from corefer.analysis.lexicon.titles import BODIES, DEGREES, LINKS, PARTICLES, PLACES, SENIORITY, title_gender

TITLED = 0.98  # that a title says the gender, or that its bearer is a person
INITIALLED = 0.9  # that a name that begins with an initial is a person's
LEAST_KIND, LEAST_GENDER, CLEAR = 0.55, 0.52, 0.9  # the least probability at which something is stated
SURNAME_WEIGHT = 0.1  # how much likelier a single name in a text is a surname than the census has it
LEAST_FAMILY = 1000.0  # bearers of a surname that *the* and a plural may be taken to mean
OTHERS = 1000.0  # what a single rare name weighs as something that no list has
TITLED_SURNAME_WEIGHT = 20.0
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
        if rest[0].lower() in ("st", "st.", "saint", "major", "general") and table("entities").get(
            fold(" ".join(rest))
        ):
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
        "initial": float(any(map(_is_initial, words[1:-1]))),
        "capitals": float(_is_acronym(words)),
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
    content = list(dropwhile(lambda word: word.lower() in LINKS, words))
    return list(takewhile(lambda word: word.lower() not in LINKS, content))


def _marks(words: list[str]) -> bool:
    return _is_body_or_place(words) or _is_acronym(words) or _has_initial(words)


def _is_body_or_place(words: Sequence[str]) -> bool:
    return any(fold(word).rstrip(".") in BODIES | PLACES for word in words)


def _is_initial(word: str) -> bool:
    """*J.* or *J*, but not the word *A*."""
    return len(word.rstrip(".")) == 1 and word[0].isupper() and word not in ("A", "I")


def _has_initial(words: Sequence[str]) -> bool:
    """*J. Austen*, but not *U. S.*"""
    return len(words) > 1 and _is_initial(words[0]) and not _is_initial(words[-1])


def _is_acronym(words: list[str]) -> bool:
    return len(words) == 1 and words[0].isupper() and 1 < len(words[0]) < 6


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
    if _has_initial(name.words) and not _is_body_or_place(name.words) and not table("entities").get(name.key):
        return INITIALLED
    score = sum(weights().get(key, 0.0) * value for key, value in found.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


# --- of which gender?


def female_probability(name: Name) -> float:
    """How likely a person of this name is a woman; a half where the name does not tell."""
    if name.title:
        return TITLED if name.title == "fem" else 1 - TITLED
    if name.senior:
        return 1 - TITLED
    head = _before_link(name.words)
    office = senses(head[-1].lower()) if len(head) == 1 and len(name.words) > 1 else None
    if office and office.person > 0.5:  # Princess of Wales
        return {"fem": TITLED, "masc": 1 - TITLED}.get(office.gender, 0.5)
    words = [word for word in head if not _is_initial(word)]
    if not words or (len(words) == 1 and _has_initial(head)):
        return 0.5
    if len(words) == 1:
        return _female_single(words[0], titled=name.title is not None)
    if len(words) == 2 and words[1].partition("-")[2].islower():  # Chiang Kai-shek: the surname first
        return bearers(words[1]).female
    female = bearers(words[0]).female
    if 0.1 < female < 0.9 and len(words) > 2 and words[1].lower() not in PARTICLES:
        female = (female + bearers(words[1]).female) / 2
    return female


def _female_single(word: str, *, titled: bool) -> float:
    """Of one name, which may be a surname: after *Dr.* it most often is."""
    given = bearers(word)
    surname = (TITLED_SURNAME_WEIGHT if titled else SURNAME_WEIGHT) * given.family
    return 0.5 + given.given / (given.given + surname + OTHERS) * (given.female - 0.5)


def name_features(words: Sequence[str]) -> Features:
    """The features of a proper name by its words, titles included; nothing, with certainty 0, of an unknown name."""
    name = parse(words)
    if not name.words:
        return UNKNOWN
    if plural := _plural_certainty(name):
        return Features("plur", "", "person", 3, plural)
    person = person_probability(name)
    if person is None:
        return UNKNOWN
    if 1 - person >= LEAST_KIND:
        return Features(_number(name), "neut", "thing", 3, round(1 - person, 3))
    return _of_person(name, person)


def _of_person(name: Name, person: float) -> Features:
    female = female_probability(name)
    gender, gendered = ("fem", female) if female > 0.5 else ("masc", 1 - female)
    if person < LEAST_KIND:  # perhaps a place, but if a person, then one whose name tells
        clear = gendered > CLEAR and not _is_body_or_place(name.words)
        return Features("sing", gender, "", 3, round(person * gendered, 3)) if clear else UNKNOWN
    if gendered < LEAST_GENDER:
        return Features("sing", "", "person", 3, round(person, 3))
    return Features("sing", gender, "person", 3, round(person * gendered, 3))


def _plural_certainty(name: Name) -> float:
    """Whether these are several persons under one name (*the Bertrams*, *Germans*, *John and Mary*): 0 if not."""
    words = list(name.words)
    if "and" in words[1:-1]:
        parts = [words[: words.index("and")], words[words.index("and") + 1 :]]
        read = [parse(part) for part in parts]
        first = [bearers(name.words[0]) for name in read if name.words]
        given = len(first) == len(read) and all(name.given > name.family for name in first)  # but *Johnson and Johnson*
        certain = min(person_probability(part) or 0.0 for part in read)
        return round(certain, 3) if given and certain > 0.7 else 0.0
    the = words[0].lower() == "the" and len(words) > 1
    if len(words) - the > 1 or not words[-1].endswith("s") or table("entities").get(name.key):
        return 0.0
    singular, own = words[-1][:-1], bearers(words[-1])
    demonym = senses(singular.lower())
    if demonym and demonym.person >= 0.3 and not own.given:
        return 0.9
    return 0.7 if the and bearers(singular).family > max(LEAST_FAMILY, own.family + own.given) else 0.0


def _number(name: Name) -> str:
    """Bodies are *it* or *they*, and a plural in form may be one (*the United States*): nothing is said of those."""
    kinds = table("entities").get(name.key)
    last = fold(name.words[-1])
    if "g" in kinds or last.endswith("s") or any(fold(word).rstrip(".") in BODIES for word in name.words):
        return ""
    return "sing" if kinds or last in PLACES else ""
