"""From two documents to entities of comparable mentions: which response mention is which key mention.

The result, a `Pair`, holds entities as lists of numbers: a response mention that matches a key mention bears
its number. Exact matches come first; head and partial matching then pair what is left one to one, so that
the overlap is greatest (the CorefUD scorer's rule; ties go to the earlier mention).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property

from corefer.document import CoreferError, Document, Mention
from corefer.document.heads import ARTICLES, minimal_span
from corefer.score.align import Positions, align
from corefer.score.ceaf import assign
from corefer.score.settings import Like, Matching, Settings

MAX_REPEATS = 10  # the CoNLL-2012 scorer refuses a response with more
Tokens = tuple[int, ...]


@dataclass(slots=True)
class Side:
    """The mentions that count on one side: per entity, the mentions, their positions, and what makes two equal."""

    entities: list[list[Mention]]
    positions: list[list[Tokens]]
    identities: list[list[Hashable]]

    def keep(self, chosen: Callable[[int, int], bool]) -> Side:
        """The mentions (entity number, place in it) that are chosen; entities that are left empty go."""
        places = [[j for j in range(len(e)) if chosen(i, j)] for i, e in enumerate(self.entities)]
        kept = [i for i, place in enumerate(places) if place]
        return Side(
            [[self.entities[i][j] for j in places[i]] for i in kept],
            [[self.positions[i][j] for j in places[i]] for i in kept],
            [[self.identities[i][j] for j in places[i]] for i in kept],
        )

    def without_singletons(self) -> Side:
        return self.keep(lambda i, _: len(self.entities[i]) > 1)


@dataclass(slots=True)
class Pair:
    """One document's key and response: entities as lists of mention numbers, equal numbers where mentions match."""

    id: str
    key: list[list[int]]
    response: list[list[int]]
    key_side: Side
    response_side: Side
    key_document: Document
    response_document: Document
    positions: tuple[Positions, Positions]
    warnings: list[str] = field(default_factory=list)


def pair(key: Document, response: Document, settings: Settings) -> Pair:
    """Match the mentions of two documents."""
    warnings: list[str] = []
    like = settings.like
    ours, theirs = align(
        key, response, by_number=like in (Like.CONLL2012, Like.COVAL, Like.UA), by_character=like is not Like.COREFUD
    )
    if ours.starts is None and key.tokens.table.forms != response.tokens.table.forms:
        warnings.append(f"{key.id}: the tokens differ; scored by token number, as --like {settings.like} does")
    key_side = _side(key, ours, settings, "key", warnings)
    response_side = _side(response, theirs, settings, "response", warnings)
    rule = _rule(settings)
    found: dict[Hashable, Hashable] = {}
    if rule is not None:
        heads = _Heads((key, ours), (response, theirs), settings)
        left = _Left(key, ours, key_side, response_side, heads)
        found = _pair_up(rule, left, _Left(response, theirs, response_side, key_side, heads))
    if settings.match is Matching.MUC:
        key_side = _without_unmarked_options(key_side, response_side, found)
    if not settings.singletons:
        key_side, response_side = key_side.without_singletons(), response_side.without_singletons()
    numbers: dict[Hashable, int] = {}
    key_numbers = _numbered(key_side, numbers)
    for theirs_, ours_ in found.items():
        if ours_ in numbers:
            numbers[theirs_] = numbers[ours_]
    response_numbers = _numbered(response_side, numbers)
    return Pair(key.id, key_numbers, response_numbers, key_side, response_side, key, response, (ours, theirs), warnings)


def _numbered(side: Side, numbers: dict[Hashable, int]) -> list[list[int]]:
    """The entities by the numbers of their mentions; those that have none yet get the next."""
    number = numbers.setdefault
    return [[number(mention, len(numbers)) for mention in entity] for entity in side.identities]


# --- which mentions count, and which are the same


def _side(document: Document, positions: Positions, settings: Settings, name: str, warnings: list[str]) -> Side:
    entities = [[m for m in entity.mentions if m.referring] for entity in document.entities]
    entities = list(filter(None, entities))
    if settings.like is Like.UA:
        entities = [mentions for mentions in entities if not _is_apart(mentions)]
    covered = [positions.of_all(mentions) for mentions in entities]
    identities: list[list[Hashable]] = [list(spans) for spans in covered]
    if settings.match is Matching.HEAD and settings.like is Like.COREFUD:
        identities = [
            [(span, positions.of_token(_corefud_head(m))) for m, span in zip(mentions, spans, strict=True)]
            for mentions, spans in zip(entities, covered, strict=True)
        ]
    elif settings.match is Matching.MUC:
        identities = [
            [_without_article(document, m, span) for m, span in zip(mentions, spans, strict=True)]
            for mentions, spans in zip(entities, covered, strict=True)
        ]
    return _without_repeats(document, Side(entities, covered, identities), settings, name, warnings)


def _is_apart(mentions: list[Mention]) -> bool:
    """Whether an entity stands in the column for discourse deixis, which the UA scorer scores by itself."""
    return all(mention.link == "disc" for mention in mentions)


def _without_repeats(document: Document, side: Side, settings: Settings, name: str, warnings: list[str]) -> Side:
    """Repeats in an entity go (CoVal and the UA scorer count them); CoNLL-2012 drops them across entities too."""
    if settings.like in (Like.COVAL, Like.UA):
        return side
    everywhere = settings.like is Like.CONLL2012
    seen: set[Hashable] = set()
    repeated: set[tuple[int, int]] = set()
    for i, entity in enumerate(side.identities):
        if not everywhere:
            if len(entity) == 1 or len(set(entity)) == len(entity):
                continue
            seen = set()
        for j, mention in enumerate(entity):
            if mention in seen:
                repeated.add((i, j))
            seen.add(mention)
    if everywhere and name == "response" and len(repeated) > MAX_REPEATS:
        raise CoreferError(
            f"{document.id}: {len(repeated)} repeated mentions in the response; the CoNLL-2012 scorer refuses more "
            f"than {MAX_REPEATS} (remove them, or score without --like conll2012)"
        )
    if not repeated:
        return side
    warnings.append(f"{document.id}: {len(repeated)} repeated mentions in the {name} are counted once")
    return side.keep(lambda i, j: (i, j) not in repeated)


def _corefud_head(mention: Mention) -> int:
    """The head as the CorefUD scorer has it: annotated, else the first word."""
    return mention.start if mention.head is None else mention.head


def _without_article(document: Document, mention: Mention, span: Tokens) -> Tokens:
    """The span without its leading article (MUC-6 task definition, section 4.3)."""
    article = document.tokens.table.forms[mention.start]
    if article.lower() not in ARTICLES or mention.end - mention.start == 1:
        return span
    return span[1:] if len(span) == len(mention.tokens) else span[len(article) :]


# --- matching beyond equality


class _Heads:
    """The heads of both sides' mentions: annotated, else by one parse, the key's if it has one.

    A response in a format without parses is no worse than the same response with one.
    """

    def __init__(
        self, key: tuple[Document, Positions], response: tuple[Document, Positions], settings: Settings
    ) -> None:
        self.settings = settings
        self.parsed = next((side for side in (key, response) if side[0].is_parsed), None)

    @cached_property
    def _token_at(self) -> dict[int, int]:
        """The token of the parsed document at each position."""
        assert self.parsed is not None
        document, positions = self.parsed
        return {p: token for token in range(len(document.tokens)) for p in positions.of_token(token)}

    def of(self, document: Document, mention: Mention, positions: Positions) -> Tokens:
        """The positions of a mention's head."""
        if self.settings.like is Like.COREFUD:
            return positions.of_token(_corefud_head(mention))
        if mention.head is None and self.parsed is not None and self.parsed[0] is not document:
            syntax, its_positions = self.parsed
            tokens = sorted({self._token_at[p] for p in positions.of(mention) if p in self._token_at})
            if tokens:
                stand_in = Mention(tokens[0], tokens[-1] + 1, mention.entity)
                return its_positions.of_token(syntax.mention_head(stand_in))
        return positions.of_token(document.mention_head(mention))

    def minimum(self, document: Document, mention: Mention, positions: Positions) -> Tokens:
        """The positions of what a match has to have: the head; or MIN as annotated, else by rule, else the head."""
        by_head = self.settings.match is Matching.HEAD or self.settings.like is Like.COREFUD
        if by_head or (not mention.min and self.settings.match is not Matching.MUC):
            return self.of(document, mention, positions)
        tokens = mention.min or minimal_span(document, mention)
        return tuple(p for token in tokens for p in positions.of_token(token))


@dataclass(slots=True)
class _Left:
    """The mentions of one side that the other side does not have, in order: positions, minimal spans, identities."""

    spans: list[frozenset[int]]
    minima: list[frozenset[int]]
    identities: list[Hashable]

    def __init__(self, document: Document, positions: Positions, side: Side, other: Side, heads: _Heads) -> None:
        known = {mention for entity in other.identities for mention in entity}
        left = [
            (span, mention, identity)
            for mentions, spans, identities in zip(side.entities, side.positions, side.identities, strict=True)
            for mention, span, identity in zip(mentions, spans, identities, strict=True)
            if identity not in known
        ]
        left.sort(key=lambda item: (item[0][0], item[0][-1], len(item[0])) if item[0] else (0, 0, 0))
        self.spans = [frozenset(span) for span, _, _ in left]
        self.identities = [identity for _, _, identity in left]
        self.minima = [frozenset(heads.minimum(document, mention, positions)) for _, mention, _ in left]


Rule = Callable[[_Left, int, _Left, int], bool]


def _rule(settings: Settings) -> Rule | None:
    if settings.match is Matching.EXACT:
        return None
    return _same_head if settings.match is Matching.HEAD else _covers_minimum


def _same_head(key: _Left, k: int, response: _Left, r: int) -> bool:
    return key.minima[k] == response.minima[r]


def _covers_minimum(key: _Left, k: int, response: _Left, r: int) -> bool:
    """The response lies inside the key mention and has all of its minimal span."""
    return key.minima[k] <= response.spans[r] <= key.spans[k]


def _pair_up(rule: Rule, key: _Left, response: _Left) -> dict[Hashable, Hashable]:
    """Response identity -> key identity, one to one, with the greatest sum of overlaps (shared / key positions)."""
    if not key.spans or not response.spans:
        return {}
    at: dict[int, list[int]] = {}
    for r, span in enumerate(response.spans):
        for position in span:
            at.setdefault(position, []).append(r)
    cells = []
    for k, span in enumerate(key.spans):
        near = sorted({r for position in key.minima[k] for r in at.get(position, ())})
        cells += [(k, r, len(span & response.spans[r]) / len(span)) for r in near if rule(key, k, response, r)]
    chosen = assign([cell for cell in cells if cell[2] > 0], len(key.spans), len(response.spans))
    return {response.identities[r]: key.identities[k] for k, r, _ in chosen}


def _without_unmarked_options(key: Side, response: Side, found: dict[Hashable, Hashable]) -> Side:
    """Leave out the key's OPT mentions that the response does not mark (MUC-6 task definition, section 1.5)."""
    marked = {mention for entity in response.identities for mention in entity} | set(found.values())
    return key.keep(lambda i, j: not key.entities[i][j].optional or key.identities[i][j] in marked)
