"""Fragments: the parts of a sentence's parse that remain when what is doubtful is cut.

A parser that knows its doubts lets later stages use what is certain and guess nothing (Stuckardt 2001, sections 2.3
and 3). Arcs whose posterior lies below a threshold are cut, in the classes in which parsers err: prepositional
phrases, relative clauses, adverbial clauses, complement clauses, coordination, the roles of subject and object. What is
known of an arc that was cut, its plausible heads, says what may lie in what: if every path from the root of the
sentence to a fragment leads through another, the one is embedded in the other, wherever exactly it hangs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from corefer.document import Document
from corefer.syntax.constituents import NONE, Constituents
from corefer.syntax.words import Words


class Arc(StrEnum):
    """The classes of arcs that a threshold can be set for."""

    PP = "prepositional phrase"
    RELATIVE = "relative clause"
    ADVERBIAL = "adverbial clause"
    COMPLEMENT = "complement clause"
    COORDINATION = "coordination"
    ROLE = "subject or object"
    OTHER = "other phrase"


_CLASS = {
    "obl": Arc.PP,
    "nmod": Arc.PP,
    "acl": Arc.RELATIVE,
    "advcl": Arc.ADVERBIAL,
    "ccomp": Arc.COMPLEMENT,
    "xcomp": Arc.COMPLEMENT,
    "csubj": Arc.COMPLEMENT,
    "conj": Arc.COORDINATION,
    "nsubj": Arc.ROLE,
    "obj": Arc.ROLE,
    "iobj": Arc.ROLE,
    "parataxis": Arc.OTHER,
    "appos": Arc.OTHER,
    "list": Arc.OTHER,
    "dep": Arc.OTHER,
    "vocative": Arc.OTHER,
    "dislocated": Arc.OTHER,
    "orphan": Arc.OTHER,
}
Threshold = float | Mapping[Arc, float]


def arc_class(words: Words, token: int) -> Arc | None:
    """The class of a word's arc; None where an error would change no geometry (articles, auxiliaries)."""
    return None if words.deprels[token] == "nmod:poss" else _CLASS.get(words.relations[token])


@dataclass(slots=True, eq=False)
class Fragments:
    """A sentence's constituents with some arcs cut; `of` is each word's fragment, by the word at its top."""

    tree: Constituents
    cut: frozenset[int]
    heads: dict[int, tuple[int, ...]]  # the plausible heads of each cut word; `NONE` for the root of the sentence
    of: list[int] = field(init=False)
    _around: dict[int, frozenset[int]] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.of = self._tops()

    @property
    def tops(self) -> list[int]:
        """The topmost word of every fragment, in order; marks that hang nowhere make none."""
        return [t for t in sorted(set(self.of)) if self.tree.words.upos[t] != "PUNCT"]

    def fragment(self, token: int) -> int:
        return self.of[token - self.tree.first]

    def is_embedded(self, inner: int, outer: int) -> bool:
        """Whether one fragment lies in the other for certain, directly or not."""
        return inner != outer and outer in self._embedding().get(inner, frozenset())

    def places(self, inner: int, outer: int) -> set[int]:
        """The nodes of the outer fragment from which the inner may hang, itself or what it lies in."""
        found: set[int] = set()
        seen: set[int] = set()
        waiting = [inner]
        while waiting:
            token = waiting.pop()
            for head in self.heads.get(token, ()):
                if head == NONE:
                    continue
                top = self.fragment(head)
                if top == outer:
                    found.add(self.tree.attachment(token, head))
                elif top not in seen:
                    seen.add(top)
                    waiting.append(top)
        return found

    def _tops(self) -> list[int]:
        tree = self.tree
        first, heads = tree.first, tree.head
        found = [NONE] * len(heads)
        for token in range(first, tree.last):
            path, here = [], token
            while found[here - first] == NONE:
                path.append(here)
                above = heads[here - first]
                if above == NONE or here in self.cut:
                    found[here - first] = here
                    break
                here = above
            top = found[here - first]
            for passed in path:
                found[passed - first] = top
        return found

    def _embedding(self) -> dict[int, frozenset[int]]:
        """For each fragment those that it lies in: the dominators in the graph of plausible attachments."""
        if self._around is None:
            tops = set(self.of)
            above = {top: {self.fragment(h) if h != NONE else NONE for h in self.heads.get(top, ())} for top in tops}
            around = {top: set(tops) if above[top] and NONE not in above[top] else set() for top in tops}
            changing = True
            while changing:
                changing = False
                for top in tops:
                    if not around[top]:
                        continue
                    ways = [around[p] | {p} for p in above[top] if p != top]
                    now = set.intersection(*ways) if ways else set()
                    if now != around[top]:
                        around[top], changing = now, True
            self._around = {top: frozenset(found - {top}) for top, found in around.items()}
        return self._around


class Syntax:
    """A document's constituents and fragments, sentence by sentence, each made when it is first asked for.

    `threshold` is the posterior below which arcs are cut, for all classes or by class: 0 trusts the tree, 1 trusts no
    arc of these classes. A parse without `doubt` is trusted whatever the threshold.
    """

    def __init__(self, document: Document, threshold: Threshold = 0.0, words: Words | None = None) -> None:
        self.words = words or Words(document)
        self.document = document
        self.threshold = threshold
        self._fragments: dict[int, Fragments] = {}

    def fragments(self, sentence: int) -> Fragments:
        found = self._fragments.get(sentence)
        if found is None:
            found = self._fragments[sentence] = self._cut(Constituents(self.words, sentence))
        return found

    def _cut(self, tree: Constituents) -> Fragments:
        doubt = self.document.doubt
        if doubt is None:
            return Fragments(tree, frozenset(), {})
        cut: dict[int, tuple[int, ...]] = {}
        for token in range(tree.first, tree.last):
            head = tree.head[token - tree.first]
            kind = arc_class(self.words, token) if head != NONE else None
            if kind is None:
                continue
            limit = self.threshold if isinstance(self.threshold, float | int) else self.threshold.get(kind, 0.0)
            sure = doubt.arc[token] * (doubt.label[token] if kind is Arc.ROLE else 1.0)
            if sure < limit or limit >= 1:
                others = (other for other, _ in doubt.others.get(token, ()))
                plausible = (NONE if other < 0 else other for other in others)
                cut[token] = (head, *(p for p in plausible if p == NONE or tree.first <= p < tree.last))
        return Fragments(tree, frozenset(cut), cut)


def fragments(document: Document, sentence: int, threshold: Threshold = 0.0) -> Fragments:
    """The fragments of one sentence; whoever needs many makes a `Syntax` of the document once."""
    return Syntax(document, threshold).fragments(sentence)
