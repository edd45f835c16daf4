"""The name tables: given names with their bearers by gender, surnames, and names of places, bodies, famous people."""

from __future__ import annotations

import math
import re
from collections import Counter

from nouns import GROUP, PERSON, THING, Nouns
from sources import Sources, baby_names, fold, places, surnames, world_names

TAXA = ("05", "20")  # the lexicographer files of animals and plants
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
POPULATION = 250_000_000  # whom the census of 1990 counted
LEAST_BIRTHS, LEAST_LISTS, LEAST_PEOPLE, LEAST_SHARE = 30, 3, 10, 0.0003


def digit(count: float) -> str:
    """A count as one character: twice its binary logarithm, within a third."""
    return DIGITS[min(35, round(2 * math.log2(count + 1) / 1.7))] if count >= 1 else "0"


def name_rows(sources: Sources) -> dict[str, str]:
    """Name -> women, men, people with this surname, one digit each."""
    births, world, families = baby_names(sources), world_names(sources), surnames(sources)
    rows: dict[str, str] = {}
    for name in sorted({*births, *world, *families}):
        if not name.replace("-", "").replace("'", "").isalpha() or not name.isascii() or len(name) < 2:
            continue
        women, men = births.get(name, (0.0, 0.0))
        if women + men < LEAST_BIRTHS:
            women, men = _of_world(*world.get(name, (0, 0, 0.0)))
        share = families.get(name, 0.0)
        family = POPULATION * share / 100 if share >= LEAST_SHARE else 0.0
        if women + men or family:
            rows[name] = digit(women) + digit(men) + digit(family)
    return rows


def _of_world(lists: int, people: int, share: float) -> tuple[float, float]:
    if lists < LEAST_LISTS or people < LEAST_PEOPLE:
        return 0.0, 0.0
    return people * share, people * (1 - share)


def entity_rows(sources: Sources, nouns: Nouns) -> dict[str, str]:
    """Whole name -> `p`erson, `g`roup, p`l`ace or `t`hing, and how well known."""
    known: dict[str, Counter[str]] = {}
    for lemma, senses in nouns.senses.items():
        for offset in senses:
            words = [w.replace("_", " ") for w in nouns.synsets[offset][1] if w.lower() == lemma]
            if (
                words
                and words[0][:1].isupper()
                and nouns.synsets[offset][0] not in TAXA
                and not is_taxon(nouns, offset)
            ):
                kind = "l" if nouns.synsets[offset][0] == "15" else nouns.classes(offset)
                weight = nouns.counts.get((lemma, offset), 0) + 1
                known.setdefault(fold(words[0]), Counter())[kind if kind in (PERSON, GROUP, "l") else THING] += weight
    for place, people in places(sources).items():
        if people >= 50_000 or place in known:
            known.setdefault(place, Counter())["l"] += 1 + math.log2(1 + people / 50_000)
    return {name: row for name, kinds in known.items() if (row := _kinds(kinds))}


def is_taxon(nouns: Nouns, offset: str) -> bool:
    """A genus or family of the living: texts do not refer to *Felidae* as they do to a body of people."""
    return nouns.synsets[offset][0] == "14" and bool(
        re.search(r"gen(us|era)|famil(y|ies)|order of", nouns.synsets[offset][3])
    )


def _kinds(kinds: Counter[str]) -> str:
    return "".join(f"{kind}{min(9, round(weight))}" for kind, weight in kinds.most_common(2) if weight >= 1)
