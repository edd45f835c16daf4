"""Names and noun phrases: antecedents by the words that recur (Stuckardt 2001, section 4.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, View

Matched = tuple[View, View, str]
_NOMINAL = frozenset((AnaphorType.NAME, AnaphorType.DNOM, AnaphorType.OTHER))


def string_antecedents(discourse: Discourse) -> Iterator[Matched]:
    by_text: dict[str, View] = {}
    by_word: defaultdict[str, list[View]] = defaultdict(list)
    for view in discourse.views:
        if view.kind not in _NOMINAL:
            continue
        found = _by_text(view, by_text) or _by_word(view, by_word)
        if found:
            yield view, found[0], found[1]
        by_text[view.text] = view
        for word in set(view.content) if view.kind is AnaphorType.NAME else {view.lemma}:
            by_word[word].append(view)


def _by_text(view: View, known: dict[str, View]) -> tuple[View, str] | None:
    gamma = known.get(view.text)
    if gamma is None:
        return None
    return gamma, f"same text {view.kind}"


def _by_word(view: View, known: defaultdict[str, list[View]]) -> tuple[View, str] | None:
    if view.kind is AnaphorType.NAME:
        for gamma in reversed(known.get(view.form, ())):
            if gamma.kind is AnaphorType.NAME and set(view.content) <= set(gamma.content):
                return gamma, "part of name"
        return None
    for gamma in reversed(known.get(view.lemma, ())):
        if gamma.kind is AnaphorType.NAME:
            continue
        if set(view.content) <= set(gamma.content):
            return gamma, f"same head {view.kind}"
    return None
