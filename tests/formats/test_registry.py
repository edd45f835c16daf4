"""The registry, and its documentation: every format is described, with what it holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corefer.document import Feature, from_text, project
from corefer.formats import FORMATS, Source, detect, files, read, write

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_every_format_has_its_section() -> None:
    assert set(SECTIONS) == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_a_section_tells_the_endings_and_what_the_format_does(name: str) -> None:
    form, section = FORMATS[name], SECTIONS[name]
    (row,) = re.findall(rf"^\| \[{name}\].*$", PAGE, re.MULTILINE)
    assert all(f"`{ending}`" in row for ending in form.endings)
    assert form.title in row
    assert ("one document a file" in row) == form.single
    assert "- Known by: " in section
    assert ("- Reads: " in section) == (form.read is not None)
    assert ("- Writes: " in section) == (form.write is not None)


@pytest.mark.parametrize("name", [form.name for form in FORMATS.values() if form.write])
def test_a_section_tells_what_the_format_cannot_hold(name: str) -> None:
    """As a list of what it lacks or, where that would be most, of what it has."""
    holds, section = FORMATS[name].holds, SECTIONS[name]
    ((verb, told),) = re.findall(r"^- (Holds|Cannot hold): (.*)\.$", section, re.MULTILINE)
    expected = [feature for feature in Feature if (feature in holds) == (verb == "Holds")]
    assert told.removesuffix("; nothing else") == ", ".join(map(str, expected))


@pytest.mark.parametrize("name", ["conll", "litbank"])
def test_a_document_named_by_a_number_is_no_conllu(name: str, tmp_path: Path) -> None:
    """Its rows begin with the name, which looks like the number of a token."""
    document = from_text("553", "Sun rises.")
    document.add_mention("1", 0, 1)
    write(document, tmp_path / "553.conll", format=name)
    assert [detect(Source(path)).name for path in tmp_path.iterdir()] == [name]
    assert read(tmp_path / "553.conll")[0] == project(document, FORMATS[name].holds)[0]


def test_a_folder_may_hold_other_tables(tmp_path: Path) -> None:
    (tmp_path / "expected.tsv").write_text("case\trecall\nA\t1.0\n")
    (tmp_path / "rows.tsv").write_text(
        "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    )
    (tmp_path / "README").write_text("Tables.")
    assert [path.name for path in files(tmp_path)] == ["rows.tsv"]
