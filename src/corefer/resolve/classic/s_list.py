"""The S-list: hearer-old before mediated before new, in one list that pronouns go through.

M. Strube (1998): Never Look Back: An Alternative to Centering. COLING-ACL 1998, 1251–1257.

The list holds the entities of the current and the previous sentence. Pronouns (and names and definite phrases heard
before) are *evoked*, other names *unused*: both are OLD. Definite phrases and those with a possessor are taken to be
anchored or inferrable: MED. The rest is NEW. Of one kind, what the later sentence realizes stands first, then what
stands further left (section 3.1). Antecedents in the same sentence are found as those before it are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from corefer.document import Decision
from corefer.resolve.classic.centering import Known
from corefer.resolve.classic.choosing import Judged, decide
from corefer.resolve.classic.entities import Entities, Growing, within
from corefer.resolve.classic.obstacles import EXPLETIVE, NEVER_ANTECEDENT, THIRD, is_third_person, obstacle
from corefer.resolve.discourse import Discourse, View


class Status(IntEnum):
    """How familiar an entity is taken to be."""

    OLD = 0
    MED = 1
    NEW = 2


@dataclass(slots=True)
class Entry:
    """An entity on the list, by its latest realization."""

    entity: Growing
    status: Status
    sentence: int
    place: int

    @property
    def order(self) -> tuple[int, int, int]:
        return self.status, -self.sentence, self.place


class SList:
    """Third-person pronouns, from left to right."""

    name = "s-list"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        run = Run(discourse)
        for sentence in range(len(discourse.document.sentences)):
            for view in discourse.in_sentence(sentence):
                run.hear(view)
            run.forget(sentence)
        return run.decisions


class Run:
    """The list, and what was decided along it."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.entities = Entities(discourse.views)
        self.known = Known()
        self.entries: list[Entry] = []
        self.decisions: list[Decision] = []

    def hear(self, view: View) -> None:
        """One mention: a pronoun tests the list; then the mention is entered (steps 1 and 2)."""
        if view.expletive > EXPLETIVE or (view.kind in NEVER_ANTECEDENT and not is_third_person(view)):
            return
        earlier = self.known.again(view)
        if earlier:
            self.entities.merge(earlier, view)
        elif is_third_person(view):
            earlier = self._test(view)
        self._enter(view, Status.OLD if earlier else status(view))

    def forget(self, sentence: int) -> None:
        """At a sentence's end, what it did not realize is taken off the list (step 3)."""
        self.entries = [entry for entry in self.entries if entry.sentence == sentence]

    def _test(self, view: View) -> View | None:
        seen: list[Judged] = []
        for entry in self.entries:
            candidate = entry.entity.views[-1]
            rule = self._rule_against(view, entry.entity)
            seen.append(Judged(candidate, rule, (("place", -float(len(seen))),)))
            if not rule:
                self.decisions.append(
                    decide(SList.name, view, seen[-1], seen, f"first on the list: {entry.status.name}")
                )
                self.entities.merge(candidate, view)
                return candidate
        self.decisions.append(decide(SList.name, view, None, seen))
        return None

    def _rule_against(self, view: View, entity: Growing) -> str:
        """What excludes any of the entity's mentions in the sentence, or its last one."""
        here = within(entity.views, view.sentence) or entity.views[-1:]
        rules = [obstacle(self.discourse, view, v, entity.agreement) for v in here]
        if "" in rules and "principle A" in rules:
            return ""
        return next(filter(None, rules), "")

    def _enter(self, view: View, kind: Status) -> None:
        entity = self.entities.of(view)
        for entry in self.entries:
            if self.entities.of(entry.entity.first) is entity:
                if entry.sentence != view.sentence:
                    entry.place = view.start
                entry.entity, entry.status, entry.sentence = entity, Status.OLD, view.sentence
                break
        else:
            self.entries.append(Entry(entity, kind, view.sentence, view.start))
        self.entries.sort(key=lambda entry: entry.order)


def status(view: View) -> Status:
    """The familiarity of what is heard for the first time, by its form."""
    if view.is_pronoun or view.is_name:
        return Status.OLD
    return Status.MED if view.definite else Status.NEW
