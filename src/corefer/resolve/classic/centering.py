"""What centering needs of a text: its utterances, and the mentions that realize an entity again.

An utterance is a tensed clause (Kameyama 1998): a main clause, a conjunct with a subject of its own, an adverbial
clause; complement and relative clauses belong to the clause they stand in.
"""

from __future__ import annotations

from collections import defaultdict

from corefer.resolve.classic.obstacles import EXPLETIVE, NEVER_ANTECEDENT
from corefer.resolve.discourse import Discourse, Function, View

_UTTERANCES = frozenset(("conj", "advcl", "parataxis"))
_SUBJECTS = frozenset(("nsubj", "nsubj:pass", "nsubj:outer", "csubj", "expl"))
RANK = {
    Function.SUBJECT: 0,
    Function.EXISTENTIAL: 1,
    Function.OBJECT: 2,
    Function.INDIRECT: 3,
    Function.ADVERBIAL: 4,
}
LAST = 5


def utterances(discourse: Discourse) -> list[list[View]]:
    """The mentions of each utterance that has any, in the order in which the utterances begin."""
    owner: dict[int, int] = {}
    found: defaultdict[int, list[View]] = defaultdict(list)
    for view in discourse.views:
        if view.kind not in NEVER_ANTECEDENT and view.expletive <= EXPLETIVE:
            found[_clause(discourse, view.head, owner)].append(view)
    return sorted(found.values(), key=lambda views: views[0].index)


def _clause(discourse: Discourse, token: int, known: dict[int, int]) -> int:
    """The predicate of the utterance that a token stands in."""
    path: list[int] = []
    while token not in known:
        path.append(token)
        above = discourse.head(token)
        if above is None or above in path or _is_utterance(discourse, token):
            known[token] = token
        else:
            token = above
    for passed in path:
        known[passed] = known[token]
    return known[token]


def _is_utterance(discourse: Discourse, token: int) -> bool:
    if discourse.deprel[token].partition(":")[0] not in _UTTERANCES:
        return False
    return any(discourse.deprel[i] in _SUBJECTS for i in discourse.children[token])


def rank(view: View) -> int:
    """The place of a grammatical function in the order of forward-looking centers."""
    return RANK.get(view.function, LAST)


class Known:
    """Names and definite phrases heard before: a full phrase realizes an entity again if it has its words."""

    def __init__(self) -> None:
        self._by_text: dict[str, View] = {}

    def again(self, view: View) -> View | None:
        """The mention before that a full phrase repeats, and the phrase is remembered."""
        if view.is_pronoun:
            return None
        found = self._by_text.get(view.text) if view.is_name or view.definite else None
        self._by_text[view.text] = view
        return found
