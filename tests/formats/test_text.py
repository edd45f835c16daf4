"""Plain text: exact in, exact out, one document a file."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.document import Builder, FormatError, from_text
from corefer.formats.base import Source, Target
from corefer.formats.text import FORMAT, read, sniff, write


def written(text: str) -> bytes:
    buffer = io.BytesIO()
    write([from_text("x", text)], Target(None, stdout=buffer))
    return buffer.getvalue()


def test_the_file_is_the_document_and_its_name_the_id(tmp_path: Path) -> None:
    path = tmp_path / "letter.v2.txt"
    path.write_bytes(b"Dear Anna,\r\n\r\n\tit rained.  ")
    (document,) = read(Source(path))
    assert document.id == "letter.v2"
    assert document.text == "Dear Anna,\r\n\r\n\tit rained.  "
    assert [token.form for token in document.tokens] == ["Dear", "Anna", ",", "it", "rained", "."]
    assert [sentence.new_paragraph for sentence in document.sentences] == [True, True]


def test_an_empty_file_is_an_empty_document() -> None:
    (document,) = read(Source("nothing.txt", data=b""))
    assert (document.id, document.text, len(document.tokens), len(document.sentences)) == ("nothing", "", 0, 0)


def test_a_nul_character_is_an_error_with_its_place() -> None:
    with pytest.raises(FormatError) as caught:
        list(read(Source("picture.png", data=b"one\ntwo\0three")))
    assert str(caught.value) == "picture.png:2:4: a NUL character stands in the text (remove it; no text holds one)"
    assert not sniff("one\0", "picture.png")


def test_bytes_that_are_no_characters_are_an_error_with_their_place() -> None:
    with pytest.raises(FormatError, match=r"old.txt:2:4: byte 0xe9 is not utf-8.*--encoding latin-1"):
        list(read(Source("old.txt", data=b"one\ncaf\xe9")))


def test_another_encoding_may_be_named() -> None:
    (document,) = read(Source("old.txt", "utf-16", data="café".encode("utf-16")))
    assert document.text == "café"


def test_several_documents_need_a_folder(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with pytest.raises(FormatError, match=r"one document a file, and there are several \(give -o a folder\)"):
        write([from_text("a", "A."), from_text("b", "B.")], Target(target))
    assert not target.exists()


def test_no_document_gives_an_empty_file(tmp_path: Path) -> None:
    write([], Target(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_bytes() == b""


def test_tokens_of_other_formats_come_out_with_their_spacing() -> None:
    builder = Builder("x")
    builder.add_sentence(["Do", "n't", "!"], gaps=["", "", " \n"])
    buffer = io.BytesIO()
    write([builder.build()], Target(None, stdout=buffer))
    assert buffer.getvalue() == b"Don't! \n"


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0")))
def test_any_text_comes_back_exactly(text: str) -> None:
    (document,) = read(Source("x.txt", data=written(text)))
    assert document.text == text
    assert document == from_text("x", text)


@given(st.binary())
def test_any_bytes_give_a_document_or_an_error(data: bytes) -> None:
    try:
        (document,) = read(Source("x.txt", data=data))
    except FormatError as error:
        assert error.source == "x.txt" and error.line and error.column and error.remedy
    else:
        assert written(document.text) in (data, data.removeprefix(b"\xef\xbb\xbf"))


def test_the_format_says_that_it_is_one_document_a_file() -> None:
    assert FORMAT.single and FORMAT.endings == (".txt",)
