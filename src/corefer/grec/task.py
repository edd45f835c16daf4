"""The GREC task (section 2.3): for each reference of a text, choose one of the expressions on offer.

A `Task` is the text with a gap at each reference. Nothing in it but `Slot.selected` depends on what was selected:
the text is laid out with a placeholder in every slot, so that neither a missing space nor a capital letter can tell a
system which expression, or which kind of expression, the writer chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from weakref import WeakKeyDictionary

from corefer.document import Document, Expression, Mention
from corefer.formats import grec

TYPES = ("name", "common", "pronoun", "empty")
EMPTY = Expression("_", (("reg08-type", "empty"),))
_CASES = {"np-subj": "nominative", "np-obj": "accusative", "subj-det": "genitive"}
_USUAL = {
    "nominative": ("he", "she", "it", "they"),
    "accusative": ("him", "her", "it", "them"),
    "genitive": ("his", "her", "its", "their"),
}
_SENTENCE_END = (".", "!", "?", "\n", ".)", '."', ".”", ".'", ":")


@dataclass(slots=True, frozen=True)
class Slot:
    """One reference: what is known of it, what may word it, what the text's writer chose (None in test inputs).

    `start` and `end` are offsets of its placeholder in the task's text; `number` counts the document's mentions.
    """

    number: int
    id: str
    entity: str
    semcat: str
    syncat: str
    alternatives: tuple[Expression, ...]
    selected: Expression | None
    start: int
    end: int
    paragraph: int


@dataclass(slots=True, frozen=True, eq=False, weakref_slot=True)
class Task:
    """One text to choose for: `text` with placeholders in the place of the slots, which stand in order."""

    document: Document = field(repr=False)
    title: str
    text: str
    slots: tuple[Slot, ...]

    @property
    def id(self) -> str:
        return self.document.id

    @property
    def domain(self) -> str:
        """The semantic category of the text's first reference: REG'08's subdomain."""
        return self.slots[0].semcat if self.slots else ""

    @property
    def pieces(self) -> tuple[str, ...]:
        """What stands before, between and after the slots; one more than there are slots."""
        edges = [0, *chain.from_iterable((slot.start, slot.end) for slot in self.slots), len(self.text)]
        return tuple(self.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))

    def with_choices(self, choices: Iterable[Expression | None]) -> Document:
        """The document with these expressions selected, one for each slot; None leaves a slot without one."""
        mentions = self.document.mentions
        chosen = {mentions[slot.number]: choice for slot, choice in zip(self.slots, choices, strict=True)}
        return grec.select(self.document, chosen) if chosen else self.document


def tasks(documents: Iterable[Document]) -> Iterator[Task]:
    """The task that each document with references and lists of expressions (REG08, GREC-NEG) stands for."""
    return map(task, documents)


def task(document: Document) -> Task:
    """A document's task. Of references within references the inner ones are slots: the outer are worded around them."""
    found = [
        (number, mention)
        for number, mention in enumerate(document.mentions)
        if mention.alternatives and not _holds_another(document, number)
    ]
    neutral = document
    if found:
        neutral = grec.select(document, {mention: _placeholder(mention) for _, mention in found})
    text, slots = neutral.text, []
    for number, mention in found:
        ((start, end),) = neutral.mention_spans(neutral.mentions[number])
        if text[:start].rstrip(" ").endswith(_SENTENCE_END) or not start:
            text = text[:start] + text[start].upper() + text[start + 1 :]
        slots.append(_slot(document, number, mention, start, end, text.count("\n\n", 0, start)))
    return Task(document, document.meta.get("title", ""), text, tuple(slots))


def _slot(document: Document, number: int, mention: Mention, start: int, end: int, paragraph: int) -> Slot:
    return Slot(
        number,
        mention.id,
        mention.entity.id,
        mention.type,
        (mention.other or {}).get("syncat", ""),
        mention.alternatives,
        grec.selected(document, mention),
        start,
        end,
        paragraph,
    )


def _holds_another(document: Document, number: int) -> bool:
    """Whether the next mention in order stands within this one."""
    mentions = document.mentions
    return number + 1 < len(mentions) and mentions[number + 1].end <= mentions[number].end


def _placeholder(mention: Mention) -> Expression:
    """The pronoun on offer that fits the slot: the list is known to a system, so the pronoun tells nothing new."""
    usual = _USUAL[_CASES.get((mention.other or {}).get("syncat", ""), "nominative")]
    offered = {expression.text.lower() for expression in mention.alternatives}
    text = next((pronoun for pronoun in usual if pronoun in offered), usual[-1])
    return Expression(text, (("reg08-type", "pronoun"),))


def by_entity(task: Task) -> list[Task]:
    """A task for each entity (GREC-NEG's texts have several, REG08's one), with the entity's name where none is given.

    Of GREC-NEG's lists, which serve all syntactic categories, each slot gets what its own category allows.
    """
    entities = list(dict.fromkeys(slot.entity for slot in task.slots))
    if len(entities) < 2 and (task.title or not task.slots) and not any(map(_named, task.slots)):
        return [task]
    found = _parts.get(task)
    if found is None:
        found = _parts[task] = []
        for entity in entities:
            slots = tuple(_fitting(slot) for slot in task.slots if slot.entity == entity)
            found.append(replace(task, title=_title(task.title, slots), slots=slots))
    return found


_parts: WeakKeyDictionary[Task, list[Task]] = WeakKeyDictionary()


def _named(slot: Slot) -> bool:
    """Whether the list is GREC-NEG's, whose expressions name their entity."""
    return any("entity" in attributes(expression) for expression in slot.alternatives)


def _fitting(slot: Slot) -> Slot:
    cases = {"subj-det": ("genitive",), "np-subj": ("nominative", "plain", "")}.get(
        slot.syncat, ("accusative", "plain")
    )
    fitting = [e for e in slot.alternatives if attributes(e).get("case", "").replace("no_case", "") in cases]
    return replace(slot, alternatives=tuple(fitting) or slot.alternatives)


def _title(title: str, slots: Sequence[Slot]) -> str:
    """The text's title if it names the entity, else the entity's fullest name."""
    names = [e.text for slot in slots for e in slot.alternatives if _is_plain_name(e)]
    if not names or any(name.casefold() in title.casefold() for name in names):
        return title
    return max(names, key=lambda name: (len(name.split()), len(name)))


def _is_plain_name(expression: Expression) -> bool:
    values = attributes(expression)
    return (values.get("reg08-type"), values.get("case"), values.get("emphatic", "no")) == ("name", "plain", "no")


# --- expressions


@lru_cache(maxsize=4096)
def _as_dict(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(pairs)


def attributes(expression: Expression) -> dict[str, str]:
    """The expression's attributes by name, in small letters; not to be changed."""
    return _as_dict(expression.attributes)


def reg08_type(expression: Expression) -> str:
    """`name`, `common`, `pronoun` or `empty`."""
    return attributes(expression).get("reg08-type", "")


def same_words(first: Expression, second: Expression) -> bool:
    """Whether two expressions read the same but for capital letters: the published lists are in small letters."""
    return first.text.casefold() == second.text.casefold()
