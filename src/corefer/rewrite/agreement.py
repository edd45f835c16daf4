"""Verbs that agree with a pronoun, once a name stands in its place; and contractions written out.

*They were* is *the company was*; *I have* is *Dr. Voss has*; *she's* is *Dr. Voss is* or *Dr. Voss has*, as the
parse has it. A subject is shared by the conjuncts that have none of their own, so their verbs change with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefer.resolve import Discourse
from corefer.rewrite.binding import is_subject

_SINGULAR = {"are": "is", "am": "is", "were": "was", "have": "has", "do": "does"}
_PLURAL = {"is": "are", "am": "are", "was": "were", "has": "have", "does": "do"}
_CLITICS = {"'s": "is", "'re": "are", "'m": "am", "'ve": "have", "'ll": "will", "'d": "would"}
_FINITE = frozenset(("VBP", "VBZ", "VBD", "MD"))
_SIBILANT = ("s", "x", "z", "ch", "sh", "o")


def is_clitic(form: str) -> bool:
    return _plain(form) in _CLITICS


def _plain(form: str) -> str:
    return form.lower().replace("’", "'")


def finite_verbs(discourse: Discourse, subject: int) -> Iterator[int]:
    """The verbs that agree with the subject: its clause's, and those of conjuncts that share it."""
    predicate = discourse.head(subject)
    if predicate is not None:
        yield from _finite(discourse, predicate)


def _finite(discourse: Discourse, predicate: int) -> Iterator[int]:
    children = discourse.children[predicate]
    helpers = [i for i in children if discourse.deprel[i].startswith(("aux", "cop"))]
    verb = helpers[0] if helpers else predicate
    if _is_finite(discourse, verb, alone=not helpers):
        yield verb
    for child in children:
        if discourse.deprel[child] == "conj" and not any(
            is_subject(discourse.deprel[i]) or discourse.deprel[i] == "expl" for i in discourse.children[child]
        ):
            yield from _finite_conjunct(discourse, child)


def _finite_conjunct(discourse: Discourse, predicate: int) -> Iterator[int]:
    """A conjunct without a finite verb of its own shares the first one's auxiliary (*have eaten and slept*)."""
    for verb in _finite(discourse, predicate):
        if discourse.document.tokens.table.column("xpos")[verb] in _FINITE or verb != predicate:
            yield verb


def _is_finite(discourse: Discourse, verb: int, *, alone: bool) -> bool:
    """A bare form without *to* counts as finite under a nominative: taggers often miss the present tense there."""
    xpos = discourse.document.tokens.table.column("xpos")[verb]
    if xpos in _FINITE or (xpos == "_" and "VerbForm=Fin" in discourse.feats[verb]):
        return True
    marked = any(discourse.lower[i] == "to" for i in discourse.children[verb])
    return alone and xpos == "VB" and discourse.upos[verb] == "VERB" and not marked


def agreed(discourse: Discourse, verb: int, number: str) -> str:
    """The verb's form for a third person of this number, in lower case; its own form where nothing changes."""
    form = _written_out(discourse, verb) if is_clitic(discourse.forms[verb]) else discourse.lower[verb]
    table = _SINGULAR if number == "sing" else _PLURAL
    if form in table:
        return table[form]
    xpos = discourse.document.tokens.table.column("xpos")[verb]
    if number == "sing" and xpos in ("VBP", "VB") and form not in _PLURAL and form != "ai":
        return _third_singular(form)
    if number == "plur" and xpos == "VBZ" and form not in _SINGULAR:
        return discourse.lemmas[verb].lower() if discourse.lemmas[verb] != "_" else form
    return form


def _third_singular(form: str) -> str:
    if form.endswith("y") and form[-2:-1] not in tuple("aeiou"):
        return form[:-1] + "ies"
    return form + ("es" if form.endswith(_SIBILANT) else "s")


def written_out(discourse: Discourse, clitic: int, number: str) -> str:
    """*'s*, *'re*, *'ll* … in full, agreeing with a third person of this number (any, where it is empty)."""
    return agreed(discourse, clitic, number) if number else _written_out(discourse, clitic)


def _written_out(discourse: Discourse, clitic: int) -> str:
    form = _plain(discourse.forms[clitic])
    if form not in ("'s", "'d"):
        return _CLITICS[form]
    perfect = _is_perfect(discourse, clitic)
    if form == "'d":
        return "had" if perfect else "would"
    main = discourse.upos[clitic] == "VERB" and discourse.lemmas[clitic] == "have"
    return "has" if perfect or main else "is"


def _is_perfect(discourse: Discourse, clitic: int) -> bool:
    """Whether a participle follows that is no passive (*she's gone*, *he's been ill*), or *better* (*he'd better*)."""
    head = discourse.head(clitic)
    if head is None:
        return False
    xpos = discourse.document.tokens.table.column("xpos")
    later = [i for i in discourse.children[head] if i > clitic and discourse.deprel[i].startswith(("aux", "cop"))]
    if later:
        return xpos[later[0]] in ("VBN", "VBD")
    if discourse.lower[clitic + 1 : clitic + 2] == ["better"] and _plain(discourse.forms[clitic]) == "'d":
        return True
    return discourse.deprel[clitic] == "aux" and xpos[head] in ("VBN", "VBD")
