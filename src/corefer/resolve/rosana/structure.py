"""What structure alone settles (section 4.3): relative pronouns, appositions, predicate nominals."""

from __future__ import annotations

from collections.abc import Iterator

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, Function, View

Settled = tuple[View, View, str]  # anaphor, antecedent, reason
_SUBJECTS = frozenset(("nsubj", "nsubj:pass", "nsubj:outer"))


def settled(discourse: Discourse) -> Iterator[Settled]:
    """The mentions whose antecedents the parse shows, in document order."""
    for view in discourse.views:
        found = _relative(discourse, view) or _apposition(discourse, view) or _predicate(discourse, view)
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
    if view.relation != "appos":
        return None
    noun = discourse.head(view.head)
    antecedent = discourse.headed_by(noun) if noun is not None else None
    return (view, antecedent, "apposition") if antecedent else None


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
