"""GREC: the two dialects, white space, empty and missing references, choosing, messages, round trips."""

from __future__ import annotations

import difflib
import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Document, Expression, Feature, FormatError, differences, from_text, project
from corefer.formats import grec
from corefer.formats.base import Format, Source, Target
from corefer.formats.grec_findings import grec_findings
from corefer.formats.grec_xml import EMBEDDED
from strategies import assert_round_trip, documents, through

SAMPLES = Path(__file__).parent.parent / "seeds"
REG08 = (SAMPLES / "reg08.xml").read_text(encoding="utf-8")
NEG = (SAMPLES / "neg.xml").read_text(encoding="utf-8")


def read(xml: str | bytes, name: str = "given.xml", encoding: str = "utf-8") -> Document:
    data = xml.encode() if isinstance(xml, str) else xml
    (document,) = grec.read(Source(name, encoding, data))
    return document


def write(documents: Document | Iterable[Document], form: Format = grec.FORMAT) -> str:
    assert form.write is not None
    several = [documents] if isinstance(documents, Document) else documents
    buffer = io.BytesIO()
    form.write([project(document, form.holds)[0] for document in several], Target(None, stdout=buffer))
    return buffer.getvalue().decode()


def without_source(document: Document) -> Document:
    document.layout.clear()
    return document


def paragraph(content: str) -> str:
    """The text read from a paragraph of this content."""
    document = read(f"<TEXT><PARAGRAPH>{content}</PARAGRAPH></TEXT>")
    return document.text


def ref(text: str, type: str = "name") -> str:
    return f'<REF><REFEX REG08-TYPE="{type}">{text}</REFEX></REF>'


def words(document: Document) -> list[str]:
    return [document.mention_text(mention) for mention in document.mentions]


def error(xml: str | bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read(xml)
    return str(caught.value)


def changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line.startswith(("-", "+"))]


# --- REG08


def test_a_reg08_text_reads_as_its_reader_sees_it() -> None:
    document = read(REG08)
    assert document.id == "36"
    assert document.meta == {"title": "Ada Finch"}
    assert document.text == (
        "Ada Finch\n\nAda Finch (born 1820) was a botanist & painter, and taught. \n\nHer house stands."
    )
    named = [(region.name, document.text[region.start : region.end]) for region in document.regions]
    assert named == [
        ("TITLE", "Ada Finch"),
        ("PARAGRAPH", "Ada Finch (born 1820) was a botanist & painter, and taught. "),
        ("PARAGRAPH", "Her house stands."),
    ]
    assert words(document) == ["Ada Finch", "", "Her"]
    assert [entity.id for entity in document.entities] == ["main"]


def test_a_reference_keeps_what_its_elements_say() -> None:
    first, second, _ = read(REG08).mentions
    assert (first.id, first.type) == ("36.1", "person")
    assert first.other == {
        "syncat": "np-subj",
        "reg08-type": "name",
        "emphatic": "no",
        "head": "nominal",
        "case": "plain",
    }
    assert second.other == {"syncat": "np-subj", "reg08-type": "empty"}
    assert [expression.text for expression in first.alternatives] == ["Ada Finch", "_", "she"]
    assert first.alternatives[2].attributes == (
        ("reg08-type", "pronoun"),
        ("emphatic", "no"),
        ("head", "pronoun"),
        ("case", "nominative"),
    )


def test_an_empty_reference_is_an_empty_node_that_takes_no_room() -> None:
    document = read(REG08)
    token = document.tokens[document.mentions[1].start]
    assert token.is_empty
    assert token.id == "13.1"
    assert document.text[: token.start].endswith(" and ")
    assert document.text[token.end :].startswith("taught")
    assert grec.selected(document, document.mentions[1]) == Expression("_", (("reg08-type", "empty"),))


def test_a_reference_without_selection_is_not_an_empty_one() -> None:
    selection = '<REFEX REG08-TYPE="empty">_</REFEX>\n<ALT-REFEX>'
    xml = REG08.replace(selection, "<ALT-REFEX>")
    document = read(xml)
    mention = document.mentions[1]
    assert document.text == read(REG08).text
    assert mention.other == {"syncat": "np-subj", "selected": "no"}
    assert grec.selected(document, mention) is None
    assert write(document) == xml
    assert write(without_source(read(xml))) == xml


def test_the_layout_of_the_published_files_is_also_written_from_scratch() -> None:
    assert write(read(REG08)) == REG08
    assert write(without_source(read(REG08))) == REG08


def test_the_bytes_of_a_file_come_back() -> None:
    odd = "\ufeff" + REG08.replace('SEMCAT="person" SYNCAT', "SYNCAT  =  'x>y'\n SEMCAT='person' A").replace(
        "\n", "\r\n"
    )
    assert write(read(odd)) == odd


def test_the_file_name_is_the_id_where_the_text_has_none() -> None:
    assert read("<TEXT><TITLE>T</TITLE></TEXT>", "folder/Abidjan.xml").id == "Abidjan"


def test_further_attributes_are_kept() -> None:
    xml = REG08.replace('ID="36.1"', 'ID="36.1" PREDICTION="a&quot;b" xTag="1"').replace("<REFEX", '<REFEX TAG="t"', 1)
    document = read(xml)
    other = document.mentions[0].other
    assert other is not None
    assert {key: other[key] for key in other if "." in key} == {
        "ref.prediction": 'a"b',
        "ref.~xTag": "1",
        "refex.tag": "t",
    }
    assert read(write(without_source(document))) == document


# --- white space


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("\n" + ref("He") + "\n was\n", "He was"),
        ("\n" + ref("He") + "\n, who\n", "He, who"),
        ("\n" + ref("He") + "\n(born 1820)", "He (born 1820)"),
        ("east of it.\n" + ref("He") + "\n was", "east of it. He was"),
        ("a (\n" + ref("Ada") + "\n)", "a (Ada)"),
        ("two  spaces \n" + ref("he") + "\n\tand\nlines", "two  spaces he\tand\nlines"),
        ("\n  " + ref("He") + "\n  was\n  ", "He  was"),
        (ref("He") + "'s " + ref("it"), "He's it"),
        ("sister of" + ref("Moses") + "and", "sister of Moses and"),
        ("\n" + ref("Bobby") + "\n" + ref("who") + "\n ran", "Bobby who ran"),
        ("rose, \n" + ref("_", "empty") + "\n fell", "rose, fell"),
        ("\n" + ref("_", "empty") + "\n fell", "fell"),
        ("rose \n" + ref("_", "empty") + "\n \n" + ref("he") + "\n fell", "rose he fell"),
        ("rose \n" + ref("_", "name") + "\n fell", "rose _ fell"),
        ("rose \n<REF><REFEX/></REF>\n fell", "rose fell"),
    ],
)
def test_line_ends_around_references_are_layout(content: str, text: str) -> None:
    assert paragraph(content) == text


def test_preserved_space_is_text() -> None:
    xml = f'<TEXT><PARAGRAPH xml:space="preserve">\n a {ref("_", "empty")} b\n</PARAGRAPH></TEXT>'
    document = read(xml)
    assert document.text == "\n a  b\n"
    assert read(write(without_source(document))) == document


def test_markup_is_undone_once() -> None:
    assert paragraph("R&amp;D &#x41; <![CDATA[<b>]]><!-- no --> ]]&gt;") == "R&D A <b> ]]>"


# --- GREC-NEG


def test_a_neg_text_has_entities_and_embedded_references() -> None:
    document = read(NEG)
    assert (
        document.text == "Ada Finch\n\nAda Finch was a botanist, and taught her sister Mary. They lived with friends."
    )
    assert [(word, mention.entity.id) for word, mention in zip(words(document), document.mentions, strict=True)] == [
        ("Ada Finch", "0"),
        ("", "0"),
        ("her sister", "1"),
        ("her", "0"),
        ("Mary", "1"),
        ("They", "0,1"),
        ("friends", "2,3"),
    ]
    sister = document.mentions[2]
    assert sister.other == {
        "mention": "1",
        "syncat": "np",
        "synfunc": "obj",
        "reg08-type": "common",
        "case": "plain",
    }


def test_the_list_of_a_neg_text_is_dealt_out_by_entity() -> None:
    document = read(NEG)
    assert [e.text for e in document.mentions[0].alternatives] == ["_", "Ada Finch", "her"]
    assert document.mentions[3].alternatives is document.mentions[0].alternatives
    assert grec.unmentioned(document) == {
        "9": (Expression("John Gould", (("entity", "9"), ("reg08-type", "name"), ("case", "plain"))),)
    }


def test_expressions_with_embedded_references_keep_their_markup() -> None:
    sister, pupil = read(NEG).mentions[2].alternatives
    assert sister.text == '<REF ENTITY="0" MENTION="?" SEMCAT="person" SYNCAT="np" SYNFUNC="subj-det"/>sister'
    assert dict(sister.attributes)[EMBEDDED] == "0"
    assert dict(pupil.attributes)[EMBEDDED] == "9"


def test_plural_entities_split_into_those_that_are_mentioned() -> None:
    document = read(NEG)
    (split,) = document.splits
    assert document.mention_text(split.anaphor) == "They"
    assert [entity.id for entity in split.antecedents] == ["0", "1"]


@pytest.mark.parametrize("form", [grec.FORMAT, grec.NEG])
@pytest.mark.parametrize("xml", [REG08, NEG])
def test_either_text_can_be_written_in_either_dialect(form: Format, xml: str) -> None:
    document = read(xml)
    written = write(document, form)
    assert read(written) == document
    assert form.sniff(written, "")
    assert (written == xml) == form.sniff(xml, "")


def test_a_neg_text_is_written_from_scratch_as_it_was() -> None:
    written = write(without_source(read(NEG)), grec.NEG)
    assert changed_lines(NEG, written) == ["+  "]  # a space that is understood between her sister and Mary


# --- choosing


def test_choosing_changes_that_expression_alone() -> None:
    document = read(REG08)
    first, second, _ = document.mentions
    she = first.alternatives[2]
    chosen = grec.select(document, {first: she, second: she})
    assert "\n\nshe (born 1820) was a botanist & painter, and she taught." in chosen.text
    assert [grec.selected(chosen, mention) for mention in chosen.mentions[:2]] == [she, she]
    assert changed_lines(REG08, write(chosen)) == [
        '- <REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="plain">Ada Finch</REFEX>',
        '+ <REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="nominative">she</REFEX>',
        '- <REFEX REG08-TYPE="empty">_</REFEX>',
        '+ <REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="nominative">she</REFEX>',
    ]


@pytest.mark.parametrize("xml", [REG08, f"\ufeff{REG08}", REG08.replace("\n", "\r\n"), NEG])
def test_taking_selections_out_and_putting_them_back_restores_the_text(xml: str) -> None:
    document = read(xml)
    outer = [i for i, word in enumerate(words(document)) if word not in ("her", "her sister")]
    emptied = grec.select(document, {document.mentions[i]: None for i in outer})
    first = emptied.mentions[0]
    assert grec.selected(emptied, first) is None
    assert emptied.mention_text(first) == ""
    back = {emptied.mentions[i]: grec.selected(document, document.mentions[i]) for i in outer}
    restored = grec.select(emptied, back)
    assert restored == document
    assert write(restored).startswith("\ufeff") == xml.startswith("\ufeff")


def test_putting_a_selection_back_restores_the_bytes() -> None:
    document = read(REG08)
    emptied = grec.select(document, dict.fromkeys(document.mentions))
    selections = [grec.selected(document, mention) for mention in document.mentions]
    assert write(grec.select(emptied, dict(zip(emptied.mentions, selections, strict=True)))) == REG08


def test_references_without_any_content_can_be_filled() -> None:
    document = read('<TEXT><PARAGRAPH>\n<REF ID="1"/>\n ran, <REF ID="2"></REF> fell</PARAGRAPH></TEXT>')
    she = Expression("R&D", (("reg08-type", "name"),))
    chosen = grec.select(document, dict.fromkeys(document.mentions, she))
    assert chosen.text == "R&D ran, R&D fell"
    assert '<REF ID="1">\n<REFEX REG08-TYPE="name">R&amp;D</REFEX>\n</REF>' in chosen.layout["grec"]


def test_an_expression_that_embeds_a_reference_can_be_chosen() -> None:
    document = read(NEG)
    mary = document.mentions[4]
    chosen = grec.select(document, {mary: mary.alternatives[1]})
    assert "her sister Mary, the pupil of. They" in chosen.text
    assert [mention.entity.id for mention in chosen.mentions].count("9") == 1


def test_a_reference_and_one_within_it_cannot_both_be_chosen_for() -> None:
    document = read(NEG)
    outer, inner = document.mentions[2:4]
    with pytest.raises(ValueError, match="cannot both be chosen"):
        grec.select(document, {outer: None, inner: None})


def test_choosing_needs_no_file() -> None:
    document = without_source(read(REG08))
    chosen = grec.select(document, {document.mentions[2]: None})
    assert chosen.text.endswith("\n\nhouse stands.")


# --- documents from elsewhere


def foreign() -> Document:
    builder = Builder("wsj/1")
    builder.add_sentence(["Ada", "met", "her", "sister", "."], gaps=[" ", " ", " ", "", " "])
    builder.add_sentence(["She", "smiled", "."], gaps=[" ", "", "\n"])
    document = builder.build()
    document.meta = {"genre": "news"}
    document.add_mention("e1", 0, 1, type="person", other={"centering": "cf1"})
    document.add_mention("e2", 2, 4)
    document.add_mention("e1", 2, 3)
    document.add_mention("e2", 5, 6)
    document.arrange()
    return document


def test_a_document_from_elsewhere_is_one_paragraph_with_a_note() -> None:
    written = write(foreign())
    assert '<PARAGRAPH>\n<REF ENTITY="e1" SEMCAT="person">\n<REFEX>Ada</REFEX>' in written
    assert "<ALT-REFEX>\n<REFEX>her sister</REFEX>\n</ALT-REFEX>" in written
    assert '<?corefer {"meta": {"genre": "news"}, "regions": []' in written
    assert_round_trip(grec.FORMAT, [foreign()])
    assert_round_trip(grec.NEG, [foreign()])


def test_white_space_that_would_be_taken_for_layout_is_preserved() -> None:
    document = from_text("d", " he runs", [1, 3])
    document.add_mention("main", 0, 1)
    assert '<PARAGRAPH xml:space="preserve"> <REF>' in write(document)
    assert_round_trip(grec.FORMAT, [document])


def test_what_xml_cannot_hold_is_escaped() -> None:
    document = from_text("a\x00", "bell \x07 \\u000007 \ufffe\r\n", [5, 6])
    document.add_mention("main", 1, 2, type="\x0b")
    assert "<?corefer-escapes?>" in write(document)
    assert_round_trip(grec.FORMAT, [document])


def test_the_underscore_as_a_word_is_no_empty_reference() -> None:
    document = from_text("d", "an _ here", [3, 4])
    document.add_mention("main", 1, 2, other={"reg08-type": "empty"})
    assert_round_trip(grec.FORMAT, [document])


def test_empty_documents_survive() -> None:
    assert_round_trip(grec.FORMAT, [from_text("", "")])
    assert_round_trip(grec.NEG, [from_text("x", " ")])


def test_one_file_holds_one_document() -> None:
    with pytest.raises(FormatError, match="one text a file"):
        write([read(REG08), read(REG08)])
    with pytest.raises(FormatError, match="no document to write"):
        write([])


@pytest.mark.parametrize("form", [grec.FORMAT, grec.NEG])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_random_documents_come_back(form: Format, data: st.DataObject) -> None:
    assert_round_trip(form, [data.draw(documents(Feature))])
    assert_round_trip(form, [data.draw(documents(form.holds))])


@settings(max_examples=50, deadline=None)
@given(documents(grec.HOLDS))
def test_what_was_written_is_written_again(document: Document) -> None:
    held, _ = project(document, grec.HOLDS)
    (once,) = through(grec.FORMAT, [held])
    assert write(once) == write(held)


# --- sniffing


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (REG08, (True, False)),
        (NEG, (False, True)),
        ("<!-- ours -->\n<TEXT ID='1'>\n<TITLE>A</TITLE>", (True, False)),
        ('<!DOCTYPE TEXT SYSTEM "reg08-grec.dtd" [<!ENTITY a "b">]>\n<TEXT ID="1">', (True, False)),
        ("<TEXT>\n<p>MUC has these, too</p>", (False, False)),
        ("<DOC><TEXT><TITLE>A</TITLE>", (False, False)),
        ("GREC uses <GREC-ITEM> and <TEXT><TITLE>", (False, False)),
        ("<?a?>" * 1600, (False, False)),
        ("", (False, False)),
    ],
)
def test_sniffing_looks_at_the_outermost_element(head: str, found: tuple[bool, bool]) -> None:
    assert (grec.sniff(head, "x.xml"), grec.sniff_neg(head, "x.xml")) == found


# --- messages


@pytest.mark.parametrize(
    ("xml", "place", "message"),
    [
        ("", "1:1", "this is not well-formed XML: no element found (repair the markup at this place)"),
        (
            "<TEXT>\n<TITLE>A</TEXT>",
            "2:11",
            "this is not well-formed XML: mismatched tag (repair the markup at this place)",
        ),
        ("<doc/>", "1:1", "<doc> cannot stand as the outermost element (GREC has <GREC-ITEM>, <TEXT> there)"),
        ("<GREC-ITEM/>", "1:1", "there is no <TEXT> here (a GREC file holds one text)"),
        (
            "<GREC-ITEM><TEXT/>\n<TEXT/></GREC-ITEM>",
            "2:1",
            "here begins a second <TEXT> (split the file: one text each)",
        ),
        (
            "<TEXT><PARAGRAPH/>\n <TITLE/></TEXT>",
            "2:2",
            "<TITLE> does not come first (put one <TITLE> before the paragraphs)",
        ),
        (
            "<TEXT>\n<PARAGRAPH><b/></PARAGRAPH></TEXT>",
            "2:12",
            "<b> cannot stand in <PARAGRAPH> (GREC has <REF> there)",
        ),
        (
            "<TEXT><PARAGRAPH>\n<REF>\n he\n</REF></PARAGRAPH></TEXT>",
            "3:2",
            "text cannot stand directly in <REF> (move it into a <PARAGRAPH> or <REFEX>)",
        ),
        (
            "<TEXT><PARAGRAPH><REF><REFEX/>\n<REFEX/></REF></PARAGRAPH></TEXT>",
            "2:1",
            "the reference has two selected expressions (keep one <REFEX> before <ALT-REFEX>)",
        ),
        (
            '<GREC-ITEM><TEXT><PARAGRAPH>\n<REF ENTITY=""/></PARAGRAPH></TEXT></GREC-ITEM>',
            "2:1",
            "the reference's ENTITY is empty (name the entity, or leave ENTITY out)",
        ),
        (
            "<TEXT><PARAGRAPH><REF><ALT-REFEX/>\n<ALT-REFEX/></REF></PARAGRAPH></TEXT>",
            "2:1",
            "the reference has two lists of alternatives (join them into one <ALT-REFEX>)",
        ),
        (
            '<!DOCTYPE TEXT [\n<!ENTITY a "b">]><TEXT/>',
            "2:12",
            "the file declares the entity a (write the character itself; entities are not read)",
        ),
        (
            '<!DOCTYPE TEXT SYSTEM "d">\n<TEXT><TITLE>&eacute;</TITLE></TEXT>',
            "2:14",
            "the entity &eacute; is not defined here (write the character itself)",
        ),
        (
            '<!DOCTYPE TEXT SYSTEM "d">\n<TEXT ID="&eacute;"/>',
            "2:1",
            "the entity &eacute; is not defined here (write the character itself)",
        ),
        (
            b"<TEXT><TITLE>\n\xe9</TITLE></TEXT>",
            "2:1",
            "byte 0xe9 is not utf-8; the file looks like latin-1 (try --encoding latin-1)",
        ),
        (
            "<TEXT>\n<?corefer [1]?></TEXT>",
            "2:1",
            "the instruction <?corefer …?> is not a JSON object (remove or repair it)",
        ),
        (
            '<TEXT>\n<?corefer {"regions": [["HL", 0, 9]]}?></TEXT>',
            "2:1",
            "the instruction <?corefer …?> does not fit the text (remove it, or restore the text it was written with)",
        ),
    ],
)
def test_errors_name_the_place_and_the_remedy(xml: str | bytes, place: str, message: str) -> None:
    assert error(xml) == f"given.xml:{place}: {message}"


def test_nesting_has_an_end() -> None:
    assert "nested more than 200 deep" in error("<TEXT><PARAGRAPH>" + "<REF><REFEX>" * 150)


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-16"])
def test_the_encoding_that_the_file_declares_is_used(encoding: str) -> None:
    xml = f'<?xml version="1.0" encoding="{encoding}"?><TEXT><TITLE>Évian</TITLE></TEXT>'
    document = read(xml.encode(encoding))
    assert document.text == "Évian"
    assert read(write(document)) == document


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_documents_or_one_error(data: bytes) -> None:
    with pytest.raises(FormatError):
        read(data)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_fully_or_refused(data: st.DataObject) -> None:
    damaged = bytearray(data.draw(st.sampled_from((REG08, NEG))).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 40)))
        insert = st.binary(max_size=3) | st.sampled_from((b"<REF>", b"</REF>", b"<REFEX/>", b"&x;", b"<!--", b"<REF/>"))
        damaged[start:end] = data.draw(insert)
    try:
        document = read(bytes(damaged))
    except FormatError:
        return
    assert differences(project(document, grec.HOLDS)[0], document) == []
    for form in (grec.FORMAT, grec.NEG):
        assert read(write(document, form)) == document


# --- findings


def codes(xml: str) -> list[tuple[str, str]]:
    return [(code, severity) for code, severity, *_ in grec_findings(read(xml))]


def test_a_sound_text_has_no_findings() -> None:
    assert codes(REG08) == []
    assert codes(NEG) == [("G10", "error")]  # Mary alone


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Ada Finch</TITLE>", "F%C3%A1brega</TITLE>", ("G02", "info")),
        ("Ada Finch</TITLE>", "</TITLE>", ("G01", "error")),
        ('ID="36.2"', 'ID="36.1"', ("G04", "error")),
        ('ID="36.2" ', "", ("G05", "warning")),
        ('SEMCAT="person"', 'SEMCAT="planet"', ("G07", "error")),
        ('SEMCAT="person" ', "", ("G06", "error")),
        ('SYNCAT="np-subj"', 'SYNCAT="subj"', ("G07", "error")),
        (' SYNCAT="np-subj"', "", ("G06", "error")),
        ('REG08-TYPE="name"', 'REG08-TYPE="noun"', ("G07", "error")),
        ('REG08-TYPE="name" ', "", ("G06", "error")),
        ('HEAD="nominal"', 'HEAD="noun"', ("G07", "error")),
        ('CASE="plain"', 'CASE="dative"', ("G07", "error")),
        ('CASE="plain"', 'CASE="nominative"', ("G16", "warning")),
        ('EMPHATIC="no"', 'EMPHATIC="maybe"', ("G07", "error")),
        ('EMPHATIC="no"', 'EMPHATIC="yes"', ("G11", "error")),
        ('REG08-TYPE="empty">_', 'REG08-TYPE="empty" HEAD="nominal">_', ("G12", "error")),
        ('REG08-TYPE="empty">_', 'REG08-TYPE="empty">it', ("G13", "error")),
        ('REG08-TYPE="empty">_', 'REG08-TYPE="pronoun">_', ("G14", "error")),
        (">Ada Finch</REFEX>", ">Ada</REFEX>", ("G10", "error")),
        (">Her</REFEX>\n<ALT", ">Hers</REFEX>\n<ALT", ("G10", "error")),
        (">her</REFEX>", ">her </REFEX>", ("G15", "info")),
        ('CASE="genitive">Her</REFEX>\n', 'CASE="genitive">HER</REFEX>\n', None),
    ],
)
def test_findings_name_what_is_wrong(old: str, new: str, found: tuple[str, str] | None) -> None:
    reported = codes(REG08.replace(old, new, 1))
    assert found in reported if found else reported == []


def test_findings_on_lists_and_selections() -> None:
    bare = REG08.replace("<ALT-REFEX>", "<!--", 1).replace("</ALT-REFEX>", "-->", 1)
    assert codes(bare) == [("G08", "error")]
    half = REG08.replace('<REFEX REG08-TYPE="empty">_</REFEX>\n<ALT', "<ALT")
    assert codes(half) == [("G09", "error")]
    assert ("G03", "info") in codes("<TEXT><TITLE>T</TITLE></TEXT>")
    ((_, _, _, message, remedy),) = grec_findings(read(half))
    assert message == "the reference 36.2 has no selected expression, others have"
    assert remedy == "select one, for every reference or for none"


# --- the corpus


def files(shared: Path, step: int) -> list[Path]:
    return sorted((shared / "data" / "grec").glob("*.xml"))[::step]


def assert_stable(file: Path) -> None:
    xml = file.read_bytes()
    document = read(xml, str(file))
    assert write(document).encode() == xml
    assert read(write(without_source(document))) == document
    assert {severity for _, severity, *_ in grec_findings(document)} <= {"info"}


def test_texts_of_the_corpus_come_back_byte_for_byte(shared: Path) -> None:
    for file in files(shared, 10):
        assert_stable(file)


@pytest.mark.corpora
def test_the_whole_corpus_comes_back_byte_for_byte(shared: Path) -> None:
    for file in files(shared, 1):
        assert_stable(file)


def test_choosing_in_the_corpus_changes_one_line(shared: Path) -> None:
    for file in files(shared, 50):
        xml = file.read_text(encoding="utf-8")
        document = read(xml)
        for mention in document.mentions[:3]:
            current = grec.selected(document, mention)
            other = next(expression for expression in mention.alternatives if expression != current)
            chosen = grec.select(document, {mention: other})
            lines = changed_lines(xml, write(chosen))
            assert [line[:8] for line in lines] == ["- <REFEX", "+ <REFEX"]
            restored = grec.select(chosen, {chosen.mentions[document.mentions.index(mention)]: current})
            assert write(restored) == xml
            assert restored == document
