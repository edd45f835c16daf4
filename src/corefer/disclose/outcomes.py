"""What a system made of each pronoun: the antecedent it chose, and the referent its antecedents lead to.

A resolver's own decisions are taken where the response holds them. Otherwise the antecedent is the nearest preceding
mention of the pronoun's entity in the response, or the nearest following one where none precedes.
"""

from __future__ import annotations

from collections.abc import Iterable

from corefer.disclose.plan import Plan
from corefer.disclose.records import Found, Outcome
from corefer.disclose.view import View
from corefer.document import Document, Entity, Mention
from corefer.score.align import Positions, align

Place = tuple[int, ...]


def judge(view: View, found: Iterable[Found], response: Document, plan: Plan, name: str) -> None:
    """Give every record of the evaluation set its outcome under a system's name."""
    matched = _Matched(view, response, plan.match == "head")
    for item in found:
        if not item.record.excluded:
            item.record.outcomes[name] = matched.outcome(item)


class _Matched:
    """Key and response side by side: which response mention stands on a token, which key entity it belongs to."""

    def __init__(self, key: View, response: Document, by_head: bool) -> None:
        self.key, self.by_head = key, by_head
        self.response = View(response)
        self.ours, self.theirs = align(key.document, response)
        self.token_at = _tokens_by_position(key.document, self.ours)
        self.key_heads: dict[int, set[str]] = {}
        self.key_spans: dict[Place, set[str]] = {}
        for mention in key.document.mentions:
            if mention.referring:
                self.key_spans.setdefault(self.ours.of(mention), set()).add(mention.entity.id)
                self.key_heads.setdefault(key.head_of(mention), set()).add(mention.entity.id)
        self.chosen = {self.theirs.of(decision.anaphor): decision for decision in response.decisions}
        self.referents: dict[int, Mention] = {}
        self.named: dict[str, bool] = {}
        self.by_span: dict[Place, Mention] = {}
        self.by_head_token: dict[int, Mention] = {}
        for mention in response.mentions:
            if not mention.referring:
                continue
            place = self.theirs.of(mention)
            self.by_span.setdefault(place, mention)
            head = self._head(mention, place)
            known = self.by_head_token.get(head)
            if known is None or len(self.theirs.of(known)) > len(place):
                self.by_head_token[head] = mention

    def outcome(self, item: Found) -> Outcome:
        anaphor = self._anaphor(item)
        antecedent = self._antecedent(anaphor) if anaphor else None
        if antecedent is None:
            return Outcome()
        entity = item.mention.entity.id if item.mention else ""
        referent = self._referent(antecedent)
        named = item.mention is not None and self._is_named(item.mention.entity)
        correct = entity in self._entities(antecedent)
        settled = not self._is_pronominal(referent) or not named
        return Outcome(
            antecedent=self._text(antecedent),
            antecedent_correct=correct,
            referent=self._text(referent),
            referent_correct=correct and settled and entity in self._entities(referent),
            attempted=True,
        )

    def _is_named(self, entity: Entity) -> bool:
        """Whether the key names it by anything but pronouns; if not, a pronoun is the best referent there is."""
        known = self.named.get(entity.id)
        if known is None:
            known = any(m.referring and not self.key.is_pronominal(m) for m in entity.mentions)
            self.named[entity.id] = known
        return known

    def _anaphor(self, item: Found) -> Mention | None:
        """The response's mention on the pronoun: on the token itself, on the key's whole mention, or headed by it."""
        token = item.record.token
        own = self.by_span.get(self.ours.of_token(token))
        if own is None and item.mention is not None:
            own = self.by_span.get(self.ours.of(item.mention))
        return own or self.by_head_token.get(token)

    def _antecedent(self, anaphor: Mention) -> Mention | None:
        decision = self.chosen.get(self.theirs.of(anaphor))
        if decision is not None:
            return decision.antecedent
        return self.response.sponsor(anaphor)

    def _referent(self, antecedent: Mention) -> Mention:
        """Follow the system's own antecedents back to the first mention that is no pronoun."""
        path: dict[int, Mention] = {}
        current: Mention | None = antecedent
        while current is not None and id(current) not in path:
            if id(current) in self.referents:
                found = self.referents[id(current)]
                break
            path[id(current)] = current
            if not self._is_pronominal(current):
                found = current
                break
            current = self._antecedent(current)
        else:
            found = self._name_after(next(reversed(path.values())))
        self.referents.update(dict.fromkeys(path, found))
        return found

    def _name_after(self, mention: Mention) -> Mention:
        """Where a chain begins with pronouns, the first name that the system's entity gets afterwards."""
        later = (other for other in mention.entity.mentions if other.referring and not self._is_pronominal(other))
        return next(later, mention)

    def _is_pronominal(self, mention: Mention) -> bool:
        """By the key's tags where its tokens are the response's, which may have none."""
        tokens = self._key_tokens(self.theirs.of(mention))
        if len(tokens) == 1:
            stand_in = Mention(tokens[0], tokens[0] + 1, mention.entity)
            return self.key.is_pronominal(stand_in)
        return self.response.is_pronominal(mention)

    def _entities(self, mention: Mention) -> set[str]:
        """The key entities that a response mention names."""
        place = self.theirs.of(mention)
        exact = self.key_spans.get(place)
        if exact or not self.by_head:
            return exact or set()
        return self.key_heads.get(self._head(mention, place), set())

    def _head(self, mention: Mention, place: Place) -> int:
        """The head as a token of the key: by the key's parse, else as the response has it."""
        tokens = self._key_tokens(place)
        if not tokens:
            return -1
        if self.key.is_parsed and mention.head is None:
            parts = ((tokens[0], tokens[-1] + 1),)
            return self.key.document.mention_head(Mention(*parts[0], mention.entity))
        head = self.theirs.of_token(self.response.head_of(mention))
        return self.token_at.get(head[0], -1) if head else -1

    def _key_tokens(self, place: Place) -> list[int]:
        found = dict.fromkeys(self.token_at[p] for p in place if p in self.token_at)
        return sorted(found)

    def _text(self, mention: Mention) -> str:
        return " ".join(self.response.document.mention_text(mention).split())


def _tokens_by_position(document: Document, positions: Positions) -> dict[int, int]:
    """The key's token at each common position."""
    return {p: token for token in range(len(document.tokens)) for p in positions.of_token(token)}
