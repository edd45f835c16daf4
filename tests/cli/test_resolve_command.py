"""`corefer resolve` and `corefer explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import corefer
from corefer.cli import cli

TEXT = 'Elena lost her key in the harbour. Tomas found it.\n\n"I thank you," she said to him.\n'
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "opera-lighthouse.conllu"


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(*arguments: object, input: str | None = None, code: int = 0) -> str:
    done = CliRunner().invoke(cli, [str(argument) for argument in arguments], input=input)
    assert done.exit_code == code, done.output
    return done.stdout


def test_it_shows_chains(story: Path) -> None:
    shown = run("resolve", story)
    assert "Elena → her → " in shown and "[Elena]₁" in shown


@pytest.mark.parametrize("name", ["corefud", "conllu"])
def test_standard_input_to_standard_output(name: str) -> None:
    assert "[Elena]₁" in run("resolve", "-", input=TEXT)
    written = run("resolve", "-", "--to", name, input=TEXT)
    assert written.startswith("# newdoc id") and "Entity=(e1" in written


def test_it_writes_what_the_ending_says(story: Path, tmp_path: Path) -> None:
    for name in ("out.conllu", "out.jsonl"):
        run("resolve", story, "-o", tmp_path / name)
        [document] = corefer.read(tmp_path / name)
        assert any(len(entity.mentions) > 2 for entity in document.entities)


def test_a_folder_gives_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    run("resolve", tmp_path / "in", "-o", tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["a.conllu", "b.conllu"]


def test_json_has_chains_and_decisions(story: Path) -> None:
    [record] = json.loads(run("resolve", story, "--resolver", "rosana", "--json"))
    texts = {mention["mention"]: mention["text"] for mention in record["mentions"]}
    her = next(d for d in record["decisions"] if texts[d["anaphor"]] == "her")
    assert texts[her["antecedent"]] == "Elena" and her["resolver"] == "rosana"
    assert any(c["excluded_by"] for c in her["candidates"]) and any(c["factors"] for c in her["candidates"])
    mention = record["mentions"][0]
    assert TEXT[mention["start"] : mention["end"]] == mention["text"]


def test_a_parse_is_kept_or_made_anew(tmp_path: Path) -> None:
    [given] = corefer.read(EXAMPLE)
    run("resolve", EXAMPLE, "-o", tmp_path / "kept.conllu")
    run("resolve", EXAMPLE, "--parse", "own", "-o", tmp_path / "own.conllu")
    [kept], [own] = corefer.read(tmp_path / "kept.conllu"), corefer.read(tmp_path / "own.conllu")
    assert kept.tokens.table.column("deprel") == given.tokens.table.column("deprel")
    assert own.text == given.text and own.doubt is None


def test_gold_mentions_are_taken_where_they_stand(tmp_path: Path) -> None:
    [given] = corefer.read(EXAMPLE)
    run("resolve", EXAMPLE, "--mentions", "gold", "-o", tmp_path / "out.conllu")
    [resolved] = corefer.read(tmp_path / "out.conllu")
    spans = [(m.start, m.end) for m in given.mentions if m.referring]
    assert [(m.start, m.end) for m in resolved.mentions] == spans


@pytest.mark.parametrize("mentions", ["own", "gold"])
@pytest.mark.parametrize("parse", ["kept", "own"])
@pytest.mark.parametrize("resolver", ["rosana", "neural"])
def test_wrong_annotation_changes_nothing(resolver: str, parse: str, mentions: str, tmp_path: Path) -> None:
    [key] = corefer.read(EXAMPLE)
    wrong = key.bare()
    for number, mention in enumerate(m for m in key.mentions if m.referring):
        wrong.add_mention(
            f"x{number % 3}",
            mention.start,
            mention.end,
            min=mention.min,
            parts=mention.parts,
            type="plant",
            link="disc",
        )
    wrong.arrange()
    made = []
    for name, document in (("key", key), ("wrong", wrong)):
        (tmp_path / name).mkdir()
        corefer.write(document, tmp_path / name / "text.conllu")
        given = tmp_path / name / "text.conllu"
        made.append(run("resolve", given, "--resolver", resolver, "--parse", parse, "--mentions", mentions, "--json"))
    assert made[0] == made[1] and '"type": "plant"' not in made[0]


def test_profiles_and_resolvers_are_named(story: Path) -> None:
    assert "Elena" in run("resolve", story, "--resolver", "rosana", "--profile", "news")
    run("resolve", story, "--resolver", "nobody", code=1)
    run("resolve", story, "--resolver", "sieve", "--profile", "news", code=1)


def test_resolve_explains(story: Path) -> None:
    told = run("resolve", story, "--resolver", "rosana", "--explain")
    assert "“her” (1:12) → “Elena” (1:1)" in told and "✗" in told


def test_explain_shows_probabilities_and_the_verdicts_of_rules(story: Path) -> None:
    (record,) = json.loads(run("explain", story, "--at", "3:16", "--json"))
    assert record["resolver"] == "neural" and record["confidence"] <= 1
    judged = [c for c in record["candidates"] if c["verdict"]]
    assert judged and all(c["probability"] == c["score"] for c in record["candidates"])
    assert {c["verdict"]["admissible"] for c in judged} == {True, False}
    assert all(c["verdict"]["rule"] for c in judged if not c["verdict"]["admissible"])
    told = run("explain", story, "--at", "3:16")
    assert "rosana: admissible" in told and "rosana: ruled out by" in told


def test_explain_takes_schemes_and_leaves_vetoes_out(story: Path) -> None:
    assert "→" in run("explain", story, "--scheme", "litbank", "--constraints", "off")


def test_explain_at_a_place_and_by_number(story: Path) -> None:
    at = run("explain", story, "--at", "3:16")
    assert at.startswith("“she” (3:16) → ")
    records = json.loads(run("explain", story, "--at", "3:16", "--json"))
    assert run("explain", story, "--mention", records[0]["anaphor"]) == at


def test_explain_says_what_is_no_anaphor(story: Path) -> None:
    assert "no anaphor" in run("explain", story, "--mention", 1)


@pytest.mark.parametrize("wrong", [("--mention", 99), ("--at", "9:1"), ("--at", "1:8")])
def test_explain_says_what_is_not_there(story: Path, wrong: tuple[str, object]) -> None:
    run("explain", story, *wrong, code=1)


def test_a_place_is_line_and_column(story: Path) -> None:
    run("explain", story, "--at", "here", code=2)


def test_explain_as_a_page(story: Path, tmp_path: Path) -> None:
    run("explain", story, "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Tomas" in page and page.count("<section") > 2 and "http" not in page.replace("http-equiv", "")


def test_resolve_in_python(story: Path) -> None:
    for source in (TEXT, story, str(story), corefer.read(story)[0]):
        document = corefer.resolve(source, "rosana")
        assert [document.mention_text(m) for m in document.entities[0].mentions][:2] == ["Elena", "her"]


@pytest.mark.parametrize("command", [["resolve"], ["analyse", "--evaluate"], ["validate"]])
def test_a_folder_without_documents_is_no_input(command: list[str], tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, [*command, str(tmp_path)])
    assert isinstance(done.exception, corefer.CoreferError) and "there are no documents in it" in str(done.exception)
