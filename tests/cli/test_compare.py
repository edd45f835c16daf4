"""`corefer compare`, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from corefer.cli.compare import command
from corefer.document import CoreferError, Document
from corefer.formats import read, write

ENOUGH = ("--samples", 200, "--metrics", "conll")


def without(document: Document, every: int) -> Document:
    """A response that misses every nth mention."""
    copy = document.bare()
    for number, mention in enumerate(document.mentions):
        if number % every:
            copy.add_mention(mention.entity.id, mention.start, mention.end)
    copy.arrange()
    return copy


@pytest.fixture(scope="module")
def folder(examples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key of three documents and three responses to it."""
    key = [
        document
        for name in ("city-velmora", "letter-attic", "river-osk")
        for document in read(examples / f"{name}.conllu")
    ]
    out = tmp_path_factory.mktemp("compare")
    write(key, out / "key.jsonl", "jsonl")
    for name, every in (("good", 10), ("fair", 5), ("bad", 2)):
        write([without(document, every) for document in key], out / f"{name}.jsonl", "jsonl")
    write([without(document, 2) for document in key[:1]], out / "short.jsonl", "jsonl")
    return out


def run(folder: Path, *arguments: object) -> Result:
    """Names that are files of the folder stand for these."""
    paths = [str(folder / f"{a}.jsonl") if (folder / f"{a}.jsonl").exists() else str(a) for a in arguments]
    return CliRunner().invoke(command, paths)


def as_json(folder: Path, *arguments: object) -> Any:
    done = run(folder, *arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_first_response_is_the_baseline(folder: Path) -> None:
    found = as_json(folder, "key", "good", "fair", "bad", *ENOUGH)
    assert found["responses"] == ["good", "fair", "bad"]
    assert [(d["first"], d["second"]) for d in found["differences"][::4]] == [("good", "fair"), ("good", "bad")]
    assert list(found["f1"]) == ["muc", "b3", "ceafe", "conll"]
    for scores in found["f1"].values():
        assert 100 > scores[0] > scores[1] > scores[2] > 0
    assert found["letters"] == {}
    assert found["warnings"] == ["with 3 documents, randomisation cannot give a p-value below 0.25"]


def test_all_pairs_and_both_tests(folder: Path) -> None:
    found = as_json(folder, "key", "good", "fair", "bad", *ENOUGH, "--all-pairs", "--test", "both")
    assert len(found["differences"]) == 3 * 4
    assert set(found["letters"]) == set(found["f1"])
    for difference in found["differences"]:
        assert set(difference["p"]) == {"randomisation", "bootstrap"}


def test_settings_are_used_and_signed(folder: Path) -> None:
    options = ("--match", "head", "--singletons", "dropped", "--like", "coval", "--macro")
    found = as_json(folder, "key", "good", "bad", *ENOUGH, *options)
    assert "match:head|singletons:dropped|agg:macro|docs:3|like:coval" in found["signatures"][0]
    plain = as_json(folder, "key", "good", "bad", *ENOUGH)
    assert found["f1"] != plain["f1"]


def test_seeds(folder: Path) -> None:
    first, again, other = (as_json(folder, "key", "fair", "bad", *ENOUGH, "--seed", seed) for seed in (1, 1, 2))
    assert first == again
    assert first["f1"] == other["f1"]
    assert first["differences"] != other["differences"]


def test_text(folder: Path) -> None:
    done = run(folder, "key", "good", "bad", *ENOUGH)
    assert done.exit_code == 0
    assert "F1 over 3 documents" in done.stdout
    assert "bad − good" in done.stdout
    assert "200 resamples" in done.stdout
    assert "like:default" in done.stdout
    assert "corefer: warning: with 3 documents" in done.stderr


@pytest.mark.parametrize(("format", "sign"), [("markdown", "| ----: |"), ("latex", r"\toprule")])
def test_tables_for_papers(folder: Path, format: str, sign: str) -> None:
    done = run(folder, "key", "good", "bad", *ENOUGH, "--format", format, "--names", "A & B,C")
    assert sign in done.stdout
    assert r"A \& B" in done.stdout


def test_a_folder_of_files(folder: Path, examples: Path) -> None:
    found = as_json(folder, examples, examples, examples, *ENOUGH, "--names", "one,two")
    assert found["documents"] == len(list(examples.glob("*.conllu")))
    assert {d["difference"] for d in found["differences"]} == {0}
    assert {p for d in found["differences"] for p in d["p"].values()} == {1}


def test_a_document_that_a_response_lacks_is_counted_with_a_warning(folder: Path) -> None:
    found = as_json(folder, "key", "good", "short", *ENOUGH)
    assert sum("is missing from the response; its mentions count as missed" in w for w in found["warnings"]) == 2
    assert all(w.startswith("short: ") for w in found["warnings"][:2])


def test_one_document(folder: Path) -> None:
    done = run(folder, "short", "short", "short", "--names", "a,b", "--metrics", "muc")
    assert "interval" not in done.stdout
    assert "need two or more" in done.stderr


def test_agreement(folder: Path) -> None:
    found = as_json(folder, "good", "fair", "bad", *ENOUGH, "--agreement")["agreements"]
    assert [one["annotators"] for one in found] == [["good", "fair"], ["good", "bad"], ["fair", "bad"]]
    for one in found:
        assert set(one["alpha"]) == set(one["intervals"]["alpha"]) == {"entities", "nominal", "links"}
        low, high = one["intervals"]["f1"]["conll"]
        assert low <= one["f1"]["conll"] <= high
    text = run(folder, "good", "bad", *ENOUGH, "--agreement").stdout
    assert "good – bad" in text
    assert "α (entities)" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("key", "good"), "name two responses or more"),
        (("key", "good", "good"), "two files have the same name"),
        (("key", "good", "bad", "--names", "a"), "--names gives 1 names for 2 files"),
        (("key", "good", "bad", "--metrics", "muc,f1"), "there is no metric `f1`"),
        (("key", "good", "--agreement", "--macro"), "--macro has no meaning with --agreement"),
    ],
)
def test_calls_that_cannot_be_answered(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run(folder, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_document_that_the_key_lacks_is_an_error(folder: Path) -> None:
    done = run(folder, "short", "good", "bad")
    assert isinstance(done.exception, CoreferError)
    assert "2 documents that the key lacks" in str(done.exception)
