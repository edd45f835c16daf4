"""The document: offsets, heads, entities, equality."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from corefer.document import ALL, Builder, Document, Feature, differences, from_text, project
from muc_parsed import parsed
from strategies import documents


def two_sentences() -> Document:
    builder = Builder("d")
    builder.add_sentence(
        ["Ada", "saw", "her", "dog", "."],
        gaps=[" ", " ", " ", "", "\n"],
        columns={"head": ["2", "0", "4", "2", "2"], "deprel": ["nsubj", "root", "nmod:poss", "obj", "punct"]},
        speaker="Bo",
    )
    builder.add_sentence(["It", "barked", "."], gaps=[" ", "", ""], columns={"head": ["2", "0", "2"]})
    document = builder.build()
    document.add_mention("e2", 2, 4)
    document.add_mention("e1", 0, 1, type="person")
    document.add_mention("e1", 2, 3, type="person")
    document.add_mention("e2", 5, 6)
    document.arrange()
    return document


def test_offsets_are_exact() -> None:
    document = two_sentences()
    assert document.text == "Ada saw her dog.\nIt barked."
    assert [document.text[t.start : t.end] for t in document.tokens] == [t.form for t in document.tokens]
    assert [s.text for s in document.sentences] == ["Ada saw her dog.", "It barked."]
    assert document.mention_text(document.mentions[1]) == "her dog"


def test_mentions_stand_in_document_order_and_entities_by_first_mention() -> None:
    document = two_sentences()
    assert [(m.start, m.end) for m in document.mentions] == [(0, 1), (2, 4), (2, 3), (5, 6)]
    assert [e.id for e in document.entities] == ["e1", "e2"]
    assert document.entities[0].type == "person"


def test_heads_are_indices_into_the_document() -> None:
    document = two_sentences()
    assert [document.head_index(i) for i in range(8)] == [1, None, 3, 1, 1, 6, None, 6]
    assert document.mention_head(document.mentions[1]) == 3
    assert document.tokens[0].head == document.tokens[1]
    assert document.tokens[1].head is None


def test_an_annotated_head_wins_and_an_unparsed_mention_ends_in_its_head() -> None:
    document = from_text("d", "the big dog")
    mention = document.add_mention("e", 0, 3)
    assert document.mention_head(mention) == 2
    mention.head = 1
    assert document.mention_head(mention) == 1


def test_sentences_and_speakers() -> None:
    document = two_sentences()
    assert [document.sentence_index(i) for i in range(8)] == [0] * 5 + [1] * 3
    assert [s.speaker for s in document.sentences] == ["Bo", ""]


def test_bare_has_the_text_and_nothing_else() -> None:
    bare = two_sentences().bare()
    assert bare.text == two_sentences().text
    assert (bare.mentions, bare.entities) == ([], [])


def test_equality_is_about_what_is_said() -> None:
    one, two = two_sentences(), two_sentences()
    two.layout["global.Entity"] = "eid"
    assert one == two
    two.mentions[0].type = "object"
    assert one != two
    assert differences(one, two) == ["entity types"]


@pytest.mark.parametrize(
    ("text", "forms", "sentences"),
    [
        ("Dr. Voss can't come. She's ill!", ["Dr", ".", "Voss", "ca", "n't", "come", ".", "She", "'s", "ill", "!"], 2),
        ("One.\n\nTwo", ["One", ".", "Two"], 2),
        ("  leading, and 3.5 million", ["leading", ",", "and", "3.5", "million"], 1),
        ("", [], 0),
        (" \n\n ", [], 0),
        ("שלום 🙂 e\u0301", ["שלום", "🙂", "e", "\u0301"], 1),
    ],
)
def test_text_becomes_tokens_that_spell_it(text: str, forms: list[str], sentences: int) -> None:
    document = from_text("d", text)
    assert document.text == text
    assert [t.form for t in document.tokens] == forms
    assert all(text[t.start : t.end] == t.form for t in document.tokens)
    assert len(document.sentences) == sentences


def test_no_token_crosses_a_boundary() -> None:
    document = from_text("d", "prehistoric", boundaries=[3])
    assert [t.form for t in document.tokens] == ["pre", "historic"]


def test_paragraphs_begin_after_blank_lines() -> None:
    document = from_text("d", "One. Two.\n\nThree.\n\n\nFour.")
    assert [s.new_paragraph for s in document.sentences] == [True, False, True, True]


# --- projection


def test_projection_counts_what_goes() -> None:
    document = two_sentences()
    reduced, lost = project(document, ALL - {Feature.TYPES, Feature.SPEAKERS, Feature.SINGLETONS})
    assert lost == {Feature.TYPES: 2, Feature.SPEAKERS: 1}
    assert [m.type for m in reduced.mentions] == [""] * 4
    assert document.mentions[0].type == "person"


def test_projection_drops_singletons_where_they_cannot_be_held() -> None:
    document = from_text("d", "a b c")
    document.add_mention("1", 0, 1)
    document.add_mention("2", 1, 2)
    document.add_mention("2", 2, 3)
    reduced, lost = project(document, ALL - {Feature.SINGLETONS})
    assert [m.entity.id for m in reduced.mentions] == ["2", "2"]
    assert lost == {Feature.SINGLETONS: 1}


def test_a_non_referring_mention_never_becomes_a_referring_one() -> None:
    document = from_text("d", "It rains")
    document.add_mention("1", 0, 1, referring=False, category="prop_it")
    reduced, lost = project(document, ALL - {Feature.NON_REFERRING})
    assert reduced.mentions == []
    assert lost == {Feature.NON_REFERRING: 1}


def test_a_discontinuous_mention_keeps_the_part_with_its_head() -> None:
    document = from_text("d", "a b c d")
    document.add_mention("1", 0, 4, parts=((0, 1), (2, 4)), head=0)
    reduced, _ = project(document, ALL - {Feature.DISCONTINUOUS})
    assert [m.spans for m in reduced.mentions] == [((0, 1),)]


def test_dropping_empty_nodes_moves_mentions() -> None:
    builder = Builder("d")
    builder.empty = {1}
    builder.add_sentence(["saw", "he", "it"], columns={"id": ["1", "1.1", "2"]})
    document = builder.build()
    document.add_mention("1", 1, 2)
    document.add_mention("2", 2, 3)
    reduced, lost = project(document, ALL - {Feature.EMPTY_NODES})
    assert [(m.entity.id, m.start, m.end) for m in reduced.mentions] == [("2", 1, 2)]
    assert lost[Feature.EMPTY_NODES] == 2


def test_numeric_entity_ids_survive_and_others_are_numbered() -> None:
    document = from_text("d", "a b")
    document.add_mention("x", 0, 1)
    document.add_mention("y", 1, 2)
    reduced, lost = project(document, ALL - {Feature.ENTITY_IDS})
    assert [e.id for e in reduced.entities] == ["1", "2"]
    assert lost == {Feature.ENTITY_IDS: 2}


@settings(max_examples=80, deadline=None)
@given(documents())
def test_projection_onto_everything_changes_nothing(document: Document) -> None:
    reduced, lost = project(document, ALL)
    assert differences(document, reduced) == []
    assert not lost


@settings(max_examples=80, deadline=None)
@given(documents())
def test_projecting_twice_loses_nothing_more(document: Document) -> None:
    holds = ALL - {Feature.EMPTY_NODES, Feature.DISCONTINUOUS, Feature.CROSSING, Feature.SPACING, Feature.BRIDGING}
    once, _ = project(document, holds)
    twice, lost = project(once, holds)
    assert differences(once, twice) == []
    assert not lost


@settings(max_examples=80, deadline=None)
@given(documents())
def test_offsets_of_tokens_spell_their_forms(document: Document) -> None:
    fused = {i for w in document.tokens.table.multiwords for i in range(w.first, w.last + 1)}
    for token in document.tokens:
        if token.index not in fused and not token.is_empty:
            assert document.text[token.start : token.end] == token.form


def test_of_a_discontinuous_mention_the_part_with_the_head_is_kept() -> None:
    document = parsed("man/NOUN/NN/2/nsubj came/VERB/VBD/0/root who/PRON/WP/4/nsubj saw/VERB/VBD/1/acl:relcl")
    document.add_mention("1", 0, 4, parts=((0, 1), (2, 4)))
    (left,) = project(document, ALL - {Feature.DISCONTINUOUS})[0].mentions
    assert left.spans == ((0, 1),)
