"""MUC SGML: the task definition's own examples, the tags found in the wild, messages, round trips."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import ALL, Document, Feature, FormatError, Region, differences, from_text, project
from corefer.formats import corefud, muc
from corefer.formats.base import Source, Target
from muc_parsed import parsed
from strategies import corpora, through


def read(text: str, name: str = "given.sgm") -> list[Document]:
    return list(muc.read(Source(name, data=text.encode())))


def one(text: str) -> Document:
    (document,) = read(text)
    return document


def written(*documents: Document) -> str:
    buffer = io.BytesIO()
    muc.write([muc.prepare(document, Counter()) for document in documents], Target(None, stdout=buffer))
    return buffer.getvalue().decode()


def entities(document: Document) -> dict[str, list[str]]:
    """The mentions of each entity, as they stand in the text with white space squeezed."""
    return {
        entity.id: [" ".join(document.mention_text(mention).split()) for mention in entity.mentions]
        for entity in document.entities
    }


def minima(document: Document) -> list[str]:
    forms = document.tokens.table.forms
    return [" ".join(forms[i] for i in mention.min) for mention in document.mentions]


def starred(text: str) -> Document:
    """A text in the task definition's own notation: what stands between asterisks is coreferential."""
    pieces = text.split("*")
    tags = (f'<COREF ID="{i}"' + (' TYPE="IDENT" REF="1"' if i > 1 else "") + ">" for i in range(1, len(pieces)))
    return one("".join(f"{next(tags)}{piece}</COREF>" if i % 2 else piece for i, piece in enumerate(pieces)))


# --- the examples of the task definition, by section


def test_1_1_sgml_tagging() -> None:
    document = one(
        '<COREF ID="100">Lawson Mardon Group Ltd.</COREF> said <COREF ID="101 " TYPE="IDENT" REF="100">it</COREF>'
    )
    assert document.text == "Lawson Mardon Group Ltd. said it"
    assert entities(document) == {"100": ["Lawson Mardon Group Ltd.", "it"]}
    assert [mention.id for mention in document.mentions] == ["100", "101"]
    assert all(mention.other is None and not mention.optional for mention in document.mentions)


def test_1_1_links_are_symmetric_and_transitive() -> None:
    chain = '<COREF ID="1" REF="2">A</COREF> <COREF ID="2">B</COREF> <COREF ID="3" REF="2">C</COREF>'
    fan = '<COREF ID="1">A</COREF> <COREF ID="2" REF="1">B</COREF> <COREF ID="3" REF="1">C</COREF>'
    assert entities(one(chain)) == entities(one(fan)) == {"1": ["A", "B", "C"]}


def test_1_2_only_another_type_than_ident_is_kept() -> None:
    document = one(
        '<COREF ID="1">A</COREF> <COREF ID="2" TYPE="ident " REF="1">B</COREF> '
        '<COREF ID="3" TYPE="PART" REF="1">C</COREF>'
    )
    assert [mention.other for mention in document.mentions] == [None, None, {"TYPE": "PART"}]
    assert 'ID="3" TYPE="PART" REF="2"' in written(document)


def test_1_4_min() -> None:
    document = one(
        '<COREF ID="100" MIN="Haden MacLellan PLC">Haden MacLellan PLC of Surrey, England</COREF> ... '
        '<COREF ID="101" TYPE="IDENT" REF="100">Haden MacLellan</COREF>'
    )
    assert entities(document) == {"100": ["Haden MacLellan PLC of Surrey, England", "Haden MacLellan"]}
    assert minima(document) == ["Haden MacLellan PLC", ""]


def test_1_5_status() -> None:
    """The definition's example, with the misprint of its REF (a quote is missing) as it stands there."""
    document = one(
        '<COREF ID="102" MIN="Board of Education">Our Board of Education</COREF> budget is just too high, the Mayor '
        'said. <COREF ID="103" STATUS="OPT " TYPE="IDENT" REF=102">Livingston Street</COREF> has lost control.'
    )
    assert entities(document) == {"102": ["Our Board of Education", "Livingston Street"]}
    assert [mention.optional for mention in document.mentions] == [False, True]
    assert minima(document)[0] == "Board of Education"


def test_2_regions() -> None:
    document = one(ARTICLE)
    assert document.id == "891102-0189."
    assert document.text == "\n 891102-0189. \n= 891102\nFord & Co.\n11/02/89\nDETROIT —\n\n@ 17 <b\nIt rose.\n\n"
    assert [(region.name, document.text[region.start : region.end]) for region in document.regions] == [
        ("DOCNO", " 891102-0189. "),
        ("DD", "= 891102"),
        ("HL", "Ford & Co."),
        ("DD", "11/02/89"),
        ("DATELINE", "DETROIT —"),
        ("TXT", "\n@ 17 <b\nIt rose.\n"),
        ("p", "\n@ 17 <b\n"),
        ("p", "It rose.\n"),
    ]
    assert entities(document) == {"1": ["Ford & Co.", "It"]}


ARTICLE = """<DOC>
<DOCNO> 891102-0189. </DOCNO>
<DD>= 891102</DD>
<HL><COREF ID="1" MIN="Ford">Ford &AMP; Co.</COREF></HL>
<DD>11/02/89</DD>
<DATELINE>DETROIT &MD;</DATELINE>
<TXT><p>
@ 17 &lt;b
<p><COREF ID="2" TYPE="IDENT" REF="1">It</COREF> rose.
</TXT>
</DOC>
"""


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("There is no business reason for *my* departure, *he* added.", ["my", "he"]),
        ("*He* shot *himself* with *his* revolver.", ["He", "himself", "his"]),
        ("The price of *aluminum* siding rose as the market for *aluminum* reacts.", ["aluminum", "aluminum"]),
        ("*London* ... *London*-based ...", ["London", "London"]),
        ("*Reuters Holding PLC* ... *Reuters* announced that", ["Reuters Holding PLC", "Reuters"]),
        ("*Most computational linguists* prefer *their* own parsers.", ["Most computational linguists", "their"]),
        ("*Every TV network* reported *its* profits yesterday. *They* plan", ["Every TV network", "its", "They"]),
        ("GM announced *its third quarter profit*. *It* was *$0.02*.", ["its third quarter profit", "It", "$0.02"]),
        ("*The temperature* is *90* ... The temperature is rising.", ["The temperature", "90"]),
        ("*producers* don't like ... *Producers* have seen and *they*'re", ["producers", "Producers", "they"]),
        ("*Ford* announced it. *Ford* spokesman John Smith said *they* will start", ["Ford", "Ford", "they"]),
        ("*The White House* sent it. Dole said *the administration*'s bill", ["The White House", "the administration"]),
    ],
    ids=["3.4", "3.4", "3.5", "3.2", "3.2", "5.2", "5.2", "5.6", "5.6", "5.5", "5.7", "5.7"],
)
def test_coreferential_phrases_of_section(text: str, mentions: list[str]) -> None:
    document = starred(text)
    assert document.text == text.replace("*", "")
    assert entities(document) == {"1": mentions}
    assert differences(one(written(document)), document) == []


def test_3_4_two_markables_in_one_phrase() -> None:
    document = one('<COREF ID="1"><COREF ID="2">the man\'s</COREF> arm</COREF>')
    assert entities(document) == {"1": ["the man's arm"], "2": ["the man's"]}


def test_3_7_conjuncts() -> None:
    document = one(
        '<COREF ID="1">Edna Fribble</COREF> and <COREF ID="2">Sam Morton</COREF> addressed the meeting yesterday. '
        '<COREF ID="3" REF="1" TYPE="IDENT " MIN="Fribble">Ms. Fribble</COREF> discussed coreference, and '
        '<COREF ID="4" REF="2" TYPE="IDENT" MIN="Morton">Mr. Morton</COREF> discussed unnamed entities.'
    )
    assert entities(document) == {"1": ["Edna Fribble", "Ms. Fribble"], "2": ["Sam Morton", "Mr. Morton"]}
    assert minima(document) == ["", "", "Fribble", "Morton"]


def test_3_7_conjuncts_with_shared_modifiers_are_optional() -> None:
    document = one(
        '<COREF ID="1" MIN="Fribble">Ms. Fribble</COREF> was <COREF ID="2" REF="1" TYPE="IDENT" STATUS="OPT">'
        'president</COREF> and <COREF ID="3" REF="1" TYPE="IDENT" STATUS="OPT" MIN="CEO"> CEO of Amalgamated Text '
        "Processing Inc.</COREF>"
    )
    assert entities(document) == {"1": ["Ms. Fribble", "president", "CEO of Amalgamated Text Processing Inc."]}
    assert [mention.optional for mention in document.mentions] == [False, True, True]
    assert minima(document) == ["Fribble", "", "CEO"]


@pytest.mark.parametrize(
    ("phrase", "head"),
    [
        ("the coreference task", "task"),
        ("the last contract you will ever get", "contract"),
        ("a large quantity of sugar", "quantity"),
        ("about 200,000 tons of sugar", "tons"),
        ("the Honorable Frederick F. Fernwhistle Jr.", "Frederick F. Fernwhistle Jr."),
        ("Ford Motor Co. of Dearborn, Michigan", "Ford Motor Co."),
        ("Herr Dr. Georg Rath", "Georg Rath"),
        ("Newark, New Jersey", "Newark"),
        (" December 7, 1941, a day which will live in infamy,", "December 7, 1941"),
        ("$1.2 million in crisp bills", "$1.2 million"),
        ("20% of the shares", "20%"),
        ("seven of the best", "seven"),
        ("the five who were left standing", "five"),
        ("the six youngest", "youngest"),
    ],
)
def test_4_1_heads(phrase: str, head: str) -> None:
    document = one(f'<COREF ID="1" MIN="{head}">{phrase}</COREF>')
    table, span = document.tokens.table, document.mentions[0].min
    assert document.text[table.starts[span[0]] : table.ends[span[-1]]] == head
    assert f'MIN="{head}"' in written(document)


def test_4_1_and_4_3_a_min_that_need_not_be_marked_is_left_out() -> None:
    """Where a parse tells the head; what a MUC file gives as MIN is kept."""
    document = parsed(
        "[1 the/DET/DT/2/det man/NOUN/NN/0/root ]",
        "[2 Edna/PROPN/NNP/0/root Fribble/PROPN/NNP/1/flat ]",
        "[3 the/DET/DT/3/det old/ADJ/JJ/3/amod man/NOUN/NN/0/root ]",
    )
    assert written(document).count("MIN=") == 1
    assert '<COREF ID="3" MIN="man">the old man</COREF>' in written(document)
    explicit = one('<COREF ID="1" MIN="the man">the man</COREF>')
    assert minima(one(written(explicit))) == ["the man"]


def test_4_1_minimal_spans_of_another_scheme_give_way_to_the_head_rules() -> None:
    """GUM's minimal span of a name with a title holds the title, and every pronoun has one."""
    document = parsed(
        "[1 Mr./PROPN/NNP/2/nmod:desc Holland/PROPN/NNP/0/root ]",
        "[1 He/PRON/PRP/0/root ]",
        "[2 the/DET/DT/3/det old/ADJ/JJ/3/amod man/NOUN/NN/0/root ]",
    )
    for mention, span in zip(document.mentions, ((0, 1), (2,), (5,)), strict=True):
        mention.min = span
    lost: Counter[Feature] = Counter()
    assert [mention.min for mention in muc.prepare(document, lost).mentions] == [(1,), (), (5,)]
    assert lost == {Feature.MIN: 1}
    assert '<COREF ID="1" MIN="Holland">Mr. Holland</COREF>' in written(document)
    assert ">He</COREF>" in written(document).replace(' ID="2" TYPE="IDENT" REF="1"', "")


def test_4_1_what_is_left_of_a_discontinuous_mention_may_need_no_min() -> None:
    document = parsed(
        "the/DET/DT/2/det man/NOUN/NN/3/nsubj came/VERB/VBD/0/root who/PRON/WP/5/nsubj saw/VERB/VBD/2/acl:relcl"
    )
    document.add_mention("1", 0, 5, parts=((0, 2), (3, 5)))
    reduced, _ = project(muc.prepare(document, Counter()), muc.HOLDS)
    assert '<COREF ID="1">the man</COREF> came' in written(reduced)


def test_4_2_a_final_comma_belongs_to_the_phrase() -> None:
    document = one(
        '<COREF ID="1" MIN="Fred Frosty">Fred Frosty, <COREF ID="2" REF="1" MIN="king">the ice cream king of '
        "Tyson's Corner,</COREF></COREF> smiled"
    )
    assert entities(document) == {
        "1": ["Fred Frosty, the ice cream king of Tyson's Corner,", "the ice cream king of Tyson's Corner,"]
    }


def test_5_2_a_pronoun_bound_by_the_phrase_around_it() -> None:
    document = one(
        '<COREF ID="1" MIN="man">every man who knows <COREF ID="2" REF="1" TYPE="IDENT">his</COREF> own mind</COREF>'
    )
    assert entities(document) == {"1": ["every man who knows his own mind", "his"]}


def test_5_3_apposition() -> None:
    document = one(
        '<COREF ID="1" MIN="Julius Caesar">Julius Caesar, <COREF ID="2" REF="1" MIN="emperor" TYPE="IDENT"> the '
        "well-known emperor,</COREF></COREF>"
    )
    assert entities(document) == {"1": ["Julius Caesar, the well-known emperor,", "the well-known emperor,"]}
    assert minima(document) == ["Julius Caesar", "emperor"]


def test_5_3_apposition_after_other_modifiers() -> None:
    document = one(
        '<COREF ID="1" MIN="Peter Holland">Peter Holland, 45, <COREF ID="2" REF="1" TYPE="IDENT" MIN="manager"> deputy '
        "general manager,</COREF></COREF>"
    )
    assert minima(document) == ["Peter Holland", "manager"]
    assert document.entities[0].mentions == document.mentions


def test_5_4_predicate_nominals() -> None:
    document = one(
        '<COREF ID="1" MIN="Henry Higgins">Henry Higgins, who was formerly <COREF ID="2" MIN="director" REF="1" '
        'TYPE="IDENT">sales director for Sudsy Soaps,</COREF></COREF> became <COREF ID="3" MIN="president" REF="1" '
        'TYPE="IDENT">president of Dreamy Detergents</COREF>'
    )
    assert [mention.entity.id for mention in document.mentions] == ["1", "1", "1"]
    assert minima(document) == ["Henry Higgins", "director", "president"]


def test_7_ref_points_to_the_latest_earlier_mention_that_is_not_optional() -> None:
    document = one(
        '<COREF ID="1" STATUS="OPT" REF="9">A</COREF> <COREF ID="2" REF="9">B</COREF> <COREF ID="3" REF="9">C</COREF> '
        '<COREF ID="4" REF="9" STATUS="OPT">D</COREF> <COREF ID="9">E</COREF>'
    )
    text = written(document)
    assert '<COREF ID="1" STATUS="OPT">A' in text
    assert '<COREF ID="2" TYPE="IDENT" REF="1">B' in text  # nothing but an optional one comes before
    assert '<COREF ID="3" TYPE="IDENT" REF="2">C' in text
    assert '<COREF ID="9" TYPE="IDENT" REF="3">E' in text
    assert differences(one(text), document) == []


# --- what is found in the wild


@pytest.mark.parametrize(
    "tag",
    [
        '<COREF ID="2" TYPE="IDENT" REF="1">',
        "<coref id='2' type='IDENT' ref='1'>",
        "<Coref Id=2 Type=IDENT Ref=1>",
        '<COREF ID = "2 " TYPE ="IDENT" REF= " 1">',
        '<COREF\n  ID="2"REF="1"\tTYPE="IDENT" >',
        '<COREF REF=1" TYPE=IDENT ID="2 >',
    ],
)
def test_quoting(tag: str) -> None:
    document = one(f'<COREF ID="1">A</COREF> and {tag}it</COREF >')
    assert entities(document) == {"1": ["A", "it"]}
    assert document.mentions[1].id == "2"


def test_unknown_attributes_are_kept() -> None:
    document = one('<COREF ID="1" CONF="0.5" STATUS="MAYBE">A</COREF>')
    assert document.mentions[0].other == {"CONF": "0.5", "STATUS": "MAYBE"}
    assert differences(one(written(document)), document) == []


def test_entities_of_sgml() -> None:
    document = one(
        "A&amp;B &lt;i&gt; &quot;x&QUOT; &MD; &eacute; &#65;&#x42; &LR; &UR; AT&T &#99999999; "
        '<COREF ID="1">R&AMP;D</COREF>'
    )
    assert document.text == 'A&B <i> "x" — é AB &LR; &UR; AT&T &#99999999; R&D'
    text = written(document)
    assert "&LR; &UR; AT&T &#99999999; " in text
    assert one(text).text == document.text


def test_literal_angle_brackets_are_text() -> None:
    assert one("1 < 2 > 0, <3, a <b@c.d> e").text == "1 < 2 > 0, <3, a <b@c.d> e"


def test_comments_and_declarations_are_not_text() -> None:
    text = '<?xml version="1.0"?><!DOCTYPE DOC [<!ENTITY x "boom">]><DOC>a<!-- <COREF> -->b &x;</DOC>'
    assert one(text).text == "ab &x;"


def test_several_documents_and_their_ids() -> None:
    text = "<DOC><DOCID> nyt960214.0704 </DOCID>a</DOC>\n<doc id='X7'>b</doc>\n<DOC>c</DOC><DOC>d"
    assert [document.id for document in read(text, "folder/key.sgm")] == ["nyt960214.0704", "X7", "key-3", "key-4"]
    assert [document.text for document in read(text)] == [" nyt960214.0704 a", "b", "c", "d"]


def test_a_file_without_doc_is_one_document() -> None:
    (document,) = read('So <COREF ID="1">it</COREF> is.', "folder/key.sgm")
    assert (document.id, document.text) == ("key", "So it is.")


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_file_without_text_has_no_documents(text: str) -> None:
    assert read(text) == []


def test_an_empty_document() -> None:
    document = one("<DOC></DOC>")
    assert (document.text, len(document.tokens), document.mentions) == ("", 0, [])
    assert differences(one(written(document)), document) == []


def test_singletons_and_mentions_without_id() -> None:
    document = one('<COREF>A</COREF> <COREF ID="1">B</COREF> <COREF REF="1">C</COREF> <COREF ID="7">D</COREF>')
    assert entities(document) == {"2": ["A"], "1": ["B", "C"], "7": ["D"]}
    assert [mention.id for mention in document.mentions] == ["", "1", "", "7"]
    assert differences(one(written(document)), document) == []


def test_a_cycle_is_one_entity() -> None:
    document = one('<COREF ID="1" REF="2">A</COREF> <COREF ID="2" REF="1">B</COREF> <COREF ID="3" REF="3">C</COREF>')
    assert entities(document) == {"1": ["A", "B"], "3": ["C"]}


def test_two_mentions_of_one_span() -> None:
    """The model allows them, though MUC has one markup per string (1.1): the first one stands outside."""
    document = from_text("d", "the city mayor")
    document.add_mention("1", 0, 2, id="a")
    document.add_mention("2", 0, 2, id="b", optional=True)
    document.arrange()
    text = written(document)
    assert (
        '<COREF ID="a"><?corefer entity="1"?><COREF ID="b" STATUS="OPT"><?corefer entity="2"?>the city</COREF></COREF>'
    ) in text
    assert differences(one(text), project(document, muc.HOLDS)[0]) == []


def test_min_that_does_not_occur_is_kept() -> None:
    document = one('<COREF ID="1" MIN="Mac Lellan">MacLellan</COREF> <COREF ID="2" MIN="">B</COREF>')
    assert [mention.other for mention in document.mentions] == [{"MIN": "Mac Lellan"}, {"MIN": ""}]
    assert [minimum for _, minimum in muc.unlocated_min(document)] == ["Mac Lellan", ""]
    assert differences(one(written(document)), document) == []


def test_min_outside_nested_mentions_is_preferred() -> None:
    document = one('<COREF ID="1" MIN="man">the <COREF ID="2">old man\'s</COREF> young man</COREF>')
    assert document.mentions[0].min == (5,)


def test_min_cuts_a_token_where_it_must() -> None:
    document = one('<COREF ID="1" MIN="York">the NewYork\nTimes</COREF>')
    assert document.tokens.table.forms == ["the", "New", "York", "Times"]
    assert document.mentions[0].min == (2,)
    assert differences(one(written(document)), document) == []


def test_tags_within_a_word() -> None:
    document = one('<COREF ID="1">London</COREF>-based')
    assert document.tokens.table.forms[0] == "London"
    assert entities(document) == {"1": ["London"]}


def test_paragraphs_may_lack_their_end_tags() -> None:
    document = one("<TXT><p>a<s>b<s>c<p>d</TXT>")
    assert [(r.name, r.start, r.end) for r in document.regions] == [
        ("TXT", 0, 4), ("p", 0, 3), ("s", 1, 2), ("s", 2, 3), ("p", 3, 4),
    ]  # fmt: skip
    assert differences(one(written(document)), document) == []


def test_attributes_of_other_elements_survive() -> None:
    text = '<DOC id="7">\n<STORYID cat=f pri=u> A4479 </STORYID>\n<TEXT>\nSo.\n</TEXT>\n</DOC>\n'
    assert written(one(text)) == text


def test_an_article_comes_out_as_it_went_in() -> None:
    expected = ARTICLE.replace("&AMP;", "&").replace("&MD;", "—")
    expected = expected.replace("b\n<p>", "b\n</p><p>").replace("rose.\n</TXT>", "rose.\n</p></TXT>")
    assert written(one(ARTICLE)) == expected


def test_lines_of_the_file_are_known() -> None:
    first, second = read("<DOC>\n<TXT>a &amp;\nb</TXT></DOC>\n<DOC\nid=x><TXT>c\nd</TXT></DOC>")
    assert list(first.lines) == [2, 2, 3]
    assert list(second.lines) == [5, 6]


# --- what the writer adds


def test_a_document_of_another_format_is_packed() -> None:
    document = from_text("d 1", "It rose.\n")
    document.add_mention("it", 0, 1)
    assert written(document) == (
        '<?corefer packed="DOCNO TXT" ids="new"?>\n'
        '<DOC><DOCNO>d 1</DOCNO><TXT><COREF ID="it">It</COREF> rose.\n</TXT></DOC>\n'
    )


def test_packing_may_be_put_on_lines_of_its_own() -> None:
    document = one('<?corefer packed="DOCNO TXT"?>\n<DOC>\n<DOCNO> x </DOCNO>\n<TXT>So.</TXT></DOC>')
    assert (document.id, document.text, document.regions) == ("x", "So.", [])


def test_without_the_note_nothing_is_packing() -> None:
    document = one("<DOC><DOCNO>x</DOCNO><TXT>So.</TXT></DOC>")
    assert (document.id, document.text) == ("x", "xSo.")
    assert document.regions == [Region("DOCNO", 0, 1), Region("TXT", 1, 4)]


def test_regions_that_do_not_nest_stand_apart() -> None:
    document = from_text("d", "one two three")
    document.add_mention("1", 1, 2, id="1")
    document.regions = [Region("HL", 0, 5), Region("a b", 0, 3), Region("TXT", 0, 13), Region("DOC", 2, 2)]
    text = written(document)
    assert '<?corefer region="HL" start="0" end="5"?>\n' in text
    assert '<?corefer region="a b" start="0" end="3"?>\n' in text
    assert '<DOC><DOCNO>d</DOCNO><TXT>one <COREF ID="1">two</COREF> three</TXT></DOC>' in text
    assert differences(one(text), project(document, muc.HOLDS)[0]) == []


@pytest.mark.parametrize("id", ["", " x ", "\n", "<a&b>", "&amp;", "x"])
def test_any_document_id(id: str) -> None:
    document = from_text(id, "So.")
    assert one(written(document)).id == id


@pytest.mark.parametrize(
    "other",
    [
        {"TYPE": "IDENT"},
        {"ID": "7", "ref": "x", "a b": "<&>", "": ""},
        {"MIN": "So"},
        {"STATUS": "OPT"},
        {"x": "  ' \" \n"},
    ],
)
def test_any_other_attribute(other: dict[str, str]) -> None:
    document = from_text("d", "So it is.")
    document.add_mention("1", 0, 1, id="1", other=other)
    document.add_mention("1", 1, 2, id="2", min=(1,), optional=True, other=other)
    assert differences(one(written(document)), document) == []


@pytest.mark.parametrize("minimum", [(0,), (1,), (0, 2), (0, 1, 2), (2, 3)])
def test_any_min(minimum: tuple[int, ...]) -> None:
    document = from_text("d", "man man man woman", boundaries=[14])
    document.add_mention("1", 0, 5, min=minimum)
    reduced, _ = project(document, muc.HOLDS)
    assert differences(one(written(reduced)), reduced) == []


def test_crossing_mentions_are_refused() -> None:
    document = from_text("d", "a b c")
    document.add_mention("1", 0, 2)
    document.add_mention("2", 1, 3)
    with pytest.raises(FormatError, match="two mentions of d cross"):
        written(document)


# --- messages


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "code"),
    [
        ('So\n <COREF ID="1">it', 2, 2, 'COREF ID="1" is never closed', "S103"),
        ("<DOC>\na</COREF></DOC>", 2, 2, "</COREF> closes nothing", "S102"),
        ('<DOC><COREF ID="1">a</DOC>', 1, 6, 'COREF ID="1" is never closed', "S103"),
        ('<COREF ID="1">a</COREF>\n<COREF ID="1">b</COREF>', 2, 1, 'ID="1" is given twice, first in line 1', "S109"),
        ('a <COREF ID="1" REF="7">b</COREF>', 1, 3, 'REF="7" of COREF ID="1" names no COREF of this document', "S108"),
        ('<p>a <COREF ID="1">b</p></COREF>', 1, 21, '</p> comes before the </COREF> of COREF ID="1"', "S110"),
        ('<COREF ID="1"><TXT>b</COREF></TXT>', 1, 29, "</TXT> closes an element that began inside a COREF", "S110"),
        ('<COREF ID="1"> \n </COREF>', 1, 1, 'COREF ID="1" encloses no text', "S204"),
        ("<COREF/>", 1, 1, "a COREF without ID encloses no text", "S204"),
        ('a <COREF ID="1" <b>', 1, 3, "the tag is not closed", "S101"),
        ('<COREF ID="1" ID="2">a</COREF>', 1, 1, "the attribute ID is given twice", "S101"),
        ('<COREF ID="1" id="2">a</COREF>', 1, 1, "an attribute is given twice", "S101"),
        ("<COREF ID=1 MIN=Ford Motor>a</COREF>", 1, 1, "cannot read the attributes from `Motor`", "S101"),
        ("<COREF ID,--1>a</COREF>", 1, 1, "cannot read the attributes from `ID,--1`", "S101"),
        ('<DOC>a</DOC>\n\n  b <COREF ID="1">c</COREF>', 3, 3, "text outside every <DOC>", "F002"),
        ('<DOC>a</DOC><COREF ID="1">c</COREF>', 1, 13, "COREF outside every <DOC>", "S101"),
        ("a\n<!-- b", 2, 1, "`<!--` is never closed", "F001"),
        ("<!DOCTYPE DOC [", 1, 1, "`<!D` is never closed", "F001"),
        ('<?corefer region="x" start="a"?><DOC>a</DOC>', 1, 1, "a region needs a start and an end", "S101"),
        ('a <?corefer id="x"?>', 1, 3, "this note belongs to no mention", "S101"),
        ('<COREF ID="1"><?corefer min="0-9"?>a</COREF>', 1, 1, 'min="0-9" lies outside COREF ID="1"', "S107"),
        (
            '<COREF ID="1">a</COREF><COREF ID="2"><?corefer entity="1"?>b</COREF>',
            1,
            24,
            'two entities are called "1"',
            "S101",
        ),
        (
            '<COREF ID="1"><?corefer entity="x"?>a</COREF><COREF ID="2" REF="1"><?corefer entity="y"?>b</COREF>',
            1,
            46,
            'REF links COREF ID="2" to two entities',
            "S101",
        ),
    ],
)
def test_messages(text: str, line: int, column: int, message: str, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    error = caught.value
    assert (error.source, error.line, error.column) == ("given.sgm", line, column)
    assert (error.message, error.code) == (message, code)
    assert error.remedy


def test_every_problem_is_collected() -> None:
    problems: list[FormatError] = []
    text = (
        '<DOC>a</COREF> <COREF ID="1" REF="9">b</COREF>\n<COREF ID="1">c</COREF> <COREF ID="2" REF="3"> </COREF>'
        '<COREF ID="4" REF="2">d</COREF> <COREF ID="3">e</DOC> x <DOC>f</DOC>'
    )
    first, second = muc.read(Source("given.sgm", data=text.encode(), problems=problems))
    assert sorted(problem.code for problem in problems) == ["F002", "S102", "S103", "S108", "S109", "S204"]
    assert [first.mention_text(mention) for mention in first.mentions] == ["b", "c", "d"]
    assert second.text == "f"


def test_wrong_encoding() -> None:
    with pytest.raises(FormatError, match="try --encoding latin-1"):
        list(muc.read(Source("given.sgm", data='<COREF ID="1">caf\xe9</COREF>'.encode("latin-1"))))


# --- sniffing


@pytest.mark.parametrize(
    "head",
    [
        ARTICLE,
        'So <coref id="1">it</coref> is.',
        "<DOC>\n<DOCID> nyt </DOCID>\n<TEXT>",
        '<?corefer packed="DOCNO TXT"?>\n<DOC><DOCNO>d</DOCNO><TXT>So.',
    ],
)
def test_sniffing_knows_its_own(head: str) -> None:
    assert muc.sniff(head, "x")


@pytest.mark.parametrize(
    "head",
    [
        "",
        "So it is.",
        '{"text": "<COREF ID=\\"1\\">"}',
        '# text = <COREF ID="1">',
        '<DOC DOCNO="bn/abc/00"><TEXT PARTNO="000"><COREF ID="1" TYPE="IDENT">',
        '<?xml version="1.0"?>\n<TEXT ID="1"><TITLE>',
        "<document><sentence/></document>",
    ],
)
def test_sniffing_leaves_others_alone(head: str) -> None:
    assert not muc.sniff(head, "x.sgm")


# --- round trips


@settings(max_examples=50, deadline=None)
@given(corpora(ALL, max_size=2))
def test_random_documents_survive(documents: list[Document]) -> None:
    reduced = [project(document, muc.HOLDS)[0] for document in documents]
    again = through(muc.FORMAT, reduced)
    assert [differences(*pair) for pair in zip(reduced, again, strict=True)] == [[]] * len(reduced)


@settings(max_examples=80, deadline=None)
@given(corpora(muc.HOLDS))
def test_random_documents_of_what_muc_holds_survive(documents: list[Document]) -> None:
    reduced = [project(document, muc.HOLDS)[0] for document in documents]
    again = through(muc.FORMAT, reduced)
    assert [differences(*pair) for pair in zip(reduced, again, strict=True)] == [[]] * len(reduced)


FRAGMENTS = (
    '<COREF ID="1">', "<COREF ID=2 REF=1>", '<COREF ID="3" MIN="b" STATUS=OPT>', '<COREF ID=4 REF="3">', "</COREF>",
    "<DOC>", "</DOC>", "<p>", "</p>", "<s>", "<TXT>", "</TXT>", "<DOCNO>", "</DOCNO>", "<br/>", '<COREF id="9"/>',
    "<COREF", "<", ">", "a", "b c", " ", "\n", "@ x\n", "&", "&amp;", '"', "'", "<!-- x -->", "<!--",
    '<?corefer packed="DOCNO TXT" ids="new"?>', '<?corefer id="x"?>', '<?corefer min="0-1"?>',
    '<?corefer entity="1"?>', '<?corefer region="x" start="1" end="2"?>',
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join) | st.text())
def test_any_text_gives_documents_or_one_error(text: str) -> None:
    """And what was read can be written and says the same again."""
    try:
        documents = read(text)
    except FormatError as error:
        assert error.line and error.column and error.remedy
        return
    once = written(*documents)
    again = read(once)
    assert [differences(*pair) for pair in zip(documents, again, strict=True)] == [[]] * len(documents)
    assert written(*again) == once


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join))
def test_collecting_problems_never_raises(text: str) -> None:
    problems: list[FormatError] = []
    try:
        list(muc.read(Source("given.sgm", data=text.encode(), problems=problems)))
    except FormatError as error:
        assert error.code == "F001"


@settings(max_examples=100, deadline=None)
@given(st.binary())
def test_any_bytes_give_documents_or_one_error(data: bytes) -> None:
    try:
        list(muc.read(Source("given.sgm", data=data)))
    except FormatError as error:
        assert str(error).startswith("given.sgm:")


# --- corpora


def survives(path: Path) -> None:
    """Round trip of the documents of a CorefUD file, with the MINs that the head rules give."""
    for document in corefud.read(Source(path)):
        reduced, _ = project(muc.prepare(document, Counter()), muc.HOLDS)
        assert differences(one(written(reduced)), reduced) == []


@pytest.mark.parametrize("name", ["gum/dev/GUM_news_iodine", "ontogum/dev/GUM_bio_byron"])
def test_a_document_of_gum(shared: Path, name: str) -> None:
    survives(shared / "data" / f"{name}.conllu")


@pytest.mark.corpora
def test_all_of_gum_and_ontogum(shared: Path) -> None:
    for path in sorted((shared / "data").glob("*gum/*/*.conllu")):
        survives(path)
