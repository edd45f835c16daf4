"""`corefer rewrite` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "Dr. Lena Voss runs the station.\r\n\r\nShe has lived there since 2010. Her results are known.\r\n"
REWRITTEN = (
    "Dr. Lena Voss runs the station.\r\n\r\n"
    "Dr. Lena Voss has lived there since 2010. Dr. Lena Voss's results are known.\r\n"
)


def run(*arguments: str, input: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "corefer", "rewrite", *arguments], input=input, capture_output=True)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "station.txt"
    path.write_bytes(TEXT.encode())
    return path


def test_text_in_text_out(text: Path) -> None:
    found = run(str(text))
    assert (found.returncode, found.stdout.decode()) == (0, REWRITTEN)


def test_bytes_come_back(tmp_path: Path) -> None:
    data = "\ufeffThe ferry\tleft  Skerry – at four.\r\n\n\n   A café burned. \u00a0".encode()
    path = tmp_path / "plain.txt"
    path.write_bytes(data)
    assert run(str(path)).stdout == data
    assert run("-", input=data).stdout == data


def test_json_says_all(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert (
        run(str(text), "--mode", "standalone", "--chunks", "sentence", "--to", "json", "-o", str(out)).returncode == 0
    )
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["document"], found["mode"], found["chunked"]) == ("station", "standalone", "sentence")
    assert found["text"] == REWRITTEN
    assert [(s["old"], s["new"]) for s in found["substitutions"]] == [
        ("She", "Dr. Lena Voss"),
        ("Her", "Dr. Lena Voss's"),
    ]
    for substitution in found["substitutions"]:
        assert substitution["decision"]["antecedent"]["text"]
        assert TEXT[slice(*substitution["source"])] == substitution["old"]
        assert REWRITTEN[slice(*substitution["target"])] == substitution["new"]
    assert [chunk["text"] for chunk in found["chunks"]][1:] == [
        "Dr. Lena Voss has lived there since 2010.",
        "Dr. Lena Voss's results are known.",
    ]
    covered = [i for piece in found["map"] for i in range(*piece["target"])]
    assert covered == list(range(len(REWRITTEN)))
    assert all(TEXT[slice(*p["source"])] == REWRITTEN[slice(*p["target"])] for p in found["map"] if p["copied"])


def test_what_is_left_says_why(examples: Path) -> None:
    found = json.loads(run(str(examples / "person-mirell.conllu"), "--to", "json").stdout)
    left = {(item["text"], item["reason"]) for item in found["left"]}
    assert {("It", "pleonastic"), ("herself", "reflexive"), ("which", "relative"), ("he", "cataphora")} <= left
    assert all(item["says"] for item in found["left"])


def test_html_stands_alone(text: Path) -> None:
    page = run(str(text), "--to", "html").stdout.decode()
    assert page.startswith("<!doctype html>")
    assert ">Dr. Lena Voss&#x27;s</mark>" in page
    assert "Her → Dr. Lena Voss&#x27;s" in page
    assert "http" not in page


def test_chains_of_a_file_are_used_unless_a_resolver_is_named(examples: Path) -> None:
    path = str(examples / "person-mirell.conllu")
    decisions = [s["decision"] for s in json.loads(run(path, "--to", "json").stdout)["substitutions"]]
    assert decisions
    assert not any(decisions)
    resolved = json.loads(run(path, "--to", "json", "--resolver", "sieve").stdout)["substitutions"]
    assert {s["decision"]["resolver"] for s in resolved if s["decision"]} == {"sieve"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--chunks", "few"], "chunks are"),
        (["--resolver", "oracle"], "no resolver is called"),
        (["--min-confidence", "2"], "min-confidence"),
    ],
)
def test_wrong_calls_are_refused(text: Path, arguments: list[str], message: str) -> None:
    found = run(str(text), *arguments)
    assert found.returncode == 2
    assert message in found.stderr.decode()
    assert b"Traceback" not in found.stderr


def test_a_missing_file() -> None:
    found = run("nowhere.txt")
    assert found.returncode == 2
    assert b"nowhere.txt" in found.stderr
