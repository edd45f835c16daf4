"""`corefer grec score` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from grec_texts import KEY, OUSE, write_texts, xml

from corefer.cli.grec import command
from corefer.document import CoreferError
from corefer.formats import read, write

NAMES = {title: (title,) * len(chosen) for title, chosen in KEY.items()}
PRONOUNS = {
    "Beacon Hill": ("Beacon Hill", "it", "it", "it"),
    "River Ouse": ("river ouse", "it", "it"),
    "Ada Finch": ("Ada Finch", "she", "she"),
}
FURTHER = {  # another writer's choices
    "Beacon Hill": ("Beacon Hill", "it", "it", "it"),
    "River Ouse": ("the River Ouse", "it", "the River Ouse"),
    "Ada Finch": ("Ada Finch", "Ada Finch", "_"),
}
METRICS = {"type_accuracy", "string_accuracy", "se", "seb", "bleu3", "nist", "rouge2", "rougesu4"}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["score", *map(str, arguments)])


def as_json(*arguments: object) -> Any:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def error(*arguments: object) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, CoreferError)
    return str(done.exception)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_texts(tmp_path / "key", KEY)
    write_texts(tmp_path / "names", NAMES)
    write_texts(tmp_path / "pronouns", PRONOUNS)
    return tmp_path


def test_the_key_against_itself(folder: Path) -> None:
    found = as_json(folder / "key", folder / "key", "--samples", 20)["systems"]["key"]
    assert set(found) >= METRICS
    assert [found[name] for name in ("type_accuracy", "string_accuracy", "se", "seb")] == [100, 100, 0, 1]
    assert found["texts"] == 3 and found["references"] == 10
    assert found["intervals"]["type_accuracy"] == [100, 100]


def test_systems_are_compared_with_domains_and_letters(folder: Path) -> None:
    report = as_json(folder / "key", folder / "names", folder / "pronouns", "--samples", 50)
    names, pronouns = report["systems"]["names"], report["systems"]["pronouns"]
    assert list(report["systems"]) == ["pronouns", "names"]  # the best first
    assert names["type_accuracy"] == pytest.approx(30) and names["string_accuracy"] == pytest.approx(20)
    assert pronouns["type_accuracy"] == pytest.approx(60)
    assert {domain: part["type_accuracy"] for domain, part in pronouns["domains"].items()} == pytest.approx(
        {"mountain": 50, "person": 200 / 3, "river": 200 / 3}
    )
    low, high = pronouns["intervals"]["type_accuracy"]
    assert low <= 60 <= high
    assert pronouns["letters"] == {"type_accuracy": "A", "string_accuracy": "A"}
    assert report["anova"]["type_accuracy"]["df_within"] == 18


@pytest.mark.parametrize("how", ["folders in the key", "--also", "titles"])
def test_several_versions_of_the_key(folder: Path, how: str) -> None:
    further: list[object] = []
    if how == "folders in the key":
        (folder / "key").rename(folder / "first")
        (folder / "key").mkdir()
        (folder / "first").rename(folder / "key" / "first")
        write_texts(folder / "key" / "second", FURTHER)
    elif how == "--also":
        further = ["--also", write_texts(folder / "second", FURTHER)]
    else:
        write_texts(folder / "key", FURTHER, suffix=" (2)")
    report = as_json(folder / "key", folder / "pronouns", *further)
    assert "versions:2" in report["signature"]
    found = report["systems"]["pronouns"]
    assert found["type_accuracy"] == pytest.approx(100 * (4 + 2 + 2) / 10)
    assert found["string_accuracy"] == pytest.approx(100 * (4 + 1 + 2) / 10)


def test_texts_with_the_same_title_are_no_versions_if_they_differ(folder: Path) -> None:
    other = OUSE[0], OUSE[1], ("{} is another river, {} too, and {} as well.",)
    for name in ("key", "names"):
        (folder / name / "Ouse_2.xml").write_text(xml(other, ("River Ouse",) * 3), encoding="utf-8")
    report = as_json(folder / "key", folder / "names")
    assert "texts:4" in report["signature"] and "versions:1" in report["signature"]


def test_files_pair_whatever_their_names_and_folders_by_title(folder: Path) -> None:
    file = folder / "out" / "anything.xml"
    file.parent.mkdir()
    (folder / "names" / "River_Ouse.xml").rename(file)
    alone = as_json(folder / "key" / "River_Ouse.xml", file)["systems"]["anything"]
    assert alone["type_accuracy"] == pytest.approx(100 / 3)
    assert alone["intervals"] == {}
    for left in ("Beacon_Hill.xml", "Ada_Finch.xml"):
        (folder / "names" / left).rename(folder / "out" / left)
    assert as_json(folder / "key", folder / "out")["systems"]["out"]["references"] == 10


def test_other_formats_score_the_same(folder: Path) -> None:
    for document in read(folder / "names"):
        write(document, folder / "lines" / f"{document.layout['file']}.jsonl")
        write(document, folder / "key-lines" / f"{document.layout['file']}.jsonl")
    found = as_json(folder / "key", folder / "names", folder / "lines")["systems"]
    assert found["names"] == found["lines"]


def test_missing_texts_are_errors(folder: Path) -> None:
    (folder / "names" / "Ada_Finch.xml").unlink()
    assert error(folder / "key", folder / "names").startswith("names lacks `Ada_Finch` of the key")
    assert error(folder / "names", folder / "key").startswith("the key lacks `Ada_Finch` of key")
    (folder / "none").mkdir()
    assert "there are no documents in it" in error(folder / "key", folder / "none")


def test_different_texts_are_errors(folder: Path) -> None:
    path = folder / "names" / "Ada_Finch.xml"
    path.write_text(path.read_text(encoding="utf-8").replace("botanist", "biologist"), encoding="utf-8")
    assert "`Ada_Finch` is another text than the key's, near `…AdaFinchwasabiologistinOslo" in error(
        folder / "key", folder / "names"
    )


def test_unequal_numbers_of_references_are_errors(folder: Path) -> None:
    fewer = (
        "Ada Finch",
        "person",
        ("{} was a botanist in Oslo. In 1901 {} found a rare fern, and named the fern Lyra.",),
    )
    (folder / "names" / "Ada_Finch.xml").write_text(xml(fewer, ("Ada Finch", "she")), encoding="utf-8")
    assert "`Ada_Finch` has 2 references instead of 3" in error(folder / "key", folder / "names")


def test_unanswered_references_are_errors(folder: Path) -> None:
    write_texts(folder / "names", {"Ada Finch": ("Ada Finch", None, "she")})
    assert "names: `Ada_Finch` has no selected REFEX in reference 2" in error(folder / "key", folder / "names")


def test_a_broken_file_is_told_with_its_place(folder: Path) -> None:
    path = folder / "names" / "Ada_Finch.xml"
    long = path.read_text(encoding="utf-8").replace("<ALT-REFEX>", "\n<ALT-REFEX>\n")
    broken = long.replace("</PARAGRAPH>", "\n</PARAGRAF>")
    path.write_text(broken, encoding="utf-8")
    line = broken[: broken.index("</PARAGRAF>")].count("\n") + 1
    assert f"Ada_Finch.xml:{line}:3: this is not well-formed XML" in error(folder / "key", folder / "names")


@pytest.mark.parametrize(
    ("format", "opening"),
    [("text", "REG08-Type Accuracy, 3 texts, 10 references"), ("markdown", "REG08-Type"), ("latex", r"\begin{table}")],
)
def test_tables(folder: Path, format: str, opening: str) -> None:
    done = run(folder / "key", folder / "names", folder / "pronouns", "--samples", 10, "--format", format)
    assert done.exit_code == 0
    assert done.stdout.startswith(opening)
    assert "60.00" in done.stdout and "Mountain" in done.stdout and "ROUGE-SU4" in done.stdout


def test_the_page_stands_alone(folder: Path) -> None:
    out = folder / "scores.html"
    systems = [write_texts(folder / name, KEY if name == "corpus" else NAMES) for name in ("corpus", "b")]
    done = run(folder / "key", folder / "pronouns", *systems, "--samples", 10, "--format", "html", "-o", out)
    assert done.exit_code == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "http" not in page
    assert "Correlations between metrics" in page and 'class="whisker"' in page
