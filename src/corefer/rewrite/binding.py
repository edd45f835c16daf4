"""Where a name may not stand: under a coreferent phrase that c-commands it (principle C).

*She said that Anna was ill* cannot be about one woman, and *Anna said that Anna was ill* hardly.
"""

from __future__ import annotations

from corefer.resolve import Discourse, View
from corefer.syntax import Syntax

_CLAUSAL = frozenset("ccomp xcomp advcl acl acl:relcl advcl:relcl csubj csubj:pass csubj:outer parataxis root".split())


def is_subject(relation: str) -> bool:
    return relation.startswith(("nsubj", "csubj"))


def commands(syntax: Syntax, binder: View, token: int) -> bool:
    """Whether a mention c-commands a token of its sentence."""
    tree = syntax.fragments(binder.sentence).tree
    return tree.c_commands(tree.node(binder.head, binder.end), tree.node(token))


def same_clause(discourse: Discourse, one: int, other: int) -> bool:
    return _clause(discourse, one) == _clause(discourse, other)


def _clause(discourse: Discourse, token: int) -> int:
    """The head of the smallest clause that the token stands in."""
    above = discourse.head(token)
    while above is not None and discourse.deprel[token] not in _CLAUSAL and not _is_own_clause(discourse, token):
        token, above = above, discourse.head(above)
    return token


def _is_own_clause(discourse: Discourse, token: int) -> bool:
    """Whether a conjunct has a subject of its own."""
    return discourse.deprel[token] == "conj" and any(is_subject(discourse.deprel[i]) for i in discourse.children[token])
