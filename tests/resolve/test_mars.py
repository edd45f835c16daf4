"""MARS (Mitkov 1998): each indicator on a pair that shows it, and the aggregate score."""

import pytest
from handparsed import parsed

from corefer.document import Document
from corefer.resolve import Discourse, resolver
from corefer.resolve.classic.mars import Indicators
from corefer.resolve.mentions import find_mentions

UNWRAP = (  # after the paper's manuals: an immediate reference in a sequence of instructions
    "Unwrap/VERB/0/root the/DET/3/det loaf/NOUN/1/obj and/CCONJ/5/cc slice/VERB/1/conj it/PRON/5/obj"
)


def indicators(document: Document, anaphor: str, candidate: str) -> dict[str, float]:
    discourse = Discourse(find_mentions(document))
    one = [view for view in discourse.views if view.form == anaphor][-1]
    other = next(view for view in discourse.views if view.form == candidate)
    return dict(Indicators(discourse).of(one, other))


@pytest.mark.parametrize(
    ("sentences", "anaphor", "candidate", "indicator", "value"),
    [
        ((UNWRAP,), "it", "loaf", "immediate reference", 2.0),
        (("a/DET/2/det box/NOUN/3/nsubj fell/VERB/0/root", "It/PRON/2/nsubj broke/VERB/0/root"), "it", "box", "definiteness", -1.0),
        (("The/DET/2/det box/NOUN/3/nsubj fell/VERB/0/root", "It/PRON/2/nsubj broke/VERB/0/root"), "it", "box", "givenness", 1.0),
        (("We/PRON/2/nsubj describe/VERB/0/root a/DET/4/det box/NOUN/2/obj", "It/PRON/2/nsubj broke/VERB/0/root"), "it", "box", "indicating verb", 1.0),
        (("Look/VERB/0/root in/ADP/4/case the/DET/4/det box/NOUN/1/obl", "It/PRON/2/nsubj broke/VERB/0/root"), "it", "box", "non-prepositional", -1.0),
        (("Press/VERB/0/root the/DET/3/det key/NOUN/1/obj", "Press/VERB/0/root it/PRON/1/obj"), "it", "key", "collocation pattern", 2.0),
        (("The/DET/2/det box/NOUN/3/nsubj fell/VERB/0/root", "It/PRON/2/nsubj broke/VERB/0/root"), "it", "box", "referential distance", 1.0),
        (("The/DET/2/det box/NOUN/3/nsubj fell/VERB/0/root", "It/PRON/2/nsubj broke/VERB/0/root"), "it", "box", "syntactic parallelism", 1.0),
    ],
)  # fmt: skip
def test_indicators(sentences, anaphor, candidate, indicator, value):
    assert indicators(parsed(*sentences), anaphor, candidate)[indicator] == value


def test_reiteration_counts_within_the_paragraph():
    once = "The/DET/2/det key/NOUN/3/nsubj fell/VERB/0/root"
    document = parsed(once, once, once, "It/PRON/2/nsubj broke/VERB/0/root")
    assert indicators(document, "it", "key")["lexical reiteration"] == 2.0


def test_the_highest_aggregate_wins_and_is_told():
    document = find_mentions(parsed("The/DET/2/det cake/NOUN/3/nsubj cooled/VERB/0/root", UNWRAP))
    decision = resolver("mars").decide(Discourse(document))[0]
    assert document.mention_text(decision.antecedent) == "the loaf"
    scores = {document.mention_text(c.mention): c.score for c in decision.candidates}
    assert scores["the loaf"] > scores["The cake"]
    assert decision.reasons == ("the highest aggregate score",)


def test_the_papers_immediate_reference():
    """After section 2.2 of the paper: what one stands up or lays flat is the lamp, not the page."""
    document = find_mentions(
        parsed(
            "To/PART/2/mark read/VERB/7/advcl the/DET/4/det page/NOUN/2/obj ,/PUNCT/2/punct you/PRON/7/nsubj "
            "stand/VERB/0/root the/DET/9/det lamp/NOUN/7/obj up/ADV/7/advmod or/CCONJ/12/cc lay/VERB/7/conj "
            "it/PRON/12/obj flat/ADJ/12/xcomp"
        )
    )
    decision = resolver("mars").decide(Discourse(document))[0]
    assert document.mention_text(decision.antecedent) == "the lamp"
    chosen = next(c for c in decision.candidates if c.mention is decision.antecedent)
    assert dict(chosen.factors)["immediate reference"] == 2.0
