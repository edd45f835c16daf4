"""Agreement where it takes more than comparing features (Stuckardt 2001, section 4.4)."""

from __future__ import annotations

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import View

_RECIPROCAL = frozenset(("each", "other", "another"))
_THEY = frozenset("they them their theirs".split())
_OF_PLURAL_FORM = frozenset(("themselves", "themself"))


def reflexive_clash(alpha: View, gamma: View) -> str:
    """In which feature a reflexive and its binder differ: `someone … themselves` do not, reciprocals want several."""
    ours, theirs = alpha.agreement, gamma.agreement
    if alpha.form in _RECIPROCAL:
        return "number" if theirs.number == "sing" else ""
    if (ours.person or 3) != (theirs.person or 3):
        return "person"
    if alpha.form in _OF_PLURAL_FORM and (theirs.animacy == "person" or gamma.kind is AnaphorType.INDEF):
        return ""
    return clash(alpha, gamma)


def clash(alpha: View, gamma: View) -> str:
    """The feature in which a pronoun and a candidate differ, or the empty string.

    What the lexicon makes of a name is not reliable: its gender is a preference, and rules nothing out.
    """
    found = alpha.agreement.clashes(gamma.agreement)
    if found == "number" and _may_be_they(alpha, gamma):
        return ""
    return "" if found in ("gender", "animacy") and gamma.kind is AnaphorType.NAME else found


def _may_be_they(alpha: View, gamma: View) -> bool:
    """`the user … they`: one person whose gender is left open."""
    person = gamma.agreement.animacy == "person" and not gamma.agreement.gender
    return alpha.form in _THEY and person and gamma.agreement.person in (0, 3) and not gamma.is_pronoun
