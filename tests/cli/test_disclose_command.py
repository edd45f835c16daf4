"""`corefer disclose` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from corefer.cli import cli
from corefer.disclose.plan import default_text
from corefer.document import CoreferError

TABLE2 = Path(__file__).parent.parent / "disclose" / "table2.csv"


def run(*arguments: object, code: int = 0, input: str | None = None) -> str:
    result = CliRunner().invoke(cli, ["disclose", *map(str, arguments)], input=input, catch_exceptions=True)
    if isinstance(result.exception, CoreferError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_text_fits_120_columns(examples: Path) -> None:
    out = run(examples, "--system", f"Gold={examples}", "--by", "genre")
    assert max(map(len, out.splitlines())) <= 120
    assert "Evaluation corpus name: examples" in out
    assert "Resolution Rate (G/C)" in out


@pytest.mark.parametrize(
    ("format", "sign"),
    [
        ("markdown", "| **A: Raw Word Count** |"),
        ("latex", r"\toprule"),
        ("html", "<!doctype html>"),
        ("csv", "section,row,"),
        ("json", '"columns"'),
    ],
)
def test_every_format(examples: Path, tmp_path: Path, format: str, sign: str) -> None:
    story = examples / "story-orchard.conllu"
    assert sign in run(story, "--format", format)
    run(story, "--format", format, "-o", tmp_path / "out")
    assert sign in (tmp_path / "out").read_text(encoding="utf-8")


def test_json_and_trace(examples: Path) -> None:
    story = examples / "story-orchard.conllu"
    table = json.loads(run(story, "--system", story, "--trace", "--json"))
    assert list(table["systems"]) == ["story-orchard"]
    assert len(table["trace"]) == table["rows"]["A"]["Total"]
    assert "story-orchard:" in run(story, "--trace")
    assert run(story, "--trace", "--format", "csv").startswith("document,genre,file")
    assert "| Place | Form |" in run(story, "--trace", "--format", "markdown")
    run(story, "--trace", "--format", "latex", code=2)


def test_init_writes_the_plan_and_overwrites_none(tmp_path: Path, examples: Path) -> None:
    assert run("--init") == default_text()
    plan = tmp_path / "plan.toml"
    run("--init", plan)
    with pytest.raises(CoreferError, match="exists already"):
        run("--init", plan)
    plan.write_text('[columns]\n"He/She" = ["he", "she"]\n', encoding="utf-8")
    assert json.loads(run(examples, "--plan", plan, "--json"))["columns"] == ["He/She", "Out of Scope", "Total"]


def test_check_exits_with_1_where_it_finds_slips(tmp_path: Path, examples: Path) -> None:
    out = run("--check", TABLE2, code=1)
    assert "Beta, intra, Him: printed 24/31, computed 23" in out
    assert out.endswith("15 slips\n")
    assert len(json.loads(run("--check", TABLE2, "--json", code=1))) == 15
    assert "15 slips" in run("--check", "-", input=TABLE2.read_text(encoding="utf-8"), code=1)
    good = tmp_path / "good.csv"
    run(examples, "--system", f"Gold={examples}", "--by", "genre", "--format", "csv", "-o", good)
    assert run("--check", good) == f"{good}: the arithmetic is right\n"


def test_calls_that_make_no_sense_say_so(examples: Path) -> None:
    run(code=2)
    run(examples, "--system", "=x", code=2)
    run(examples, "--system", f"A={examples}", "--system", f"A={examples}", code=2)
    with pytest.raises(CoreferError, match="no such file"):
        run("nowhere.conllu")


def test_match_overrides_the_plan(examples: Path) -> None:
    out = json.loads(run(examples / "story-orchard.conllu", "--match", "exact", "--json"))
    assert "|match:exact|" in out["signature"]
