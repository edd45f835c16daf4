"""Names compared by their words, as the sieve's proper head match and relaxed head match (Lee et al. 2013, 3.3.6–7).

Universal Dependencies takes the first word of a person's name for its head (`flat`) and the last of other names
(`compound`). So a person is called by the first or last word, and other names by their head.
"""

from __future__ import annotations

from corefer.analysis.lexicon.names import fold, parse
from corefer.resolve.discourse import Discourse, View

_SMALL = frozenset("the of and for in de la & '".split())
LEAST_INITIALS = 2


class Names:
    """The words of a discourse's names, read once."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._words: dict[int, tuple[str, ...]] = {}

    def words(self, view: View) -> tuple[str, ...]:
        """The name's words without titles, articles and what describes it; its initials are a word of their own."""
        found = self._words.get(view.index)
        if found is None:
            found = self._words[view.index] = self._read(view)
        return found

    def _read(self, view: View) -> tuple[str, ...]:
        upos, end = self.discourse.upos, view.head + 1
        while end < view.end and upos[end] == "PROPN":
            end += 1
        forms = [self.discourse.forms[i] for i in range(view.start, end) if upos[i] in ("PROPN", "NUM", "X")]
        return tuple(word for word in map(fold, parse(forms).words) if word not in _SMALL)

    def same(self, view: View, candidate: View) -> str:
        """Why the two may be one name; empty if they are not."""
        short, long = sorted((view, candidate), key=lambda v: len(self.words(v)))
        few, many = self.words(short), self.words(long)
        if not few or not set(few) <= set(many):
            return ""
        if few == many:
            return "the same name"
        if self._is_of_person(long):
            return "part of the name" if few[-1] in (many[0], many[-1]) else ""
        return "the same name's head" if few[-1] == fold(long.form) and len(few) > 1 else ""

    def _is_of_person(self, view: View) -> bool:
        is_flat = any(self.discourse.deprel[i] == "flat" for i in self.discourse.children[view.head])
        return view.agreement.animacy == "person" or (is_flat and view.agreement.animacy != "thing")
