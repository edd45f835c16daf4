"""Splits that do not leak: every title once, texts kept whole, domains in proportion.

Nine titles of GREC-2.0 occur twice ("X 2.xml", some identical, some not), some percent-encoded; with the copies
left in, a nearest-neighbour system gains five points.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from corefer.document import Document
from corefer.grec.task import Task
from corefer.grec.titles import decoded

Text = TypeVar("Text", Document, Task)
_COPY = re.compile(r"(?<=\S)[ _]+2\Z")


def subject(title: str, file: str = "") -> str:
    """What tells that two texts have the same subject: the title, or the file's name where there is no title."""
    name = decoded(title) or _COPY.sub("", decoded(file))
    return re.sub(r"\s+", " ", name).casefold()


def subject_of(text: Document | Task) -> str:
    document = text.document if isinstance(text, Task) else text
    return subject(document.meta.get("title", ""), document.layout.get("name", document.id))


def deduplicated(texts: Iterable[Text]) -> list[Text]:
    """The first text of every subject. Texts without a title and a file's name are all kept."""
    found: dict[str, Text] = {}
    for number, text in enumerate(texts):
        found.setdefault(subject_of(text) or f"#{number}", text)
    return list(found.values())


def folds(texts: Sequence[Text], count: int, seed: int) -> list[list[Text]]:
    """The texts in so many parts of about the same size, each domain spread evenly over them."""
    parts: list[list[Text]] = [[] for _ in range(count)]
    for number, text in enumerate(_shuffled_by_domain(texts, seed)):
        parts[number % count].append(text)
    return parts


def split(texts: Sequence[Text], shares: dict[str, float], seed: int) -> dict[str, list[Text]]:
    """The texts in named parts of these shares (which sum to 1), each domain in proportion."""
    result: dict[str, list[Text]] = {name: [] for name in shares}
    given = dict.fromkeys(shares, 0)
    for number, text in enumerate(_shuffled_by_domain(texts, seed), 1):
        name = max(shares, key=lambda part: shares[part] * number - given[part])
        given[name] += 1
        result[name].append(text)
    return result


def _shuffled_by_domain(texts: Sequence[Text], seed: int) -> list[Text]:
    """Domain after domain, at random within each; the same for the same texts in any order."""
    ordered = sorted(texts, key=lambda text: (subject_of(text), text.id))
    random.Random(seed).shuffle(ordered)
    return sorted(ordered, key=domain_of)


def domain_of(text: Document | Task) -> str:
    """REG'08's subdomain: the semantic category of the first reference."""
    document = text.document if isinstance(text, Task) else text
    return document.mentions[0].type if document.mentions else ""
