"""A document's words with the lookups that every use of a parse needs: columns at hand, heads, dependents."""

from __future__ import annotations

from functools import cached_property

from corefer.document import Document


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
        if self.is_parsed:
            for token in range(len(self.forms)):
                head = self.document.head_index(token)
                if head is not None:
                    found[head].append(token)
        return found

    def sentence(self, token: int) -> int:
        return self.document.sentence_index(token)

    def bounds(self, token: int) -> tuple[int, int]:
        """The first token of the sentence, and the one after its last."""
        index = self.sentence(token)
        return self.starts[index], self.ends[index]

    def head(self, token: int) -> int | None:
        return self.document.head_index(token)

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
