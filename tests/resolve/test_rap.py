"""RAP (Lappin and Leass 1994): each condition of the filter, the pleonastic test, and the arithmetic of salience."""

import pytest
from handparsed import parsed

from corefer.document import Candidate, Decision, Document
from corefer.resolve import Discourse, resolver
from corefer.resolve.classic.slots import Slots
from corefer.resolve.mentions import find_mentions


def decided(document: Document) -> tuple[Document, list[Decision]]:
    discourse = Discourse(find_mentions(document))
    return discourse.document, resolver("rap").decide(discourse)


def antecedents(document: Document) -> dict[str, str | None]:
    found, decisions = decided(document)
    return {
        found.mention_text(d.anaphor): found.mention_text(d.antecedent) if d.antecedent else None for d in decisions
    }


def candidate(document: Document, anaphor: str, form: str) -> Candidate:
    found, decisions = decided(document)
    decision = next(d for d in decisions if found.mention_text(d.anaphor) == anaphor)
    return next(c for c in decision.candidates if found.mention_text(c.mention) == form)


@pytest.mark.parametrize(
    ("sentence", "pronoun", "other", "condition"),
    [
        ("Mary/PROPN/2/nsubj likes/VERB/0/root her/PRON/2/obj", "her", "mary", "argument domain"),
        ("Mary/PROPN/2/nsubj sat/VERB/0/root near/ADP/4/case her/PRON/2/obl", "her", "mary", "adjunct domain"),
        (
            "She/PRON/2/nsubj believes/VERB/0/root that/SCONJ/5/mark Mary/PROPN/5/nsubj left/VERB/2/ccomp",
            "she",
            "mary",
            "contained in the pronoun's clause",
        ),
        (
            "Mary/PROPN/3/nmod:poss 's/PART/1/case portrait/NOUN/0/root of/ADP/5/case her/PRON/3/nmod",
            "her",
            "mary",
            "noun phrase domain",
        ),
        (
            "her/PRON/2/nmod:poss portrait/NOUN/0/root of/ADP/4/case Mary/PROPN/2/nmod",
            "her",
            "mary",
            "contained in the possessed",
        ),
    ],
)
def test_the_syntactic_filter(sentence, pronoun, other, condition):
    discourse = Discourse(find_mentions(parsed(sentence)))
    one, two = (next(v for v in discourse.views if v.form == form) for form in (pronoun, other))
    assert Slots(discourse).excludes(one, two) == condition


@pytest.mark.parametrize(
    "sentence",
    [
        "Mary/PROPN/2/nsubj said/VERB/0/root she/PRON/4/nsubj left/VERB/2/ccomp",
        "Mary/PROPN/3/nmod:poss 's/PART/1/case aunt/NOUN/4/nsubj likes/VERB/0/root her/PRON/4/obj",
        "the/DET/2/det aunt/NOUN/5/nsubj Mary/PROPN/4/nsubj met/VERB/2/acl:relcl likes/VERB/0/root her/PRON/5/obj",
    ],
)
def test_what_the_filter_lets_through(sentence):
    discourse = Discourse(find_mentions(parsed(sentence)))
    mary = next(v for v in discourse.views if v.form == "mary")
    pronoun = next(v for v in discourse.views if v.form in ("she", "her"))
    assert Slots(discourse).excludes(pronoun, mary) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "It/PRON/3/nsubj is/AUX/3/cop possible/ADJ/0/root that/SCONJ/6/mark Ada/PROPN/6/nsubj left/VERB/3/csubj",
        "It/PRON/3/nsubj:pass is/AUX/3/aux:pass thought/VERB/0/root that/SCONJ/6/mark Ada/PROPN/6/nsubj left/VERB/3/csubj",
        "It/PRON/2/nsubj seems/VERB/0/root that/SCONJ/5/mark Ada/PROPN/5/nsubj left/VERB/2/ccomp",
        "Rain/NOUN/2/nsubj makes/VERB/0/root it/PRON/2/obj hard/ADJ/2/xcomp to/PART/6/mark leave/VERB/2/advcl",
        "It/PRON/3/nsubj is/AUX/3/cop time/NOUN/0/root to/PART/5/mark leave/VERB/3/acl",
    ],
)
def test_pleonastic_patterns(sentence):
    document = parsed(sentence).bare()
    place = next(i for i, form in enumerate(document.tokens.table.forms) if form.lower() == "it")
    document.add_mention("e1", place, place + 1, head=place)
    discourse = Discourse(document)
    assert Slots(discourse).is_pleonastic(discourse.views[0])
    assert resolver("rap").decide(discourse) == []


def test_reflexives_are_bound_by_a_higher_argument():
    herself = "Mary/PROPN/2/nsubj told/VERB/0/root Kate/PROPN/2/iobj about/ADP/5/case herself/PRON/2/obl"
    assert antecedents(parsed(herself))["herself"] in ("Mary", "Kate")
    other = "Mary/PROPN/3/nmod:poss 's/PART/1/case aunt/NOUN/4/nsubj hurt/VERB/0/root herself/PRON/4/obj"
    assert candidate(parsed(other), "herself", "Mary 's").excluded_by == "anaphor binding"


def test_published_weights_and_halving():
    """A subject earns 100 + 80 + 80 + 50 in its sentence; a sentence later half of that, and 35 for parallel roles."""
    document = parsed("The/DET/2/det boat/NOUN/3/nsubj sank/VERB/0/root", "It/PRON/2/nsubj vanished/VERB/0/root")
    found = candidate(document, "It", "The boat")
    assert dict(found.factors) == {
        "sentence recency": 50.0,
        "subject emphasis": 40.0,
        "head noun emphasis": 40.0,
        "non-adverbial emphasis": 25.0,
        "parallelism": 35.0,
    }
    assert found.score == 190.0


def test_possessors_lack_head_noun_emphasis_and_existentials_have_their_own():
    document = parsed(
        "There/PRON/2/expl was/VERB/0/root a/DET/4/det boat/NOUN/2/nsubj of/ADP/7/case the/DET/7/det town/NOUN/4/nmod",
        "It/PRON/2/nsubj vanished/VERB/0/root",
    )
    assert "existential emphasis" in dict(candidate(document, "It", "a boat of the town").factors)
    assert "head noun emphasis" not in dict(candidate(document, "It", "the town").factors)


def test_equivalence_classes_add_up_what_their_members_earn():
    """*Ada* is mentioned once, but *she* keeps her class in sight."""
    document = parsed(
        "Mary/PROPN/2/nsubj slept/VERB/0/root",
        "She/PRON/2/nsubj dreamt/VERB/0/root",
        "Her/PRON/2/nmod:poss aunt/NOUN/3/nsubj called/VERB/0/root",
    )
    found = candidate(document, "Her", "She")
    assert dict(found.factors)["subject emphasis"] == 80 / 2 + 80 / 4


def test_cataphora_costs():
    document = parsed(
        "Before/SCONJ/3/mark she/PRON/3/nsubj left/VERB/6/advcl ,/PUNCT/3/punct Mary/PROPN/6/nsubj slept/VERB/0/root"
    )
    assert dict(candidate(document, "she", "Mary").factors)["cataphora"] == -175.0
    assert antecedents(document) == {"she": "Mary"}


def test_a_class_is_out_if_any_member_in_the_sentence_is():
    """*Mary … she saw her*: *her* is not *she*, and so not *Mary* either."""
    document = parsed("Mary/PROPN/2/nsubj slept/VERB/0/root", "She/PRON/2/nsubj saw/VERB/0/root her/PRON/2/obj")
    assert antecedents(document) == {"She": "Mary", "her": None}


def test_the_papers_copyright_notices():
    """After section 3.2 of the paper: a pleonastic *it* is passed over, and *its* is the function's, not the keyword's."""
    document = parsed(
        "Most/ADJ/4/nsubj:pass of/ADP/3/case the/DET/4/det notices/NOUN/6/nsubj:pass are/AUX/6/aux:pass printed/VERB/0/root "
        "in/ADP/9/case the/DET/9/det manual/NOUN/6/obl ,/PUNCT/14/punct but/CCONJ/14/cc this/DET/13/det "
        "option/NOUN/14/nsubj makes/VERB/6/conj it/PRON/14/obj possible/ADJ/14/xcomp for/SCONJ/21/mark a/DET/19/det "
        "program/NOUN/21/nsubj to/PART/21/mark have/VERB/14/advcl its/PRON/24/nmod:poss own/ADJ/24/amod notice/NOUN/21/obj"
    )
    assert antecedents(document) == {"its": "a program"}
