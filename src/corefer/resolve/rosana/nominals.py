"""Noun phrases: antecedents by the head and the words that recur (Stuckardt 2001, section 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, View
from corefer.resolve.schemes import Scheme

Matched = tuple[View, View, str]
FAR, NEAR = 10, 3  # sentences, within which a definite head recurs; and one with a possessor
_NOMINAL = frozenset((AnaphorType.NAME, AnaphorType.DNOM, AnaphorType.OTHER))
_ARTICLES = frozenset(("the", "this", "that", "these", "those"))


def nominal_antecedents(discourse: Discourse) -> Iterator[Matched]:
    """Each noun phrase with an antecedent before it: the same words, or for a definite one the same head.

    In GUM bare and indefinite phrases refer back, too.
    """
    by_text: dict[str, View] = {}
    by_head: dict[str, View] = {}
    for view in discourse.views:
        if view.kind not in _NOMINAL:
            continue
        refers = view.kind is not AnaphorType.OTHER or discourse.scheme is Scheme.GUM
        same = by_text.get(view.text) if refers else None
        if same is not None and _may(view, same):
            yield view, same, "same words"
        elif view.kind is AnaphorType.DNOM:
            head = by_head.get(view.lemma)
            if head is not None and _may(view, head) and _recurs(discourse, view, head):
                yield view, head, "same head"
        by_text[view.text] = view
        if view.kind is not AnaphorType.NAME:
            by_head[view.lemma] = view


def _may(view: View, gamma: View) -> bool:
    nested = gamma.start <= view.start and view.end <= gamma.end
    return not nested and view.agreement.clashes(gamma.agreement) != "number"


def _recurs(discourse: Discourse, view: View, gamma: View) -> bool:
    """A definite phrase takes up a head if it says nothing about it that the antecedent does not."""
    reach = FAR if discourse.lower[view.start] in _ARTICLES else NEAR
    if view.sentence - gamma.sentence > reach:
        return False
    return set(view.content) - {view.form} <= set(gamma.content)
