"""The checks of the MUC-6 task definition's rules, on the definition's own examples (sections 1 to 5)."""

from __future__ import annotations

from collections import Counter

import pytest

from corefer.document import Document, Region, from_text
from corefer.formats import muc_rules
from corefer.formats.base import Source
from corefer.formats.muc import read
from muc_parsed import parsed

REL = {"who": "PronType=Rel", "which": "PronType=Rel", "whose": "PronType=Rel"}


def codes(document: Document) -> list[str]:
    return sorted(finding[0] for finding in muc_rules.muc_findings(document))


def muc(text: str) -> Document:
    (document,) = read(Source("given.sgm", data=text.encode()))
    return document


def test_every_finding_is_documented_and_complete() -> None:
    document = parsed("[1 boys/NOUN/NNS/4/nsubj and/CCONJ/CC/3/cc girls/NOUN/NNS/1/conj ] run/VERB/VBP/0/root")
    ((code, severity, mention, message, remedy),) = muc_rules.muc_findings(document)
    assert (code, severity, mention) == ("MUC09", "error", document.mentions[0])
    assert message == "“boys and girls” has two heads"
    assert remedy == "mark the conjuncts, each by itself"
    assert all(code.startswith("MUC") and text.endswith(").") for code, text in muc_rules.CODES.items())


# --- 1 and 2: the text alone


def test_1_4_min_that_does_not_occur_inside() -> None:
    document = muc('<TXT><COREF ID="1" MIN="Haden">Mac Lellan</COREF></TXT>')
    ((code, _, _, message, _),) = muc_rules.muc_findings(document)
    assert code == "MUC01"
    assert message == "MIN “Haden” does not occur in “Mac Lellan”"


ARTICLE = """<DOC>
<DOCNO><COREF ID="1">891102-0189.</COREF></DOCNO>
<DD>= <COREF ID="2">891102</COREF></DD>
<HL>@ <COREF ID="3">Ford</COREF></HL>
<DD><COREF ID="4">11/02/89</COREF></DD>
<SO><COREF ID="5">WALL STREET JOURNAL</COREF></SO>
<DATELINE><COREF ID="6">DETROIT</COREF></DATELINE>
<TXT>
<COREF ID="7">Ford</COREF> rose.
@ <COREF ID="8">Ford</COREF> 17
</TXT>
</DOC>
"""


def test_2_parts_of_an_article() -> None:
    """TXT, HL, DATELINE and the second DD are annotated, but not @ lines in TXT; in HL they are."""
    document = muc(ARTICLE)
    found = {(finding[0], finding[2].id) for finding in muc_rules.muc_findings(document)}
    assert found == {("MUC02", "1"), ("MUC02", "2"), ("MUC02", "5"), ("MUC03", "8")}
    assert [(r.name, document.text[r.start : r.end]) for r in muc_rules.annotated_regions(document)][:2] == [
        ("HL", "@ Ford"),
        ("DD", "11/02/89"),
    ]


def test_2_a_single_dd_is_annotated() -> None:
    document = muc('<DD><COREF ID="1">11/02/89</COREF></DD><TXT>So <COREF ID="2" REF="1">then</COREF>.</TXT>')
    assert codes(document) == []


def test_2_a_text_without_parts_is_annotated_throughout() -> None:
    document = from_text("d", "it rose\n@ it 17\n")
    document.add_mention("1", 0, 1)
    document.add_mention("1", 3, 4)
    assert muc_rules.annotated_regions(document) == [Region("TXT", 0, 16)]
    assert codes(document) == ["MUC03"]


def test_a_text_without_a_parse_is_held_to_no_rule_of_grammar() -> None:
    assert codes(muc('<COREF ID="1">The boys and girls</COREF> enjoy <COREF ID="2" REF="1">their</COREF> food')) == []


# --- 3: what is markable, and 5: what is linked


CASES = {
    "3.1 a clause": (
        ["MUC04"],
        "and/CCONJ/CC/7/cc [1 it/PRON/PRP/7/nsubj 's/AUX/VBZ/7/cop not/PART/RB/7/advmod to/ADP/IN/7/case "
        "the/DET/DT/7/det benefit/NOUN/NN/0/root ] ,/PUNCT/,/10/punct [1 that/PRON/DT/10/nsubj ] "
        "'s/AUX/VBZ/7/parataxis for/ADP/IN/12/case sure/ADJ/JJ/10/obl",
    ),
    "3.1 a finite clause": (["MUC04"], "[1 Bill/PROPN/NNP/2/nsubj called/VERB/VBD/0/root John/PROPN/NNP/2/obj ]"),
    "3.2 London": ([], "[1 London/PROPN/NNP/0/root ] [1 London/PROPN/NNP/4/compound ] based/VERB/VBN/1/dep"),
    "3.2 Reuters": (
        [],
        "[1 Reuters/PROPN/NNP/3/compound Holding/PROPN/NNP/3/compound PLC/PROPN/NNP/5/nsubj ] "
        "[1 Reuters/PROPN/NNP/5/nsubj ] announced/VERB/VBD/0/root",
    ),
    "3.2 Equitable of Iowa Cos.": (
        ["MUC05"],
        "[1 Equitable/PROPN/NNP/4/compound of/PROPN/NNP/4/compound [2 Iowa/PROPN/NNP/4/compound ] "
        "Cos./PROPN/NNP/0/root ] located/VERB/VBN/4/acl in/ADP/IN/7/case [2 Iowa/PROPN/NNP/5/obl ]",
    ),
    "3.2 parts of a date": (
        ["MUC05"],
        "issued/VERB/VBN/0/root [1 January/PROPN/NNP/3/compound 5/NUM/CD/1/obl ,/PUNCT/,/5/punct "
        "[2 1995/NUM/CD/3/nmod:unmarked ] ] ,/PUNCT/,/8/punct [2 this/DET/DT/8/det year/NOUN/NN/1/obl ]",
    ),
    "3.3 slowing the economy": (
        ["MUC06"],
        "[1 Slowing/VERB/VBG/5/csubj:pass the/DET/DT/3/det economy/NOUN/NN/1/obj ] is/AUX/VBZ/5/aux:pass "
        "supported/VERB/VBN/0/root by/ADP/IN/8/case some/DET/DT/8/det officials/NOUN/NNS/5/obl ;/PUNCT/:/12/punct "
        "[1 it/PRON/PRP/12/nsubj:pass ] is/AUX/VBZ/12/aux:pass repudiated/VERB/VBN/5/parataxis",
    ),
    "3.3 with an adverb": (
        ["MUC06"],
        "[1 spending/VERB/VBG/3/csubj excessively/ADV/RB/1/advmod ] hurts/VERB/VBZ/0/root",
    ),
    "3.3 program trading": ([], "[1 program/NOUN/NN/2/compound trading/VERB/VBG/0/root ]"),
    "3.3 excessive spending": ([], "[1 excessive/ADJ/JJ/2/amod spending/VERB/VBG/0/root ]"),
    "3.3 the slowing of the economy": (
        [],
        "[1 the/DET/DT/2/det slowing/VERB/VBG/0/root of/ADP/IN/5/case the/DET/DT/5/det economy/NOUN/NN/2/nmod ]",
    ),
    "3.4 its chairperson": ([], "[1 [2 its/PRON/PRP$/2/nmod:poss ] chairperson/NOUN/NN/0/root ]"),
    "3.4 the man's arm": (
        [],
        "[1 [2 the/DET/DT/2/det man/NOUN/NN/4/nmod:poss 's/PART/POS/2/case ] arm/NOUN/NN/0/root ]",
    ),
    "3.4 my and he": (
        [],
        "reason/NOUN/NN/0/root for/ADP/IN/4/case [1 my/PRON/PRP$/4/nmod:poss ] departure/NOUN/NN/1/nmod "
        "[1 he/PRON/PRP/6/nsubj ] added/VERB/VBD/1/parataxis",
    ),
    "3.4 reflexive": (
        [],
        "[1 He/PRON/PRP/2/nsubj ] shot/VERB/VBD/0/root [1 himself/PRON/PRP/2/obj ] with/ADP/IN/6/case "
        "[1 his/PRON/PRP$/6/nmod:poss ] revolver/NOUN/NN/2/obl",
    ),
    "3.5 aluminum": (
        [],
        "The/DET/DT/2/det price/NOUN/NN/6/nsubj of/ADP/IN/5/case [1 "
        "aluminum/NOUN/NN/5/compound ] siding/NOUN/NN/2/nmod "
        "increased/VERB/VBD/0/root as/SCONJ/IN/12/mark the/DET/DT/9/det market/NOUN/NN/12/nsubj for/ADP/IN/11/case "
        "[1 aluminum/NOUN/NN/9/nmod ] reacts/VERB/VBZ/6/advcl",
    ),
    "3.5 linguists": (
        ["MUC07"],
        "[1 Linguists/NOUN/NNS/0/root ] some/DET/DT/3/det [1 linguists/NOUN/NNS/1/dep ]",
    ),
    "3.5 a head within its phrase": (
        ["MUC07"],
        "[2 Some/DET/DT/2/det [1 linguists/NOUN/NNS/4/nsubj ] ] even/ADV/RB/4/advmod like/VERB/VBP/0/root "
        "spinach/NOUN/NN/4/obj",
    ),
    "3.6 relative pronoun": (
        ["MUC08"],
        "[1 every/DET/DT/2/det man/NOUN/NN/0/root [1 who/PRON/WP/4/nsubj ] knows/VERB/VBZ/2/acl:relcl "
        "[1 his/PRON/PRP$/7/nmod:poss ] own/ADJ/JJ/7/amod mind/NOUN/NN/4/obj ]",
    ),
    "3.6 whose": (
        ["MUC08"],
        "[1 the/DET/DT/2/det man/NOUN/NN/0/root [1 whose/PRON/WP$/4/nmod:poss ] mind/NOUN/NN/5/nsubj "
        "wanders/VERB/VBZ/2/acl:relcl ]",
    ),
    "3.6 a question is no relative clause": (
        [],
        "[1 Who/PRON/WP/2/nsubj ] called/VERB/VBD/0/root John/PROPN/NNP/2/obj",
    ),
    "3.7 the boys and girls": (
        ["MUC09"],
        "[1 The/DET/DT/2/det boys/NOUN/NNS/5/nsubj and/CCONJ/CC/4/cc girls/NOUN/NNS/2/conj ] enjoy/VERB/VBP/0/root "
        "[1 their/PRON/PRP$/7/nmod:poss ] breakfast/NOUN/NN/5/obj",
    ),
    "3.7 conjuncts by themselves": (
        [],
        "[1 Edna/PROPN/NNP/6/nsubj Fribble/PROPN/NNP/1/flat ] and/CCONJ/CC/4/cc [2 Sam/PROPN/NNP/1/conj "
        "Morton/PROPN/NNP/4/flat ] spoke/VERB/VBD/0/root",
    ),
    "3.7 a name with an ampersand": (
        [],
        "[1 Procter/PROPN/NNP/0/root &/CCONJ/CC/3/cc Gamble/PROPN/NNP/1/conj ]",
    ),
    "5.1 a definite phrase": (
        [],
        "[1 Ford/PROPN/NNP/2/nsubj ] said/VERB/VBD/0/root [1 the/DET/DT/4/det company/NOUN/NN/5/nsubj ] "
        "grows/VERB/VBZ/2/ccomp",
    ),
    "5.2 bound anaphor": (
        [],
        "[1 Most/ADJ/JJS/3/amod computational/ADJ/JJ/3/amod linguists/NOUN/NNS/4/nsubj ] prefer/VERB/VBP/0/root "
        "[1 their/PRON/PRP$/7/nmod:poss ] own/ADJ/JJ/7/amod parsers/NOUN/NNS/4/obj",
    ),
    "5.2 quantified phrase": (
        [],
        "[1 Every/DET/DT/3/det TV/NOUN/NN/3/compound network/NOUN/NN/4/nsubj ] reported/VERB/VBD/0/root "
        "[1 its/PRON/PRP$/6/nmod:poss ] profits/NOUN/NNS/4/obj",
    ),
    "5.3 Julius Caesar": (
        [],
        "[1 Julius/PROPN/NNP/0/root Caesar/PROPN/NNP/1/flat ,/PUNCT/,/6/punct [1 the/DET/DT/6/det "
        "well-known/ADJ/JJ/6/amod emperor/NOUN/NN/1/appos ,/PUNCT/,/6/punct ] ]",
    ),
    "5.3 Peter Holland": (
        [],
        "[1 Peter/PROPN/NNP/0/root Holland/PROPN/NNP/1/flat ,/PUNCT/,/4/punct 45/NUM/CD/1/appos ,/PUNCT/,/8/punct "
        "[1 deputy/NOUN/NN/8/compound general/ADJ/JJ/8/amod manager/NOUN/NN/1/appos ,/PUNCT/,/8/punct ] ]",
    ),
    "5.3 a 10-year MUC veteran": (
        ["MUC10"],
        "[1 Ms./PROPN/NNP/2/nmod:desc Ima/PROPN/NNP/0/root Head/PROPN/NNP/2/flat ,/PUNCT/,/8/punct "
        "[1 a/DET/DT/8/det 10-year/ADJ/JJ/8/amod MUC/PROPN/NNP/8/compound "
        "veteran/NOUN/NN/2/appos ] ,/PUNCT/,/8/punct ]",
    ),
    "5.3 one of America's finest cities": (
        ["MUC10"],
        "[1 San/PROPN/NNP/2/compound Diego/PROPN/NNP/0/root ,/PUNCT/,/4/punct [1 one/NUM/CD/2/appos of/ADP/IN/9/case "
        "America/PROPN/NNP/9/nmod:poss 's/PART/POS/6/case finest/ADJ/JJS/9/amod cities/NOUN/NNS/4/nmod ] ]",
    ),
    "5.3 an indefinite apposition that is not linked": (
        [],
        "[1 Ima/PROPN/NNP/0/root Head/PROPN/NNP/1/flat ,/PUNCT/,/5/punct [2 a/DET/DT/5/det veteran/NOUN/NN/1/appos ] ]",
    ),
    "5.3 the realtor Century 21": (
        ["MUC11"],
        "[1 the/DET/DT/2/det realtor/NOUN/NN/0/root [1 Century/PROPN/NNP/2/appos 21/NUM/CD/3/nummod ] ]",
    ),
    "5.3 the real estate company Century 21": (
        ["MUC11"],
        "[1 the/DET/DT/4/det real/ADJ/JJ/3/amod estate/NOUN/NN/4/compound company/NOUN/NN/0/root ] "
        "[1 Century/PROPN/NNP/4/appos 21/NUM/CD/5/nummod ]",
    ),
    "5.3 the job of manager": (
        [],
        "[1 the/DET/DT/2/det job/NOUN/NN/0/root of/ADP/IN/4/case [2 manager/NOUN/NN/2/nmod ] ]",
    ),
    "5.4 the President": (
        [],
        "[1 Bill/PROPN/NNP/5/nsubj Clinton/PROPN/NNP/1/flat ] is/AUX/VBZ/5/cop [1 the/DET/DT/5/det "
        "President/PROPN/NNP/0/root of/ADP/IN/9/case the/DET/DT/9/det "
        "United/PROPN/NNP/9/amod States/PROPN/NNP/5/nmod ]",
    ),
    "5.4 may be": (
        ["MUC13"],
        "[1 Phinneas/PROPN/NNP/7/nsubj Flounder/PROPN/NNP/1/flat ] may/AUX/MD/7/aux be/AUX/VB/7/cop "
        "[1 the/DET/DT/7/det dumbest/ADJ/JJS/7/amod man/NOUN/NN/0/root who/PRON/WP/10/nsubj ever/ADV/RB/10/advmod "
        "lived/VERB/VBD/7/acl:relcl ]",
    ),
    "5.4 a leading candidate": (
        ["MUC12", "MUC13"],
        "[1 Phinneas/PROPN/NNP/6/nsubj Flounder/PROPN/NNP/1/flat ] is/AUX/VBZ/6/cop [1 a/DET/DT/6/det "
        "leading/ADJ/JJ/6/amod candidate/NOUN/NN/0/root to/PART/TO/8/mark become/VERB/VB/6/acl "
        "[1 president/NOUN/NN/8/xcomp ] ]",
    ),
    "5.4 would be": (
        ["MUC13"],
        "If/SCONJ/IN/2/mark elected/VERB/VBN/10/advcl ,/PUNCT/,/2/punct [1 Phinneas/PROPN/NNP/10/nsubj "
        "Flounder/PROPN/NNP/4/flat ] would/AUX/MD/10/aux be/AUX/VB/10/cop [1 the/DET/DT/10/det first/ADJ/JJ/10/amod "
        "Californian/PROPN/NNP/0/root ]",
    ),
    "5.4 a viable alternative": (
        ["MUC12"],
        "[1 Mediation/NOUN/NN/5/nsubj ] is/AUX/VBZ/5/cop [1 a/DET/DT/5/det viable/ADJ/JJ/5/amod "
        "alternative/NOUN/NN/0/root to/ADP/IN/7/case bankruptcy/NOUN/NN/5/nmod ]",
    ),
    "5.4 one of the success stories": (
        ["MUC12"],
        "[1 Farm-debt/NOUN/NN/2/compound mediation/NOUN/NN/4/nsubj ] is/AUX/VBZ/4/cop [1 one/NUM/CD/0/root "
        "of/ADP/IN/11/case the/DET/DT/8/det Farm/PROPN/NNP/8/compound Belt/PROPN/NNP/11/nmod:poss 's/PART/POS/8/case "
        "success/NOUN/NN/11/compound stories/NOUN/NNS/4/nmod ]",
    ),
    "5.4 nice people": (
        ["MUC12"],
        "[1 ARPA/PROPN/NNP/3/compound program/NOUN/NN/3/compound managers/NOUN/NNS/6/nsubj ] are/AUX/VBP/6/cop "
        "[1 nice/ADJ/JJ/6/amod people/NOUN/NNS/0/root ]",
    ),
    "5.4 became": (
        [],
        "[1 Henry/PROPN/NNP/9/nsubj Higgins/PROPN/NNP/1/flat ,/PUNCT/,/8/punct who/PRON/WP/8/nsubj was/AUX/VBD/8/cop "
        "formerly/ADV/RB/8/advmod [1 sales/NOUN/NNS/8/compound director/NOUN/NN/1/acl:relcl ] ] became/VERB/VBD/0/root "
        "[1 president/NOUN/NN/9/xcomp of/ADP/IN/13/case Dreamy/PROPN/NNP/13/compound Detergents/PROPN/NNP/10/nmod ]",
    ),
    "5.4 named to be": (
        [],
        "Detergents/PROPN/NNP/2/nsubj named/VERB/VBD/0/root [1 Henry/PROPN/NNP/2/obj Higgins/PROPN/NNP/3/flat ] "
        "to/PART/TO/7/mark be/AUX/VB/7/cop [1 president/NOUN/NN/2/xcomp ]",
    ),
    "5.4 could become": (
        ["MUC13"],
        "[1 Henry/PROPN/NNP/3/nsubj ] could/AUX/MD/3/aux become/VERB/VB/0/root [1 president/NOUN/NN/3/xcomp ]",
    ),
    "5.4 is not": (
        ["MUC13"],
        "[1 Henry/PROPN/NNP/5/nsubj ] is/AUX/VBZ/5/cop "
        "not/PART/RB/5/advmod [1 the/DET/DT/5/det president/NOUN/NN/0/root ]",
    ),
    "5.5 bare plurals": (
        [],
        "[1 producers/NOUN/NNS/4/nsubj ] do/AUX/VBP/4/aux n't/PART/RB/4/advmod like/VERB/VB/0/root it/PRON/PRP/4/obj "
        "[1 Producers/NOUN/NNS/8/nsubj ] have/AUX/VBP/8/aux seen/VERB/VBN/4/parataxis it/PRON/PRP/8/obj "
        "[1 they/PRON/PRP/13/nsubj ] 're/AUX/VBP/13/aux now/ADV/RB/13/advmod creating/VERB/VBG/8/parataxis",
    ),
    "5.5 a prenominal type": (
        [],
        "maximize/VERB/VB/0/root [1 shareholder/NOUN/NN/3/compound ] value/NOUN/NN/1/obj benefit/VERB/VB/1/parataxis "
        "[1 shareholders/NOUN/NNS/4/obj ]",
    ),
    "5.6 a function's value": (
        [],
        "GM/PROPN/NNP/2/nsubj announced/VERB/VBD/0/root [1 [2 its/PRON/PRP$/6/nmod:poss ] third/ADJ/JJ/5/amod "
        "quarter/NOUN/NN/6/compound profit/NOUN/NN/2/obj ] [1 It/PRON/PRP/9/nsubj ] was/AUX/VBD/9/cop "
        "[1 $/SYM/$/2/parataxis 0.02/NUM/CD/9/nummod ]",
    ),
    "5.6 a phrase and its part": (
        [],
        "announced/VERB/VBD/0/root [1 their/PRON/PRP$/4/nmod:poss quarter/NOUN/NN/4/compound profit/NOUN/NN/1/obj "
        "of/ADP/IN/6/case [1 $/SYM/$/4/nmod 0.02/NUM/CD/6/nummod ] ]",
    ),
    "5.6 the temperature": (
        [],
        "[1 The/DET/DT/2/det temperature/NOUN/NN/4/nsubj ] is/AUX/VBZ/4/cop [1 90/NUM/CD/0/root ]",
    ),
    "5.7 Ford spokesman": (
        [],
        "[1 Ford/PROPN/NNP/2/nsubj ] announced/VERB/VBD/0/root it/PRON/PRP/2/obj [1 Ford/PROPN/NNP/5/compound ] "
        "spokesman/NOUN/NN/8/nsubj John/PROPN/NNP/5/appos Smith/PROPN/NNP/6/flat said/VERB/VBD/2/parataxis "
        "[1 they/PRON/PRP/10/nsubj ] start/VERB/VBP/8/ccomp",
    ),
}


@pytest.mark.parametrize(("expected", "sentence"), CASES.values(), ids=CASES.keys())
def test_section(expected: list[str], sentence: str) -> None:
    assert codes(parsed(sentence, feats=REL)) == expected


def test_3_5_the_head_alone_is_only_doubtful() -> None:
    """A response may mark less than the whole phrase (section 4), so a left-out modifier is a warning."""
    ((code, severity, _, message, _),) = muc_rules.muc_findings(
        parsed("Some/DET/DT/2/det [1 linguists/NOUN/NNS/0/root ]")
    )
    assert (code, severity) == ("MUC07", "warning")
    assert message == "“linguists” lacks “Some”, which modifies its head"


def test_every_rule_has_an_example() -> None:
    seen = Counter(code for expected, _ in CASES.values() for code in expected)
    assert set(seen) | {"MUC01", "MUC02", "MUC03"} == set(muc_rules.CODES)
