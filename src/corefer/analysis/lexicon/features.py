"""What the lexicon says about a mention: number, gender, animacy and person, each empty where it does not know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class Features:
    """The features that agreement compares.

    `certainty` is the probability that what is stated here (gender where there is one, else animacy, else number) is
    right. An `animate` thing is an animal: *it* as well as *he* or *she* may refer to it.
    """

    number: str = ""  # "sing", "plur" or "" where unknown or either (a committee is *it* or *they*)
    gender: str = ""  # "masc", "fem", "neut" or ""
    animacy: str = ""  # "person", "animate", "thing" or ""
    person: int = 0  # 1, 2 or 3; 0 where unknown
    certainty: float = 0.0


UNKNOWN = Features()
