"""What no learned link may break: disjoint reference within a sentence, and the gender of pronouns within an entity.

The verdicts are ROSANA's (Stuckardt 2001, section 3), those reached with certainty; what the parse leaves open is left
to the network. Genders clash only where pronouns have said them, since names and nouns may be misjudged.
"""

from __future__ import annotations

from collections import defaultdict

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.rosana.occurrences import Occurrences
from corefer.resolve.rosana.verdicts import verdict
from corefer.syntax import Syntax

GENDER = "gender of pronouns"
_SINGULAR = {
    **dict.fromkeys("he him his himself".split(), "masc"),
    **dict.fromkeys("she her hers herself".split(), "fem"),
}
_THRESHOLD = 0.7  # arcs less sure than this are left open
_VETOED = frozenset((AnaphorType.PER3, AnaphorType.POS3))  # whose links are looked at


class Constraints:
    """Objections to links, over one discourse whose mentions have been given numbers from `first` on."""

    def __init__(self, discourse: Discourse, first: int = 0) -> None:
        self.discourse, self.first = discourse, first
        self.occurrences = Occurrences(discourse, Syntax(discourse.document, _THRESHOLD))
        self.genders: dict[int, str] = {}
        self.members: defaultdict[int, list[View]] = defaultdict(list)

    def note(self, number: int, entity: int) -> None:
        """Remember that a mention has joined an entity."""
        view = self.discourse.views[number - self.first]
        self.members[entity].append(view)
        gender = _SINGULAR.get(view.form) if view.is_pronoun else None
        if gender:
            self.genders.setdefault(entity, gender)

    def objection(self, number: int, entity: int) -> str:
        """The rule by which a mention must not join the entity, because of any of its mentions."""
        view = self.discourse.views[number - self.first]
        if view.kind not in _VETOED or view.function is Function.PREDICATE:
            return ""
        gender = _SINGULAR.get(view.form)
        if gender and self.genders.get(entity, gender) != gender:
            return GENDER
        for other in reversed(self.members[entity]):
            if other.sentence != view.sentence:
                break
            if other.text != view.text:  # else most likely said again: *they, they left*
                found = verdict(self.occurrences.of(view), self.occurrences.of(other), constructive=False)
                if not found.admissible and found.certain:
                    return found.rule
        return ""
