"""`corefer score` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from corefer.cli.score import command
from corefer.document import Document
from corefer.formats import read, write
from corefer.score.metric import METRICS

NAMES = ("city-velmora", "letter-attic", "opera-lighthouse")


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(command, [str(argument) for argument in arguments])


def as_json(*arguments: object) -> Any:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def spoilt(key: Document, every: int) -> Document:
    """A response that lacks every nth mention and puts the next into another entity."""
    copy = key.bare()
    for number, mention in enumerate(key.mentions):
        if number % every:
            home = key.mentions[number - 1].entity.id if number % every == 1 else mention.entity.id
            copy.add_mention(home, mention.start, mention.end)
    copy.arrange()
    return copy


@pytest.fixture(scope="module")
def folder(examples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("score")
    for name in NAMES:
        (key,) = read(examples / f"{name}.conllu")
        write(key, out / "key" / f"{name}.conllu")
        write(spoilt(key, 9), out / "good" / f"{name}.jsonl")
        write(spoilt(key, 4), out / "bad" / f"{name}.jsonl")
    return out


@pytest.fixture
def two(folder: Path) -> tuple[Path, Path]:
    return folder / "key", folder / "good"


def test_json_has_the_shape_that_programs_rely_on(two: tuple[Path, Path]) -> None:
    found = as_json(*two)
    assert list(found["metrics"]) == ["muc", "b3", "ceafm", "ceafe", "blanc", "lea", "mentions", "mor"] == list(METRICS)
    assert all(list(scores) == ["recall", "precision", "f1"] for scores in found["metrics"].values())
    conll = sum(found["metrics"][name]["f1"] for name in ("muc", "b3", "ceafe")) / 3
    assert found["conll"] == pytest.approx(conll)
    assert 50 < conll < 100
    assert conll != round(conll, 4)
    assert found["signature"].startswith("all|match:exact|singletons:kept|agg:micro|docs:3|like:default|version:")


def test_one_object_a_response_where_there_are_several(folder: Path) -> None:
    found = as_json(folder / "key", folder / "good", folder / "bad", "--metrics", "b3")
    assert [one["response"] for one in found] == ["good", "bad"]
    assert found[0]["metrics"]["b3"]["f1"] > found[1]["metrics"]["b3"]["f1"]
    assert found[0]["conll"] is None
    assert found[0]["signature"].startswith("b3|")


def test_text_is_a_table_with_its_signature(two: tuple[Path, Path]) -> None:
    lines = run(*two, "--metrics", "conll").output.splitlines()
    assert lines[0].startswith("good: 3 documents")
    assert [line.split()[0] for line in lines[1:6]] == ["Metric", "MUC", "B³", "CEAF-e", "CoNLL"]
    assert lines[-1].startswith("muc+b3+ceafe|match:exact|")


@pytest.mark.parametrize(
    ("format", "start"),
    [("markdown", "good: 3 documents\n\n| Metric "), ("latex", "\\begin{table}"), ("html", "<!doctype html>")],
)
def test_formats(two: tuple[Path, Path], tmp_path: Path, format: str, start: str) -> None:
    out = tmp_path / "report"
    assert run(*two, "--format", format, "-o", out).output == ""
    assert out.read_text().startswith(start)
    assert run(*two, "--format", format).stdout == out.read_text()
    assert "all|match:exact" in out.read_text()


def test_a_page_shows_breakdowns_and_disciplines_too(two: tuple[Path, Path]) -> None:
    page = run(*two, "--format", "html", "--by", "anaphor-type", "--disciplines").stdout
    for title in ("good: F1 by anaphor-type", "good: disciplines: antecedents"):
        assert f">{title}</h2>" in page


def test_intervals(two: tuple[Path, Path]) -> None:
    found = as_json(*two, "--ci", "--samples", 50, "--seed", 3)
    low, high = found["intervals"]["b3"]["f1"]
    assert low <= found["metrics"]["b3"]["f1"] <= high
    assert "f1" in found["intervals"]["conll"]
    assert "|samples:50|seed:3|" in found["signature"]
    assert "95% interval of F1" in run(*two, "--ci", "--samples", 50).output


def test_no_interval_for_one_document(folder: Path) -> None:
    done = run(folder / "key" / f"{NAMES[0]}.conllu", folder / "good" / f"{NAMES[0]}.jsonl", "--ci", "--json")
    assert "need two or more" in done.stderr
    assert json.loads(done.stdout)["intervals"] is None
    assert "samples" not in json.loads(done.stdout)["signature"]


@pytest.mark.parametrize(
    "by", ["genre", "document", "anaphor-type", "pronoun-form", "entity-type", "distance", "length"]
)
def test_breakdowns(two: tuple[Path, Path], by: str) -> None:
    parts = as_json(*two, "--by", by, "--metrics", "mentions,muc")["by"][by]
    assert len(parts) > 1
    assert sum(part["counts"]["mentions"][0]["recall_of"] for part in parts.values()) > 30
    assert f"good: F1 by {by}" in run(*two, "--by", by).output


def test_macro_scores_and_breakdowns(two: tuple[Path, Path]) -> None:
    macro, micro = as_json(*two, "--macro", "--by", "length"), as_json(*two, "--by", "length")
    assert macro["metrics"] == macro["macro"] == micro["macro"] != micro["metrics"]
    assert "agg:macro" in macro["signature"]
    assert macro["by"]["length"]["1"]["metrics"] != micro["by"]["length"]["1"]["metrics"]


def test_disciplines(two: tuple[Path, Path]) -> None:
    found = as_json(*two, "--disciplines")["disciplines"]
    assert list(found) == ["occurrences", "classes", "antecedents", "anchors"]
    row = found["antecedents"]["PER3"]
    assert list(row)[:9] == ["++", "+-", "+?", "+_", "+*", "?+", "?_", "precision", "recall"]
    made = row["++"] + row["+-"] + row["+?"]
    assert row["precision"] == pytest.approx(100 * row["++"] / made)
    assert row["recall"] == pytest.approx(100 * row["++"] / (made + row["+_"]))
    assert found["occurrences"]["recall"] == pytest.approx(as_json(*two)["metrics"]["mentions"]["recall"])


def test_anaphora_is_none_where_nothing_is_annotated(two: tuple[Path, Path]) -> None:
    found = as_json(*two, "--anaphora")["anaphora"]
    assert set(found) == {"split_antecedents", "bridging", "discourse_deixis", "non_referring", "zeros"}
    assert run(*two, "--anaphora").exit_code == 0


def test_gap_from_documents_and_from_the_predictions_written_for_them(tmp_path: Path) -> None:
    header = "ID Text Pronoun Pronoun-offset A A-offset A-coref B B-offset B-coref URL".split()
    text = "Ada met Eva before she left."
    rows = [
        ["d1", text, "she", "19", "Ada", "0", "TRUE", "Eva", "8", "FALSE", "u"],
        ["d2", text.replace("she", "he "), "he", "19", "Ada", "0", "FALSE", "Eva", "8", "TRUE", "u"],
    ]
    gold, answers = tmp_path / "gold.tsv", tmp_path / "answers.tsv"
    gold.write_text("\n".join("\t".join(row) for row in [header, *rows]) + "\n")
    write(read(gold), answers, "gap")
    perfect = as_json(gold, gold, answers, "--gap")
    assert perfect["gold"] == perfect["answers"]
    assert perfect["gold"]["signature"].startswith("gap|agg:micro|docs:2|version:")
    assert (perfect["gold"]["overall"]["f1"], perfect["gold"]["bias"]) == (100, 1)
    answers.write_text("d1\tTRUE\tTRUE\nd2\tFALSE\tFALSE\n")
    found = as_json(gold, answers, "--gap")["answers"]
    assert (found["feminine"]["precision"], found["masculine"]["recall"], found["bias"]) == (50, 0, None)
    assert "masculine" in run(gold, answers, "--gap").output
    answers.write_text("d1\tTRUE\tTRUE\nd2\tmaybe\tFALSE\n")
    assert "answers.tsv:2:1: this is no prediction for a GAP example" in str(run(gold, answers, "--gap").exception)


def test_key_and_response_of_different_formats_and_tokens(tmp_path: Path) -> None:
    (tmp_path / "key.conll").write_text(
        "#begin document (d);\nd\t0\t0\tdo\t(1)\nd\t0\t1\tn't\t-\nd\t0\t2\the\t(1)\n#end document\n"
    )
    (tmp_path / "response.jsonl").write_text(
        json.dumps({"doc_key": "d", "sentences": [["don't", "he"]], "clusters": [[[0, 0], [1, 1]]]}) + "\n"
    )
    found = as_json(tmp_path / "key.conll", tmp_path / "response.jsonl")
    assert found["counts"]["mentions"] == [1, 2, 1, 2]


def test_texts_that_differ_are_an_error_that_shows_where(tmp_path: Path) -> None:
    for name, word in (("key", "sank"), ("response", "swam")):
        (tmp_path / f"{name}.conll").write_text(
            f"#begin document (d);\nd\t0\t0\tIt\t(1)\nd\t0\t1\t{word}\t-\n#end document\n"
        )
    done = run(tmp_path / "key.conll", tmp_path / "response.conll")
    message = str(done.exception)
    assert "the texts of d differ (white space aside) at character 3, after `Its`: key `ank`, response `wam`" in message
    assert done.exit_code != 0


def test_a_key_from_standard_input_serves_all_responses(folder: Path) -> None:
    key = (folder / "key" / f"{NAMES[0]}.conllu").read_text(encoding="utf-8")
    responses = [str(folder / side / f"{NAMES[0]}.jsonl") for side in ("good", "bad")]
    done = CliRunner().invoke(command, ["-", *responses, "--json"], input=key)
    assert [one["documents"] for one in json.loads(done.stdout)] == [1, 1]


def test_missing_documents_are_warned_of_and_extra_ones_an_error(folder: Path) -> None:
    alone = folder / "good" / f"{NAMES[0]}.jsonl"
    done = run(folder / "key", alone, "--json")
    assert f"{NAMES[1]} is missing from the response; its mentions count as missed" in done.stderr
    assert json.loads(done.stdout)["documents"] == 3
    done = run(folder / "key" / f"{NAMES[0]}.conllu", folder / "good")
    assert done.exit_code != 0
    assert "2 documents that the key lacks" in str(done.exception)


def test_a_saved_report_is_scored_again_with_all_its_options(folder: Path, tmp_path: Path) -> None:
    options = ("--match", "head", "--singletons", "dropped", "--metrics", "b3,lea", "--macro", "--ci", "--samples", 20)
    saved = tmp_path / "saved.json"
    both = (folder / "key", folder / "good", folder / "bad")
    done = run(*both, *options, "--seed", 5, "--by", "length", "--disciplines", "--names", "x,y", "--json", "-o", saved)
    assert done.exit_code == 0
    assert as_json("--rerun", saved) == json.loads(saved.read_text())


def test_a_signature_decides_on_everything_but_files(two: tuple[Path, Path]) -> None:
    first = as_json(
        *two, "--match", "partial", "--like", "corefud", "--metrics", "muc,mor", "--macro", "--ci", "--seed", 2
    )
    assert as_json(*two, "--signature", first["signature"]) == first


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("key",), "name a key and at least one response"),
        (("key", "good", "--metrics", "muk"), "there is no metric `muk`"),
        (("key", "good", "--names", "a,b"), "2 names for 1 files"),
        (("key", "good", "--signature", "nonsense"), "is not a signature"),
        (("key", "nowhere"), "no such file or folder"),
        (("--rerun", "key/city-velmora.conllu"), "not a saved report"),
    ],
)
def test_calls_that_cannot_be_answered(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run(*(str(folder / a) if (folder / a).exists() else a for a in arguments))
    assert done.exit_code != 0
    assert message in done.output + str(done.exception)
