"""References chosen anew in any text: who is who, which wordings there are, which one fits, and why.

What the GREC task is for (section 1): sentences that were taken out of their text, by a summariser say, keep pronouns
that lost their names and names that are repeated without need. The entities are resolved, each gets a list of
expressions as the paper makes them, a system chooses, and the text is realised with the choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from corefer.analysis.lexicon import pronoun_features
from corefer.document import CoreferError, Document, Entity, Expression, Mention
from corefer.grec.build.lists import alternatives, pronoun_series, subject
from corefer.grec.build.references import Reference, references
from corefer.grec.realise import realise
from corefer.grec.systems import System, load
from corefer.grec.systems.base import Ranked
from corefer.grec.systems.greedy import Greedy
from corefer.grec.systems.linear import Linear
from corefer.grec.task import Task, attributes, by_entity, reg08_type, task

DEFAULT = Path(__file__).with_name("model")
_INDEFINITE = frozenset("a an some any no one two three several many few another each every".split())
_SIGNS = frozenset('“”„«»"()[],;:')
_LEAST_REFERENCES = 2
_SENTENCES = 1  # so far back a rival still competes for a pronoun


@dataclass(slots=True, frozen=True)
class Constraints:
    """What the choices must keep to, where the lists allow it."""

    full_name_first: bool = False
    never_empty: bool = False
    name_at_paragraph: bool = False


@dataclass(slots=True)
class Choice:
    """One reference: its words before and after, by character offsets into the old and the new text, and why."""

    entity: str
    before: str
    after: str
    type: str
    start: int
    end: int
    new_start: int
    new_end: int
    reasons: list[str]
    ranked: Ranked

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(slots=True)
class Chosen:
    """The new text, and what became of each reference; `left` are the references that nothing could be chosen for."""

    text: str
    choices: list[Choice] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


@dataclass(slots=True, frozen=True)
class _Other:
    """A reference as what a pronoun for somebody else could be taken for."""

    start: int
    end: int
    entity: str
    pronouns: frozenset[str]
    is_subject: bool
    text: str


@dataclass(slots=True)
class _Prepared:
    """The text with a mention for each reference to choose for; references to all; and those that have no name."""

    slots: Document
    others: list[_Other] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    taken: list[tuple[int, int]] = field(default_factory=list)


@lru_cache(maxsize=1)
def default_system() -> Greedy:
    """The linear model that ships."""
    return as_chooser(load(DEFAULT))


def as_chooser(system: System) -> Greedy:
    """A system that can be asked for one slot at a time: our own can."""
    if not isinstance(system, Greedy):
        raise CoreferError(f"{system.name} cannot choose under constraints (take linear or boosting)")
    return system


def choose(document: Document, system: Greedy | None = None, constraints: Constraints | None = None) -> Chosen:
    """Choose anew for the references of a resolved and parsed document."""
    chooser, rules = system or default_system(), constraints or Constraints()
    prepared = _prepared(document)
    slots = prepared.slots
    decided: dict[int, tuple[Expression, Ranked, list[str]]] = {}
    for part in by_entity(task(slots)):
        decided |= _for_entity(prepared, part, chooser, rules)
    mentions = {slots.mentions[number]: expression for number, (expression, _, _) in decided.items()}
    realised = realise(slots, {m: e for m, e in mentions.items() if not _says(slots, m, e)})
    result = Chosen(realised.text, left=prepared.left)
    for number, (expression, ranked, reasons) in sorted(decided.items()):
        mention = slots.mentions[number]
        ((start, end),) = slots.mention_spans(mention)
        new = realised.spans[mention]
        result.choices.append(
            Choice(
                mention.entity.id,
                slots.text[start:end],
                realised.text[new[0] : new[1]],
                reg08_type(expression),
                start,
                end,
                *new,
                reasons,
                ranked,
            )
        )
    return result


# --- what can be chosen for


def _prepared(document: Document) -> _Prepared:
    """What can be chosen for. Speaker and addressee are out of it, and so is what nothing names or describes.

    Relative and reflexive pronouns are grammar's choice, not the writer's, and stay as they are.
    """
    prepared = _Prepared(document.bare())
    for entity in document.entities:
        found = [r for r in references(document, document, entity) if r.start < r.end]
        texts = [_words(document, r) for r in found]
        if not found or 2 * sum(pronoun_features(text).person in (1, 2) for text in texts) > len(texts):
            continue
        pronouns = _pronouns(texts, entity.type)
        prepared.others += [
            _Other(r.start, r.end, entity.id, pronouns, r.syncat == "np-subj", text)
            for r, text in zip(found, texts, strict=True)
        ]
        if not any(_is_definite(text) for text, r in zip(texts, found, strict=True) if r.head == "nominal"):
            prepared.left += [text for text, r in zip(texts, found, strict=True) if r.head == "pronoun"]
        elif len(found) >= _LEAST_REFERENCES:
            _add(prepared, document, entity, found, texts)
    prepared.slots.arrange()
    prepared.others.sort(key=lambda other: other.start)
    return prepared


def _pronouns(texts: Sequence[str], kind: str) -> frozenset[str]:
    """The pronouns that an entity of these references may take."""
    series = pronoun_series(texts)
    if series:
        return frozenset((series,))
    return frozenset(("he", "she") if kind in ("person", "animal") else ("it",))


def _add(
    prepared: _Prepared, document: Document, entity: Entity, found: Sequence[Reference], texts: Sequence[str]
) -> None:
    about = subject(document, found, texts, entity.type)
    curly = "’" in document.text and "'" not in document.text
    series = pronoun_series(texts)
    for reference, text in zip(found, texts, strict=True):
        if reference.head == "rel-pron" or text.lower().endswith(("self", "selves")):
            continue
        if any(start < reference.end and reference.start < end for start, end in prepared.taken):
            continue
        prepared.taken.append((reference.start, reference.end))
        offered = tuple(
            replace(e, text=e.text.replace("'", "’")) if curly else e
            for e in alternatives(about, reference.syncat, found, texts)
            if _is_possible(e, text, bool(series))
        )
        if offered:
            prepared.slots.add_mention(
                entity.id,
                reference.start,
                reference.end,
                type=about.semcat,
                other={"syncat": reference.syncat} | reference.attributes,
                alternatives=offered,
            )


def _is_possible(expression: Expression, text: str, has_pronoun: bool) -> bool:
    """Whether an expression may stand where `text` stands now, by grammar alone."""
    values, words = attributes(expression), expression.text.lower()
    if words == text.lower():
        return True
    if not _SIGNS.isdisjoint(words):
        return False
    if values.get("head") == "rel-pron" or values.get("emphatic") == "yes" or words.endswith(("self", "selves")):
        return False
    if reg08_type(expression) == "pronoun":
        return has_pronoun and pronoun_features(expression.text).person == 3
    return reg08_type(expression) == "empty" or _is_definite(expression.text)


def _is_definite(text: str) -> bool:
    return text.split()[0].lower() not in _INDEFINITE


def _words(document: Document, reference: Reference) -> str:
    table = document.tokens.table
    return " ".join(document.text[table.starts[reference.start] : table.ends[reference.end - 1]].split())


def _says(document: Document, mention: Mention, expression: Expression) -> bool:
    """Whether the mention says this already, whatever its capitals and quotation marks."""
    said = " ".join("".join(c for c in document.mention_text(mention) if c not in _SIGNS).split())
    return said.casefold() == expression.text.casefold()


# --- one entity


def _for_entity(
    prepared: _Prepared, part: Task, system: Greedy, rules: Constraints
) -> dict[int, tuple[Expression, Ranked, list[str]]]:
    """The choices for one entity's slots, by the numbers of their mentions."""
    decided: dict[int, tuple[Expression, Ranked, list[str]]] = {}
    choices: list[Expression] = []
    for i, slot in enumerate(part.slots):
        ranked = system.ranked(part, i, choices)
        allowed, why = _allowed(prepared, part, i, [e for e, _ in ranked], rules)
        best = next(e for e, _ in ranked if e in allowed)
        if not why and isinstance(system, Linear):
            why = system.reasons(part, i, choices, reg08_type(best))
        choices.append(best)
        ranked = sorted(ranked, key=lambda pair: (pair[0] not in allowed, -pair[1]))
        decided[slot.number] = (best, [(e, share) for e, share in ranked if e in allowed], why)
    return decided


def _allowed(
    prepared: _Prepared, part: Task, i: int, offered: Sequence[Expression], rules: Constraints
) -> tuple[list[Expression], list[str]]:
    """The expressions that grammar, clarity and the constraints leave, and which constraint decided, if one did."""
    document = prepared.slots
    mention = document.mentions[part.slots[i].number]
    names = [e for e in offered if reg08_type(e) == "name"]
    if i == 0 and not _is_definite(document.mention_text(mention)):
        own = [e for e in offered if _says(document, mention, e)]
        if own:
            return own, ["it introduces what it refers to"]
    if i == 0 and rules.full_name_first and names:
        size = max(len(e.text.split()) for e in names)
        return [e for e in names if len(e.text.split()) == size], ["the first reference is the full name (--first)"]
    if i and rules.name_at_paragraph and part.slots[i - 1].paragraph != part.slots[i].paragraph and names:
        return names, ["the paragraph's first reference is a name (--name-at)"]
    rest = [
        e for e in offered if reg08_type(e) != "empty" or (not rules.never_empty and _can_be_unsaid(document, part, i))
    ]
    if i == 0:
        nominal = [e for e in rest if reg08_type(e) in ("name", "common")]
        return (nominal, []) if nominal else (rest, [])
    rival = _rival(prepared, part, i)
    if rival and reg08_type(_present(mention)) != "pronoun":
        clear = [e for e in rest if reg08_type(e) != "pronoun"]
        if clear:
            return clear, [f"a pronoun could be taken for “{rival}”"]
    return rest or list(offered), []


def _present(mention: Mention) -> Expression:
    return Expression("", tuple((mention.other or {}).items()))


def _can_be_unsaid(document: Document, part: Task, i: int) -> bool:
    """A subject right after a conjunction, whose entity is the subject before it in the sentence."""
    if not i:
        return False
    mention = document.mentions[part.slots[i].number]
    before = document.mentions[part.slots[i - 1].number]
    word = document.tokens[mention.start - 1].form.lower() if mention.start else ""
    same = document.sentence_index(before.start) == document.sentence_index(mention.start)
    return same and word in ("and", "but", "or") and part.slots[i - 1].syncat == part.slots[i].syncat == "np-subj"


def _rival(prepared: _Prepared, part: Task, i: int) -> str:
    """Another entity that a pronoun here could be taken for.

    It takes the same pronoun and was mentioned since, near by; or it was the subject of the sentence in which ours was
    mentioned last, as something else.
    """
    document = prepared.slots
    mention = document.mentions[part.slots[i].number]
    before = document.mentions[part.slots[i - 1].number]
    here, there = document.sentence_index(mention.start), document.sentence_index(before.start)
    ours = next(other for other in prepared.others if other.start == mention.start and other.end == mention.end)
    for other in reversed(prepared.others):
        if other.end > mention.start or other.entity == ours.entity or not ours.pronouns & other.pronouns:
            continue
        place = document.sentence_index(other.start)
        since = other.start >= before.end and here - place <= _SENTENCES
        above = other.is_subject and place == there and part.slots[i - 1].syncat != "np-subj" and here > there
        if since or above:
            return other.text
    return ""
