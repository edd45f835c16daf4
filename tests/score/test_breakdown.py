"""Breakdowns: shares that sum to the metrics' counts, shares by hand and by enumeration, and the properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from letters import lettered, paired
from reports import document, partitions

from corefer.document import Builder, CoreferError, Document, Feature, from_text
from corefer.formats import corefud
from corefer.formats.base import Source
from corefer.score import METRICS, Like, Matching, Report, Settings, score
from corefer.score.breakdown import NO_PRONOUN, NO_TYPE, PROPERTIES, Part, breakdown
from corefer.score.matching import Pair
from corefer.score.metric import count
from corefer.score.shares import MEANING, Both, shares
from strategies import documents

OF_MENTIONS = ("anaphor-type", "pronoun-form", "entity-type", "distance", "length")
Spans = Mapping[str, Sequence[tuple[int, int]]]


def annotated(text: Document, entities: Spans, types: Mapping[str, str] | None = None) -> Document:
    """The text with entities given as token spans, and types for some of them."""
    result = text.bare()
    for entity, spans in entities.items():
        for start, end in spans:
            result.add_mention(entity, start, end, type=(types or {}).get(entity, ""))
    result.arrange()
    return result


def sizes(parts: Mapping[str, Part]) -> dict[str, tuple[int, int]]:
    return {value: (part.key_mentions, part.response_mentions) for value, part in parts.items()}


def sums(kinds: tuple[Both, ...]) -> list[tuple[float, ...]]:
    return [tuple(sum(column) for column in (*both.key, *both.response)) for both in kinds]


def in_kinds(counts: Sequence[float]) -> list[tuple[float, ...]]:
    """A metric's counts as numerators and denominators of recall and precision, for each kind of link."""
    if len(counts) == 4:
        return [tuple(counts)]
    coreferent, coreferent_key, coreferent_response, other, other_key, other_response = counts
    return [(coreferent, coreferent_key, coreferent, coreferent_response), (other, other_key, other, other_response)]


# --- shares sum to counts


@st.composite
def both_sides(draw: st.DrawFn) -> tuple[Document, Document]:
    """A key, and a response over its text: some of its mentions regrouped, and some mentions of its own."""
    features = {Feature.SINGLETONS, Feature.CROSSING, Feature.DISCONTINUOUS, Feature.HEADS, Feature.TYPES, Feature.UPOS}
    key = draw(documents(features, awkward=False, max_mentions=9))
    response = key.bare()
    spans = [mention.spans for mention in key.mentions if draw(st.integers(0, 3))]
    if len(key.tokens):
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, len(key.tokens) - 1))
            spans.append(((start, draw(st.integers(start + 1, min(len(key.tokens), start + 4)))),))
    for parts in spans:
        entity = str(draw(st.integers(1, 4)))
        response.add_mention(entity, parts[0][0], parts[-1][1], parts=parts if len(parts) > 1 else ())
    response.arrange()
    return key, response


every_setting = st.builds(
    Settings,
    match=st.sampled_from(Matching),
    singletons=st.booleans(),
    like=st.sampled_from((Like.DEFAULT, Like.COVAL, Like.UA, Like.COREFUD)),
)


@given(both_sides(), every_setting)
@settings(max_examples=200)
def test_shares_sum_to_the_counts_of_every_metric(both: tuple[Document, Document], choice: Settings) -> None:
    pair = paired(*both, choice)
    found = shares(pair, METRICS)
    mentions = [sum(map(len, side)) for side in (pair.key, pair.response)]
    for name, counts in count(pair, tuple(METRICS)).items():
        assert sums(found[name]) == [pytest.approx(kind) for kind in in_kinds(counts)], name
        for kind in found[name]:
            assert [len(column) for side in kind for column in side] == [mentions[0]] * 2 + [mentions[1]] * 2


@given(both_sides(), every_setting, st.sampled_from(OF_MENTIONS))
@settings(max_examples=100)
def test_classes_account_for_the_whole_score(both: tuple[Document, Document], choice: Settings, property_: str) -> None:
    report = score(*both, choice, keep_pairs=True)
    whole = Part(choice.like)
    parts = breakdown(report, property_)
    for part in parts.values():
        whole.add(part.counts)
    assert sum(part.key_mentions for part in parts.values()) == sum(map(len, report.pairs[0].key))
    assert sum(part.response_mentions for part in parts.values()) == sum(map(len, report.pairs[0].response))
    for name in whole.counts:
        assert_same(whole, report, name)


def assert_same(part: Part, report: Report, metric: str) -> None:
    assert part[metric].as_percent() == pytest.approx(report[metric].as_percent()), metric


@given(both_sides(), every_setting, st.sampled_from(OF_MENTIONS))
@settings(max_examples=60)
def test_a_perfect_response_is_perfect_in_every_class(
    both: tuple[Document, Document], choice: Settings, property_: str
) -> None:
    """But where two mentions are one to the matching: of one span, or `the dog` and `dog` as MUC-6 has it."""
    numbers = [n for entity in paired(both[0], both[0], choice).key for n in entity]
    assume(len(set(numbers)) == len(numbers))
    for part in breakdown(score(both[0], both[0], choice, keep_pairs=True), property_).values():
        for kinds in part.counts.values():
            for kind in kinds:
                assert kind.recall == pytest.approx(kind.recall_of) == pytest.approx(kind.precision_of)
                assert kind.precision == pytest.approx(kind.recall)


@given(partitions(), partitions(), st.sampled_from(Like))
@settings(max_examples=60)
def test_a_class_of_all_mentions_has_the_score_of_all(
    key: list[list[int]], response: list[list[int]], like: Like
) -> None:
    """Every mention is one word long; this also holds BLANC to the metric's rule for kinds of links that are absent."""
    report = score(document(key), document(response), Settings(like=like), keep_pairs=True)
    parts = breakdown(report, "length")
    assert list(parts) == ["1"] * bool(key or response)
    for part in parts.values():
        for name in METRICS:
            assert_same(part, report, name)
        assert part.conll == pytest.approx(report.conll)


# --- shares by hand: the example of Moosavi and Strube 2016, figure 1

EXAMPLE = paired(lettered("abc defg"), lettered("ab cd fghi"))
BY_HAND = {
    "muc": (
        ([0, 1, 0, 0, 0, 0, 1], [0, 1, 1, 0, 1, 1, 1]),
        ([0, 1, 0, 0, 0, 1, 0, 0], [0, 1, 0, 1, 0, 1, 1, 1]),
    ),
    "b3": (
        ([2 / 3, 2 / 3, 1 / 3, 1 / 4, 0, 1 / 2, 1 / 2], [1] * 7),
        ([1, 1, 1 / 2, 1 / 2, 1 / 2, 1 / 2, 0, 0], [1] * 8),
    ),
    "ceafm": (([1, 1, 0, 0, 0, 1, 1], [1] * 7), ([1, 1, 0, 0, 1, 1, 0, 0], [1] * 8)),
    "ceafe": (
        ([2 / 5, 2 / 5, 0, 0, 0, 1 / 4, 1 / 4], [1 / 3] * 3 + [1 / 4] * 4),
        ([2 / 5, 2 / 5, 0, 0, 1 / 4, 1 / 4, 0, 0], [1 / 2] * 4 + [1 / 4] * 4),
    ),
    "lea": (
        ([1 / 3] * 3 + [1 / 6] * 4, [1] * 7),
        ([1, 1, 0, 0, 1 / 6, 1 / 6, 1 / 6, 1 / 6], [1] * 8),
    ),
    "mentions": (([1, 1, 1, 1, 0, 1, 1], [1] * 7), ([1, 1, 1, 1, 1, 1, 0, 0], [1] * 8)),
    "mor": (([1, 1, 1, 1, 0, 1, 1], [1] * 7), ([1, 1, 1, 1, 1, 1, 0, 0], [1] * 8)),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_moosavi_and_strube_2016_figure_1_mention_by_mention(name: str) -> None:
    (found,) = shares(EXAMPLE, [name])[name]
    for side, expected in zip(found, BY_HAND[name], strict=True):
        assert [list(map(float, column)) for column in side] == [pytest.approx(column) for column in expected]


@given(partitions(), partitions())
def test_blanc_links_belong_to_the_later_mention(key: list[list[int]], response: list[list[int]]) -> None:
    """Against a list of all pairs of words (Luo et al. 2014, section 3)."""
    pair = paired(document(key), document(response))
    links = [links_of(entities) for entities in (key, response)]
    for kind, both in enumerate(shares(pair, ["blanc"])["blanc"]):
        common = links[0][kind] & links[1][kind]
        for side, entities, own in zip(both, (pair.key_side, pair.response_side), links, strict=True):
            words = [mention.start for entity in entities.entities for mention in entity]
            assert side.kept == [sum(later == word for _, later in common) for word in words]
            assert side.of == [sum(later == word for _, later in own[kind]) for word in words]


def links_of(entities: list[list[int]]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Coreferent and other pairs (earlier word, later word)."""
    home = {word: number for number, entity in enumerate(entities) for word in entity}
    pairs = set(combinations(sorted(home), 2))
    coreferent = {(one, two) for one, two in pairs if home[one] == home[two]}
    return coreferent, pairs - coreferent


# --- properties

TEXT = from_text(
    "d", "Ada met the old engineer of bridges. She thanked her. It rained. They left. All slept. So did Ada."
)
KEY = {"ada": [(0, 1), (8, 9), (23, 24)], "engineer": [(2, 7), (10, 11)], "both": [(15, 16)]}
RESPONSE = {"ada": [(0, 1), (10, 11)], "engineer": [(3, 5), (8, 9)], "rain": [(12, 13)], "all": [(18, 19)]}
TYPES = {"ada": "person", "both": "group"}


def parts_by(property_: str, *metrics: str, text: Document = TEXT) -> dict[str, Part]:
    sides = annotated(TEXT, KEY, TYPES), annotated(text, RESPONSE)
    return breakdown(score(*sides, metrics=metrics or ("mentions", "muc"), keep_pairs=True), property_)


def test_anaphor_types_in_the_order_of_the_model() -> None:
    parts = parts_by("anaphor-type")
    assert list(sizes(parts).items()) == [
        ("PER3", (3, 3)),
        ("INDEF", (0, 1)),
        ("NAME", (1, 0)),
        ("DNOM", (1, 0)),
        ("OTHER", (1, 2)),
    ]


def test_pronoun_forms_most_frequent_first_and_other_mentions_last() -> None:
    assert sizes(parts_by("pronoun-form")) == {
        "her": (1, 1),
        "she": (1, 1),
        "they": (1, 0),
        "it": (0, 1),
        NO_PRONOUN: (3, 3),
    }
    assert list(parts_by("pronoun-form"))[-1] == NO_PRONOUN


def test_an_entity_without_a_type_in_the_response_takes_its_mentions_types_from_the_key() -> None:
    parts = parts_by("entity-type")
    assert sizes(parts) == {"person": (3, 2), "group": (1, 0), NO_TYPE: (2, 4)}


def test_types_of_the_response_go_before_those_of_the_key() -> None:
    sides = annotated(TEXT, KEY, TYPES), annotated(TEXT, RESPONSE, {"ada": "organisation"})
    parts = breakdown(score(*sides, keep_pairs=True), "entity-type")
    assert {value: part.response_mentions for value, part in parts.items()} == {
        "person": 1,
        "group": 0,
        "organisation": 2,
        NO_TYPE: 3,
    }


def test_an_entity_has_the_type_of_most_of_its_mentions() -> None:
    key = annotated(TEXT, KEY)
    for mention, type in zip(key.entity("ada").mentions, ("place", "person", "person"), strict=True):
        mention.type = type
    assert sizes(breakdown(score(key, key, keep_pairs=True), "entity-type")) == {"person": (3, 3), NO_TYPE: (3, 3)}


def test_distance_is_counted_in_sentences_on_the_mentions_own_side() -> None:
    parts = parts_by("distance")
    assert sizes(parts) == {"first": (3, 4), "1": (2, 2), "3-5": (1, 0)}
    assert list(parts) == ["first", "1", "3-5"]
    assert parts["first"].counts["muc"][0].recall_of == 0


@pytest.mark.parametrize(("away", "value"), [(0, "0"), (1, "1"), (2, "2"), (3, "3-5"), (5, "3-5"), (6, "6+")])
def test_classes_of_distance(away: int, value: str) -> None:
    text = from_text("d", "She and she . " + "She ran . " * 6)
    second = 2 if away == 0 else 4 + 3 * (away - 1)
    both = annotated(text, {"x": [(0, 1), (second, second + 1)]})
    assert sizes(breakdown(score(both, both, keep_pairs=True), "distance")) == {"first": (1, 1), value: (1, 1)}


def test_length_is_the_mentions_own_under_partial_matching() -> None:
    sides = annotated(TEXT, KEY), annotated(TEXT, RESPONSE)
    report = score(*sides, Settings(match=Matching.PARTIAL), keep_pairs=True)
    for mention in sides[0].mentions:
        assert mention.end - mention.start in (1, 5)
    parts = breakdown(report, "length")
    assert sizes(parts) == {"1": (5, 5), "2": (0, 1), "3-5": (1, 0)}
    assert (parts["3-5"]["mor"].recall, parts["2"]["mor"].precision) == (2 / 5, 1)


@pytest.mark.parametrize(
    ("size", "value"), [(1, "1"), (2, "2"), (3, "3-5"), (5, "3-5"), (6, "6-10"), (10, "6-10"), (11, "11+")]
)
def test_classes_of_length_count_tokens_without_gaps(size: int, value: str) -> None:
    document = TEXT.bare()
    document.add_mention("x", 0, 19, parts=((0, 1), (20 - size, 19)) if size > 1 else ((0, 1),))
    assert list(breakdown(score(document, document, keep_pairs=True), "length")) == [value]


def test_links_are_scored_by_the_anaphor() -> None:
    """The key's `she` is found but linked to the engineer, its `her` to Ada; both anaphors are wrong."""
    parts = parts_by("pronoun-form", "muc", "mentions")
    assert parts["she"].counts["muc"][0] == parts["her"].counts["muc"][0] == (0, 1, 0, 1)
    assert parts["she"]["mentions"].f1 == 1
    assert parts["they"].counts["muc"][0] == (0, 0, 0, 0)


def test_response_mentions_are_read_off_the_keys_analysis() -> None:
    tagged, untagged = (TEXT.bare() for _ in range(2))
    key = Builder("d")
    key.add_sentence(["Zij", "sliep"], columns={"upos": ["PRON", "VERB"], "feats": ["PronType=Prs|Person=3", "_"]})
    response = Builder("d")
    response.add_sentence(["Zij", "sliep"])
    tagged, untagged = (annotated(builder.build(), {"x": [(0, 1)]}) for builder in (key, response))
    assert sizes(breakdown(score(tagged, untagged, keep_pairs=True), "anaphor-type")) == {"PER3": (1, 1)}
    assert sizes(breakdown(score(tagged, untagged, keep_pairs=True), "pronoun-form")) == {"zij": (1, 1)}


def test_other_tokens_of_the_same_text_are_read_off_the_response() -> None:
    key, response = Builder("d"), Builder("d")
    key.add_sentence(["does", "n't", "she", "?"], gaps=["", " ", "", ""])
    response.add_sentence(["doesn't", "she", "?"], gaps=[" ", "", ""])
    sides = annotated(key.build(), {"x": [(2, 3)]}), annotated(response.build(), {"x": [(1, 2)]})
    parts = breakdown(score(*sides, keep_pairs=True), "pronoun-form")
    assert sizes(parts) == {"she": (1, 1)}
    assert parts["she"]["mentions"].f1 == 1


# --- reports


def of_genres() -> Report:
    sides = []
    for entities in (("abc defg", "ab cd", "x yz"), ("ab cd fghi", "abcd", "xyz")):
        side = [lettered(each) for each in entities]
        for number, (text, genre) in enumerate(zip(side, ("news", "fiction", "news"), strict=True)):
            text.id, text.meta["genre"] = f"d{number}", genre
        sides.append(side)
    return score(*sides, keep_pairs=True)


def test_genres_and_documents_are_those_of_the_report() -> None:
    report = of_genres()
    for property_, expected in (("genre", report.by_genre()), ("document", report.by_document())):
        parts = breakdown(report, property_)
        assert list(parts) == list(expected)
        for value, part in parts.items():
            for name in METRICS:
                assert_same(part, expected[value], name)
    assert sizes(breakdown(report, "genre")) == {"fiction": (4, 4), "news": (10, 11)}
    assert list(breakdown(report, "document", ["b3"])["d0"].scores) == ["b3"]


def mean_f1(report: Report, by: str, value: str, metric: str) -> float:
    """The mean F1 of a class over the documents that have it, each broken down by itself."""
    found = [breakdown(report.select([i == row for i in range(len(report.ids))]), by) for row in range(len(report.ids))]
    scores = [parts[value][metric].f1 for parts in found if value in parts]
    return sum(scores) / len(scores)


@pytest.mark.parametrize("property_", ["genre", "document", "length", "distance"])
def test_macro_breakdowns_average_the_documents_that_have_the_class(property_: str) -> None:
    report = of_genres()
    macro, micro = breakdown(report.averaged(), property_), breakdown(report, property_)
    for value, part in macro.items():
        for name in METRICS:
            assert part[name].f1 == pytest.approx(mean_f1(report, property_, value, name)), (value, name)
    assert property_ == "document" or any(macro[value]["b3"] != micro[value]["b3"] for value in macro)
    assert {value: part.counts for value, part in macro.items()} == {
        value: part.counts for value, part in micro.items()
    }


def test_plain_values_are_percent_with_the_counts_behind_them() -> None:
    part = breakdown(of_genres(), "length", ["mentions", "blanc"])["1"]
    plain = part.as_dict()
    assert plain["metrics"]["mentions"]["recall"] == 100 * part["mentions"].recall
    assert plain["counts"]["mentions"] == [{"recall": 13, "recall_of": 14, "precision": 13, "precision_of": 15}]
    assert len(plain["counts"]["blanc"]) == 2
    assert (plain["key_mentions"], plain["response_mentions"], plain["conll"]) == (14, 15, None)


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        ({}, ("colour",), "cannot be broken down by `colour` .choose from anaphor-type"),
        ({}, ("length", ["bleu"]), "lacks the metric `bleu`"),
        ({"pairs": []}, ("length",), "keep_pairs=True"),
    ],
)
def test_what_cannot_be_broken_down(change: dict[str, list[Pair]], arguments: tuple[str], message: str) -> None:
    with pytest.raises(CoreferError, match=message):
        breakdown(replace(of_genres(), **change), *arguments)


def test_every_property_and_metric_is_explained() -> None:
    report = of_genres()
    for property_ in PROPERTIES:
        assert breakdown(report, property_)
    assert set(MEANING) == set(METRICS)


# --- whole corpora


DOCUMENTS = ("GUM_academic_exposure", "GUM_academic_librarians", "GUM_bio_byron")


@pytest.mark.parametrize("property_", OF_MENTIONS)
def test_gum_dev_classes_sum_to_the_corpus(shared: Path, property_: str) -> None:
    key = [document for file in DOCUMENTS for document in corefud.read(Source(shared / f"data/gum/dev/{file}.conllu"))]
    responses = corefud.read(Source(shared / "oracles/gum-dev/sg.response.conllu"))
    report = score(key, [document for document in responses if document.id in DOCUMENTS], keep_pairs=True)
    parts = breakdown(report, property_)
    assert len(parts) > 4
    whole = Part()
    for part in parts.values():
        whole.add(part.counts)
    for name in METRICS:
        assert_same(whole, report, name)
