"""Any bytes give a document or one clear error: never a traceback, a hang, or an annotation that nobody made.

`tests/fuzz.py` damages files and says what must hold; here is a bounded run of it, the same every time, random
bytes of hypothesis's making, and the cases that deserve a name.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import CoreferError, Document, FormatError
from corefer.formats import FORMATS, Source, detect, stream
from fuzz import Seed, assert_sound, cases, check, seeds

READABLE = [form.name for form in FORMATS.values() if form.read]
TEXTUAL = [name for name in READABLE if name not in ("parquet", "brat")]
CASES = 180  # for each format


def one(name: str, data: bytes) -> list[Document]:
    return list(stream(Source("given", data=data), name))


@pytest.mark.parametrize("name", READABLE)
def test_seeds_are_sound_files(name: str, tmp_path: Path) -> None:
    found = [seed for seed in seeds() if seed.format == name]
    assert found
    assert all(check(seed, tmp_path) for seed in found)


@pytest.mark.parametrize("name", READABLE)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    outcomes = [check(case, tmp_path) for _, case in cases(CASES, seed=8, format=name)]
    assert 0 < sum(outcomes) <= CASES
    if name != "text":
        assert not all(outcomes)


@pytest.mark.parametrize("name", READABLE)
@settings(max_examples=60)
@given(data=st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_random_bytes(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check(Seed(name, f"x{FORMATS[name].endings[0]}", data, b"a text"), Path(folder))


@settings(max_examples=100)
@given(data=st.text("()|,-_<>&;\"'=#\n\t 12aT*[]{}:\\/%", max_size=120))
@pytest.mark.parametrize("name", TEXTUAL)
def test_random_syntax(name: str, data: str) -> None:
    try:
        documents = one(name, data.encode())
    except CoreferError:
        return
    for document in documents:
        assert_sound(document)


# --- XML and SGML

BOMB = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(9))


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY x SYSTEM "file:///etc/hostname">',
        f'<!ENTITY a0 "lol">{BOMB}<!ENTITY x "&a9;">',
        '<!ENTITY % y SYSTEM "file:///etc/hostname"> %y;',
    ],
)
def test_declared_entities_are_refused(declared: str) -> None:
    xml = f'<?xml version="1.0"?><!DOCTYPE TEXT [{declared}]><TEXT ID="1"><TITLE>&x;</TITLE></TEXT>'
    with pytest.raises(FormatError, match="entit"):
        one("grec", xml.encode())


def test_an_external_document_type_is_not_fetched() -> None:
    xml = '<?xml version="1.0"?><!DOCTYPE TEXT SYSTEM "file:///etc/hostname"><TEXT ID="1"><TITLE>A</TITLE></TEXT>'
    assert one("grec", xml.encode())[0].text.strip() == "A"


def test_sgml_has_no_entities_of_its_own() -> None:
    declared = '<!DOCTYPE DOC [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "&x;&x;">]>'
    (document,) = one("muc", f"{declared}<DOC><DOCNO>1</DOCNO><TXT>&x; &y; &amp;</TXT></DOC>".encode())
    assert "&x; &y; &" in document.text
    assert document.mentions == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("muc", '<COREF ID="1">' * 5000 + "a" + "</COREF>" * 5000),
        ("jsonl", "[" * 100_000),
        ("jsonl-text", '{"text": "a", "clusters": ' + "[" * 50_000 + "]" * 50_000 + "}"),
        ("grec", "<TEXT>" + "<REF><REFEX>" * 5000),
        ("corefud", "1\ta" + "\t_" * 7 + "\tEntity=" + "(e1" * 5000 + "\n\n"),
        ("conll", "d\t0\t0\ta\t" + "|".join(["(1"] * 5000) + "\n"),
    ],
)
def test_depth(name: str, data: str) -> None:
    try:
        documents = one(name, data.encode())
    except CoreferError as error:
        assert len(str(error)) < 1000
    else:
        for document in documents:
            assert_sound(document)


# --- encodings

SAMPLES = {seed.format: seed for seed in seeds() if seed.format in TEXTUAL}


@pytest.mark.parametrize("name", TEXTUAL)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_byte_order_marks_and_wide_encodings(name: str, encoding: str) -> None:
    text = SAMPLES[name].data.decode("utf-8-sig")
    (expected, *_) = one(name, text.encode())
    given = "utf-8" if encoding == "utf-8-sig" else encoding
    (document, *_) = stream(Source("given", given, data=text.encode(encoding)), name)
    assert document == expected


@pytest.mark.parametrize("name", [name for name in TEXTUAL if not name.startswith("grec")])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1"])
def test_another_encoding_is_named_with_the_flag_that_helps(name: str, encoding: str) -> None:
    text = SAMPLES[name].data.decode("utf-8-sig") + ("é\n" if encoding == "latin-1" else "“\n")
    with pytest.raises(FormatError) as caught:
        one(name, text.encode(encoding, "replace"))
    assert f"try --encoding {encoding}" in str(caught.value)


def test_detection_names_the_encoding_too() -> None:
    with pytest.raises(FormatError, match=r"looks like utf-16 \(try --encoding utf-16\)"):
        detect(Source("notes", data="Zoë".encode("utf-16")))


def test_an_encoding_that_does_not_exist() -> None:
    with pytest.raises(FormatError, match="there is no text encoding `utf-9`"):
        Source("a.txt", "utf-9", data=b"a")
    with pytest.raises(FormatError, match="there is no text encoding `rot13`"):
        Source("a.txt", "rot13", data=b"a")


def test_bytes_of_another_wide_encoding_are_an_error() -> None:
    with pytest.raises(FormatError, match="this is not utf-16"):
        Source("a.txt", "utf-16", data=b"\xff\xfea")


# --- messages


def test_a_message_is_one_line_that_a_terminal_can_show() -> None:
    error = FormatError("a\nb\x1b[31m" + "x" * 10_000, source="a.conllu", line=1)
    assert str(error).startswith("a.conllu:1: a\\nb\\x1b[31mxxx")
    assert len(str(error)) < 400


# --- memory


@pytest.mark.parametrize("name", ["corefud", "ua", "conll", "litbank", "jsonl", "jsonl-text"])
def test_big_files_are_read_a_document_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first document comes before the file has been read to its end."""
    seed = next(seed for seed in seeds() if seed.format == name and seed.name.startswith("ferry"))
    data = seed.data * (2 * (1 << 22) // len(seed.data) + 2)
    file = io.BytesIO(data)
    monkeypatch.setattr(Source, "open", lambda _: file)
    documents = stream(Source("big", data=b""), name)
    next(documents)
    assert file.tell() < len(data)
