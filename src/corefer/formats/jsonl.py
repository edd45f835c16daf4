"""JSON lines: one document a line, in the two dialects that corpora, systems and data pipelines use.

`jsonl` is the OntoNotes style of neural resolvers: `sentences` of tokens, `clusters` of [first, last] token
numbers (both inclusive, counted over the document), `speakers` by token. `jsonl-text` has the `text` itself
and `clusters` of [start, end) character offsets, with `tokens` as offsets where they are not the obvious ones.

Everything else that we know of a document stands under the one key `corefer` (see `corefer.formats.record`),
which is absent where the plain dialect says all; keys that others added are kept as metadata.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from corefer.document import ALL, Builder, Document, Feature, FormatError, from_text
from corefer.document.tokens import SentenceTable, TokenTable
from corefer.formats.base import Format, Source, Target
from corefer.formats.record import (
    KEYS,
    Json,
    Place,
    annotate,
    annotation,
    character_units,
    sentence_values,
    set_sentences,
    token_units,
    without_empty,
)

_TOKEN_KEYS = {"doc_key", "sentences", "speakers", "clusters", "corefer"}
_TEXT_KEYS = {"text", "tokens", "clusters", "corefer"}
_NOT_STRINGS = "json"  # the layout entry that lists the metadata which were numbers, lists or objects in the file
_NO_SPEAKER = "speaker"  # the layout entry for the file's own word for nobody
_UNUSUAL_LINE_ENDS = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"})
_SENTENCES = re.compile(r'"sentences"\s*:\s*\[\s*(?:\[\s*(?:"|\])|\])')
_TEXT = re.compile(r'"text"\s*:\s*"')
_CLUSTERS = re.compile(r'"(?:clusters|doc_key)"\s*:')
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_BAD_TOKEN = re.compile(r" *\Z|.*[\t\r\n]")


def sniff(head: str, _name: str) -> bool:
    return head.lstrip().startswith("{") and bool(_SENTENCES.search(head) or _CLUSTERS.search(head))


def sniff_text(head: str, name: str) -> bool:
    if not head.lstrip().startswith("{") or _SENTENCES.search(head) or not _TEXT.search(head):
        return False
    return bool(_CLUSTERS.search(head)) or name.endswith((".jsonl", ".ndjson"))


# --- lines


def _documents(source: Source, build: Callable[[Place, dict[str, Json], str], Document]) -> Iterator[Document]:
    """Build a document from each line; where problems are collected, one in a line spoils only its document."""
    count = 0
    for number, line in enumerate(source.lines(), 1):
        if not line or line.isspace():
            continue
        count += 1
        try:
            place = Place(source, number, line)
            document = build(place, _load(place), source.stem if count == 1 else f"{source.stem}-{count}")
        except FormatError as error:
            if source.problems is None:
                raise
            source.problems.append(error)
            continue
        yield document


def _load(place: Place) -> dict[str, Json]:
    """The line's object: no key twice, no number beyond JSON, no half of a surrogate pair."""
    remedy = "write one JSON object a line"
    error = place.source.error
    try:
        data = json.loads(place.text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as problem:
        raise error(f"this is not JSON: {problem.msg}", place.line, problem.colno, remedy) from None
    except RecursionError:
        raise error("the JSON is nested too deeply", place.line, 0, remedy) from None
    except ValueError as problem:
        raise error(f"this is not JSON: {problem}", place.line, 0, remedy) from None
    if not isinstance(data, dict):
        raise error("this is not a JSON object", place.line, 1, remedy)
    if _NUL.search(place.text):
        raise error("an escape \\u0000 stands for no character", place.line, 0, "remove it; no text holds one")
    if "\\ud" in place.text or "\\uD" in place.text:
        try:
            _dump(data).encode()
        except UnicodeEncodeError:
            message = "an escape \\ud800 to \\udfff stands alone; it is half a character"
            raise error(message, place.line, 0, "write the character itself, in UTF-8") from None
    return data


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key `{next(key for key in keys if keys.count(key) > 1)}` stands twice")
    return result


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    return value if abs(value) != float("inf") else _refuse(text)


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write(documents: Iterable[Document], target: Target, record: Callable[[Document], dict[str, Json]]) -> None:
    with target.text() as file:
        for document in documents:
            file.write(_dump(record(document)).translate(_UNUSUAL_LINE_ENDS) + "\n")


# --- what both dialects share: the id, foreign keys


def _id(place: Place, data: dict[str, Json], key: str, default: str) -> str:
    value = data.get(key, default)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return place.string(key, value) or default


def _take_meta(place: Place, document: Document, data: dict[str, Json], own: set[str]) -> None:
    """Keep the keys that are not the dialect's own: strings as they are, other values as JSON."""
    not_strings = [key for key, value in data.items() if key not in own and not isinstance(value, str)]
    for key, value in data.items():
        if key not in own:
            document.meta[key] = _dump(value) if key in not_strings else value
    for key, value in place.mapping("corefer.meta", data.get("corefer", {}).get("meta", {})).items():
        document.meta[key] = place.string(f"corefer.meta.{key}", value)
    if not_strings:
        document.layout[_NOT_STRINGS] = _dump(not_strings)


def _meta(document: Document, own: set[str]) -> tuple[dict[str, Json], dict[str, str]]:
    """Metadata as keys of the record, and those whose names the dialect uses itself."""
    not_strings = _not_strings(document)
    keys = {
        key: json.loads(value) if key in not_strings else value
        for key, value in document.meta.items()
        if key not in own
    }
    return keys, {key: value for key, value in document.meta.items() if key in own}


def _not_strings(document: Document) -> list[str]:
    names: list[str] = json.loads(document.layout.get(_NOT_STRINGS, "[]"))
    return names


def _check_forms(place: Place, path: str, forms: list[str]) -> None:
    """See that every token has a form that is more than white space and stays on its line."""
    joined = "".join(forms)
    if "" not in forms and joined.split() == [joined]:
        return
    for i, form in enumerate(forms):
        if _BAD_TOKEN.match(form):
            raise place.error(f"{path}[{i}]", f"{form!r} is not a token", "leave white space out")


def _clusters(place: Place, data: dict[str, Json]) -> list[list[Json]]:
    given = place.array("clusters", data.get("clusters", []))
    return [place.array(f"clusters[{i}]", cluster) for i, cluster in enumerate(given)]


# --- sentences of tokens


def read(source: Source) -> Iterator[Document]:
    return _documents(source, _from_tokens)


def _from_tokens(place: Place, data: dict[str, Json], default_id: str) -> Document:
    if "sentences" not in data:
        remedy = "read it with --from jsonl-text" if "text" in data else "give lists of tokens"
        raise place.source.error("the key `sentences` is missing", place.line, 0, remedy)
    corefer = place.mapping("corefer", data.setdefault("corefer", {}), KEYS - {"forms"})
    builder = Builder(_id(place, data, "doc_key", default_id))
    for i, sentence in enumerate(place.array("sentences", data["sentences"])):
        forms = place.strings(f"sentences[{i}]", sentence)
        _check_forms(place, f"sentences[{i}]", forms)
        builder.add_sentence(forms)
    document = builder.build()
    _take_meta(place, document, data, _TOKEN_KEYS)
    if data.get("speakers"):
        _take_speakers(place, document, data["speakers"])
    set_sentences(place, document, corefer.get("sentences", {}))
    annotate(place, document, _clusters(place, data), token_units(), corefer)
    return document


def _take_speakers(place: Place, document: Document, given: Json) -> None:
    """One speaker a sentence; where they change within one, the whole list stays as metadata as well."""
    table = document.sentences.table
    speakers = _speakers_by_sentence(place, document, given)
    if any("-" in names for names in speakers):
        document.layout[_NO_SPEAKER] = "-"
    table.speakers[:] = [next(iter(names)) if len(names) == 1 and names != {"-"} else "" for names in speakers]
    if any(len(names) > 1 for names in speakers):
        document.meta["speakers"] = _dump(given)
        document.layout[_NOT_STRINGS] = _dump([*_not_strings(document), "speakers"])


def _speakers_by_sentence(place: Place, document: Document, given: Json) -> list[set[str]]:
    """The different names in each sentence, from lists by sentence and token, by sentence, or by token."""
    sentences = document.sentences
    values = place.array("speakers", given)
    if values and not isinstance(values[0], list) and len(values) == len(document.tokens) != len(sentences):
        values = [values[sentence.start : sentence.end] for sentence in sentences]
    place.array("speakers", values, len(sentences))
    result = []
    for i, (value, sentence) in enumerate(zip(values, sentences, strict=True)):
        names = place.array(f"speakers[{i}]", value, len(sentence)) if isinstance(value, list) else [value]
        different = names if names != names[:1] * len(names) else names[:1]
        result.append({place.string(f"speakers[{i}]", "" if name is None else name) for name in different})
    return result


def write(documents: Iterable[Document], target: Target) -> None:
    _write(documents, target, _token_record)


def _token_record(document: Document) -> dict[str, Json]:
    keys, reserved = _meta(document, _TOKEN_KEYS)
    clusters, further = annotation(document, token_units())
    names = document.sentences.table.speakers
    nobody = document.layout.get(_NO_SPEAKER, "")
    speakers: Json = [[sentence.speaker or nobody] * len(sentence) for sentence in document.sentences]
    if "speakers" in reserved and "speakers" in _not_strings(document):
        speakers = json.loads(reserved.pop("speakers"))
    said = {"speakers": names} if "-" in names else {}
    record = {
        "doc_key": document.id,
        "sentences": [[token.form for token in sentence] for sentence in document.sentences],
        "speakers": speakers,
        "clusters": clusters,
        **keys,
    }
    corefer = without_empty({"sentences": sentence_values(document, **said), **further, "meta": reserved})
    return {**record, "corefer": corefer} if corefer else record


# --- running text


def read_text(source: Source) -> Iterator[Document]:
    return _documents(source, _from_text)


def _from_text(place: Place, data: dict[str, Json], default_id: str) -> Document:
    if "text" not in data:
        remedy = "read it with --from jsonl" if "sentences" in data else "give the text as a string"
        raise place.source.error("the key `text` is missing", place.line, 0, remedy)
    key = "id" if "id" in data and "doc_key" not in data else "doc_key"
    document = text_document(place, _id(place, data, key, default_id), data)
    if key == "id":
        document.layout["id"] = "id"
    _take_meta(place, document, data, _TEXT_KEYS | {key})
    return document


def text_document(place: Place, id: str, data: dict[str, Json]) -> Document:
    """The document of a record with `text`, `clusters`, `tokens` and `corefer`; its other keys are the caller's."""
    text = place.string("text", data["text"])
    corefer = place.mapping("corefer", data.setdefault("corefer", {}))
    sentences = place.mapping("corefer.sentences", corefer.get("sentences", {}))
    clusters = _clusters(place, data)
    default = from_text(id, text, _boundaries(place, text, clusters, corefer))
    table = _token_table(place, text, data["tokens"]) if "tokens" in data else default.tokens.table
    _set_forms(place, table, corefer.get("forms", {}))
    if "lengths" in sentences:
        bounds = _sentences_of_lengths(place, sentences["lengths"], len(table))
    else:
        bounds = _obvious_sentences(default, table)
    document = Document(id, text, table, bounds)
    set_sentences(place, document, {name: value for name, value in sentences.items() if name != "lengths"})
    annotate(place, document, clusters, character_units(document), corefer)
    return document


def _boundaries(place: Place, text: str, clusters: list[list[Json]], corefer: dict[str, Json]) -> set[int]:
    """Where mentions begin and end, checked against the text."""
    spans = [(f"clusters[{i}][{j}]", span) for i, cluster in enumerate(clusters) for j, span in enumerate(cluster)]
    for i, value in enumerate(place.array("corefer.non_referring", corefer.get("non_referring", []))):
        spans.append((f"corefer.non_referring[{i}].span", place.mapping("corefer.non_referring", value).get("span")))
    result: set[int] = set()
    for path, span in spans:
        start, end = place.pair(path, span)
        if start < 0 or end > len(text):
            message = f"[{start}, {end}) is not in the text, which has {len(text)} characters"
            raise place.error(path, message, "offsets count characters (not bytes) from 0")
        result |= {start, end}
    return result


def _token_table(place: Place, text: str, spans: Json) -> TokenTable:
    """Tokens stand one after the other; only the words of a multiword token have the same place."""
    starts, ends = array("l"), array("l")
    previous = (0, 0)
    for i, span in enumerate(place.array("tokens", spans)):
        start, end = place.pair(f"tokens[{i}]", span)
        if end > len(text) or (start < previous[1] and (start, end) != previous) or start < 0:
            remedy = f"the text has {len(text)} characters, and tokens stand in order"
            raise place.error(f"tokens[{i}]", f"there can be no token at [{start}, {end})", remedy)
        previous = start, end
        starts.append(start)
        ends.append(end)
    forms = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    return TokenTable(forms, starts=starts, ends=ends)


def _set_forms(place: Place, table: TokenTable, given: Json) -> None:
    """Replace the forms that are not what the text says, and see that every token has one."""
    numbers = {str(i): i for i in range(len(table))}
    for number, form in place.mapping("corefer.forms", given).items():
        if number not in numbers:
            raise place.error("corefer.forms", f"there is no token {number}", f"there are {len(table)}, from 0")
        table.forms[numbers[number]] = place.string(f"corefer.forms.{number}", form)
    _check_forms(place, "tokens", table.forms)


def _sentences_of_lengths(place: Place, lengths: Json, count: int) -> SentenceTable:
    table, start = SentenceTable(), 0
    for length in place.array("corefer.sentences.lengths", lengths):
        end = start + place.integer("corefer.sentences.lengths", length)
        if length < 0:
            raise place.error("corefer.sentences.lengths", f"{length} is less than nothing")
        table.add(start, end)
        start = end
    if start != count:
        raise place.error("corefer.sentences.lengths", f"they add up to {start}, and there are {count} tokens")
    return table


def _obvious_sentences(default: Document, tokens: TokenTable) -> SentenceTable:
    """The sentences that `from_text` sees, over other tokens of the same text."""
    table, offsets = SentenceTable(), default.tokens.table.starts
    firsts = [bisect_left(tokens.starts, offsets[sentence.start]) for sentence in default.sentences]
    paragraphs = [sentence.new_paragraph for sentence in default.sentences]
    bounds = [0, *firsts[1:], len(tokens)]
    for (first, last), new_paragraph in zip(pairwise(bounds), paragraphs or [True], strict=True):
        if last > first:
            table.add(first, last, new_paragraph=new_paragraph)
    return table


def write_text(documents: Iterable[Document], target: Target) -> None:
    _write(documents, target, _text_record)


def _text_record(document: Document) -> dict[str, Json]:
    key = "id" if document.layout.get("id") == "id" and not document.meta.keys() & {"id", "doc_key"} else "doc_key"
    keys, reserved = _meta(document, _TEXT_KEYS | {key})
    record, corefer = text_record(document)
    corefer = without_empty({**corefer, "meta": reserved})
    return {key: document.id, **record, **keys, **({"corefer": corefer} if corefer else {})}


def text_record(document: Document) -> tuple[dict[str, Json], dict[str, Json]]:
    """A document's `text`, `tokens` and `clusters`, and its `corefer`; tokens and sentences only if not obvious."""
    clusters, further = annotation(document, character_units(document))
    table, sentences = document.tokens.table, document.sentences.table
    spans = [span for cluster in clusters for span in cluster]
    spans += [value["span"] for value in further.get("non_referring", [])]
    default = from_text(document.id, document.text, {offset for span in spans for offset in span})
    obvious = default.tokens.table
    record: dict[str, Json] = {"text": document.text}
    if (table.starts, table.ends) != (obvious.starts, obvious.ends):
        record["tokens"] = [list(span) for span in zip(table.starts, table.ends, strict=True)]
    said = sentence_values(document, speakers=sentences.speakers if any(sentences.speakers) else [])
    expected = _obvious_sentences(default, table)
    if (expected.starts, expected.ends, expected.new_paragraph) == (
        sentences.starts,
        sentences.ends,
        sentences.new_paragraph,
    ):
        said.pop("paragraphs", None)
    else:
        said["lengths"] = [end - start for start, end in zip(sentences.starts, sentences.ends, strict=True)]
    forms = {
        str(i): form for i, form in enumerate(table.forms) if form != document.text[table.starts[i] : table.ends[i]]
    }
    return {**record, "clusters": clusters}, without_empty({"sentences": said, "forms": forms, **further})


FORMAT = Format(
    name="jsonl",
    title="JSON lines, OntoNotes style (sentences, clusters by token)",
    endings=(".jsonl", ".jsonlines"),
    sniff=sniff,
    read=read,
    write=write,
    holds=ALL - {Feature.SPACING, Feature.MULTIWORDS, Feature.EMPTY_NODES, Feature.REGIONS, Feature.DECISIONS},
    note="tokens without the text they stand in; what the plain dialect lacks goes under the key `corefer`",
)

TEXT = Format(
    name="jsonl-text",
    title="JSON lines with running text (text, clusters by character)",
    endings=(".jsonl", ".ndjson"),
    sniff=sniff_text,
    read=read_text,
    write=write_text,
    holds=ALL - {Feature.DECISIONS},
    note="holds everything but decisions; what the plain dialect lacks goes under the key `corefer`",
)
