"""`corefer analyse` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from corefer.analysis import analyse
from corefer.cli.analyse import command
from corefer.document import CoreferError
from corefer.formats import Source, read
from corefer.inspect import validate

STORY = """Marta lost her umbrella. "Where's it?" she asked the man with the dog.

He didn't know.
"""


def run(*arguments: object, given: str | bytes = "") -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(command, [str(argument) for argument in arguments], input=given)


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    return path


def test_conllu_reads_back_valid_with_offsets_and_doubt(story: Path, tmp_path: Path) -> None:
    out = tmp_path / "story.conllu"
    assert run(story, "-o", out).exit_code == 0
    assert list(validate(Source(out))) == []
    (found,) = read(out)
    direct = analyse(STORY)
    assert found.text == STORY
    assert found.tokens.table.forms == direct.tokens.table.forms
    assert [t.misc["TokenRange"] for t in found.tokens] == [f"{t.start}:{t.end}" for t in direct.tokens]
    assert found.doubt is not None
    assert direct.doubt is not None
    assert found.doubt.arc.tolist() == pytest.approx(direct.doubt.arc.tolist(), abs=6e-4)
    assert found.doubt.others.keys() == direct.doubt.others.keys()
    assert [m.other for m in found.mentions] == [m.other for m in direct.mentions]


def test_written_tokens_of_several_words_have_offsets_of_their_own(story: Path) -> None:
    lines = [line.split("\t") for line in run(story).stdout.splitlines() if "-" in line.split("\t")[0]]
    ranges = {fields[1]: fields[9] for fields in lines if len(fields) == 10}
    place = STORY.index("didn't")
    assert ranges["didn't"] == f"TokenRange={place}:{place + 6}"


def test_json_has_tokens_arcs_posteriors_and_mentions(story: Path) -> None:
    found = json.loads(run(story, "--to", "json").stdout)
    assert list(found) == ["id", "meta", "text", "sentences", "tokens", "mentions"]
    assert found["text"] == STORY
    assert all(STORY[t["start"] : t["end"]] == t["form"] for t in found["tokens"])
    lost = next(t for t in found["tokens"] if t["form"] == "lost")
    umbrella = next(t for t in found["tokens"] if t["form"] == "umbrella")
    assert lost["head"] is None
    assert found["tokens"][umbrella["head"]] == lost
    assert (umbrella["deprel"], umbrella["upos"], umbrella["feats"]) == ("obj", "NOUN", {"Number": "Sing"})
    assert 0 < umbrella["posterior"] <= 1
    mention = next(m for m in found["mentions"] if m["text"] == "her umbrella")
    assert found["tokens"][mention["head"]] == umbrella
    assert mention["features"]["number"] == "sing"
    first, last = found["sentences"][0]["tokens"]
    assert [t["form"] for t in found["tokens"][first:last]] == ["Marta", "lost", "her", "umbrella", "."]


def test_standard_input_is_raw_text_whatever_it_looks_like() -> None:
    found = json.loads(run("-", "--json", given='{"text": "no JSON here"}').stdout)
    assert found["text"] == '{"text": "no JSON here"}'


def test_fragments_cover_the_words_and_know_what_lies_in_what(story: Path) -> None:
    found = json.loads(run(story, "--to", "json", "--fragments", "--threshold", "1").stdout)
    for sentence in found["sentences"]:
        tokens = [i for fragment in sentence["fragments"] for i in fragment["tokens"]]
        assert len(tokens) == len(set(tokens))
        assert set(tokens) <= set(range(*sentence["tokens"]))
    assert any(len(sentence["fragments"]) > 1 for sentence in found["sentences"])
    whole = json.loads(run(story, "--to", "json", "--fragments", "--threshold", "0").stdout)
    assert all(len(sentence["fragments"]) == 1 for sentence in whole["sentences"])
    comments = [line for line in run(story, "--fragments").stdout.splitlines() if line.startswith("# fragments = ")]
    assert len(comments) == len(found["sentences"])


def test_kept_tokens_of_a_conllu_file(examples: Path) -> None:
    path = examples / "opera-lighthouse.conllu"
    (key,) = read(path)
    found = json.loads(run(path, "--keep-tokens", "--to", "json").stdout)
    assert [t["form"] for t in found["tokens"]] == key.tokens.table.forms


def evaluated(*paths: object) -> Any:
    done = run("--evaluate", *paths, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_evaluation_has_the_shape_that_programs_rely_on(examples: Path) -> None:
    found = evaluated(examples / "opera-lighthouse.conllu", examples / "letter-attic.conllu")
    assert list(found)[:2] == ["gold_tokens", "raw"]
    assert found["documents"] == 2
    for part in ("gold_tokens", "raw"):
        assert {"tokens", "sentences", "upos", "uas", "las", "mentions", "mention_heads", "ece"} <= set(found[part])
        assert 0 <= found[part]["ece"] <= 1
        assert 50 < found[part]["las"] <= found[part]["uas"] <= 100
    assert found["gold_tokens"]["tokens"] == found["gold_tokens"]["sentences"] == 100
    assert sum(part["documents"] for part in found["genres"].values()) == 2


def test_an_analysis_agrees_with_itself(story: Path, tmp_path: Path) -> None:
    out = tmp_path / "own.conllu"
    run(story, "-o", out)
    raw = evaluated(out)["raw"]
    wanted = ("tokens", "words", "sentences", "upos", "lemma", "uas", "las", "mentions", "mention_heads")
    assert {name: raw[name] for name in wanted} == dict.fromkeys(wanted, 100)


def test_the_table_of_an_evaluation_names_its_figures(examples: Path) -> None:
    shown = run("--evaluate", examples / "opera-lighthouse.conllu").stdout
    assert "LAS" in shown
    assert "raw text" in shown


def test_a_key_without_a_parse_is_no_key(story: Path) -> None:
    done = run("--evaluate", story)
    assert isinstance(done.exception, CoreferError)
    assert str(done.exception).startswith(f"{story}: there is no parse")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not utf-8"), (b"a\0b", "NUL"), (b"caf\xe9", "cp1252|latin-1")],
    ids=["binary", "nul", "latin-1"],
)
def test_what_is_no_text_is_one_clear_error(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    done = run(path)
    assert isinstance(done.exception, CoreferError)
    assert str(done.exception).startswith(f"{path}:1:")
    assert any(part in str(done.exception) for part in message.split("|"))


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_text_is_an_empty_document(tmp_path: Path, text: str) -> None:
    path, out = tmp_path / "empty.txt", tmp_path / "empty.conllu"
    path.write_text(text, encoding="utf-8")
    assert run(path, "-o", out).exit_code == 0
    (found,) = read(out)
    assert (len(found.tokens), found.text) == (0, text)
    assert json.loads(run(path, "--to", "json").stdout)["tokens"] == []
