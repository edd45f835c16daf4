"""Who says *I* to whom: the speaker sieve (Lee et al. 2013, section 3.3.1).

A voice is one who speaks: the author outside quotations, each named speaker of a dialogue, and the subject of the verb
of saying that introduces a quotation. First persons of one voice are one entity, and so are second persons; in a
dialogue of two, *you* is who says *I* in the other's turns.
"""

from __future__ import annotations

from dataclasses import dataclass

from corefer.document.anaphors import AnaphorType
from corefer.resolve.classic.obstacles import subjects
from corefer.resolve.discourse import Discourse, View
from corefer.resolve.quotations import OUTSIDE

_FIRST = frozenset((AnaphorType.PER1, AnaphorType.POS1))
_SECOND = frozenset((AnaphorType.PER2, AnaphorType.POS2))
_PLURALS = frozenset("we us our ours ourselves yourselves".split())
_FIRST_REFLEXIVES = frozenset("myself ourselves".split())
_SECOND_REFLEXIVES = frozenset("yourself yourselves".split())
_SAYING = frozenset(
    "say tell ask reply answer add explain state announce note claim declare write think cry shout whisper murmur "
    "exclaim insist admit argue remark respond continue recall warn suggest conclude observe call mutter yell".split()
)

Party = tuple[str, str, bool]  # who speaks, which person, whether of several


@dataclass(slots=True, frozen=True)
class Quoted:
    """Who speaks a quotation and who is spoken to, by their mentions where the text says so."""

    speaker: View | None = None
    addressee: View | None = None


def person(view: View) -> int:
    """1 or 2 for those who take part in the talk, 0 for everybody else."""
    if view.kind in _FIRST or view.form in _FIRST_REFLEXIVES:
        return 1
    return 2 if view.kind in _SECOND or view.form in _SECOND_REFLEXIVES else 0


class Speech:
    """The voices of a discourse, and what each of them called itself and its listener so far."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.quoted = _quotations(discourse)
        speakers = discourse.document.sentences.table.speakers
        self.names = sorted({name for name in speakers if name})
        self._last: dict[Party, View] = {}

    def antecedent(self, view: View) -> tuple[View, str] | None:
        """The mention of the same party before this one, with the reason; the view is then the party's last."""
        which = person(view)
        if not which:
            return None
        voice = self._voice(view)
        plural = view.form in _PLURALS
        found = self._before(voice, which, plural) or self._introduced(view, which, plural)
        self._last[voice, str(which), plural] = view
        return found

    def _voice(self, view: View) -> str:
        quotation = self.discourse.quotations[view.head]
        if quotation != OUTSIDE:
            speaker = self.quoted.get(quotation, Quoted()).speaker
            return f"said by {speaker.index}" if speaker else f"quotation {quotation}"
        return f"speaker {self.discourse.speaker(view.head)}"

    def _before(self, voice: str, which: int, plural: bool) -> tuple[View, str] | None:
        known = self._last.get((voice, str(which), plural))
        if known:
            return known, "same speaker" if which == 1 else "same listener"
        if len(self.names) == 2 and voice.startswith("speaker ") and not plural:
            other = self.names[voice.removeprefix("speaker ") == self.names[0]]
            crossed = self._last.get((f"speaker {other}", str(3 - which), plural))
            if crossed:
                return crossed, "the other speaker"
        return None

    def _introduced(self, view: View, which: int, plural: bool) -> tuple[View, str] | None:
        """The subject of *said*, for the first *I* of a quotation; its addressee, for *you*."""
        known = self.quoted.get(self.discourse.quotations[view.head])
        if known is None or plural:
            return None
        party = known.speaker if which == 1 else known.addressee
        if party is None or person(party):
            return None
        return party, "speaker of the quotation" if which == 1 else "addressee of the quotation"


def _quotations(discourse: Discourse) -> dict[int, Quoted]:
    """Each quotation's parties: found at a verb of saying outside of it, in a sentence that it is part of."""
    found: dict[int, Quoted] = {}
    table = discourse.document.sentences.table
    for start, end in zip(table.starts, table.ends, strict=True):
        inside = {discourse.quotations[i] for i in range(start, end)} - {OUTSIDE}
        if not inside:
            continue
        for verb in range(start, end):
            if discourse.quotations[verb] == OUTSIDE and discourse.lemmas[verb].lower() in _SAYING:
                parties = _parties(discourse, verb)
                for quotation in inside:
                    if parties.speaker and quotation not in found:
                        found[quotation] = parties
    return found


def _parties(discourse: Discourse, verb: int) -> Quoted:
    speaker = next((v for i in subjects(discourse, verb) if (v := discourse.headed_by(i))), None)
    listeners = (
        discourse.headed_by(i) for i in discourse.children[verb] if discourse.deprel[i] in ("obj", "iobj", "obl")
    )
    addressee = next((v for v in listeners if v and v.agreement.animacy == "person"), None)
    return Quoted(speaker, addressee)
