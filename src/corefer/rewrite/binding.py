"""Where a name may not stand: c-command between coreferent phrases, read off dependencies.

Principle C: a name is not bound. *She said that Anna was ill* cannot be about one woman, and *Anna said that Anna
was ill* hardly. A subject commands all of its clause, a possessor only its noun phrase; what precedes the subject
(a preposed clause) and a conjunct with a subject of its own are outside.
"""

from __future__ import annotations

from corefer.resolve import Discourse

_CLAUSAL = frozenset("ccomp xcomp advcl acl acl:relcl advcl:relcl csubj csubj:pass csubj:outer parataxis root".split())
_SUBJECTS = ("nsubj", "csubj")
_OBJECTS = ("obj", "iobj")


def is_subject(relation: str) -> bool:
    return relation.startswith(_SUBJECTS)


def commands(discourse: Discourse, binder: int, token: int) -> bool:
    """Whether the phrase headed by `binder` c-commands the token."""
    governor, relation = discourse.head(binder), discourse.deprel[binder]
    if governor is None or not (is_subject(relation) or relation in _OBJECTS or relation == "nmod:poss"):
        return False
    if token == governor and relation != "nmod:poss":
        return token > binder  # a nominal predicate
    path = _path(discourse, token, governor)
    if path is None or binder in path:
        return False
    if relation == "nmod:poss":
        return True
    top = path[-1] if path else token
    if token < binder:
        return False
    if discourse.deprel[top] == "conj" and any(is_subject(discourse.deprel[i]) for i in discourse.children[top]):
        return False
    if discourse.deprel[top].startswith("parataxis"):
        return False
    return is_subject(relation) or not is_subject(discourse.deprel[top])


def clause(discourse: Discourse, token: int) -> int:
    """The head of the smallest clause that the token stands in."""
    here: int = token
    while True:
        above = discourse.head(here)
        if above is None or discourse.deprel[here] in _CLAUSAL or _has_subject(discourse, here):
            return here
        here = above


def _has_subject(discourse: Discourse, token: int) -> bool:
    return discourse.deprel[token] == "conj" and any(
        is_subject(discourse.deprel[i]) for i in discourse.children[token]
    )


def _path(discourse: Discourse, token: int, ancestor: int) -> list[int] | None:
    """The tokens from `token` up to below `ancestor`; None where it is no ancestor."""
    path, here = [], token
    while here != ancestor:
        path.append(here)
        above = discourse.head(here)
        if above is None or len(path) > 200:
            return None
        here = above
    return path
