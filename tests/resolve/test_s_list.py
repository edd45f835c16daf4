"""The S-list (Strube 1998): familiarity first, then the later sentence, then the left."""

from handparsed import parsed

from corefer.document import Document
from corefer.resolve import Discourse, resolver
from corefer.resolve.classic.s_list import Run, Status, status
from corefer.resolve.mentions import find_mentions


def antecedents(document: Document) -> list[tuple[str, str | None]]:
    found = find_mentions(document)
    decisions = resolver("s-list").decide(Discourse(found))
    return [(found.mention_text(d.anaphor), d.antecedent and found.mention_text(d.antecedent)) for d in decisions]


def the_list(document: Document) -> list[tuple[str, Status]]:
    """The list after everything was heard."""
    discourse = Discourse(find_mentions(document))
    run = Run(discourse)
    for view in discourse.views:
        run.hear(view)
    return [(entry.entity.views[-1].form, entry.status) for entry in run.entries]


def test_status_by_form():
    document = parsed(
        "Mary/PROPN/2/nsubj saw/VERB/0/root the/DET/4/det boat/NOUN/2/obj near/ADP/7/case a/DET/7/det pier/NOUN/2/obl"
    )
    views = Discourse(find_mentions(document)).views
    assert [status(view) for view in views] == [Status.OLD, Status.MED, Status.NEW]


def test_old_before_mediated_before_new():
    document = parsed(
        "A/DET/2/det dog/NOUN/3/nsubj saw/VERB/0/root the/DET/5/det boat/NOUN/3/obj of/ADP/7/case Mary/PROPN/5/nmod"
    )
    assert the_list(document) == [("mary", Status.OLD), ("boat", Status.MED), ("dog", Status.NEW)]


def test_a_name_at_the_end_is_found_before_an_indefinite_subject():
    document = parsed(
        "A/DET/2/det woman/NOUN/3/nsubj called/VERB/0/root Mary/PROPN/3/obj", "She/PRON/2/nsubj smiled/VERB/0/root"
    )
    assert antecedents(document) == [("She", "Mary")]


def test_antecedents_in_the_same_sentence_are_on_the_list():
    document = parsed("Mary/PROPN/2/nsubj said/VERB/0/root she/PRON/4/nsubj slept/VERB/2/ccomp")
    assert antecedents(document) == [("she", "Mary")]


def test_what_a_sentence_does_not_realize_is_forgotten():
    document = parsed(
        "Mary/PROPN/2/nsubj slept/VERB/0/root",
        "It/PRON/2/expl rained/VERB/0/root",
        "She/PRON/2/nsubj dreamt/VERB/0/root",
    )
    assert antecedents(document) == [("She", None)]


def test_decisions_show_the_list_as_it_was_tested():
    document = find_mentions(
        parsed("Paul/PROPN/2/nsubj met/VERB/0/root Mary/PROPN/2/obj", "She/PRON/2/nsubj smiled/VERB/0/root")
    )
    decision = resolver("s-list").decide(Discourse(document))[0]
    assert [(document.mention_text(c.mention), c.excluded_by) for c in decision.candidates] == [
        ("Paul", "gender"),
        ("Mary", ""),
    ]


def test_the_drivers_without_looking_back():
    """After the paper's discussion of the drivers: the list holds who was heard of, in the order of the sentence."""
    document = parsed(
        "Mary/PROPN/2/nsubj keeps/VERB/0/root a/DET/4/det boat/NOUN/2/obj",
        "She/PRON/2/nsubj sails/VERB/0/root fast/ADV/2/advmod",
        "Kate/PROPN/2/nsubj races/VERB/0/root her/PRON/2/obj on/ADP/5/case Sundays/PROPN/2/obl",
        "She/PRON/2/nsubj beats/VERB/0/root her/PRON/2/obj",
    )
    assert antecedents(document) == [("She", "Mary"), ("her", "She"), ("She", "Kate"), ("her", "her")]
