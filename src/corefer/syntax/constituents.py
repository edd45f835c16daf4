"""Constituents rebuilt from dependencies: the asymmetries that binding theory is stated over.

Dependencies say who governs whom; c-command needs to know who stands higher. So each word is given the phrases that
it projects (Stuckardt 2001, footnote 18): a noun its NP, the coordination and the PP around it; a predicate its VP
(objects, complements), the VP with adverbial clauses and conjoined VPs, the clause (the subject, above all objects),
and the clause's edge, where what precedes the subject is adjoined, so that the subject does not c-command it.
"""

from __future__ import annotations

from enum import IntEnum

from corefer.syntax.words import Words

NONE = -1
SOMEBODY = -2  # the silent subject of an imperative, or of a clause that is a subject itself


class Kind(IntEnum):
    """The kinds of nodes, from the word upwards."""

    PHRASE = 0
    COORDINATION = 1
    PP = 2
    VP = 3
    OUTER_VP = 4
    CLAUSE = 5
    EDGE = 6


SUBJECTS = frozenset(("nsubj", "csubj", "expl"))
_CLAUSES = frozenset(("ccomp", "advcl", "acl", "csubj", "parataxis"))
_ADJOINED = frozenset(("parataxis", "vocative", "discourse", "dislocated", "list"))
_FRONTED = frozenset(("advcl", "obl", "ccomp", "advmod", "nmod"))
_IN_PREDICATE_PHRASE = frozenset(("det", "amod", "nmod", "compound", "acl", "appos", "flat", "nummod", "case"))
_WORDS_ALONE = frozenset(("det", "case", "aux", "cop", "mark", "punct", "cc", "fixed", "goeswith", "reparandum"))
_RELATIVIZERS = frozenset(("who", "whom", "which", "that", "whose"))


class Constituents:
    """The constituents of one sentence. Nodes are numbers; words are token indices of the document.

    `phrase` is a word's own maximal phrase without coordination and preposition, `whole` with its conjuncts, `top` the
    highest node that it projects. A clause's `subjects` are words; where it has none that is heard, `implicit` is the
    word that is understood (the controller), or `SOMEBODY`.
    """

    __slots__ = (
        "branches", "clause", "first", "head", "implicit", "kind", "last", "owner", "parent", "phrase", "place",
        "relativized", "subjects", "top", "vp", "whole", "words",
    )  # fmt: skip

    def __init__(self, words: Words, sentence: int) -> None:
        self.words = words
        self.first, self.last = words.starts[sentence], words.ends[sentence]
        size = self.last - self.first
        self.parent: list[int] = []
        self.kind: list[Kind] = []
        self.owner: list[int] = []
        self.branches: list[int] = []
        self.head = self._heads()
        self.place = [NONE] * size  # the node that each word's top hangs from
        self.phrase, self.whole, self.top = [NONE] * size, [NONE] * size, [NONE] * size
        self.vp, self.clause = [NONE] * size, [NONE] * size
        self.subjects: dict[int, list[int]] = {}
        self.implicit: dict[int, int] = {}
        self.relativized: dict[int, int] = {}
        for token in range(self.first, self.last):
            self._project(token)
        for token in range(self.first, self.last):
            self._attach(token)
        self._find_silent_subjects()

    # --- looking at it

    def dominates(self, above: int, below: int) -> bool:
        """Whether one node properly contains the other."""
        parent = self.parent
        node = parent[below]
        while node != NONE:
            if node == above:
                return True
            node = parent[node]
        return False

    def branching_node(self, node: int) -> int:
        """The next branching node above (`bn`); `NONE` at the top."""
        node = self.parent[node]
        while node != NONE and self.branches[node] < 2:
            node = self.parent[node]
        return node

    def c_commands(self, one: int, other: int) -> bool:
        """Whether the next branching node above the one contains the other, and neither contains the other."""
        if one == other or self.dominates(one, other) or self.dominates(other, one):
            return False
        node = self.branching_node(one)
        return node != NONE and self.dominates(node, other)

    def node(self, token: int, end: int = NONE) -> int:
        """The node of a mention with this head; of the whole coordination if the mention reaches beyond its `end`."""
        at = token - self.first
        if self.whole[at] != self.phrase[at] and end != NONE:
            conjuncts = [c for c in self.words.children(token) if self.words.relations[c] == "conj"]
            if conjuncts and conjuncts[0] < end:
                return self.whole[at]
        return self.phrase[at]

    # --- building it

    def _heads(self) -> list[int]:
        """The governor of each word in its sentence."""
        first, last = self.first, self.last
        return [head if first <= head < last else NONE for head in self.words.heads[first:last]]

    def _add(self, kind: Kind, token: int, below: int = NONE) -> int:
        node = len(self.parent)
        self.parent.append(NONE)
        self.kind.append(kind)
        self.owner.append(token)
        self.branches.append(1 if below == NONE else 0)
        if below != NONE:
            self._hang(below, node)
        return node

    def _hang(self, below: int, above: int) -> None:
        self.parent[below] = above
        self.branches[above] += 1

    def _is_clause(self, token: int) -> bool:
        words, relation = self.words, self.words.relations[token]
        children = words.children(token)
        if any(words.relations[child] in SUBJECTS or words.relations[child] == "cop" for child in children):
            return True
        if words.upos[token] in ("VERB", "AUX"):
            return relation not in _WORDS_ALONE and relation not in ("amod", "compound")
        return relation in _CLAUSES and any(words.relations[child] in ("mark", "aux") for child in children)

    def _project(self, token: int) -> None:
        """The nodes of one word, linked upwards."""
        words, at = self.words, token - self.first
        children = words.children(token)
        relations = [words.relations[child] for child in children]
        if self._is_clause(token):
            self._project_clause(token, children, relations)
            return
        top = self.phrase[at] = self._add(Kind.PHRASE, token)
        if "conj" in relations:
            top = self._add(Kind.COORDINATION, token, top)
        self.whole[at] = top
        if "case" in relations and words.deprels[token] != "nmod:poss":
            top = self._add(Kind.PP, token, top)
        self.top[at] = top

    def _project_clause(self, token: int, children: list[int], relations: list[str]) -> None:
        words, at = self.words, token - self.first
        subjects = [c for c, relation in zip(children, relations, strict=True) if relation in SUBJECTS]
        below = NONE
        if words.upos[token] not in ("VERB", "AUX"):
            below = self.phrase[at] = self._add(Kind.PHRASE, token)
            self.whole[at] = below
        top = self.vp[at] = self._add(Kind.VP, token, below)
        if below == NONE:
            self.phrase[at] = self.whole[at] = top
        if "advcl" in relations or "conj" in relations:
            top = self._add(Kind.OUTER_VP, token, top)
        if subjects or self._has_own_clause(token):
            top = self.clause[at] = self._add(Kind.CLAUSE, token, top)
            self.subjects[top] = subjects
            at_edge = any(self._is_at_edge(c, r, subjects) for c, r in zip(children, relations, strict=True))
            if at_edge:
                top = self._add(Kind.EDGE, token, top)
        self.top[at] = top

    def _has_own_clause(self, token: int) -> bool:
        """Whether a predicate without a subject is a clause, and not a verb phrase in somebody else's."""
        relation = self.words.relations[token]
        if relation == "xcomp":
            head = self.head[token - self.first]
            return head != NONE and bool(self.words.dependents(head, "obj", "iobj"))
        return relation in _CLAUSES or self.head[token - self.first] == NONE

    def _is_at_edge(self, child: int, relation: str, subjects: list[int]) -> bool:
        if relation in _ADJOINED:
            return True
        if relation == "conj":
            return any(self.words.relations[c] in SUBJECTS for c in self.words.children(child))
        return relation in _FRONTED and bool(subjects) and child < subjects[0]

    def _attach(self, token: int) -> None:
        """Hang what a word projects below its governor."""
        at = token - self.first
        head = self.head[at]
        if head == NONE:
            return
        place = self.place[at] = self.attachment(token, head)
        if self.words.upos[token] == "PUNCT":
            self.parent[self.top[at]] = place
        else:
            self._hang(self.top[at], place)

    def attachment(self, token: int, head: int) -> int:
        """The node of `head` that the word hangs from, or would hang from if that were its governor."""
        at, relation = head - self.first, self.words.relations[token]
        if self.vp[at] == NONE:
            if relation == "case":
                return self.top[at]
            return self.whole[at] if relation == "conj" else self.phrase[at]
        if relation in _IN_PREDICATE_PHRASE and self.phrase[at] != self.vp[at]:
            return self.phrase[at]
        clause = self.clause[at]
        if clause != NONE:
            if relation in SUBJECTS or relation == "mark":
                return clause
            if self._is_at_edge(token, relation, self.subjects[clause]):
                return self.top[at]
        if relation in ("advcl", "conj"):
            above = self.parent[self.vp[at]]
            return above if above != NONE and self.kind[above] == Kind.OUTER_VP else self.vp[at]
        return self.vp[at]

    # --- silent subjects

    def _find_silent_subjects(self) -> None:
        for clause, subjects in self.subjects.items():
            token = self.owner[clause]
            relation, head = self.words.relations[token], self.head[token - self.first]
            if relation == "acl" and head != NONE:
                self._find_head_noun(clause, token, head, subjects)
            elif not subjects:
                self.implicit[clause] = self._controller(relation, head)

    def _find_head_noun(self, clause: int, token: int, head: int, subjects: list[int]) -> None:
        """The noun is understood as the clause's subject, unless the clause has its own: then it is something else."""
        if self.words.deprels[token] != "acl:relcl":
            if not subjects:
                self.implicit[clause] = head
        elif not subjects or any(self._is_relativizer(subject) for subject in subjects):
            self.implicit[clause] = head
        else:
            self.relativized[clause] = head

    def _is_relativizer(self, token: int) -> bool:
        return self.words.lower[token] in _RELATIVIZERS or "PronType=Rel" in self.words.feats[token]

    def _controller(self, relation: str, head: int) -> int:
        if head == NONE:
            return SOMEBODY
        if relation == "xcomp":
            return self.words.dependents(head, "obj", "iobj")[0]
        if relation == "advcl":
            return self.subject_of(head)
        return SOMEBODY

    def subject_of(self, token: int) -> int:
        """The word that is the subject of a predicate, its own or that of the clause it stands in; else `SOMEBODY`."""
        while token != NONE:
            clause = self.clause[token - self.first]
            if clause != NONE:
                if self.subjects[clause]:
                    return self.subjects[clause][0]
                if clause in self.implicit:
                    return self.implicit[clause]
            if self.words.relations[token] not in ("conj", "xcomp", "advcl"):
                break
            token = self.head[token - self.first]
        return SOMEBODY
