"""`corefer errors` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefer.cli.errors import command
from corefer.document import Builder, Document
from corefer.formats import write


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(command, [str(argument) for argument in arguments])


def ship(*mentions: tuple[str, int, int]) -> Document:
    builder = Builder("sea")
    builder.add_sentence("The ship hit the pier .".split())
    builder.add_sentence("It sank .".split())
    document = builder.build()
    for mention in mentions:
        document.add_mention(*mention)
    document.arrange()
    return document


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    write(ship(("1", 0, 2), ("2", 3, 5), ("1", 6, 7)), tmp_path / "key.conllu")
    write(ship(("1", 0, 2), ("2", 3, 5), ("2", 6, 7)), tmp_path / "pier.conllu")
    write(ship(("2", 3, 5), ("2", 6, 7)), tmp_path / "lost.conllu")
    return tmp_path


def test_text(corpus: Path) -> None:
    done = run(corpus / "key.conllu", corpus / "pier.conllu")
    assert done.exit_code == 0, done.output
    assert "[The ship] hit {the pier} ." in done.output
    assert "expected The ship  chosen the pier" in done.output
    assert "errors|match:exact|singletons:kept|agg:micro|docs:1|like:default|version:" in done.output


def test_json(corpus: Path) -> None:
    done = run(corpus / "key.conllu", corpus / "pier.conllu", corpus / "lost.conllu", "--json", "--names", "a,b")
    result = json.loads(done.stdout)
    assert [response["response"] for response in result["responses"]] == ["a", "b"]
    assert result["responses"][0]["counts"]["wrong-antecedent"]["total"] == 1
    assert [(error["kind"], error["responses"]) for error in result["common"]] == [
        ("conflated-entity", ["a", "b"]),
        ("wrong-antecedent", ["a", "b"]),
    ]


def test_kinds_and_examples_select(corpus: Path) -> None:
    result = json.loads(
        run(
            corpus / "key.conllu", corpus / "lost.conllu", "--json", "--kind", "missing-mention", "--examples", 0
        ).stdout
    )["responses"][0]
    assert result["errors"] == []
    assert result["counts"]["missing-mention"]["total"] == 1
    assert result["counts"]["wrong-antecedent"]["total"] == 0


def test_matching_and_singletons_are_heeded(corpus: Path) -> None:
    done = run(corpus / "key.conllu", corpus / "lost.conllu", "--json", "--singletons", "dropped", "--match", "head")
    result = json.loads(done.stdout)["responses"][0]
    assert "match:head|singletons:dropped" in result["signature"]
    assert result["counts"]["extra-mention"]["reasons"] == {"dropped": 1}


def test_page_and_tables(corpus: Path) -> None:
    out = corpus / "errors.html"
    assert run(corpus / "key.conllu", corpus / "pier.conllu", "--html", out).output == ""
    assert out.read_text().startswith("<!doctype html>")
    for format, start in (("markdown", "Errors\n\n| Error "), ("latex", "\\begin{table}\n")):
        done = run(corpus / "key.conllu", corpus / "pier.conllu", "--format", format)
        assert done.output.startswith(start)


def test_a_page_on_standard_output(corpus: Path) -> None:
    done = run(corpus / "key.conllu", corpus / "pier.conllu", "--html")
    assert done.stdout.startswith("<!doctype html>")
    assert "http" not in done.stdout.split("</style>")[0]


def test_a_page_does_not_overwrite_what_is_no_page(corpus: Path) -> None:
    before = (corpus / "key.conllu").read_text()
    done = run("--html", corpus / "key.conllu", corpus / "pier.conllu", corpus / "lost.conllu")
    assert done.exit_code == 2
    assert "put --html last" in done.output
    assert (corpus / "key.conllu").read_text() == before


def test_reasons_need_no_files() -> None:
    done = run("--reasons")
    assert done.exit_code == 0
    assert "conflated-entity  a response entity that holds mentions of several key entities" in done.output


def test_warnings_name_the_response(corpus: Path) -> None:
    write([ship(("1", 0, 2), ("1", 6, 7)), _other()], corpus / "two.conllu")
    done = run(corpus / "two.conllu", corpus / "key.conllu", "--json")
    assert done.exit_code == 0
    assert "key.conllu: other is missing from the response; its mentions count as missed" in done.stderr


def _other() -> Document:
    builder = Builder("other")
    builder.add_sentence(["Rain", "."])
    return builder.build()
