"""Reading experiments: the design, the questions, the analyses of section 6.3."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from grec_texts import KEY, TEXTS, write_texts
from hypothesis import given
from hypothesis import strategies as st

from corefer.cli.grec_experiment import command
from corefer.document import CoreferError, FormatError
from corefer.grec.experiment.analysis import analyse
from corefer.grec.experiment.results import Answering, Reading, Results, read_results, uneven
from corefer.grec.experiment.squares import latin_square, repeated

NAMES = {title: (title,) * len(chosen) for title, chosen in KEY.items()}
PRONOUNS = {title: ("it",) * len(chosen) for title, chosen in KEY.items()}
HEADER = ["subject", "text", "system", "kind", "number", "ms"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def fine(*arguments: object) -> str:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def write_csv(path: Path, header: list[str], rows: list[list[object]]) -> Path:
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def questions(path: Path, titles: list[str]) -> Path:
    rows: list[list[object]] = [
        [title, f"{ask} {title}?", "right", *(f"wrong {n}" for n in range(4))]
        for title in titles
        for ask in ("What is", "Where is", "When was")
    ]
    return write_csv(path, ["text", "question", *(f"answer{n}" for n in range(1, 6))], rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, chosen in {"key": KEY, "names": NAMES, "pronouns": PRONOUNS}.items():
        write_texts(tmp_path / name, chosen)
    questions(tmp_path / "questions.csv", [text[0] for text in TEXTS])
    return tmp_path


def build(folder: Path, *options: object) -> Any:
    paths = [folder / name for name in ("key", "names", "pronouns")]
    return json.loads(fine("build", *paths, "--questions", folder / "questions.csv", *options))


# --- designs


@given(st.integers(1, 9), st.integers())
def test_a_latin_square_has_every_number_in_each_row_and_column(size: int, seed: int) -> None:
    square = latin_square(size, Random(seed))
    for line in (*square, *zip(*square, strict=True)):
        assert sorted(line) == list(range(size))


@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 3), st.integers())
def test_every_combination_is_read_equally_often(systems: int, blocks: int, trials: int, seed: int) -> None:
    table = repeated(systems, systems * blocks, trials, Random(seed))
    assert len(table) == systems * trials
    assert all(Counter(row) == dict.fromkeys(range(systems), blocks) for row in table)
    read = Counter((text, system) for row in table for text, system in enumerate(row))
    assert set(read.values()) == {trials} and len(read) == systems * systems * blocks


def test_the_paper_s_design_is_21_texts_by_7_systems_by_3_trials() -> None:
    table = repeated(7, 21, 3, Random(1))
    assert len(table) == 21 and all(len(row) == 21 for row in table)


def test_a_design_holds_all_that_is_shown(folder: Path) -> None:
    design = build(folder)
    assert design["systems"] == ["Corpus", "names", "pronouns"]
    assert [text["title"] for text in design["texts"]] == ["Ada Finch", "Beacon Hill", "River Ouse"]
    hill = design["texts"][1]
    assert [one["text"] for one in hill["versions"]["names"]["sentences"]] == [
        "Beacon Hill is a small hill in Wales.",
        "From the east Beacon Hill looks steep, but Beacon Hill has easy paths.",
        "Climbers love Beacon Hill.",
    ]
    corpus = hill["versions"]["Corpus"]["sentences"]
    assert [(one["words"], one["references"]) for one in corpus] == [(8, 1), (11, 2), (3, 1)]
    assert hill["questions"][0] == {
        "question": "What is Beacon Hill?",
        "answers": ["right", "wrong 0", "wrong 1", "wrong 2", "wrong 3"],
        "correct": 0,
        "source": "given",
    }
    assert len(design["subjects"]) == 9
    for subject in design["subjects"]:
        assert sorted(trial["text"] for trial in subject["trials"]) == ["Ada_Finch", "Beacon_Hill", "River_Ouse"]
        assert {trial["system"] for trial in subject["trials"]} == set(design["systems"])
        assert all(sorted(order) == [0, 1, 2, 3, 4] for trial in subject["trials"] for order in trial["answers"])


def test_designs_are_seeded(folder: Path) -> None:
    assert build(folder) == build(folder) != build(folder, "--seed", 2)
    orders = {tuple(trial["text"] for trial in subject["trials"]) for subject in build(folder)["subjects"]}
    assert len(orders) > 1


def test_texts_that_make_no_squares_are_told(folder: Path) -> None:
    done = run("build", folder / "key", folder / "names", "--questions", folder / "questions.csv", "--texts", 3)
    assert isinstance(done.exception, CoreferError)
    assert str(done.exception) == "3 texts do not make Latin squares of 3 texts with questions and 2 systems (say 2)"


def test_the_corpus_can_be_left_out_and_named(folder: Path) -> None:
    assert build(folder, "--without-corpus", "--texts", 2)["systems"] == ["names", "pronouns"]
    assert build(folder, "--corpus", "writers")["systems"][0] == "writers"


# --- questions


def test_questions_are_made_from_the_texts(tmp_path: Path) -> None:
    facts = [("Norn", "Kent", 1623), ("Tove", "Devon", 1841), ("Elk", "Fife", 1755), ("Arl", "Skye", 1930), ("Bly", "Essex", 1812)]  # fmt: skip
    for title, place, year in facts:
        path = tmp_path / "key" / f"{title}.xml"
        path.parent.mkdir(exist_ok=True)
        reference = (
            f'<REF ID="1" SEMCAT="river" SYNCAT="np-subj"><REFEX REG08-TYPE="name">{title}</REFEX><ALT-REFEX/></REF>'
        )
        path.write_text(
            f'<TEXT ID="1"><TITLE>{title}</TITLE><PARAGRAPH>\n{reference}\n is a river in {place}. A bridge of {year} '
            "crosses the water.</PARAGRAPH></TEXT>",
            encoding="utf-8",
        )
    design = json.loads(fine("build", tmp_path / "key", "--texts", 5))
    assert len(design["texts"]) == 5
    about, place, year = design["texts"][-1]["questions"]
    assert design["texts"][-1]["title"] == "Tove"
    assert about["answers"] == ["a river", "a city", "a country", "a person", "a mountain"]
    assert place["question"] == "What stood in the gap? “… is a river in ____.”"
    assert place["answers"][0] == "Devon" and set(place["answers"][1:]) == {"Kent", "Fife", "Skye", "Essex"}
    assert year["question"] == "What stood in the gap? “A bridge of ____ crosses the water.”"
    assert year["answers"][0] == "1841"
    assert {question["source"] for question in (about, place, year)} == {"made"}


def test_texts_that_yield_no_questions_are_told(folder: Path) -> None:
    done = run("build", folder / "key", folder / "names")
    assert isinstance(done.exception, CoreferError)
    assert "0 texts with questions and 2 systems (add texts, or questions for them)" in str(done.exception)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["Nowhere", *"qabcde"]] * 3, "there is no text `Nowhere`"),
        ([["Ada Finch", *"qabcde"]] * 2, "`Ada Finch` has 2 questions (give 3 for each text)"),
        ([["Ada Finch", *"qabcda"]], "questions.csv:2: a cell is empty, or two answers are the same"),
    ],
)
def test_bad_questions_are_told(folder: Path, rows: list[list[object]], message: str) -> None:
    path = write_csv(folder / "questions.csv", ["text", "question", *(f"answer{n}" for n in range(1, 6))], rows)
    done = run("build", folder / "key", folder / "names", "--questions", path)
    assert isinstance(done.exception, CoreferError) and message in str(done.exception)


# --- analyses

TABLE_6_Q1 = {  # how many of 63 answers were right
    "Corpus": 63, "CNTS-Type-g": 63, "CNTS-Prop-s": 62, "OSU-b-nonRE": 61, "OSU-b-all": 60, "IS-G": 60, "OSU-n-nonRE": 57,
}  # fmt: skip


def test_grec_08_table_6_question_1(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        [f"S{n % 21}", f"text {n // 3}", system, "question", 1, 2000 + n, int(n < right)]
        for system, right in TABLE_6_Q1.items()
        for n in range(63)
    ]
    path = write_csv(tmp_path / "results.csv", [*HEADER, "correct"], rows)
    found = json.loads(fine("analyse", path, "--json"))["question_accuracy"]["1"]
    assert round(found["anova"]["f"], 3) == 2.193
    assert found["anova"]["p"] < 0.05
    assert found["letters"] == {
        "Corpus": "A", "CNTS-Type-g": "A", "CNTS-Prop-s": "AB", "OSU-b-nonRE": "AB", "OSU-b-all": "AB", "IS-G": "AB",
        "OSU-n-nonRE": "B",
    }  # fmt: skip
    shown = fine("analyse", path)
    assert "Q-Acc, question 1: F(6, 434) = 2.193, p = 0.043." in shown


def readings() -> list[Reading]:
    """Two systems, one twice as slow; a slow reader and a fast one; every second sentence has references."""
    return [
        Reading(subject, "t", system, number, pace * slow * words, words, number % 2)
        for subject, pace in (("fast", 200.0), ("slow", 400.0))
        for system, slow in (("quick", 1), ("heavy", 2))
        for number, words in ((1, 5), (2, 10), (3, 15))
    ]


def test_reading_times_and_their_norms() -> None:
    found = analyse(Results(readings(), []))
    means = {name: effect.means for name, effect in found.reading.items()}
    assert means["ms"] == pytest.approx({"heavy": 6000, "quick": 3000})
    assert means["ms_per_word"] == pytest.approx({"heavy": 600, "quick": 300})
    assert means["ms_with_references"] == pytest.approx({"heavy": 6000, "quick": 3000})
    assert means["relative_to_subject"] == pytest.approx({"heavy": 4 / 3, "quick": 2 / 3})
    assert found.subjects == pytest.approx({"fast": 300, "slow": 600})
    assert found.reading["ms_with_references"].cases == 8
    assert found.reading["relative_to_subject"].letters == {"heavy": "A", "quick": "B"}
    assert found.other_factors["subject"].between == 1


def test_what_is_not_known_is_not_analysed() -> None:
    found = analyse(Results([Reading("s", "t", system, 1, 900) for system in "ab"], [Answering("s", "t", "a", 1, 50)]))
    assert list(found.reading) == ["ms"]
    assert found.accuracy == {} and found.question_time["all"].means == {"a": 50}
    assert found.reading["ms"].anova.as_dict()["f"] is None


def test_the_design_knows_words_and_answers(folder: Path) -> None:
    design = folder / "design.json"
    design.write_text(json.dumps(build(folder)), encoding="utf-8")
    rows: list[list[object]] = [
        ["S1", "Beacon_Hill", "names", "sentence", 1, 1600, ""],
        ["S1", "Beacon_Hill", "names", "question", 1, 900, "0"],
        ["S1", "Beacon_Hill", "names", "question", 2, 900, "wrong 2"],
        ["S1", "River_Ouse", "Corpus", "question", 1, 900, "right"],
    ]
    path = write_csv(folder / "results.csv", [*HEADER, "answer"], rows)
    found = json.loads(fine("analyse", path, "--design", design, "--json"))
    assert found["reading"]["ms_per_word"]["means"] == {"names": 200}
    assert found["question_accuracy"]["1"]["means"] == {"names": 1, "Corpus": 1}
    assert found["question_accuracy"]["2"]["means"] == {"names": 0}


@pytest.mark.parametrize(
    ("header", "row", "message"),
    [
        (HEADER[:-1], [], ":1: there is no column `ms`"),
        (HEADER, ["s", "t", "a", "picture", 1, 10], ":2: the kind is `picture`"),
        (HEADER, ["s", "t", "a", "sentence", 0, 10], ":2: a subject, a text"),
        (HEADER, ["s", "t", "a", "sentence", 1, "soon"], ":2: could not convert"),
        ([*HEADER, "correct"], ["s", "t", "a", "question", 1, 10, "maybe"], ":2: `correct` is 1 or 0, not `maybe`"),
    ],
)
def test_bad_results_are_told(tmp_path: Path, header: list[str], row: list[object], message: str) -> None:
    path = write_csv(tmp_path / "results.csv", header, [row] if row else [])
    with pytest.raises(FormatError) as error:
        read_results(str(path))
    assert message in str(error.value)


def test_a_row_that_the_design_does_not_know(folder: Path) -> None:
    design = folder / "design.json"
    design.write_text(json.dumps(build(folder)), encoding="utf-8")
    path = write_csv(folder / "results.csv", HEADER, [["S1", "Beacon_Hill", "nobody", "sentence", 1, 9]])
    done = run("analyse", path, "--design", design)
    assert isinstance(done.exception, FormatError) and "the design has no 'nobody'" in str(done.exception)


def test_uneven_designs_are_warned_of() -> None:
    rows = [Reading(s, t, "a", 1, 10) for s in "xy" for t in ("one", "two")] + [Reading("x", "one", "b", 1, 10)]
    assert list(uneven(Results(rows, []))) == [
        "one by b has 1 reader, most texts have 2 readers",
        "combinations of text and system that nobody read: 1",
    ]
