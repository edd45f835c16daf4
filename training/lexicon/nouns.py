"""The noun table: how often a noun means a person, an animal, a group or a thing, and whether its meaning has a gender.

The counts are WordNet's sense counts (each sense a little at least, the first most) and the mentions of GUM's training
split and of LitBank's novels. Gender is only what the noun *means* (aunt, actress, monk), from WordNet's hierarchy and
definitions: that most nurses of a corpus are women is no ground to refuse one that is not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache

from corpora import Described
from sources import Sources, Synset, index, sense_counts, synsets

PERSON, ANIMAL, GROUP, THING = "pagt"
ROOTS = {
    "00007846": PERSON,  # person
    "09504135": PERSON,  # spiritual being
    "00015388": ANIMAL,
    "00031264": GROUP,
}
PERSONS = {"people", "folk", "folks", "heroine", "queen"}  # WordNet has groups, fictions, bees first
FEMALE, MALE = "09619168", "09624168"
TYPES = {"person": PERSON, "animal": ANIMAL, "organization": GROUP}
_WOMEN = "woman|women|girl|girls|female|mother|daughter|sister|wife|queen|princess|lady|niece|aunt|nun|widow|empress"
_MEN = "man|men|boy|boys|male|father|son|brother|husband|king|prince|gentleman|nephew|uncle|monk|widower|emperor"
_LEAD = (
    r"^(?:\([^)]*\) )?(?:(?:a|an|the|your|any|of|title|name|term|address|form|used|for|male or|adult|dead|great|big|"
    r"small|strong|feudal|young|old|rich|poor|married|unmarried|[a-z]+(?:ed|ing|ly|al|ful|y|ous|ish|ic)) )*"
)
GLOSS = {"f": re.compile(rf"{_LEAD}(?:{_WOMEN})\b"), "m": re.compile(rf"{_LEAD}(?:{_MEN})\b")}
# Of *policeman* and *policewoman* the first is a man; of these it is not.
NEUTRAL = {"", "chair", "hu", "wo", "free", "spokes"}
# What WordNet defines without a sex, or only among other senses, though the word has one.
MEANT = {
    "m": "man gentleman lord abbot pope wizard landlord bachelor lad waiter monk hero groom duke baron count earl chap",
    "f": "woman chairwoman spinster heroine landlady abbess witch nun bride baroness countess mum",
}
EITHER = re.compile(
    r"\b(?:man or woman|woman or man|male or female|female or male|men and women|women and men|boy or girl|"
    r"(?:a )?father or (?:a )?mother|mother or father|king or queen|queen or king|son or daughter|brother or sister|"
    r"or (?:woman|girl|female)|or (?:man|boy|male))\b"
)


class Nouns:
    """WordNet's nouns, by class and gender."""

    def __init__(self, sources: Sources) -> None:
        self.synsets = synsets(sources)
        self.senses = dict(index(sources, "noun"))
        self.counts = sense_counts(sources)
        self.classes = cache(self._class)
        self.genders = cache(self._gender)

    def _parents(self, offset: str) -> list[str]:
        return [target for pointer, target in self.synsets[offset][2] if pointer in ("@", "@i")]

    def _class(self, offset: str) -> str:
        if offset in ROOTS:
            return ROOTS[offset]
        above = {self.classes(parent) for parent in self._parents(offset)} - {THING}
        return next((kind for kind in (PERSON, ANIMAL, GROUP) if kind in above), THING)

    def _gender(self, offset: str) -> str:
        if offset in (FEMALE, MALE):
            return "f" if offset == FEMALE else "m"
        if self.classes(offset) != PERSON:
            return ""
        own = gloss_gender(self.synsets[offset])
        inherited = {self.genders(parent) for parent in self._parents(offset)} - {""}
        return own or (inherited.pop() if len(inherited) == 1 else "")

    def is_instance(self, offset: str) -> bool:
        return any(pointer == "@i" for pointer, _ in self.synsets[offset][2])

    def common_senses(self, lemma: str) -> list[tuple[str, float]]:
        """(offset, weight) of a noun's senses that are not names."""
        senses = [offset for offset in self.senses.get(lemma, ()) if not self.is_instance(offset)]
        return [(o, self.counts.get((lemma, o), 0) + 0.5 / rank) for rank, o in enumerate(senses, 1)]


def gloss_gender(synset: Synset) -> str:
    gloss = synset[3]
    if EITHER.search(gloss):
        return ""
    return next((gender for gender, pattern in GLOSS.items() if pattern.search(gloss)), "")


def noun_rows(nouns: Nouns, mentions: Iterable[Described]) -> dict[str, str]:
    """Noun -> `gender person animal group total`, the shares in percent, the total as twice its binary logarithm."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for mention in mentions:
        lemma = mention.lemma.lower()
        if mention.is_noun and (mention.xpos or lemma in nouns.senses):  # the novels are not tagged
            seen[lemma][TYPES.get(mention.type, THING)] += 1
    rows: dict[str, str] = {}
    meant = {word: gender for gender, words in MEANT.items() for word in words.split()}
    for lemma in sorted({*nouns.senses, *seen}):
        if re.fullmatch(r"[a-z][a-z'-]*[a-z]", lemma) and (row := _row(nouns, lemma, seen[lemma])):
            rows[lemma] = meant[lemma] + row[row.index(",") :] if lemma in meant else row
    for lemma, row in rows.items():
        stem = lemma.removesuffix("man")
        if stem != lemma and f"{stem}woman" in rows and row.startswith(",") and stem not in NEUTRAL:
            rows[lemma] = "m" + row
    return rows


def _row(nouns: Nouns, lemma: str, seen: Counter[str]) -> str:
    shares: Counter[str] = Counter()
    genders: Counter[str] = Counter()
    senses = nouns.common_senses(lemma)
    for offset, weight in senses:
        shares[nouns.classes(offset)] += weight
        if nouns.classes(offset) == PERSON:
            genders[nouns.genders(offset)] += weight
    if shares[GROUP] > shares[PERSON]:  # the corpus calls a family or a crowd a person too
        seen = Counter({GROUP: seen[GROUP] + seen[PERSON], ANIMAL: seen[ANIMAL], THING: seen[THING]})
    shares.update(seen)
    if not senses and sum(seen.values()) < 2:
        return ""
    if lemma in PERSONS:
        shares = Counter({PERSON: sum(shares.values())})
    total = sum(shares.values())
    gender, weight = max(genders.items(), key=lambda item: item[1], default=("", 0))
    gender = gender if gender and weight > 0.8 * sum(genders.values()) else ""
    parts = [shares[kind] / total for kind in (PERSON, ANIMAL, GROUP)]
    if parts[0] + parts[1] + parts[2] < 0.005:
        return "t"
    return ",".join([gender, *(str(round(100 * part)) if part else "" for part in parts)])
