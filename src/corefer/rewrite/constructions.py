"""Pronouns that stay whatever they refer to: other kinds of them, and constructions that take nothing else."""

from __future__ import annotations

from corefer.resolve import Discourse
from corefer.rewrite.agreement import is_clitic
from corefer.rewrite.forms import Case, Form
from corefer.rewrite.result import Reason

_HONORIFICS = frozenset("majesty highness holiness excellency honour honor lordship ladyship grace eminence".split())
_ROLES_LEFT = frozenset("compound flat reparandum goeswith fixed appos discourse dep list".split())
_HARMLESS = frozenset("punct case advmod cc conj cop nsubj aux mark discourse parataxis obl advcl nmod:poss".split())
_RELATIVES = frozenset("who whom whose which that".split())
_DEMONSTRATIVES = frozenset("this that these those".split())
_RECIPROCALS = (("each", "other"), ("one", "another"))
_JOINED = frozenset("-/'’_@")  # he/she, she-wolf


def other_pronoun(discourse: Discourse, token: int) -> Reason | None:
    """Pronouns that are never replaced; of *each other* the first token counts."""
    lower = discourse.lower
    if tuple(lower[token : token + 2]) in _RECIPROCALS:
        return Reason.REFLEXIVE
    if discourse.upos[token] != "PRON":
        return None
    if lower[token] in _RELATIVES and "PronType=Rel" in discourse.feats[token]:
        return Reason.RELATIVE
    demonstrative = lower[token] in _DEMONSTRATIVES and "Poss" not in discourse.feats[token]
    return Reason.DEMONSTRATIVE if demonstrative else None


def is_tagged_pronoun(discourse: Discourse, token: int) -> bool:
    """A pronoun by its tag, or by nothing (*US* and *mine* have namesakes)."""
    return discourse.upos[token] in ("PRON", "DET", "_")


def is_fixed(discourse: Discourse, token: int, form: Form) -> bool:
    """Whether the pronoun is part of something that no name can be part of: *let's*, *he who …*, *Her Majesty*."""
    if discourse.deprel[token] in _ROLES_LEFT or _is_part_of_a_word(discourse, token):
        return True
    children = [(i, discourse.deprel[i]) for i in discourse.children[token]]
    if any(relation not in _HARMLESS for _, relation in children):
        return True
    if form.case is Case.DETERMINER:
        head = discourse.head(token)
        coordinated = any(relation in ("cc", "conj") for _, relation in children)
        return coordinated or (head is not None and discourse.lower[head] in _HONORIFICS)
    predicate = any(relation == "cop" for _, relation in children)
    return not predicate and any(relation in ("advcl", "obl") and i > token for i, relation in children)


def _is_part_of_a_word(discourse: Discourse, token: int) -> bool:
    """Joined to what stands beside it, by more than a verb's short form."""
    table, text = discourse.document.tokens.table, discourse.document.text
    start, end = table.starts[token], table.ends[token]
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if before.isalnum() or before in _JOINED or (token and table.ends[token - 1] > start):
        return True
    if token + 1 < len(table) and table.starts[token + 1] < end:
        return True
    return (after.isalnum() or after in _JOINED) and not is_short_verb(discourse, token + 1)


def is_short_verb(discourse: Discourse, token: int) -> bool:
    """*'s*, *'re*, *'ll* … right after the word before."""
    table = discourse.document.tokens.table
    if token >= len(table) or table.starts[token] != table.ends[token - 1]:
        return False
    return is_clitic(discourse.forms[token]) and discourse.upos[token] in ("AUX", "VERB")


def is_partitive(discourse: Discourse, token: int) -> bool:
    """*Neither of them* has no room for *Anna and Ben*."""
    head = discourse.head(token)
    return head is not None and discourse.upos[head] in ("PRON", "DET", "NUM")


def fits_singular(discourse: Discourse, token: int) -> bool:
    """*They were nurses*, *they each went* are about several, whatever the anchor looks like."""
    predicate = discourse.head(token)
    if predicate is None:
        return True
    children = discourse.children[predicate]
    if any(discourse.lower[i] in ("each", "both", "all", "together") and i > token for i in children):
        return False
    nominal = discourse.upos[predicate] == "NOUN" and any(discourse.deprel[i] == "cop" for i in children)
    return not (nominal and "Number=Plur" in discourse.feats[predicate])
