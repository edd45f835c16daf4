"""The head rules of the MUC-6 task definition, section 4, with its own examples."""

from __future__ import annotations

import pytest
from hypothesis import given

from corefer.document import Document, from_text, heads
from corefer.formats import muc_locate
from muc_parsed import parsed
from strategies import documents

# Each phrase of section 4.1 and 4.2 with its head, and the phrase as a parse.
SECTION_4 = {
    "4.1 main noun: task": (
        "the coreference task",
        "task",
        "the/DET/DT/3/det coreference/NOUN/NN/3/compound task/NOUN/NN/0/root",
    ),
    "4.1 main noun: contract": (
        "the last contract you will ever get",
        "contract",
        "the/DET/DT/3/det last/ADJ/JJ/3/amod contract/NOUN/NN/0/root you/PRON/PRP/7/nsubj will/AUX/MD/7/aux "
        "ever/ADV/RB/7/advmod get/VERB/VB/3/acl:relcl",
    ),
    "4.1 main noun: quantity": (
        "a large quantity of sugar",
        "quantity",
        "a/DET/DT/3/det large/ADJ/JJ/3/amod quantity/NOUN/NN/0/root of/ADP/IN/5/case sugar/NOUN/NN/3/nmod",
    ),
    "4.1 main noun: tons": (
        "about 200,000 tons of sugar",
        "tons",
        "about/ADV/RB/2/advmod 200,000/NUM/CD/3/nummod tons/NOUN/NNS/0/root of/ADP/IN/5/case sugar/NOUN/NN/3/nmod",
    ),
    "4.1 personal name": (
        "the Honorable Frederick F. Fernwhistle Jr.",
        "Frederick F. Fernwhistle Jr.",
        "the/DET/DT/3/det Honorable/PROPN/NNP/3/nmod:desc Frederick/PROPN/NNP/0/root F./PROPN/NNP/3/flat "
        "Fernwhistle/PROPN/NNP/3/flat Jr./PROPN/NNP/3/flat",
    ),
    "4.1 organization name": (
        "Ford Motor Co. of Dearborn, Michigan",
        "Ford Motor Co.",
        "Ford/PROPN/NNP/3/compound Motor/PROPN/NNP/3/compound Co./PROPN/NNP/0/root of/ADP/IN/5/case "
        "Dearborn/PROPN/NNP/3/nmod ,/PUNCT/,/7/punct Michigan/PROPN/NNP/5/nmod:unmarked",
    ),
    "4.1 titles": (
        "Herr Dr. Georg Rath",
        "Georg Rath",
        "Herr/PROPN/NNP/3/nmod:desc Dr./PROPN/NNP/3/nmod:desc Georg/PROPN/NNP/0/root Rath/PROPN/NNP/3/flat",
    ),
    "4.1 location": (
        "Newark, New Jersey",
        "Newark",
        "Newark/PROPN/NNP/0/root ,/PUNCT/,/4/punct New/PROPN/NNP/4/compound Jersey/PROPN/NNP/1/nmod:unmarked",
    ),
    "4.1 date": (
        "December 7, 1941, a day which will live in infamy,",
        "December 7, 1941",
        "December/PROPN/NNP/2/compound 7/NUM/CD/0/root ,/PUNCT/,/4/punct 1941/NUM/CD/2/nmod:unmarked ,/PUNCT/,/7/punct "
        "a/DET/DT/7/det day/NOUN/NN/2/appos which/PRON/WDT/10/nsubj will/AUX/MD/10/aux live/VERB/VB/7/acl:relcl "
        "in/ADP/IN/12/case infamy/NOUN/NN/10/obl ,/PUNCT/,/7/punct",
    ),
    "4.1 currency": (
        "$1.2 million in crisp bills",
        "$1.2 million",
        "$/SYM/$/0/root 1.2/NUM/CD/3/compound million/NUM/CD/1/nummod in/ADP/IN/6/case crisp/ADJ/JJ/6/amod "
        "bills/NOUN/NNS/1/nmod",
    ),
    "4.1 percentage": (
        "20% of the shares",
        "20%",
        "20/NUM/CD/2/nummod %/SYM/NN/0/root of/ADP/IN/5/case the/DET/DT/5/det shares/NOUN/NNS/2/nmod",
    ),
    "4.1 headless: seven": (
        "seven of the best",
        "seven",
        "seven/NUM/CD/0/root of/ADP/IN/4/case the/DET/DT/4/det best/ADJ/JJS/1/nmod",
    ),
    "4.1 headless: five": (
        "the five who were left standing",
        "five",
        "the/DET/DT/2/det five/NUM/CD/0/root who/PRON/WP/5/nsubj were/AUX/VBD/5/aux left/VERB/VBN/2/acl:relcl "
        "standing/VERB/VBG/5/xcomp",
    ),
    "4.1 headless: youngest": (
        "the six youngest",
        "youngest",
        "the/DET/DT/2/det six/NUM/CD/0/root youngest/ADJ/JJS/2/amod",
    ),
    "4.2 title and name": ("Mr. Holland", "Holland", "Mr./PROPN/NNP/2/nmod:desc Holland/PROPN/NNP/0/root"),
    "4.2 headless": (
        "the senior of the executives who will assume Holland's duties",
        "senior",
        "the/DET/DT/2/det senior/ADJ/JJ/0/root of/ADP/IN/5/case the/DET/DT/5/det executives/NOUN/NNS/2/nmod "
        "who/PRON/WP/8/nsubj will/AUX/MD/8/aux assume/VERB/VB/5/acl:relcl Holland/PROPN/NNP/11/nmod:poss "
        "'s/PART/POS/9/case duties/NOUN/NNS/8/obj",
    ),
    "4.2 complement clause": (
        "the rumor that the war had ended",
        "rumor",
        "the/DET/DT/2/det rumor/NOUN/NN/0/root that/SCONJ/IN/7/mark the/DET/DT/5/det war/NOUN/NN/7/nsubj "
        "had/AUX/VBD/7/aux ended/VERB/VBN/2/acl",
    ),
    "4.2 apposition": (
        "Fred Frosty, the ice cream king of Tyson's Corner,",
        "Fred Frosty",
        "Fred/PROPN/NNP/0/root Frosty/PROPN/NNP/1/flat ,/PUNCT/,/7/punct the/DET/DT/7/det ice/NOUN/NN/6/compound "
        "cream/NOUN/NN/7/compound king/NOUN/NN/1/appos of/ADP/IN/11/case Tyson/PROPN/NNP/11/nmod:poss "
        "'s/PART/POS/9/case Corner/PROPN/NNP/7/nmod ,/PUNCT/,/7/punct",
    ),
    "4.2 non-restrictive clause": (
        "the Penn Central Co., which used to run a railroad,",
        "Penn Central Co.",
        "the/DET/DT/4/det Penn/PROPN/NNP/4/compound Central/PROPN/NNP/4/compound Co./PROPN/NNP/0/root "
        ",/PUNCT/,/7/punct which/PRON/WDT/7/nsubj used/VERB/VBD/4/acl:relcl to/PART/TO/9/mark run/VERB/VB/7/xcomp "
        "a/DET/DT/11/det railroad/NOUN/NN/9/obj ,/PUNCT/,/7/punct",
    ),
    "4.2 prepositional phrase": (
        "a joint venture with Sony",
        "venture",
        "a/DET/DT/3/det joint/ADJ/JJ/3/amod venture/NOUN/NN/0/root with/ADP/IN/5/case Sony/PROPN/NNP/3/nmod",
    ),
    "1.4 name": (
        "Haden MacLellan PLC of Surrey, England",
        "Haden MacLellan PLC",
        "Haden/PROPN/NNP/0/root MacLellan/PROPN/NNP/1/flat PLC/PROPN/NNP/1/flat of/ADP/IN/5/case "
        "Surrey/PROPN/NNP/1/nmod ,/PUNCT/,/7/punct England/PROPN/NNP/5/nmod:unmarked",
    ),
    "1.5 name with of": (
        "Our Board of Education",
        "Board of Education",
        "Our/PRON/PRP$/2/nmod:poss Board/PROPN/NNP/0/root of/ADP/IN/4/case Education/PROPN/NNP/2/nmod",
    ),
    "3.4 pronoun": ("his", "his", "his/PRON/PRP$/0/root"),
    "5.3 apposition": (
        "Julius Caesar, the well-known emperor,",
        "Julius Caesar",
        "Julius/PROPN/NNP/0/root Caesar/PROPN/NNP/1/flat ,/PUNCT/,/5/punct the/DET/DT/6/det well-known/ADJ/JJ/6/amod "
        "emperor/NOUN/NN/1/appos ,/PUNCT/,/6/punct",
    ),
    "4.1 currency in words": (
        "half a trillion dollars of debt",
        "half a trillion dollars",
        "half/DET/PDT/3/det:predet a/DET/DT/3/det trillion/NUM/CD/4/nummod dollars/NOUN/NNS/0/root of/ADP/IN/6/case "
        "debt/NOUN/NN/4/nmod",
    ),
    "5.7 name after a noun, flat": (
        "spokesman John Smith",
        "John Smith",
        "spokesman/NOUN/NN/0/root John/PROPN/NNP/1/flat Smith/PROPN/NNP/1/flat",
    ),
    "5.7 name after a noun": (
        "Ford spokesman John Smith",
        "John Smith",
        "Ford/PROPN/NNP/2/compound spokesman/NOUN/NN/0/root John/PROPN/NNP/2/appos Smith/PROPN/NNP/3/flat",
    ),
}


def squeezed(text: str) -> str:
    return "".join(text.split())


def words(document: Document, span: tuple[int, ...]) -> str:
    table = document.tokens.table
    return document.text[table.starts[span[0]] : table.ends[span[-1]]]


@pytest.mark.parametrize(("phrase", "head", "parse"), SECTION_4.values(), ids=SECTION_4.keys())
def test_4_1_heads_on_a_parse(phrase: str, head: str, parse: str) -> None:
    document = parsed(f"[1 {parse} ]")
    (mention,) = document.mentions
    assert squeezed(document.text) == squeezed(phrase)
    assert squeezed(words(document, heads.minimal_span(document, mention))) == squeezed(head)


@pytest.mark.parametrize(("phrase", "head"), [case[:2] for case in SECTION_4.values()], ids=SECTION_4.keys())
def test_4_1_heads_without_a_parse(phrase: str, head: str) -> None:
    document = from_text("d", phrase)
    mention = document.add_mention("1", 0, len(document.tokens))
    assert words(document, heads.minimal_span(document, mention)) == head


@pytest.mark.parametrize(
    ("phrase", "head"),
    [
        ("the University of Portsmouth in England", "University of Portsmouth"),
        ("the President of the United States", "President"),
        ("Edna Fribble", "Edna Fribble"),
        ("General Motors", "General Motors"),
        ("Charles de Gaulle", "Charles de Gaulle"),
        ("Procter & Gamble, the maker of soap", "Procter & Gamble"),
        ("Sony, Inc., of Japan", "Sony, Inc."),
        ("the man's", "man"),
        ("their third quarter profit of $0.02", "profit"),
        ("more than 17 percent", "17 percent"),
        ("about 250 million dollars", "250 million dollars"),
        ("Thursday, Jan. 5, 1995", "Thursday, Jan. 5, 1995"),
        ("the May 3 meeting", "meeting"),
        ("23 January 1995", "23 January 1995"),
        ("every man who knows his own mind", "man"),
        ("one of America's finest cities", "one"),
        ("Century 21", "Century 21"),
        ("...", "..."),
        ("the", "the"),
    ],
)
def test_words_alone(phrase: str, head: str) -> None:
    document = from_text("d", phrase)
    mention = document.add_mention("1", 0, len(document.tokens))
    assert words(document, heads.minimal_span(document, mention)) == head


def test_a_place_keeps_what_looks_like_a_title() -> None:
    document = parsed("[1 Prince/PROPN/NNP/3/compound Edward/PROPN/NNP/3/compound Island/PROPN/NNP/0/root ]")
    (mention,) = document.mentions
    assert heads.minimal_span(document, mention) == (1, 2)
    mention.type = "place"
    assert heads.minimal_span(document, mention) == (0, 1, 2)


def test_an_annotated_head_is_believed() -> None:
    document = parsed("[1 sugar/NOUN/NN/3/compound cane/NOUN/NN/3/compound fields/NOUN/NNS/0/root ]")
    (mention,) = document.mentions
    assert heads.minimal_span(document, mention) == (2,)
    mention.head = 1
    assert heads.minimal_span(document, mention) == (1,)


def test_a_cycle_among_the_heads_ends() -> None:
    document = parsed("[1 A/PROPN/NNP/2/flat B/PROPN/NNP/1/flat C/PROPN/NNP/0/root ]")
    assert heads.minimal_span(document, document.mentions[0]) == (2,)


def test_4_1_and_4_3_a_min_that_need_not_be_marked() -> None:
    document = parsed(
        "[1 the/DET/DT/2/det man/NOUN/NN/3/nsubj ] knows/VERB/VBZ/0/root "
        "[2 Edna/PROPN/NNP/3/obj Fribble/PROPN/NNP/4/flat ]",
        "[3 an/DET/DT/3/det old/ADJ/JJ/3/amod man/NOUN/NN/0/root ]",
        "[4 that/DET/DT/2/det man/NOUN/NN/0/root ]",
    )
    spans = [(mention, heads.minimal_span(document, mention)) for mention in document.mentions]
    assert [heads.is_worth_marking(document, *pair) for pair in spans] == [False, False, True, True]


def test_an_empty_node_is_no_head_of_a_phrase_that_has_words() -> None:
    """A node in the middle of `one [product] or a few products`, which no word governs."""
    document = parsed(
        "[1 one/NUM/CD/3/nummod -/_/_/_/_ products/NOUN/NNS/0/root (/PUNCT/-LRB-/3/punct so/ADV/RB/3/advmod ]"
    )
    document.tokens.table.column("id")[1] = "1.1"
    assert document.mention_head(document.mentions[0]) == 2
    assert heads.minimal_span(document, document.mentions[0]) == (2,)


def locate(text: str, wanted: str, nested: list[tuple[int, int]] | None = None) -> str | None:
    place = muc_locate.locate(text, (0, len(text)), nested or [], wanted)
    return None if place is None else f"{text[: place[0]]}[{text[slice(*place)]}]{text[place[1] :]}"


def test_locating_prefers_whole_words_and_then_those_outside_nested_mentions() -> None:
    assert locate("woman and man", "man") == "woman and [man]"
    assert locate("woman", "man") == "wo[man]"
    assert locate("the man's other man", "man", [(0, 9)]) == "the man's other [man]"
    assert locate("the man's hat", "man", [(0, 9)]) == "the [man]'s hat"
    assert locate("Ford Motor Co.", "Ford Motor Co.", [(0, 4)]) == "[Ford Motor Co.]"


def test_locating_takes_any_white_space_for_any_other() -> None:
    assert locate("the New\n  York Times", " New  York ") == "the [New\n  York] Times"
    assert locate("New York", "Boston") is None
    assert locate("New York", "") is None


@given(documents())
def test_every_mention_has_a_minimal_span_inside_it(document: Document) -> None:
    for mention in document.mentions:
        span = heads.minimal_span(document, mention)
        assert span
        assert set(span) <= set(mention.tokens)
        assert list(span) == sorted(set(span))
