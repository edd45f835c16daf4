"""Mentions read off a parse, as GUM marks them."""

import pytest
from handparsed import parsed

from corefer.resolve import Scheme
from corefer.resolve.mentions import find_mentions


def found(sentence: str) -> list[str]:
    document = find_mentions(parsed(sentence))
    return [document.mention_text(mention) for mention in document.mentions]


def test_phrases_reach_over_their_modifiers_but_not_over_prepositions():
    sentence = "The/DET/2/det keeper/NOUN/6/nsubj of/ADP/5/case the/DET/5/det light/NOUN/2/nmod slept/VERB/0/root"
    assert found(sentence) == ["The keeper of the light", "the light"]


def test_genitives_end_with_their_marker_and_stand_inside():
    assert found("Ada/PROPN/3/nmod:poss 's/PART/1/case boat/NOUN/4/nsubj sank/VERB/0/root") == ["Ada 's boat", "Ada 's"]


def test_relative_clauses_belong_to_the_phrase_and_relative_pronouns_refer_to_nothing_of_their_own():
    sentence = (
        "the/DET/2/det man/NOUN/0/root who/PRON/4/nsubj came/VERB/2/acl:relcl ,/PUNCT/4/punct smiled/VERB/2/parataxis"
    )
    assert found(sentence) == ["the man who came"]


def test_a_predicate_does_not_hold_its_subject():
    assert found("She/PRON/4/nsubj is/AUX/4/cop a/DET/4/det pilot/NOUN/0/root ./PUNCT/4/punct") == ["She", "a pilot"]


def test_appositions_and_coordinations_are_mentions_apart():
    sentence = (
        "Tomas/PROPN/8/nsubj ,/PUNCT/4/punct the/DET/4/det pilot/NOUN/1/appos ,/PUNCT/4/punct "
        "and/CCONJ/7/cc Elena/PROPN/1/conj left/VERB/0/root"
    )
    assert found(sentence) == ["Tomas", "the pilot", "Elena"]


def test_conjuncts_under_one_possessive_are_one_phrase():
    sentence = "her/PRON/2/nmod:poss pride/NOUN/0/root and/CCONJ/4/cc joy/NOUN/2/conj"
    assert found(sentence) == ["her pride and joy", "her"]


@pytest.mark.parametrize(
    "sentence",
    [
        "for/ADP/2/case example/NOUN/0/obl",
        "There/PRON/2/expl is/VERB/0/root",
        "who/PRON/2/nsubj came/VERB/0/root",
        "Mr./PROPN/2/nmod:desc is/VERB/0/root",
    ],
)
def test_what_refers_to_nothing_is_no_mention(sentence):
    assert found(sentence) == []


def test_what_is_measured_is_part_of_the_measure():
    sentence = "a/DET/2/det lot/NOUN/0/root of/ADP/4/case time/NOUN/2/nmod"
    assert found(sentence) == ["a lot of time"]


def test_nouns_before_nouns_are_mentions_where_the_text_speaks_of_them_elsewhere():
    mud = "winter/NOUN/2/compound mud/NOUN/0/root"
    assert found(mud) == ["winter mud"]
    document = find_mentions(parsed(mud, "the/DET/2/det winter/NOUN/0/root"))
    assert [document.mention_text(m) for m in document.mentions] == ["winter mud", "winter", "the winter"]


def test_types_as_far_as_the_lexicon_knows():
    document = find_mentions(
        parsed("Mary/PROPN/2/nsubj saw/VERB/0/root a/DET/4/det dog/NOUN/2/obj on/ADP/6/case Monday/PROPN/2/obl")
    )
    assert [m.type for m in document.mentions] == ["person", "animal", "time"]


def test_marks_that_close_what_opened_inside_stay():
    sentence = (
        "the/DET/2/det club/NOUN/0/root (/PUNCT/5/punct of/ADP/5/case York/PROPN/2/nmod )/PUNCT/5/punct ,/PUNCT/2/punct"
    )
    assert found(sentence)[0] == "the club ( of York )"


def test_every_mention_is_an_entity_of_its_own_with_its_head():
    document = find_mentions(parsed("The/DET/2/det dog/NOUN/3/nsubj slept/VERB/0/root"))
    assert all(entity.is_singleton for entity in document.entities)
    assert document.mentions[0].head == 1


def test_the_ontonotes_scheme_takes_appositions_in_and_leaves_noun_modifiers_out():
    apposition = "Tomas/PROPN/6/nsubj ,/PUNCT/4/punct the/DET/4/det pilot/NOUN/1/appos ,/PUNCT/4/punct left/VERB/0/root"
    document = find_mentions(parsed(apposition), Scheme.ONTONOTES)
    assert document.mention_text(document.mentions[0]) == "Tomas , the pilot"
    mud = find_mentions(
        parsed("winter/NOUN/2/compound mud/NOUN/0/root", "the/DET/2/det winter/NOUN/0/root"), Scheme.ONTONOTES
    )
    assert [mud.mention_text(m) for m in mud.mentions] == ["winter mud", "the winter"]


def test_an_it_that_announces_a_clause_is_a_mention_of_gum_and_so_is_the_clause():
    sentence = "It/PRON/3/expl is/AUX/3/cop hard/ADJ/0/root to/PART/5/mark tell/VERB/3/csubj ./PUNCT/3/punct"
    gum, ontonotes = (find_mentions(parsed(sentence), scheme) for scheme in (Scheme.GUM, Scheme.ONTONOTES))
    assert [gum.mention_text(m) for m in gum.mentions] == ["It", "to tell"]
    assert gum.mentions[0].other == {"expletive": "1.00"}
    assert ontonotes.mentions == []


def test_a_coordination_is_a_mention_where_the_text_speaks_of_it_again():
    both = "Ada/PROPN/4/nsubj and/CCONJ/3/cc Bruno/PROPN/1/conj left/VERB/0/root"
    once, twice = find_mentions(parsed(both)), find_mentions(parsed(both, both))
    assert [once.mention_text(m) for m in once.mentions] == ["Ada", "Bruno"]
    assert [twice.mention_text(m) for m in twice.mentions][:3] == ["Ada and Bruno", "Ada", "Bruno"]
