"""Hobbs's naive algorithm: a walk through the parse trees of the sentence and of those before it.

J. R. Hobbs (1978): Resolving Pronoun References. Lingua 44, 311–338; its nine steps stand at the code that does them.

The trees are rebuilt from dependencies. Hobbs's N̄, below which a noun's own arguments hang, is read off the
preposition: an *of*-phrase is inside, other phrases and relative clauses are outside. Reflexives, which the paper leaves
out, go to their local subject. The selectional restrictions that Hobbs applied by hand are number, gender and animacy.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.classic.choosing import Judged, decide
from corefer.resolve.classic.entities import Entities
from corefer.resolve.classic.obstacles import (
    NEVER_ANTECEDENT, THIRD, circular, is_third_person, local_subjects, mismatch,
)  # fmt: skip
from corefer.resolve.classic.ordered import Ordered
from corefer.resolve.discourse import Discourse, View
from corefer.syntax import NONE, Words

WINDOW = 5  # sentences back; Hobbs sets no limit, but finds 98 % of antecedents in the last two
Proposal = tuple[int, View]  # the step that proposes, and what


class Hobbs:
    """The naive algorithm on third-person pronouns."""

    name = "hobbs"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        search = Search(discourse)
        entities = Entities(discourse.views)
        return [self._decide(search, entities, view) for view in discourse.views if is_third_person(view)]

    def _decide(self, search: Search, entities: Entities, anaphor: View) -> Decision:
        seen: list[Judged] = []
        for step, view in search.proposals(anaphor):
            rule = mismatch(anaphor, view, entities.of(view).agreement) or circular(search.discourse, view, anaphor)
            seen.append(Judged(view, rule, (("step", float(step)),)))
            if not rule:
                entities.merge(view, anaphor)
                return decide(self.name, anaphor, seen[-1], seen, f"proposed in step {step}")
        return decide(self.name, anaphor, None, seen, "no proposal agrees")


class Search:
    """The trees of a discourse, built when the walk comes to them."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._words = Words(discourse.document)
        self._trees: dict[int, Ordered] = {}

    def tree(self, sentence: int) -> Ordered:
        found = self._trees.get(sentence)
        if found is None:
            found = self._trees[sentence] = Ordered(self._words, sentence)
        return found

    def proposals(self, anaphor: View) -> Iterator[Proposal]:
        """What the walk proposes for a pronoun, step by step, each mention once."""
        seen = {anaphor.index}
        walk = self._reflexive(anaphor) if anaphor.kind is AnaphorType.REFL else self._walk(anaphor)
        for step, view in walk:
            if view.index not in seen and view.kind not in NEVER_ANTECEDENT:
                seen.add(view.index)
                yield step, view

    def _reflexive(self, anaphor: View) -> Iterator[Proposal]:
        for token in local_subjects(self.discourse, anaphor.head):
            view = self.discourse.headed_by(token)
            if view:
                yield 0, view

    def _walk(self, anaphor: View) -> Iterator[Proposal]:
        tree = self.tree(anaphor.sentence)
        below = tree.phrase(anaphor.head)  # step 1: the NP that immediately dominates the pronoun
        x, path = _up(tree, below)  # step 2: up to the first NP or S
        if x != NONE:  # step 3: left of the path, what has an NP or S between it and X
            yield from self._left(tree, x, path, 3, separated=True)
        while x != NONE:
            above, path = _up(tree, x)  # step 4: X is not the highest S; step 5: up to the next NP or S
            if above == NONE:
                break
            if tree.is_phrase(above) and not self._through_inner_noun_phrase(tree, above, path):
                yield from self._propose(tree, above, 6)  # step 6
            yield from self._left(tree, above, path, 7)  # step 7
            if tree.is_clause(above):
                yield from self._right(tree, above, path)  # step 8
            x = above  # step 9
        yield from self._sentences_before(anaphor.sentence)  # step 4: X is the highest S

    def _left(self, tree: Ordered, x: int, path: int, step: int, *, separated: bool = False) -> Iterator[Proposal]:
        """The NPs below X and to the left of the path."""
        branches = [child for child in tree.children(x) if tree.left[child] < tree.left[path] and child != path]
        for node in tree.breadth_first(branches):
            if tree.is_phrase(node) and (not separated or _is_separated(tree, node, x)):
                yield from self._propose(tree, node, step)

    def _right(self, tree: Ordered, x: int, path: int) -> Iterator[Proposal]:
        """The NPs below X and to the right of the path, but none below an NP or S."""
        level = [child for child in tree.children(x) if tree.left[child] > tree.left[path]]
        while level:
            for node in level:
                if tree.is_phrase(node):
                    yield from self._propose(tree, node, 8)
            level = [c for n in level if not (tree.is_phrase(n) or tree.is_clause(n)) for c in tree.children(n)]

    def _sentences_before(self, sentence: int) -> Iterator[Proposal]:
        for before in range(sentence - 1, max(-1, sentence - 1 - WINDOW), -1):
            tree = self.tree(before)
            for node in tree.breadth_first(tree.roots):
                if tree.is_phrase(node):
                    yield from self._propose(tree, node, 4)

    def _propose(self, tree: Ordered, node: int, step: int) -> Iterator[Proposal]:
        view = self.discourse.headed_by(tree.owner(node))
        if view:
            yield step, view

    def _through_inner_noun_phrase(self, tree: Ordered, noun_phrase: int, path: int) -> bool:
        """Whether the path comes through the N̄ below this NP: from an argument of the noun."""
        token = tree.owner(path)
        relation = self.discourse.deprel[token]
        if relation == "nmod":
            cases = (i for i in self.discourse.children[token] if self.discourse.deprel[i] == "case")
            return any(self.discourse.lower[i] == "of" for i in cases)
        return relation in ("compound", "amod") or tree.owner(path) == tree.owner(noun_phrase)


def _up(tree: Ordered, node: int) -> tuple[int, int]:
    """The first NP or S above a node, and its child on the way there."""
    path, above = node, tree.parent[node]
    while above != NONE and not (tree.is_phrase(above) or tree.is_clause(above)):
        path, above = above, tree.parent[above]
    return above, path


def _is_separated(tree: Ordered, node: int, x: int) -> bool:
    """Whether an NP or S stands between the node and X."""
    above = tree.parent[node]
    while above not in (x, NONE):
        if tree.is_phrase(above) or tree.is_clause(above):
            return True
        above = tree.parent[above]
    return False
