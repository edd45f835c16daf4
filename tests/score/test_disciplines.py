"""ROSANA's disciplines: Figure 5 from its own counts, the paper's remarks as cases, and a slow oracle."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Decision, Document, Mention, from_text
from corefer.document.anaphors import PRONOMINAL, anaphor_type
from corefer.formats import corefud
from corefer.formats.base import Source
from corefer.score.disciplines import (
    NOMINAL_ROWS,
    PRONOUN_ROWS,
    Classes,
    Disciplines,
    Occurrences,
    Outcome,
    Table,
    Tally,
    disciplines,
    total,
)
from corefer.score.matching import Pair, pair
from corefer.score.settings import Matching, Settings

# ++, +-, +?, +_, +*, ?+, ?_
FIGURE_5 = Disciplines.from_counts(
    occurrences=(243, 150, 3831),
    classes=(256, 1334, 496, 1572),
    antecedents={
        "PER3": (145, 48, 10, 1, 0, 18, 0),
        "PE12": (18, 1, 0, 7, 6, 0, 0),
        "POS3": (100, 28, 3, 0, 0, 0, 0),
        "PO12": (3, 0, 0, 1, 1, 0, 0),
        "REFL": (3, 0, 0, 1, 0, 0, 0),
        "RELA": (74, 18, 3, 6, 0, 7, 4),
        "DNOM": (357, 136, 16, 1973, 43, 31, 133),
        "NAME": (308, 15, 5, 368, 5, 5, 28),
    },
    anchors={
        "PER3": (136, 54, 11, 3, 0, 18, 0),
        "PE12": (10, 1, 0, 15, 6, 0, 0),
        "POS3": (87, 39, 5, 0, 0, 0, 0),
        "PO12": (2, 0, 0, 2, 1, 0, 0),
        "REFL": (3, 0, 0, 1, 0, 0, 0),
        "RELA": (69, 18, 3, 11, 0, 7, 4),
    },
)


def test_figure5_occurrences() -> None:
    score = FIGURE_5.occurrences.score
    assert (round(score.precision, 4), round(score.recall, 4)) == (0.9404, 0.9623)


def test_figure5_coreference_classes() -> None:
    score = FIGURE_5.classes.score
    assert (round(score.precision, 4), round(score.recall, 4)) == (0.8081, 0.6845)


@pytest.mark.parametrize(
    ("row", "precision"),
    [
        ("PER3", 0.7143), ("PE12", 0.9474), ("POS3", 0.7634), ("PO12", 1), ("REFL", 1), ("RELA", 0.7789),
        ("DNOM", 0.7014), ("NAME", 0.9390),
    ],
)  # fmt: skip
def test_figure5_immediate_antecedents(row: str, precision: float) -> None:
    assert round(FIGURE_5.antecedents[row].score.precision, 4) == precision


def test_figure5_immediate_antecedents_subtotals() -> None:
    pronouns = sum((FIGURE_5.antecedents[row] for row in PRONOUN_ROWS), Tally())
    nominals = sum((FIGURE_5.antecedents[row] for row in NOMINAL_ROWS), Tally())
    assert pronouns == Tally.from_counts((343, 95, 16, 16, 7, 25, 4))
    assert nominals == Tally.from_counts((665, 151, 21, 2341, 48, 36, 161))
    assert (round(pronouns.score.precision, 4), round(nominals.score.precision, 4)) == (0.7555, 0.7945)


def test_figure5_immediate_antecedents_average() -> None:
    everything = total(FIGURE_5.antecedents)
    assert (everything.counts.precision, everything.counts.precision_of) == (1008, 1291)
    assert round(everything.score.precision, 4) == 0.7808


@pytest.mark.parametrize(
    ("row", "precision", "recall"),
    [
        ("PER3", 0.6766, 0.6667), ("PE12", 0.9091, 0.3846), ("POS3", 0.6641, 0.6641), ("PO12", 1, 0.5),
        ("REFL", 1, 0.75), ("RELA", 0.7667, 0.6832),
    ],
)  # fmt: skip
def test_figure5_nonpronominal_anchors(row: str, precision: float, recall: float) -> None:
    score = FIGURE_5.anchors[row].score
    assert (round(score.precision, 4), round(score.recall, 4)) == (precision, recall)


def test_figure5_nonpronominal_anchors_average() -> None:
    score = total(FIGURE_5.anchors).score
    assert (round(score.precision, 4), round(score.recall, 4)) == (0.7009, 0.6532)


def test_figure5_as_dict() -> None:
    figure = FIGURE_5.as_dict()
    assert list(figure) == ["occurrences", "classes", "antecedents", "anchors"]
    assert list(figure["antecedents"]) == [*PRONOUN_ROWS, *NOMINAL_ROWS, "all"]
    assert list(figure["anchors"]) == [*PRONOUN_ROWS, "all"]
    assert figure["anchors"]["RELA"] == {
        "++": 69, "+-": 18, "+?": 3, "+_": 11, "+*": 0, "?+": 7, "?_": 4,
        "precision": pytest.approx(76.6667, abs=1e-4), "recall": pytest.approx(68.3168, abs=1e-4),
        "first": 0, "recall_of_anaphors": pytest.approx(68.3168, abs=1e-4),
    }  # fmt: skip
    assert set(figure["occurrences"]) == {"response_only", "key_only", "both", "recall", "precision", "f1"}
    assert figure["classes"]["f1"] == pytest.approx(200 * 0.80810 * 0.68448 / (0.80810 + 0.68448), abs=1e-2)
    assert json.loads(json.dumps(figure)) == figure


# --- documents by hand

Spans = dict[str, list[tuple[int, int] | int]]  # entity -> mentions; a number is a mention of that token


def annotated(text: Document, entities: Spans) -> Document:
    document = text.bare()
    for entity, spans in entities.items():
        for span in spans:
            start, end = (span, span + 1) if isinstance(span, int) else span
            document.add_mention(entity, start, end)
    document.arrange()
    return document


def mention(document: Document, start: int) -> Mention:
    return next(m for m in document.mentions if m.start == start)


def decide(document: Document, choices: dict[int, int | None]) -> Document:
    """The document with decisions, from and to the mentions that start at these tokens."""
    for anaphor, antecedent in choices.items():
        target = None if antecedent is None else mention(document, antecedent)
        document.decisions.append(Decision(mention(document, anaphor), target, "test"))
    return document


def judged(key: Document, response: Document, options: Settings | None = None) -> Disciplines:
    return disciplines(pair(key, response, options or Settings()))


def split(tally: Tally) -> dict[str, int]:
    """The sets of a row that are not empty; of the open ones, those that had nothing to find by themselves."""
    found = {outcome.value: n for outcome, n in tally.outcomes.items()}
    found |= {"+_": found.get("+_", 0) - tally.first, "first": tally.first}
    return {name: n for name, n in found.items() if n}


def sets(table: Table, row: str) -> dict[str, int]:
    return split(table.get(row, Tally()))


# Loos 0 met 1 Gropius 2 . 3 He 4 thinks 5 he 6 saw 7 him 8 hit 9 him 10 . 11
CHAIN = from_text("d", "Loos met Gropius. He thinks he saw him hit him.")


def test_section_5_3_one_wrong_link_spoils_every_anchor() -> None:
    """`Gropius ↚ he ← he ← him ← him`: MUC's precision is 0.75, no anchor is right."""
    found = judged(
        annotated(CHAIN, {"l": [0, 4, 6, 8, 10], "g": [2]}), annotated(CHAIN, {"l": [0], "g": [2, 4, 6, 8, 10]})
    )
    assert found.classes == Classes(response_cuts=1, response_possible=4, key_cuts=1, key_possible=4)
    assert sets(found.antecedents, "PER3") == {"++": 3, "+-": 1}
    assert sets(found.anchors, "PER3") == {"+-": 4}


def test_section_5_2_1_extra_mentions_do_not_raise_the_precision_of_classes() -> None:
    key = annotated(CHAIN, {"l": [0, 4, 8], "g": [2, 6]})
    without = judged(key, annotated(CHAIN, {"l": [0, 4, 6], "g": [2, 8]}))
    extra = judged(key, annotated(CHAIN, {"l": [0, 1, 4, 5, 6, 7], "g": [2, 8]}))
    assert extra.classes == without.classes == Classes(2, 3, 2, 3)
    assert extra.occurrences == Occurrences(response_only=3, key_only=0, both=5)


def test_missed_mentions_do_not_raise_the_recall_of_classes() -> None:
    found = judged(annotated(CHAIN, {"l": [0, 4, 6, 8, 10]}), annotated(CHAIN, {"l": [0, 4]}))
    assert found.classes == Classes(0, 1, 0, 1)
    assert found.occurrences == Occurrences(response_only=0, key_only=3, both=2)


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        ({"l": [0, 4]}, {"l": [0, 4]}, "++"),
        ({"l": [0, 4], "g": [2]}, {"l": [0], "g": [2, 4]}, "+-"),
        ({"l": [0, 4]}, {"l": [0], "x": [1, 4]}, "+?"),
        ({"l": [0, 4]}, {"l": [0], "g": [4]}, "+_"),
        ({"l": [0], "g": [4]}, {"l": [0], "g": [4]}, "first"),
        ({"l": [0], "g": [4]}, {"l": [0, 4]}, "+-"),
        ({"l": [0]}, {"l": [0, 4]}, "?+"),
        ({"l": [0]}, {"l": [0], "g": [4]}, "?_"),
    ],
)
def test_table2(key: Spans, response: Spans, expected: str) -> None:
    """What becomes of `He`, for its antecedent and for its anchor."""
    found = judged(annotated(CHAIN, key), annotated(CHAIN, response))
    assert sets(found.antecedents, "PER3") == sets(found.anchors, "PER3") == {expected: 1}


@pytest.mark.parametrize(("response", "expected"), [({"l": [0], "g": [4]}, "+*"), ({"l": [0, 4]}, "++")])
def test_table2_optional_links_need_not_be_found(response: Spans, expected: str) -> None:
    key = annotated(CHAIN, {"l": [0, 4]})
    mention(key, 4).optional = True
    found = judged(key, annotated(CHAIN, response))
    assert sets(found.antecedents, "PER3") == sets(found.anchors, "PER3") == {expected: 1}


def test_only_pronouns_have_anchors() -> None:
    text = from_text("d", "The man saw the man and me.")
    found = judged(*2 * [annotated(text, {"m": [(0, 2), (3, 5), 6]})])
    assert sets(found.antecedents, "DNOM") == {"++": 1, "first": 1}
    assert {row: sets(found.anchors, row) for row in found.anchors} == {"PE12": {"++": 1}}


def test_a_chain_of_pronouns_alone_has_no_anchor_to_find() -> None:
    found = judged(*2 * [annotated(CHAIN, {"x": [4, 6, 8]})])
    assert sets(found.antecedents, "PER3") == {"first": 1, "++": 2}
    assert sets(found.anchors, "PER3") == {"first": 3}


def test_footnote_40_first_mentions_are_open_and_told_apart() -> None:
    """All first mentions without an antecedent are in `+_`, as the 1,973 of Figure 5; recall is given with and without."""
    row = judged(*2 * [annotated(CHAIN, {"l": [0, 4], "g": [2]})]).as_dict()["antecedents"]["all"]
    assert (row["++"], row["+_"], row["first"]) == (1, 2, 2)
    assert (row["recall"], row["recall_of_anaphors"]) == (pytest.approx(100 / 3), 100)


def test_first_and_second_person_share_rows() -> None:
    text = from_text("d", "I saw you and my dog saw your dog .")
    rows = judged(*2 * [annotated(text, {"x": [0, 2, 4, 7]})]).antecedents
    assert {row: sum(tally.outcomes.values()) for row, tally in rows.items()} == {"PE12": 2, "PO12": 2}


def test_further_types_stand_between_pronouns_and_names() -> None:
    text = from_text("d", "Some of this met a man.")
    result = judged(*2 * [annotated(text, {"x": [0, 2, (4, 6)]})]).as_dict()
    assert list(result["antecedents"]) == [*PRONOUN_ROWS, "DEM", "INDEF", *NOMINAL_ROWS, "OTHER", "all"]
    assert list(result["anchors"]) == [*PRONOUN_ROWS, "DEM", "INDEF", "all"]


# --- decisions


def test_decisions_go_before_chains() -> None:
    key = annotated(CHAIN, {"l": [0, 4, 6], "g": [2, 8]})
    response = annotated(CHAIN, {"l": [0, 2, 4, 6, 8]})
    assert sets(judged(key, response).antecedents, "PER3") == {"+-": 2, "++": 1}
    decide(response, {4: 0, 8: 2})
    assert sets(judged(key, response).antecedents, "PER3") == {"++": 3}
    assert sets(judged(key, response).anchors, "PER3") == {"++": 3}


def test_a_decision_for_no_antecedent_is_one() -> None:
    key = annotated(CHAIN, {"l": [0, 4, 6]})
    response = decide(annotated(CHAIN, {"l": [0, 4, 6]}), {4: None})
    assert sets(judged(key, response).antecedents, "PER3") == {"++": 1, "+_": 1}
    assert sets(judged(key, response).anchors, "PER3") == {"+_": 2}


def test_a_cataphor_is_right_when_decided_and_no_omission_when_left_open() -> None:
    text = from_text("d", "When he came, Loos smiled.")
    key = annotated(text, {"l": [1, 4]})
    assert sets(judged(key, annotated(text, {"l": [1, 4]})).anchors, "PER3") == {"first": 1}
    found = judged(key, decide(annotated(text, {"l": [1, 4]}), {1: 4, 4: None}))
    assert sets(found.antecedents, "PER3") == sets(found.anchors, "PER3") == {"++": 1}
    assert sets(found.antecedents, "NAME") == {"+_": 1}


def test_decisions_in_a_circle_lead_to_no_anchor() -> None:
    key = annotated(CHAIN, {"l": [0, 4, 6, 8, 10]})
    response = decide(annotated(CHAIN, {"l": [0, 4, 6, 8, 10]}), {4: 6, 6: 4, 8: 0, 10: 8})
    found = judged(key, response)
    assert sets(found.antecedents, "PER3") == {"++": 4}
    assert sets(found.anchors, "PER3") == {"+_": 2, "++": 2}


def test_an_antecedent_that_does_not_refer_is_no_key_occurrence() -> None:
    text = from_text("d", "It rained when it stopped.")
    response = annotated(text, {"x": [0], "y": [3]})
    mention(response, 0).referring = False
    decide(response, {3: 0})
    found = judged(annotated(text, {"y": [3]}), response)
    assert sets(found.antecedents, "PER3") == {"+?": 1}
    assert sets(found.anchors, "PER3") == {"first": 1}


def test_decisions_on_mentions_that_do_not_count_are_left_out() -> None:
    text = from_text("d", "Loos left. It rained.")
    response = annotated(text, {"l": [0], "x": [3]})
    mention(response, 3).referring = False
    decide(response, {3: 0})
    assert total(judged(annotated(text, {"l": [0]}), response).antecedents) == Tally(Counter({Outcome.OPEN: 1}), 1)


# --- matching and types


def tagged(feats: str) -> Document:
    builder = Builder("d")
    words = ["Ada", "saw", "her", "dog"]
    columns = {"upos": ["PROPN", "VERB", "PRON", "NOUN"], "feats": ["_", "_", feats, "_"]}
    builder.add_sentence(words, columns=columns)
    return builder.build()


def untagged() -> Document:
    builder = Builder("d")
    builder.add_sentence(["Ada", "saw", "her", "dog"])
    return builder.build()


def test_the_keys_tags_decide_on_types() -> None:
    key = annotated(tagged("Person=3"), {"a": [0, 2]})
    assert set(judged(key, annotated(untagged(), {"a": [0, 2]})).antecedents) == {"NAME", "PER3"}
    key = annotated(tagged("Person=3"), {"a": [0]})
    assert set(judged(key, annotated(untagged(), {"a": [0, 2]})).antecedents) == {"NAME", "PER3"}


def test_the_responses_own_tags_decide_where_tokens_differ() -> None:
    builder = Builder("d")
    builder.add_sentence(["Ad", "a", "saw", "her", "dog"], gaps=["", " ", " ", " ", "\n"])
    key = annotated(builder.build(), {"a": [(0, 2)]})
    found = judged(key, annotated(tagged("Person=3"), {"a": [0, 2]}))
    assert sets(found.antecedents, "PER3") == {"?+": 1}


@pytest.mark.parametrize("match", [Matching.HEAD, Matching.PARTIAL, Matching.MUC])
def test_inexact_matches_have_the_type_of_the_keys_mention(match: Matching) -> None:
    text = from_text("d", "Loos saw the old man and him.")
    key = annotated(text, {"m": [(2, 5), 6], "l": [0]})
    response = annotated(text, {"m": [(4, 5), 6], "l": [0]})
    assert sets(judged(key, response).antecedents, "PER3") == {"+?": 1}
    found = judged(key, response, Settings(match=match))
    assert sets(found.antecedents, "PER3") == sets(found.anchors, "PER3") == {"++": 1}
    assert sets(found.antecedents, "DNOM") == {"first": 1}


def test_dropped_singletons_are_no_occurrences() -> None:
    key, response = annotated(CHAIN, {"l": [0, 4], "g": [2]}), annotated(CHAIN, {"l": [0, 4], "g": [2, 6]})
    found = judged(key, response, Settings(singletons=False))
    assert found.occurrences == Occurrences(response_only=2, key_only=0, both=2)
    assert sets(found.antecedents, "PER3") == {"++": 1, "?+": 1}


def test_a_span_in_two_entities_is_coreferent_with_both() -> None:
    key = annotated(CHAIN, {"l": [0, 4], "g": [2, 4]})
    for antecedent in (0, 2):
        response = annotated(CHAIN, {"x": [antecedent, 4]})
        assert sets(judged(key, response).antecedents, "PER3") == {"++": 1}


# --- properties

MERGED = {"PER1": "PE12", "PER2": "PE12", "POS1": "PO12", "POS2": "PO12"}
WORDS = ("Ada", "she", "her", "the", "dog", "it", "a", "I", "who")


class Drawn(NamedTuple):
    key: Document
    response: Document


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    """Two annotations of one text, without decisions; no span stands in two entities of a side."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
    builder = Builder("d")
    builder.add_sentence(words)
    text = builder.build()
    start = st.integers(0, len(words) - 1)
    spans = st.builds(lambda first, size: (first, min(first + size, len(words))), start, st.integers(1, 3))
    side = st.dictionaries(spans, st.sampled_from("abc"), max_size=8)
    documents = []
    for homes in (draw(side), draw(side)):
        entities: Spans = {}
        for span, entity in homes.items():
            entities.setdefault(entity, []).append(span)
        documents.append(annotated(text, entities))
    return Drawn(*documents)


Cells = dict[tuple[str, str], int]


def slow_table(found: Pair, anchors: bool) -> Cells:
    """Table 2 read aloud: each mention with all mentions before it that would do."""
    home = {number: entity for entity in found.key for number in entity}
    texts = (found.key_side, found.key), (found.response_side, found.response)
    kinds = {
        number: anaphor_type(found.key_document, mention)
        for side, entities in texts
        for mentions, numbers in zip(side.entities, entities, strict=True)
        for mention, number in zip(mentions, numbers, strict=True)
    }

    def before(entity: list[int], number: int) -> list[int]:
        earlier = entity[: entity.index(number)]
        return [other for other in earlier if kinds[other] not in PRONOMINAL] if anchors else earlier

    table: Counter[tuple[str, str]] = Counter()
    for entity in found.response:
        for number in entity:
            if anchors and kinds[number] not in PRONOMINAL:
                continue
            chosen = before(entity, number)
            if number not in home:
                outcome = "?+" if chosen else "?_"
            elif not chosen:
                outcome = "+_" if before(home[number], number) else "first"
            elif chosen[-1] not in home:
                outcome = "+?"
            else:
                outcome = "++" if chosen[-1] in home[number] else "+-"
            table[MERGED.get(kinds[number], kinds[number]), outcome] += 1
    return table


def cells(table: Table) -> Cells:
    return {(row, outcome): n for row, tally in table.items() for outcome, n in split(tally).items()}


@given(drawn())
@settings(max_examples=150)
def test_tables_agree_with_a_slow_count(drawn: Drawn) -> None:
    found = pair(*drawn, Settings())
    assert cells(disciplines(found).antecedents) == slow_table(found, anchors=False)
    assert cells(disciplines(found).anchors) == slow_table(found, anchors=True)


@given(drawn())
@settings(max_examples=100)
def test_classes_agree_with_a_slow_count(drawn: Drawn) -> None:
    """A class of n common mentions has n - 1 links; the mentions' classes on the other side are its parts."""
    found = pair(*drawn, Settings())

    def cuts_and_links(ours: list[list[int]], theirs: list[list[int]]) -> tuple[int, int]:
        parts = [[{m for m in one if m in two} for two in theirs] for one in ours]
        common = [[part for part in row if part] for row in parts]
        return sum(len(row) - 1 for row in common if row), sum(sum(map(len, row)) - 1 for row in common if row)

    expected = Classes(*cuts_and_links(found.response, found.key), *cuts_and_links(found.key, found.response))
    assert disciplines(found).classes == expected


@given(drawn())
@settings(max_examples=50)
def test_every_response_mention_is_counted_once(drawn: Drawn) -> None:
    found = judged(*drawn)
    everything = total(found.antecedents).outcomes
    outside = everything[Outcome.EXTRA] + everything[Outcome.EXTRA_OPEN]
    assert outside == found.occurrences.response_only
    assert sum(everything.values()) - outside == found.occurrences.both
    pronouns = [m for m in drawn.response.mentions if anaphor_type(drawn.key, m) in PRONOMINAL]
    assert sum(total(found.anchors).outcomes.values()) == len(pronouns)


@given(drawn())
@settings(max_examples=50)
def test_the_key_itself_makes_no_error(drawn: Drawn) -> None:
    found = judged(drawn.key, drawn.key)
    assert {outcome for _, outcome in cells(found.antecedents) | cells(found.anchors)} <= {"++", "first"}
    for counts in (found.occurrences.counts, found.classes.counts):
        assert (counts.recall, counts.precision) == (counts.recall_of, counts.precision_of)


@given(drawn(), drawn())
@settings(max_examples=50)
def test_documents_add_up(one: Drawn, two: Drawn) -> None:
    pairs = [pair(*documents, Settings()) for documents in (one, two)]
    assert disciplines(pairs) == disciplines(pairs[0]) + disciplines(pairs[1])
    assert disciplines(pairs).as_dict() == disciplines(iter(reversed(pairs))).as_dict()


def test_nothing_to_score() -> None:
    assert disciplines([]).as_dict()["antecedents"]["all"]["recall"] == 0
    assert judged(CHAIN, CHAIN) == Disciplines()


# --- corpora


@pytest.mark.parametrize("singletons", ["sg", "nosg"])
def test_occurrences_are_the_conll_scorers_mentions(shared: Path, singletons: str) -> None:
    folder = shared / "oracles/gum-dev"
    key, response = (corefud.read(Source(folder / f"{singletons}.{side}.conllu")) for side in ("key", "response"))
    found = disciplines(pair(ours, theirs, Settings()) for ours, theirs in zip(key, response, strict=True))
    answers = json.loads((folder / "answers.json").read_text())[singletons]
    expected = next(answer for name, answer in answers.items() if name.startswith("conll-2012"))["mentions"]
    counts = found.occurrences.counts
    assert [[counts.recall, counts.recall_of], [counts.precision, counts.precision_of]] == [
        expected["recall"],
        expected["precision"],
    ]
