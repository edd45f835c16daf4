"""What no learned link of a pronoun may break: disjoint reference, and the gender and person of an entity's pronouns.

The verdicts are ROSANA's (Stuckardt 2001, section 3), those reached with certainty; what the parse leaves open is left
to the network. Genders clash only where pronouns have said them, since names and nouns may be misjudged. Nobody is
*I* or *you* and *she* in the same mouth.
"""

from __future__ import annotations

from collections import defaultdict, deque

from corefer.analysis.lexicon.titles import title_gender
from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.rosana.occurrences import Occurrences
from corefer.resolve.rosana.verdicts import verdict
from corefer.syntax import Syntax

GENDER = "gender of pronouns"
PERSON = "grammatical person"
NAME = "names without a common word"
_SINGULAR = {
    **dict.fromkeys("he him his himself".split(), "masc"),
    **dict.fromkeys("she her hers herself".split(), "fem"),
}
_THRESHOLD = 0.7  # arcs less sure than this are left open
_LATEST = 12  # mentions of an entity that a sentence is searched for
_THIRD = frozenset((AnaphorType.PER3, AnaphorType.POS3))
_SPEAKING = frozenset((AnaphorType.PER1, AnaphorType.POS1, AnaphorType.PER2, AnaphorType.POS2))

Voice = tuple[bool, int, str]  # whether it is the third person, and whose speech it stands in: quotation, speaker


class Constraints:
    """Objections to links, over one discourse whose mentions have been given numbers from `first` on."""

    def __init__(self, discourse: Discourse, first: int = 0) -> None:
        self.discourse, self.first = discourse, first
        self.occurrences = Occurrences(discourse, Syntax(discourse.document, _THRESHOLD))
        self.genders: dict[int, str] = {}
        self.voices: defaultdict[int, set[Voice]] = defaultdict(set)
        self.names: defaultdict[int, set[str]] = defaultdict(set)
        self.latest: defaultdict[int, deque[View]] = defaultdict(lambda: deque(maxlen=_LATEST))

    def note(self, number: int, entity: int) -> None:
        """Remember that a mention has joined an entity."""
        view = self.discourse.views[number - self.first]
        self.latest[entity].append(view)
        if view.form in _SINGULAR and view.is_pronoun:
            self.genders.setdefault(entity, _SINGULAR[view.form])
        if view.kind in _THIRD or view.kind in _SPEAKING:
            self.voices[entity].add(self._voice(view))
        if view.is_name and view.type == "person":
            self.names[entity] |= self._name(view)

    def objection(self, number: int, entity: int) -> str:
        """The rule by which a mention must not join the entity, because of any of its mentions."""
        view = self.discourse.views[number - self.first]
        if view.is_name and view.type == "person":
            known, mine = self.names[entity], self._name(view)
            return NAME if known and mine and not known & mine else ""
        if view.kind not in _THIRD and view.kind not in _SPEAKING:
            return ""
        is_third, *speech = self._voice(view)
        if (not is_third, *speech) in self.voices[entity]:
            return PERSON
        if not is_third or view.function is Function.PREDICATE:
            return ""
        gender = _SINGULAR.get(view.form)
        if gender and self.genders.get(entity, gender) != gender:
            return GENDER
        return self._disjoint(view, entity)

    def _name(self, view: View) -> set[str]:
        """The words of the name at the mention's head without titles; none of a title with a determiner."""
        d = self.discourse
        first, last = view.head, view.head + 1
        while first > view.start and d.upos[first - 1] == "PROPN":
            first -= 1
        while last < view.end and d.upos[last] == "PROPN":
            last += 1
        return {d.lower[i] for i in range(first, last) if title_gender(d.lower[i]) is None}

    def _voice(self, view: View) -> Voice:
        return view.kind in _THIRD, view.quotation, self.discourse.speaker(view.start)

    def _disjoint(self, view: View, entity: int) -> str:
        """The rule of disjoint reference that the pronoun would break within its sentence."""
        for other in reversed(self.latest[entity]):
            if other.sentence != view.sentence:
                break
            if other.text != view.text:  # else most likely said again: *they, they left*
                found = verdict(self.occurrences.of(view), self.occurrences.of(other), constructive=False)
                if not found.admissible and found.certain:
                    return found.rule
        return ""
