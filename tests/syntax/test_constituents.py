"""Constituents from dependencies: who stands above whom."""

from __future__ import annotations

import pytest

from corefer.syntax import Constituents, Kind, Syntax
from parses import CLIENT, OWNER, parsed


def tree(sentence: str) -> Constituents:
    return Syntax(parsed(sentence)).fragments(0).tree


def commands(sentence: str, one: int, other: int) -> bool:
    found = tree(sentence)
    return found.c_commands(found.node(one), found.node(other))


GAVE = "Ann:2:nsubj:PROPN gave:0:root:VERB Bob's:5:nmod:poss:PROPN old:5:amod:ADJ car:2:obj:NOUN to:7:case:ADP Eve:2:obl:PROPN"
FRONTED = "After:2:case:ADP lunch:4:obl:NOUN Ann:4:nsubj:PROPN slept:0:root:VERB"
ADVERBIAL = "Ann:2:nsubj:PROPN called:0:root:VERB Bob:2:obj:PROPN when:6:mark:SCONJ Eve:6:nsubj:PROPN left:2:advcl:VERB"
BOTH_LEFT = "Ann:2:nsubj:PROPN left:0:root:VERB and:5:cc:CCONJ Bob:5:nsubj:PROPN stayed:2:conj:VERB"
CAME_AND_SAW = "Ann:2:nsubj:PROPN came:0:root:VERB and:4:cc:CCONJ saw:2:conj:VERB Bob:4:obj:PROPN"
IS_QUEEN = "Ann:4:nsubj:PROPN is:4:cop:AUX the:4:det:DET queen:0:root:NOUN of:6:case:ADP Spain:4:nmod:PROPN"


@pytest.mark.parametrize(
    ("sentence", "one", "other", "expected"),
    [
        (GAVE, 0, 4, True),  # the subject stands above the object
        (GAVE, 4, 0, False),
        (GAVE, 0, 2, True),  # and above what is inside it
        (GAVE, 2, 0, False),  # a possessor commands nothing outside its phrase
        (GAVE, 2, 6, False),
        (GAVE, 4, 6, True),  # the object commands the adverbial, which a preposition encloses
        (GAVE, 6, 4, False),
        (GAVE, 4, 2, False),  # what dominates does not command
        (FRONTED, 2, 1, False),  # what precedes the subject stands above it
        (ADVERBIAL, 0, 4, True),
        (ADVERBIAL, 2, 4, False),  # adverbial clauses stand above the object
        (BOTH_LEFT, 0, 3, False),
        (CAME_AND_SAW, 0, 4, True),  # conjoined verbs share the subject
        (IS_QUEEN, 0, 3, True),
        (IS_QUEEN, 3, 0, False),
    ],
)
def test_c_command(sentence: str, one: int, other: int, expected: bool) -> None:
    assert commands(sentence, one, other) is expected


def test_the_coordination_stands_above_its_parts() -> None:
    found = tree("Ann:4:nsubj:PROPN and:3:cc:CCONJ Bob:1:conj:PROPN left:0:root:VERB")
    both, ann, bob = found.node(0, end=3), found.node(0, end=1), found.node(2)
    assert found.kind[both] == Kind.COORDINATION
    assert found.dominates(both, ann) and found.dominates(both, bob)
    assert not found.dominates(ann, bob)


def test_every_word_of_a_clause_hangs_below_it() -> None:
    found = tree(CLIENT.format("him", "PRON"))
    top = found.top[2]
    assert all(found.dominates(top, found.node(token)) for token in range(8) if token != 2)


def test_a_cycle_in_a_broken_parse_is_cut() -> None:
    found = tree("a:2:dep:NOUN b:1:dep:NOUN c:2:obj:NOUN")
    assert sum(head == -1 for head in found.head) == 1


def test_a_sentence_without_a_parse_is_all_apart() -> None:
    from corefer.document import from_text

    document = from_text("t", "Ann saw Bob.")
    found = Syntax(document).fragments(0)
    assert len(found.tops) == 4


def test_the_object_controls_the_silent_subject() -> None:
    found = tree("Ann:2:nsubj:PROPN asked:0:root:VERB Bob:2:obj:PROPN to:5:mark:PART leave:2:xcomp:VERB")
    assert found.implicit[found.clause[4]] == 2


def test_an_adverbial_clause_without_a_subject_has_that_of_its_matrix() -> None:
    found = tree("Leaving:3:advcl:VERB Ann:3:nsubj:PROPN waved:0:root:VERB")
    assert found.implicit[found.clause[0]] == 1


def test_example_4_is_one_tree_when_it_is_trusted() -> None:
    found = Syntax(parsed(OWNER)).fragments(0)
    assert found.tops == [1]
