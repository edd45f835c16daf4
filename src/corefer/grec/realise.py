"""Running text from a document whose references are worded anew, and where in it each reference stands.

The expressions on offer are written in small letters and know nothing of their neighbours (section 2.3). So a
reference that opens a sentence gets its capital letter, one that no longer does loses it, a reference left unsaid takes
its space along, and one that says something again gets its spaces back.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape

from corefer.document import Document, Expression, Mention, Region, from_text
from corefer.formats import grec
from corefer.formats.grec_xml import EMBEDDED
from corefer.grec.task import attributes, reg08_type

Span = tuple[int, int]

_OPENING = frozenset("([{“‘«\"'-–—/")
_CLOSING = frozenset(",.;:!?)]}”’»\"'-–—/%")
_NO_ROOM_BEFORE = frozenset(",.;:!?)]}”’»%")
_SENTENCE_ENDS = re.compile(r"""(?:\n|[.!?…]["'”’»)\]]*\s)\s*["'“‘«(\[]*\Z""")
_ABBREVIATION = re.compile(
    r"(?:[\s(\"“])(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Ft|Gen|Col|Capt|Lt|No|vs|ca|cf|e\.g|i\.e)\.[ \t]*\Z"
)
_WINDOW = 40  # characters that tell whether a sentence begins after them
_SMALL_WORDS = frozenset(
    "a an the this that these those his her its their our my your whose he she it they we you him them us who which "
    "one itself himself herself themselves".split()
)
_EMBEDDED_REFERENCE = re.compile(r"<REF\b([^>]*?)(?:/>|>.*?</REF>)", re.DOTALL)
_ATTRIBUTE = re.compile(r'([A-Z-]+)="([^"]*)"')


@dataclass(slots=True, frozen=True)
class Realised:
    """A text, and where in it the mentions and regions of the document it was made from now stand.

    A mention that says nothing has an empty span; one that stood within a reworded mention is gone.
    """

    text: str
    spans: dict[Mention, Span]
    regions: list[Region] = field(default_factory=list)


def realise(document: Document, expressions: Mapping[Mention, Expression | None]) -> Realised:
    """The document's text with these mentions worded by these expressions; None is worded as nothing, like `_`.

    Mentions that are not named keep their words. Of two that stand within each other and are both named, the outer
    one is worded.
    """
    writer = _Writer(document)
    for mention, (start, end) in _outermost(document, expressions):
        writer.word(mention, start, end, expressions[mention])
    writer.copy(len(document.text))
    return writer.result()


def as_chosen(document: Document) -> Realised:
    """The document's text with the selected expressions adapted to their places: a system's output as one reads it."""
    return realise(document, {m: grec.selected(document, m) for m in document.mentions if m.alternatives})


def body(realised: Realised) -> Span:
    """Where the paragraphs stand: a GREC text's title is none of its text. The whole text where nothing tells."""
    regions = [region for region in realised.regions if region.name == "PARAGRAPH"]
    return (regions[0].start, regions[-1].end) if regions else (0, len(realised.text))


def known_chains(document: Document, realised: Realised) -> Document:
    """The running text as a document of its own, with the mentions that say something in the entities they are of."""
    first, last = body(realised)
    spans = [
        (start - first, end - first, mention)
        for mention, (start, end) in realised.spans.items()
        if first <= start < end <= last
    ]
    edges = {offset for start, end, _ in spans for offset in (start, end)}
    result = from_text(document.id, realised.text[first:last], edges)
    table = result.tokens.table
    for start, end, mention in spans:
        result.add_mention(
            mention.entity.id, bisect_left(table.starts, start), bisect_right(table.ends, end), type=mention.type
        )
    result.arrange()
    return result


def _outermost(document: Document, chosen: Iterable[Mention]) -> list[tuple[Mention, Span]]:
    """Those mentions that stand within no other, in order, with their places in the text."""
    placed = []
    for mention in chosen:
        if mention.parts:
            raise ValueError(f"{document.id}: a mention in several pieces cannot be worded as one expression")
        placed.append((mention, document.mention_spans(mention)[0]))
    placed.sort(key=lambda one: (one[0].start, -one[0].end))
    result: list[tuple[Mention, Span]] = []
    for one in placed:
        if not result or one[0].start >= result[-1][0].end:
            result.append(one)
    return result


class _Writer:
    """Copies the document's text from left to right, and puts other words in the places named."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.source = document.text
        self.at = 0
        self.out: list[str] = []
        self.length = 0
        self.last = ""
        self.spans: dict[Mention, Span] = {}
        self.edits: list[Span] = []
        self.knots: list[tuple[int, int]] = []  # an offset in the source after an edit, and where it now is
        self.capital = False
        self.as_listed = _is_as_listed(document)

    def copy(self, end: int) -> None:
        """Copy the source up to there."""
        text = self.source[self.at : end]
        if self.capital and text:
            text, self.capital = _capitalised(text), False
        self._put(text)
        self.at = end

    def _put(self, text: str) -> None:
        if text:
            self.out.append(text)
            self.length += len(text)
            self.last = text[-1]

    def word(self, mention: Mention, start: int, end: int, expression: Expression | None) -> None:
        """Put an expression in the place of start..end."""
        self.copy(start)
        opens = self._opens_sentence("" if self.as_listed else self.source[start:end])
        text = _adapted(self.document, expression, opens) if expression else ""
        if not text:
            self._leave_unsaid(mention, opens, end)
        else:
            self._say(mention, text, is_new=start == end, end=end)
        self.edits.append((start, end))
        self.knots.append((self.at, self.length))

    def _say(self, mention: Mention, text: str, is_new: bool, end: int) -> None:
        self.capital = False
        if self.last and _apart(self.last, text[0], is_new):
            self._put(" ")
        begin = self.length
        self._put(text)
        self.spans[mention] = (begin, self.length)
        self.at = end
        after = self.source[end : end + 1]
        if after == "." == text[-1]:
            self.at += 1
        elif after and _apart(text[-1], after, is_new):
            self._put(" ")

    def _leave_unsaid(self, mention: Mention, opens: bool, end: int) -> None:
        """Say nothing: of the spaces on the two sides, one goes."""
        self.spans[mention] = (self.length, self.length)
        self.capital = self.capital or opens
        self.at = end
        after = self.source[end : end + 1]
        if (not self.last or self.last.isspace()) and after == " ":
            self.at += 1
        elif self.last == " " and after in _NO_ROOM_BEFORE and after:
            self.out[-1] = self.out[-1][:-1]
            self.last = self.out[-1][-1:]
            self.length -= 1
            self.spans[mention] = (self.length, self.length)

    def _opens_sentence(self, before: str) -> bool:
        """Whether a sentence begins here: what stood here in small letters, or a capital pronoun, knows it best."""
        if before[:1].islower():
            return False
        if before.split(" ", 1)[0].lower() in _SMALL_WORDS:
            return True
        said = "\n" + "".join(self.out) if self.length < _WINDOW else "".join(self.out[-3:])[-_WINDOW:]
        return _SENTENCE_ENDS.search(said) is not None and _ABBREVIATION.search(said) is None

    def result(self) -> Realised:
        starts = [start for start, _ in self.edits]
        for mention in self.document.mentions:
            if mention not in self.spans and (span := self._kept(mention, starts)):
                self.spans[mention] = span
        regions = [
            Region(region.name, self._now(region.start, before), self._now(region.end, through))
            for region in self.document.regions
            for before, through in [(bisect_left(starts, region.start), bisect_right(starts, region.end))]
        ]
        return Realised("".join(self.out), self.spans, regions)

    def _kept(self, mention: Mention, starts: list[int]) -> Span | None:
        """Where a mention now stands that was not reworded; None if it stood in one that was."""
        spans = self.document.mention_spans(mention)
        start, end = spans[0][0], spans[-1][1]
        number = bisect_left(starts, start)
        if number < len(starts) and starts[number] == start and self.edits[number][1] >= end > start:
            return None
        if number and self.edits[number - 1][1] > start:
            return None
        return self._now(start, number), self._now(end, bisect_left(starts, max(end, start + 1)))

    def _now(self, offset: int, edits: int) -> int:
        """Where an offset of the source now is, so many edits having gone before."""
        if not edits:
            return offset
        old, new = self.knots[edits - 1]
        return new + max(0, offset - old)


def _is_as_listed(document: Document) -> bool:
    """Whether every reference says exactly what its list does, as in systems' outputs: its capitals tell nothing."""
    said = ((document.mention_text(m), m.alternatives) for m in document.mentions if m.alternatives and not m.parts)
    return all(not text or any(text == e.text for e in offered) for text, offered in said)


def _apart(before: str, after: str, is_new: bool) -> bool:
    """Whether two characters that now meet need a space; a reference that was unsaid had none of its own."""
    if is_new:
        return not (before.isspace() or after.isspace() or before in _OPENING or after in _CLOSING)
    return before.isalnum() and after.isalnum()


def _adapted(document: Document, expression: Expression, opens: bool) -> str:
    """The expression as it reads at the beginning or in the middle of a sentence."""
    if reg08_type(expression) == "empty":
        return ""
    text = " ".join(_plain(document, expression).split())
    if opens:
        return _capitalised(text)
    first = text.split(" ", 1)[0]
    if first.lower() not in _SMALL_WORDS:
        return text
    if reg08_type(expression) == "name" and document.meta.get("title", "").startswith(f"{first} "):
        return text  # The Hague
    return text[:1].lower() + text[1:]


def _capitalised(text: str) -> str:
    """The text with a capital letter first, unless its first word has one further on (iPod)."""
    for place, character in enumerate(text):
        if character.isalnum():
            word = re.split(r"\W", text[place:], maxsplit=1)[0]
            return text if word != word.lower() else text[:place] + character.upper() + text[place + 1 :]
    return text


def _plain(document: Document, expression: Expression) -> str:
    """The expression's words; references that it embeds (GREC-NEG) are worded by their entities' names."""
    if EMBEDDED not in attributes(expression):
        return expression.text
    parts, at = [], 0
    for found in _EMBEDDED_REFERENCE.finditer(expression.text):
        wanted = dict(_ATTRIBUTE.findall(found[1]))
        genitive = "subj-det" in (wanted.get("SYNFUNC"), wanted.get("SYNCAT"))
        parts += [expression.text[at : found.start()], _name(document, wanted.get("ENTITY", ""), genitive)]
        at = found.end()
    return unescape(" ".join([*parts, expression.text[at:]]))


def _name(document: Document, entity: str, genitive: bool) -> str:
    """The shortest name on offer for an entity, in the case that is wanted if there is one."""
    offered = dict(grec.unmentioned(document))
    for mention in document.mentions:
        offered.setdefault(mention.entity.id, mention.alternatives)
    plain = [e for e in offered.get(entity, ()) if EMBEDDED not in attributes(e) and reg08_type(e) != "empty"]
    case = "genitive" if genitive else "plain"
    plain.sort(key=lambda e: (attributes(e).get("case") != case, reg08_type(e) != "name", len(e.text)))
    return plain[0].text if plain else ""
