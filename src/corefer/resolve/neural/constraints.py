"""What no learned link of a pronoun may break: disjoint reference, and the gender and person of an entity's pronouns.

The verdicts are ROSANA's (Stuckardt 2001, section 3), those reached with certainty; what the parse leaves open is left
to the network. Genders clash only where pronouns have said them, since names and nouns may be misjudged. Nobody is
*I* or *you* and *she* in the same mouth, and what refers to nothing refers to nothing before.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

from corefer.analysis.lexicon.titles import title_gender
from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.rosana.occurrences import Occurrences
from corefer.resolve.rosana.verdicts import verdict
from corefer.syntax import Syntax, Words
from corefer.syntax.pleonastic import CLEFT, EXTRAPOSITION, UNSPECIFIED, pleonastic

GENDER = "gender of pronouns"
PERSON = "grammatical person"
NAME = "names without a common word"
PLEONASTIC = "pleonastic it"
_SINGULAR = {
    **dict.fromkeys("he him his himself".split(), "masc"),
    **dict.fromkeys("she her hers herself".split(), "fem"),
    **dict.fromkeys("it its itself".split(), "neut"),
}
_THRESHOLD = 0.7  # arcs less sure than this are left open
_EMPTY = (CLEFT, EXTRAPOSITION, UNSPECIFIED)  # the kinds that the parse tells with few mistakes
_EXPLETIVE = 0.5  # the probability from which on the analyser is believed
_LATEST = 12  # mentions of an entity that a sentence is searched for
_THIRD = frozenset((AnaphorType.PER3, AnaphorType.POS3))
_SPEAKING = frozenset((AnaphorType.PER1, AnaphorType.POS1, AnaphorType.PER2, AnaphorType.POS2))

Voice = tuple[bool, int, str]  # whether it is the third person, and whose speech it stands in: quotation, speaker


@dataclass(slots=True)
class Known:
    """What an entity's mentions have said of it: the gender and the voices of its pronouns, the words of its names."""

    genders: dict[int, str] = field(default_factory=dict)
    voices: defaultdict[int, set[Voice]] = field(default_factory=lambda: defaultdict(set))
    names: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "genders": list(self.genders.items()),
            "voices": [[entity, [list(voice) for voice in sorted(voices)]] for entity, voices in self.voices.items()],
            "names": [[entity, sorted(names)] for entity, names in self.names.items()],
        }

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Known:
        known = cls(dict(map(tuple, content["genders"])))
        for entity, voices in content["voices"]:
            known.voices[entity] = {(third, quotation, speaker) for third, quotation, speaker in voices}
        for entity, names in content["names"]:
            known.names[entity] = set(names)
        return known


class Constraints:
    """Objections to links within one discourse.

    Its mentions are numbered from `first` on and its quotations from `quoted` on; `known` is what was read before it.
    """

    def __init__(self, discourse: Discourse, known: Known, first: int = 0, quoted: int = 0) -> None:
        self.discourse, self.known, self.first, self.quoted = discourse, known, first, quoted
        self.occurrences = Occurrences(discourse, Syntax(discourse.document, _THRESHOLD))
        self.words = Words(discourse.document)
        self.latest: defaultdict[int, deque[View]] = defaultdict(lambda: deque(maxlen=_LATEST))

    def note(self, number: int, entity: int) -> None:
        """Remember that a mention has joined an entity."""
        view, known = self.discourse.views[number - self.first], self.known
        self.latest[entity].append(view)
        if view.form in _SINGULAR and view.is_pronoun:
            known.genders.setdefault(entity, _SINGULAR[view.form])
        if view.kind in _THIRD or view.kind in _SPEAKING:
            known.voices[entity].add(self._voice(view))
        if view.is_name and view.type == "person":
            known.names[entity] |= self._name(view)

    def objection(self, number: int, entity: int) -> str:
        """The rule by which a mention must not join the entity, because of any of its mentions."""
        view = self.discourse.views[number - self.first]
        if view.is_name and view.type == "person":
            known, mine = self.known.names.get(entity), self._name(view)
            return NAME if known and mine and not known & mine else ""
        if view.kind not in _THIRD and view.kind not in _SPEAKING:
            return ""
        if view.form == "it" and (view.expletive > _EXPLETIVE or pleonastic(self.words, view.head) in _EMPTY):
            return PLEONASTIC
        is_third, *speech = self._voice(view)
        if (not is_third, *speech) in self.known.voices.get(entity, ()):
            return PERSON
        if not is_third or view.function is Function.PREDICATE:
            return ""
        gender = _SINGULAR.get(view.form)
        if gender and self.known.genders.get(entity, gender) != gender:
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
        quotation = view.quotation + self.quoted if view.quotation >= 0 else view.quotation
        return view.kind in _THIRD, quotation, self.discourse.speaker(view.start)

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
