"""The sieve's precise constructs (Lee et al. 2013, section 3.3.4): what the grammar itself says is the same.

Apposition, predicate nominative, role appositive, relative pronoun, acronym, demonym.
"""

from __future__ import annotations

from corefer.resolve.classic.obstacles import contains, subjects
from corefer.resolve.discourse import Discourse, View
from corefer.syntax import Words
from corefer.syntax.relatives import antecedent_of

Found = tuple[View, str]
_NOT_BARE = frozenset("det nmod:poss nummod amod flat compound".split())
_DENIALS = frozenset(("not", "n't", "never", "no"))


def precise(discourse: Discourse, view: View) -> Found | None:
    """The mention that a construct identifies with this one, and the construct's name."""
    for construct in (_apposition, _predicate, _role, _extraposition):
        found = construct(discourse, view)
        if found is None or found is view or contains(found, view) or contains(view, found):
            continue
        if found.agreement.clashes(view.agreement) != "number":
            return found, construct.__name__.strip("_").replace("_", " ")
    return None


def relative(discourse: Discourse, words: Words, view: View) -> Found | None:
    """*The pilot who* left: the mention whose relative clause the pronoun stands in."""
    head = antecedent_of(words, view.head)
    found = None if head is None else discourse.headed_by(head)
    return (found, "relative pronoun") if found and found is not view else None


def _apposition(discourse: Discourse, view: View) -> View | None:
    governor = discourse.head(view.head)
    return discourse.headed_by(governor) if view.relation == "appos" and governor is not None else None


def _predicate(discourse: Discourse, view: View) -> View | None:
    """*Elena is the pilot*, unless it is denied; a bare noun (*she is captain*) says what she is, not who."""
    children = discourse.children[view.head]
    if not any(discourse.deprel[i] == "cop" for i in children):
        return None
    if any(discourse.lower[i] in _DENIALS for i in children):
        return None
    if not any(discourse.deprel[i] in _NOT_BARE for i in children):
        return None
    found = subjects(discourse, view.head)
    return discourse.headed_by(found[0]) if found else None


def _role(discourse: Discourse, view: View) -> View | None:
    """*the pilot Tomas*: a noun of a person before a name."""
    governor = discourse.head(view.head)
    if view.relation != "nmod:desc" or governor is None or view.is_name:
        return None
    return discourse.headed_by(governor)


def _extraposition(discourse: Discourse, view: View) -> View | None:
    """*It* is hard *to tell*: the pronoun and the clause that it announces."""
    governor = discourse.head(view.head)
    if not view.relation.startswith("csubj") or governor is None:
        return None
    announcing = (discourse.headed_by(i) for i in discourse.children[governor] if discourse.lower[i] == "it")
    return next((found for found in announcing if found), None)
