"""CoNLL-U: sentences, tokens, comments and white space, without loss.

CorefUD and CoNLL-UA are CoNLL-U with annotation on top, so they read and write their sentences here. The
rule for writing is the same everywhere: what the model holds decides; where the file's own wording says
the same thing (order of attributes, an unneeded `SpacesAfter`), the wording is kept, so that what was
read comes out byte for byte.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from operator import add
from typing import IO

from corefer.document import Builder, Document, FormatError, Multiword
from corefer.document.features import comment_key
from corefer.document.tokens import COLUMNS
from corefer.formats.base import Source
from corefer.formats.comment_values import BLANKS, decode_value, encode_value, meta_lines, value_of

_SPACE_CODES = {"\\s": " ", "\\t": "\t", "\\n": "\n", "\\r": "\r", "\\p": "|", "\\\\": "\\"}
_SPACE_CODE = re.compile(r"\\[stnrp\\]")
_TO_CODE = {text: code for code, text in _SPACE_CODES.items() if text.isspace()}
_ID = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[1-9][0-9]{0,8})?\Z")
_RANGE = re.compile(r"([1-9][0-9]*)-([1-9][0-9]*)\Z")
_NO_SPACE = re.compile(r"(?:^|\|)SpaceAfter=No(?:\||$)")
_SENTENCE_COMMENTS = ("sent_id", "text", "newpar", "speaker")
_NEWDOC = re.compile(r"# ?newdoc(?:[ \t]+id[ \t]*=(.*))?[ \t]*\Z")


@dataclass(slots=True)
class RawDocument:
    """A document's CoNLL-U as read: the builder with tokens and text, and where each token stood in the file.

    `miscs` are the tokens' MISC values, `rest` their columns beyond the tenth, if the file has them;
    `comments` those of a block without tokens, which belong to the sentence to come.
    """

    builder: Builder
    comments: tuple[str, ...] = ()
    lines: array[int] = field(default_factory=lambda: array("l"))
    miscs: list[str] = field(default_factory=list)
    rest: list[tuple[str, ...]] = field(default_factory=list)
    open_gap: bool = False
    named: bool = True

    def finish(self) -> Document:
        """Build the document and take its metadata from the comments; annotation is left to the caller."""
        if self.open_gap:
            self.builder.gaps[-1] = "\n"
        if not self.builder.forms:
            spaces = [comment[9:] for comment in self.comments if comment.startswith("spaces = ")]
            self.builder.before = _decode_spaces("".join(spaces))
        document = self.builder.build()
        document.lines = self.lines
        document.layout["comments"] = "as read" if self.named else "as read, without newdoc"
        for comments in (*document.sentences.table.comments, self.comments):
            for comment in comments:
                if comment.startswith("meta::"):
                    document.meta[comment[6:].partition("=")[0].strip(BLANKS)] = value_of(comment)
                elif comment.startswith("global.") and "=" in comment:
                    key, _, value = comment.partition("=")
                    document.layout[key.strip(BLANKS)] = value.strip(BLANKS)
        return document


def blocks(source: Source) -> Iterator[tuple[int, str]]:
    """The blank-line separated blocks of a file with the number of each one's first line; memory stays flat."""
    rest, line = "", 1
    for chunk in source.chunks():
        text = rest + chunk
        if "\r" in text:
            text = text.replace("\r\n", "\n")
        parts = text.split("\n\n")
        rest = parts.pop()
        for part in parts:
            stripped = part.lstrip("\n")
            if stripped:
                yield line + len(part) - len(stripped), stripped
            line += part.count("\n") + 2
    stripped = rest.lstrip("\n")
    if stripped.strip():
        yield line + len(rest) - len(stripped), stripped.rstrip("\n")


def raw_documents(source: Source, columns: int = 10) -> Iterator[RawDocument]:
    """Read sentence after sentence; a `# newdoc` comment starts a document."""
    current: RawDocument | None = None
    count = 0
    for line, block in blocks(source):
        rows = block.split("\n")
        comments = _leading_comments(rows)
        opening = next((m for c in comments if (m := _NEWDOC.match(c))), None) if "newdoc" in block else None
        if current is None or opening:
            waiting: tuple[str, ...] = ()
            if current is not None and not current.named and not current.builder.forms:
                waiting, count = current.comments, count - 1  # comments before the first `# newdoc`
            elif current is not None:
                yield current
            count += 1
            name = decode_value(opening.group(1) or "") if opening else None
            id = name or (source.stem if count == 1 else f"{source.stem}-{count}")
            current = RawDocument(Builder(id), comments=waiting, named=opening is not None)
            current.builder.lines = []
        _add_sentence(source, current, rows, comments, line, columns)
    if current is not None:
        yield current


def _leading_comments(rows: list[str]) -> list[str]:
    count = 0
    for row in rows:
        if not row.startswith("#"):
            break
        count += 1
    return rows[:count]


def _add_sentence(
    source: Source, raw: RawDocument, rows: list[str], comments: list[str], line: int, columns: int
) -> None:
    """Add a block. Comments are kept without their `# `; one written otherwise (`#x`) stays whole."""
    builder = raw.builder
    stripped = (*raw.comments, *[c[2:] if c[:2] == "# " and c[2:3] != "#" else c for c in comments])
    raw.comments = ()
    if len(rows) == len(comments):
        raw.comments = stripped
        return
    values: dict[str, str] = {}
    for comment in stripped:
        if comment.startswith("text = "):
            values["text"] = comment[7:].strip(BLANKS)
        elif comment.startswith(_SENTENCE_COMMENTS):
            values[comment_key(comment)] = value_of(comment)
    new_paragraph = "newpar" in values
    start = len(builder.forms)
    if raw.open_gap and new_paragraph:
        builder.gaps[-1] = "\n\n"
    raw.open_gap = False
    _add_tokens(source, raw, rows[len(comments) :], line + len(comments), columns)
    if "text" in values and len(builder.forms) > start:
        _adopt_spacing(raw, start, values["text"])
    builder.sentences.add(
        start,
        len(builder.forms),
        id=values.get("sent_id", ""),
        speaker=values.get("speaker", ""),
        new_paragraph=new_paragraph,
        comments=stripped,
    )


def _add_tokens(source: Source, raw: RawDocument, rows: list[str], line: int, columns: int) -> None:
    builder = raw.builder
    kept = builder.lines
    assert kept is not None
    start = len(builder.forms)
    if columns > 10:
        table = [row.split("\t") for row in rows]
        _check_rows(source, rows, table, line, columns)
        further = [tuple(fields[10:]) for fields in table]
        rows = ["\t".join(fields[:10]) for fields in table]
    else:
        table = [row.split("\t", 2) for row in rows]
        _check_rows(source, rows, table, line, columns)
        further = []
    lines: Iterable[int] = range(line, line + len(rows))
    ranges: list[tuple[str, str, list[str]]] = []
    ids = [fields[0] for fields in table]
    plain = ids == _counting(len(ids))
    if not plain:
        keep, ranges = _sort_out_ids(source, ids, rows, line)
        lines = [line + i for i in keep]
        table, rows, further = [table[i] for i in keep], [rows[i] for i in keep], [further[i] for i in keep if further]
    if not table:
        return
    raw.lines.extend(lines)
    builder.forms.extend([fields[1] for fields in table])
    miscs = [row[row.rfind("\t") + 1 :] for row in rows]
    raw.miscs.extend(miscs)
    builder.gaps.extend([" " if "Space" not in misc else _gap(misc) for misc in miscs])
    raw.rest.extend(further)
    kept.extend(rows)
    if not plain:
        _place_words(builder, start, [fields[0] for fields in table], ranges)
    raw.open_gap = "SpacesAfter=" not in _last_misc(raw, start)
    if start == 0:
        notes = [*miscs, *(fields[9] for _, _, fields in ranges)]
        builder.before = next(
            (_decode_spaces(_attribute(m, "SpacesBefore")) for m in notes if "SpacesBefore=" in m), ""
        )


def _check_rows(source: Source, rows: list[str], table: list[list[str]], line: int, columns: int) -> None:
    """Every row has so many columns, and a form."""
    right = list(map(str.count, rows, repeat("\t"))) == [columns - 1] * len(rows)
    if right and "" not in [fields[1] for fields in table]:
        return
    bad = next(i for i, row in enumerate(rows) if row.count("\t") != columns - 1 or not table[i][1])
    raise _bad_row(source, rows[bad], line + bad, columns)


@lru_cache(maxsize=256)
def _numbers(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, count + 1)))


def _counting(count: int) -> list[str]:
    return list(_numbers(count))


def _sort_out_ids(
    source: Source, ids: list[str], rows: list[str], line: int
) -> tuple[list[int], list[tuple[str, str, list[str]]]]:
    """The rows that are tokens, and (first id, last id, columns) of those that are multiword tokens."""
    keep: list[int] = []
    ranges: list[tuple[str, str, list[str]]] = []
    seen: set[str] = set()
    for i, id in enumerate(ids):
        if "-" in id and (span := _RANGE.match(id)):
            ranges.append((span[1], span[2], rows[i].split("\t")))
            continue
        if not _ID.match(id):
            raise source.error(f"`{id}` is not a token id", line + i, 1, "ids are 1, 2, …, 3-4 or 3.1")
        if id in seen:
            raise source.error(f"token id {id} stands twice in a sentence", line + i, 1, "number the tokens 1, 2, 3 …")
        seen.add(id)
        keep.append(i)
    known = {id: place for place, id in enumerate(ids[i] for i in keep)}
    covered = -1
    for first, last, _ in ranges:
        at = line + ids.index(f"{first}-{last}")
        if first not in known or last not in known or known[last] < known[first]:
            raise source.error(
                f"multiword token {first}-{last} covers words that are not there", at, 1, "check its ids"
            )
        if known[first] <= covered:
            message = f"multiword token {first}-{last} covers words of the one before it"
            raise source.error(message, at, 1, "check its ids; multiword tokens stand in order and do not overlap")
        covered = known[last]
    return keep, ranges


def _place_words(builder: Builder, start: int, ids: list[str], ranges: list[tuple[str, str, list[str]]]) -> None:
    """Note empty nodes and multiword tokens, and move white space behind the former and out of the latter."""
    places = {id: start + i for i, id in enumerate(ids)}
    gaps = builder.gaps
    for id, place in places.items():
        if "." in id:
            builder.empty.add(place)
            gaps[place] = ""
            if place > start:
                gaps[place - 1], gaps[place] = "", gaps[place - 1]
    for first, last, fields in ranges:
        word = Multiword(places[first], places[last], tuple(fields))
        builder.multiwords.append(word)
        gaps[word.first : word.last] = [""] * (word.last - word.first)
        gaps[_last_gap(builder, word.last)] = _gap(fields[9])


def _last_misc(raw: RawDocument, start: int) -> str:
    """The MISC that says which white space ends the sentence: its last word's, or multiword token's."""
    builder = raw.builder
    last = len(builder.forms) - 1
    while last > start and last in builder.empty:
        last -= 1
    if builder.multiwords and builder.multiwords[-1].last == last:
        return builder.multiwords[-1].fields[9]
    return raw.miscs[last]


def _bad_row(source: Source, row: str, number: int, columns: int) -> Exception:
    if row.startswith("#"):
        return source.error("a comment stands among the tokens", number, 1, "comments belong before the first token")
    found = row.count("\t") + 1
    if found == columns:
        return source.error("the word form is empty", number, row.find("\t") + 2, "write `_` if there is none")
    return source.error(
        f"{found} column{'s' * (found > 1)} where {columns} are needed", number, 1, "columns are separated by one tab"
    )


# --- white space


def _attribute(misc: str, name: str) -> str | None:
    for part in misc.split("|"):
        if part.startswith(name) and part[len(name) : len(name) + 1] == "=":
            return part[len(name) + 1 :]
    return None


def _gap(misc: str) -> str:
    """The white space after a token as its MISC says; a space where it says nothing."""
    if "SpacesAfter=" in misc and (exact := _attribute(misc, "SpacesAfter")) is not None:
        return _decode_spaces(exact)
    return "" if _NO_SPACE.search(misc) else " "


def _decode_spaces(value: str | None) -> str:
    return _SPACE_CODE.sub(lambda m: _SPACE_CODES[m.group()], value or "")


def encode_spaces(value: str) -> str:
    return "".join(_TO_CODE.get(c, c) for c in value)


def _adopt_spacing(raw: RawDocument, start: int, text: str) -> None:
    """Take the white space of `# text` where it spells the same words with other spaces (NBSP, double spaces)."""
    builder = raw.builder
    forms, gaps = builder.forms[start:], builder.gaps
    words = _words_in(builder.multiwords, start, len(builder.forms))
    for i in range(start, len(builder.forms)) if builder.empty else ():
        if i in builder.empty:
            forms[i - start] = ""
    for word in words:
        forms[word.first - start : word.last - start + 1] = [word.form, *[""] * (word.last - word.first)]
    if "".join(map(add, forms, gaps[start:])).rstrip(" ") == text:
        return
    notes = [*raw.miscs[start:], *(word.fields[9] for word in words)]
    if any("SpacesAfter=" in misc for misc in notes):
        return
    surfaces = _surfaces(builder, start, words)
    found, position = [], 0
    for form, _ in surfaces:
        place = text.find(form, position)
        if place < 0 or text[position:place].strip():
            return
        position = place + len(form)
        found.append((place, position))
    if text[position:].strip() or not found or found[0][0]:
        return
    for (_, last), (_, end), (begin, _) in zip(surfaces, found, found[1:], strict=False):
        gaps[last] = text[end:begin]


def _surfaces(builder: Builder, start: int, words: list[Multiword]) -> list[tuple[str, int]]:
    """The surface tokens of the last sentence, each with the index at which the white space after it is kept."""
    fused = {i for word in words for i in range(word.first, word.last + 1)} | builder.empty
    single = [(i, builder.forms[i], i) for i in range(start, len(builder.forms)) if i not in fused]
    ordered = sorted(single + [(word.first, word.form, word.last) for word in words])
    return [(form, _last_gap(builder, last)) for _, form, last in ordered]


def _last_gap(builder: Builder, index: int) -> int:
    """Where the white space after a word is kept: on the last of the empty nodes that follow it."""
    while index + 1 in builder.empty and index + 1 < len(builder.forms):
        index += 1
    return index


# --- writing


def write_sentence(
    file: IO[str],
    document: Document,
    index: int,
    *,
    header: Iterable[str] = (),
    notes: dict[int, list[str]],
    replaced: tuple[str, ...] = (),
    further: dict[int, tuple[str, ...]] | None = None,
    width: int = 0,
) -> None:
    """Write one sentence. `notes` are MISC attributes by token, in place of those whose names are in `replaced`.

    `header` are global comments for the document's first sentence; `further` the columns after the tenth
    (of which there are `width`).
    """
    table = document.tokens.table
    sentence = document.sentences[index]
    comments = _comments(document, index, list(header))
    lines = [comment if comment.startswith("#") else f"# {comment}" for comment in comments]
    columns = [table.column(name) for name in COLUMNS]
    starting = {word.first: word for word in _words_in(table.multiwords, sentence.start, sentence.end)}
    covered = {i for word in starting.values() for i in range(word.first, word.last + 1)}
    spelt = f"text = {sentence.text}" in sentence.comments
    blank = ("_",) * width
    for i in range(sentence.start, sentence.end):
        row = [column[i] for column in columns]
        if row[0] == "_":
            row[0] = str(i - sentence.start + 1)
        if i in starting:
            lines.append(_multiword(document, starting[i], width, spelt and starting[i].last < sentence.end - 1))
        misc = row[9]
        if i not in covered and "." not in row[0] and (not spelt or i == sentence.end - 1):
            misc = _with_spacing(document, i, i, misc)
        if i in notes or (replaced and misc != "_"):
            misc = merge_notes(misc, notes.get(i, []), replaced)
        row[9] = misc
        if width:
            row.extend((further or {}).get(i, blank))
        lines.append("\t".join(row))
    _check_written(document, lines, 10 + width)
    file.write("\n".join(lines) + "\n\n")


def _check_written(document: Document, lines: list[str], width: int) -> None:
    """See that the lines can be read again: what came from elsewhere may have tabs and line ends in its values."""
    for line in lines:
        if line.startswith("#"):
            right = "\n" not in line
        else:
            right = line.count("\t") == width - 1 and "\n" not in line and _is_form(line.split("\t", 2)[1])
        if not right:
            raise FormatError(
                f"{document.id}: {line!r} cannot stand on a line",
                remedy="take tabs, line ends and blanks around words out of it",
            )


def _is_form(form: str) -> bool:
    return bool(form) and form == form.strip(" ")


def _words_in(words: list[Multiword], start: int, end: int) -> list[Multiword]:
    low = bisect_left(words, start, key=lambda word: word.first)
    return words[low : bisect_left(words, end, low, key=lambda word: word.first)]


def _multiword(document: Document, word: Multiword, width: int, spelt: bool) -> str:
    fields = list(word.fields)
    ids = document.tokens
    fields[0] = f"{ids[word.first].id}-{ids[word.last].id}"
    if not spelt:
        fields[9] = _with_spacing(document, word.first, word.last, fields[9])
    return "\t".join([*fields, *["_"] * width])


def merge_notes(misc: str, notes: list[str], replaced: tuple[str, ...]) -> str:
    """Put the attributes into a MISC value: where their names stand already, else in alphabetical order."""
    fresh = {note.partition("=")[0]: note for note in notes}
    parts: list[str] = []
    for part in [] if misc == "_" else misc.split("|"):
        name, says, _ = part.partition("=")
        if not says or name not in replaced:
            parts.append(part)
        elif name in fresh:
            parts.append(fresh.pop(name))
    for name, note in fresh.items():
        place = next((i for i, part in enumerate(parts) if part.lower() > name.lower()), len(parts))
        parts.insert(place, note)
    return "|".join(parts) or "_"


def _with_spacing(document: Document, first: int, last: int, misc: str) -> str:
    """MISC of a surface token with the attributes that give the text's own white space; kept as it is if it does."""
    gap, default = _actual_gap(document, last)
    before = document.text[: document.tokens.table.starts[0]] if first == _first_word(document) else ""
    if misc == "_" and gap == default and not before:
        return misc
    said = _gap(misc) if default == " " or "SpacesAfter=" in misc else default
    if said == gap and _decode_spaces(_attribute(misc, "SpacesBefore")) == before:
        return misc
    notes = []
    if gap == "" and default == " ":
        notes.append("SpaceAfter=No")
    elif gap != default:
        notes.append(f"SpacesAfter={encode_spaces(gap)}")
    if before:
        notes.append(f"SpacesBefore={encode_spaces(before)}")
    return merge_notes(misc, notes, ("SpaceAfter", "SpacesAfter", "SpacesBefore"))


def _first_word(document: Document) -> int:
    return next((i for i, id in enumerate(document.tokens.table.column("id")) if "." not in id), 0)


def _actual_gap(document: Document, i: int) -> tuple[str, str]:
    """The white space after a word (and the empty nodes behind it), and what a reader assumes if nothing is said."""
    table, sentences = document.tokens.table, document.sentences.table
    ids = table.column("id")
    following = i + 1
    while following < len(table) and "." in ids[following] and following not in sentences.starts:
        following += 1
    if following >= len(table):
        return document.text[table.ends[i] :], "\n"
    gap = document.text[table.ends[i] : table.starts[following]]
    sentence = document.sentence_index(following)
    if sentences.starts[sentence] == following and sentences.new_paragraph[sentence]:
        return gap, "\n\n"
    return gap, " "


def _comments(document: Document, index: int, header: list[str]) -> list[str]:
    """The sentence's comments: the file's own lines with current values, and those the model adds."""
    sentence = document.sentences[index]
    first = index == 0
    layout = document.layout.get("comments", "")
    values = {
        "newdoc": f"newdoc id = {encode_value(document.id)}" if first and not layout.endswith("newdoc") else "",
        **{comment.partition("=")[0].strip(): comment for comment in header},
        **(meta_lines(document.meta) if first else {}),
        "newpar": "newpar" if sentence.new_paragraph else "",
        "sent_id": f"sent_id = {encode_value(sentence.id)}" if sentence.id else "",
        "speaker": f"speaker = {encode_value(sentence.speaker)}" if sentence.speaker else "",
        "text": f"text = {' '.join(sentence.text.split())}",
    }
    result: list[str] = []
    for comment in sentence.comments:
        key = comment_key(comment)
        if key not in values and not ("=" in comment and key.startswith(("meta::", "global."))):
            result.append(comment)
        elif value := values.pop(key, ""):
            result.append(value if key == "text" and not layout else _current(comment, key, value))
    if layout:
        values.pop("text", "")
    return _insert(values, result)


def _current(comment: str, key: str, value: str) -> str:
    """The file's own line where it says the same as the model or more (`newpar id`), else the model's."""
    if key in ("text", "newpar") or comment.strip("# ") == "newdoc":
        return comment
    same = [part.strip(BLANKS) for part in comment.lstrip("# ").partition("=")] == [
        part.strip(BLANKS) for part in value.partition("=")
    ]
    return comment if same else value


def _insert(values: dict[str, str], result: list[str]) -> list[str]:
    """Add what the file did not say: document-level lines first, sentence-level ones last."""
    late = ("newpar", "sent_id", "speaker", "text")
    early = [value for key, value in values.items() if value and key not in late]
    has_newdoc = bool(result) and result[0].startswith("newdoc")
    result = [*result[:1], *early, *result[1:]] if has_newdoc else [*early, *result]
    return [*result, *(values[key] for key in late if values.get(key))]
