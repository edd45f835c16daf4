"""Fragments: what is cut, and what is known of where a fragment may hang."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corefer.syntax import Arc, BindingType, Syntax, binding_category, fragments, locally_bound
from parses import BARBER, CLIENT, OWNER, doubt, parsed

WITH_IT = 8


def ambiguous(others: tuple[int, ...] = (3, 6)):
    """Example (4): `with it` may belong to the observing, to the owner or to the telescope."""
    return doubt(parsed(OWNER), {WITH_IT: others})


def test_a_doubtful_arc_is_cut() -> None:
    found = fragments(ambiguous(), 0, threshold=0.5)
    assert found.tops == [1, WITH_IT]
    assert found.is_embedded(WITH_IT, 1) and not found.is_embedded(1, WITH_IT)


def test_the_tree_is_trusted_at_0() -> None:
    assert fragments(ambiguous(), 0, threshold=0).tops == [1]


def test_nothing_is_trusted_at_1() -> None:
    assert fragments(ambiguous(), 0, threshold=1).tops == [0, 1, 3, 6, WITH_IT]


def test_a_parse_without_doubt_is_trusted() -> None:
    assert fragments(parsed(OWNER), 0, threshold=1).tops == [1]


def test_the_threshold_goes_by_class() -> None:
    assert fragments(ambiguous(), 0, threshold={Arc.PP: 0.5}).tops == [1, WITH_IT]
    assert fragments(ambiguous(), 0, threshold={Arc.ADVERBIAL: 0.5}).tops == [1]


def test_what_may_be_a_root_is_embedded_in_nothing() -> None:
    assert not fragments(ambiguous(others=(3, -1)), 0, threshold=0.5).is_embedded(WITH_IT, 1)


def test_embedding_is_transitive() -> None:
    document = doubt(parsed(OWNER), {6: (1,), WITH_IT: (6,)})
    document.doubt.others[WITH_IT] = ((6, 0.3),)  # the owner, too, is in the first fragment
    found = fragments(document, 0, threshold=0.5)
    assert found.is_embedded(WITH_IT, 1) and not found.is_embedded(WITH_IT, 6)


def test_the_binding_category_of_an_object_is_its_clause() -> None:
    found = Syntax(parsed(CLIENT.format("him", "PRON"))).fragments(0)
    tree = found.tree
    category = binding_category(found, tree.node(7), BindingType.B)
    assert category.is_there and category.node == tree.clause[6]
    assert locally_bound(found, tree.node(7), tree.node(5), BindingType.B) is True
    assert locally_bound(found, tree.node(7), tree.node(1), BindingType.B) is False


def test_a_possessive_has_its_phrase_a_reciprocal_the_clause() -> None:
    sentence = "They:2:nsubj:PRON read:0:root:VERB {}:4:nmod:poss:PRON books:2:obj:NOUN"
    found = Syntax(parsed(sentence.format("their"))).fragments(0)
    tree = found.tree
    assert binding_category(found, tree.node(2), BindingType.B).node == tree.node(3)
    assert binding_category(found, tree.node(2), BindingType.A).node == tree.clause[1]


def test_a_cut_subject_leaves_the_category_open() -> None:
    document = doubt(parsed(BARBER.format("him")), {1: (-1,)})
    found = fragments(document, 0, threshold=0.5)
    assert not binding_category(found, found.tree.node(4), BindingType.B).certain


def test_places_are_no_sure_category_for_a_pronoun() -> None:
    found = Syntax(parsed("Ann:2:nsubj:PROPN looked:0:root:VERB around:4:case:ADP her:2:obl:PRON")).fragments(0)
    tree = found.tree
    assert locally_bound(found, tree.node(3), tree.node(0), BindingType.B) is None
    assert locally_bound(found, tree.node(3), tree.node(0), BindingType.A) is True


@given(st.lists(st.integers(0, 8), min_size=8, max_size=8), st.sets(st.integers(1, 7)), st.sets(st.integers(1, 7)))
def test_more_cuts_make_smaller_fragments(heads: list[int], fewer: set[int], more: set[int]) -> None:
    sentence = " ".join(f"w{i}:{0 if head == i else head}:obl:NOUN" for i, head in enumerate(heads, 1))
    document = parsed(sentence)
    coarse = fragments(doubt(document, dict.fromkeys(fewer, ())), 0, 0.5)
    fine = fragments(doubt(document, dict.fromkeys(fewer | more, ())), 0, 0.5)
    for one in range(8):
        for other in range(8):
            if fine.of[one] == fine.of[other]:
                assert coarse.of[one] == coarse.of[other]
