"""Binding categories, local binding and containment on fragments (Stuckardt 2001, section 2.4, after Chomsky 1981).

All questions may have the answer *unknown* (None): where an arc was cut, it may be open what a clause's subject is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from corefer.syntax.constituents import NONE, SOMEBODY, Constituents, Kind
from corefer.syntax.fragments import Fragments


class BindingType(StrEnum):
    """A: reflexives and reciprocals; B: other pronouns; C: names and common-noun phrases."""

    A = "A"
    B = "B"
    C = "C"


# What stands beside a phrase rather than in it: `Bruno, the keeper of his light`; `it, it starts`.
_BESIDE = frozenset(("appos", "reparandum", "parataxis"))
# `She looked around her`, `took it with her`: such a phrase may count as a clause of its own for pronouns.
_PLACES = frozenset(
    "about above across against ahead along alongside among amongst around before behind below beneath beside besides "
    "between beyond by down from in inside into near on onto out over past round through to toward towards under "
    "upon with within without".split()
)


@dataclass(slots=True, frozen=True)
class Category:
    """The binding category: a node, if there is one in the fragment; `certain` if the cuts leave no doubt of it."""

    node: int
    certain: bool

    @property
    def is_there(self) -> bool:
        """Whether the fragment contains the binding category for certain (`bc(α)` in the patterns)."""
        return self.certain and self.node != NONE


def binding_category(fragments: Fragments, node: int, kind: BindingType) -> Category:
    """The next dominator that contains some kind of subject: a clause with one, a noun phrase with a possessor.

    A reflexive needs a subject other than itself (`they read each other's books`), a pronoun does not (`his book`).
    """
    tree = fragments.tree
    below, here = node, tree.parent[node]
    while here != NONE:
        if tree.owner[here] != tree.owner[below] and tree.owner[below] in fragments.cut:
            return Category(NONE, False)
        found = _has_subject(fragments, here, node, kind)
        if found is not False:
            return Category(here, found is True)
        below, here = here, tree.parent[here]
    return Category(NONE, True)


def _has_subject(fragments: Fragments, here: int, node: int, kind: BindingType) -> bool | None:
    tree = fragments.tree
    if tree.kind[here] == Kind.CLAUSE:
        return _clause_has_subject(fragments, here, node, kind)
    if tree.kind[here] == Kind.PHRASE:
        possessors = tree.words.dependents(tree.owner[here], "nmod:poss")
        return any(kind is not BindingType.A or tree.top[p - tree.first] != node for p in possessors)
    if tree.kind[here] == Kind.PP and kind is BindingType.B and _is_place(tree, here):
        return None
    return False


def _clause_has_subject(fragments: Fragments, clause: int, node: int, kind: BindingType) -> bool | None:
    tree = fragments.tree
    subjects = tree.subjects[clause]
    if kind is BindingType.A:
        subjects = [s for s in subjects if tree.phrase[s - tree.first] != node]
    if any(subject not in fragments.cut for subject in subjects):
        return True
    implicit = tree.implicit.get(clause, NONE)
    if implicit == NONE:
        return None if subjects else False
    owner = tree.owner[clause]
    if implicit == SOMEBODY:
        return True
    return True if owner not in fragments.cut and fragments.fragment(implicit) == fragments.fragment(owner) else None


def _is_place(tree: Constituents, node: int) -> bool:
    """Whether this is an adjunct of place or company, by its preposition."""
    token = tree.owner[node]
    words = tree.words
    return words.relations[token] == "obl" and any(
        words.relations[c] == "case" and words.lower[c] in _PLACES for c in words.children(token)
    )


def locally_bound(fragments: Fragments, bound: int, binder: int, kind: BindingType) -> bool | None:
    """Whether the `binder` node, in the same fragment, would bind the other within its category; None if unknown.

    The head noun of a relative clause is what the relative pronoun binds by, the controller what a silent subject does.
    """
    tree = fragments.tree
    category = binding_category(fragments, bound, kind)
    if category.is_there:
        clause = category.node
        if tree.implicit.get(clause, NONE) == tree.owner[binder] and tree.kind[clause] == Kind.CLAUSE:
            return True
    if not tree.c_commands(binder, bound):
        return False
    if category.node == NONE:
        return not category.certain or kind is BindingType.A
    if tree.dominates(category.node, binder):
        return True
    return False if category.certain else None


def circular(tree: Constituents, outer: int, inner: int) -> str:
    """Which rule forbids that a phrase corefers with a phrase inside it (`i-within-i`), or the empty string.

    A clause in between lifts it, for what is bound there is its relative pronoun or silent subject (`a man who lost his
    wife`); but the subject of a relative clause is not its head noun where that is something else in it (`crossover`:
    `the man he saw`).
    """
    if outer == inner:
        return "i-within-i"
    lifted, node, clause = tree.words.relations[tree.owner[inner]] in _BESIDE, inner, NONE
    while (node := tree.parent[node]) not in (NONE, outer):
        if tree.kind[node] == Kind.CLAUSE:
            lifted, clause = True, node
        elif tree.kind[node] == Kind.PHRASE and tree.words.relations[tree.owner[node]] in _BESIDE:
            lifted = True
    if node == NONE:
        return ""
    if not lifted:
        return "i-within-i"
    return "crossover" if _crosses(tree, outer, inner, clause) else ""


def _crosses(tree: Constituents, outer: int, inner: int, clause: int) -> bool:
    is_of_noun = clause != NONE and tree.relativized.get(clause, NONE) == tree.owner[outer]
    return is_of_noun and tree.owner[inner] in tree.subjects[clause] and tree.parent[inner] == clause


def may_contain(fragments: Fragments, outer: int, inner: int) -> bool:
    """Whether the one may come to forbid the other as `circular`, in whatever way its fragment is attached."""
    tree = fragments.tree
    top = tree.top[fragments.fragment(tree.owner[inner]) - tree.first]
    if _lifted_within(tree, inner, top) and not _may_cross(tree, outer, inner):
        return False
    places = fragments.places(tree.owner[top], fragments.fragment(tree.owner[outer]))
    return any(place == outer or tree.dominates(outer, place) for place in places)


def _may_cross(tree: Constituents, outer: int, inner: int) -> bool:
    clause = tree.parent[inner]
    return clause in tree.relativized and _crosses(tree, outer, inner, clause)


def _lifted_within(tree: Constituents, inner: int, top: int) -> bool:
    """Whether a clause or an apposition stands above the phrase in its own fragment."""
    node = inner
    while node != top:
        node = tree.parent[node]
        if node == NONE:
            return False
        if tree.kind[node] == Kind.CLAUSE:
            return True
    return tree.words.relations[tree.owner[top]] in _BESIDE


def contains_for_certain(fragments: Fragments, outer: int, inner: int) -> bool:
    """Whether a fragment that is one noun phrase (`outer`) contains the other as `i-within-i` forbids it."""
    tree = fragments.tree
    around = tree.owner[outer]
    top = tree.top[fragments.fragment(tree.owner[inner]) - tree.first]
    if fragments.fragment(around) != around or tree.clause[around - tree.first] != NONE:
        return False
    if _lifted_within(tree, inner, top):
        return False
    places = fragments.places(tree.owner[top], around)
    return bool(places) and all(place == outer or circular(tree, outer, place) == "i-within-i" for place in places)
