"""Names compared by their words, as the sieve's proper head match and relaxed head match (Lee et al. 2013, 3.3.6–7).

Universal Dependencies takes the first word of a person's name for its head (`flat`) and the last of other names
(`compound`). So a person is called by the first or last word, and other names by their head.
"""

from __future__ import annotations

from corefer.analysis.lexicon.names import fold, parse
from corefer.resolve.discourse import Discourse, View

_SMALL = frozenset("the of and for in de la & '".split())
LEAST_INITIALS = 2
_DEMONYMS = dict(
    pair.split("/")
    for pair in (
        "america/american britain/british england/english scotland/scottish wales/welsh ireland/irish "
        "france/french germany/german italy/italian spain/spanish portugal/portuguese greece/greek turkey/turkish "
        "russia/russian poland/polish ukraine/ukrainian sweden/swedish norway/norwegian denmark/danish "
        "finland/finnish netherlands/dutch belgium/belgian austria/austrian hungary/hungarian switzerland/swiss "
        "china/chinese japan/japanese korea/korean india/indian pakistan/pakistani iran/iranian iraq/iraqi "
        "israel/israeli egypt/egyptian syria/syrian afghanistan/afghan canada/canadian mexico/mexican "
        "brazil/brazilian argentina/argentine chile/chilean cuba/cuban australia/australian kenya/kenyan "
        "nigeria/nigerian europe/european asia/asian africa/african "
    ).split()
)
_WHICH = frozenset(("nmod", "acl", "acl:relcl", "amod"))


class Names:
    """The words of a discourse's names, read once."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._words: dict[int, tuple[str, ...]] = {}

    def words(self, view: View) -> tuple[str, ...]:
        """The name's words without titles, articles and what describes it."""
        found = self._words.get(view.index)
        if found is None:
            found = self._words[view.index] = self._read(view)
        return found

    def keys(self, view: View) -> tuple[str, ...]:
        """What the name may be found by: its words, and its initials."""
        words = self.words(view)
        short = "".join(word[0] for word in words) if len(words) >= LEAST_INITIALS else ""
        known = [_DEMONYMS[words[0]]] if len(words) == 1 and words[0] in _DEMONYMS else []
        plain = [word.replace(".", "") for word in words] if len(words) == 1 else []
        return tuple(dict.fromkeys(filter(None, (*words, *plain, *known, short))))

    def _read(self, view: View) -> tuple[str, ...]:
        """Capitalised words and figures, as far as the name goes on: over *of* and the like if a capital follows."""
        words = [self.discourse.forms[i] for i in range(view.start, self._end(view)) if self._is_in_name(i)]
        return tuple(word for word in map(fold, parse(words).words) if word not in _SMALL)

    def _end(self, view: View) -> int:
        end = view.head + 1
        while end < view.end:
            if not self._is_in_name(end):
                following = next((i for i in range(end, view.end) if self.discourse.lower[i] not in _SMALL), view.end)
                if following == end or following == view.end or not self._is_in_name(following):
                    break
                end = following
            end += 1
        return end

    def _is_in_name(self, token: int) -> bool:
        form, upos = self.discourse.forms[token], self.discourse.upos[token]
        return upos in ("PROPN", "NUM", "X") or (form[:1].isupper() and upos in ("NOUN", "ADJ"))

    def same(self, view: View, candidate: View) -> str:
        """Why the two may be one name; empty if they are not."""
        if initials(self.words(view), self.words(candidate)):
            return "acronym"
        if _are_demonym(self.words(view), self.words(candidate)):
            return "demonym"
        short, long = sorted((view, candidate), key=lambda v: len(self.words(v)))
        few, many = self.words(short), self.words(long)
        if not few or not set(few) <= set(many):
            return ""
        if self._is_of_person(long):
            if few == many:
                return "the same name"
            return "part of the name" if few[-1] in (many[0], many[-1]) else ""
        if self._is_modified(view):
            return ""
        if few == many:
            return "the same name"
        return "the same name's head" if few[-1] == fold(long.form) and len(few) > 1 else ""

    def _is_modified(self, view: View) -> bool:
        """Whether a clause or phrase says which of the name's bearers is meant (*Americans with dogs*)."""
        return any(i < view.end for i in self.discourse.children[view.head] if self.discourse.deprel[i] in _WHICH)

    def _is_of_person(self, view: View) -> bool:
        is_flat = any(self.discourse.deprel[i] == "flat" for i in self.discourse.children[view.head])
        return view.agreement.animacy == "person" or (is_flat and view.agreement.animacy != "thing")


def initials(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the one is spelt by the first letters of the other's words, or the other way round (*U.S.*)."""
    short, long = sorted((one, other), key=len)
    if len(short) != 1 or len(long) < LEAST_INITIALS:
        return False
    return short[0].replace(".", "") == "".join(word[0] for word in long)


def _are_demonym(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the one names a country and the other calls something after it (*Israel*, *Israeli*)."""
    return len(one) == len(other) == 1 and (_DEMONYMS.get(one[0]) == other[0] or _DEMONYMS.get(other[0]) == one[0])
