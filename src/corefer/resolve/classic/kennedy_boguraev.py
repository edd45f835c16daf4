"""Anaphora for everyone: RAP's salience where there is no parse, only tags and patterns of grammatical functions.

C. Kennedy and B. Boguraev (1996): Anaphora for Everyone: Pronominal Anaphora Resolution without a Parser. COLING 1996,
113–118. The factors are those of section 3.2; the three constraints on disjoint reference, which their section 3.3
infers from functions and precedence, are in `_Patterns.obstacle`. Neither heads nor relations are ever looked at.
"""

from __future__ import annotations

from functools import cache

from corefer.analysis.lexicon import Features, name_features, noun_features, pronoun_features
from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.agreement import Agreement
from corefer.resolve.classic.obstacles import SPEAKING, SPEECH, THIRD, contains
from corefer.resolve.classic.salience import Run, Terms
from corefer.resolve.classic.slots import COGNITIVE_VERBS, MODAL_ADJECTIVES, SEEMING
from corefer.resolve.discourse import LEAST_CERTAIN, Discourse, View

WEIGHTS = Terms(
    factors={
        "SENT-S": 100.0,
        "CNTX-S": 50.0,
        "SUBJ-S": 80.0,
        "EXST-S": 70.0,
        "POSS-S": 65.0,
        "ACC-S": 50.0,
        "DAT-S": 40.0,
        "OBLQ-S": 30.0,
        "HEAD-S": 80.0,
        "ARG-S": 50.0,
    },
    parallelism=35.0,
    cataphora=-175.0,
)
_NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM"))
_VERBAL = frozenset(("VERB", "AUX"))
_BETWEEN = frozenset(("ADV", "PART"))
_STARTS_OF_PHRASES = frozenset(("DET", "PRON", "PROPN", "NOUN", "ADJ", "NUM"))
_GENITIVES = frozenset(("'s", "’s", "'", "’"))
_DEFINITE = frozenset("the this that these those my your his her its our their".split())
_LOCAL = frozenset(("ACC", "DAT", "OBLQ"))


class KennedyBoguraev:
    """Third-person pronouns by salience, from tags alone."""

    name = "kennedy-boguraev"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        patterns = _Patterns(discourse)
        anaphors = (v for v in discourse.views if patterns.is_anaphor(v))
        return Run(self.name, discourse, patterns, WEIGHTS).decisions(anaphors)


class _Patterns:
    """Grammatical functions and features, read off tags and the words beside a mention."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.upos, self.lower = discourse.upos, discourse.lower
        self.embedded = _embedded(discourse.views)
        self.role_of = cache(self._role)

    def is_anaphor(self, view: View) -> bool:
        return view.kind in THIRD and self.lower[view.start] not in SPEAKING and not self._is_pleonastic(view)

    # --- what salience asks

    def factors(self, view: View) -> list[str]:
        role = self.role(view)
        found = ["SENT-S", "CNTX-S"]
        if role != "OTHER":
            found.append(f"{role}-S")
        if view.index not in self.embedded:
            found.append("HEAD-S")
        if not self._is_adjunct(view):
            found.append("ARG-S")
        return found

    def role(self, view: View) -> str:
        return self.role_of(view.start, view.end)

    def features(self, view: View) -> Agreement:
        return Agreement.of(self._features(view))

    def obstacle(self, anaphor: View, candidate: View, features: Agreement) -> str:
        if candidate.kind in SPEECH:
            return "person"
        if self._is_pleonastic(candidate):
            return "pleonastic"
        if rule := self.features(anaphor).clashes(features):
            return rule
        if contains(candidate, anaphor) or contains(anaphor, candidate):
            return "containment"
        if anaphor.sentence != candidate.sentence:
            return "not bound here" if anaphor.kind is AnaphorType.REFL else ""
        is_local = self._is_coargument(anaphor, candidate)
        if anaphor.kind is AnaphorType.REFL:
            return "" if is_local else "not bound here"
        if is_local or self._is_coargument(candidate, anaphor):
            return "coargument"
        return "commanded and preceded" if self._commands(anaphor, candidate) else ""

    def is_definite(self, view: View) -> bool:
        return self.lower[view.start] in _DEFINITE or self.upos[self._head(view.start, view.end)] == "PROPN"

    # --- disjoint reference

    def _is_coargument(self, lower: View, higher: View) -> bool:
        """Whether the one is an object or oblique, and the other the subject before it, with none in between."""
        if lower.index < higher.index or self.role(lower) not in _LOCAL or self.role(higher) not in ("SUBJ", "EXST"):
            return False
        between = self.discourse.views[higher.index + 1 : lower.index]
        return not any(self.role(view) == "SUBJ" for view in between)

    def _commands(self, pronoun: View, candidate: View) -> bool:
        """Whether a pronoun precedes a name that it is not subordinate to: no conjunction or preposition before it."""
        if candidate.index < pronoun.index or candidate.is_pronoun:
            return False
        first = self.discourse.document.sentences.table.starts[pronoun.sentence]
        return not any(self.upos[i] in ("SCONJ", "ADP") for i in range(first, pronoun.start))

    # --- grammatical functions

    def _role(self, start: int, end: int) -> str:
        if self.lower[end - 1] in _GENITIVES or (self._tag(end) == "PART" and self.lower[end] in _GENITIVES):
            return "POSS"
        if end - start == 1 and "Poss=Yes" in self.discourse.feats[start]:
            return "POSS"
        before, after = self._before(start), self._after(end)
        if self._tag(before) == "ADP":
            return "OBLQ"
        if self._tag(before) in _VERBAL and self._is_existential(before):
            return "EXST"
        if self._tag(after) in _VERBAL and "VerbForm=Part" not in self.discourse.feats[after]:
            return "SUBJ"
        if self._tag(before) in _VERBAL:
            return "DAT" if self._tag(end) in _STARTS_OF_PHRASES else "ACC"
        return "OTHER"

    def _before(self, start: int) -> int:
        """The token before a phrase, adverbs passed over."""
        place = start - 1
        while self._tag(place) in _BETWEEN and place > start - 4:
            place -= 1
        return place

    def _after(self, end: int) -> int:
        place = end
        while self._tag(place) in _BETWEEN and place < end + 3:
            place += 1
        return place

    def _tag(self, token: int) -> str:
        return self.upos[token] if 0 <= token < len(self.upos) else ""

    def _is_existential(self, verb: int) -> bool:
        return any(self.lower[i] == "there" for i in range(max(0, verb - 3), verb))

    def _is_adjunct(self, view: View) -> bool:
        """Whether the phrase stands after a preposition that no verb precedes (*in the end*)."""
        before = view.start - 1
        return self._tag(before) == "ADP" and self._tag(before - 1) not in _VERBAL

    def _is_pleonastic(self, view: View) -> bool:
        """*It is hard to …*, *it seems …*: by the words that follow."""
        if self.lower[view.start] != "it" or view.end - view.start > 1:
            return False
        place = view.end
        while self._tag(place) in ("AUX", "ADV", "PART"):
            place += 1
        lemma = self.discourse.lemmas[place].lower() if self._tag(place) else ""
        if lemma in SEEMING:
            return True
        follows = self.lower[place + 1 : place + 5]
        is_judged = lemma in MODAL_ADJECTIVES | COGNITIVE_VERBS or lemma == "time"
        return is_judged and place > view.end and ("to" in follows or "that" in follows)

    # --- features

    def _features(self, view: View) -> Features:
        start, end = view.start, view.end
        if end - start == 1 and view.is_pronoun:
            return pronoun_features(self.lower[start])
        head = self._head(start, end)
        if any(self.lower[i] == "and" for i in range(start, head + 2 if head + 2 <= end else end)):
            return Features(number="plur", person=3, certainty=1.0)
        feats = self.discourse.feats[head]
        number = "plur" if "Number=Plur" in feats else "sing" if "Number=Sing" in feats else ""
        if self.upos[head] == "PROPN":
            known = name_features(self.discourse.forms[start : head + 1])
        else:
            known = noun_features(self.discourse.lemmas[head].lower(), number)
        if known.certainty < LEAST_CERTAIN:
            return Features(number=number, person=3)
        return Features(known.number or number, known.gender, known.animacy, 3, known.certainty)

    def _head(self, start: int, end: int) -> int:
        """The last noun before what modifies it on the right."""
        found = start
        for token in range(start, end):
            if self.upos[token] in _NOMINAL:
                found = token
            elif self.upos[token] in ("ADP", "SCONJ", "VERB", "AUX") and self.upos[found] in _NOMINAL:
                break
        return found


def _embedded(views: list[View]) -> set[int]:
    """The mentions inside another mention, by their spans."""
    found: set[int] = set()
    open_views: list[View] = []
    for view in views:
        while open_views and open_views[-1].end <= view.start:
            open_views.pop()
        if open_views and view.end <= open_views[-1].end:
            found.add(view.index)
        open_views.append(view)
    return found
