"""GAP's score: cases counted by hand, its scorer's peculiarities, documents, the corpora."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import CoreferError, Document
from corefer.formats import gap as gap_format
from corefer.formats.base import Source
from corefer.score.gap import Answer, Confusion, GapScore, gap, score_decisions

GOLD: dict[str, Answer] = {"1": (True, False), "2": (False, True), "3": (True, False), "4": (False, False)}
PRONOUNS = {"1": "he", "2": "His", "3": "she", "4": "HER"}


def percent(score: GapScore, part: str) -> list[float]:
    values = score.as_dict()[part]
    return [round(values[name], 1) for name in ("recall", "precision", "f1")]


def test_a_case_counted_by_hand() -> None:
    """He: one right, one name too many and one missed. She: the right name and one too many; `neither` missed."""
    score = score_decisions(
        GOLD, {"1": (True, False), "2": (True, False), "3": (True, True), "4": (False, True)}, PRONOUNS
    )
    assert score.masculine == Confusion(true_positives=1, false_positives=1, false_negatives=1, true_negatives=1)
    assert score.feminine == Confusion(true_positives=1, false_positives=2, false_negatives=0, true_negatives=1)
    assert score.overall == Confusion(2, 3, 1, 2)
    assert percent(score, "masculine") == [50, 50, 50]
    assert percent(score, "feminine") == [100, 33.3, 50]
    assert percent(score, "overall") == [66.7, 40, 50]
    assert score.bias == pytest.approx(1)
    assert score.warnings == ()


def test_bias_is_feminine_over_masculine() -> None:
    score = score_decisions(
        GOLD, {"1": (True, False), "2": (False, True), "3": (True, True), "4": (False, True)}, PRONOUNS
    )
    assert score.bias == pytest.approx(0.5)


@pytest.mark.parametrize("right", ["1", "3"])
def test_there_is_no_bias_where_one_gender_has_nothing_right(right: str) -> None:
    response = {id: (id == right, False) for id in GOLD}
    assert score_decisions(GOLD, response, PRONOUNS).as_dict()["bias"] is None


def test_an_example_without_an_answer_counts_as_two_false_negatives() -> None:
    """As in GAP's scorer; also for `neither`, where `FALSE` twice would be right."""
    score = score_decisions(GOLD, {"1": (True, False), "2": (False, True), "3": (True, False)}, PRONOUNS)
    assert score.feminine == Confusion(true_positives=1, false_negatives=2, true_negatives=1)
    assert score.warnings == ("1 examples have no answer and count as false negatives: 4",)


def test_an_answer_to_no_example_does_not_count() -> None:
    score = score_decisions(GOLD, {**GOLD, **{f"x{n}": (True, True) for n in range(4)}}, PRONOUNS)
    assert score.overall == Confusion(true_positives=3, true_negatives=5)
    assert score.warnings == ("4 answers are to examples that the gold lacks, and do not count: x0, x1, x2, …",)


def test_other_pronouns_have_no_gender() -> None:
    with pytest.raises(CoreferError, match="4: `it` is none of GAP's pronouns"):
        score_decisions(GOLD, GOLD, {**PRONOUNS, "4": "it"})


answers = st.tuples(st.booleans(), st.booleans())


@given(st.dictionaries(st.sampled_from("12345678"), answers), st.dictionaries(st.sampled_from("12345678"), answers))
@settings(max_examples=60)
def test_examples_add_up(gold: Mapping[str, Answer], response: Mapping[str, Answer]) -> None:
    pronouns = {id: "he" if int(id) % 2 else "she" for id in gold}
    asked = {id: answer for id, answer in response.items() if id in gold}
    one_by_one = sum(
        (score_decisions({id: gold[id]}, {k: v for k, v in asked.items() if k == id}, pronouns) for id in gold),
        GapScore(),
    )
    whole = score_decisions(gold, asked, pronouns)
    assert (one_by_one.masculine, one_by_one.feminine) == (whole.masculine, whole.feminine)
    counts = whole.overall
    assert counts.true_positives + counts.false_positives == sum(sum(answer) for answer in asked.values())


# --- documents

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ROWS = (
    "x-1\tCher met Ann; she smiled.\tshe\t14\tCher\t0\tTRUE\tAnn\t9\tFALSE\tu\n"
    "x-2\tBob met Tom; he smiled.\the\t13\tBob\t0\tFALSE\tTom\t8\tTRUE\tu\n"
)


def examples() -> list[Document]:
    return list(gap_format.read(Source("gap.tsv", data=(HEADER + ROWS).encode())))


def everyone(document: Document) -> Document:
    """A response that takes all expressions for one entity."""
    response = document.bare()
    for mention in document.mentions:
        response.add_mention("all", mention.start, mention.end)
    response.arrange()
    return response


def test_the_gold_itself_is_perfect() -> None:
    score = gap(examples(), reversed(examples()), gap_format.predict)
    assert score == GapScore(Confusion(1, 0, 0, 1), Confusion(1, 0, 0, 1))
    assert score.bias == 1


def test_responses_are_read_by_their_own_mentions() -> None:
    score = gap(examples(), map(everyone, examples()), gap_format.predict)
    assert score.masculine == score.feminine == Confusion(true_positives=1, false_positives=1)
    score = gap(examples(), [document.bare() for document in examples()], gap_format.predict)
    assert score.masculine == score.feminine == Confusion(false_negatives=1, true_negatives=1)


def test_a_missing_document_is_no_answer() -> None:
    score = gap(examples(), examples()[:1], gap_format.predict)
    assert score.masculine == Confusion(false_negatives=2)
    assert len(score.warnings) == 1


def test_messages() -> None:
    with pytest.raises(CoreferError, match="x-1 is no gold of GAP's"):
        gap(map(everyone, examples()), examples(), gap_format.predict)
    with pytest.raises(CoreferError, match="the gold has two documents of the id x-1"):
        gap(examples() + examples(), examples(), gap_format.predict)


@pytest.mark.parametrize("name", ["validation", "development"])
def test_corpora(shared: Path, name: str) -> None:
    """Against counts from the rows themselves: of a response that says `both` for feminine pronouns, `A` for others."""
    file = shared / f"data/gap/gap-{name}.tsv"
    with open(file, newline="") as rows:
        gold = list(csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE))
    feminine = {row["ID"]: row["Pronoun"].lower() in ("she", "her") for row in gold}
    truths = {row["ID"]: (row["A-coref"] == "TRUE", row["B-coref"] == "TRUE") for row in gold}
    score = gap(gap_format.read(Source(file)), [], gap_format.predict)
    assert score.feminine == Confusion(false_negatives=2 * sum(feminine.values()))
    assert score.masculine == Confusion(false_negatives=2 * (len(gold) - sum(feminine.values())))
    answers = {id: (True, is_feminine) for id, is_feminine in feminine.items()}
    score = score_decisions(truths, answers, {row["ID"]: row["Pronoun"] for row in gold})
    right = sum(sum(truths[id]) for id in truths if feminine[id])
    assert score.feminine == Confusion(right, 2 * sum(feminine.values()) - right)
    men = [truths[id] for id in truths if not feminine[id]]
    right, missed = sum(a for a, _ in men), sum(b for _, b in men)
    assert score.masculine == Confusion(right, len(men) - right, missed, len(men) - missed)
