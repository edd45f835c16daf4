"""Error analysis: each kind and reason on a text of its own, and what holds for every analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corefer.document import Builder, CoreferError, Document, Feature, from_text
from corefer.formats import corefud
from corefer.formats.base import Source
from corefer.score import Like, Matching, Settings, score
from corefer.score.contingency import contingency
from corefer.score.errors import (
    ANTECEDENTS,
    REASONS,
    ErrorAnalysis,
    ErrorRecord,
    Kind,
    Reason,
    analyse,
    analyse_report,
    common_errors,
)
from corefer.score.matching import Pair, pair
from corefer.score.muc import muc
from strategies import documents

STOP = {".", "!", "?"}


def annotated(marked: str, **columns: str) -> Document:
    """A document from text like `[1 Ada ] met [2 the [1 her ] cousin ] .`; sentences end in a stop."""
    builder = Builder("d")
    opened: list[tuple[str, int]] = []
    mentions: list[tuple[str, int, int]] = []
    sentence: list[str] = []
    values = {name: iter(value.split()) for name, value in columns.items()}
    for word in marked.split():
        here = len(builder.forms) + len(sentence)
        if word.startswith("["):
            opened.append((word[1:], here))
        elif word == "]":
            entity, start = opened.pop()
            mentions.append((entity, start, here))
        else:
            sentence.append(word)
        if word in STOP:
            builder.add_sentence(sentence, columns={name: [next(v) for _ in sentence] for name, v in values.items()})
            sentence = []
    document = builder.build()
    for entity, start, end in mentions:
        document.add_mention(entity, start, end)
    document.arrange()
    return document


def found(key: str, response: str, **columns: str) -> list[ErrorRecord]:
    return analyse([pair(annotated(key, **columns), annotated(response, **columns), Settings())]).errors


def brief(errors: Sequence[ErrorRecord]) -> list[tuple[str, str | None]]:
    return [(error.kind.value, error.reason and error.reason.value) for error in errors]


def texts(error: ErrorRecord) -> tuple[str, list[str], list[str]]:
    return (
        error.anaphor.text if error.anaphor else "",
        [quote.text for quote in error.key],
        [quote.text for quote in error.response],
    )


# --- mentions


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("we saw [1 the old ship ] of the line sank .", Reason.SHORTER),
        ("we saw [1 the old ship of the line sank ] .", Reason.LONGER),
        ("we [1 saw the old ship ] of the line sank .", Reason.CROSSING),
    ],
)
def test_span_errors_pair_mentions_of_one_phrase(response: str, reason: Reason) -> None:
    response = (
        "we saw " * (not response.startswith(("we", "[1 saw"))) + "we " * response.startswith("[1 saw") + response
    )
    error, *rest = found("we saw [1 the old ship of the line ] sank .", response)
    assert (error.kind, error.reason) == (Kind.SPAN, reason)
    assert error.key[0].text == "the old ship of the line"
    assert not rest


def test_a_span_error_costs_neither_the_entity_nor_the_antecedent() -> None:
    """Kummerfeld and Klein 2013, section 3: spans are corrected before anything else is looked at."""
    errors = found("[1 the ship ] sank . [1 it ] rotted .", "[1 the ship sank ] . [1 it ] rotted .")
    assert brief(errors) == [("span-error", "longer")]


def test_mentions_with_different_heads_are_no_span_error() -> None:
    key = annotated("[1 the wife ] of Bob left .", head="2 0 4 2 2 2", deprel="det root case nmod dep punct")
    response = annotated("the wife of [1 Bob left ] .", head="2 0 4 2 2 2", deprel="det root case nmod dep punct")
    nested = annotated("[1 the wife of Bob ] left .", head="2 0 4 2 2 2", deprel="det root case nmod dep punct")
    assert [e.kind for e in analyse([pair(key, response, Settings())]).errors] == [
        Kind.MISSING_MENTION,
        Kind.EXTRA_MENTION,
    ]
    assert [e.kind for e in analyse([pair(key, nested, Settings())]).errors] == [Kind.SPAN]


def test_span_errors_reach_the_annotated_minimum() -> None:
    key = annotated("[1 the mayor of Osk ] left .")
    key.mentions[0].min = (1,)
    near, far = annotated("[1 the mayor ] of Osk left ."), annotated("the mayor of [1 Osk ] left .")
    assert [e.kind for e in analyse([pair(key, near, Settings())]).errors] == [Kind.SPAN]
    assert Kind.SPAN not in [e.kind for e in analyse([pair(key, far, Settings())]).errors]


def test_why_mentions_are_missing() -> None:
    errors = found(
        "[1 Ada ] met [2 Bob ] in [3 Osk ] . [1 she ] liked [2 him ] .",
        "[1 Ada ] met Bob in Osk . she liked him .",
    )
    assert [(e.key[0].text, e.reason) for e in errors if e.kind is Kind.MISSING_MENTION] == [
        ("Bob", Reason.ENTITY),
        ("Osk", Reason.SINGLE),
        ("she", Reason.PART),
        ("him", Reason.ENTITY),
    ]


def test_why_mentions_are_extra() -> None:
    key = annotated("[e it ] rained . [1 Ada ] saw [2 the sea ] and smiled at the noon sun .")
    key.mentions[0].referring = False
    response = annotated("[3 it ] rained . [1 Ada ] saw [2 the sea ] and [1 smiled ] at [4 the [5 noon ] sun ] .")
    response.add_mention("4", 13, 14)
    response.arrange()
    errors = analyse([pair(key, response, Settings())]).errors
    assert [(e.response[0].text, e.reason) for e in errors if e.kind is Kind.EXTRA_MENTION] == [
        ("it", Reason.NON_REFERRING),
        ("smiled", Reason.PART),
        ("the noon sun", Reason.ENTITY),
        ("noon", Reason.SINGLE),
        (".", Reason.ENTITY),
    ]


def test_dropped_singletons_are_named_on_both_sides() -> None:
    key = annotated("[1 Ada ] met [2 Bob ] . [1 she ] ran .")
    response = annotated("[1 Ada ] met [2 Bob ] . [3 she ] [2 ran ] .")
    errors = analyse([pair(key, response, Settings(singletons=False))]).errors
    reasons = {(e.kind, e.key[0].text if e.key else e.response[0].text): e.reason for e in errors}
    assert reasons[Kind.MISSING_MENTION, "Ada"] is Reason.DROPPED
    assert reasons[Kind.MISSING_MENTION, "she"] is Reason.DROPPED
    assert reasons[Kind.EXTRA_MENTION, "Bob"] is Reason.DROPPED
    assert reasons[Kind.EXTRA_MENTION, "ran"] is Reason.ENTITY


# --- entities


def test_missing_and_extra_entities() -> None:
    errors = found(
        "[1 Ada ] met [2 Bob ] . [1 she ] smiled .",
        "Ada [x met ] [2 Bob ] . she [x smiled ] .",
    )
    missing, extra = (next(e for e in errors if e.kind is kind) for kind in (Kind.MISSING_ENTITY, Kind.EXTRA_ENTITY))
    assert texts(missing) == ("", ["Ada", "she"], [])
    assert texts(extra) == ("", [], ["met", "smiled"])
    assert missing.type == "OTHER"  # sentence-initial, so no name is claimed
    assert [excerpt.text for excerpt in missing.excerpts] == ["Ada met Bob .", "she smiled ."]


def test_a_lone_mention_is_no_missing_entity() -> None:
    assert brief(found("[1 Ada ] slept .", "Ada slept .")) == [("missing-mention", "single")]


def test_divided_entity() -> None:
    errors = found(
        "[1 Ada ] slept . [1 she ] woke . [1 Ada ] rose . [1 she ] ate . [1 Ada ] ran .",
        "[1 Ada ] slept . [1 she ] woke . [2 Ada ] rose . [2 she ] ate . [3 Ada ] ran .",
    )
    divided = errors[0]
    assert (divided.kind, divided.reason) == (Kind.DIVIDED_ENTITY, Reason.CHAINS)
    assert [[quote.text for quote in group] for group in divided.groups] == [["Ada", "she"], ["Ada", "she"], ["Ada"]]
    assert [e.kind for e in errors[1:]] == [Kind.MISSING_ANTECEDENT] * 2


def test_conflated_entity() -> None:
    errors = found(
        "[1 Ada ] met [2 the king ] . [1 she ] bowed .",
        "[1 Ada ] met [1 the king ] . [1 she ] bowed .",
    )
    conflated = errors[0]
    assert (conflated.kind, conflated.reason) == (Kind.CONFLATED_ENTITY, Reason.STRAYS)
    assert [[quote.text for quote in group] for group in conflated.groups] == [["Ada", "she"], ["the king"]]
    assert brief(errors[1:]) == [("false-anaphor", "unknown"), ("wrong-antecedent", "gender")]


def test_a_mention_in_two_entities_divides_neither() -> None:
    key = annotated("[1 [2 Ada ] ] met [1 Bob ] and [2 Cy ] .")
    response = annotated("[b [a Ada ] ] met [a Bob ] and [b Cy ] .")
    assert analyse([pair(key, response, Settings())]).errors == []


# --- antecedents


@pytest.mark.parametrize(
    ("key", "response", "kind", "reason"),
    [
        (
            "[1 Ada ] met [2 a man ] . [1 she ] bowed .",
            "[1 Ada ] met [2 a man ] . [2 she ] bowed .",
            Kind.WRONG_ANTECEDENT,
            Reason.GENDER,
        ),
        (
            "[1 two dogs ] saw [2 a cat ] . [1 they ] ran .",
            "[1 two dogs ] saw [2 a cat ] . [2 they ] ran .",
            Kind.WRONG_ANTECEDENT,
            Reason.NUMBER,
        ),
        (
            "[2 Osk ] is old . Ada met Bo . [3 Bo ] slept . [2 it ] is large .",
            "Osk is old . Ada met Bo . [3 Bo ] slept . [3 it ] is large .",
            Kind.WRONG_ANTECEDENT,
            Reason.MISSED,
        ),
        (
            "[1 the north gate ] fell . [2 the south gate ] held . [1 the gate ] burnt .",
            "[1 the north gate ] fell . [2 the south gate ] held . [2 the gate ] burnt .",
            Kind.WRONG_ANTECEDENT,
            Reason.STRING,
        ),
        (
            "[1 the tower ] fell . [2 the town ] burnt . [1 it ] smoked .",
            "[1 the tower ] fell . [2 the town ] burnt . [2 it ] smoked .",
            Kind.WRONG_ANTECEDENT,
            Reason.DISTANCE,
        ),
        (
            "[1 the tower ] and [2 the town ] burnt . [1 the building ] smoked .",
            "[1 the tower ] and [2 the town ] burnt . [2 the building ] smoked .",
            Kind.WRONG_ANTECEDENT,
            Reason.WORDS,
        ),
        (
            "[1 the tower ] and [2 the town ] burnt . [1 it ] smoked .",
            "[1 the tower ] and [2 the town ] burnt . [2 it ] smoked .",
            Kind.WRONG_ANTECEDENT,
            Reason.UNKNOWN,
        ),
        (
            "[1 the tower ] burnt at noon . [1 it ] smoked .",
            "[1 the tower ] burnt at [2 noon ] . [2 it ] smoked .",
            Kind.SPURIOUS_ANTECEDENT,
            Reason.UNKNOWN,
        ),
        (
            "[1 the tower ] burnt . [1 it ] smoked .",
            "the tower burnt . [1 it ] smoked .",
            Kind.MISSING_ANTECEDENT,
            Reason.MISSED,
        ),
        (
            "[1 the dogs ] barked . [1 it ] stopped .",
            "[1 the dogs ] barked . [2 it ] stopped .",
            Kind.MISSING_ANTECEDENT,
            Reason.NUMBER,
        ),
        (
            "[1 the tower ] burnt . x . x . x . [1 it ] smoked .",
            "[1 the tower ] burnt . x . x . x . [2 it ] smoked .",
            Kind.MISSING_ANTECEDENT,
            Reason.DISTANCE,
        ),
        (
            "[1 the tower ] burnt . x . x . [1 it ] smoked .",
            "[1 the tower ] burnt . x . x . [2 it ] smoked .",
            Kind.MISSING_ANTECEDENT,
            Reason.UNKNOWN,
        ),
        (
            "[1 the tower ] burnt . [1 the building ] smoked .",
            "[1 the tower ] burnt . [2 the building ] smoked .",
            Kind.MISSING_ANTECEDENT,
            Reason.WORDS,
        ),
        (
            "[1 the north gate ] fell . [2 the gate ] held .",
            "[1 the north gate ] fell . [1 the gate ] held .",
            Kind.FALSE_ANAPHOR,
            Reason.STRING,
        ),
    ],
)
def test_antecedents(key: str, response: str, kind: Kind, reason: Reason) -> None:
    columns = {"xpos": _tags(key)}
    errors = [error for error in found(key, response, **columns) if error.kind in ANTECEDENTS]
    assert [(error.kind, error.reason) for error in errors] == [(kind, reason)]


def _tags(marked: str) -> str:
    """Penn tags of the nouns that these texts have."""
    tags = {"dogs": "NNS", "cat": "NN", "man": "NN", "Ada": "NNP", "Osk": "NNP", "Bo": "NNP"}
    return " ".join(tags.get(word, "X") for word in marked.split() if not word.startswith(("[", "]")))


def test_gender_goes_before_number_and_string() -> None:
    """The order of `REASONS`: a violated constraint comes before what misled."""
    key = "[1 the girls ] met [2 a boy ] . [1 they ] left . [3 she ] slept ."
    response = "[1 the girls ] met [2 a boy ] . [1 they ] left . [2 she ] slept ."
    errors = [error for error in found(key, response) if error.kind is Kind.FALSE_ANAPHOR]
    assert [(texts(error), error.reason) for error in errors] == [(("she", [], ["a boy"]), Reason.GENDER)]
    assert list(REASONS[Kind.WRONG_ANTECEDENT])[:2] == [Reason.GENDER, Reason.NUMBER]


def test_the_record_of_an_antecedent_error_quotes_all_three() -> None:
    key = "[1 Ada ] left . [1 she ] met [2 Bea ] . [1 she ] waved ."
    response = "[1 Ada ] left . [1 she ] met [2 Bea ] . [2 she ] waved ."
    error = next(e for e in found(key, response) if e.kind is Kind.WRONG_ANTECEDENT)
    assert texts(error) == ("she", ["she"], ["Bea"])
    assert error.type == "PER3"
    assert error.anaphor is not None and error.place == error.anaphor.spans == ((25, 28),)
    assert [(excerpt.text, excerpt.start) for excerpt in error.excerpts] == [("she met Bea .", 11), ("she waved .", 25)]


def test_totals_count_what_errors_are_held_against() -> None:
    key = annotated("[1 Ada ] left . [1 she ] met [2 Bea ] . [1 she ] waved .")
    response = annotated("[1 Ada ] left . [1 she ] met [2 Bea ] . [2 she ] waved .")
    totals = analyse([pair(key, response, Settings())]).totals
    assert (totals.key_mentions, totals.response_mentions, totals.matched) == (4, 4, 4)
    assert totals.anaphors == {"PER3": 2}
    assert totals.correct == {"PER3": 1}


# --- where tokens differ


def test_response_with_other_tokens_is_quoted_in_the_keys_text() -> None:
    key = from_text("d", "Ada's dog  barked. It slept.")
    key.add_mention("1", 0, 3), key.add_mention("1", 5, 6)
    response = from_text("d", "Ada's dog barked.\nIt slept.", boundaries=[1])
    forms = response.tokens.table.forms
    response.add_mention("1", forms.index("da"), forms.index("barked") + 1)
    response.add_mention("2", forms.index("It"), forms.index("It") + 1)
    for document in (key, response):
        document.arrange()
    span, divided, missing = analyse([pair(key, response, Settings())]).errors
    assert (span.kind, span.reason, span.response[0].spans) == (Kind.SPAN, Reason.CROSSING, ((1, 17),))
    assert key.text[1:17] == "da's dog  barked"
    assert [group[0].spans for group in divided.groups] == [((0, 9),), ((19, 21),)]
    assert missing.kind is Kind.MISSING_ANTECEDENT


def test_an_empty_node_has_a_place_without_length() -> None:
    builder = Builder("d")
    builder.add_sentence(["Came", "_", "Ada"], gaps=["", " ", "\n"], columns={"id": ["1", "1.1", "2"]})
    builder.empty.add(1)
    key = builder.build()
    key.add_mention("1", 1, 2), key.add_mention("1", 2, 3)
    errors = analyse([pair(key, key.bare(), Settings())]).errors
    assert (errors[0].kind, errors[0].place) == (Kind.MISSING_MENTION, ((4, 4),))


# --- what always holds


@st.composite
def scored_pairs(draw: st.DrawFn, only_key_mentions: bool = False) -> tuple[Document, Document]:
    """A key, and a response over its text: some of its mentions, moved and regrouped, and some of its own."""
    key = draw(documents({Feature.SINGLETONS, Feature.CROSSING, Feature.DISCONTINUOUS, Feature.HEADS}, awkward=False))
    response = key.bare()
    spans: list[tuple[tuple[int, int], ...]] = [m.spans for m in key.mentions if draw(st.integers(0, 3))]
    size = len(key.tokens)
    if size and not only_key_mentions:
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, size - 1))
            spans.append(((start, draw(st.integers(start + 1, min(size, start + 4)))),))
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


def counts(analysis: ErrorAnalysis) -> dict[Kind, int]:
    return {kind: tally.total for kind, tally in analysis.counts().items()}


def distinct(entities: list[list[int]]) -> set[int]:
    return {number for entity in entities for number in entity}


def has_repeats(pair_: Pair) -> bool:
    return any(sum(map(len, side)) != len(distinct(side)) for side in (pair_.key, pair_.response))


@given(scored_pairs(), every_setting)
@settings(max_examples=80, deadline=None)
def test_every_unmatched_mention_is_counted_once(both: tuple[Document, Document], choice: Settings) -> None:
    matched = pair(*both, choice)
    number = counts(analyse([matched]))
    key, response = distinct(matched.key), distinct(matched.response)
    assert number[Kind.SPAN] + number[Kind.MISSING_MENTION] == len(key - response)
    assert number[Kind.SPAN] + number[Kind.EXTRA_MENTION] == len(response - key)


@given(scored_pairs(), every_setting)
@settings(max_examples=60, deadline=None)
def test_identical_inputs_have_no_errors(both: tuple[Document, Document], choice: Settings) -> None:
    for document in both:
        assert analyse([pair(document, document, choice)]).errors == []


@given(scored_pairs(), every_setting)
@settings(max_examples=60, deadline=None)
def test_every_found_anaphor_has_one_outcome(both: tuple[Document, Document], choice: Settings) -> None:
    analysis = analyse([pair(*both, choice)])
    outcomes = Counter(error.type for error in analysis.errors if error.kind in ANTECEDENTS[:3])
    assert analysis.totals.anaphors == outcomes + analysis.totals.correct
    places = [error.place for error in analysis.errors if error.kind in ANTECEDENTS]
    if not has_repeats(pair(*both, choice)) and choice.match is Matching.EXACT:
        assert len(places) == len(set(places))


@given(scored_pairs(), every_setting)
@settings(max_examples=60, deadline=None)
def test_an_entity_has_at_most_one_record(both: tuple[Document, Document], choice: Settings) -> None:
    matched = pair(*both, choice)
    number = counts(analyse([matched]))
    chains = [sum(len(set(entity)) > 1 for entity in side) for side in (matched.key, matched.response)]
    assert number[Kind.MISSING_ENTITY] + number[Kind.DIVIDED_ENTITY] <= chains[0]
    assert number[Kind.EXTRA_ENTITY] + number[Kind.CONFLATED_ENTITY] <= chains[1]


@given(scored_pairs(only_key_mentions=True))
@settings(max_examples=80, deadline=None)
def test_parts_are_the_cuts_of_the_decoupled_muc_score(both: tuple[Document, Document]) -> None:
    """Stuckardt 2001, section 5: classes restricted to the occurrences that both sides have, then MUC."""
    matched = pair(*both, Settings())
    assume(not has_repeats(matched))
    common = distinct(matched.key) & distinct(matched.response)
    table = muc(
        contingency(
            *([[n for n in entity if n in common] for entity in side] for side in (matched.key, matched.response))
        )
    )
    analysis = analyse([matched])
    cuts = {kind: sum(len(e.groups) - 1 for e in analysis.of_kind(kind)) for kind in Kind}
    assert cuts[Kind.DIVIDED_ENTITY] == table.recall_of - table.recall
    assert cuts[Kind.CONFLATED_ENTITY] == table.precision_of - table.precision


@given(scored_pairs(only_key_mentions=True))
@settings(max_examples=80, deadline=None)
def test_with_all_mentions_right_entities_are_wrong_if_and_only_if_antecedents_are(
    both: tuple[Document, Document],
) -> None:
    matched = pair(*both, Settings())
    assume(not has_repeats(matched) and distinct(matched.key) == distinct(matched.response))
    number = counts(analyse([matched]))
    entities = number[Kind.DIVIDED_ENTITY] + number[Kind.CONFLATED_ENTITY]
    assert bool(entities) == any(number[kind] for kind in ANTECEDENTS)
    assert number[Kind.MISSING_ENTITY] == number[Kind.EXTRA_ENTITY] == 0


@given(scored_pairs())
@settings(max_examples=60, deadline=None)
def test_exchanging_the_sides_exchanges_the_errors(both: tuple[Document, Document]) -> None:
    forth, back = (counts(analyse([pair(*order, Settings())])) for order in (both, both[::-1]))
    assume(forth[Kind.SPAN] == back[Kind.SPAN] == 0)
    for one, other in (
        (Kind.MISSING_MENTION, Kind.EXTRA_MENTION),
        (Kind.MISSING_ENTITY, Kind.EXTRA_ENTITY),
        (Kind.DIVIDED_ENTITY, Kind.CONFLATED_ENTITY),
    ):
        assert (forth[one], forth[other]) == (back[other], back[one])


@given(scored_pairs(), every_setting)
@settings(max_examples=60, deadline=None)
def test_quotes_stand_where_they_say_and_in_an_excerpt(both: tuple[Document, Document], choice: Settings) -> None:
    text = both[0].text
    for error in analyse([pair(*both, choice)]).errors:
        for _, quote in error.quotes():
            assert quote.text == " … ".join(" ".join(text[start:end].split()) for start, end in quote.spans)
        for excerpt in error.excerpts:
            assert text[excerpt.start : excerpt.end] == excerpt.text
        shown = error.groups[0][0].spans if error.groups else error.place
        assert any(excerpt.start <= shown[0][0] <= excerpt.end for excerpt in error.excerpts)
        assert error.reason in REASONS[error.kind] or (error.reason is None and not REASONS[error.kind])


# --- analyses


def test_as_dict_limits_errors_but_not_counts() -> None:
    key = annotated("[1 Ada ] met [2 Bob ] in [3 Osk ] .")
    analysis = analyse([pair(key, key.bare(), Settings())], "none")
    result = analysis.as_dict(examples=2)
    assert result["counts"]["missing-mention"] == {
        "total": 3,
        "reasons": {"single": 3},
        "types": {"NAME": 2, "OTHER": 1},
    }
    assert [error["key"][0]["text"] for error in result["errors"]] == ["Ada", "Bob"]
    assert result["errors"][0]["context"] == [{"text": "Ada met Bob in Osk .", "start": 0}]
    assert len(analysis.as_dict()["errors"]) == 3


def test_a_report_must_have_kept_its_pairs() -> None:
    key = annotated("[1 Ada ] slept .")
    assert analyse_report(score(key, key.bare(), keep_pairs=True)).signature.startswith("errors|match:exact|")
    with pytest.raises(CoreferError, match="keep_pairs=True"):
        analyse_report(score(key, key.bare()))


def test_common_errors_say_who_makes_them() -> None:
    key = annotated("[1 Ada ] met [2 Bea ] . [1 she ] waved . [2 Bea ] sang .")
    one = annotated("[1 Ada ] met [2 Bea ] . [2 she ] waved . [2 Bea ] sang .")
    two = annotated("[1 Ada ] met [2 Bea ] . [2 she ] waved . Bea sang .")
    three = annotated("[1 Ada ] met [2 Bea ] . [1 she ] waved . Bea sang .")
    analyses = [
        analyse([pair(key, response, Settings())], name)
        for name, response in (("one", one), ("two", two), ("three", three))
    ]
    assert [(c.kind, list(c.made_by)) for c in common_errors(analyses)] == [
        (Kind.DIVIDED_ENTITY, ["one", "two"]),
        (Kind.CONFLATED_ENTITY, ["one", "two"]),
        (Kind.WRONG_ANTECEDENT, ["one", "two"]),
        (Kind.MISSING_MENTION, ["two", "three"]),
    ]
    assert common_errors(analyses, at_least=3) == []
    assert common_errors(analyses)[0].as_dict()["responses"] == ["one", "two"]
    with pytest.raises(CoreferError, match="same name"):
        common_errors([analyses[0], analyses[0]])


def test_a_long_document() -> None:
    """12,000 mentions, half of them wrong in one way or another, which a quadratic analysis would not finish soon."""
    builder = Builder("long")
    for _ in range(4000):
        builder.add_sentence("the man saw her dog .".split())
    key = builder.build()
    response = key.bare()
    for number in range(4000):
        start = 6 * number
        for document, shift in ((key, 0), (response, number % 3)):
            document.add_mention(f"m{(number + shift) % 7}", start, start + 2)
            document.add_mention("her", start + 3, start + 4)
            document.add_mention(f"d{number // (2 + shift)}", start + 3, start + 5 + bool(shift))
    key.arrange(), response.arrange()
    matched = pair(key, response, Settings())
    analysis = analyse([matched])
    assert len(analysis) > 4000


def test_the_perturbed_gum_response_is_accounted_for(shared: object) -> None:
    folder = shared / "oracles" / "gum-dev"  # type: ignore[operator]
    key, response = (list(corefud.read(Source(folder / f"sg.{side}.conllu"))) for side in ("key", "response"))
    analysis = analyse_report(score(key, response, metrics=["mentions"], keep_pairs=True))
    number, totals = counts(analysis), analysis.totals
    assert number[Kind.SPAN] + number[Kind.MISSING_MENTION] == totals.key_mentions - totals.matched
    assert number[Kind.SPAN] + number[Kind.EXTRA_MENTION] == totals.response_mentions - totals.matched
    assert number[Kind.SPAN] > 100 and number[Kind.DIVIDED_ENTITY] > 50 and number[Kind.CONFLATED_ENTITY] > 50
