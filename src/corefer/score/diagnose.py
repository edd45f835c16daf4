"""The differences of one `Pair`, in three families; each difference is recorded once in its family.

*Mentions.* What neither side matched is paired first where a key and a response mention are one phrase with
different boundaries (a span error); the rest is missing or extra. From there on the two mentions of a span error
count as one, as in Kummerfeld and Klein (2013, section 3), who correct spans before anything else: a wrong boundary
is no reason to report the entity, too.

*Entities.* Kummerfeld and Klein transform the response into the key step by step and classify the steps. Here each
entity is looked at directly: a key entity is missing, or divided, or neither; a response entity is extra, or
conflated, or neither. Missing mentions of a missing entity are counted in both families.

*Antecedents.* The antecedent of a mention is the nearest mention of its entity before it. Every found anaphor has a
right, wrong, spurious or missing antecedent; a found mention that is no anaphor in the key may be a false one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

from corefer.document import Document, Mention
from corefer.document.anaphors import PRONOMINAL, AnaphorType, anaphor_type
from corefer.score.align import Positions
from corefer.score.ceaf import assign
from corefer.score.error_records import ErrorRecord, Excerpt, Kind, Quote, Reason
from corefer.score.ground import Ground, Numbered, left_out, numbered, on_one_line
from corefer.score.matching import Pair
from corefer.score.number_gender import Evidence, disagree_in_gender, disagree_in_number, words

FAR = 3  # sentences; what lies further back is out of many resolvers' reach
_FUNCTION_WORDS = words(
    "the a an this that these those my your his her its our their 's ’s of in on at for to with by and or not"
)


@dataclass(slots=True)
class Totals:
    """What the errors are counted against; `anaphors` and `correct` are by type, over found anaphors."""

    key_mentions: int = 0
    response_mentions: int = 0
    matched: int = 0
    key_entities: int = 0
    response_entities: int = 0
    anaphors: Counter[AnaphorType] = field(default_factory=Counter)
    correct: Counter[AnaphorType] = field(default_factory=Counter)

    def add(self, other: Totals) -> None:
        self.key_mentions += other.key_mentions
        self.response_mentions += other.response_mentions
        self.matched += other.matched
        self.key_entities += other.key_entities
        self.response_entities += other.response_entities
        self.anaphors.update(other.anaphors)
        self.correct.update(other.correct)


def diagnose(pair: Pair) -> tuple[list[ErrorRecord], Totals]:
    """All differences of a pair, family by family, and what they are counted against."""
    key = numbered(pair.key_document, pair.key, pair.key_side)
    response = numbered(pair.response_document, pair.response, pair.response_side)
    positions = pair.positions
    totals = Totals(
        len(key.mentions),
        len(response.mentions),
        len(key.mentions.keys() & response.mentions.keys()),
        len(key.entities),
        len(response.entities),
    )
    same_phrase = _span_errors(key, response, positions)
    boundaries = {k: response.spans[r] for r, k in same_phrase.items()}
    response = response.renamed(same_phrase)
    view = _View(pair, key, response, positions)
    errors = [
        *_mentions(view, boundaries),
        *_entities(view),
        *_antecedents(view, totals),
    ]
    return errors, totals


class _View:
    """Both sides on one line, after span errors were mended, with the text beneath them."""

    def __init__(self, pair: Pair, key: Numbered, response: Numbered, positions: tuple[Positions, Positions]) -> None:
        self.pair, self.key, self.response, self.positions = pair, key, response, positions
        self.ground = Ground(pair.key_document, positions[0])
        self.order = on_one_line(key, response)
        self.found = key.mentions.keys() & response.mentions.keys()
        for side in (key, response):
            side.arrange(self.order.__getitem__)

    def in_order(self, numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=self.order.__getitem__)

    def start(self, number: int) -> int:
        """A character offset into the key's text: where a mention begins, by the key if it has it."""
        side = self.key if number in self.key else self.response
        return side.quote(number, self.ground).spans[0][0]

    def evidence(self, number: int) -> Evidence:
        """The mention and its document, for a look at its words: the key's if it has it."""
        side = self.key if number in self.key else self.response
        return side.document, side.mentions[number]

    def record(
        self,
        kind: Kind,
        reason: Reason | None,
        type_: AnaphorType,
        *,
        place: Quote,
        key: Iterable[Quote] = (),
        response: Iterable[Quote] = (),
        anaphor: Quote | None = None,
        shown: Iterable[Quote] = (),
    ) -> ErrorRecord:
        """A record whose excerpts are the sentences of the quotes shown."""
        excerpts = self.excerpts([place, *shown])
        return ErrorRecord(
            kind, reason, type_, self.pair.id, tuple(key), tuple(response), place.spans, excerpts, anaphor
        )

    def excerpts(self, quotes: Iterable[Quote]) -> tuple[Excerpt, ...]:
        found = {excerpt.start: excerpt for quote in quotes for excerpt in [self.ground.excerpt(quote.spans[0][0])]}
        return tuple(found[start] for start in sorted(found))


# --- mentions


def _span_errors(key: Numbered, response: Numbered, positions: tuple[Positions, Positions]) -> dict[int, int]:
    """Response number -> key number of unmatched mentions that are one phrase, one to one, sharing the most words."""
    ours = [n for n in sorted(key.spans) if n not in response]
    theirs = [n for n in sorted(response.spans) if n not in key]
    if not ours or not theirs:
        return {}
    our_cores = _cores(key, ours, positions[0])
    their_cores = _cores(response, theirs, positions[1])
    their_spans = [frozenset(response.spans[n]) for n in theirs]
    at: dict[int, list[int]] = {}
    for j, span in enumerate(their_spans):
        for position in span:
            at.setdefault(position, []).append(j)
    cells = []
    for i, n in enumerate(ours):
        span = frozenset(key.spans[n])
        for j in sorted({j for position in our_cores[i] or span for j in at.get(position, ())}):
            shared = len(span & their_spans[j])
            if _is_one_phrase(our_cores[i], span, their_cores[j], their_spans[j], shared):
                cells.append((i, j, shared / len(span | their_spans[j])))
    return {theirs[j]: ours[i] for i, j, _ in assign(cells)}


def _cores(side: Numbered, numbers: list[int], positions: Positions) -> list[frozenset[int]]:
    """The MIN or head of each mention; nothing where neither annotation nor a parse tells it."""
    cores = []
    for mention in (side.mentions[n] for n in numbers):
        is_known = side.document.is_parsed or mention.head is not None
        tokens = mention.min or ((side.document.mention_head(mention),) if is_known else ())
        cores.append(frozenset(p for token in tokens for p in positions.of_token(token)))
    return cores


def _is_one_phrase(
    our_core: frozenset[int], ours: frozenset[int], their_core: frozenset[int], theirs: frozenset[int], shared: int
) -> bool:
    """Each reaches the other's core; where neither core is known, they share half the words of the longer."""
    if not our_core and not their_core:
        return 2 * shared >= max(len(ours), len(theirs))
    return not (our_core and our_core.isdisjoint(theirs)) and not (their_core and their_core.isdisjoint(ours))


def _mentions(view: _View, boundaries: dict[int, tuple[int, ...]]) -> Iterator[ErrorRecord]:
    key, response, ground = view.key, view.response, view.ground
    for n in view.in_order(boundaries):
        ours, theirs = key.quote(n, ground), response.quote(n, ground)
        reason = _boundary(set(key.spans[n]), set(boundaries[n]))
        yield view.record(Kind.SPAN, reason, _type(key, n), place=ours, key=[ours], response=[theirs], shown=[theirs])
    hidden = left_out(response.document, view.positions[1], view.pair.response_side)
    for n in view.in_order(key.mentions.keys() - view.found):
        quote = key.quote(n, ground)
        reason = _why_unmatched(key, n, hidden.get(key.spans[n]), response)
        yield view.record(Kind.MISSING_MENTION, reason, _type(key, n), place=quote, key=[quote])
    hidden = left_out(key.document, view.positions[0], view.pair.key_side)
    for n in view.in_order(response.mentions.keys() - view.found):
        quote = response.quote(n, ground)
        reason = _why_unmatched(response, n, hidden.get(response.spans[n]), key)
        yield view.record(Kind.EXTRA_MENTION, reason, _type(response, n), place=quote, response=[quote])


def _boundary(ours: set[int], theirs: set[int]) -> Reason:
    if ours == theirs:
        return Reason.HEAD
    if theirs < ours:
        return Reason.SHORTER
    return Reason.LONGER if ours < theirs else Reason.CROSSING


def _why_unmatched(side: Numbered, number: int, hidden: Mention | None, other: Numbered) -> Reason:
    """How a mention came to be unmatched: by what the other side has at its place, else by the rest of its entity."""
    if hidden is not None:
        return Reason.DROPPED if hidden.referring else Reason.NON_REFERRING
    entities = [side.entities[home] for home in side.homes[number]]
    if all(len(entity) == 1 for entity in entities):
        return Reason.SINGLE
    return Reason.PART if any(n in other for entity in entities for n in entity) else Reason.ENTITY


# --- entities


def _entities(view: _View) -> Iterator[ErrorRecord]:
    yield from _whole_entities(view, Kind.MISSING_ENTITY, view.key, view.response)
    yield from _whole_entities(view, Kind.EXTRA_ENTITY, view.response, view.key)
    yield from _cut_entities(view, Kind.DIVIDED_ENTITY, view.key, view.response)
    yield from _cut_entities(view, Kind.CONFLATED_ENTITY, view.response, view.key)


def _whole_entities(view: _View, kind: Kind, side: Numbered, other: Numbered) -> Iterator[ErrorRecord]:
    """Entities of two mentions or more that share none with the other side."""
    for entity in side.entities:
        if len(entity) > 1 and not any(n in other for n in entity):
            quotes = [side.quote(n, view.ground) for n in entity]
            key, response = (quotes, []) if side is view.key else ([], quotes)
            yield view.record(
                kind, None, _anchor_type(side, entity), place=quotes[0], key=key, response=response, shown=quotes[1:2]
            )


def _cut_entities(view: _View, kind: Kind, side: Numbered, other: Numbered) -> Iterator[ErrorRecord]:
    """Entities whose found mentions lie in several entities of the other side."""
    for entity in side.entities:
        parts = _parts(entity, other) if len(entity) > 1 else []
        if len(parts) < 2:
            continue
        parts = sorted(parts, key=lambda part: view.order[part[1][0]])
        groups = tuple(tuple(side.quote(n, view.ground) for n in part) for _, part in parts)
        quotes = tuple(quote for group in groups for quote in group)
        several = sum(len(group) > 1 for group in groups) > 1
        firsts = [side.quote(entity[0], view.ground)]
        if kind is Kind.CONFLATED_ENTITY:
            firsts = [other.quote(other.entities[home][0], view.ground) for home, _ in parts]
        yield ErrorRecord(
            kind,
            Reason.CHAINS if several else Reason.STRAYS,
            _anchor_type(side, entity),
            view.pair.id,
            quotes if side is view.key else (),
            quotes if side is view.response else (),
            tuple(span for quote in firsts for span in quote.spans),
            view.excerpts(group[0] for group in groups),
            groups=groups,
        )


def _parts(entity: list[int], other: Numbered) -> list[tuple[int, list[int]]]:
    """The pieces into which the other side cuts an entity's mentions, each with the other's entity.

    Where a mention stands in several entities of the other side, the one that has most of this entity takes it.
    """
    shared: dict[int, list[int]] = {}
    for n in entity:
        for home in other.homes.get(n, ()):
            shared.setdefault(home, []).append(n)
    if len(shared) < 2:
        return list(shared.items())
    parts, left = [], set(entity)
    for home in sorted(shared, key=lambda home: -len(shared[home])):
        part = [n for n in shared[home] if n in left]
        if part:
            parts.append((home, part))
            left.difference_update(part)
    return parts


# --- antecedents


def _antecedents(view: _View, totals: Totals) -> Iterator[ErrorRecord]:
    key = view.key
    chosen = _nearest(view.response.entities, view.order)
    true = _nearest(key.entities, view.order)
    found = _nearest(key.entities, view.order, view.found)
    content = _ContentWords(view)
    for n in view.in_order(view.found):
        antecedent = chosen.get(n)
        if n not in true and antecedent is None:
            continue
        type_ = _type(key, n)
        kind = _outcome(key, n, antecedent, n in true)
        if n in true:
            totals.anaphors[type_] += 1
            totals.correct[type_] += kind is None
        if kind is None:
            continue
        reason = _reason(view, content, kind, type_, n, antecedent, found.get(n))
        anaphor = key.quote(n, view.ground)
        expected = [key.quote(m, view.ground) for m in [found.get(n, true.get(n))] if m is not None]
        actual = [view.response.quote(m, view.ground) for m in [antecedent] if m is not None]
        yield view.record(
            kind,
            reason,
            type_,
            place=anaphor,
            key=expected,
            response=actual,
            anaphor=anaphor,
            shown=[*expected, *actual],
        )


def _nearest(entities: list[list[int]], order: dict[int, int], among: Collection[int] | None = None) -> dict[int, int]:
    """The nearest earlier mention of its entity (or of any of its entities) for each mention that has one."""
    result: dict[int, int] = {}
    for entity in entities:
        previous = None
        for n in entity:
            if previous is not None and (n not in result or order[previous] > order[result[n]]):
                result[n] = previous
            if among is None or n in among:
                previous = n
    return result


def _outcome(key: Numbered, anaphor: int, antecedent: int | None, is_anaphor: bool) -> Kind | None:
    """What became of a found mention's antecedent; nothing if it is right."""
    if not is_anaphor:
        return Kind.FALSE_ANAPHOR
    if antecedent is None:
        return Kind.MISSING_ANTECEDENT
    if antecedent not in key:
        return Kind.SPURIOUS_ANTECEDENT
    return Kind.WRONG_ANTECEDENT if set(key.homes[anaphor]).isdisjoint(key.homes[antecedent]) else None


def _reason(
    view: _View,
    content: _ContentWords,
    kind: Kind,
    type_: AnaphorType,
    anaphor: int,
    chosen: int | None,
    true: int | None,
) -> Reason:
    """The first reason that applies, in the order of `REASONS`: a violated constraint, what was not found, what misled.

    Agreement is looked at with the chosen antecedent; where none was chosen, with the true one that was found,
    which an agreement filter may have excluded.
    """
    if chosen is None and true is None:
        return Reason.MISSED
    other = chosen if chosen is not None else true
    assert other is not None
    ours, theirs = view.evidence(anaphor), view.evidence(other)
    tests: list[tuple[Reason, Callable[[], bool]]] = [
        (Reason.GENDER, lambda: disagree_in_gender(ours, theirs)),
        (Reason.NUMBER, lambda: disagree_in_number(ours, theirs)),
        (Reason.MISSED, lambda: true is None and kind is not Kind.FALSE_ANAPHOR),
        (Reason.STRING, lambda: chosen is not None and _have_one_head_word(ours, theirs)),
        (Reason.DISTANCE, lambda: _is_further(view, anaphor, chosen, true)),
        (Reason.WORDS, lambda: true is not None and type_ not in PRONOMINAL and not content.shared(anaphor)),
    ]
    return next((reason for reason, applies in tests if applies()), Reason.UNKNOWN)


def _is_further(view: _View, anaphor: int, chosen: int | None, true: int | None) -> bool:
    """Whether the true antecedent lies sentences before the chosen one; if none was chosen, whether it is far away."""
    if true is None:
        return False
    place = view.ground.sentence(view.start(true))
    if chosen is None:
        return view.ground.sentence(view.start(anaphor)) - place > FAR
    return place < view.ground.sentence(view.start(chosen))


class _ContentWords:
    """Content words of the found mentions of key entities, with the first mention that has each."""

    def __init__(self, view: _View) -> None:
        self._view = view
        self._first: dict[int, dict[str, int]] = {}

    def shared(self, anaphor: int) -> bool:
        """Whether the anaphor has a word of an earlier found mention of its key entity."""
        view = self._view
        own = _content(*view.evidence(anaphor))
        place = view.order[anaphor]
        return any(self._of(home).get(word, place) < place for home in view.key.homes[anaphor] for word in own)

    def _of(self, entity: int) -> dict[str, int]:
        if entity not in self._first:
            first: dict[str, int] = {}
            for n in self._view.key.entities[entity]:
                if n in self._view.found:
                    for word in _content(*self._view.evidence(n)):
                        first.setdefault(word, self._view.order[n])
            self._first[entity] = first
        return self._first[entity]


def _content(document: Document, mention: Mention) -> set[str]:
    forms = document.tokens.table.forms
    lowered = {forms[i].lower() for i in mention.tokens}
    return {form for form in lowered if form not in _FUNCTION_WORDS and _is_word(form)}


def _have_one_head_word(one: Evidence, two: Evidence) -> bool:
    ours, theirs = (
        document.tokens.table.forms[document.mention_head(mention)].lower() for document, mention in (one, two)
    )
    return ours == theirs and _is_word(ours)


def _is_word(form: str) -> bool:
    """Not punctuation, nor a word blotted out (`___`), as in corpora that may not give their text."""
    return any(map(str.isalnum, form))


# --- types


def _type(side: Numbered, number: int) -> AnaphorType:
    return anaphor_type(side.document, side.mentions[number])


def _anchor_type(side: Numbered, entity: list[int]) -> AnaphorType:
    """The type of an entity's first non-pronominal mention, else of its first."""
    types = (_type(side, n) for n in entity)
    first = next(types)
    if first not in PRONOMINAL:
        return first
    return next((type_ for type_ in types if type_ not in PRONOMINAL), first)
