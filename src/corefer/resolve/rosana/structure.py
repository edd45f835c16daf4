"""What structure alone settles (section 4.3): relative pronouns, appositions, predicate nominals."""

from __future__ import annotations

from collections.abc import Iterator

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.schemes import Scheme

Settled = tuple[View, View, str]  # anaphor, antecedent, reason
_LISTING = frozenset((":", "e.g.", "including", "like", "as", "namely", "i.e."))
_BRACKETS = frozenset("([")
_EMPHATIC = frozenset(("appos", "nmod:unmarked", "nmod:npmod", "det", "nmod"))
_SUBJECTS = frozenset(("nsubj", "nsubj:pass", "nsubj:outer"))


def settled(discourse: Discourse) -> Iterator[Settled]:
    """The mentions whose antecedents the parse shows, in document order.

    GUM links appositions and predicates; the other schemes do not.
    """
    always, of_gum = (_relative, _emphatic), (_apposition, _predicate)
    rules = (*always, *of_gum) if discourse.scheme is Scheme.GUM else always
    for view in discourse.views:
        found = next(filter(None, (settle(discourse, view) for settle in rules)), None)
        if found is not None:
            yield found


def _relative(discourse: Discourse, view: View) -> Settled | None:
    """A relative pronoun stands for the noun that its clause is attached to."""
    if view.kind is not AnaphorType.RELA:
        return None
    token: int | None = view.head
    while token is not None:
        if discourse.deprel[token] in ("acl:relcl", "advcl:relcl"):
            noun = discourse.head(token)
            antecedent = discourse.headed_by(noun) if noun is not None else None
            return (view, antecedent, "relative pronoun") if antecedent and antecedent is not view else None
        token = discourse.head(token)
    return None


def _apposition(discourse: Discourse, view: View) -> Settled | None:
    """`Ann Lee, the mayor`; but no list (`two towns: Ely …`), and no place within a place (`Ely, England`)."""
    if view.relation != "appos":
        return None
    noun = discourse.head(view.head)
    antecedent = discourse.headed_by(noun) if noun is not None else None
    if antecedent is None or antecedent.start >= view.start or antecedent.agreement.clashes(view.agreement) == "number":
        return None
    between = {discourse.lower[t] for t in range(antecedent.head + 1, view.start)}
    if between & _LISTING:
        return None
    animate = "person" in (view.agreement.animacy, antecedent.agreement.animacy)
    if view.is_name and antecedent.is_name and not animate and not between & _BRACKETS:
        return None
    return view, antecedent, "apposition"


def _emphatic(discourse: Discourse, view: View) -> Settled | None:
    """`the king himself`: the reflexive belongs to the noun that it strengthens."""
    if view.kind is not AnaphorType.REFL or view.relation not in _EMPHATIC:
        return None
    noun = discourse.head(view.head)
    antecedent = discourse.headed_by(noun) if noun is not None else None
    if (
        antecedent is None
        or antecedent is view
        or any(discourse.deprel[c] == "case" for c in discourse.children[view.head])
    ):
        return None
    return view, antecedent, "emphatic reflexive"


def _predicate(discourse: Discourse, view: View) -> Settled | None:
    """`Ann is the mayor`: the predicate is the subject, if it says who or what that is."""
    if view.function is not Function.PREDICATE or view.relation == "conj":
        return None
    children = discourse.children[view.head]
    if any(discourse.deprel[c] == "case" or discourse.lower[c] in ("not", "n't") for c in children):
        return None
    subjects = [c for c in children if discourse.deprel[c] in _SUBJECTS]
    antecedent = discourse.headed_by(subjects[0]) if subjects else None
    if antecedent is None or antecedent.start >= view.start:
        return None
    return view, antecedent, "predicate nominal"
