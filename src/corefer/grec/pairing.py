"""Which answers belong to which text of the key.

Texts pair by the names of their files, else by title. A text may have several versions in the key (as test set C-2
has, section 3, and VaREG): files of the same name in several folders, or files of other names with the same title and
the same words around the references.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corefer.document import CoreferError
from corefer.grec.answers import Answers, Wording

NAMED_IN_MESSAGES = 3


@dataclass(slots=True, frozen=True)
class Pair:
    """A system's wordings for the references of a text, and those of each version of the key.

    `text` is what the key calls the text, `name` what the system does.
    """

    text: str
    name: str
    domain: str
    answer: tuple[Wording, ...]
    versions: tuple[tuple[Wording, ...], ...]

    @property
    def references(self) -> int:
        return len(self.answer)


@dataclass(slots=True)
class Key:
    """A text of the key in all its versions, which differ in nothing but the references."""

    name: str
    versions: list[Answers]

    @property
    def title(self) -> str:
        return self.versions[0].title


def keys(found: Iterable[Answers]) -> list[Key]:
    """The key's texts: what bears one name is versions of one text."""
    by_name: dict[str, Key] = {}
    for one in found:
        text = by_name.setdefault(one.name, Key(one.name, []))
        if text.versions:
            _same_text(text.versions[0], one, "two versions of the key")
        text.versions.append(one)
    return list(by_name.values())


def pairs(key: Sequence[Key], system: Iterable[Answers], name: str) -> list[Pair]:
    """The answers of the system called `name`, each with its text of the key; a text that is missing is an error."""
    answers = list(system)
    if len(key) == len(answers) == 1:
        return [_pair(key[0].versions, answers[0], name)]
    doubled = [title for title, count in Counter(one.name for one in answers).items() if count > 1]
    if doubled:
        raise CoreferError(f"{name}: {_listed(doubled)} given more than once (keep one file for each text)")
    versions = _matched(key, answers, name)
    return [_pair(versions[one.name], one, name) for one in answers]


def _matched(key: Sequence[Key], answers: Sequence[Answers], name: str) -> dict[str, list[Answers]]:
    """The versions of the key for each answer, by the answer's name."""
    texts = {text.name: text for text in key}
    found = {one.name: list(texts[one.name].versions) for one in answers if one.name in texts}
    unnamed = [text for text in key if text.name not in found]
    by_title: dict[str, list[Answers]] = {}
    for one in answers:
        by_title.setdefault(one.title, []).append(one)
    missing = []
    for text in unnamed:
        same = [one for one in by_title.get(text.title, ()) if one.frame == text.versions[0].frame]
        alike = same or [one for one in by_title.get(text.title, ()) if one.name not in texts]
        if len(alike) != 1:
            missing.append(text.name)
            continue
        found.setdefault(alike[0].name, []).extend(text.versions)
    if missing:
        raise CoreferError(f"{name} lacks {_listed(missing)} of the key (pairing is by file name, else by title)")
    if further := [one.name for one in answers if one.name not in found]:
        raise CoreferError(f"the key lacks {_listed(further)} of {name} (pairing is by file name, else by title)")
    return found


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:NAMED_IN_MESSAGES])
    return shown + (f" and {len(names) - NAMED_IN_MESSAGES:,} more" if len(names) > NAMED_IN_MESSAGES else "")


def _pair(versions: Sequence[Answers], answer: Answers, name: str) -> Pair:
    for version in versions:
        _same_text(version, answer, name)
    return Pair(
        versions[0].name,
        answer.name,
        versions[0].domain,
        _complete(answer, name),
        tuple(_complete(version, "the key") for version in versions),
    )


def _same_text(key: Answers, other: Answers, name: str) -> None:
    if len(key.wordings) != len(other.wordings):
        counts = f"{len(other.wordings)} references instead of {len(key.wordings)}"
        raise CoreferError(f"{name}: `{other.name}` has {counts} (choose for the key's own inputs)")
    if key.frame != other.frame:
        place = next(i for i, (a, b) in enumerate(zip(key.frame + " ", other.frame + " ", strict=False)) if a != b)
        near = f"…{other.frame[max(0, place - 20) : place + 20]}…"
        raise CoreferError(f"{name}: `{other.name}` is another text than the key's, near `{near}` (compare the files)")


def _complete(answers: Answers, whose: str) -> tuple[Wording, ...]:
    complete = tuple(wording for wording in answers.wordings if wording)
    if len(complete) < len(answers.wordings):
        number = answers.wordings.index(None) + 1
        raise CoreferError(
            f"{whose}: `{answers.name}` has no selected REFEX in reference {number} (select one for each)"
        )
    return complete
