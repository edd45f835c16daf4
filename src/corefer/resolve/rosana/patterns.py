"""The ten rule patterns (Stuckardt 2001, Figures 1 and 3): what can be said of a pair in different fragments.

In each, α is the anaphor and γ the candidate; Fd is a fragment in which Fe is known to be embedded. `is_there` patterns
name one fact about the pair; the five that rule out (`*`) and the three that admit (`√`) never speak at once, since
those that admit also make sure that neither phrase may come to contain the other.
"""

from __future__ import annotations

from collections.abc import Callable

from corefer.resolve.rosana.occurrences import Occurrence
from corefer.syntax import BindingType
from corefer.syntax.binding import contains_for_certain, may_contain

A, B, C = BindingType.A, BindingType.B, BindingType.C
Pattern = Callable[[Occurrence, Occurrence], bool]


def f1(alpha: Occurrence, gamma: Occurrence) -> bool:
    """√ Two pronouns, each with its binding category: neither can bind the other locally.

    (6) The president left after *he* had spoken because *he* was tired.
    """
    both = alpha.kind is B and gamma.kind is B and alpha.has_category and gamma.has_category
    return both and _apart(alpha, gamma)


def f2(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* A reflexive with its binding category; the candidate's fragment ends above its own branching node.

    (5) *Der Mann* hat den Präsidenten besucht, der ihn von *sich* überzeugte.
    """
    return alpha.kind is A and gamma.has_branching_node and alpha.has_category


def e1a(alpha: Occurrence, gamma: Occurrence) -> bool:
    """√ A pronoun with its binding category, embedded in the candidate's fragment.

    (5) *Der Mann* hat den Präsidenten besucht, der *ihn* von sich überzeugte.
    """
    return alpha.kind is B and _embedded(alpha, gamma) and alpha.has_category and _apart(alpha, gamma)


def e1b(alpha: Occurrence, gamma: Occurrence) -> bool:
    """√ The candidate is a pronoun with its binding category, embedded in the anaphor's fragment.

    (5), the other way round: *Der Mann* is looking for its antecedent, and *ihn* is the candidate.
    """
    admits = alpha.kind is not A and gamma.kind is B and _embedded(gamma, alpha)
    return admits and gamma.has_category and _apart(alpha, gamma)


def e2(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* A reflexive with its binding category, embedded in the candidate's fragment.

    (5) Der Mann hat *den Präsidenten* besucht, der ihn von *sich* überzeugte.
    """
    return alpha.kind is A and _embedded(alpha, gamma) and alpha.has_category


def e3a(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* A name or noun, embedded where the candidate commands it whatever the attachment: principle C.

    *He* visited the president who convinced *Gropius*.
    """
    return alpha.kind is C and _embedded(alpha, gamma) and _commands_anyway(gamma, alpha)


def e3b(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* The candidate is a name or noun, embedded where the anaphor commands it whatever the attachment.

    *He* left after *Gropius* had spoken (taken from the front).
    """
    return gamma.kind is C and _embedded(gamma, alpha) and _commands_anyway(alpha, gamma)


def e4(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* A reflexive; the candidate is embedded in its fragment, with the branching node that ends its domain.

    The man convinced *himself*, when *the president* spoke.
    """
    return alpha.kind is A and _embedded(gamma, alpha) and gamma.has_branching_node


def iea(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* The candidate is the root of a fragment in which the anaphor is embedded: i-within-i.

    *The owner of the telescope* [with *it*].
    """
    return _embedded(alpha, gamma) and contains_for_certain(gamma.fragments, gamma.node, alpha.node)


def ieb(alpha: Occurrence, gamma: Occurrence) -> bool:
    """* The anaphor is the root of a fragment in which the candidate is embedded: i-within-i."""
    return _embedded(gamma, alpha) and contains_for_certain(alpha.fragments, alpha.node, gamma.node)


RULES_OUT: dict[str, Pattern] = {"E2": e2, "E3a": e3a, "E3b": e3b, "E4": e4, "F2": f2}
CIRCULAR: dict[str, Pattern] = {"IEa": iea, "IEb": ieb}
ADMITS: dict[str, Pattern] = {"E1a": e1a, "E1b": e1b, "F1": f1}
CONSTRUCTIVE = frozenset(("E2", "E4", "F2"))


def _embedded(inner: Occurrence, outer: Occurrence) -> bool:
    return inner.fragments.is_embedded(inner.fragment, outer.fragment)


def _apart(one: Occurrence, other: Occurrence) -> bool:
    """Whether neither may come to contain the other."""
    fragments = one.fragments
    return not may_contain(fragments, one.node, other.node) and not may_contain(fragments, other.node, one.node)


def _commands_anyway(one: Occurrence, other: Occurrence) -> bool:
    """Whether the one c-commands the other from every place where the other's fragment may hang."""
    fragments, tree = one.fragments, one.fragments.tree
    domain = tree.branching_node(one.node)
    if domain < 0 or not one.has_branching_node:
        return False
    places = fragments.places(other.fragment, one.fragment)
    return bool(places) and all(
        (place == domain or tree.dominates(domain, place)) and place != one.node and not tree.dominates(one.node, place)
        for place in places
    )
