"""Agreement: whether two mentions, or two entities, can be the same by number, gender, animacy and person.

What is unknown agrees with everything. Entities carry what their mentions agree on, so that a chain of an unknown
name and *she* refuses *he* (Lee et al. 2013; Stuckardt 2001, step 3a).
"""

from __future__ import annotations

from dataclasses import dataclass

from corefer.analysis.lexicon import Features

EITHER = ""
# Groups (a committee, a band, a team) are *it* and *they*; the lexicon leaves their number open.
_GENDERS_OF_THINGS = frozenset(["neut"])


@dataclass(slots=True)
class Agreement:
    """Features that can be merged; the empty string is unknown or either."""

    number: str = EITHER
    gender: str = EITHER
    animacy: str = EITHER
    person: int = 0

    @classmethod
    def of(cls, features: Features) -> Agreement:
        return cls(features.number, features.gender, features.animacy, features.person)

    def clashes(self, other: Agreement) -> str:
        """The feature in which the two cannot be the same (`number`, `gender`, `animacy`), or the empty string."""
        if self.number and other.number and self.number != other.number:
            return "number"
        if self.gender and other.gender and self.gender != other.gender:
            return "gender"
        return "animacy" if _apart(self, other) or _apart(other, self) else ""

    def merged(self, other: Agreement) -> Agreement:
        """What both say together; a feature in which they clash is left as it was."""
        return Agreement(
            self.number or other.number,
            self.gender or other.gender,
            self.animacy or other.animacy,
            self.person or other.person,
        )


def _apart(one: Agreement, other: Agreement) -> bool:
    """A person is no thing and not neuter; an animal is whatever the pronoun says."""
    if one.animacy != "person":
        return one.animacy == "thing" and other.gender in ("masc", "fem")
    return other.animacy == "thing" or other.gender in _GENDERS_OF_THINGS
