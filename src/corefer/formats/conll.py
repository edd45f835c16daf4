"""CoNLL-2011/2012 coreference: one token a line, the entities in brackets in the last column.

The full format has eleven columns, the predicate arguments, and coreference. What scorers are given is
often shorter, so a file here may stop after any of the eleven: coreference is the last column, the others
count from the left. Columns that the model does not have (parse bit, senses, named entities, arguments)
are kept in the token table's `extra`; a column in which no token has a value says nothing and is left out.

Scoring reads whole corpora twice, so a document is split column by column, and only the few lines with
brackets are looked at one by one.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, compress, pairwise
from operator import not_
from sys import intern

from corefer.document import Builder, Document, Feature, FormatError, Mention
from corefer.formats.base import Format, Source, Target

COLUMNS = (
    "document", "part", "number", "form", "xpos", "parse", "lemma", "frameset", "sense", "speaker", "entities",
)  # fmt: skip
_WIDTH = len(COLUMNS) + 1
_LITBANK_WIDTH = 13
_KEPT = ("document", "part", "parse", "frameset", "sense", "speaker", "entities", "args")  # what `extra` may take
_NULLS = frozenset(("-", "_", "*", ""))
_FILLERS = {"parse": "*", "entities": "*"}

_BEGIN = re.compile(r"#(?<![^\n]#)[ \t]*begin document[ \t]*(.*)")  # a leading literal makes the search fast
_END = re.compile(r"#(?<![^\n]#)[ \t]*end document.*")
_TITLE = re.compile(r"\((.*)\);?\s*(?:part\s+([0-9]{1,9})\s*)?")
_PART = re.compile(r"[0-9]{1,9}")
_NAMES = "#columns\t"
_PART_ID = re.compile(r"(.*)_part_([0-9]{3,9})", re.DOTALL)
_BRACKET = re.compile(r"(\(?)([^()|\s]+)(\)?)")
_ESCAPED = re.compile(r"/*[-_*]")
_BLANK = re.compile(r"^[ \t]+$", re.MULTILINE)
_CELL = re.compile(r"[^ ]+")


def sniff(head: str, name: str) -> bool:
    lines = (line for line in head.split("\n") if line.strip())
    for line in lines:
        if _BEGIN.match(line):
            return True
        if not line.startswith("#"):
            return False
    return False


def sniff_litbank(head: str, name: str) -> bool:
    """LitBank's rows end with eight columns of `_` and one of coreference that is empty or a bracket."""
    rows = [line for line in head.split("\n") if line.strip() and not line.startswith("#")]
    if not rows or not sniff(head, name):
        return False
    cells = rows[0].rstrip("\r").split("\t")
    return len(cells) == _LITBANK_WIDTH and cells[4:-1] == ["_"] * 8 and cells[-1] != "-"


# --- reading


@dataclass(slots=True)
class _Block:
    """The lines between `#begin document` and `#end document`, and what was said about them before."""

    title: str
    line: int
    body: str
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class _Rows:
    """A block's token lines: their numbers in the file, where sentences end, and the comments among them."""

    lines: list[str]
    numbers: array[int]
    ends: list[int]
    comments: list[tuple[int, str]] = field(default_factory=list)


def read(source: Source) -> Iterator[Document]:
    """Documents one by one; a document's part, unless it is the first (0), belongs to its id: `name_part_001`."""
    for block in _blocks(source):
        yield _document(source, block)


def _blocks(source: Source) -> Iterator[_Block]:
    names: tuple[str, ...] = ()
    for line, piece in _pieces(source):
        begin = _BEGIN.match(piece)
        if begin is None:
            names = _outside(source, piece, line)
            continue
        end = _END.search(piece)
        body = piece[begin.end() + 1 : end.start() if end else len(piece)]
        if not begin[1].strip():
            raise source.error("this document has no name", line, 1, "write `#begin document (name); part 000`")
        yield _Block(begin[1], line, body, names)
        names = _outside(source, piece[end.end() :], line + piece.count("\n", 0, end.start())) if end else ()


def _pieces(source: Source) -> Iterator[tuple[int, str]]:
    """The file cut before every `#begin document`, each piece with the number of its first line."""
    parts: list[str] = []
    line = 1
    for chunk in source.chunks():
        text = chunk.replace("\r\n", "\n") if "\r" in chunk else chunk
        cut = 0
        for begin in _BEGIN.finditer(text):
            piece = "".join((*parts, text[cut : begin.start()]))
            if piece:
                yield line, piece
            line += piece.count("\n")
            cut = begin.start()
            parts = []
        parts.append(text[cut:])
    yield line, "".join(parts)


def _outside(source: Source, text: str, line: int) -> tuple[str, ...]:
    """The names of further columns that stand before a document; nothing but comments may stand there."""
    names: tuple[str, ...] = ()
    for number, content in enumerate(text.split("\n"), line):
        if content.startswith(_NAMES):
            names = tuple(content.split("\t")[1:])
            if len(set(names)) < len(names):
                raise source.error("#columns names a column twice", number, 1, "give every column its own name")
        elif content.strip() and not content.startswith("#"):
            message = "this line is outside of a document"
            raise source.error(message, number, 1, "begin documents with `#begin document (name); part 000`")
    return names


def _document(source: Source, block: _Block) -> Document:
    name, part = _name_and_part(block.title)
    rows = _rows(block, name)
    columns, named, coref = _columns(source, rows, block) if rows.lines else ({}, {}, [])
    _check_parts(source, columns.get("part", []), rows)
    known, speakers, extra = _interpret(columns, name, part, rows.ends)
    for twice in extra.keys() & named.keys():
        message = f"#columns names `{twice}`, which stands in its own place already"
        raise source.error(message, rows.numbers[0], 1, "rename one of the two columns")
    builder = Builder(_document_id(name, part))
    forms = list(map(intern, columns["form"])) if "form" in columns else ["_"] * len(rows.lines)
    comments = _comments_by_sentence(rows)
    for index, (start, end) in enumerate(pairwise((0, *rows.ends))):
        builder.add_sentence(forms[start:end], speaker=speakers[index], comments=comments.get(index, ()))
    builder.columns = known
    builder.extra = extra | named
    document = builder.build()
    document.lines = rows.numbers
    document.layout["conll.begin"] = block.title
    document.layout["conll.columns"] = str(min(len(columns) + 1, _WIDTH))
    document.add_spans(_spans(source, coref, rows))
    document.arrange()
    return document


def _name_and_part(title: str) -> tuple[str, int]:
    """The name and the part in `(name); part 000`; the part may be missing, and so may the parentheses."""
    match = _TITLE.fullmatch(title)
    return (match[1], int(match[2] or 0)) if match else (title.strip(), 0)


def _document_id(name: str, part: int) -> str:
    return f"{name}_part_{part:03d}" if part else name


def _rows(block: _Block, name: str) -> _Rows:
    """Find the token lines; blank lines end sentences, comments do not."""
    body = block.body
    if "\n " in body or "\n\t" in body or body[:1] in (" ", "\t"):
        body = _BLANK.sub("", body)
    lines = body.split("\n")
    numbers = array("l", range(block.line + 1, block.line + 1 + len(lines)))
    comments: list[tuple[int, str]] = []
    if body.startswith("#") or "\n#" in body:
        own = (name,) if name.startswith("#") else ()  # token lines may start so, too
        comment = [line.startswith("#") and not line.startswith(own) for line in lines]
        comments = _placed_comments(lines, comment)
        numbers = array("l", compress(numbers, map(not_, comment)))
        lines = [line for line, skipped in zip(lines, comment, strict=True) if not skipped]
    blanks = [i for i, line in enumerate(lines) if not line]
    tokens = list(filter(None, lines))
    befores = (i - before for before, i in enumerate(blanks))
    ends = [end for start, end in pairwise((0, *befores, len(tokens))) if end > start]
    for i in reversed(blanks):
        del numbers[i]
    return _Rows(tokens, numbers, ends, comments)


def _placed_comments(lines: list[str], comment: list[bool]) -> list[tuple[int, str]]:
    """Each comment with the number of token lines before it."""
    placed: list[tuple[int, str]] = []
    before = 0
    for line, is_comment in zip(lines, comment, strict=True):
        if is_comment:
            placed.append((before, line[1:].strip()))
        elif line:
            before += 1
    return placed


def _comments_by_sentence(rows: _Rows) -> dict[int, tuple[str, ...]]:
    """Comments belong to the sentence they stand in or before, or else to the last one."""
    found: dict[int, list[str]] = defaultdict(list)
    for before, comment in rows.comments:
        found[min(bisect_right(rows.ends, before), len(rows.ends) - 1)].append(comment)
    return {index: tuple(comments) for index, comments in found.items()}


def _columns(
    source: Source, rows: _Rows, block: _Block
) -> tuple[dict[str, list[str]], dict[str, list[str]], list[str]]:
    """The columns that CoNLL-2012 knows, the columns named before the document, and coreference."""
    cells = _cells(source, rows)
    coref = cells.pop()
    columns = dict(zip(COLUMNS, cells, strict=False))
    further = cells[len(COLUMNS) :]
    if block.names:
        if len(further) != len(block.names):
            message = f"#columns names {len(block.names)} columns after the eleventh, the rows have {len(further)}"
            raise source.error(message, rows.numbers[0], 1, "name every column between the eleventh and the last")
        return columns, dict(zip(block.names, further, strict=True)), coref
    if further:
        columns["args"] = further[0] if len(further) == 1 else list(map(" ".join, zip(*further, strict=True)))
    return columns, {}, coref


def _cells(source: Source, rows: _Rows) -> list[list[str]]:
    """The columns of all rows; those after the eleventh, which differ in number by sentence, joined into one."""
    lines = rows.lines
    tabbed = any("\t" in line for line in lines)
    if tabbed:
        width = lines[0].count("\t") + 1
        cells = "\t\n\t".join(lines).split("\t")  # a cell between lines shows whether all are of this width
        if len(cells) == len(lines) * (width + 1) - 1 and set(cells[width :: width + 1]) <= {"\n"}:
            return [cells[i :: width + 1] for i in range(width)]
    table = _ragged(lines) if tabbed else list(map(_CELL.findall, lines))
    if len(set(map(len, table))) == 1 and len(table[0]) > 1:
        return list(map(list, zip(*table, strict=True)))
    _check_widths(source, table, rows)
    fixed = len(COLUMNS)
    columns = list(map(list, zip(*(row[:fixed] for row in table), strict=True)))
    return [*columns, [" ".join(row[fixed:-1]) or "_" for row in table], [row[-1] for row in table]]


def _ragged(lines: list[str]) -> list[list[str]]:
    """Rows of different numbers of cells: what is empty at the end of one belongs to it only if most are as long."""
    table = [line.split("\t") for line in lines]
    ((usual, _),) = Counter(map(len, table)).most_common(1)
    return [row if len(row) == usual else line.rstrip("\t").split("\t") for row, line in zip(table, lines, strict=True)]


def _check_widths(source: Source, table: list[list[str]], rows: _Rows) -> None:
    """Rows of a sentence must agree; rows of different sentences may differ in predicate arguments only."""
    for start, end in pairwise((0, *rows.ends)):
        expected = len(table[start] if len(table[0]) >= _WIDTH and len(table[start]) >= _WIDTH else table[0])
        for i in range(start, end):
            if len(table[i]) != expected or expected < 2:
                message = f"{max(expected, 2)} columns are expected here, and this row has {len(table[i])}"
                remedy = "separate columns by tabs or spaces, and give every row of a sentence the same number"
                raise source.error(message, rows.numbers[i], 1, remedy)


def _check_parts(source: Source, column: list[str], rows: _Rows) -> None:
    """A part that is no number shows that the columns are not those of CoNLL-2012."""
    odd = {value for value in set(column) - _NULLS if not _PART.fullmatch(value)}
    if odd:
        i = next(i for i, value in enumerate(column) if value in odd)
        message = f"`{column[i]}` is not the number of a part"
        place = rows.lines[i].find(column[i], 1) + 1
        raise source.error(message, rows.numbers[i], place, f"columns are {', '.join(COLUMNS[:4])}, …, coreference")


def _interpret(
    columns: dict[str, list[str]], name: str, part: int, ends: list[int]
) -> tuple[dict[str, list[str]], list[str], dict[str, list[str]]]:
    """What columns say: those that the model has, the speaker of each sentence, and the others."""
    known: dict[str, list[str]] = {key: _plain(columns[key], "_") for key in ("xpos", "lemma") if key in columns}
    extra = {key: columns[key] for key in _KEPT if key in columns}
    for key in ("parse", "frameset", "sense", "entities", "args"):
        if key in extra and set(extra[key]) <= _NULLS:
            del extra[key]
    if set(extra.get("document", ())) <= {name, _cell(name)}:
        extra.pop("document", None)
    if all(value in _NULLS or int(value) == part for value in set(extra.get("part", ()))):
        extra.pop("part", None)
    spoken = _plain(extra.get("speaker", []), "")
    by_sentence = [spoken[start:end] for start, end in pairwise((0, *ends))]
    if all(len(set(speakers)) <= 1 for speakers in by_sentence):
        extra.pop("speaker", None)
    return known, [next(filter(None, speakers), "") for speakers in by_sentence], extra


def _plain(column: list[str], nothing: str) -> list[str]:
    """The column's values without their escapes, and `nothing` where there is none."""
    values = {value: nothing if value in _NULLS else _unescape(value) for value in set(column)}
    return [values[value] for value in column]


def _unescape(value: str) -> str:
    return value[1:] if value[0] == "/" and _ESCAPED.fullmatch(value) else value


def _spans(source: Source, coref: list[str], rows: _Rows) -> list[tuple[int, int, str]]:
    """Start, end and entity of every mention, in document order; a bracket closes the innermost of its entity."""
    found: list[tuple[int, int, int, str]] = []
    waiting: dict[str, list[tuple[int, int]]] = defaultdict(list)
    order = 0
    for i, cell in enumerate(coref):
        if cell in _NULLS:
            continue
        for opening, entity, closing in _brackets(cell) or _report_cell(source, cell, i, rows):
            order += 1
            if not closing:
                waiting[entity].append((i, order))
            elif opening:
                found.append((i, -i - 1, order, entity))
            elif waiting[entity]:
                start, place = waiting[entity].pop()
                found.append((start, -i - 1, place, entity))
            else:
                message = f"`{entity})` closes a mention that is not open"
                place, remedy = _place(rows, i, cell, f"{entity})"), f"remove it or add `({entity}` before"
                source.report(message, rows.numbers[i], place, remedy, "S102")
    for start, _, entity in sorted((*opened, entity) for entity, stack in waiting.items() for opened in stack):
        place, remedy = _place(rows, start, coref[start], f"({entity}"), f"add `{entity})` to its last word"
        source.report(f"`({entity}` is never closed", rows.numbers[start], place, remedy, "S103")
    return [(start, -end, entity) for start, end, _, entity in sorted(found)]


@lru_cache(1 << 14)
def _brackets(cell: str) -> tuple[tuple[str, str, str], ...]:
    """The brackets of a cell, with or without `|` between them; none if it holds anything else."""
    cell = cell.strip()
    pieces: list[tuple[str, str, str]] = _BRACKET.findall(cell)
    complete = "".join(chain.from_iterable(pieces)) == cell.replace("|", "")
    return tuple(pieces) if complete and all(opening or closing for opening, _, closing in pieces) else ()


def _report_cell(source: Source, cell: str, i: int, rows: _Rows) -> tuple[()]:
    cell = cell.strip()
    if cell not in _NULLS:
        remedy = "write `-`, or brackets such as `(1`, `(1)` and `1)` with `|` between"
        source.report(f"`{cell}` is not coreference", rows.numbers[i], _place(rows, i, cell, cell), remedy, "S101")
    return ()


def _place(rows: _Rows, i: int, cell: str, bracket: str) -> int:
    """The column, counted in characters from 1, at which a bracket stands in its line."""
    return rows.lines[i].rfind(cell) + cell.find(bracket) + 1


# --- writing


def write(documents: Iterable[Document], target: Target) -> None:
    """Every document with as many columns as its file had if they suffice, or else with all of CoNLL-2012."""
    with target.text() as file:
        for document in documents:
            title = _title(document, "000")
            sheet = _sheet(document, title)
            _check_cells(document, title, [sheet.names, *sheet.cells, sheet.arguments], target)
            header = f"{_NAMES}{_TAB.join(sheet.names)}\n" if sheet.names else ""
            file.write(header + _block_text(document, title, _with_arguments(document, sheet), "-", target))


def write_litbank(documents: Iterable[Document], target: Target) -> None:
    """LitBank's thirteen columns: eight of them always `_`, and an empty last one where no bracket stands."""
    with target.text() as file:
        for document in documents:
            title = _title(document, "0")
            columns = _standard_columns(document, *_name_and_part(title))
            cells = [columns[name] for name in COLUMNS[:4]]
            _check_cells(document, title, cells, target)
            unused = [["_"] * len(document.tokens)] * (_LITBANK_WIDTH - 5)
            file.write(_block_text(document, title, cells + unused, "", target))


_TAB = "\t"


def _title(document: Document, first_part: str) -> str:
    """The begin line's own words if they still name this document, or else `(name); part 000`."""
    title = document.layout.get("conll.begin", "")
    if title and _document_id(*_name_and_part(title)) == document.id:
        return title
    match = _PART_ID.fullmatch(document.id)
    if match and int(match[2]) and _document_id(match[1], int(match[2])) == document.id:
        return f"({match[1]}); part {int(match[2]):0{len(first_part)}d}"
    return f"({document.id}); part {first_part}"


def _cell(name: str) -> str:
    """A document's name as a cell: without white space, and not like a comment."""
    return re.sub(r"\s|^#", "_", name)


def _standard_columns(document: Document, name: str, part: int) -> dict[str, list[str]]:
    """The eleven columns as the model fills them; `-` or `*` stands in those that it does not have."""
    table, sentences = document.tokens.table, document.sentences
    size = len(table)
    columns = {key: [_FILLERS.get(key, "-")] * size for key in COLUMNS}
    columns["document"] = [_cell(name)] * size
    columns["part"] = [str(part)] * size
    columns["number"] = [str(i) for sentence in sentences for i in range(len(sentence))]
    columns["form"] = table.forms
    for key in ("xpos", "lemma"):
        columns[key] = [_escape(value) if value != "_" else "-" for value in table.column(key)]
    columns["speaker"] = [_escape(sentence.speaker) or "-" for sentence in sentences for _ in range(len(sentence))]
    return columns


def _escape(value: str) -> str:
    """A value that would read as none is written as OntoNotes writes such tokens: `/-`."""
    return f"/{value}" if _ESCAPED.fullmatch(value) else value


@dataclass(slots=True)
class _Sheet:
    """What a document's rows say before coreference: cells by column, the names of the columns after the eleventh
    if they are not predicate arguments, and the arguments of each row, a space apart, if they are."""

    cells: list[list[str]]
    names: list[str]
    arguments: list[str]


def _sheet(document: Document, title: str) -> _Sheet:
    """`extra` goes where CoNLL-2012 has a place for it.

    What would not read back the same from there (a name that CoNLL-2012 does not know, a column of nothing
    but `-`) follows under its name.
    """
    name, part = _name_and_part(title)
    extra, ends = document.tokens.table.extra, list(document.sentences.table.ends)
    standard = _standard_columns(document, name, part)
    own = {key: values for key, values in extra.items() if key in _KEPT and _fits(key, values, ends)}
    _, speakers, told = _interpret({**standard, **own}, name, part, ends)
    if speakers != document.sentences.table.speakers:
        told.pop("speaker", None)
    further = {key: values for key, values in extra.items() if told.get(key) != values}
    if further and "args" in own:
        further["args"] = own["args"]
    columns = {**standard, **{key: values for key, values in own.items() if key not in further}}
    arguments = columns.pop("args", [])
    width = _WIDTH if further or arguments else _width(document, columns, {*own})
    cells = [columns[key] for key in COLUMNS[: width - 1]]
    return _Sheet([*cells, *further.values()], list(further), arguments)


def _with_arguments(document: Document, sheet: _Sheet) -> list[list[str]]:
    """The columns with the arguments, whose number differs by sentence, behind the cells of the last one."""
    if not sheet.arguments:
        return sheet.cells
    last = list(sheet.cells[-1])
    for start, end in pairwise((0, *document.sentences.table.ends)):
        if set(sheet.arguments[start:end]) != {"_"}:
            last[start:end] = [f"{last[i]} {sheet.arguments[i]}".replace(" ", "\t") for i in range(start, end)]
    return [*sheet.cells[:-1], last]


def _fits(key: str, values: list[str], ends: list[int]) -> bool:
    """Whether a column of that name may stand in its place in the file."""
    if key == "document":
        return not any(value.startswith("#") for value in values)
    if key == "part":
        return all(value in _NULLS or _PART.fullmatch(value) for value in values)
    if key == "args":
        counts = [value.count(" ") for value in values]
        return all(value.split(" ") == value.split() != [] for value in values) and all(
            len(set(counts[start:end])) == 1 for start, end in pairwise((0, *ends))
        )
    return True


def _width(document: Document, columns: dict[str, list[str]], own: set[str]) -> int:
    """The number of columns of the document's file if the others say nothing, or else all."""
    width = document.layout.get("conll.columns", "")
    if width not in map(str, range(2, _WIDTH)):
        return _WIDTH
    dropped = COLUMNS[int(width) - 1 :]
    silent = all(key not in own if key in ("part", "number") else set(columns[key]) <= _NULLS for key in dropped)
    return int(width) if silent else _WIDTH


def _block_text(document: Document, title: str, columns: list[list[str]], nothing: str, target: Target) -> str:
    """The lines of one document, from `#begin` to `#end`."""
    rows = list(map("\t".join, zip(*columns, _coref(document, nothing, target), strict=True)))
    sentences = ["\n".join(rows[start:end]) for start, end in pairwise((0, *document.sentences.table.ends))]
    return "\n".join((f"#begin document {title}", *(f"{sentence}\n" for sentence in sentences), "#end document\n"))


def _check_cells(document: Document, title: str, columns: list[list[str]], target: Target) -> None:
    for cell in chain((title.replace("\t", " "),), *columns):
        if "\n" in cell or "\t" in cell:
            message = f"{document.id}: `{cell!r}` cannot stand in a column"
            raise FormatError(message, source=target.name, remedy="take tabs and line ends out of it")


def _coref(document: Document, nothing: str, target: Target) -> list[str]:
    """The last column: in a cell, mentions that begin (outer first), single tokens, mentions that end (inner first)."""
    opening: dict[int, list[str]] = defaultdict(list)
    closing: dict[int, list[str]] = defaultdict(list)
    _check_crossing(document, target)
    for mention in document.mentions:
        entity = mention.entity.id
        if mention.end == mention.start + 1:
            opening[mention.start].append(f"({entity})")
        else:
            opening[mention.start].append(f"({entity}")
            closing[mention.end - 1].insert(0, f"{entity})")
    cells = [nothing] * len(document.tokens)
    for i in {*opening, *closing}:
        cells[i] = "|".join((*opening.get(i, ()), *closing.get(i, ())))
    return cells


def _check_crossing(document: Document, target: Target) -> None:
    """A bracket closes the innermost mention of its entity, so two of one entity cannot cross."""
    around: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        stack = around[mention.entity.id]
        while stack and stack[-1].end <= mention.start:
            stack.pop()
        if stack and stack[-1].end < mention.end:
            words = " and ".join(f"`{document.mention_text(crossing)}`" for crossing in (stack[-1], mention))
            message = f"{document.id}: {words} cross and are of one entity, which brackets cannot say"
            raise FormatError(message, source=target.name, remedy="merge the two mentions or write another format")
        stack.append(mention)


HOLDS = frozenset(
    (
        Feature.MENTIONS,
        Feature.TOKENS,
        Feature.SENTENCES,
        Feature.SPEAKERS,
        Feature.XPOS,
        Feature.LEMMAS,
        Feature.EXTRA_COLUMNS,
        Feature.SINGLETONS,
        Feature.CROSSING,
        Feature.ACROSS_SENTENCES,
    )
)

FORMAT = Format(
    name="conll",
    title="CoNLL-2011/2012 coreference, with any number of columns",
    endings=(".conll", ".gold_conll", ".auto_conll"),
    sniff=sniff,
    read=read,
    write=write,
    holds=HOLDS,
    note="words, tags, speakers and numbered entities; comments are read but not written",
)

LITBANK = Format(
    name="litbank",
    title="LitBank's CoNLL: thirteen columns, the last one empty where nothing is annotated",
    endings=(".litbank.conll",),
    sniff=sniff_litbank,
    read=read,
    write=write_litbank,
    holds=HOLDS - {Feature.SPEAKERS, Feature.XPOS, Feature.LEMMAS, Feature.EXTRA_COLUMNS},
    note="words and numbered entities",
)
