"""Argument slots and domains, as RAP's filter is stated in (Lappin and Leass 1994, sections 2.1.1 to 2.1.3).

An *argument* of a verb is its subject, agent, object or indirect object; an *adjunct* is an oblique phrase; a noun's
arguments are its *of*-phrases. P is *contained* in Q if it is an argument or adjunct of Q or of a phrase contained in
Q: possessors are neither. Of the filter's fourth condition, the containing argument has to be lower than the pronoun
(or else *the man she met likes Ada* could not be about Ada), as the c-command behind it has it.
"""

from __future__ import annotations

from corefer.resolve.classic.obstacles import EXPLETIVE, circular, contains, subjects
from corefer.resolve.discourse import Discourse, View

_HEIGHT = {"nsubj": 5, "nsubj:pass": 5, "nsubj:outer": 5, "obl:agent": 4, "obj": 3, "iobj": 2, "obl": 1}
_SUBJECTS = frozenset(("nsubj", "nsubj:pass", "nsubj:outer"))
_ARGUMENTS = frozenset(("nsubj", "nsubj:pass", "nsubj:outer", "obl:agent", "obj", "iobj"))
_ADJUNCTS = frozenset(("obl", "obl:unmarked"))
_NOT_CONTAINED = frozenset(("nmod:poss", "det"))
MODAL_ADJECTIVES = frozenset(
    "necessary possible certain likely important good useful advisable convenient sufficient economical easy desirable "
    "difficult legal unnecessary impossible uncertain unlikely unimportant bad useless inadvisable inconvenient "
    "insufficient uneconomical hard undesirable illegal".split()
)
COGNITIVE_VERBS = frozenset("recommend think believe know anticipate assume expect".split())
SEEMING = frozenset("seem appear mean follow".split())
_FINDING = frozenset("make find".split())
_CLAUSES = frozenset("csubj ccomp xcomp advcl csubj:pass csubj:outer acl".split())


class Slots:
    """The slots of a discourse's mentions."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse

    # --- the syntactic filter (2.1.1)

    def excludes(self, pronoun: View, other: View) -> str:
        """The condition under which the two, in one sentence, cannot corefer; empty if none."""
        if circular(self.discourse, other, pronoun) or circular(self.discourse, pronoun, other):
            return "containment"
        if self._in_argument_domain(pronoun.head, other.head):
            return "argument domain"
        if self._in_adjunct_domain(pronoun.head, other.head):
            return "adjunct domain"
        if not other.is_pronoun and self._is_contained_lower(other.head, pronoun.head):
            return "contained in the pronoun's clause"
        if self._in_noun_phrase_domain(pronoun.head, other.head):
            return "noun phrase domain"
        if pronoun.relation == "nmod:poss" and self._is_contained(other.head, self.discourse.head(pronoun.head)):
            return "contained in the possessed"
        return ""

    def _in_argument_domain(self, one: int, other: int) -> bool:
        """Both are arguments of one head; a conjunct or complement shares its subject."""
        verb = self._verb_of_argument(one)
        return verb is not None and (self._verb_of_argument(other) == verb or self._is_shared_subject(other, verb))

    def _in_adjunct_domain(self, one: int, other: int) -> bool:
        """The one is in an adjunct of the verb whose argument the other is."""
        deprel = self.discourse.deprel
        verb = self.discourse.head(one)
        if deprel[one] not in _ADJUNCTS or verb is None:
            return False
        return self._verb_of_argument(other) == verb or self._is_shared_subject(other, verb)

    def _in_noun_phrase_domain(self, one: int, other: int) -> bool:
        """*Ada's portrait of her*: the other is the possessor of the noun whose argument or adjunct the one is."""
        deprel, head = self.discourse.deprel, self.discourse.head
        return deprel[one] == "nmod" and deprel[other] == "nmod:poss" and head(one) == head(other)

    def _verb_of_argument(self, token: int) -> int | None:
        return self.discourse.head(token) if self.discourse.deprel[token] in _ARGUMENTS else None

    def _is_shared_subject(self, token: int, verb: int) -> bool:
        return self.discourse.deprel[token] in _SUBJECTS and token in subjects(self.discourse, verb)

    def _is_contained(self, token: int, head: int | None) -> bool:
        """Whether a phrase is an argument or adjunct of the head, or of a phrase contained in it."""
        return head is not None and self._way_up(token, head) is not None

    def _way_up(self, token: int, head: int) -> int | None:
        """The head's own dependent through which it contains the token; None if it does not."""
        here: int | None = token
        while here is not None and here != head:
            if self.discourse.deprel[here] in _NOT_CONTAINED:
                return None
            above = self.discourse.head(here)
            if above == head:
                return here
            here = above
        return None

    def _is_contained_lower(self, token: int, pronoun: int) -> bool:
        verb = self._verb_of_argument(pronoun)
        if verb is None:
            return False
        way = self._way_up(token, verb)
        if way is None or way == pronoun:
            return False
        height = _HEIGHT[self.discourse.deprel[pronoun]]
        return way > pronoun and _HEIGHT.get(self.discourse.deprel[way], 0) < height

    # --- the binding of reflexives and reciprocals (2.1.3)

    def may_bind(self, binder: View, anaphor: View) -> bool:
        """Whether one of the five conditions lets the binder bind the reflexive."""
        if binder.sentence != anaphor.sentence or contains(binder, anaphor):
            return False
        one, other, deprel = anaphor.head, binder.head, self.discourse.deprel
        if deprel[one] == "nmod:unmarked" and self.discourse.head(one) == other:
            return True  # the king himself
        if self._in_argument_domain(one, other) and self._is_higher(other, one):
            return True
        if self._in_adjunct_domain(one, other) or self._in_noun_phrase_domain(one, other):
            return True
        above = self.discourse.head(one)
        if above is None or deprel[one] not in ("nmod", "nmod:poss"):
            return False
        if deprel[one] == "nmod" and self._has_possessor(above):
            return False
        is_near = self._in_argument_domain(above, other) or self._in_adjunct_domain(above, other)
        return is_near and self._is_higher(other, above)

    def _is_higher(self, one: int, other: int) -> bool:
        deprel = self.discourse.deprel
        return _HEIGHT.get(deprel[one], 0) > _HEIGHT.get(deprel[other], 0)

    def _has_possessor(self, noun: int) -> bool:
        return any(self.discourse.deprel[i] == "nmod:poss" for i in self.discourse.children[noun])

    # --- positions

    def is_embedded(self, view: View) -> bool:
        """Whether the mention is part of another noun phrase."""
        if view.relation.startswith(("nmod", "compound", "appos")):
            return True
        above = self.discourse.head(view.head)
        while above is not None:
            if self.discourse.deprel[above].startswith("acl"):
                return True
            above = self.discourse.head(above)
        return False

    def is_set_off(self, view: View) -> bool:
        """Whether the mention is in an adverbial phrase that a comma sets off (*in the end, Ada won*)."""
        here: int | None = view.head
        while here is not None and self.discourse.deprel[here].startswith("nmod"):
            here = self.discourse.head(here)
        if here is None or self.discourse.deprel[here] not in _ADJUNCTS:
            return False
        edge = max([view.end, *(i + 1 for i in self.discourse.children[here])])
        first = min([view.start, *self.discourse.children[here]])
        return self._is_comma(edge) or self._is_comma(first - 1)

    def _is_comma(self, token: int) -> bool:
        return 0 <= token < len(self.discourse.forms) and self.discourse.forms[token] == ","

    # --- pleonastic it (2.1.2)

    def is_pleonastic(self, view: View) -> bool:
        """*It is possible that …*, *it is thought that …*, *it seems …*, *makes it hard to …*, *it is time to …*."""
        if view.form != "it":
            return False
        if view.expletive > EXPLETIVE or view.relation == "expl":
            return True
        verb = self.discourse.head(view.head)
        if verb is None or not any(self.discourse.deprel[i] in _CLAUSES for i in self.discourse.children[verb]):
            return False
        lemma = self.discourse.lemmas[verb].lower()
        if view.relation in _SUBJECTS:
            is_copular = any(self.discourse.deprel[i] in ("cop", "aux:pass") for i in self.discourse.children[verb])
            known = MODAL_ADJECTIVES | COGNITIVE_VERBS | {"time", "thanks"}
            return lemma in SEEMING or (is_copular and lemma in known)
        complements = (self.discourse.lemmas[i].lower() for i in self.discourse.children[verb])
        return lemma in _FINDING and any(word in MODAL_ADJECTIVES for word in complements)
