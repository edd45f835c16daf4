"""Disjoint reference: may two occurrences of one sentence corefer? (Stuckardt 2001, Figure 4, steps 1b and 3b.)

Within a fragment the binding principles decide; between fragments the rule patterns, and where these are silent the
pair is admitted heuristically.
"""

from __future__ import annotations

from corefer.document import Verdict
from corefer.resolve.rosana.occurrences import Occurrence
from corefer.resolve.rosana.patterns import ADMITS, CIRCULAR, CONSTRUCTIVE, RULES_OUT
from corefer.syntax import BindingType, locally_bound
from corefer.syntax.binding import circular

BOUND = "principle A"
FREE = "principle B"
NOT_COMMANDED = "principle C"
ADMITTED = Verdict(True, True, "")
HEURISTIC = Verdict(True, False, "")


def verdict(alpha: Occurrence, gamma: Occurrence, *, constructive: bool = True) -> Verdict:
    """Step 1b for an anaphor and a candidate; without `constructive` step 3b, for what corefers by transitivity.

    Principle A wants one local binder and forbids nothing beyond that: (8) *Gropius admits that he shaves himself*.
    """
    if alpha.fragment == gamma.fragment:
        return _within(alpha, gamma, constructive)
    return _between(alpha, gamma, constructive)


def _within(alpha: Occurrence, gamma: Occurrence, constructive: bool) -> Verdict:
    """Steps i to iii."""
    tree = alpha.fragments.tree
    for outer, inner in ((gamma, alpha), (alpha, gamma)):
        if rule := circular(tree, outer.node, inner.node):
            return Verdict(False, True, rule)
    certain = True
    for bound, binder, strong in ((alpha, gamma, constructive), (gamma, alpha, False)):
        found = _respects(bound, binder, strong)
        if found is not None and not found.admissible:
            return found
        certain = certain and found is not None
    return ADMITTED if certain else HEURISTIC


def _respects(bound: Occurrence, binder: Occurrence, strong: bool) -> Verdict | None:
    """What an occurrence's own principle says of another that would bind it; None if the fragment leaves it open."""
    fragments = bound.fragments
    if bound.kind is BindingType.C:
        commanded = fragments.tree.c_commands(binder.node, bound.node)
        return Verdict(False, True, NOT_COMMANDED) if commanded else ADMITTED
    if bound.kind is BindingType.A and not strong:
        return ADMITTED
    local = locally_bound(fragments, bound.node, binder.node, bound.kind)
    if local is None:
        return None
    if bound.kind is BindingType.A:
        return ADMITTED if local else Verdict(False, True, BOUND)
    return Verdict(False, True, FREE) if local else ADMITTED


def _between(alpha: Occurrence, gamma: Occurrence, constructive: bool) -> Verdict:
    """Steps iv to vii."""
    for name, pattern in RULES_OUT.items():
        if (constructive or name not in CONSTRUCTIVE) and pattern(alpha, gamma):
            return Verdict(False, True, name)
    for name, pattern in CIRCULAR.items():
        if pattern(alpha, gamma):
            return Verdict(False, True, name)
    for name, pattern in ADMITS.items():
        if pattern(alpha, gamma):
            return Verdict(True, True, name)
    return HEURISTIC
