"""Classes as they grow: which views corefer by the decisions made so far, and what features they agree on."""

from __future__ import annotations

from collections import defaultdict

from corefer.resolve.agreement import Agreement
from corefer.resolve.discourse import View


class Classes:
    """Union-find over views; each class knows its agreement and its members by sentence."""

    def __init__(self, views: list[View]) -> None:
        self._parent = list(range(len(views)))
        self._agreement = [view.agreement for view in views]
        self._size = [1] * len(views)
        self._members: list[dict[int, list[View]]] = [{view.sentence: [view]} for view in views]

    def find(self, view: View) -> int:
        parent, node = self._parent, view.index
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def agreement(self, view: View) -> Agreement:
        return self._agreement[self.find(view)]

    def size(self, view: View) -> int:
        return self._size[self.find(view)]

    def members(self, view: View) -> dict[int, list[View]]:
        """The class's views by sentence."""
        return self._members[self.find(view)]

    def join(self, one: View, other: View) -> None:
        keep, drop = self.find(one), self.find(other)
        if keep == drop:
            return
        if self._size[keep] < self._size[drop]:
            keep, drop = drop, keep
        self._parent[drop] = keep
        self._size[keep] += self._size[drop]
        self._agreement[keep] = self._agreement[keep].merged(self._agreement[drop])
        for sentence, views in self._members[drop].items():
            self._members[keep].setdefault(sentence, []).extend(views)
        self._members[drop] = {}


def by_sentence(views: list[View]) -> defaultdict[int, list[View]]:
    found: defaultdict[int, list[View]] = defaultdict(list)
    for view in views:
        found[view.sentence].append(view)
    return found
