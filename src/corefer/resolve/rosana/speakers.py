"""First and second persons: who speaks, and to whom, where the text says so (Stuckardt 2001, footnotes 24 and 49)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, View
from corefer.resolve.quotations import OUTSIDE
from corefer.resolve.rosana.salience import SERIES

Spoken = tuple[View, View, str]
_SPOKEN = frozenset((AnaphorType.PER1, AnaphorType.POS1, AnaphorType.PER2, AnaphorType.POS2))
_SUBJECTS = ("nsubj", "nsubj:outer")
_SAYING = frozenset(
    "say tell ask reply answer add explain whisper shout cry call claim note write state declare announce insist argue "
    "admit respond continue murmur mutter think observe remark exclaim yell scream suggest warn recall joke conclude "
    "comment agree begin mention confess promise demand inquire sigh laugh believe wonder".split()
)


def speaker_antecedents(discourse: Discourse) -> Iterator[Spoken]:
    """Each first and second person with what it stands for: the same person of the same speaker, or the speaker."""
    said_by = _Quotations(discourse)
    last: dict[tuple[str, str, int], View] = {}
    others = _dialogue(discourse)
    for view in discourse.views:
        series = SERIES.get(view.form)
        if series not in ("i", "we", "you"):
            continue
        speaker = discourse.speaker(view.head)
        key = (series, speaker, view.quotation)
        if view.kind in _SPOKEN:
            if key in last:
                yield view, last[key], "same speaker"
            elif found := said_by.person(series, view):
                yield view, found, "speaker" if series == "i" else "addressee"
            elif speaker in others and (across := last.get((_ACROSS.get(series, ""), others[speaker], view.quotation))):
                yield view, across, "other speaker"
        last[key] = view


_ACROSS = {"i": "you", "you": "i"}


def _dialogue(discourse: Discourse) -> dict[str, str]:
    """Each speaker's counterpart, if two speak in the whole document."""
    speakers = list(dict.fromkeys(s for s in discourse.document.sentences.table.speakers if s))
    return {speakers[0]: speakers[1], speakers[1]: speakers[0]} if len(speakers) == 2 else {}


class _Quotations:
    """Who says each quotation, and to whom: the subject of a verb of saying that the parse joins to it.

    A quotation without one is said by whoever says another in its paragraph.
    """

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._verbs: dict[int, int] = {}
        self._by_paragraph: dict[int, int] = {}
        self._paragraph = list(accumulate(discourse.document.sentences.table.new_paragraph))
        for token, quotation in enumerate(discourse.quotations):
            if quotation != OUTSIDE and quotation not in self._verbs:
                verb = self._reporting(token, quotation)
                if verb is not None:
                    self._verbs[quotation] = verb
                    self._by_paragraph[self._paragraph[discourse.sentence_of[token]]] = verb

    def person(self, series: str, view: View) -> View | None:
        """The speaker for `I`, the addressee for `you`, of a pronoun inside a quotation."""
        if view.quotation == OUTSIDE:
            return None
        verb = self._verbs.get(view.quotation, self._by_paragraph.get(self._paragraph[view.sentence]))
        if verb is None:
            return None
        found = self._speaker(verb) if series == "i" else self._addressee(verb) if series == "you" else None
        return found if found is not None and found.agreement.number != "plur" else None

    def _reporting(self, token: int, quotation: int) -> int | None:
        """The verb of saying that governs a word of the quotation, or that is joined to it as a parenthesis."""
        discourse = self.discourse
        head = discourse.head(token)
        if head is not None and discourse.quotations[head] != quotation and self._says(head):
            return head
        for child in discourse.children[token]:
            joined = discourse.deprel[child].startswith(("parataxis", "ccomp", "root"))
            if joined and discourse.quotations[child] != quotation and self._says(child):
                return child
        return None

    def _says(self, token: int) -> bool:
        return self.discourse.lemmas[token].lower() in _SAYING and self.discourse.upos[token] == "VERB"

    def _speaker(self, verb: int) -> View | None:
        for child in self.discourse.children[verb]:
            if self.discourse.deprel[child] in _SUBJECTS:
                return self.discourse.headed_by(child)
        return None

    def _addressee(self, verb: int) -> View | None:
        discourse = self.discourse
        for child in discourse.children[verb]:
            to = any(discourse.lower[c] == "to" for c in discourse.children[child])
            if discourse.deprel[child] == "iobj" or (discourse.deprel[child] == "obl" and to):
                return discourse.headed_by(child)
            if discourse.deprel[child] == "obj" and discourse.lemmas[verb].lower() in ("tell", "ask", "warn"):
                return discourse.headed_by(child)
        return None
