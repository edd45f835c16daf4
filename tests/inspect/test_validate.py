"""Validation: every code, with its place; sound files have no findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefer.document import Document, from_text
from corefer.document.mentions import Bridge, SplitAntecedent
from corefer.formats import Source
from corefer.formats.muc_read import read
from corefer.inspect import CODES, Severity, structure, trees, validate

ROOT = Path(__file__).resolve().parents[2]
HEAD = "# newdoc id = d\n# global.Entity = eid-etype-head-other-minspan\n"


def rows(*words: str) -> str:
    lines = []
    for number, word in enumerate(words, 1):
        form, _, misc = word.partition("|")
        lines.append(f"{number}\t{form}\t_\t_\t_\t_\t{number - 1}\t_\t_\t{misc or '_'}\n")
    return "".join(lines) + "\n"


def codes(text: str, *rules: str) -> list[str]:
    return [finding.code for finding in validate(Source("key.conllu", data=text.encode()), rules=rules)]


def test_a_finding_prints_as_compilers_print() -> None:
    text = HEAD + "# text = a b\n" + rows("a|Entity=(e1--1", "b")
    (finding,) = validate(Source("key.conllu", data=text.encode()))
    assert str(finding) == ("key.conllu:4:19: error S103 `(e1--1` is never closed (add its closing bracket)")


def test_every_problem_of_a_file_is_found() -> None:
    text = HEAD + rows("a|Entity=e9)", "b|Entity=(e1--2)", "c|Entity=(e2--1", "d|Bridge=e7<e8")
    assert codes(text) == ["S102", "S106", "S103", "S108"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + rows("a|Entity=(e1--1)(e2--1)"), ["S201"]),
        (HEAD + rows("a|Entity=(e1--1)(e1--1)"), ["S202"]),
        (HEAD + rows("a|Entity=(e1--1", "b|Entity=(e2--1", "c|Entity=e1)", "d|Entity=e2)"), ["S203"]),
        (HEAD + rows("a|Entity=(e1-person-1)", "b|Entity=(e1-place-1)"), ["S209"]),
        (HEAD + rows("a|Entity=(e1--1") + rows("b|Entity=e1)"), ["S210"]),
        (HEAD + rows("a|Entity=(e1--1)", "b|Entity=(e2--1)|SplitAnte=e1<e2"), ["S211"]),
        (HEAD + rows("a|Bridge=e1<e1|Entity=(e1--1)"), ["S212"]),
        (HEAD + rows("a|Entity=(e1--1-nonref:cleft)", "b|Entity=(e1--1)"), ["S214"]),
        (HEAD + rows("a") + "# newdoc id = d\n" + rows("b"), ["S208"]),
        (HEAD + rows("a", "b").replace("\t1\t", "\t0\t"), ["T301"]),
        (
            HEAD + "1\ta\t_\t_\t_\t_\t2\t_\t_\t_\n2\tb\t_\t_\t_\t_\t1\t_\t_\t_\n3\tc\t_\t_\t_\t_\t0\t_\t_\t_\n\n",
            ["T302"],
        ),
        (HEAD + "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n2\tb\t_\t_\t_\t_\t7\t_\t_\t_\n\n", ["T303"]),
        (HEAD + "# text = a c\n" + rows("a", "b"), ["T304"]),
        (HEAD + "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n3\tb\t_\t_\t_\t_\t1\t_\t_\t_\n\n", ["T305"]),
        (HEAD + "# sent_id = s\n" + rows("a") + "# sent_id = s\n" + rows("b"), ["T306"]),
        (HEAD + "1\ta\t_\t_\t_\t_\t0\t_\t9:x\t_\n\n", ["T307"]),
    ],
)
def test_structure_and_trees(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def found(document: Document) -> list[str]:
    return [code for code, *_ in structure.findings(document)]


def test_faults_that_only_a_program_can_make() -> None:
    document = from_text("d", "a b c d")
    first = document.add_mention("1", 0, 2, head=3, min=(3,), id="m")
    document.add_mention("2", 2, 3, id="m")
    document.add_mention("3", 3, 3)
    assert found(document) == ["S205", "S206", "S204", "S207"]
    other = document.entity("2")
    document.splits = [
        SplitAntecedent(first, (other, document.entity("3"))),
        SplitAntecedent(other.mentions[0], (first.entity, document.entity("3"))),
    ]
    document.bridges = [Bridge(first, first.entity)]
    assert found(document)[4:] == ["S212", "S213", "S213"]


def muc_codes(text: str) -> list[str]:
    findings = validate(Source("key.sgml", data=f"<DOC><DOCNO>1</DOCNO><TXT>{text}</TXT></DOC>".encode()))
    return [finding.code for finding in findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<COREF ID="1" REF="2">He</COREF> <COREF ID="2" REF="1">him</COREF>', ["S111"]),
        ('<COREF ID="1" REF="1">He</COREF>', ["S111"]),
        ('<COREF ID="1">He</COREF> <COREF ID="2" REF="1">him</COREF> <COREF ID="3" REF="1">his</COREF>', []),
        ('<COREF ID="1" REF="9">He</COREF>', ["S108"]),
        ('<COREF ID="1">He</COREF> <COREF ID="1">him</COREF>', ["S207", "S109"]),
        ('<p><COREF ID="1">He</p></COREF>', ["S110"]),
        ('<COREF ID="1">He', ["S103", "S110"]),
        ("He</COREF>", ["S102"]),
        ('<COREF ID="1" MIN="she">He</COREF>', ["MUC01"]),
    ],
)
def test_links_and_tags_of_muc(text: str, expected: list[str]) -> None:
    assert muc_codes(text) == expected


def test_a_cycle_of_refs_is_read_as_one_entity() -> None:
    data = b'<COREF ID="1" REF="2">He</COREF> saw <COREF ID="2" REF="1">him</COREF>'
    (document,) = read(Source("key.sgml", data=data))
    assert len(document.entities) == 1


def test_muc_rules_run_on_request() -> None:
    path = str(ROOT / "examples" / "story-orchard.conllu")
    assert list(validate(Source(path))) == []
    assert {f.code[:3] for f in validate(Source(path), rules=("muc",))} == {"MUC"}


def test_a_file_that_cannot_be_read_has_one_error() -> None:
    (finding,) = validate(Source("x.conllu", data=b"1\ta\n\n"), format="corefud")
    assert (finding.severity, finding.code, finding.line) == (Severity.ERROR, "F001", 1)


def test_the_examples_are_sound() -> None:
    for file in sorted((ROOT / "examples").glob("*.conllu")):
        assert list(validate(Source(file))) == []


def test_gum_is_sound(shared: Path) -> None:
    for file in sorted((shared / "data" / "gum" / "dev").glob("*.conllu")):
        assert [f for f in validate(Source(file)) if f.severity is Severity.ERROR] == []


def test_every_code_is_documented() -> None:
    text = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
    assert {code for code in CODES if f"| {code} |" not in text} == set()
    assert set(structure.CODES) | set(trees.CODES) <= set(CODES)
