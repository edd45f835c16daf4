"""One document as the categories look at it: its words and their parse, and the mentions by token.

Pronouns are counted by token (Byron 2001, row A), while annotation hangs on mentions; `mention_of` joins the two.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from corefer.document import Document, Mention, SplitAntecedent
from corefer.document.anaphors import pronoun_form
from corefer.document.heads import minimal_span
from corefer.syntax import Words

QUANTIFIERS_OF_ALL = ("all", "both")
MOST = 0.8  # of the nouns stand in mentions where a key marks everything


class View(Words):
    """A document with the lookups that categories and outcomes share; made once per document."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._surroundings: dict[int, _Around] = {}

    # --- the annotation

    @cached_property
    def _mentions_by_token(self) -> dict[int, Mention]:
        """The mention of each token: its own, else the smallest that it heads."""
        found: dict[int, Mention] = {}
        for mention in self.document.mentions:
            if mention.end - mention.start == 1:
                known = found.get(mention.start)
                if known is None or known.end - known.start > 1:
                    found[mention.start] = mention
                continue
            head = self.head_of(mention)
            known = found.get(head)
            if known is None or known.end - known.start > mention.end - mention.start:
                found[head] = mention
        return found

    def head_of(self, mention: Mention) -> int:
        """The head: as annotated or parsed, else by the rules that need words only."""
        if self.is_parsed or mention.head is not None:
            return self.document.mention_head(mention)
        return minimal_span(self.document, mention)[-1]

    def mention_of(self, token: int) -> Mention | None:
        """The mention that a pronoun token makes; `all of it` stands for the `it` in it."""
        found = self._mentions_by_token.get(token)
        if found is None and self.relation(token) == "nmod":
            head = self.head(token)
            if head is not None and self.lower[head] in QUANTIFIERS_OF_ALL:
                return self._mentions_by_token.get(head)
        return found

    @cached_property
    def marks_everything(self) -> bool:
        """Whether the key marks whatever refers, single mentions too, so that a pronoun without a mention does not.

        Keys that leave out singletons, or all but some types of entities, tell nothing by leaving a pronoun out.
        """
        if not any(entity.is_singleton for entity in self.document.entities):
            return False
        nouns = {i for i, upos in enumerate(self.upos) if upos in ("NOUN", "PROPN")}
        marked = {i for mention in self.document.mentions for i in mention.tokens}
        return bool(nouns) and len(nouns & marked) >= MOST * len(nouns)

    @cached_property
    def quoted(self) -> frozenset[int]:
        """The tokens that stand in quoted speech."""
        from corefer.disclose.categories.speech import quoted_tokens

        return quoted_tokens(self)

    @cached_property
    def _mention_starts(self) -> list[int]:
        return [mention.start for mention in self.document.mentions]

    def mentions_between(self, first: int, last: int) -> list[Mention]:
        """The mentions that begin in these tokens (the last excluded)."""
        starts = self._mention_starts
        return self.document.mentions[bisect_left(starts, first) : bisect_left(starts, last)]

    @cached_property
    def splits(self) -> dict[int, SplitAntecedent]:
        """The split antecedents by id() of their anaphors."""
        return {id(split.anaphor): split for split in self.document.splits}

    @cached_property
    def bridged(self) -> set[int]:
        """The id() of every mention that is understood through another entity."""
        return {id(bridge.anaphor) for bridge in self.document.bridges}

    def is_pronominal(self, mention: Mention) -> bool:
        """Whether the mention is a pronoun, alone or with what strengthens it (`he himself`, `all of them`)."""
        if mention.end - mention.start == 1:
            return bool(pronoun_form(self.document, mention))
        return all(self.upos[i] == "PRON" for i in mention.tokens) if self.has_tags else False

    def earlier(self, mention: Mention) -> Mention | None:
        """The nearest mention of the same entity that begins before this one."""
        return self._around(mention).earlier

    def later(self, mention: Mention) -> Mention | None:
        """The nearest mention of the same entity that begins after this one."""
        return self._around(mention).later

    def sponsor(self, mention: Mention) -> Mention | None:
        """What a pronoun points to (Byron 2001, section 2.1.3): the nearest mention before, else the nearest after."""
        return self.earlier(mention) or self.later(mention)

    def named_before(self, mention: Mention) -> Mention | None:
        """The nearest earlier mention of the entity that is no pronoun."""
        return self._around(mention).named_before

    def named_after(self, mention: Mention) -> Mention | None:
        """The nearest later mention of the entity that is no pronoun."""
        return self._around(mention).named_after

    def _around(self, mention: Mention) -> _Around:
        """What stands around a mention in its entity, found for the whole entity at once: chains can be long."""
        found = self._surroundings.get(id(mention))
        if found is None:
            self._survey(mention.entity.mentions)
            found = self._surroundings[id(mention)]
        return found

    def _survey(self, mentions: list[Mention]) -> None:
        around = {id(mention): _Around() for mention in mentions}
        nearest = named = None
        for _, group in groupby(mentions, key=lambda m: (m.start, -m.end)):
            here = list(group)
            for mention in here:
                around[id(mention)].earlier, around[id(mention)].named_before = nearest, named
            for mention in filter(_refers, here):
                nearest, named = mention, named if self.is_pronominal(mention) else mention
        nearest = named = None
        for _, group in groupby(reversed(mentions), key=lambda m: m.start):
            here = list(group)
            for mention in here:
                around[id(mention)].later, around[id(mention)].named_after = nearest, named
            for mention in filter(_refers, here):
                nearest, named = mention, named if self.is_pronominal(mention) else mention
        self._surroundings.update(around)


@dataclass(slots=True)
class _Around:
    """The nearest mentions of a mention's entity: any, and those that are no pronouns."""

    earlier: Mention | None = None
    later: Mention | None = None
    named_before: Mention | None = None
    named_after: Mention | None = None


def _refers(mention: Mention) -> bool:
    return mention.referring
