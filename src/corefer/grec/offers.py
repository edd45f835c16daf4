"""Features of the expressions on offer: what each is like, and how the system has used it so far in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from corefer.document import Expression
from corefer.grec.features import FAR, Row
from corefer.grec.task import Slot, Task, attributes, reg08_type, same_words
from corefer.grec.titles import decoded, overlap, words

COMMON = 0.3  # an expression in more lists than this comes with every list of its domain
LEAST = 3
_GENITIVES = ("'s", "’s")
_known: WeakKeyDictionary[Task, list[list[Row]]] = WeakKeyDictionary()


class Shares:
    """In which share of the texts' lists an expression stands, by SEMCAT and SYNCAT.

    What stands in nearly every list (pronouns, `the river`) was put there by default; what stands in few was taken
    from the text itself, so some writer used it there.
    """

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self.counts: Counter[str] = Counter(counts or {})

    def count(self, tasks: Iterable[Task]) -> Shares:
        """Count lists; what stands in one or two texts' lists alone is no better known than what stands in none."""
        for task in tasks:
            kinds = {_kind(slot): slot for slot in task.slots}
            self.counts.update(list(kinds))
            for kind, slot in kinds.items():
                self.counts.update({f"{kind}|{text}" for text in {e.text.casefold() for e in slot.alternatives}})
        self.counts = Counter({name: count for name, count in sorted(self.counts.items()) if count >= LEAST})
        return self

    def of(self, slot: Slot, expression: Expression) -> float:
        kind = _kind(slot)
        return self.counts[f"{kind}|{expression.text.casefold()}"] / max(self.counts[kind], 1)


def _kind(slot: Slot) -> str:
    return f"{slot.semcat} {slot.syncat}"


def stem(expression: Expression) -> str:
    """The expression without capitals and genitive: what is the same name wherever it stands."""
    text = expression.text.casefold()
    for ending in _GENITIVES:
        text = text.removesuffix(ending)
    return text.rstrip("'’")


def is_emphatic(expression: Expression) -> bool:
    return attributes(expression).get("emphatic") == "yes"


def expressions(task: Task, i: int, shares: Shares) -> list[Row]:
    """A row for each expression on offer for slot `i`, by itself."""
    rows = [dict(row) for row in _by_themselves(task)[i]]
    slot = task.slots[i]
    for row, expression in zip(rows, slot.alternatives, strict=True):
        row["share"] = shares.of(slot, expression)
    return rows


def _by_themselves(task: Task) -> list[list[Row]]:
    found = _known.get(task)
    if found is None:
        found = _known[task] = [_rows(task, slot) for slot in task.slots]
    return found


def _rows(task: Task, slot: Slot) -> list[Row]:
    title = decoded(task.title)
    plain = [e for e in slot.alternatives if not is_emphatic(e)]
    lengths = sorted({len(e.text.split()) for e in plain if reg08_type(e) == "name"})
    alike = Counter((reg08_type(e), attributes(e).get("head")) for e in plain)
    return [_row(slot, expression, title, lengths, alike) for expression in slot.alternatives]


def _row(
    slot: Slot, expression: Expression, title: str, lengths: Sequence[int], alike: Mapping[tuple[str, str | None], int]
) -> Row:
    values, kind, text = attributes(expression), reg08_type(expression), stem(expression)
    size, known, titled = len(expression.text.split()), words(text), words(title)
    form = f"{kind} {values.get('head')} {values.get('case')}"
    return {
        "kind": kind,
        "form": form,
        "form_for": f"{form} {slot.syncat} {slot.semcat}",
        "text": expression.text.casefold() if kind != "name" else "(name)",
        "last_word": text.split()[-1] if text else "-",
        "words": size,
        "letters": len(text),
        "overlap": overlap(text, title),
        "is_title": float(text == title.casefold()),
        "in_title": float(known <= titled),
        "has_title": float(titled <= known),
        "has_article": float(text.startswith("the ")),
        "of_its_form": alike.get((kind, values.get("head")), 0),
        "rank": lengths.index(size) if kind == "name" and size in lengths else -1.0,
    }


def usage(task: Task, i: int, choices: Sequence[Expression]) -> list[Row]:
    """How each expression on offer was used in the choices before slot `i`."""
    past = [stem(choice) for choice in choices[:i]]
    found: list[Row] = []
    for expression in task.slots[i].alternatives:
        text = stem(expression)
        times = past.count(text)
        last = len(past) - 1 - past[::-1].index(text) if times else 0
        found.append({"used": times, "since_used": i - last if times else FAR, "was_first": float(past[:1] == [text])})
    return found


def waiting(task: Task, i: int, choices: Sequence[Expression], shares: Shares) -> Row:
    """How many expressions that the list has from the text itself, of names and common nouns, are still unused."""
    past = {stem(choice) for choice in choices[:i]}
    special = {
        stem(e): reg08_type(e)
        for e in task.slots[i].alternatives
        if not is_emphatic(e) and shares.of(task.slots[i], e) < COMMON
    }
    unused = Counter(kind for text, kind in special.items() if text not in past)
    return {
        "special_names": sum(kind == "name" for kind in special.values()),
        "special_commons": sum(kind == "common" for kind in special.values()),
        "unused_names": unused["name"],
        "unused_commons": unused["common"],
        "unused_per_slot": (unused["name"] + unused["common"]) / (len(task.slots) - i),
    }


def prefixed(prefix: str, row: Row) -> Row:
    return {f"{prefix}{name}": value for name, value in row.items()}


def same_as_selected(slot: Slot) -> int:
    """The place of the selected expression in the list: of the same words and type, else words, else type."""
    gold = slot.selected
    assert gold

    def likeness(k: int) -> tuple[bool, bool]:
        return same_words(slot.alternatives[k], gold), reg08_type(slot.alternatives[k]) == reg08_type(gold)

    return max(range(len(slot.alternatives)), key=likeness)
