"""WebAnno TSV: GUM's older and newer layers, WebAnno's own escapes and spacing, messages.

The samples are made after the files in GUM's `coref/gum/tsv` and `_build/src/tsv`.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Document, FormatError
from corefer.formats import webanno
from corefer.formats.base import Source

# Spans are numbered, also those of one token; salience, centering and typed bridging (GUM 10 and later).
NEW = """#FORMAT=WebAnno TSV 3.2
#T_SP=webanno.custom.Referent|entity|infstat|salience|identity|centering
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent
#Summary1=(human1) Ada leaves.


#Text=Ada and her brother left .
1-1\t0-3\tAda\tperson[1]\tnew[1]\tsssss[1]\tAda_Lovelace[1]\tcf1[1]\tana|bridge:aggr\t1-3[3_1]|2-1[5_1]\t
1-2\t4-7\tand\t_\t_\t_\t_\t_\t_\t_\t
1-3\t8-11\ther\tperson[2]|person[3]\tnew[2]|giv:act[3]\tnnnnn[2]|sssss[3]\tAda_Lovelace[3]\tcf3[2]|cf1[3]\tbridge:aggr\t2-1[5_2]\t
1-4\t12-19\tbrother\tperson[2]\tnew[2]\tnnnnn[2]\t_\tcf3[2]\t_\t_\t
1-5\t20-24\tleft\tevent[4]\tnew[4]\tnnnnn[4]\t_\tcf4[4]\tdisc\t2-3[7_4]\t
1-6\t25-26\t.\t_\t_\t_\t_\t_\t_\t_\t

#Text=They knew that it helped , the door .
2-1\t27-31\tThey\tperson[5]\tacc:aggr[5]\tsnnnn[5]\t_\tcf1[5]\t_\t_\t
2-2\t32-36\tknew\t_\t_\t_\t_\t_\t_\t_\t
2-3\t37-41\tthat\tevent[7]\tgiv:act[7]\tnnnnn[7]\t_\tcf2[7]\t_\t_\t
2-4\t42-44\tit\tobject[8]\tnew[8]\tnnnnn[8]\t_\tcf3[8]\tbridge:entity-meronomy\t2-7[9_8]\t
2-5\t45-51\thelped\t_\t_\t_\t_\t_\t_\t_\t
2-6\t52-53\t,\t_\t_\t_\t_\t_\t_\t_\t
2-7\t54-57\tthe\tobject[9]\tacc:inf[9]\tnnnnn[9]\t_\tcf4[9]\tcata\t2-4[8_9]\t
2-8\t58-62\tdoor\tobject[9]\tacc:inf[9]\tnnnnn[9]\t_\tcf4[9]\t_\t_\t
2-9\t63-64\t.\t_\t_\t_\t_\t_\t_\t_\t
"""

# WebAnno leaves spans of one token without a number, and calls them 0 in relations (GUM before 10).
OLD = """#FORMAT=WebAnno TSV 3.2
#T_SP=webanno.custom.Referent|entity|infstat
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent


#Text=The tall king slept .
1-1\t0-3\tThe\tperson[1]\tnew[1]\tcoref\t2-1[0_1]\t
1-2\t4-8\ttall\tperson[1]\tnew[1]\t_\t_\t
1-3\t9-13\tking\tperson[1]\tnew[1]\t_\t_\t
1-4\t14-19\tslept\t_\t_\t_\t_\t
1-5\t20-21\t.\t_\t_\t_\t_\t

#Text=He saw his crown .
2-1\t22-24\tHe\tperson\tgiv\tana|bridge\t2-3[3_0]|2-3[2_0]\t
2-2\t25-28\tsaw\t_\t_\t_\t_\t
2-3\t29-32\this\tobject[2]|person[3]\tnew[2]|giv[3]\tcoref\t3-1[0_3]\t
2-4\t33-38\tcrown\tobject[2]\tnew[2]\t_\t_\t
2-5\t39-40\t.\t_\t_\t_\t_\t

#Text=Him !
3-1\t41-44\tHim\tperson\tgiv\tana\t3-2\t
3-2\t45-46\t!\t*\t*\t_\t_\t
"""


def read(text: str | bytes) -> Document:
    data = text.encode() if isinstance(text, str) else text
    (document,) = webanno.read(Source("GUM_sample.tsv", data=data))
    return document


def mentions(document: Document) -> list[tuple[str, str, str]]:
    return [(document.mention_text(m), m.entity.id, m.link) for m in document.mentions]


class TestGum:
    def test_mentions(self) -> None:
        document = read(NEW)
        assert document.id == "GUM_sample"
        assert document.text == "Ada and her brother left .\nThey knew that it helped , the door .\n"
        assert document.meta == {"Summary1": "(human1) Ada leaves."}
        assert mentions(document) == [
            ("Ada", "1", ""),
            ("her brother", "2", ""),
            ("her", "1", "ana"),
            ("left", "3", "disc"),
            ("They", "4", ""),
            ("that", "3", "coref"),
            ("it", "5", "cata"),
            ("the door", "5", ""),
        ]

    def test_attributes(self) -> None:
        first = read(NEW).mentions[0]
        assert (first.type, first.infstat, first.identity) == ("person", "new", "Ada_Lovelace")
        assert first.other == {"salience": "sssss", "centering": "cf1"}

    def test_bridging_and_split_antecedents(self) -> None:
        document = read(NEW)
        (bridge,), (split,) = document.bridges, document.splits
        assert document.mention_text(bridge.anaphor) == "the door"
        assert (bridge.relation, bridge.anchor.id) == ("entity-meronomy", "5")
        assert bridge.anchor_mention is document.mentions[6]
        assert document.mention_text(split.anaphor) == "They"
        assert [entity.id for entity in split.antecedents] == ["1", "2"]

    def test_lines_of_tokens(self) -> None:
        assert list(read(NEW).lines) == [*range(8, 14), *range(16, 25)]

    def test_spans_without_numbers(self) -> None:
        document = read(OLD)
        assert mentions(document) == [
            ("The tall king", "1", ""),
            ("He", "1", "coref"),
            ("his crown", "2", ""),
            ("his", "1", "ana"),
            ("Him", "1", "coref"),
            ("!", "1", "ana"),
        ]
        assert document.mentions[-1].type == ""
        assert [(b.anaphor.entity.id, b.relation, b.anchor.id) for b in document.bridges] == [("2", "", "1")]


HEADER = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Referent|entity\n"
RELATION = "#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent\n"


class TestWebAnno:
    def test_white_space_is_that_of_the_text(self) -> None:
        rows = "1-1\t0-1\tA\t_\n1-2\t2-3\tb\t_\n1-3\t3-4\t.\t_\n1-4\t6-7\tC\t_\n"
        document = read(f"{HEADER}\n#Text=A\u00a0b.  C\n{rows}")
        assert document.text == "A\u00a0b.  C\n"

    def test_white_space_without_the_text(self) -> None:
        document = read(f"{HEADER}1-1\t0-1\tA\t_\n1-2\t2-3\tb\t_\n1-3\t3-4\t.\t_\n\n2-1\t4-5\tC\t_\n")
        assert document.text == "A b.C\n"
        assert len(document.sentences) == 2

    def test_a_sentence_over_two_lines(self) -> None:
        document = read(f"{HEADER}\n#Text=A\n#Text=b\n#Sentence.id=s7\n1-1\t0-1\tA\t_\n1-2\t2-3\tb\t_\n")
        assert document.text == "A\nb\n"
        assert document.sentences[0].id == "s7"

    def test_escapes(self) -> None:
        document = read(f"{HEADER}\n#Text=a\\|b\n1-1\t0-3\ta\\|b\tx\\|y\\[1\\][3]|\\_[4]\n")
        assert document.tokens.table.forms == ["a|b"]
        assert [mention.type for mention in document.mentions] == ["x|y[1]", "_"]

    def test_a_backslash_that_escapes_nothing(self) -> None:
        assert read(f"{HEADER}1-1\t0-2\t\\o\t_\n").tokens.table.forms == ["\\o"]

    def test_words_like_comments(self) -> None:
        assert read(f"{HEADER}1-1\t0-5\t#Text\t_\n").tokens.table.forms == ["#Text"]

    def test_offsets_may_count_utf16_units(self) -> None:
        document = read(f"{HEADER}\n#Text=🙂 b\n1-1\t0-2\t🙂\t_\n1-2\t3-4\tb\tx\n")
        assert document.mention_text(document.mentions[0]) == "b"

    def test_interrupted_spans(self) -> None:
        document = read(f"{HEADER}1-1\t0-1\ta\tx[1]\n1-2\t2-3\tb\t_\n1-3\t4-5\tc\tx[1]\n")
        assert document.mentions[0].spans == ((0, 1), (2, 3))

    def test_other_layers_are_further_columns(self) -> None:
        header = (
            "#FORMAT=WebAnno TSV 3.2\n#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue\n"
            "#T_SP=webanno.custom.Referent|entity\n#T_SP=webanno.custom.Empty|x\n#T_SP=webanno.custom.Mark\n"
            "#T_RL=de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency|DependencyType|BT_de.Token\n"
            + RELATION
        )
        rows = "1-1\t0-1\ta\tNN\tx\t_\t*\troot\t1-1\t_\t_\n1-2\t2-3\tb\tVB\ty\t_\t_\t_\t_\tana\t1-1\t\n"
        document = read(header + rows)
        assert document.tokens.table.extra == {
            "POS.PosValue": ["NN", "VB"],
            "Mark": ["*", "_"],
            "Dependency.DependencyType": ["root", "_"],
            "Dependency.BT_de.Token": ["1-1", "_"],
        }
        assert [mention.entity.id for mention in document.mentions] == ["1", "1"]

    def test_relations_of_several_features(self) -> None:
        header = HEADER + RELATION.replace("|type|", "|type|sure|")
        rows = "1-1\t0-1\ta\tx\tcoref\t*\t1-2\n1-2\t2-3\tb\ty\tana\tno\t1-3\n1-3\t4-5\tc\tz\t_\t_\t_\n"
        assert [mention.link for mention in read(header + rows).mentions] == ["", "coref", "ana:no"]

    def test_no_tokens(self) -> None:
        document = read(HEADER)
        assert (document.text, document.mentions) == ("", [])


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "1:1: this is not WebAnno TSV 3 (the first line is `#FORMAT=WebAnno TSV 3.2` or the like)"),
            ("x\n", "1:1: this is not WebAnno TSV 3 (the first line is `#FORMAT=WebAnno TSV 3.2` or the like)"),
            (
                "#FORMAT=WebAnno TSV 3.2\n",
                "2:1: the header names no layer of coreference "
                "(name it as in `#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent`)",
            ),
            (
                f"{HEADER}#T_CH=webanno.custom.Chain|type|relation\n",
                "3:1: a layer of coreference chains (#T_CH) cannot be read "
                "(annotate mentions as spans, and coreference as relations between them)",
            ),
            (f"{HEADER}1-1.1\t0-1\ta\t_\n", "3:1: 1-1.1 annotates a part of a token (annotate whole tokens)"),
            (
                f"{HEADER}x\t0-1\ta\t_\n",
                "3:1: `x` is not the number of a token (tokens are numbered 1-1, 1-2, …, 2-1)",
            ),
            (f"{HEADER}1-1\t01\ta\t_\n", "3:5: token 1-1 has no offsets (write `0-5` and the word behind it)"),
            (
                f"{HEADER}{RELATION}1-1\t0-1\ta\t_\t_\n",
                "4:1: token 1-1 has 2 columns of annotation, the header names 3 "
                "(give every layer of the header its columns, divided by tabs)",
            ),
            (
                f"{HEADER}1-1\t4-5\ta\t_\n1-2\t0-1\tb\t_\n",
                "4:5: token 1-2 starts before token 1-1 ends (offsets count characters from the start of the text)",
            ),
            (
                f"{HEADER}1-1\t0-1\ta\tx|y\n",
                "3:1: `x|y` lists several spans of one number (number stacked spans: `person[1]|place[2]`)",
            ),
            (
                f"{HEADER}1-1\t0-1\ta\tx[1]\n1-2\t2-3\tb\ty[1]\n",
                "4:1: span 1 is `x` and, here, `y` (give a span one value for all of its tokens)",
            ),
            (
                f"{HEADER}{RELATION}1-1\t0-1\ta\tx\tana|ana\t1-2\n",
                "4:1: `ana|ana 1-2` has types and ends of relations in different numbers "
                "(give every relation its type and its end)",
            ),
            (
                f"{HEADER}{RELATION}1-1\t0-1\ta\tx\tana\tb\n",
                "4:1: `b` is not the end of a relation (write `3-10`, or `3-10[23_7]` with the numbers of both spans)",
            ),
            (
                f"{HEADER}{RELATION}1-1\t0-1\ta\tx\tana\t1-2\n",
                "4:1: the relation ana needs a span at 1-2, which does not exist (add the span or remove the relation)",
            ),
            (
                f"{HEADER}{RELATION}1-1\t0-1\ta\tx\tana\t1-2[7_0]\n",
                "4:1: the relation ana needs a span 7, which does not exist (add the span or remove the relation)",
            ),
        ],
    )
    def test_messages(self, text: str, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            read(text)
        assert str(caught.value) == f"GUM_sample.tsv:{message}"

    @given(st.text(st.sampled_from("1-23[]_|*\\\t\nax#."), max_size=60))
    @settings(max_examples=300)
    def test_any_text_gives_a_document_or_one_error(self, text: str) -> None:
        try:
            read(f"{HEADER}{RELATION}1-1\t0-1\ta\tx[1]\t_\t_\n{text}")
        except FormatError as problem:
            assert problem.line > 0 and problem.remedy

    @given(st.lists(st.text(st.sampled_from("12[]_|*\\x-"), max_size=8), min_size=3, max_size=3))
    @settings(max_examples=300)
    def test_any_cells_give_a_document_or_one_error(self, cells: list[str]) -> None:
        row = "\t".join(cells)
        try:
            read(f"{HEADER}{RELATION}1-1\t0-1\ta\tx[1]\t_\t_\n1-2\t2-3\tb\t{row}\n")
        except FormatError as problem:
            assert problem.line > 0 and problem.remedy

    @given(st.binary(max_size=60))
    def test_any_bytes_give_a_document_or_one_error(self, data: bytes) -> None:
        try:
            read(data)
        except FormatError as problem:
            assert problem.remedy


def test_sniffing() -> None:
    assert webanno.sniff(NEW, "x.tsv")
    assert webanno.sniff("#FORMAT=WebAnno TSV 3.3\n", "x")
    assert not webanno.sniff("ID\tText\tPronoun\n", "x.tsv")
    assert not webanno.sniff("# newdoc id = x\n", "x.tsv")
