"""Relative pronouns, and the nouns that they stand for: what the parse alone says."""

from __future__ import annotations

from corefer.document import Document
from corefer.syntax.words import Words

_FORMS = frozenset(("who", "whom", "whose", "which", "that"))
_CLAUSES = ("acl:relcl", "advcl:relcl")
_TAGS = frozenset(("WP", "WDT", "WP$"))
_ROLES = frozenset(("nsubj", "obj", "obl", "iobj", "nmod", "ccomp", "xcomp", "advmod", "det"))


def relative_pronouns(document: Document) -> list[int]:
    """The tokens that are relative pronouns, in order."""
    words = Words(document)
    return [token for token in range(len(words.forms)) if is_relative(words, token)]


def is_relative(words: Words, token: int) -> bool:
    """Whether a token is a relative pronoun: by its form, its tags, and a relative clause that it stands in."""
    if words.lower[token] not in _FORMS or words.relations[token] not in _ROLES or not words.is_parsed:
        return False
    tagged = "PronType=Rel" in words.feats[token] or words.xpos[token] in _TAGS
    return (tagged or words.upos[token] == "PRON") and antecedent_of(words, token) is not None


def antecedent_of(words: Words, token: int) -> int | None:
    """The head of the noun phrase that the relative clause around a pronoun belongs to."""
    here: int | None = token
    while here is not None:
        if words.deprels[here] in _CLAUSES:
            return words.head(here)
        here = words.head(here)
    return None
