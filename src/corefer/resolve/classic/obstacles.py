"""What rules a candidate out, by the name that decisions give it: agreement, person, containment, disjoint reference.

The classic papers presuppose such a filter; those that say little of it (centering, the S-list, MARS, the sieve) share
this one, so that what is compared is how they rank. Hobbs's trees, RAP's slots, and Kennedy and Boguraev's patterns
bring their own disjoint reference. Here it is what dependencies show directly: a non-reflexive pronoun is neither its
own verb's subject nor an argument beside it.
"""

from __future__ import annotations

from corefer.document.anaphors import AnaphorType
from corefer.resolve.agreement import Agreement
from corefer.resolve.discourse import Discourse, View

THIRD = frozenset((AnaphorType.PER3, AnaphorType.POS3, AnaphorType.REFL))
SPEECH = frozenset((AnaphorType.PER1, AnaphorType.PER2, AnaphorType.POS1, AnaphorType.POS2))
NEVER_ANTECEDENT = frozenset((AnaphorType.RELA, AnaphorType.REFL))
EXPLETIVE = 0.5
_ARGUMENTS = frozenset("nsubj nsubj:pass obj iobj obl obl:agent".split())
_SUBJECTS = frozenset("nsubj nsubj:pass nsubj:outer".split())
# After these a personal pronoun may be its subject's: *she took it with her*, *he saw a snake near him*.
_LOCAL_PREPOSITIONS = frozenset(
    "with behind near around before after above below beside on over under about between in inside along".split()
)
_FAR = 5  # clauses up
SPEAKING = frozenset("myself yourself ourselves yourselves".split())


def is_third_person(view: View) -> bool:
    """Whether this is what pronoun resolution is about: *he*, *its*, *themselves*; no *myself*, no pleonastic *it*."""
    return view.kind in THIRD and view.form not in SPEAKING and view.expletive <= EXPLETIVE


def obstacle(discourse: Discourse, anaphor: View, candidate: View, features: Agreement | None = None) -> str:
    """The rule by which the candidate cannot be the pronoun's antecedent; empty if none.

    `features` are the candidate's entity's, where the resolver knows more than the candidate shows.
    """
    return (
        mismatch(anaphor, candidate, features)
        or circular(discourse, candidate, anaphor)
        or circular(discourse, anaphor, candidate)
        or disjoint(discourse, anaphor, candidate)
    )


def mismatch(anaphor: View, candidate: View, features: Agreement | None = None) -> str:
    """What the words themselves rule out: `person`, `expletive`, `number`, `gender` or `animacy`."""
    if candidate.kind in SPEECH:
        return "person"
    if candidate.expletive > EXPLETIVE:
        return "expletive"
    return anaphor.agreement.clashes(features or candidate.agreement)


def contains(outer: View, inner: View) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def circular(discourse: Discourse, outer: View, inner: View) -> str:
    """`i-within-i` where a phrase would be what a phrase inside it is, unless a clause lies between.

    *A man who lost his wife* may be *his*; *the man he saw* is not *he*.
    """
    if not contains(outer, inner):
        return ""
    token, below = inner.head, inner.head
    while token != outer.head:
        if discourse.deprel[token].startswith("acl"):
            is_subject = below == inner.head and inner.relation in _SUBJECTS
            return "i-within-i" if is_subject else ""
        above = discourse.head(token)
        if above is None:
            return "i-within-i"
        token, below = above, token
    return "i-within-i"


def disjoint(discourse: Discourse, anaphor: View, candidate: View) -> str:
    """`principle B` (or `principle A`, of reflexives) where the two cannot corefer in one sentence."""
    if anaphor.sentence != candidate.sentence:
        return "principle A" if anaphor.kind is AnaphorType.REFL else ""
    if anaphor.kind is AnaphorType.REFL:
        return "" if candidate.head in local_subjects(discourse, anaphor.head) else "principle A"
    if anaphor.kind is AnaphorType.PER3 and candidate.head in coarguments(discourse, anaphor):
        return "principle B"
    return ""


def coarguments(discourse: Discourse, view: View) -> list[int]:
    """The heads of the phrases that a personal pronoun cannot be: its verb's subject and the arguments beside it."""
    relation, governor = view.relation, discourse.head(view.head)
    if relation not in _ARGUMENTS or governor is None:
        return []
    if relation == "obl" and any(discourse.lower[i] in _LOCAL_PREPOSITIONS for i in discourse.children[view.head]):
        return []
    beside = [i for i in discourse.children[governor] if discourse.deprel[i] in _ARGUMENTS and i != view.head]
    return beside if relation in _SUBJECTS else beside + subjects(discourse, governor)


def subjects(discourse: Discourse, verb: int) -> list[int]:
    """The heads of a verb's subject: its own, the one that it shares as a conjunct, or what controls it.

    *Ada told Bruno to wait*: an infinitive's subject is the object above it, else the subject there.
    """
    deprel = discourse.deprel
    place: int | None = verb
    for _ in range(_FAR):
        if place is None:
            break
        own = [i for i in discourse.children[place] if deprel[i] in _SUBJECTS]
        if own or deprel[place] not in ("conj", "xcomp", "advcl"):
            return own
        above = discourse.head(place)
        if deprel[place] == "xcomp" and above is not None:
            objects = [i for i in discourse.children[above] if deprel[i] in ("obj", "iobj") and i < place]
            if objects:
                return objects
        place = above
    return []


def local_subjects(discourse: Discourse, token: int) -> list[int]:
    """What may bind a reflexive: the subject and objects of the nearest verb above it."""
    place = discourse.head(token)
    while place is not None:
        if found := subjects(discourse, place):
            beside = [i for i in discourse.children[place] if discourse.deprel[i] in ("obj", "iobj") and i < token]
            return found + beside
        place = discourse.head(place)
    return []
