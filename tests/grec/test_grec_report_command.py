"""`corefer grec report` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from grec_texts import KEY, write_texts

from corefer.cli.grec import command

SYSTEMS = {
    "names": {title: (title,) * len(chosen) for title, chosen in KEY.items()},
    "pronouns": {title: (title, *["it"] * (len(chosen) - 1)) for title, chosen in KEY.items()},
    "corpus": KEY,
}


def run(*arguments: object) -> Result:
    done = CliRunner().invoke(command, ["report", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The key and the systems."""
    folder = tmp_path_factory.mktemp("report")
    return [write_texts(folder / name, chosen) for name, chosen in {"key": KEY, **SYSTEMS}.items()]


def test_tables_1_to_4_and_7(paths: list[Path]) -> None:
    shown = run(*paths, "--resolvers", "sieve,hobbs", "--samples", 20).stdout
    headings = [line for line in shown.splitlines() if line.startswith(("Table", "Pearson correlations"))]
    assert [heading.split(":")[0] for heading in headings] == [
        "Table 1", "Table 2", "Table 4", "Pearson correlations over 3 systems (* p < 0.05, ** p < 0.01)", "Table 7",
    ]  # fmt: skip
    assert "Table 7: F-scores of 2 resolvers on 3 texts" in shown
    assert "sieve" in shown and "hobbs" in shown


def test_several_versions_have_table_3(paths: list[Path]) -> None:
    key, names, pronouns, corpus = paths
    options = ("--also", corpus, "--no-extrinsic", "--samples", 20)
    shown = run(key, names, pronouns, *options).stdout
    assert "Table 3: REG08-Type Accuracy, 3 texts in 2 versions, 10 references" in shown
    assert "Table 7" not in shown
    report = json.loads(run(key, names, pronouns, *options, "--json").stdout)
    assert report["single"]["systems"]["names"]["type_accuracy"] == report["systems"]["names"]["type_accuracy"]


def test_the_page_and_its_plots(paths: list[Path], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run(*paths, "--resolvers", "sieve", "--samples", 20, "--format", "html", "-o", page, "--plots", tmp_path / "plots")
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert {plot.split('aria-labelledby="')[1].split("-")[0] for plot in text.split("<svg")[1:]} == {
        "bars", "matrix", "resolvers",
    }  # fmt: skip
    for name in ("scores", "correlations", "resolvers"):
        plot = (tmp_path / "plots" / f"{name}.svg").read_text(encoding="utf-8")
        assert ElementTree.fromstring(plot).tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(" not in plot


@pytest.mark.parametrize(("format", "sign"), [("markdown", "| names    |  30.00 |"), ("latex", r"\caption{Table 2")])
def test_markdown_and_latex(paths: list[Path], format: str, sign: str) -> None:
    shown = run(*paths, "--no-extrinsic", "--samples", 0, "--format", format).stdout
    assert sign in shown and "interval" not in shown


def test_one_system_has_nothing_to_be_compared_with(paths: list[Path]) -> None:
    shown = run(*paths[:2], "--resolvers", "singletons", "--samples", 20).stdout
    assert "F(0, 2) is not defined" in shown
    assert "Pearson correlations over" not in shown and "nan" not in shown
