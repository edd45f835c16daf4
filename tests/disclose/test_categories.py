"""Why pronouns are excluded (Byron 2001, section 2.1.3): the paper's own examples, and the embedded corpus."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from texts import categories, parsed, planned, records

import corefer
from corefer.disclose.disclosure import make
from corefer.disclose.plan import default_plan
from corefer.disclose.view import View
from corefer.document import Bridge, Document, SplitAntecedent
from corefer.syntax.pleonastic import pleonastic

# Table 1, with `expl` and without; what only looks like one.
CONSTRUCTIONS = [
    ("It/PRON/3/expl 's/AUX/3/cop good/ADJ/0/root that/SCONJ/6/mark you/PRON/6/nsubj cleaned/VERB/3/csubj", "extraposition"),
    ("Pat/PROPN/2/nsubj finds/VERB/0/root/find it/PRON/2/obj hard/ADJ/2/xcomp to/PART/6/mark go/VERB/4/advcl", "extraposition"),
    ("It/PRON/3/expl was/AUX/3/cop Pat/PROPN/0/root who/PRON/5/nsubj gave/VERB/3/advcl:relcl directions/NOUN/5/obj", "cleft"),
    ("Pat/PROPN/2/nsubj hit/VERB/0/root it/PRON/2/obj off/ADP/2/compound:prt", "idiom"),
    ("Pat/PROPN/2/nsubj took/VERB/0/root/take it/PRON/2/obj out/ADP/2/compound:prt on/ADP/6/case Kim/PROPN/2/obl", "idiom"),
    ("It/PRON/3/nsubj is/AUX/3/aux raining/VERB/0/root/rain", "prop_it"),
    ("It/PRON/4/nsubj is/AUX/4/cop 5/NUM/4/nummod o'clock/NOUN/0/root", "prop_it"),
    ("It/PRON/3/nsubj is/AUX/3/cop hot/ADJ/0/root in/ADP/5/case here/ADV/3/advmod", "prop_it"),
    ("It/PRON/3/nsubj is/AUX/3/cop hot/ADJ/0/root", ""),
    ("Pat/PROPN/2/nsubj took/VERB/0/root/take it/PRON/2/obj away/ADV/2/advmod", ""),
    ("It/PRON/2/nsubj hit/VERB/0/root Kim/PROPN/2/obj", ""),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "kind"), CONSTRUCTIONS)
def test_pleonastic_constructions_of_table_1(sentence: str, kind: str) -> None:
    view = View(parsed(sentence))
    assert pleonastic(view, view.lower.index("it")) == kind


def test_an_it_with_a_noun_phrase_before_it_is_no_weather() -> None:
    """`It is hot in here` of a soup that was mentioned: the key's entities go before the words."""
    soup = "The/DET/2/det soup/NOUN/3/nsubj came/VERB/0/root"
    hot = "It/PRON/3/nsubj is/AUX/3/cop hot/ADJ/0/root here/ADV/3/advmod"
    assert categories(parsed(soup, hot, entities=[("s", 0, 2), ("s", 3, 4)])) == {"It": "evaluated"}
    assert categories(parsed(soup, hot, entities=[("s", 0, 2)])) == {"It": "prop_it"}


def test_an_expletive_stays_one_whatever_the_key_links_it_to() -> None:
    theory = "The/DET/2/det theory/NOUN/3/nsubj holds/VERB/0/root"
    it = "It/PRON/3/expl is/AUX/3/cop good/ADJ/0/root that/SCONJ/5/mark holds/VERB/3/csubj"
    assert categories(parsed(theory, it, entities=[("t", 0, 2), ("t", 3, 4)])) == {"It": "extraposition"}


def test_event_anaphora_has_a_clause_for_a_sponsor() -> None:
    """`He practiced the tuba all night and it almost drove me crazy.`"""
    sentence = (
        "He/PRON/2/nsubj practiced/VERB/0/root the/DET/4/det tuba/NOUN/2/obj and/CCONJ/7/cc "
        "it/PRON/7/nsubj drove/VERB/2/conj him/PRON/7/obj crazy/ADJ/7/xcomp"
    )
    event = parsed(sentence, entities=[("e", 0, 4), ("t", 2, 4), ("e", 5, 6), ("h", 0, 1), ("h", 7, 8)])
    assert categories(event)["it"] == "event"
    tuba = parsed(sentence, entities=[("e", 0, 4), ("t", 2, 4), ("t", 5, 6), ("h", 0, 1), ("h", 7, 8)])
    assert categories(tuba)["it"] == "evaluated"


def test_split_antecedents_annotated_and_found() -> None:
    """`Pat went to Kim's house and they went dancing.`"""
    sentence = (
        "Pat/PROPN/2/nsubj went/VERB/0/root to/ADP/6/case Kim/PROPN/6/nmod:poss 's/PART/4/case house/NOUN/2/obl "
        "and/CCONJ/9/cc they/PRON/9/nsubj went/VERB/2/conj dancing/VERB/9/xcomp"
    )
    document = parsed(sentence, entities=[("p", 0, 1), ("k", 3, 5), ("b", 7, 8)])
    covered = '[columns]\nThey = ["they"]'
    assert categories(document, covered) == {"they": "exophora"}
    for mention in document.mentions:
        mention.type = "person"
    table = document.tokens.table
    table.set_column(
        "feats",
        [
            "Number=Sing" if u == "PROPN" else f
            for u, f in zip(table.column("upos"), table.column("feats"), strict=True)
        ],
    )
    (found,) = records(document, covered)
    assert (found.category, found.annotated) == ("split_antecedent", False)
    document.splits.append(SplitAntecedent(document.mentions[-1], (document.entity("p"), document.entity("k"))))
    (annotated,) = records(document)  # without a column, `they` is a plural: what is annotated goes before
    assert (annotated.category, annotated.annotated) == ("split_antecedent", True)


def test_non_coreferent_pronouns_are_understood_through_another_entity() -> None:
    """`The Bakers arrived next. She's an astronaut.`"""
    document = parsed(
        "The/DET/2/det Bakers/PROPN/3/nsubj arrived/VERB/0/root",
        "She/PRON/4/nsubj 's/AUX/4/cop an/DET/4/det astronaut/NOUN/0/root",
        entities=[("b", 0, 2), ("s", 3, 4)],
    )
    assert categories(document) == {"She": "exophora"}
    document.bridges.append(Bridge(document.mentions[1], document.entity("b")))
    assert categories(document) == {"She": "non_coreferent"}


def test_quoted_speech_covers_pronoun_or_sponsor() -> None:
    """`Mr. Vinken exclaimed, "The guy ran right in front of him."`"""
    quote = (
        'Vinken/PROPN/2/nsubj exclaimed/VERB/0/root ,/PUNCT/6/punct "/PUNCT/6/punct Guys/NOUN/6/nsubj '
        'hit/VERB/2/ccomp him/PRON/6/obj "/PUNCT/6/punct'
    )
    later = "He/PRON/2/nsubj left/VERB/0/root"
    document = parsed(quote, later, entities=[("v", 0, 1), ("v", 6, 7), ("v", 8, 9)])
    found = {record.form: (record.category, record.reason) for record in records(document)}
    assert found["him"] == ("quoted_speech", "in quotation marks")
    assert found["He"] == ("quoted_speech", "sponsor in quotation marks")
    title = 'Vinken/PROPN/2/nsubj read/VERB/0/root "/PUNCT/4/punct Emma/PROPN/2/obj "/PUNCT/4/punct and/CCONJ/8/cc he/PRON/8/nsubj slept/VERB/2/conj'
    assert categories(parsed(title, entities=[("v", 0, 1), ("v", 6, 7)])) == {"he": "evaluated"}


def test_a_quotation_that_is_never_closed_ends_with_its_paragraph() -> None:
    document = parsed(
        '"/PUNCT/3/punct Kim/PROPN/3/nsubj left/VERB/0/root',
        "Pat/PROPN/2/nsubj came/VERB/0/root and/CCONJ/5/cc he/PRON/5/nsubj sang/VERB/2/conj",
        entities=[("p", 3, 4), ("p", 6, 7)],
    )
    assert categories(document) == {"he": "quoted_speech"}
    document.sentences.table.new_paragraph[1] = True
    assert categories(document) == {"he": "evaluated"}


def test_abandoned_fragments() -> None:
    """`So that'll have ok so you want all three boxcars`: the false start is a reparandum."""
    document = parsed(
        "That/PRON/2/nsubj have/VERB/5/reparandum ok/INTJ/2/discourse he/PRON/5/nsubj wants/VERB/0/root boxcars/NOUN/5/obj",
        "It/PRON/0/root –/PUNCT/1/punct",
        entities=[("h", 3, 4)],
    )
    assert categories(document) == {"That": "abandoned", "he": "exophora", "It": "abandoned"}


def test_complete_references_and_bound_pronouns() -> None:
    document = parsed(
        "He/PRON/6/nsubj that/SCONJ/3/mark plants/VERB/1/acl:relcl thorns/NOUN/3/obj must/AUX/6/aux gather/VERB/0/root them/X/6/obj",
        "Every/DET/2/det child/NOUN/3/nsubj lost/VERB/0/root its/PRON/5/nmod:poss shoe/NOUN/3/obj",
        "Pat/PROPN/2/nsubj lost/VERB/0/root his/PRON/4/nmod:poss shoe/NOUN/2/obj",
        entities=[("h", 0, 4), ("c", 7, 9), ("c", 10, 11), ("p", 12, 13), ("p", 14, 15)],
    )
    table = document.tokens.table
    table.set_column(
        "feats",
        ["PronType=Tot" if form == "Every" else f for form, f in zip(table.forms, table.column("feats"), strict=True)],
    )
    found = {r.form: r for r in records(document, '[results]\nerrors = ["bound", "cataphora"]')}
    assert found["He"].category == "complete_reference"
    assert (found["its"].category, found["its"].classes) == ("", ("bound",))
    assert (found["his"].category, found["his"].classes) == ("", ())


def test_cataphora_exophora_and_long_distance() -> None:
    cata = "When/SCONJ/3/mark he/PRON/3/nsubj came/VERB/5/advcl Pat/PROPN/5/nsubj sang/VERB/0/root"
    other = "Kim/PROPN/2/nsubj slept/VERB/0/root"
    back = "He/PRON/2/nsubj left/VERB/0/root"
    document = parsed(cata, other, other, back, entities=[("p", 1, 2), ("p", 3, 4), ("p", 9, 10)])
    found = {r.form: r for r in records(document, "[windows]\nlong_distance = 2")}
    assert (found["he"].category, found["he"].classes, found["he"].distance) == ("", ("cataphora",), "intra")
    assert (found["He"].category, found["He"].classes, found["He"].distance) == ("", ("long_distance",), "inter")
    assert records(document, "[windows]\nlong_distance = 3")[1].classes == ()
    assert categories(parsed(back, other, entities=[("p", 0, 1), ("p", 2, 3)])) == {"He": "exophora"}
    wider = "[windows]\ncataphora = 1"
    assert categories(parsed(back, other, entities=[("p", 0, 1), ("p", 2, 3)]), wider) == {"He": "evaluated"}


def test_forms_out_of_scope_and_covered() -> None:
    sentence = "They/PRON/2/nsubj told/VERB/0/root I/PRON/2/iobj that/PRON/2/obj those/DET/6/det things/NOUN/2/obj himself/PRON/2/obl"
    entities = [("a", 0, 1), ("b", 2, 3), ("c", 3, 4), ("d", 4, 6)]
    assert categories(parsed(sentence, entities=entities)) == {
        "They": "plural",
        "I": "first_second_person",
        "that": "demonstrative",
        "himself": "emphatic",
    }
    covered = '[columns]\nThey = ["they", "those"]\nI = ["i"]\n[exclusions]\nnonreferential = ["other_word"]\nreferential = ["plural", "first_second_person", "other"]'
    assert categories(parsed(sentence, entities=entities), covered) == {
        "They": "evaluated",
        "I": "evaluated",
        "that": "other",
        "those": "other_word",
        "himself": "other",
    }


def test_gums_links_are_annotations() -> None:
    """`disc` on the clause, `cata` on `it` before a clause (extraposition), `cata` on what precedes its name."""
    sentence = "It/PRON/2/nsubj helps/VERB/0/root to/PART/4/mark sing/VERB/2/csubj"
    document = parsed(sentence, entities=[("e", 0, 1), ("e", 2, 4)])
    document.mentions[0].link = "cata"
    (record,) = records(document)
    assert (record.category, record.annotated, record.reason) == ("extraposition", True, "link cata to a clause")
    document = parsed(
        "It/PRON/3/expl is/AUX/3/cop odd/ADJ/0/root how/ADV/3/nsubj wars/NOUN/6/nsubj end/VERB/4/advcl:relcl",
        entities=[("x", 0, 1), ("x", 3, 6)],
    )
    document.mentions[0].link = "cata"
    (record,) = records(document)
    assert record.category == "extraposition"  # no weather, whatever the adjective
    event = parsed(
        "Pat/PROPN/2/nsubj sang/VERB/0/root",
        "That/PRON/2/nsubj helped/VERB/0/root",
        entities=[("e", 0, 2), ("e", 2, 3)],
    )
    event.mentions[0].link = "disc"
    (record,) = records(event)
    assert (record.category, record.annotated, record.reason) == ("event", True, "link disc")
    name = parsed(
        "Before/SCONJ/3/mark he/PRON/3/nsubj came/VERB/5/advcl Pat/PROPN/5/nsubj sang/VERB/0/root",
        entities=[("p", 1, 2), ("p", 3, 4)],
    )
    name.mentions[0].link = "cata"
    (record,) = records(name, '[exclusions]\nreferential = ["cataphora"]\n[results]\nerrors = []')
    assert (record.category, record.annotated) == ("cataphora", True)


def test_pronouns_without_a_mention() -> None:
    """Where the key marks single mentions too, an `it` without one does not refer; other pronouns were forgotten."""
    sentence = "Pat/PROPN/2/nsubj hid/VERB/0/root it/PRON/2/obj from/ADP/5/case him/PRON/2/obl"
    assert categories(parsed(sentence, entities=[("p", 0, 1)])) == {"it": "pleonastic", "him": "unmarked"}
    pairs = [("p", 0, 1), ("p", 1, 2)]  # no singleton, or few nouns marked: nobody knows
    few = parsed(sentence + " while/SCONJ/8/mark Kim/PROPN/8/nsubj slept/VERB/2/advcl", entities=[("p", 0, 1)])
    assert categories(few) == {"it": "unmarked", "him": "unmarked"}
    assert categories(parsed(sentence, entities=pairs)) == {"it": "unmarked", "him": "unmarked"}


def without_categories(document: Document) -> Document:
    """The same document with its parse and its entities, but no annotated category, link or split antecedent."""
    copy = document.bare()
    for mention in document.mentions:
        if mention.referring:
            copy.add_mention(
                mention.entity.id, mention.start, mention.end, parts=mention.parts, head=mention.head, type=mention.type
            )
    copy.arrange()
    return copy


def test_the_embedded_corpus_says_itself_what_is_found_in_it(examples: Path) -> None:
    """Annotated categories of the examples, and what parse and entities alone make of the same tokens.

    Demonstratives have a column here, and quoted speech is no exclusion: tokens in them have two reasons to be out.
    """
    plan = planned(
        '[columns]\nIt = ["it"]\nDemonstratives = { kind = "demonstrative" }\n'
        '[exclusions]\nreferential = ["first_second_person", "event", "complete_reference", "exophora", "other"]'
    )
    key = corefer.read(examples)
    annotated = [r for r in make(key, plan=plan).records if r.annotated]
    found = {(r.document, r.token): r.category for r in make(map(without_categories, key), plan=plan).records}
    right = Counter(r.category for r in annotated if found[r.document, r.token] == r.category)
    every = Counter(r.category for r in annotated)
    sure = (
        "extraposition",
        "cleft",
        "idiom",
        "prop_it",
        "abandoned",
        "first_second_person",
        "complete_reference",
    )
    assert {name: right[name] for name in sure} == {name: every[name] for name in sure}
    assert every["event"] == 21
    assert right["event"] == 21


def test_every_token_has_exactly_one_category(examples: Path) -> None:
    disclosure = make(corefer.read(examples))
    plan = default_plan()
    places = [(r.document, r.token) for r in disclosure.records]
    assert len(places) == len(set(places)) == disclosure.counts.raw["Total"]
    by_category = Counter(r.category for r in disclosure.records)
    assert sum(by_category[name] for name in ("", *plan.excluded)) == len(places)
