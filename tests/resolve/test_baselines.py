"""The plain baselines, and what every classic resolver has in common."""

import pytest
from handparsed import parsed

import corefer
from corefer.document import Document
from corefer.document.anaphors import PRONOMINAL
from corefer.resolve import Discourse, link, resolver
from corefer.resolve.completed import Completed
from corefer.resolve.link import resolved as resolved_by
from corefer.resolve.mentions import find_mentions

CLASSICS = (
    "hobbs", "rap", "kennedy-boguraev", "bfp", "s-list", "mars", "sieve", "nearest", "head-match", "singletons",
)  # fmt: skip
STORY = (
    "Mary/PROPN/2/nsubj met/VERB/0/root Paul/PROPN/2/obj at/ADP/6/case the/DET/6/det pier/NOUN/2/obl",
    "She/PRON/2/nsubj gave/VERB/0/root him/PRON/2/iobj her/PRON/5/nmod:poss key/NOUN/2/obj",
    "The/DET/2/det key/NOUN/3/nsubj fell/VERB/0/root",
)


def resolved(name: str, document: Document) -> dict[str, str | None]:
    found = find_mentions(document)
    decisions = resolver(name).decide(Discourse(found))
    return {found.mention_text(d.anaphor): d.antecedent and found.mention_text(d.antecedent) for d in decisions}


def test_nearest_passes_over_what_does_not_agree():
    assert resolved("nearest", parsed(*STORY)) == {"She": "Mary", "him": "Paul", "her": "She"}


def test_head_match_knows_no_pronouns():
    assert resolved("head-match", parsed(*STORY))["The key"] == "her key"
    assert "She" not in resolved("head-match", parsed(*STORY))


def test_singletons_decide_nothing():
    assert resolved("singletons", parsed(*STORY)) == {}


@pytest.mark.parametrize("name", CLASSICS)
def test_every_classic_keeps_to_what_it_covers_and_explains_itself(name):
    discourse = Discourse(find_mentions(parsed(*STORY)))
    made = resolver(name)
    kinds = {id(view.mention): view.kind for view in discourse.views}
    decisions = made.decide(discourse)
    assert made.name == name
    for decision in decisions:
        assert kinds[id(decision.anaphor)] in made.covers
        assert decision.resolver == name
        assert decision.reasons or decision.candidates or decision.antecedent is None
        chosen = [c for c in decision.candidates if c.mention is decision.antecedent]
        assert all(not candidate.excluded_by for candidate in chosen)
    assert link(discourse, decisions).mentions


@pytest.mark.parametrize("name", CLASSICS)
def test_an_empty_document_has_no_decisions(name):
    assert resolver(name).decide(Discourse(parsed().bare())) == []


@pytest.mark.parametrize("name", ["hobbs", "rap", "kennedy-boguraev", "bfp", "s-list", "mars", "nearest"])
def test_the_sieve_does_the_rest(name):
    discourse = Discourse(find_mentions(parsed(*STORY)))
    both = Completed(resolver(name), resolver("sieve"))
    texts = {discourse.document.mention_text(d.anaphor): d.resolver for d in both.decide(discourse)}
    assert texts["She"] == name
    assert texts["The key"] == "sieve"
    assert resolver(name).covers <= PRONOMINAL


def test_a_response_says_what_was_attempted_and_the_disclosure_repeats_it(tmp_path):
    discourse = Discourse(find_mentions(parsed(*STORY)))
    alone, both = (
        resolved_by(discourse, resolver("rap")),
        resolved_by(discourse, Completed(resolver("rap"), resolver("head-match"))),
    )
    assert alone.meta["attempted"] == "PER3 POS3 REFL by rap"
    assert both.meta["attempted"] == "PER3 POS3 REFL by rap; DNOM NAME OTHER by head-match"
    file = tmp_path / "rap.conllu"
    corefer.write(both, file)
    told = corefer.disclose(both, {"RAP": corefer.read(file)})
    assert "RAP attempted: PER3 POS3 REFL by rap; DNOM NAME OTHER by head-match." in told.to_text()
    assert told.as_dict()["attempted"] == {"RAP": both.meta["attempted"]}
