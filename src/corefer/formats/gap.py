"""GAP: ambiguous pronouns, each with two names that it may refer to; and predictions for the GAP scorer.

A row is a document with three mentions, `Pronoun`, `A` and `B` by id, of which those that corefer are an
entity. The rows' own columns are kept as metadata, so that a resolver's document, which shares it, can be
turned into a prediction. Documents are therefore written as predictions: an id, and whether A and B corefer
with the pronoun.

Systems find their own mentions, and GAP does not say when one of them is A. Here a mention of the pronoun's
entity is A if its head is a word of A; so `the singer Cher` and `Cher` are one, `Cher's sister` is another.
Where no head is known, it must be A, a part of A, or A with `'s`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from corefer.document import Document, Feature, FormatError, Mention, from_text
from corefer.formats.base import Format, Source, Target

COLUMNS = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL")
_HEADER = "\t".join(COLUMNS)
_LABELLED = ("Pronoun", "A", "B")
_TRUTH = {"true": True, "false": False}
_PREDICTION = re.compile(r"([^\t\n]+)\t(true|false)\t(true|false)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_URL = "sourceURL"
_POSSESSIVE = re.compile(r"\s*['’]s?\Z")


def sniff(head: str, name: str) -> bool:
    return head.startswith("\t".join(COLUMNS[:4]))


def read(source: Source) -> Iterator[Document]:
    """A document for each row after the header."""
    lines = source.lines()
    if next(lines, "") != _HEADER:
        raise source.error("this is not a GAP file", 1, 1, f"its header is {' '.join(COLUMNS)}, divided by tabs")
    for number, line in enumerate(lines, 2):
        if line:
            yield _document(source, line.split("\t"), number)


def _document(source: Source, cells: list[str], number: int) -> Document:
    if len(cells) != len(COLUMNS):
        message = f"this row has {len(cells)} columns instead of {len(COLUMNS)}"
        raise source.error(message, number, 1, "divide columns by one tab, and have no tab in a text")
    row = dict(zip(COLUMNS, cells, strict=True))
    places = {name: _place(source, row, name, number) for name in _LABELLED}
    for (one, (_, end)), (two, (start, _)) in pairwise(sorted(places.items(), key=lambda item: item[1])):
        if start < end:
            message = f"{one} and {two} overlap"
            raise source.error(message, number, _column(row, f"{two}-offset"), "correct the offsets")
    document = from_text(row["ID"], row["Text"], {edge for place in places.values() for edge in place})
    document.meta = {_URL: row["URL"], **_labels(row)}
    entities = {"Pronoun": "1"}
    for name in ("A", "B"):
        entities[name] = "1" if _truth(source, row, name, number) else f"{len(set(entities.values())) + 1}"
    starts = document.tokens.table.starts
    for name, (start, end) in places.items():
        tokens = [i for i, offset in enumerate(starts) if start <= offset < end]
        document.add_mention(entities[name], tokens[0], tokens[-1] + 1, id=name)
    document.arrange()
    return document


def _place(source: Source, row: dict[str, str], name: str, number: int) -> tuple[int, int]:
    """The start and end of a labelled expression; the text must have it there."""
    given, expression, text = row[f"{name}-offset"], row[name], row["Text"]
    start = int(given) if re.fullmatch("[0-9]{1,12}", given) else len(text)
    if not expression.strip() or not text.startswith(expression, start):
        message = f"the text does not have {name}, `{expression}`, at {given}"
        raise source.error(message, number, _column(row, f"{name}-offset"), "offsets count characters from 0")
    return start, start + len(expression)


def _truth(source: Source, row: dict[str, str], name: str, number: int) -> bool:
    value = row[f"{name}-coref"]
    if value.lower() not in _TRUTH:
        column = _column(row, f"{name}-coref")
        raise source.error(f"`{value}` is neither TRUE nor FALSE", number, column, "write one of them")
    return _TRUTH[value.lower()]


def _column(row: dict[str, str], name: str) -> int:
    """The character, from 1, at which a cell starts in its line."""
    return sum(len(row[column]) + 1 for column in COLUMNS[: COLUMNS.index(name)]) + 1


def _labels(row: dict[str, str]) -> dict[str, str]:
    """The labelled expressions and their offsets as metadata."""
    return {f"GAP {column}": row[column] for name in _LABELLED for column in (name, f"{name}-offset")}


# --- predictions


def write(documents: Iterable[Document], target: Target) -> None:
    """The GAP scorer's system output: a row of id, A-coref and B-coref for every document, without a header."""
    with target.text() as file:
        for document in documents:
            answers = ("TRUE" if answer else "FALSE" for answer in predict(document, target.name))
            file.write("\t".join((document.id, *answers)) + "\n")


def holds_predictions(source: Source) -> bool:
    """Whether a file is what `write` writes."""
    return bool(_PREDICTION.match(source.head()))


def read_predictions(source: Source) -> dict[str, tuple[bool, bool]]:
    """The answers of a file of predictions, by the examples' ids."""
    answers: dict[str, tuple[bool, bool]] = {}
    for number, line in enumerate(source.lines(), 1):
        if not line:
            continue
        found = _PREDICTION.fullmatch(line)
        if found is None:
            remedy = "write an id, and TRUE or FALSE for A and for B, divided by tabs"
            raise source.error("this is no prediction for a GAP example", number, 1, remedy)
        if found[1] in answers:
            raise source.error(f"{found[1]} is answered twice", number, 1, "keep one answer for each example")
        answers[found[1]] = _TRUTH[found[2].lower()], _TRUTH[found[3].lower()]
    return answers


def predict(document: Document, name: str = "") -> tuple[bool, bool]:
    """Whether the labelled names A and B are among the mentions of the pronoun's entities."""
    pronoun, *names = (_label(document, label, name) for label in _LABELLED)
    entities = {id(mention.entity) for mention in document.mentions if _extent(document, mention) == pronoun}
    related = [mention for mention in document.mentions if id(mention.entity) in entities]
    a, b = (any(_is_named(document, mention, place) for mention in related) for place in names)
    return a, b


def _label(document: Document, label: str, name: str) -> tuple[int, int]:
    expression, offset = document.meta.get(f"GAP {label}", ""), document.meta.get(f"GAP {label}-offset", "")
    if not expression or not offset.isdecimal() or not document.text.startswith(expression, int(offset)):
        message = f"{document.id} is no text of GAP's: its metadata do not name the place of {label}"
        raise FormatError(message, source=name, remedy="predict for documents that were read from a GAP file")
    return int(offset), int(offset) + len(expression)


def _extent(document: Document, mention: Mention) -> tuple[int, int]:
    table = document.tokens.table
    return table.starts[mention.start], table.ends[mention.end - 1]


def _is_named(document: Document, mention: Mention, place: tuple[int, int]) -> bool:
    """Whether a mention is the labelled name at that place; see the module's docstring."""
    start, end = _extent(document, mention)
    if place[0] <= start < end <= place[1]:
        return True
    head = _head(document, mention)
    if head is not None:
        return place[0] <= document.tokens.table.starts[head] < place[1]
    return start == place[0] and bool(_POSSESSIVE.match(document.text[place[1] : end]))


def _head(document: Document, mention: Mention) -> int | None:
    """The mention's head: as annotated, or the one token that is governed from outside."""
    if mention.head is not None or not document.is_parsed:
        return mention.head
    tokens = set(mention.tokens)
    heads = [token for token in mention.tokens if document.head_index(token) not in tokens]
    return heads[0] if len(heads) == 1 else None


FORMAT = Format(
    name="gap",
    title="GAP (read), and predictions for the GAP scorer (written)",
    endings=(".tsv",),
    sniff=sniff,
    read=read,
    write=write,
    holds=frozenset(
        (
            Feature.MENTIONS,
            Feature.SPACING,
            Feature.TOKENS,
            Feature.SENTENCES,
            Feature.METADATA,
            Feature.DEPENDENCIES,
            Feature.HEADS,
            Feature.ENTITY_IDS,
            Feature.MENTION_IDS,
            Feature.DISCONTINUOUS,
            Feature.CROSSING,
            Feature.SELF_CROSSING,
            Feature.ACROSS_SENTENCES,
            Feature.SINGLETONS,
        )
    ),
    note="written: whether A and B corefer with the pronoun, for documents that were read from GAP; nothing else",
)
