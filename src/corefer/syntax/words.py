"""A document's words with the lookups that every use of a parse needs: columns at hand, heads, dependents."""

from __future__ import annotations

from array import array
from functools import cached_property

from corefer.document import Document
from corefer.document.document import NO_HEAD


def tree_heads(document: Document) -> array[int]:
    """Each token's governor, -1 for roots; a cycle (of a broken parse) is cut open, so that every way up has an end."""
    size = len(document.tokens)
    heads = array("l", [NO_HEAD]) * size
    if not document.is_parsed:
        return heads
    for token in range(size):
        head = document.head_index(token)
        if head is not None:
            heads[token] = head
    way = array("l", [0]) * size  # the token from which the walk came by; a walk that meets itself is a cycle
    for token in range(size):
        here = token
        while here != NO_HEAD and not way[here]:
            way[here] = token + 1
            below, here = here, heads[here]
        if here != NO_HEAD and way[here] == token + 1:
            heads[below] = NO_HEAD
    return heads


class Words:
    """Made once per document; positions are token indices, `NONE` (-1) where there is no token."""

    def __init__(self, document: Document) -> None:
        self.document = document
        table = document.tokens.table
        self.forms = table.forms
        self.is_parsed = document.is_parsed
        self.lower = [form.lower().replace("’", "'") for form in table.forms]
        self.lemmas = table.column("lemma") if table.has("lemma") else self.lower
        self.upos = table.column("upos")
        self.xpos = table.column("xpos")
        self.feats = table.column("feats")
        self.deprels = table.column("deprel")
        self.starts = document.sentences.table.starts
        self.ends = document.sentences.table.ends
        self.has_tags = table.has("upos")

    @cached_property
    def relations(self) -> list[str]:
        """The universal part of each relation: `nsubj` of `nsubj:pass`."""
        universal = {relation: relation.partition(":")[0] for relation in set(self.deprels)}
        return [universal[relation] for relation in self.deprels]

    @cached_property
    def _children(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.forms]
        for token, head in enumerate(self.heads):
            if head != NO_HEAD:
                found[head].append(token)
        return found

    @cached_property
    def heads(self) -> array[int]:
        """Each token's governor, -1 for roots."""
        return tree_heads(self.document)

    def sentence(self, token: int) -> int:
        return self.document.sentence_index(token)

    def bounds(self, token: int) -> tuple[int, int]:
        """The first token of the sentence, and the one after its last."""
        index = self.sentence(token)
        return self.starts[index], self.ends[index]

    def head(self, token: int) -> int | None:
        head = self.heads[token]
        return None if head == NO_HEAD else head

    def children(self, token: int) -> list[int]:
        """The tokens that depend on this one, in order."""
        return self._children[token]

    def dependents(self, token: int, *relations: str) -> list[int]:
        """The children in one of these relations; `acl` stands for `acl:relcl` too."""
        return [i for i in self._children[token] if self.relations[i] in relations or self.deprels[i] in relations]

    def relation(self, token: int) -> str:
        """The universal part of the relation."""
        return self.relations[token]

    def form_after(self, token: int, step: int = 1) -> str:
        """The form (lower case) that follows in the sentence."""
        at = token + step
        return self.lower[at] if at < self.bounds(token)[1] else ""
