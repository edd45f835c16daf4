"""Universal Anaphora's exploded format (CoNLL-UA): CoNLL-U Plus with five columns for reference.

The format of the CODI-CRAC shared tasks and the Universal Anaphora scorer, after the proposal 1.1 by Poesio:

- IDENTITY: `(EntityID=1|MarkableID=m1|Min=2|SemType=dn` … `)`. Closing brackets have no id; only where
  mentions cross does every one of the column bear its mention's (`m1)`), as the scorer's option
  `--allow-boundary-crossing` wants it. A discontinuous mention opens once for each part. Entities called
  `…-Pseudo` do not refer. SemType is the information status of mentions that do, the category of others.
  `ElementOf=3` stands at an antecedent of entity 3.
- BRIDGING: `(MarkableID=m2|Rel=part|MentionAnchor=m1|EntityAnchor=1` … `)`
- DISCOURSE_DEIXIS: like IDENTITY, with entities of its own; in the model, the entities all of whose
  mentions have the link type `disc`.
- REFERENCE: what is referred to outside the text (an article's title, an object of the situation).
- NOM_SEM: `(MarkableID=m1|Entity_Type=person|Genericity=generic-no` … `)`

What the format has no word for goes into further attributes of the same brackets, which the scorer passes
over: Head, Link, InfStat, Category, Optional, InEntity and SplitFrom in IDENTITY, Anchor in BRIDGING, and
a mention's `other` attributes in NOM_SEM. The scorer wants a MarkableID everywhere; `_1`, `_2` … are given
to mentions without one. Min and Head count the words of the document, from 1.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO

from corefer.document import ALL, Bridge, Document, Entity, Feature, Mention, SplitAntecedent
from corefer.document.features import comment_key
from corefer.document.tokens import COLUMNS
from corefer.formats.base import Format, Source, Target
from corefer.formats.comment_values import encode_value, meta_lines, value_of
from corefer.formats.conllu import RawDocument, encode_spaces, raw_documents, write_sentence
from corefer.formats.percent import PercentCode
from corefer.formats.ua_rows import DECLARATION, STANDARD, UA_COLUMNS, Straightened, number_by_sentence, take_further

_IDENTITY, _BRIDGING, _DEIXIS, _REFERENCE, _NOM_SEM = range(len(UA_COLUMNS))
_BLANK = ("_",) * len(UA_COLUMNS)
_MODELLED_NOTES = ("Entity", "Bridge", "SplitAnte")
_PSEUDO, _DD = "-Pseudo", "-DD"
_PIECE = re.compile(r"\(([^()]*)(\)?)|([^()]*)\)")
_CONTENT = re.compile(r"[^()]+")
_ROW = re.compile(r"[0-9]+(?:\.[0-9]+)?\s")
_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:[,-][0-9]+(?:\.[0-9]+)?)*\Z", re.ASCII)
_GENERATED = re.compile(r"_[0-9]+\Z")
_ALIASES = {"EntityId": "EntityID", "MarkableId": "MarkableID", "Markable_ID": "MarkableID", "MentionID": "MarkableID"}
_OWN = {
    *("EntityID", "MarkableID", "Min", "SemType", "ElementOf", "Entity_Type", "Reference"),
    *("Head", "Link", "InfStat", "Category", "Optional", "InEntity", "SplitFrom"),
    *_ALIASES,
}
_code = PercentCode("()|,@=-_ \t\r\n")


def _encode(value: str, further: str = "") -> str:
    return _code.encode(value, "()|@ \t\r\n" + further)


def sniff(head: str, _name: str) -> bool:
    declared = DECLARATION.search(head)
    if declared:
        return "IDENTITY" in declared[1].split()
    row = next((line for line in head.split("\n") if line.strip() and not line.startswith("#")), "")
    cells = (row.split("\t") if "\t" in row else row.split())[len(COLUMNS) :]
    if not _ROW.match(row) or not cells or len(cells) > len(UA_COLUMNS):
        return False
    return all(cell.strip() in ("", "_") or cell.startswith(("(EntityID=", "(MarkableID=")) for cell in cells)


# --- reading


def read(source: Source) -> Iterator[Document]:
    """Documents one by one; the columns declared at the top of a file hold until others are."""
    names: list[str] = []
    straightened = Straightened(source)
    for raw in raw_documents(straightened, len(STANDARD)):
        number_by_sentence(raw)
        document = raw.finish()
        declared = document.layout.pop("global.columns", None)
        if declared is not None:
            names = [name for name in declared.split() if name not in STANDARD]
        if not raw.named and not raw.builder.forms:
            continue  # nothing but the file's declaration
        document.tokens.table.extra.update(take_further(raw, names))
        _inherit_speakers(document)
        _Annotation(straightened, raw, document).read()
        yield document


def _inherit_speakers(document: Document) -> None:
    """Dialogues name the speaker where a turn begins; `speaker_id` is the proposal's word for it."""
    table = document.sentences.table
    speaker = None
    for i, comments in enumerate(table.comments):
        for comment in comments:
            if comment.startswith("speaker_id") and not table.speakers[i]:
                table.speakers[i] = value_of(comment)
            elif comment_key(comment) == "turn_id":
                speaker = ""
        if speaker is not None:
            speaker = table.speakers[i] or speaker
            table.speakers[i] = speaker


@dataclass(slots=True)
class _Draft:
    """A bracket on its way to a mention: where it opened, what it says, the parts that are complete."""

    column: int
    token: int
    values: dict[str, str]
    parts: list[tuple[int, int]] = field(default_factory=list)
    mention: Mention | None = None

    @property
    def markable(self) -> str:
        return self.values.get("MarkableID", "")


class _Annotation:
    """Turns the five columns of one document into mentions and relations."""

    def __init__(self, source: Straightened, raw: RawDocument, document: Document) -> None:
        self.source, self.raw, self.document = source, raw, document
        self.marked = [i for i, cells in enumerate(raw.rest) if cells != _BLANK]
        self.drafts: list[_Draft] = []
        self.markables: dict[tuple[int, str], _Draft] = {}
        self.starting: dict[int, _Draft] = {}
        self.entities: dict[tuple[int, str], Entity] = {}
        self.places = _places(document) if raw.builder.empty else None

    def read(self) -> None:
        for column in (_IDENTITY, _DEIXIS):
            self._read_brackets(column)
        self._make_mentions()
        for column in (_REFERENCE, _NOM_SEM):
            for i, cell in self._cells(column):
                self._describe(i, column, cell)
        self._relate()

    def _cells(self, column: int) -> list[tuple[int, str]]:
        cells = [(i, self.raw.rest[i][column]) for i in self.marked]
        return [(i, cell.replace("@(", "(") if "@" in cell else cell) for i, cell in cells if cell != "_"]

    def _report(self, token: int, column: int, message: str, remedy: str, code: str) -> None:
        lines = self.raw.builder.lines
        assert lines is not None
        before = (lines[token], *self.raw.rest[token][:column])
        place = sum(len(cell) + 1 for cell in before) + 1 if self.source.straight else 0
        self.source.report(f"{UA_COLUMNS[column]}: {message}", self.raw.lines[token], place, remedy, code)

    # brackets

    def _read_brackets(self, column: int) -> None:
        open_parts: list[tuple[_Draft, int]] = []
        for i, cell in self._cells(column):
            if len(open_parts) >= len(cell) and not cell.strip(")"):  # no more than closing brackets, as often
                for draft, start in (open_parts.pop() for _ in cell):
                    draft.parts.append((start, i + 1))
                continue
            position = 0
            for match in _PIECE.finditer(cell):
                if match.start() != position:
                    break
                position = match.end()
                opening, closed, closing = match.groups()
                if opening is None:
                    self._close(open_parts, i, column, closing)
                    continue
                draft = self._draft(i, column, opening)
                if closed:
                    draft.parts.append((i, i + 1))
                else:
                    open_parts.append((draft, i))
            if position != len(cell):
                remedy = "brackets are (EntityID=…|MarkableID=… and )"
                self._report(i, column, f"`{cell}` is not well formed", remedy, "S101")
        for draft, start in open_parts:
            message = f"`(EntityID={draft.values.get('EntityID', '')}` is never closed"
            self._report(start, column, message, "add its closing bracket", "S103")

    def _draft(self, i: int, column: int, content: str) -> _Draft:
        """The draft that an opening bracket starts, or goes on with where its markable has opened before."""
        values = self._values(i, column, content)
        markable = values.get("MarkableID", "")
        known = self.markables.get((column, markable)) if markable else None
        if known is not None:
            if known.values.get("EntityID") != values.get("EntityID"):
                remedy = "parts of one mention have one EntityID; other mentions need a MarkableID of their own"
                self._report(i, column, f"markable {markable} is in two entities", remedy, "S109")
            return known
        draft = _Draft(column, i, values)
        if not values.get("EntityID"):
            self._report(i, column, f"`({content}` has no EntityID", "write (EntityID=… with an id", "S101")
            return draft
        self.drafts.append(draft)
        self.starting.setdefault(i, draft)
        if markable:
            self.markables[column, markable] = draft
        return draft

    def _close(self, open_parts: list[tuple[_Draft, int]], i: int, column: int, markable: str) -> None:
        """A closing bracket closes the last one opened, or the one whose markable it names."""
        for place in range(len(open_parts) - 1, -1, -1):
            draft, start = open_parts[place]
            if not markable or draft.markable == markable:
                del open_parts[place]
                draft.parts.append((start, i + 1))
                return
        message = f"`{markable})` closes a mention that is not open"
        self._report(i, column, message, "remove it or open the mention before", "S102")

    def _values(self, i: int, column: int, content: str) -> dict[str, str]:
        values: dict[str, str] = {}
        for part in content.split("|"):
            name, equals, value = part.partition("=")
            if name in _ALIASES:
                name = _ALIASES[name]
            if not equals or name in values:
                message = f"`{part}` is no attribute" if not equals else f"{name} stands twice in a bracket"
                self._report(i, column, message, "attributes are Name=value, separated by |", "S101")
            values[name] = value
        return values

    # mentions

    def _make_mentions(self) -> None:
        self._find_entities()
        for draft in self.drafts:
            parts = draft.parts
            if not parts:
                continue  # reported: it was never closed
            spans = _joined(parts) if len(parts) > 1 else ()
            start, end = (spans[0][0], spans[-1][1]) if spans else parts[0]
            entity = self.entities[draft.column, draft.values["EntityID"]]
            mention = Mention(start, end, entity, parts=spans if len(spans) > 1 else ())
            self._fill(draft, mention)
            draft.mention = mention
            mention.entity.mentions.append(mention)
            self.document.mentions.append(mention)
        self.document.arrange()

    def _find_entities(self) -> None:
        """Name the entities: without `-Pseudo`, and with `-DD` for a discourse entity, unless two ids then clash."""
        raw = {(draft.column, draft.values["EntityID"]): None for draft in self.drafts}
        referring = {id for _, id in raw if not id.endswith(_PSEUDO)}
        taken: set[str] = set()
        for column, id in raw:
            plain = id.removesuffix(_PSEUDO)
            name = _code.decode(id if plain != id and plain in referring else plain)
            while name in taken:
                name += _DD
            taken.add(name)
            self.entities[column, id] = self.document.entity(name)

    def _fill(self, draft: _Draft, mention: Mention) -> None:
        values = draft.values
        markable = values.get("MarkableID", "")
        mention.id = "" if _GENERATED.match(markable) else _code.decode(markable)
        mention.referring = not values["EntityID"].endswith(_PSEUDO)
        mention.link = "disc" if draft.column == _DEIXIS else ""
        if len(values) == 2 and markable:
            return
        values = _decoded(values)
        semantic = values.get("SemType", "")
        mention.infstat = semantic if mention.referring else values.get("InfStat", "")
        mention.category = values.get("Category", "") if mention.referring else semantic
        mention.link = values.get("Link", mention.link)
        mention.optional = "Optional" in values
        if "InEntity" in draft.values:
            mention.entity = self.entities.get((draft.column, draft.values["InEntity"]), mention.entity)
        if "Min" in values:
            mention.min = self._minimum(draft, mention, values["Min"])
        if "Head" in values:
            head = self._index(values["Head"])
            if head is None or not any(start <= head < end for start, end in mention.spans):
                message = f"Head={values['Head']} is not a token of the mention"
                self._report(draft.token, draft.column, message, "it counts the words of the document", "S106")
            else:
                mention.head = head
        self._set_other(mention, values)

    @staticmethod
    def _set_other(mention: Mention, values: dict[str, str]) -> None:
        """Keep the attributes that are nobody else's; a name of our own bears an underscore in the file."""
        further = {name.removeprefix("_"): value for name, value in values.items() if name not in _OWN}
        if further:
            mention.other = {**(mention.other or {}), **further}

    def _index(self, number: str) -> int | None:
        if self.places is not None:
            return self.places.get(number)
        index = int(number) - 1 if number.isascii() and number.isdecimal() and len(number) < 10 else -1
        return index if 0 <= index < len(self.document.tokens) else None

    def _minimum(self, draft: _Draft, mention: Mention, text: str) -> tuple[int, ...]:
        """The tokens of Min: one, a first and a last, or all of three and more."""
        only = self._index(text)
        if only is not None and mention.start <= only < mention.end and not mention.parts:
            return (only,)
        numbers = re.split("[,-]", text) if _NUMBERS.match(text) else []
        found = [index for number in numbers if (index := self._index(number)) is not None]
        sentence = self.document.sentences[self.document.sentence_index(mention.start)]
        inside = set(mention.tokens)
        for shift in (0, sentence.start):  # some files count the words of the sentence
            ends = {index + shift for index in found}
            if found and len(found) == len(numbers) and ends <= inside:
                chosen = set(range(min(ends), max(ends) + 1)) & inside if len(numbers) == 2 else ends
                return tuple(sorted(chosen))
        message = f"Min={text} is not in the mention"
        remedy = "write Min=first,last, counting the words of the document from 1"
        self._report(draft.token, draft.column, message, remedy, "S107")
        return ()

    # what the other columns say

    def _attributes(self, i: int, column: int, cell: str) -> Iterator[tuple[Mention, dict[str, str]]]:
        """The brackets of a cell with the mentions they are about: by MarkableID, or the one that starts here."""
        for content in _CONTENT.findall(cell):
            values = self._values(i, column, content)
            markable = values.pop("MarkableID", None)
            draft = self.starting.get(i) if markable is None else self._markable(markable)
            if draft is None or draft.mention is None:
                message = f"`{content}` is about no mention"
                self._report(i, column, message, "give the MarkableID of a mention in IDENTITY", "S108")
            else:
                yield draft.mention, values

    def _markable(self, markable: str) -> _Draft | None:
        return self.markables.get((_IDENTITY, markable)) or self.markables.get((_DEIXIS, markable))

    def _describe(self, i: int, column: int, cell: str) -> None:
        if column == _REFERENCE and not cell.startswith(("(", ")", "MarkableID=")):
            cell = f"(Reference={_encode(cell)})"
        for mention, values in self._attributes(i, column, cell):
            values = _decoded(values)
            mention.identity = values.get("Reference", mention.identity)
            mention.type = values.get("Entity_Type", mention.type)
            self._set_other(mention, values)

    def _entity(self, id: str) -> Entity | None:
        keys = [(column, name) for column in (_IDENTITY, _DEIXIS) for name in (id, id + _PSEUDO)]
        return next((self.entities[key] for key in keys if key in self.entities), None)

    def _relate(self) -> None:
        for i, cell in self._cells(_BRIDGING):
            for mention, values in self._attributes(i, _BRIDGING, cell):
                self._bridge(i, mention, values)
        elements: dict[str, list[Entity]] = defaultdict(list)
        for draft in self.drafts:
            if draft.mention is not None and draft.values.keys() & {"ElementOf", "SplitFrom"}:
                self._take_elements(draft, draft.mention, elements)
        explained = {split.anaphor.entity.id for split in self.document.splits}
        for id, entities in elements.items():
            if id not in explained:
                anaphor = self.document.entity(id).mentions[0]
                self.document.splits.append(SplitAntecedent(anaphor, tuple(entities)))

    def _take_elements(self, draft: _Draft, mention: Mention, elements: dict[str, list[Entity]]) -> None:
        """Note which entities the mention's is an element of, and the split antecedents it names itself."""
        if "SplitFrom" in draft.values:
            self._split(draft, mention, draft.values["SplitFrom"].split(","))
        if "ElementOf" not in draft.values:
            return
        for id in draft.values["ElementOf"].split(","):
            whole = self._entity(id)
            if whole is None or not whole.mentions:
                message = f"ElementOf={id} names no entity"
                self._report(draft.token, draft.column, message, "name an EntityID of the document", "S108")
            elif mention.entity not in elements[whole.id]:
                elements[whole.id].append(mention.entity)

    def _split(self, draft: _Draft, anaphor: Mention, ids: list[str]) -> None:
        entities = [self._entity(id) for id in ids]
        if None in entities:
            message = f"SplitFrom={','.join(ids)} names an entity that is not there"
            self._report(draft.token, draft.column, message, "name EntityIDs of the document", "S108")
        self.document.splits.append(SplitAntecedent(anaphor, tuple(entity for entity in entities if entity)))

    def _bridge(self, i: int, anaphor: Mention, values: dict[str, str]) -> None:
        draft = self._markable(values.pop("MentionAnchor", ""))
        mention = draft.mention if draft else None
        id = values.pop("EntityAnchor", None)
        anchor = self._entity(id) if id is not None else mention.entity if mention else None
        if anchor is None:
            message = f"the anchor of markable {anaphor.id or 'here'} does not exist"
            self._report(i, _BRIDGING, message, "give MentionAnchor a MarkableID, or EntityAnchor an EntityID", "S108")
            return
        at_entity = values.pop("Anchor", "") == "Entity"
        relation = _code.decode(values.pop("Rel", ""))
        self.document.bridges.append(Bridge(anaphor, anchor, relation, None if at_entity else mention))
        self._set_other(anaphor, _decoded(values))


def _decoded(values: dict[str, str]) -> dict[str, str]:
    decode = _code.decode
    return {decode(name): decode(value) if "%" in value else value for name, value in values.items()}


def _joined(parts: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The parts of a mention in order; those that touch become one."""
    result: list[tuple[int, int]] = []
    for start, end in sorted(parts):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return tuple(result)


def _labels(document: Document) -> list[str]:
    """How Min and Head call each token: words are counted; empty nodes are 5.1, 5.2 … after the fifth word."""
    labels: list[str] = []
    words = empties = 0
    for id in document.tokens.table.column("id"):
        words, empties = (words, empties + 1) if "." in id else (words + 1, 0)
        labels.append(f"{words}.{empties}" if empties else str(words))
    return labels


def _places(document: Document) -> dict[str, int]:
    return {label: i for i, label in enumerate(_labels(document))}


# --- writing


def write(documents: Iterable[Document], target: Target) -> None:
    with target.text() as file:
        declared = ""
        for document in documents:
            columns = " ".join((*STANDARD, *document.tokens.table.extra))
            if columns != declared:
                file.write(f"# global.columns = {columns}\n")
                declared = columns
            _write_document(file, document)


def _write_document(file: IO[str], document: Document) -> None:
    extra = document.tokens.table.extra
    cells = _Cells(document).columns()
    if extra:
        further = list(zip(*extra.values(), strict=True))
        cells = {i: (*cells.get(i, _BLANK), *further[i]) for i in range(len(further))}
    if document.layout.get("comments", "").endswith("without newdoc"):
        file.write(f"# newdoc id = {encode_value(document.id)}\n")  # the scorer passes over documents without a name
    for index in range(len(document.sentences)):
        write_sentence(
            file,
            document,
            index,
            notes={},
            replaced=_MODELLED_NOTES,
            further=cells,
            width=len(UA_COLUMNS) + len(extra),
        )
    if not document.sentences:
        name = f"newdoc id = {encode_value(document.id)}"
        spaces = [f"spaces = {encode_spaces(document.text)}"] if document.text else []
        file.write("".join(f"# {line}\n" for line in [name, *meta_lines(document.meta).values(), *spaces]) + "\n")


class _Column:
    """The brackets of one column, by token."""

    def __init__(self) -> None:
        self.brackets: list[tuple[int, int, str, str]] = []

    def add(self, spans: Iterable[tuple[int, int]], markable: str, first: str, further: str = "") -> None:
        """Brackets around each span; `further` is what those after the first say."""
        for number, (start, end) in enumerate(spans):
            self.brackets.append((start, -end, first if number == 0 else further, markable))

    def cells(self, named: bool) -> dict[int, str]:
        """Each token's cell: brackets that close, those that open, and those of a single token."""
        closing: dict[int, str] = defaultdict(str)
        opening: dict[int, str] = defaultdict(str)
        for start, end, content, markable in sorted(self.brackets, key=lambda bracket: bracket[:2]):
            single = -end == start + 1
            opening[start] += f"({content})" if single else f"({content}"
            if not single:
                closing[-end - 1] += f"{markable})" if named else ")"
        return {i: closing[i] + opening[i] for i in {*closing, *opening}}

    @property
    def crosses(self) -> bool:
        """Whether two brackets overlap without one being in the other."""
        ends: list[int] = []
        for start, end, *_ in sorted(self.brackets, key=lambda bracket: bracket[:2]):
            while ends and ends[-1] <= start:
                ends.pop()
            if ends and ends[-1] < -end:
                return True
            ends.append(-end)
        return False


class _Cells:
    """The five columns of a document to write."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.referring = {m.entity.id for m in document.mentions if m.referring}
        self.entity_ids = {entity.id: self._entity_id(entity.id) for entity in document.entities}
        self.markables = self._markable_ids()
        self.labels = _labels(document)
        self.element_of, self.split_from = self._splits()

    def columns(self) -> dict[int, tuple[str, ...]]:
        """The cells of every token that has any."""
        columns = [_Column() for _ in UA_COLUMNS]
        for entity in self.document.entities:
            deixis = all(mention.link == "disc" for mention in entity.mentions)
            for mention in entity.mentions:
                self._add(columns, mention, _DEIXIS if deixis else _IDENTITY)
        self._add_bridges(columns[_BRIDGING])
        cells = [
            column.cells(named=number in (_IDENTITY, _DEIXIS) and column.crosses)
            for number, column in enumerate(columns)
        ]
        marked = {i for column in cells for i in column}
        return {i: tuple(column.get(i, "_") for column in cells) for i in marked}

    def _add(self, columns: list[_Column], mention: Mention, column: int) -> None:
        markable = self.markables[id(mention)]
        spans = mention.spans
        entity = self.entity_ids[mention.entity.id]
        if not mention.referring and mention.entity.id in self.referring:
            entity += _PSEUDO
        name = f"EntityID={entity}|MarkableID={markable}"
        attributes = "".join(f"|{key}={value}" for key, value in self._attributes(mention, column) if value)
        columns[column].add(spans, markable, name + attributes, name)
        if mention.identity:
            content = f"MarkableID={markable}|Reference={_encode(mention.identity)}"
            columns[_REFERENCE].add(spans[:1], markable, content)
        described = [("Entity_Type", _encode(mention.type))] if mention.type else []
        described += [(_own_name(key), _encode(value)) for key, value in (mention.other or {}).items()]
        if described:
            content = "|".join(f"{key}={value}" for key, value in (("MarkableID", markable), *described))
            columns[_NOM_SEM].add(spans[:1], markable, content)

    def _attributes(self, mention: Mention, column: int) -> Iterator[tuple[str, str]]:
        referring = mention.referring
        yield "Min", self._minimum(mention)
        yield "SemType", _encode(mention.infstat if referring else mention.category)
        yield "ElementOf", ",".join(self.element_of.get(id(mention), ()))
        yield "SplitFrom", ",".join(self.split_from.get(id(mention), ()))
        yield "Head", "" if mention.head is None else self.labels[mention.head]
        yield "Link", _encode(mention.link) if column == _IDENTITY else ""
        yield "InfStat", "" if referring else _encode(mention.infstat)
        yield "Category", _encode(mention.category) if referring else ""
        yield "Optional", "Yes" if mention.optional else ""
        mixed = not referring and mention.entity.id in self.referring
        yield "InEntity", self.entity_ids[mention.entity.id] if mixed else ""

    def _minimum(self, mention: Mention) -> str:
        """`first,last` for tokens in a row; all of them, and at least three, where there are gaps."""
        tokens = mention.min
        if not tokens:
            return ""
        chosen = [i for i in mention.tokens if tokens[0] <= i <= tokens[-1]]
        if len(tokens) == 1 or chosen == list(tokens):
            ends = dict.fromkeys((tokens[0], tokens[-1]))
            return ",".join(self.labels[i] for i in ends)
        return ",".join(self.labels[i] for i in (*tokens, tokens[-1])[: max(3, len(tokens))])

    def _entity_id(self, id: str) -> str:
        """The EntityID: `…-Pseudo` if and only if no mention of the entity refers."""
        if id in self.referring:
            name = _encode(id, ",")
            return f"{name.removesuffix(_PSEUDO)}%2DPseudo" if name.endswith(_PSEUDO) else name
        plain = id.removesuffix(_PSEUDO)
        return _encode(id, ",") if plain != id and plain in self.referring else _encode(id, ",") + _PSEUDO

    def _markable_ids(self) -> dict[int, str]:
        """MarkableIDs: the mentions' own ids, and numbers after an underscore for those without."""
        ids: dict[int, str] = {}
        taken: set[str] = set()
        for number, mention in enumerate(self.document.mentions, 1):
            name = _encode(mention.id, ",")
            if name.startswith("_"):
                name = f"%5F{name[1:]}"
            ids[id(mention)] = name if name and name not in taken else f"_{number}"
            taken.add(name)
        return ids

    def _splits(self) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
        """ElementOf at the antecedents' first mentions; SplitFrom at anaphors for which that would not do."""
        element_of: dict[int, list[str]] = defaultdict(list)
        split_from: dict[int, list[str]] = {}
        count: dict[str, int] = defaultdict(int)
        for split in self.document.splits:
            count[split.anaphor.entity.id] += 1
        for split in self.document.splits:
            whole = split.anaphor.entity
            if count[whole.id] > 1 or split.anaphor is not whole.mentions[0]:
                split_from[id(split.anaphor)] = [self.entity_ids[entity.id] for entity in split.antecedents]
            for entity in split.antecedents:
                names = element_of[id(entity.mentions[0])]
                if self.entity_ids[whole.id] not in names:
                    names.append(self.entity_ids[whole.id])
        return element_of, split_from

    def _add_bridges(self, column: _Column) -> None:
        for bridge in self.document.bridges:
            markable = self.markables[id(bridge.anaphor)]
            anchor = self.markables[id(bridge.anchor_mention or bridge.anchor.mentions[0])]
            content = f"MarkableID={markable}"
            if bridge.relation:
                content += f"|Rel={_encode(bridge.relation)}"
            content += f"|MentionAnchor={anchor}|EntityAnchor={self.entity_ids[bridge.anchor.id]}"
            if bridge.anchor_mention is None:
                content += "|Anchor=Entity"
            column.add(bridge.anaphor.spans[:1], markable, content)


def _own_name(key: str) -> str:
    """An attribute's name, told apart from those that the format uses itself."""
    return _encode(f"_{key}" if key in _OWN or key.startswith("_") else key, "=")


FORMAT = Format(
    name="ua",
    title="Universal Anaphora, exploded (CoNLL-UA, CODI-CRAC)",
    endings=(".ua", ".conllua"),
    sniff=sniff,
    read=read,
    write=write,
    holds=ALL - {Feature.REGIONS, Feature.ALTERNATIVES, Feature.DECISIONS},
    note="holds everything but text regions, alternative expressions and decisions",
)
