"""Parquet: one row a document, in typed columns that Spark, DuckDB, pandas and the like can query.

    SELECT id, m.text FROM 'corpus.parquet', unnest(mentions) AS t(m) WHERE m.type = 'person'

The columns hold everything that JSON lines with running text holds (see `corefer.formats.record`), so a
document comes back as it was. `mentions.text` and `genre` are there for queries; the former is not read
back. A table needs no more than a `text` column to be read. Rows are read and written in small groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from corefer.document import ALL, Document, Feature, FormatError
from corefer.document.tokens import COLUMNS
from corefer.formats.base import Format, Source, Target
from corefer.formats.jsonl import text_document
from corefer.formats.record import (
    Json,
    Place,
    annotation,
    attributes,
    character_units,
    listing,
    without_empty,
)

ROWS_AT_ONCE = 64
_MAGIC = "PAR1"
_TOKEN_COLUMNS = [name for name in COLUMNS if name not in ("id", "form")]
_MENTION_STRINGS = ("id", "type", "link", "infstat", "identity", "category")


def sniff(head: str, _name: str) -> bool:
    return head.startswith(_MAGIC)


def _pyarrow(name: str) -> Any:
    """pyarrow and pyarrow.parquet, which only this format needs."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        message = "Parquet needs the package pyarrow, which is not installed"
        raise FormatError(message, source=name, remedy="pip install 'corefer[parquet]'") from None
    return pyarrow


def _schema(pa: Any) -> Any:
    text, number, flag = pa.string(), pa.int32(), pa.bool_()
    pairs = pa.map_(text, text)
    strings = [(name, text) for name in _MENTION_STRINGS]
    mention = [
        *(("entity", text), ("start", number), ("end", number), ("text", text), ("referring", flag)),
        *strings,
        *(("head", number), ("min", pa.list_(number)), ("optional", flag), ("other", pairs)),
        ("tokens", pa.list_(number)),
        ("alternatives", pa.list_(pa.struct([("text", text), ("attributes", pairs)]))),
    ]
    columns = [(name, text) for name in ("id", *_TOKEN_COLUMNS)]
    token = [("form", text), ("start", number), ("end", number), *columns]
    sentence = [
        *(("first", number), ("last", number), ("id", text), ("speaker", text)),
        *(("new_paragraph", flag), ("comments", pa.list_(text))),
    ]
    tables = {
        "tokens": token,
        "sentences": sentence,
        "mentions": mention,
        "bridges": [("anaphor", number), ("anchor", text), ("relation", text), ("mention", number)],
        "splits": [("anaphor", number), ("antecedents", pa.list_(text))],
        "regions": [("name", text), ("start", number), ("end", number)],
        "multiwords": [("first", number), ("last", number), ("fields", pa.list_(text))],
    }
    return pa.schema(
        [
            *(("id", text), ("text", text), ("genre", text)),
            *((name, pa.list_(pa.struct(fields))) for name, fields in tables.items()),
            ("columns", pa.map_(text, pa.list_(text))),
            ("metadata", pairs),
        ]
    )


# --- writing


def write(documents: Iterable[Document], target: Target) -> None:
    pa = _pyarrow(target.name)
    schema = _schema(pa)
    remaining = iter(documents)
    with target.binary() as file, pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while rows := [_row(document) for document in islice(remaining, ROWS_AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))


def _row(document: Document) -> dict[str, Json]:
    _, further = annotation(document, character_units(document))
    metadata = {key: value for key, value in document.meta.items() if key != "genre"}
    return {
        "id": document.id,
        "text": document.text,
        "genre": document.meta.get("genre"),
        "tokens": _tokens(document, further.get("tokens", {})),
        "sentences": _sentences(document),
        "mentions": _mentions(document),
        "columns": list(document.tokens.table.extra.items()),
        "metadata": list(metadata.items()),
        **{name: further.get(name, []) for name in ("bridges", "splits", "regions", "multiwords")},
    }


def _tokens(document: Document, columns: dict[str, list[str]]) -> list[dict[str, Json]]:
    table = document.tokens.table
    fields = {"form": table.forms, "start": table.starts, "end": table.ends, **columns}
    return [dict(zip(fields, values, strict=True)) for values in zip(*fields.values(), strict=True)]


def _sentences(document: Document) -> list[dict[str, Json]]:
    return [
        {
            "first": sentence.start,
            "last": sentence.end,
            "new_paragraph": sentence.new_paragraph,
            **without_empty(
                {"id": sentence.id, "speaker": sentence.speaker, "comments": list(sentence.comments)},
            ),
        }
        for sentence in document.sentences
    ]


def _mentions(document: Document) -> list[dict[str, Json]]:
    units = character_units(document)
    rows = []
    for mention in listing(document):
        start, end = units.span(mention)
        values = attributes(mention, units)
        for expression in values.get("alternatives", []):
            expression["attributes"] = [tuple(pair) for pair in expression["attributes"]]
        rows.append(
            {
                **values,
                "entity": mention.entity.id,
                "start": start,
                "end": end,
                "text": document.mention_text(mention),
                "referring": mention.referring,
                "optional": mention.optional,
                "other": list(values.get("other", {}).items()),
            }
        )
    return rows


# --- reading


def read(source: Source) -> Iterator[Document]:
    pa = _pyarrow(source.name)
    with source.open() as file:
        for number, row in enumerate(_rows(pa, source, file), 1):
            try:
                document = _document(Place(source, label=f"row {number}: "), row, f"{source.stem}-{number}")
            except FormatError as error:
                if source.problems is None:
                    raise
                source.problems.append(error)
                continue
            yield document


def _rows(pa: Any, source: Source, file: Any) -> Iterator[dict[str, Json]]:
    try:
        table = pa.parquet.ParquetFile(file)
        if "text" not in table.schema_arrow.names:
            remedy = f"its columns are {', '.join(table.schema_arrow.names)}"
            raise source.error("the table has no column `text`", remedy=remedy)
        for batch in table.iter_batches(batch_size=ROWS_AT_ONCE):
            yield from batch.to_pylist()
    except (pa.ArrowException, OSError, UnicodeDecodeError) as problem:
        message = str(problem).splitlines()[0].rstrip(".")
        raise source.error(f"this is not a sound Parquet file: {message}", remedy="write it again") from None


def _document(place: Place, row: dict[str, Json], default_id: str) -> Document:
    row = {name: value for name, value in row.items() if value is not None}
    id = str(row.get("id", default_id)) or default_id
    document = text_document(place, id, _record(place, row))
    if "genre" in row:
        document.meta["genre"] = place.string("genre", row["genre"])
    for key, value in _pairs(place, "metadata", row.get("metadata", [])).items():
        document.meta[key] = place.string(f"metadata.{key}", value)
    return document


def _record(place: Place, row: dict[str, Json]) -> dict[str, Json]:
    """A row as the record that JSON lines would hold."""
    corefer: dict[str, Json] = {
        name: [_said(place, name, value) for value in place.array(name, row[name])]
        for name in ("bridges", "splits", "regions", "multiwords")
        if name in row
    }
    corefer["columns"] = _pairs(place, "columns", row.get("columns", []))
    record = {"text": row.get("text", ""), "corefer": corefer}
    if "tokens" in row:
        tokens = [_said(place, "tokens", value) for value in place.array("tokens", row["tokens"])]
        record["tokens"] = [[token.get("start"), token.get("end")] for token in tokens]
        corefer["forms"] = {str(i): token["form"] for i, token in enumerate(tokens) if "form" in token}
        names = [name for name in ("id", *_TOKEN_COLUMNS) if any(name in token for token in tokens)]
        corefer["tokens"] = {name: [token.get(name, "_") for token in tokens] for name in names}
    if "sentences" in row:
        corefer["sentences"] = _sentence_values(place, row["sentences"])
    if "mentions" in row:
        record["clusters"] = _take_mentions(place, row["mentions"], corefer)
    return record


def _said(place: Place, path: str, value: Json) -> dict[str, Json]:
    """A struct without its nulls."""
    return {name: field for name, field in place.mapping(path, value).items() if field is not None}


def _pairs(place: Place, path: str, value: Json) -> dict[str, Json]:
    """A map column, which comes as pairs."""
    pairs = [place.array(path, list(pair) if isinstance(pair, tuple) else pair, 2) for pair in place.array(path, value)]
    return {place.string(path, key): item for key, item in pairs}


def _expression(place: Place, path: str, value: Json) -> dict[str, Json]:
    values = _said(place, path, value)
    pairs = place.array(path, values.get("attributes", []))
    return {**values, "attributes": [list(pair) if isinstance(pair, tuple) else pair for pair in pairs]}


def _sentence_values(place: Place, value: Json) -> dict[str, Json]:
    rows = [_said(place, "sentences", row) for row in place.array("sentences", value)]
    position = 0
    for i, row in enumerate(rows):
        first, last = place.pair(f"sentences[{i}]", [row.get("first"), row.get("last")])
        if first != position:
            raise place.error(f"sentences[{i}]", f"it starts at token {first} where {position} is next")
        position = last
    return {
        "lengths": [row["last"] - row["first"] for row in rows],
        "ids": [row.get("id", "") for row in rows],
        "speakers": [row.get("speaker", "") for row in rows],
        "paragraphs": [i for i, row in enumerate(rows) if row.get("new_paragraph")],
        "comments": [row.get("comments", []) for row in rows],
    }


def _take_mentions(place: Place, value: Json, corefer: dict[str, Json]) -> list[list[list[int]]]:
    """Sort the mentions into clusters by their entities, and those that do not refer apart."""
    clusters: dict[str, list[Json]] = {}
    objects: dict[str, list[dict[str, Json]]] = {}
    corefer["non_referring"] = []
    for i, item in enumerate(place.array("mentions", value)):
        given = _said(place, "mentions", item)
        given.pop("text", None)
        entity = place.string(f"mentions[{i}].entity", given.pop("entity", None))
        span = [given.pop("start", None), given.pop("end", None)]
        referring = given.pop("referring", True)
        given["other"] = _pairs(place, f"mentions[{i}].other", given.get("other", []))
        alternatives = place.array(f"mentions[{i}].alternatives", given.get("alternatives", []))
        given["alternatives"] = [_expression(place, f"mentions[{i}].alternatives", value) for value in alternatives]
        if referring:
            clusters.setdefault(entity, []).append(span)
            objects.setdefault(entity, []).append(given)
        else:
            corefer["non_referring"].append({"span": span, "entity": entity, **given})
    corefer["entities"] = list(clusters)
    corefer["mentions"] = list(objects.values())
    return list(clusters.values())


FORMAT = Format(
    name="parquet",
    title="Parquet, one row a document (needs pyarrow)",
    endings=(".parquet",),
    sniff=sniff,
    read=read,
    write=write,
    holds=ALL - {Feature.DECISIONS},
    note="holds everything but decisions; pip install 'corefer[parquet]'",
)
