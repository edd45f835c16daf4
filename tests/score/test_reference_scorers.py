"""Agreement with the reference scorers, to the printed digit, on the answers they gave."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import corefer
from corefer.document import CoreferError, from_text
from corefer.report.numbers import printed as number
from corefer.report.score_tables import score_page
from corefer.score import Like, Matching, Report, Settings, score

OURS = {"bcub": "b3"}  # names that differ
CASES = Path(__file__).resolve().parents[3] / "shared" / "oracles" / "conll-cases" / "expected.tsv"


def settings_of(program: str) -> Settings:
    if program.startswith("corefud"):
        return Settings(match=Matching(program.split()[-1]), like=Like.COREFUD)
    for start, like in (("conll", Like.CONLL2012), ("coval", Like.COVAL), ("universal", Like.UA)):
        if program.startswith(start):
            return Settings(like=like)
    raise AssertionError(program)


@cache
def report(folder: Path, name: str, ending: str, settings: Settings) -> Report:
    return score(
        corefer.read(folder / f"{name}.key.{ending}"), corefer.read(folder / f"{name}.response.{ending}"), settings
    )


def printed(report: Report) -> dict[str, list[str]]:
    """The rows of the table that `corefer score` prints, by metric."""
    rows = dict(zip([*report.metrics, "conll"], score_page([report]).tables[0].rows, strict=True))
    return {metric: row[1:] for metric, row in rows.items()}


def digits(values: Iterable[float]) -> list[str]:
    return [f"{value:.2f}" for value in values]


@pytest.mark.parametrize("name", ["sg", "nosg"])
def test_every_answer_on_gum(shared: Path, name: str) -> None:
    folder = shared / "oracles" / "gum-dev"
    answers: dict[str, dict[str, Any]] = json.loads((folder / "answers.json").read_text(encoding="utf-8"))[name]
    for program, metrics in answers.items():
        ending = "conllu" if program.startswith("corefud") else "conll"
        found = report(folder, name, ending, settings_of(program))
        rows = printed(found)
        for metric, expected in metrics.items():
            if metric == "conll":
                assert rows["conll"] == ["", "", *digits([expected])], program
                continue
            wanted = expected["printed"] if isinstance(expected, dict) else expected
            assert rows[OURS.get(metric, metric)] == digits(wanted), (program, metric)


@pytest.mark.parametrize("name", ["sg", "nosg"])
@pytest.mark.parametrize("ending", ["conll", "conllu", "ua"])
def test_the_default_agrees_with_all_of_them_in_every_format(shared: Path, name: str, ending: str) -> None:
    folder = shared / "oracles" / "gum-dev"
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))[name]
    found = report(folder, name, ending, Settings())
    for metric, expected in answers["corefud 1.2 exact"].items():
        if metric != "conll":
            assert printed(found)[OURS.get(metric, metric)] == digits(expected), (ending, metric)


def test_the_exact_fractions_of_the_conll_scorer(shared: Path) -> None:
    folder = shared / "oracles" / "gum-dev"
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))["sg"]
    fractions = next(value for program, value in answers.items() if program.startswith("conll"))
    found = report(folder, "sg", "conll", Settings(like=Like.CONLL2012))
    for metric in ("muc", "bcub", "ceafm", "ceafe", "mentions"):
        counts = found.counts[OURS.get(metric, metric)].sum(axis=0).tolist()
        expected = [*fractions[metric]["recall"], *fractions[metric]["precision"]]
        assert counts == pytest.approx(expected, rel=1e-12), metric


def expected_cases() -> list[tuple[str, ...]]:
    if not CASES.exists():
        return []
    return [tuple(line.split("\t")) for line in CASES.read_text().splitlines()[1:] if line]


@pytest.mark.skipif(not CASES.exists(), reason="the oracles (../shared/oracles) are not beside this checkout")
@pytest.mark.parametrize("case", expected_cases(), ids="-".join)
def test_case_of_the_conll_suite(shared: Path, case: tuple[str, ...]) -> None:
    _, key, response, metric, *values = case
    folder = shared / "oracles" / "conll-cases"
    found = score(corefer.read(folder / key), corefer.read(folder / response), Settings(like=Like.CONLL2012))
    ours = found[OURS.get(metric, metric)]
    assert (ours.recall, ours.precision, ours.f1) == pytest.approx([float(v) for v in values], abs=5.1e-6)


def test_all_cases_and_answers_were_there(shared: Path) -> None:
    assert (len({case[0] for case in expected_cases()}), len(expected_cases())) == (19, 58)
    answers = json.loads((shared / "oracles" / "gum-dev" / "answers.json").read_text(encoding="utf-8"))
    assert [len(programs) for programs in answers.values()] == [6, 6]


def test_the_conll_scorer_cuts_digits_off_and_the_others_round() -> None:
    assert number(0.915699, Like.CONLL2012) == "91.56"
    assert [number(0.915699, like) for like in Like if like is not Like.CONLL2012] == ["91.57"] * 4
    assert number(0.29, Like.CONLL2012) == "29.00"


# --- where the reference scorers differ, on inputs of our own

REPEAT = ("#begin document (d);\n{}#end document\n", "d\t0\t{}\t{}\t{}\n")


def conll(*cells: str, word: str = "w") -> list[corefer.Document]:
    frame, row = REPEAT
    rows = "".join(row.format(i, word, cell) for i, cell in enumerate(cells))
    from corefer.formats import Source
    from corefer.formats.conll import read

    return list(read(Source("x.conll", data=frame.format(rows).encode())))


def test_a_span_twice_in_one_entity() -> None:
    key = conll("(1)", "(1)", "-")
    response = conll("(1)|(1)", "(1)", "-")
    assert score(key, response, Settings(like=Like.CONLL2012))["b3"].precision == 1
    assert score(key, response).warnings == ["d: 1 repeated mentions in the response are counted once"]
    assert score(key, response, Settings(like=Like.COVAL))["b3"].precision == pytest.approx((9 / 3) / 3)
    assert score(key, response, Settings(like=Like.COVAL)).counts["b3"][0, 3] == 3
    assert score(key, response).counts["b3"][0, 3] == 2


def test_a_span_in_two_entities() -> None:
    key = conll("(1)|(2)", "(1)", "(2)")
    assert score(key, key, Settings(like=Like.CONLL2012)).counts["b3"][0].tolist()[1] == 3
    assert score(key, key).counts["b3"][0].tolist()[1] == 4
    assert score(key, key, Settings(like=Like.UA)).counts["b3"][0].tolist()[1] == 4


def test_more_than_ten_repeats_are_refused_as_by_the_conll_scorer() -> None:
    key = conll("(1)", "(1)")
    response = conll("|".join(["(1)"] * 12), "(1)")
    with pytest.raises(CoreferError, match="11 repeated mentions in the response; the CoNLL-2012 scorer refuses"):
        score(key, response, Settings(like=Like.CONLL2012))
    assert score(key, response)["muc"].f1 == 1


def test_blanc_with_one_kind_of_link_in_the_key() -> None:
    key, response = conll("(1)", "(1)", "(1)"), conll("(1)", "(1)", "(2)")
    alone = score(key, response, Settings(like=Like.CONLL2012))["blanc"]
    averaged = score(key, response, Settings(like=Like.UA))["blanc"]
    assert alone.recall == pytest.approx(1 / 3)
    assert averaged.recall == pytest.approx(1 / 6)
    assert alone.precision == 1
    assert averaged.precision == pytest.approx(0.5)


def test_tokens_that_differ() -> None:
    key, response = conll("(1)", "(1)"), conll("(1)", "(1)", word="x")
    for like in (Like.DEFAULT, Like.COREFUD):
        with pytest.raises(CoreferError, match="the texts of d differ"):
            score(key, response, Settings(like=like))
    for like in (Like.CONLL2012, Like.COVAL, Like.UA):
        found = score(key, response, Settings(like=like))
        assert found["muc"].f1 == 1
        assert f"as --like {like} does" in found.warnings[0]


def test_other_tokens_of_one_text() -> None:
    key, response = from_text("d", "can not go"), from_text("d", "cannot go")
    for document, ends in ((key, (2, 3)), (response, (1, 2))):
        document.add_mention("1", 0, ends[0])
        document.add_mention("1", ends[0], ends[1])
    assert score(key, response)["muc"].f1 == 1
    with pytest.raises(
        CoreferError, match="differ at word 1: key `can not go`, response `cannot go`, which the CorefUD"
    ):
        score(key, response, Settings(like=Like.COREFUD))


@pytest.mark.parametrize(
    ("like", "recall"),
    [(Like.DEFAULT, 0.5), (Like.CONLL2012, 0.5), (Like.UA, 1.0), (Like.COVAL, None), (Like.COREFUD, None)],
)
def test_a_document_that_the_response_lacks(like: Like, recall: float | None) -> None:
    one, two = conll("(1)", "(1)")[0], conll("(1)", "(1)")[0]
    two.id = "e"
    if recall is None:
        with pytest.raises(CoreferError, match="the response lacks e"):
            score([one, two], [one], Settings(like=like))
        return
    found = score([one, two], [one], Settings(like=like))
    assert found["mentions"].recall == recall
    assert "e is missing from the response" in found.warnings[0]
