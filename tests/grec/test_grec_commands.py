"""The commands of `corefer grec` that read, divide, train, select and cross-validate."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefer.cli import cli
from corefer.document import CoreferError
from corefer.formats import read
from corefer.grec import reg08_type, task


def run(*arguments: str | Path, code: int = 0) -> Result:
    """The outcome of a command; `main` turns a CoreferError into exit code 2."""
    result = CliRunner().invoke(cli, ["grec", *map(str, arguments)])
    assert (2 if isinstance(result.exception, CoreferError) else result.exit_code) == code, result.output
    return result


@pytest.fixture
def copies(places: Path, tmp_path: Path) -> Path:
    """The ten texts, one of them twice under another name and percent-encoded, and one without references."""
    folder = tmp_path / "texts"
    shutil.copytree(places, folder)
    again = (folder / "Cold_Tor.xml").read_text(encoding="utf-8")
    (folder / "Cold_Tor 2.xml").write_text(again.replace("<TITLE>Cold Tor", "<TITLE>Cold%20Tor"), encoding="utf-8")
    (folder / "None.xml").write_text(
        '<TEXT ID="0">\n<TITLE>None</TITLE>\n<PARAGRAPH>\nNothing.\n</PARAGRAPH>\n</TEXT>\n', encoding="utf-8"
    )
    return folder


def without_selections(xml: str) -> str:
    return re.sub(r"(<REF ID[^>]*>\n)<REFEX.*\n(?=<ALT-REFEX>)", r"\1", xml)


def test_info_counts(copies: Path) -> None:
    counts = json.loads(run("info", copies, "--json").output)
    assert {key: counts[key] for key in ("texts", "titles", "texts_without_references", "references", "selected")} == {
        "texts": 12,
        "titles": 11,
        "texts_without_references": 1,
        "references": 44,
        "selected": 44,
    }
    assert counts["texts_by_domain"] == {"mountain": 4, "river": 4, "city": 3, "none": 1}
    assert counts["selected_by_type"] == {"pronoun": 22, "name": 11, "empty": 11}
    assert "11" in run("info", copies).output


def test_validate_finds_what_is_wrong(copies: Path) -> None:
    assert "G20" in run("validate", copies).output
    broken = copies / "Garve.xml"
    broken.write_text(broken.read_text(encoding="utf-8").replace(">It<", ">Them<"), encoding="utf-8")
    found = json.loads(run("validate", copies, "--json", "-q", code=1).output)
    assert [finding["code"] for finding in found["findings"]] == ["G10"]


def test_a_split_shares_no_title_and_is_a_matter_of_the_seed(copies: Path, tmp_path: Path) -> None:
    told = json.loads(run("split", copies, "-o", tmp_path / "a", "--parts", "train=7,test=3", "--json").output)
    run("split", copies, "-o", tmp_path / "b", "--parts", "train=7,test=3")
    other = json.loads(run("split", copies, "--parts", "train=7,test=3", "--seed", "2", "--json").output)
    assert (told["texts"], told["repeated_titles"], told["without_references"]) == (12, 1, 1)
    parts = {name: {p.name for p in (tmp_path / "a" / name).iterdir()} for name in ("train", "test")}
    assert parts == {name: set(told["parts"][name]["files"]) for name in parts}
    assert parts["train"] | parts["test"] | {"None.xml"} >= {p.name for p in copies.iterdir()} - {
        "Cold_Tor.xml",
        "Cold_Tor 2.xml",
    }
    assert len(parts["train"]) == 7
    assert len(parts["test"]) == 3
    assert not parts["train"] & parts["test"]
    assert other["parts"]["test"]["files"] != told["parts"]["test"]["files"]
    for name in parts:
        for path in (tmp_path / "a" / name).iterdir():
            assert (
                path.read_bytes()
                == (copies / path.name).read_bytes()
                == (tmp_path / "b" / name / path.name).read_bytes()
            )
        assert set(told["parts"][name]["domains"]) == {"city", "mountain", "river"}


@pytest.mark.parametrize("hide", [False, True])
def test_select_changes_the_selected_expressions_alone(places: Path, tmp_path: Path, hide: bool) -> None:
    folder = tmp_path / "in"
    shutil.copytree(places, folder)
    if hide:
        for path in folder.iterdir():
            path.write_text(without_selections(path.read_text(encoding="utf-8")), encoding="utf-8")
            assert all(slot.selected is None for slot in task(read(path)[0]).slots)
    run("select", "Base-name", folder, "-o", tmp_path / "out")
    run("select", "base-name", places, "-o", tmp_path / "other")
    run("validate", tmp_path / "out")
    for path in places.iterdir():
        written = (tmp_path / "out" / path.name).read_text(encoding="utf-8")
        assert written == (tmp_path / "other" / path.name).read_text(encoding="utf-8")
        assert without_selections(written) == without_selections(path.read_text(encoding="utf-8"))
        assert {reg08_type(s.selected) for s in task(read(tmp_path / "out" / path.name)[0]).slots if s.selected} == {
            "name"
        }


def test_a_trained_model_selects(places: Path, tmp_path: Path) -> None:
    run("train", "OSU-n-nonRE", places, "-o", tmp_path / "model", "--cache", tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir())
    run("select", tmp_path / "model", places / "Garve.xml", "-o", tmp_path / "Garve.xml", "--cache", tmp_path / "cache")
    slots = task(read(tmp_path / "Garve.xml")[0]).slots
    assert [reg08_type(slot.selected) for slot in slots if slot.selected] == ["name", "pronoun", "empty", "pronoun"]


def test_counting_baselines_need_texts_to_count_in(places: Path, tmp_path: Path) -> None:
    file = places / "Garve.xml"
    run("select", "base-freq", file, "-o", tmp_path / "a.xml", code=2)
    assert not (tmp_path / "a.xml").exists()
    run("select", "base-freq", file, "-o", tmp_path / "a.xml", "--train", places)
    run("train", "base-freq", places, "-o", tmp_path / "freq")
    run("select", tmp_path / "freq", file, "-o", tmp_path / "b.xml")
    assert (tmp_path / "a.xml").read_bytes() == (tmp_path / "b.xml").read_bytes()


def test_cross_validation_counts_every_title_once(copies: Path) -> None:
    told = json.loads(run("cross-validate", "base-1st", "Base-freq", copies, "--folds", "3", "--json").output)
    assert (told["texts"], told["references"], told["folds"]) == (10, 40, 3)
    first = told["systems"]["base-1st"]
    assert first["type_accuracy"] == pytest.approx(25)  # the list's first is the title; one slot of four is a name
    assert first["string_accuracy"] == pytest.approx(25)
    assert first["type_accuracy_interval"] == pytest.approx([25, 25])
    assert set(first["domains"]) == {"city", "mountain", "river"}
    assert told["systems"]["base-freq"]["type_accuracy"] >= 50
    assert "base-1st" in run("cross-validate", "base-1st", copies).output
    run("cross-validate", "base-2nd", copies, code=2)


def test_systems_are_listed_where_they_are_trained() -> None:
    assert "cnts-prop-s" in run("train", "--help").output


def test_outputs_read_like_text(places: Path) -> None:
    """Lists are in small letters; a realised output has its capitals nevertheless."""
    from corefer.grec.realise import as_chosen

    found = task(read(places / "Garve.xml")[0])
    pronouns = [next(e for e in slot.alternatives if reg08_type(e) == "pronoun") for slot in found.slots]
    text = as_chosen(found.with_choices(pronouns)).text
    assert "It is a city in the north. It lies under the Great Fell and it draws" in text
    assert "painted its mills" in text
