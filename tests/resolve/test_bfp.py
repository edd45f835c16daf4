"""Centering by Brennan, Friedman and Pollard (1987): readings, filters and transitions, step by step."""

from handparsed import parsed

from corefer.document import Document
from corefer.resolve import Discourse, resolver
from corefer.resolve.classic.bfp import Centering, Reading, Transition
from corefer.resolve.classic.centering import utterances
from corefer.resolve.classic.obstacles import is_third_person
from corefer.resolve.mentions import find_mentions

# After the paper's drivers (section 3): two women, the second becoming the center.
RACE = (
    "Mary/PROPN/2/nsubj keeps/VERB/0/root a/DET/4/det boat/NOUN/2/obj",
    "She/PRON/2/nsubj sails/VERB/0/root fast/ADV/2/advmod",
    "Kate/PROPN/2/nsubj races/VERB/0/root her/PRON/2/obj",
    "She/PRON/2/nsubj beats/VERB/0/root her/PRON/2/obj",
)


def trace(*sentences: str) -> list[list[Reading]]:
    """For each utterance with pronouns the readings, the best first."""
    discourse = Discourse(find_mentions(parsed(*sentences)))
    centering = Centering(discourse)
    found = []
    for views in utterances(discourse):
        pronouns = [view for view in views if is_third_person(view)]
        centering.hear(views)
        if pronouns:
            found.append(sorted(centering.readings(views, pronouns), key=lambda reading: reading.cost))
        centering.resolve(views)
    return found


def names(reading: Reading) -> list[str | None]:
    return [entity.first.form if entity else None for entity in reading.antecedents]


def antecedents(document: Document) -> list[tuple[str, str | None]]:
    found = find_mentions(document)
    decisions = resolver("bfp").decide(Discourse(found))
    return [(found.mention_text(d.anaphor), d.antecedent and found.mention_text(d.antecedent)) for d in decisions]


def test_the_race_step_by_step():
    second, third, fourth = trace(*RACE)
    assert (names(second[0]), second[0].transition) == (["mary"], Transition.CONTINUE)
    # Mary is still the center, but Kate is the subject now.
    assert (names(third[0]), third[0].transition) == (["mary"], Transition.RETAIN)
    # *She* is the highest center, Kate: a smooth shift; the other way round it would be a rough one.
    assert (names(fourth[0]), fourth[0].transition) == (["kate", "mary"], Transition.SMOOTH_SHIFT)
    assert (names(fourth[1]), fourth[1].transition) == (["mary", "kate"], Transition.ROUGH_SHIFT)


def test_contraindices_keep_subject_and_object_apart():
    fourth = trace(*RACE)[-1]
    same = [reading for reading in fourth if names(reading) in (["kate", "kate"], ["mary", "mary"])]
    assert [reading.ruled_out for reading in same] == ["contraindexed", "contraindexed"]


def test_rule_1_wants_the_center_to_be_a_pronoun():
    """*Kate* is repeated by name while *her* would be somebody lower: the center is a name, and Rule 1 is broken."""
    readings = trace(
        "Kate/PROPN/2/nsubj met/VERB/0/root Mary/PROPN/2/obj",
        "Kate/PROPN/2/nsubj liked/VERB/0/root her/PRON/2/obj",
    )[0]
    assert {tuple(names(reading)): reading.ruled_out for reading in readings}[("mary",)] == "rule 1"


def test_continuing_is_better_than_retaining():
    document = parsed(
        "Mary/PROPN/2/nsubj met/VERB/0/root Kate/PROPN/2/obj",
        "She/PRON/2/nsubj smiled/VERB/0/root",
        "She/PRON/2/nsubj called/VERB/0/root",
    )
    assert antecedents(document) == [("She", "Mary"), ("She", "She")]


def test_decisions_name_the_transition_and_what_rules_candidates_out():
    discourse = Discourse(find_mentions(parsed(*RACE)))
    last = resolver("bfp").decide(discourse)[-2]
    assert last.reasons == ("smooth shift",)
    assert [dict(c.factors)["transition"] for c in last.candidates] == [-2.0, -3.0]


def test_utterances_are_tensed_clauses():
    document = parsed(
        "When/SCONJ/3/mark she/PRON/3/nsubj left/VERB/6/advcl ,/PUNCT/3/punct Kate/PROPN/6/nsubj slept/VERB/0/root "
        "and/CCONJ/9/cc Paul/PROPN/9/nsubj read/VERB/6/conj"
    )
    found = utterances(Discourse(find_mentions(document)))
    assert [[view.form for view in views] for views in found] == [["she"], ["kate"], ["paul"]]
