"""Hobbs's naive algorithm (1978): the walk step by step, on trees like those of the paper."""

from handparsed import parsed

from corefer.document import Document
from corefer.resolve import Discourse, resolver
from corefer.resolve.classic.hobbs import Search
from corefer.resolve.mentions import find_mentions

# After the paper's worked example of the castle: a pronoun in a relative clause, whose antecedent lies two clauses up.
CASTLE = (
    "The/DET/2/det fort/NOUN/5/nsubj at/ADP/4/case Moscow/PROPN/2/nmod stayed/VERB/0/root the/DET/7/det "
    "seat/NOUN/5/xcomp of/ADP/10/case the/DET/10/det earl/NOUN/7/nmod until/ADP/12/case 1536/NUM/5/obl "
    "when/ADV/15/advmod he/PRON/15/nsubj moved/VERB/12/acl:relcl it/PRON/15/obj to/ADP/18/case York/PROPN/15/obl"
)


def walk(document: Document, pronoun: str, number: int = 0) -> list[tuple[int, str]]:
    """The proposals for a pronoun: the step, and the words up to the head."""
    discourse = Discourse(find_mentions(document))
    anaphor = [view for view in discourse.views if view.form == pronoun][number]
    return [(step, view.form) for step, view in Search(discourse).proposals(anaphor)]


def chosen(document: Document) -> dict[str, str | None]:
    discourse = Discourse(find_mentions(document))
    found = {}
    for decision in resolver("hobbs").decide(discourse):
        antecedent = decision.antecedent
        found[discourse.document.mention_text(decision.anaphor)] = (
            discourse.document.mention_text(antecedent) if antecedent else None
        )
    return found


def test_the_castle_step_by_step():
    """Up from *it*: not its own clause's subject; then the year (6); then left of the path, breadth first (7)."""
    assert walk(parsed(CASTLE), "it") == [(6, "1536"), (7, "fort"), (7, "seat"), (7, "moscow"), (7, "earl")]


def test_the_subject_of_the_relative_clause_takes_the_same_walk():
    assert walk(parsed(CASTLE), "he") == [(6, "1536"), (7, "fort"), (7, "seat"), (7, "moscow"), (7, "earl")]
    assert chosen(parsed(CASTLE))["he"] == "the earl"


def test_step_3_needs_a_phrase_or_clause_in_between():
    """*Mr Stone's friend saw him*: the possessor has an NP above it, below the clause; the subject has none."""
    document = parsed("Stone/PROPN/3/nmod:poss 's/PART/1/case friend/NOUN/4/nsubj saw/VERB/0/root him/PRON/4/obj")
    assert walk(document, "him") == [(3, "stone")]


def test_step_4_goes_back_sentence_by_sentence_and_breadth_first():
    document = parsed(
        "Ada/PROPN/2/nsubj slept/VERB/0/root",
        "The/DET/2/det captain/NOUN/5/nsubj of/ADP/4/case Corran/PROPN/2/nmod met/VERB/0/root Bruno/PROPN/5/obj",
        "He/PRON/2/nsubj smiled/VERB/0/root",
    )
    assert walk(document, "he") == [(4, "captain"), (4, "bruno"), (4, "corran"), (4, "ada")]


def test_step_6_passes_by_the_noun_whose_argument_holds_the_pronoun():
    """*a picture of his house*: the of-phrase is below N̄; *a man in his house*: the in-phrase is not."""
    inside = parsed("a/DET/2/det picture/NOUN/0/root of/ADP/5/case his/PRON/5/nmod:poss house/NOUN/2/nmod")
    outside = parsed("a/DET/2/det man/NOUN/0/root in/ADP/5/case his/PRON/5/nmod:poss house/NOUN/2/nmod")
    assert walk(inside, "his") == []
    assert walk(outside, "his") == [(6, "man")]


def test_step_8_finds_the_subject_after_a_fronted_phrase():
    document = parsed(
        "In/ADP/3/case his/PRON/3/nmod:poss house/NOUN/6/obl ,/PUNCT/6/punct Bruno/PROPN/6/nsubj slept/VERB/0/root"
    )
    assert walk(document, "his") == [(8, "bruno")]
    assert chosen(document) == {"his": "Bruno"}


def test_step_8_does_not_go_below_phrases_and_clauses():
    document = parsed(
        "Near/ADP/2/case him/PRON/6/obl the/DET/4/det aunt/NOUN/6/nsubj who/PRON/6/dep slept/VERB/0/root "
        "that/SCONJ/9/mark Bruno/PROPN/9/nsubj knew/VERB/6/ccomp"
    )
    assert (8, "bruno") not in walk(document, "him")


def test_reflexives_go_to_their_local_subject():
    document = parsed("Mary/PROPN/2/nsubj saw/VERB/0/root herself/PRON/2/obj")
    assert chosen(document) == {"herself": "Mary"}


def test_decisions_tell_the_step_of_every_proposal():
    discourse = Discourse(find_mentions(parsed(CASTLE)))
    decision = next(d for d in resolver("hobbs").decide(discourse) if d.anaphor.start == 13)
    assert decision.reasons == ("proposed in step 7",)
    told = [(c.mention.head, c.factors, bool(c.excluded_by)) for c in decision.candidates]
    assert told[0] == (11, (("step", 6.0),), True)
    assert told[-1] == (9, (("step", 7.0),), False)


def test_a_conjoined_verb_phrase_counts_as_a_clause():
    document = parsed("Take/VERB/0/root the/DET/3/det sieve/NOUN/1/obj and/CCONJ/5/cc line/VERB/1/conj it/PRON/5/obj")
    assert walk(document, "it") == [(3, "sieve")]


def test_times_are_not_what_pronouns_are_about():
    document = parsed(
        "The/DET/2/det week/NOUN/3/nsubj saw/VERB/0/root the/DET/5/det boat/NOUN/3/obj",
        "It/PRON/2/nsubj vanished/VERB/0/root",
    )
    decision = resolver("hobbs").decide(Discourse(find_mentions(document)))[0]
    assert [c.excluded_by for c in decision.candidates if c.mention.type == "time"] == ["selection"]
    assert chosen(document) == {"It": "the boat"}
