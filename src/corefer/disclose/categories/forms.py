"""Categories that the form decides: what Table 2 lists for the column Out of Scope, and other parts of speech."""

from __future__ import annotations

from corefer.disclose.categories.case import Case
from corefer.disclose.pronouns import Kind

_INFLECTED = (Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE)


def other_word(case: Case) -> str:
    """A covered form as another part of speech: French `le` is a pronoun and an article (Table 2, note c)."""
    return "" if case.pronoun else f"tagged {case.view.upos[case.token]}"


def emphatic(case: Case) -> str:
    """`the king himself`: it strengthens a phrase and has no referent of its own."""
    pronoun, view = case.pronoun, case.view
    if pronoun is None or pronoun.kind is not Kind.REFLEXIVE:
        return ""
    mention = case.mention
    if mention is not None and mention.end - mention.start == 1:  # the key has it refer
        return ""
    if pronoun.emphatic:
        return "PronType=Emp"
    relation = view.deprels[case.token]
    bare = not view.dependents(case.token, "case")
    adjoined = relation in ("nmod:unmarked", "obl:unmarked", "nmod:npmod", "obl:npmod") or (
        view.relation(case.token) in ("appos", "advmod", "det")
    )
    return relation if adjoined and bare else ""


def plural(case: Case) -> str:
    """They, them, their, … where the study does not cover them."""
    pronoun = case.pronoun
    if case.covered or pronoun is None:
        return ""
    return "form" if pronoun.plural and pronoun.person in (0, 3) and pronoun.kind in _INFLECTED else ""


def demonstrative(case: Case) -> str:
    """This, that, these, those where the study does not cover them."""
    return "form" if not case.covered and case.pronoun and case.pronoun.kind is Kind.DEMONSTRATIVE else ""


def first_second_person(case: Case) -> str:
    """I, you, we, … where the study does not cover them."""
    return "form" if not case.covered and case.pronoun and case.pronoun.person in (1, 2) else ""


def other(case: Case) -> str:
    """Whatever else has no column."""
    return "" if case.covered else "no column"
