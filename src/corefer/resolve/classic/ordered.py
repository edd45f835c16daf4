"""A sentence's constituents in the order of the text, as searches through trees need them (Hobbs 1978).

`syntax` rebuilds who dominates whom and leaves order open. Here each node has its children from left to right; a clause
and the edge that fronted phrases are adjoined to are one S, as in Hobbs's grammar, and predicates' silent nodes stay.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefer.syntax import NONE, Constituents, Kind, Words

_CLAUSES = frozenset((Kind.CLAUSE, Kind.EDGE))


class Ordered:
    """One sentence's tree: nodes are the numbers that `Constituents` gives them."""

    def __init__(self, words: Words, sentence: int) -> None:
        self.tree = Constituents(words, sentence)
        tree = self.tree
        self.left = list(tree.owner)
        self.parent = [self._parent(node) for node in range(len(tree.parent))]
        for node, above in enumerate(self.parent):
            while above != NONE and self.left[above] > tree.owner[node]:
                self.left[above] = tree.owner[node]
                above = self.parent[above]
        self._children: list[list[int]] = [[] for _ in tree.parent]
        for node, above in enumerate(self.parent):
            if above != NONE:
                self._children[above].append(node)
        for below in self._children:
            below.sort(key=self.left.__getitem__)
        self.roots = sorted((n for n in range(len(self.parent)) if self._is_root(n)), key=self.left.__getitem__)

    def _parent(self, node: int) -> int:
        """The node above; clauses whose edge is a node of its own are left out."""
        above = self.tree.parent[node]
        while above != NONE and self._is_inner_clause(above):
            above = self.tree.parent[above]
        return NONE if self._is_inner_clause(node) else above

    def _is_inner_clause(self, node: int) -> bool:
        above = self.tree.parent[node]
        is_inner = self.tree.kind[node] is Kind.CLAUSE and above != NONE and self.tree.kind[above] is Kind.EDGE
        return is_inner and self.tree.owner[above] == self.tree.owner[node]

    def _is_root(self, node: int) -> bool:
        return self.parent[node] == NONE and not self._is_inner_clause(node)

    def children(self, node: int) -> list[int]:
        return self._children[node]

    def phrase(self, token: int) -> int:
        """The noun phrase that a word heads, without its preposition."""
        return self.tree.phrase[token - self.tree.first]

    def owner(self, node: int) -> int:
        """The word that projects a node."""
        return self.tree.owner[node]

    def is_clause(self, node: int) -> bool:
        """Whether this is an S."""
        return self.tree.kind[node] in _CLAUSES

    def is_phrase(self, node: int) -> bool:
        """Whether this is an NP (or another word's phrase), or a coordination of such."""
        return self.tree.kind[node] in (Kind.PHRASE, Kind.COORDINATION)

    def is_verb_phrase(self, node: int) -> bool:
        return self.tree.kind[node] is Kind.VP

    def breadth_first(self, roots: list[int]) -> Iterator[int]:
        """Nodes from left to right, level by level."""
        level = roots
        while level:
            yield from level
            level = [child for node in level for child in self._children[node]]
