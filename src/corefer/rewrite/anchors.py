"""Which of an entity's mentions stands for it where a pronoun stood (ROSANA's *anchor*, with a choice of wording).

A name is preferred to a description, and the full name to its parts; of descriptions the nearest one serves a
reader of the whole text, the fullest one a chunk that stands alone. A phrase never serves that holds the pronoun.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from corefer.document import Entity, Mention
from corefer.document.anaphors import AnaphorType
from corefer.resolve import Discourse, View
from corefer.rewrite.forms import Form
from corefer.rewrite.phrases import Wording, pronouns_in, worded

FIRST, NEAREST = 20, 40  # mentions of an entity that are looked at, whatever the length of the text
FULL = 4  # content words of a description beyond which more do not make it fuller
_OWN_VOICE = frozenset((AnaphorType.POS1, AnaphorType.POS2))
MOST_SPLIT = 3  # entities that may be listed for one plural pronoun


@dataclass(slots=True, frozen=True)
class Anchor:
    """The mentions behind a wording: one, or several for a plural whose antecedents stand apart."""

    mentions: tuple[Mention, ...]
    wording: Wording


class Anchors:
    """The nominal mentions of each entity, and what they may be called further on."""

    def __init__(self, discourse: Discourse, *, fullest: bool) -> None:
        self._discourse = discourse
        self._fullest = fullest
        self._nominal: dict[str, list[View]] = {}
        for view in discourse.views:
            if view.mention.referring and not view.is_pronoun and view.upos in ("NOUN", "PROPN"):
                self._nominal.setdefault(view.mention.entity.id, []).append(view)
        self._ends = {entity: [view.end for view in views] for entity, views in self._nominal.items()}
        text = discourse.document.text
        self.apostrophe = "’" if "’" in text and "'" not in text else "'"
        self._splits = {split.anaphor.entity.id: split.antecedents for split in discourse.document.splits}
        self.anchored = frozenset(self._nominal)

    def exist(self, entity: Entity) -> bool:
        """Whether anything but pronouns mentions the entity, or its parts."""
        return entity.id in self._nominal or entity.id in self._splits

    def nominal(self, entity: Entity) -> Sequence[View]:
        return self._nominal.get(entity.id, ())

    def before(self, entity: Entity, token: int) -> list[View]:
        """The mentions that end before a token: the first ones, where the full name is, and the nearest."""
        count = bisect_right(self._ends.get(entity.id, ()), token)
        views = self.nominal(entity)
        return [*views[: min(FIRST, count)], *views[max(FIRST, count - NEAREST) : count]]

    def precede(self, entity: Entity, token: int) -> bool:
        if self.before(entity, token):
            return True
        parts = self._splits.get(entity.id, ())
        return bool(parts) and all(self.before(part, token) for part in parts)

    def choose(
        self,
        entity: Entity,
        token: int,
        form: Form | None,
        named: Collection[str] = (),
        *,
        anywhere: bool = False,
        deep: bool = True,
    ) -> Anchor | None:
        """The anchor for a pronoun at this token; None where no mention before it (or `anywhere`) can be used.

        `named` are the ids of entities that the sentence names already: *her brother* may stay *her brother* there.
        """
        for view in self._ranked(self.before(entity, len(self._discourse.forms) if anywhere else token)):
            wording = None if form and _clashes(view, form) else self._worded(view, token, named, deep)
            if wording is not None:
                return Anchor((view.mention,), wording)
        return self._together(entity, token) if deep else None

    def _ranked(self, views: list[View]) -> list[View]:
        """The canonical name, then descriptions, then predicates and appositions, which only say what somebody is."""
        plain = [view for view in views if not _is_attribute(self._discourse, view)]
        names = [view for view in plain if view.kind is AnaphorType.NAME]
        others = [view for view in reversed(plain) if view.kind is not AnaphorType.NAME]
        if self._fullest:
            others.sort(key=lambda view: -min(len(view.content), FULL))
        others.sort(key=lambda view: bool(pronouns_in(self._discourse, view.mention)))
        attributes = [view for view in reversed(views) if _is_attribute(self._discourse, view)]
        return [*_full_name_first(names), *others, *attributes]

    def _worded(self, view: View, token: int, named: Collection[str], deep: bool) -> Wording | None:
        """The view's wording; a possessor inside it that is a pronoun is replaced by its own anchor."""
        replaced: dict[int, str] = {}
        for inner in pronouns_in(self._discourse, view.mention):
            owner = self._discourse.headed_by(inner)
            if not deep or owner is None or self._discourse.deprel[inner] != "nmod:poss":
                return None
            if owner.kind in _OWN_VOICE and self._same_voice(inner, token):
                continue
            if owner.mention.entity.id in named and owner.kind is AnaphorType.POS3:
                replaced[inner] = owner.form
                continue
            anchor = self.choose(owner.mention.entity, token, None, deep=False)
            if anchor is None:
                return None
            replaced[inner] = anchor.wording.possessive(self.apostrophe)
        return worded(self._discourse, view.mention, replaced)

    def _same_voice(self, one: int, other: int) -> bool:
        """Whether *my* means the same person in both places."""
        discourse = self._discourse
        same_quotation = discourse.quotations[one] == discourse.quotations[other]
        return same_quotation and discourse.speaker(one) == discourse.speaker(other)

    def _together(self, entity: Entity, token: int) -> Anchor | None:
        """*Anna and Ben* for a plural whose antecedents stand apart."""
        parts = self._splits.get(entity.id, ())
        if not 1 < len(parts) <= MOST_SPLIT:
            return None
        found = [self.choose(part, token, None, deep=False) for part in parts]
        anchors = [anchor for anchor in found if anchor is not None]
        if len(anchors) < len(parts):
            return None
        texts = [anchor.wording.text for anchor in anchors]
        text = f"{', '.join(texts[:-1])} and {texts[-1]}"
        last = anchors[-1].wording
        mentions = tuple(mention for anchor in anchors for mention in anchor.mentions)
        return Anchor(mentions, Wording(text, "plur", last.sibilant_plural, is_list=True))


def _clashes(view: View, form: Form) -> bool:
    """Whether the phrase cannot be what the pronoun stands for: chains may hold what they should not."""
    if form.person != 3 or form.number == "plur":
        return False
    ours = view.agreement
    if form.gender == "neut":
        return ours.animacy == "person" and ours.gender in ("masc", "fem")
    return ours.number == "plur" or ours.gender not in ("", form.gender)


def _is_attribute(discourse: Discourse, view: View) -> bool:
    """A nominal predicate, an apposition, what somebody is called or made: it describes, it does not stand for.

    A name in apposition (*their child, Gloria*) does stand for its bearer.
    """
    if view.mention.link == "pred" or view.relation in ("xcomp", "vocative"):
        return True
    if (view.mention.link == "appos" or view.relation == "appos") and not view.is_name:
        return True
    return any(discourse.deprel[i] == "cop" for i in discourse.children[view.head])


def _full_name_first(names: list[View]) -> list[View]:
    """The fullest form of the nearest name (the first of these); then the others, nearest first.

    *Voss* is *Dr. Lena Voss* where the two share a word; a name that shares none may be somebody else's.
    """
    if not names:
        return []
    nearest = set(names[-1].content)
    related = [view for view in names if nearest & set(view.content)]
    best = related[0]
    for view in related[1:]:
        if len(view.content) > len(best.content) and set(best.content) <= set(view.content):
            best = view
    return [best, *(view for view in reversed(names) if view is not best)]
