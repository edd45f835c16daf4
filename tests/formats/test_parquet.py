"""Parquet: one row a document in queryable columns; tables of others; clear errors."""

from __future__ import annotations

import builtins
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Document, FormatError, from_text, project
from corefer.formats import corefud
from corefer.formats.base import Source, Target
from corefer.formats.parquet import FORMAT, ROWS_AT_ONCE, read, sniff, write
from strategies import assert_round_trip, corpora

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def table_bytes(rows: list[dict[str, Any]]) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), buffer)
    return buffer.getvalue()


def from_rows(*rows: dict[str, Any], problems: list[FormatError] | None = None) -> list[Document]:
    return list(read(Source("table.parquet", data=table_bytes(list(rows)), problems=problems)))


def sample() -> Document:
    builder = Builder("letter")
    builder.add_sentence(["Anna", "saw", "him", "."], columns={"upos": ["PROPN", "VERB", "PRON", "_"]}, speaker="B")
    document = builder.build()
    document.meta = {"genre": "mail", "year": "1984"}
    document.add_mention("anna", 0, 1, type="person", head=0)
    document.add_mention("him", 2, 3)
    document.arrange()
    return document


def test_the_columns_are_there_for_queries() -> None:
    buffer = io.BytesIO()
    write([sample()], Target(None, stdout=buffer))
    (row,) = pq.read_table(buffer).to_pylist()
    assert (row["id"], row["text"], row["genre"]) == ("letter", "Anna saw him .\n", "mail")
    assert [(token["form"], token["start"], token["upos"]) for token in row["tokens"]][:2] == [
        ("Anna", 0, "PROPN"),
        ("saw", 5, "VERB"),
    ]
    assert [(s["first"], s["last"], s["speaker"]) for s in row["sentences"]] == [(0, 4, "B")]
    assert [(m["entity"], m["text"], m["start"], m["end"], m["type"], m["head"]) for m in row["mentions"]] == [
        ("anna", "Anna", 0, 4, "person", 0),
        ("him", "him", 9, 12, None, None),
    ]
    assert row["metadata"] == [("year", "1984")]


def test_a_file_on_disk_is_read_row_group_by_row_group(tmp_path: Path) -> None:
    path = tmp_path / "many.parquet"
    write((from_text(f"d{i}", "One two.") for i in range(ROWS_AT_ONCE + 3)), Target(path))
    assert pq.ParquetFile(path).num_row_groups == 2
    assert [document.id for document in read(Source(path))] == [f"d{i}" for i in range(ROWS_AT_ONCE + 3)]


def test_no_documents_give_an_empty_table(tmp_path: Path) -> None:
    write([], Target(tmp_path / "none.parquet"))
    assert list(read(Source(tmp_path / "none.parquet"))) == []


def test_a_table_of_others_needs_a_text_only() -> None:
    first, second = from_rows({"text": "She waved.", "label": 1, "id": 7}, {"text": "", "label": 2, "id": None})
    assert (first.id, first.text, len(first.tokens)) == ("7", "She waved.", 3)
    assert (second.id, second.text) == ("table-2", "")


def test_mentions_of_others_need_an_entity_and_offsets_only() -> None:
    mentions = [{"entity": "a", "start": 0, "end": 4}, {"entity": "a", "start": 13, "end": 16}]
    (document,) = from_rows({"text": "Anna's here. She waved.", "mentions": mentions})
    assert [(m.entity.id, document.mention_text(m)) for m in document.mentions] == [("a", "Anna"), ("a", "She")]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"body": "x"}, "table.parquet: the table has no column `text` (its columns are body)"),
        ({"text": 5}, "row 1: `text`: `5` is not a string"),
        (
            {"text": "abc", "mentions": [{"entity": "a", "start": 0, "end": 9}]},
            "row 1: `clusters[0][0]`: [0, 9) is not in",
        ),
        ({"text": "abc", "mentions": [{"start": 0, "end": 3}]}, "row 1: `mentions[0].entity`: `None` is not a string"),
        ({"text": "abc", "mentions": ["a"]}, "row 1: `mentions`: `'a'` is not an object"),
        ({"text": "abc", "metadata": ["a"]}, "row 1: `metadata`: `'a'` is not a list"),
        ({"text": "abc", "columns": "a"}, "row 1: `columns`: `'a'` is not a list"),
        ({"text": "abc", "tokens": [{"start": 0}]}, "row 1: `tokens[0]`: `None` is not an integer"),
        (
            {"text": "abc", "sentences": [{"first": 1, "last": 2}]},
            "row 1: `sentences[0]`: it starts at token 1 where 0 is next",
        ),
    ],
)
def test_errors_name_the_row_and_the_column(row: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        from_rows(row)
    assert message in str(caught.value)


def test_all_problems_of_a_table_can_be_collected() -> None:
    problems: list[FormatError] = []
    found = from_rows(
        {"id": "a", "text": "x", "mentions": [{"entity": "e", "start": 0, "end": 5}]},
        {"id": "b", "text": "x", "mentions": []},
        problems=problems,
    )
    assert [document.id for document in found] == ["b"]
    assert len(problems) == 1


def test_without_pyarrow_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **further: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest, **further)

    monkeypatch.setattr(builtins, "__import__", without)
    for use in (lambda: list(read(Source("x.parquet", data=b""))), lambda: write([], Target(None))):
        with pytest.raises(FormatError, match=r"needs the package pyarrow.*pip install 'corefer\[parquet\]'"):
            use()


def test_detection_goes_by_the_magic_bytes() -> None:
    assert sniff("PAR1\x15", "x") and not sniff("PARIS", "x.parquet")


@settings(max_examples=40, deadline=None)
@given(corpora())
def test_random_documents_come_back(several: list[Document]) -> None:
    assert_round_trip(FORMAT, several)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_files_give_documents_or_an_error(data: st.DataObject) -> None:
    buffer = io.BytesIO()
    write([sample()], Target(None, stdout=buffer))
    damaged = bytearray(buffer.getvalue())
    for place in data.draw(st.lists(st.integers(0, len(damaged) - 1), max_size=3)):
        damaged[place] = data.draw(st.integers(0, 255))
    try:
        list(read(Source("x.parquet", data=bytes(damaged[: data.draw(st.integers(0, len(damaged)))]))))
    except FormatError as error:
        assert error.source == "x.parquet"


def test_gum_comes_back(shared: Path) -> None:
    path = sorted((shared / "data" / "gum" / "dev").iterdir())[0]
    documents = [project(document, FORMAT.holds)[0] for document in corefud.read(Source(path))]
    assert documents[0].mentions
    assert_round_trip(FORMAT, documents)
