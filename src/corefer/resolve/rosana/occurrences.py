"""Occurrences: mentions as binding theory sees them, each at its node in the fragments of its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from corefer.document.anaphors import PRONOMINAL, AnaphorType
from corefer.resolve.discourse import Discourse, View
from corefer.syntax import BindingType, Fragments, Syntax, binding_category


@dataclass(slots=True, eq=False)
class Occurrence:
    """One mention: its view, its binding type, its node, and the fragments of its sentence."""

    view: View
    kind: BindingType
    node: int
    fragments: Fragments

    @property
    def fragment(self) -> int:
        return self.fragments.fragment(self.view.head)

    @property
    def has_category(self) -> bool:
        """Whether its fragment contains its binding category (`bc(α)`)."""
        return binding_category(self.fragments, self.node, self.kind).is_there

    @property
    def has_branching_node(self) -> bool:
        """Whether its fragment contains the branching node above it (`bn(γ)`)."""
        tree = self.fragments.tree
        node = tree.branching_node(self.node)
        return node >= 0 and self.fragments.fragment(tree.owner[node]) == self.fragment


def binding_type(kind: AnaphorType) -> BindingType:
    """Reflexives and reciprocals are A, other pronouns B (relative ones too, section 3.2), the rest C."""
    if kind is AnaphorType.REFL:
        return BindingType.A
    return BindingType.B if kind in PRONOMINAL and kind is not AnaphorType.INDEF else BindingType.C


class Occurrences:
    """The occurrences of a discourse, each made when it is first asked for."""

    def __init__(self, discourse: Discourse, syntax: Syntax) -> None:
        self.discourse, self.syntax = discourse, syntax
        self._made: list[Occurrence | None] = [None] * len(discourse.views)

    def of(self, view: View) -> Occurrence:
        found = self._made[view.index]
        if found is None:
            fragments = self.syntax.fragments(self.discourse.sentence_of[view.head])
            node = fragments.tree.node(view.head, view.end)
            found = self._made[view.index] = Occurrence(view, binding_type(view.kind), node, fragments)
        return found
