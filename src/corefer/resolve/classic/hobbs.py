"""Hobbs's naive algorithm: a walk through the parse trees of the sentence and of those before it.

J. R. Hobbs (1978): Resolving Pronoun References. Lingua 44, 311–338; its nine steps stand at the code that does them.

The trees are rebuilt from dependencies. Hobbs's N̄, below which a noun's own arguments hang, is read off the
preposition: an *of*-phrase is inside, other phrases and relative clauses are outside. Reflexives, which the paper
leaves out, go to their local subject. Of the selectional restrictions that Hobbs applied by hand, two are left:
agreement in number, gender and animacy, and that times are not what pronouns are about. A conjoined VP counts as an S,
so that in *take a sieve and line it* the object of the one verb is open to the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefer.document import Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.classic.choosing import Judged, decide
from corefer.resolve.classic.entities import Entities
from corefer.resolve.classic.obstacles import (
    NEVER_ANTECEDENT,
    THIRD,
    circular,
    is_third_person,
    local_subjects,
    mismatch,
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
            if not rule and view.type == "time":
                rule = "selection"
            if step == 8 and not rule and not _is_marked_alike(anaphor, view):
                rule = "cataphora"
            seen.append(Judged(view, rule, (("step", float(step)),)))
            if not rule:
                entities.merge(view, anaphor)
                return decide(self.name, anaphor, seen[-1], seen, f"proposed in step {step}")
        return decide(self.name, anaphor, None, seen, "no proposal agrees")


def _is_marked_alike(anaphor: View, view: View) -> bool:
    """Whether a phrase that follows agrees by what it shows, not just for want of features (for selection)."""
    one, other = anaphor.agreement, view.agreement
    return view.definite and one.number == other.number and one.gender == other.gender


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
            yield from self._left(tree, x, path, 3)
        while x != NONE:
            above, path = _up(tree, x)  # step 4: X is not the highest S; step 5: up to the next NP or S
            if above == NONE:
                break
            if tree.is_phrase(above) and not self._through_inner_noun_phrase(tree, above, path[-1]):
                yield from self._propose(tree, above, 6)  # step 6
            yield from self._left(tree, above, path, 7)  # step 7
            if tree.is_clause(above):
                yield from self._right(tree, above, path)  # step 8
            x = above  # step 9
        yield from self._sentences_before(anaphor.sentence)  # step 4: X is the highest S

    def _left(self, tree: Ordered, x: int, path: list[int], step: int) -> Iterator[Proposal]:
        """The NPs below X and to the left of the path; in step 3 only those below a further NP or S."""
        for node in _beside(tree, x, path, left=True):
            if tree.is_phrase(node) and (step != 3 or _is_separated(tree, node, x, path)):
                yield from self._propose(tree, node, step)

    def _right(self, tree: Ordered, x: int, path: list[int]) -> Iterator[Proposal]:
        """The NPs below X and to the right of the path, but none below an NP or S."""
        for node in _beside(tree, x, path, left=False):
            if tree.is_phrase(node):
                yield from self._propose(tree, node, 8)

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
        return relation in ("compound", "amod") or token == tree.owner(noun_phrase)


def _up(tree: Ordered, node: int) -> tuple[int, list[int]]:
    """The first NP or S above a node, and the path to it from the node."""
    path, above = [node], tree.parent[node]
    while above != NONE and not (tree.is_phrase(above) or tree.is_clause(above)):
        path.append(above)
        above = tree.parent[above]
    return above, path


def _beside(tree: Ordered, x: int, path: list[int], *, left: bool) -> Iterator[int]:
    """The nodes below X on one side of the path, breadth first; on the right nothing below an NP or S."""
    level = [x]
    while level:
        below = [child for node in level for child in _branches(tree, node, x, path, left=left)]
        yield from (node for node in below if node not in path)
        level = below


def _branches(tree: Ordered, node: int, x: int, path: list[int], *, left: bool) -> list[int]:
    """A node's children on the side that is looked at; of X and of the path's own nodes, the next of the path too."""
    if node == path[0]:
        return []
    children = tree.children(node)
    if node != x and node not in path:
        return children if left or not (tree.is_phrase(node) or tree.is_clause(node)) else []
    at = next(i for i, child in enumerate(children) if child in path)
    return children[: at + 1] if left else children[at:]


def _is_separated(tree: Ordered, node: int, x: int, path: list[int]) -> bool:
    """Whether an NP or S stands between the node and X, or a VP without the pronoun (*take a sieve and line it*)."""
    above = tree.parent[node]
    while above not in (x, NONE):
        if tree.is_phrase(above) or tree.is_clause(above) or (tree.is_verb_phrase(above) and above not in path):
            return True
        above = tree.parent[above]
    return False
