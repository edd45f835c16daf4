"""The commands of experiments, as a user runs them."""

from __future__ import annotations

import json
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corefer.cli.ablate import command as ablate_command
from corefer.cli.compare_resolvers import command
from corefer.cli.tune import command as tune_command
from corefer.document import CoreferError
from corefer.document.anaphors import AnaphorType
from corefer.experiment.ablation import COLUMNS
from corefer.resolve.rosana.profile import load

FEW = ("--samples", "100", "--workers", "1")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]


def test_json(examples: Path):
    found = json.loads(run(examples, "--resolver", "sieve,sieve", "--json", *FEW).stdout)
    assert list(found["resolvers"]) == ["sieve"]
    assert found["documents"] == 14 and found["corpus"].endswith("examples")
    assert (found["parse"], found["mentions"]) == ("gold", "gold")
    of = found["resolvers"]["sieve"]
    low, high = of["measures"]["kept.conll"]["interval"]
    assert 0 < low <= of["measures"]["kept.conll"]["value"] <= high < 100
    assert of["words_per_second"] > 0 and of["memory_mb"] is not None
    assert set(found["disclosure"]["systems"]) == {"sieve"}


def test_tables(examples: Path, tmp_path: Path):
    given = (examples / "opera-*.conllu", "--resolver", "sieve", *FEW)  # two documents
    text = run(*given, "--corpus", "operas").stdout
    assert "operas: 2 documents" in text and "Antecedents: F1" in text and "Resolution Rate" in text
    markdown = run(*given, "--format", "markdown").stdout
    assert "| Resolver" in markdown and "**A: Raw Word Count**" in markdown
    latex = run(*given, "--format", "latex").stdout
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") > 7
    out = tmp_path / "page.html"
    assert run(*given, "--format", "html", "-o", out).exit_code == 0
    tags = Tags()
    tags.feed(out.read_text(encoding="utf-8"))
    assert tags.seen.count("svg") == 6 and len(set(tags.ids)) == len(tags.ids)


def test_from_raw_text(examples: Path):
    given = (examples / "story-orchard.conllu", "--parse", "own", "--resolver", "sieve", "--json", *FEW)
    done = run(*given)
    found = json.loads(done.stdout)
    assert (found["parse"], found["mentions"]) == ("own", "own")
    mentions = found["resolvers"]["sieve"]["measures"]["kept.mentions"]
    assert 50 < mentions["value"] < 100 and mentions["interval"] is None
    assert "two or more" in done.stderr


def test_errors(examples: Path, tmp_path: Path):
    with pytest.raises(CoreferError, match="no resolver is called"):
        run(examples, "--resolver", "nobody")
    (tmp_path / "plain.txt").write_text("Ada came. She sang.", encoding="utf-8")
    with pytest.raises(CoreferError, match="no coreference"):
        run(tmp_path / "plain.txt")


# --- tune


def tuned(*arguments: object) -> Result:
    given = [str(argument) for argument in arguments]
    return CliRunner().invoke(tune_command, [*given, "--resolver", "ranking", *FEW], catch_exceptions=False)


def test_a_profile_is_written(examples: Path, tmp_path: Path):
    out = tmp_path / "mine.toml"
    done = tuned(examples, "--folds", 2, "-o", out, "--json")
    found = json.loads(done.stdout)
    assert (found["for"], found["documents"], found["folds"]) == ("antecedents", 14, 2)
    figures = found["figures"]["antecedents.PER3.precision"]
    assert figures["after"]["value"] >= figures["before"]["value"]
    assert {"value", "interval"} == set(figures["held out"])
    written = tomllib.loads(out.read_text(encoding="utf-8"))
    assert written["name"] == "mine"
    after = {factor: weight["after"] for factor, weight in found["weights"]["PER3"].items()}
    assert written["PER3"] == pytest.approx(after, rel=1e-4)


def test_rosana_takes_the_profile(examples: Path, tmp_path: Path):
    out = tmp_path / 'a "tuned" one.toml'
    given = (examples / "*-*.conllu", "--resolver", "rosana", "--folds", "2", "-o", out, "--json", *FEW)
    found = json.loads(CliRunner().invoke(tune_command, [str(a) for a in given], catch_exceptions=False).stdout)
    profile = load(out)
    assert profile.name == 'a "tuned" one' and "14 documents" in profile.description
    assert profile.threshold == load("default").threshold
    for kind, row in found["weights"].items():
        weights = {str(factor): weight for factor, weight in profile.weights[AnaphorType(kind)].items()}
        assert weights == pytest.approx({factor: weight["after"] for factor, weight in row.items()}, rel=1e-4)


def test_a_profile_for_each_genre(examples: Path, tmp_path: Path):
    done = tuned(examples, "--folds", 2, "--by-genre", "-o", tmp_path / "profiles")
    assert done.exit_code == 0
    genres = ("encyclopaedia", "fiction", "news", "opera")
    assert sorted(path.name for path in (tmp_path / "profiles").iterdir()) == [f"{genre}.toml" for genre in genres]
    assert "no profile for it" in done.stderr and "opera: antecedents on 2 opera documents" in done.stdout


def test_what_cannot_be_tuned(examples: Path):
    with pytest.raises(CoreferError, match="no document of the genre sermon"):
        tuned(examples, "--genre", "sermon")
    with pytest.raises(CoreferError, match="no genre has the 50 documents"):
        tuned(examples, "--by-genre", "--folds", 50)
    assert tuned(examples, "--genre", "news", "--by-genre").exit_code == 2


# --- ablate


def ablated(*arguments: object) -> Result:
    return CliRunner().invoke(ablate_command, [str(argument) for argument in arguments], catch_exceptions=False)


def test_the_experiments_of_table_3(examples: Path):
    found = json.loads(ablated(examples, "--parse", "gold", "--json", *FEW).stdout)
    rows = {row["title"]: row for row in found["experiments"]}
    assert [row["experiment"] for row in found["experiments"]] == ["", "1", "2", "3", "4", "5"]
    assert rows["−SYR, −SUP, hierarchy"]["off"] == ["SYR", "SUP", "DOP", "IOP", "APP"]
    assert set(rows["−SDM"]["measures"]) == {"Pco", "Rco", "Pna", "Rna", "PER3", "POS3"}
    original, without = rows["original"]["measures"]["PER3"], rows["−SDM"]["measures"]["PER3"]
    assert without["value"] - original["value"] == pytest.approx(without["difference"])
    assert without["difference"] < 0 and without["difference_interval"][0] <= without["difference"]
    assert "difference" not in original


def test_the_original_is_the_resolver(examples: Path):
    row = json.loads(ablated(examples, "--parse", "gold", "--json", *FEW).stdout)["experiments"][0]
    found = json.loads(run(examples, "--resolver", "rosana", "--json", *FEW).stdout)["resolvers"]["rosana"]["measures"]
    for column, measure in COLUMNS.items():
        assert row["measures"][column]["value"] == pytest.approx(found[measure]["value"])
        assert row["measures"][column]["interval"] == pytest.approx(found[measure]["interval"])


def test_the_threshold_of_fragments(examples: Path, tmp_path: Path):
    given = (examples / "opera-*.conllu", *FEW)
    found = json.loads(ablated(*given, "--json").stdout)
    sixth = [row["threshold"] for row in found["experiments"] if row["experiment"] == "6"]
    assert found["parse"] == "own" and sixth[0] == 0 and sixth[-1] == 1
    out = tmp_path / "page.html"
    assert ablated(*given, "--format", "html", "-o", out).exit_code == 0
    tags = Tags()
    tags.feed(out.read_text(encoding="utf-8"))
    assert tags.seen.count("svg") == 2 and {"factors-t", "threshold-t"} <= set(tags.ids)
    assert "| (6) threshold 1" in ablated(*given, "--format", "markdown").stdout


def test_only_rosana_has_the_factors_of_table_3(examples: Path):
    with pytest.raises(CoreferError, match="ablate rosana"):
        ablated(examples, "--parse", "gold", "--resolver", "ranking")
