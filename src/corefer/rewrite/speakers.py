"""Who speaks a quotation: the subject of the clause that reports it.

A quotation without such a clause goes on from the one before it in its paragraph. Where nothing of the kind is
there, a first person that the resolver linked to somebody tells. In a dialogue with speakers' labels, these say
already who *I* is; what nobody quotes is the narrator's.
"""

from __future__ import annotations

from dataclasses import dataclass

from corefer.document import Entity
from corefer.resolve import Discourse
from corefer.resolve.quotations import OUTSIDE

_REPORTED = frozenset(("ccomp", "parataxis", "obj", "xcomp", "dep"))


@dataclass(slots=True, frozen=True)
class Voice:
    """Whose words a token belongs to: `number` is the quotation's, `entity` who speaks it, where that is known."""

    number: int
    entity: Entity | None = None

    @property
    def quoted(self) -> bool:
        return self.number != OUTSIDE


NARRATOR = Voice(OUTSIDE)


class Voices:
    """The voice of each token."""

    def __init__(self, discourse: Discourse, anchored: frozenset[str]) -> None:
        self._discourse = discourse
        self._anchored = anchored  # the ids of entities that something other than a pronoun mentions
        self._quotations = self._find()

    def of(self, token: int) -> Voice:
        number = self._discourse.quotations[token]
        return NARRATOR if number == OUTSIDE else self._quotations[number]

    def _find(self) -> dict[int, Voice]:
        discourse = self._discourse
        stretches: dict[int, list[int]] = {}
        for token, number in enumerate(discourse.quotations):
            if number != OUTSIDE:
                stretches.setdefault(number, []).append(token)
        found: dict[int, Voice] = {}
        before: tuple[int, Entity | None] = (-1, None)
        paragraphs = _paragraphs(discourse)
        for number, tokens in stretches.items():
            paragraph = paragraphs[discourse.sentence_of[tokens[0]]]
            speaker = self._reporter(tokens) or (before[1] if before[0] == paragraph else None) or self._first(tokens)
            found[number] = Voice(number, speaker)
            before = paragraph, speaker
        return found

    def _reporter(self, tokens: list[int]) -> Entity | None:
        """The subject of the verb that the quotation depends on, or that is a parenthesis of the quotation."""
        discourse, number = self._discourse, self._discourse.quotations[tokens[0]]
        for token in tokens:
            above = discourse.head(token)
            verbs = [above] if above is not None and discourse.deprel[token] in _REPORTED else []
            verbs += [i for i in discourse.children[token] if discourse.deprel[i] == "parataxis"]
            for verb in verbs:
                if discourse.quotations[verb] != number and discourse.upos[verb] == "VERB":
                    speaker = self._subject(verb, number)
                    if speaker is not None:
                        return speaker
        return None

    def _subject(self, verb: int, number: int) -> Entity | None:
        for child in self._discourse.children[verb]:
            if self._discourse.deprel[child] == "nsubj" and self._discourse.quotations[child] != number:
                view = self._discourse.headed_by(child)
                return view.mention.entity if view else None
        return None

    def _first(self, tokens: list[int]) -> Entity | None:
        for token in tokens:
            if self._discourse.lower[token] in ("i", "me", "my"):
                view = self._discourse.headed_by(token)
                if view and view.mention.entity.id in self._anchored:
                    return view.mention.entity
        return None


def _paragraphs(discourse: Discourse) -> list[int]:
    number, found = 0, []
    for opens in discourse.document.sentences.table.new_paragraph:
        number += opens
        found.append(number)
    return found
