"""What systems made of pronouns: antecedents, referents, chaining errors, items left open."""

from __future__ import annotations

import pytest
from texts import parsed, planned, response

from corefer.disclose.disclosure import make
from corefer.disclose.records import Outcome
from corefer.document import Decision, Document, from_text

KIM = "Kim/PROPN/2/nsubj saw/VERB/0/root Pat/PROPN/2/obj"
HE = "He/PRON/2/nsubj left/VERB/0/root"
KEY = parsed(KIM, HE, HE, entities=[("k", 0, 1), ("p", 2, 3), ("p", 3, 4), ("p", 5, 6)])


def outcomes(key: Document, said: Document, changes: str = "") -> list[Outcome]:
    found = make(key, {"S": said}, planned(changes)).records
    return [record.outcomes["S"] for record in found if not record.excluded]


def names(key: Document, said: Document, changes: str = "") -> list[str]:
    return [outcome.name for outcome in outcomes(key, said, changes)]


def test_the_nearest_mention_of_the_response_entity_is_the_antecedent() -> None:
    assert names(KEY, response(KEY, ("a", 2, 3), ("a", 3, 4), ("a", 5, 6))) == ["correct", "correct"]
    first, second = outcomes(KEY, response(KEY, ("a", 2, 3), ("a", 3, 4), ("a", 5, 6)))
    assert (first.antecedent, first.referent) == ("Pat", "Pat")
    assert (second.antecedent, second.referent) == ("He", "Pat")


def test_a_wrong_antecedent_is_passed_on_as_a_chaining_error() -> None:
    said = response(KEY, ("a", 0, 1), ("a", 3, 4), ("a", 5, 6))
    assert names(KEY, said) == ["wrong", "chaining"]
    assert outcomes(KEY, said)[1].antecedent_correct
    assert outcomes(KEY, said)[1].referent == "Kim"
    counts = make(KEY, {"S": said}).counts.systems["S"]
    assert (counts.chaining["Total"], counts.referents["Total"], counts.inter.part["Total"]) == (1, 0, 1)


def test_pronouns_without_antecedent_are_left_open() -> None:
    said = response(KEY, ("a", 2, 3), ("a", 3, 4), ("b", 5, 6))
    assert names(KEY, said) == ["correct", "open"]
    disclosure = make(KEY, {"S": said})
    assert disclosure.table.cell("Left Open", "Total") == "1"
    assert disclosure.table.cell("Precision", "He") == "100%"
    assert disclosure.table.cell("Recall", "He") == "50%"
    rates = disclosure.resolution_rate["S"]
    assert (rates["Total"], rates["He"], rates["It"]) == (50, 50, None)
    complete = make(KEY, {"S": response(KEY, ("a", 2, 3), ("a", 3, 4), ("a", 5, 6))})
    with pytest.raises(KeyError):
        complete.table.cell("Precision", "He")


def test_a_resolvers_own_decisions_go_before_the_chain() -> None:
    said = response(KEY, ("a", 2, 3), ("a", 3, 4), ("a", 5, 6))
    kim = said.add_mention("k", 0, 1)
    said.arrange()
    first, second = (m for m in said.mentions if m.start in (3, 5))
    said.decisions = [Decision(first, kim, "r"), Decision(second, None, "r")]
    assert names(KEY, said) == ["wrong", "open"]


def test_where_only_a_following_mention_is_left_it_is_the_antecedent() -> None:
    key = parsed(
        "When/SCONJ/3/mark he/PRON/3/nsubj came/VERB/5/advcl Pat/PROPN/5/nsubj sang/VERB/0/root",
        entities=[("p", 1, 2), ("p", 3, 4)],
    )
    assert names(key, response(key, ("a", 1, 2), ("a", 3, 4))) == ["correct"]


def test_a_chain_of_pronouns_is_named_by_what_follows() -> None:
    when = "When/SCONJ/3/mark he/PRON/3/nsubj came/VERB/5/advcl he/PRON/5/nsubj saw/VERB/0/root Pat/PROPN/5/obj"
    key = parsed(when, entities=[("p", 1, 2), ("p", 3, 4), ("p", 5, 6)])
    assert names(key, response(key, ("a", 1, 2), ("a", 3, 4), ("a", 5, 6))) == ["correct", "correct"]
    assert names(key, response(key, ("a", 1, 2), ("a", 3, 4))) == ["chaining", "chaining"]


def test_an_entity_that_nothing_names_has_a_pronoun_for_a_referent() -> None:
    key = parsed(HE, HE, entities=[("h", 0, 1), ("h", 2, 3)])
    assert names(key, response(key, ("a", 0, 1), ("a", 2, 3))) == ["correct"]


@pytest.mark.parametrize(("match", "expected"), [("head", "correct"), ("exact", "wrong")])
def test_antecedents_match_by_head_or_exactly(match: str, expected: str) -> None:
    key = parsed(
        "The/DET/3/det tall/ADJ/3/amod man/NOUN/4/nsubj sang/VERB/0/root", HE, entities=[("m", 0, 3), ("m", 4, 5)]
    )
    said = response(key, ("a", 2, 3), ("a", 4, 5))
    assert names(key, said, f'[results]\nmatch = "{match}"') == [expected]


def test_a_response_may_have_other_tokens() -> None:
    key = parsed(
        "Pat/PROPN/5/nsubj Lee/PROPN/1/flat -/PUNCT/1/punct Roy/PROPN/1/flat sang/VERB/0/root",
        HE,
        entities=[("p", 0, 4), ("p", 5, 6)],
    )
    said = from_text(key.id, key.text.replace("Lee - Roy", "Lee-Roy"))
    assert len(said.tokens) < len(key.tokens)
    said.add_mention("a", 0, 2)
    said.add_mention("a", 3, 4)
    said.arrange()
    assert names(key, said) == ["correct"]


def test_referents_or_antecedents_make_the_resolution_rate() -> None:
    said = {"S": response(KEY, ("a", 0, 1), ("a", 3, 4), ("a", 5, 6))}
    assert make(KEY, said).resolution_rate["S"]["Total"] == 0
    antecedents = make(KEY, said, planned('[results]\ncount = "antecedents"'))
    assert antecedents.resolution_rate["S"]["Total"] == 50
    assert antecedents.table.cell("Resolution Rate (F/C)", "Total") == "50%"


def test_excluded_pronouns_have_no_outcome() -> None:
    key = parsed(KIM, HE, entities=[("k", 0, 1), ("p", 2, 3)])  # nobody marked the pronoun
    found = make(key, {"S": response(key, ("a", 2, 3), ("a", 3, 4))}).records
    assert [(r.category, r.outcomes) for r in found] == [("unmarked", {})]
