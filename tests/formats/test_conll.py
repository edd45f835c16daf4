"""CoNLL-2011/2012: dialects, brackets, messages, round trips."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Document, Feature, FormatError, project
from corefer.formats import conll
from corefer.formats.base import Format, Source, Target
from strategies import assert_round_trip, corpora


def read(text: str | bytes) -> list[Document]:
    data = text.encode() if isinstance(text, str) else text
    return list(conll.read(Source("given.conll", data=data)))


def write(documents: Iterable[Document], form: Format = conll.FORMAT) -> str:
    assert form.write is not None
    buffer = io.BytesIO()
    form.write([project(document, form.holds)[0] for document in documents], Target(None, stdout=buffer))
    return buffer.getvalue().decode()


def rows(*cells: str) -> str:
    """A document of one sentence with these cells of coreference, in five columns."""
    body = "".join(f"d\t0\t{i}\tw{i}\t{cell}\n" for i, cell in enumerate(cells))
    return f"#begin document (d); part 000\n{body}\n#end document\n"


def mentions(document: Document) -> list[tuple[int, int, str]]:
    return [(mention.start, mention.end, mention.entity.id) for mention in document.mentions]


def error(text: str | bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(text)
    return caught.value


FULL = """#begin document (bc/cctv/00/cctv_0001); part 000
bc/cctv/00/cctv_0001   0   0       He   PRP  (TOP(S(NP*)      -    -   -   Li_Ming        *  (ARG0*)  (12)
bc/cctv/00/cctv_0001   0   1     sold   VBD        (VP*    sell   01   1   Li_Ming        *     (V*)     -
bc/cctv/00/cctv_0001   0   2      his  PRP$     (NP(NP*      -    -   -   Li_Ming        *  (ARG1*   (3|(12)
bc/cctv/00/cctv_0001   0   3    house    NN           *)     -    -   2   Li_Ming        *       *     3)
bc/cctv/00/cctv_0001   0   4       /.     .         *)))     -    -   -   Li_Ming        *       *)     -

bc/cctv/00/cctv_0001   0   0    Paris   NNP     (TOP(NP*))   -    -   -    -      (GPE)  -

#end document
#begin document (bc/cctv/00/cctv_0001); part 001
bc/cctv/00/cctv_0001   1   0       Hm    UH          (TOP*)   -    -   -   Speaker#2        *  -

#end document
"""


class TestColumns:
    def test_full_columns(self) -> None:
        first, second = read(FULL)
        assert first.id == "bc/cctv/00/cctv_0001"
        assert first.text == "He sold his house /.\nParis\n"
        assert first.tokens.table.column("xpos") == ["PRP", "VBD", "PRP$", "NN", ".", "NNP"]
        assert first.tokens.table.column("lemma") == ["_", "sell", "_", "_", "_", "_"]
        assert [sentence.speaker for sentence in first.sentences] == ["Li_Ming", ""]
        assert first.tokens.table.extra == {
            "parse": ["(TOP(S(NP*)", "(VP*", "(NP(NP*", "*)", "*)))", "(TOP(NP*))"],
            "frameset": ["-", "01", "-", "-", "-", "-"],
            "sense": ["-", "1", "-", "2", "-", "-"],
            "entities": ["*", "*", "*", "*", "*", "(GPE)"],
            "args": ["(ARG0*)", "(V*)", "(ARG1*", "*", "*)", "_"],
        }
        assert mentions(first) == [(0, 1, "12"), (2, 4, "3"), (2, 3, "12")]
        assert second.id == "bc/cctv/00/cctv_0001_part_001"
        assert second.sentences[0].speaker == "Speaker#2"

    def test_full_columns_are_written_as_read(self) -> None:
        expected = "\n".join("\t".join(line.split()) if line[:1] == "b" else line for line in FULL.split("\n"))
        assert write(read(FULL)) == expected

    def test_a_speaker_who_changes_within_a_sentence_is_kept_by_word(self) -> None:
        cells = ["d\t0\t0\tYes\tUH\t*\t-\t-\t-\tAnn\t*\t-\n", "d\t0\t1\tno\tUH\t*\t-\t-\t-\tBob\t*\t-\n"]
        text = f"#begin document (d); part 000\n{''.join(cells)}\n#end document\n"
        (document,) = read(text)
        assert document.sentences[0].speaker == "Ann"
        assert document.tokens.table.extra == {"speaker": ["Ann", "Bob"]}
        assert write([document]) == text

    @pytest.mark.parametrize(
        ("row", "form"),
        [("d\t-", "_"), ("d\t0\t-", "_"), ("d\t0\t0\t-", "_"), ("d\t0\t0\tword\t-", "word"), ("d 0 0 word -", "word")],
    )
    def test_rows_may_stop_after_any_column(self, row: str, form: str) -> None:
        text = f"#begin document (d); part 000\n{row}\n\n#end document\n"
        (document,) = read(text)
        assert document.tokens.table.forms == [form]
        assert write([document]) == text.replace(" 0 0 word ", "\t0\t0\tword\t")

    def test_a_dialect_that_cannot_say_what_is_known_is_not_kept(self) -> None:
        (document,) = read(rows("-"))
        document.tokens.table.column("lemma")[0] = "go"
        assert write([document]).split("\n")[1] == "d\t0\t0\tw0\t-\t*\tgo\t-\t-\t-\t*\t-"

    def test_trailing_tabs_and_carriage_returns(self) -> None:
        (document,) = read("#begin document (d); \r\nd\t0\t0\ta\t(1\r\nd\t0\t1\tb\t1)\t\r\n\r\nd\t0\t0\tc\t-\t\t\r\n")
        assert mentions(document) == [(0, 2, "1")]
        assert document.text == "a b\nc\n"

    def test_blank_lines_may_hold_white_space(self) -> None:
        a, b, c = (f"d\t0\t0\t{word}\t-\n" for word in "abc")
        (document,) = read(f"#begin document (d)\n{a} \t \n{b}\n\n\n{c}#end document\n")
        assert [sentence.text for sentence in document.sentences] == ["a", "b", "c"]

    def test_no_break_space_does_not_separate_columns(self) -> None:
        (document,) = read("#begin document (d); part 000\nd 0 0 1\u00a01/2 (1)\n")
        assert document.tokens.table.forms == ["1\u00a01/2"]

    def test_rows_of_another_name_or_part_keep_it(self) -> None:
        text = "#begin document (Luo); \ntest1\t0\t0\ta\t-\n\ntest2\t3\t0\tb\t-\n\n#end document\n"
        (document,) = read(text)
        assert document.tokens.table.extra == {"document": ["test1", "test2"], "part": ["0", "3"]}
        assert write([document]) == text

    def test_comments_belong_to_the_next_sentence(self) -> None:
        text = "#begin document (d); part 000\n# one\nd\t0\t0\ta\t-\n# two\nd\t0\t1\tb\t-\n\n# three\n#end document\n"
        (document,) = read(text)
        assert document.sentences.table.comments == [("one", "two", "three")]
        assert list(document.lines) == [3, 5]

    def test_a_name_like_a_comment(self) -> None:
        (document,) = read("#begin document (#9); part 000\n#9\t0\t0\ta\t-\n# x\n#9\t0\t1\tb\t-\n")
        assert document.tokens.table.forms == ["a", "b"]

    def test_escaped_hyphens(self) -> None:
        builder = Builder("d")
        builder.add_sentence(["-", "-"], columns={"lemma": ["-", "_"], "xpos": ["*", "/-"]}, speaker="-")
        (document,) = read(write([builder.build()]))
        assert document.tokens.table.column("lemma") == ["-", "_"]
        assert document.tokens.table.column("xpos") == ["*", "/-"]
        assert document.sentences[0].speaker == "-"

    def test_columns_without_a_place_follow_under_their_names(self) -> None:
        builder = Builder("d")
        builder.add_sentence(["a", "b"])
        builder.extra = {"NER": ["PER", "_"], "parse": ["*", "*"], "sense": ["2", "-"]}
        text = write([builder.build()])
        assert text.split("\n")[:3] == [
            "#columns\tNER\tparse",
            "#begin document (d); part 000",
            "d\t0\t0\ta\t-\t*\t-\t-\t2\t-\t*\tPER\t*\t-",
        ]
        (document,) = read(text)
        assert document.tokens.table.extra == builder.extra

    def test_names_of_columns_hold_for_the_next_document_only(self) -> None:
        builder = Builder("d")
        builder.add_sentence(["a"])
        builder.extra = {"NER": ["PER"]}
        plain = Builder("e")
        plain.add_sentence(["b"])
        first, second = read(write([builder.build(), plain.build()]))
        assert (first.tokens.table.extra, second.tokens.table.extra) == ({"NER": ["PER"]}, {})


class TestDocuments:
    @pytest.mark.parametrize(
        ("title", "id"),
        [
            ("(X); part 000", "X"),
            ("(X); ", "X"),
            ("(X);", "X"),
            ("(X)", "X"),
            ("X", "X"),
            ("(X); part 0", "X"),
            ("(X);part 012", "X_part_012"),
            ("(a); (b)); part 1", "a); (b)_part_001"),
            ("(a b); part 000", "a b"),
        ],
    )
    def test_begin_lines(self, title: str, id: str) -> None:
        text = f"#begin document {title}\n#end document\n"
        (document,) = read(text)
        assert document.id == id
        assert write([document]) == text
        document.layout.clear()
        assert read(write([document]))[0].id == id

    def test_another_id_gives_another_begin_line(self) -> None:
        (document,) = read("#begin document (X); part 007\n#end document\n")
        document.id = "Y_part_002"
        assert write([document]) == "#begin document (Y); part 002\n#end document\n"
        document.id = "Y_part_000"
        assert write([document]) == "#begin document (Y_part_000); part 000\n#end document\n"

    def test_end_lines_may_be_missing(self) -> None:
        one, two = read("#begin document (a);\na\t0\t0\tx\t(1)\n#begin document (b);\nb\t0\t0\ty\t-\n")
        assert (mentions(one), two.text) == ([(0, 1, "1")], "y\n")

    def test_an_empty_file_has_no_documents(self) -> None:
        assert read("") == read("\n\n") == read("# nothing here\n") == []

    def test_documents_come_one_by_one(self) -> None:
        documents = conll.read(Source("x.conll", data=(rows("(1)") + "nonsense\n" + rows("-")).encode()))
        assert mentions(next(documents)) == [(0, 1, "1")]
        with pytest.raises(FormatError):
            next(documents)

    def test_documents_may_straddle_chunks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = (rows("(1", "-", "1)") + "\n") * 3
        whole = read(text)
        chunks = Source.chunks
        for size in (1, 7, 40, 100):
            monkeypatch.setattr(Source, "chunks", lambda source, size=size: chunks(source, size))
            assert read(text) == whole
            assert [list(document.lines) for document in read(text)] == [list(document.lines) for document in whole]

    def test_lines_of_tokens(self) -> None:
        first, second = read(FULL)
        assert list(first.lines) == [2, 3, 4, 5, 6, 8]
        assert list(second.lines) == [12]


class TestBrackets:
    @pytest.mark.parametrize(
        ("cells", "expected"),
        [
            (["(1)"], [(0, 1, "1")]),
            (["(1|(2)", "1)"], [(0, 2, "1"), (0, 1, "2")]),
            (["(1", "(2", "1)", "2)"], [(0, 3, "1"), (1, 4, "2")]),
            (["(1|(1", "1)", "1)"], [(0, 3, "1"), (0, 2, "1")]),
            (["(1", "(1)", "1)"], [(0, 3, "1"), (1, 2, "1")]),
            (["(1(1", "-", "1)1)"], [(0, 3, "1"), (0, 3, "1")]),
            (["(1)|(1)"], [(0, 1, "1"), (0, 1, "1")]),
            (["(1)|(2)"], [(0, 1, "1"), (0, 1, "2")]),
            (["(2", "2)|(3", "3)"], [(0, 2, "2"), (1, 3, "3")]),
            (["(e7)", "_", "*", ""], [(0, 1, "e7")]),
        ],
    )
    def test_mentions(self, cells: list[str], expected: list[tuple[int, int, str]]) -> None:
        assert mentions(read(rows(*cells))[0]) == expected

    def test_mentions_may_cross_sentence_boundaries(self) -> None:
        (document,) = read("#begin document (d);\nd\t0\t0\ta\t(1\n\nd\t0\t0\tb\t1)\n")
        assert mentions(document) == [(0, 2, "1")]
        assert write([document]).count("(1") == 1

    def test_written_brackets_nest(self) -> None:
        document = read(rows("-", "-", "-"))[0]
        for entity, start, end in (("3", 2, 3), ("1", 0, 3), ("2", 0, 1), ("4", 1, 3)):
            document.add_mention(entity, start, end)
        document.arrange()
        cells = [line.split("\t")[-1] for line in write([document]).split("\n")[1:4]]
        assert cells == ["(1|(2)", "(4", "(3)|4)|1)"]


NOT_OPEN = "`5)` closes a mention that is not open (remove it or add `(5` before)"


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (rows("-", "5)"), f"given.conll:3:10: {NOT_OPEN}"),
            (rows("-", "(1)|5)"), f"given.conll:3:14: {NOT_OPEN}"),
            (rows("(5", "(5", "5)"), "given.conll:2:10: `(5` is never closed (add `5)` to its last word)"),
            (
                rows("12"),
                "given.conll:2:10: `12` is not coreference "
                "(write `-`, or brackets such as `(1`, `(1)` and `1)` with `|` between)",
            ),
            (
                "#begin document (d);\nd\t0\t0\ta\t-\nd\t0\ta\t-\n",
                "given.conll:3:1: 5 columns are expected here, and this row has 4 "
                "(separate columns by tabs or spaces, and give every row of a sentence the same number)",
            ),
            (
                "#begin document (d);\nd\n",
                "given.conll:2:1: 2 columns are expected here, and this row has 1 "
                "(separate columns by tabs or spaces, and give every row of a sentence the same number)",
            ),
            (
                "#begin document d\n1\tthe\tDT\t(1)\n",
                "given.conll:2:3: `the` is not the number of a part "
                "(columns are document, part, number, form, …, coreference)",
            ),
            (
                "d\t0\t0\ta\t-\n",
                "given.conll:1:1: this line is outside of a document "
                "(begin documents with `#begin document (name); part 000`)",
            ),
            (
                rows("-") + "d\t0\t0\ta\t-\n",
                "given.conll:5:1: this line is outside of a document "
                "(begin documents with `#begin document (name); part 000`)",
            ),
            (
                "\n#begin document \n",
                "given.conll:2:1: this document has no name (write `#begin document (name); part 000`)",
            ),
            ("#columns\tA\tA\n", "given.conll:1:1: #columns names a column twice (give every column its own name)"),
            (
                "#columns\tsense\n#begin document (d)\nd\t0\t0\ta\tb\t*\t-\t-\t1\t-\t*\t2\t-\n",
                "given.conll:3:1: #columns names `sense`, which stands in its own place already "
                "(rename one of the two columns)",
            ),
            (
                "#columns\tA\tB\n" + rows("-"),
                "given.conll:3:1: #columns names 2 columns after the eleventh, the rows have 0 "
                "(name every column between the eleventh and the last)",
            ),
        ],
    )
    def test_messages(self, text: str, message: str) -> None:
        assert str(error(text)) == message

    def test_a_row_too_short_in_full_columns(self) -> None:
        short = FULL.replace("*     (V*)     -", "*     -")
        assert str(error(short)).startswith("given.conll:3:1: 13 columns are expected here, and this row has 12")

    def test_a_file_cut_off_where_the_last_column_is_mostly_empty(self) -> None:
        row = "d\t0\t0\ta" + "\t_" * 8 + "\t\n"
        assert str(error("#begin document (d); part 0\n" + 2 * row + "d\t0\t0\ta")).startswith(
            "given.conll:4:1: 13 columns are expected here, and this row has 4"
        )

    def test_encoding(self) -> None:
        found = error(b"#begin document (d);\nd\t0\t0\tna\xefve\t-\n")
        assert str(found).startswith("given.conll:2:9: byte 0xef is not utf-8")

    def test_all_problems_are_collected_where_somebody_asks(self) -> None:
        problems: list[FormatError] = []
        source = Source("x.conll", data=rows("x", "(1)", "2)", "(3").encode(), problems=problems)
        (document,) = conll.read(source)
        assert [(problem.code, problem.line) for problem in problems] == [("S101", 2), ("S102", 4), ("S103", 5)]
        assert mentions(document) == [(1, 2, "1")]

    def test_crossing_mentions_of_one_entity_cannot_be_written(self) -> None:
        document = read(rows("-", "-", "-", "-"))[0]
        document.add_mention("1", 0, 3)
        document.add_mention("1", 1, 4)
        assert project(document, conll.HOLDS)[1] == {Feature.SELF_CROSSING: 1}
        with pytest.raises(FormatError, match="`w0 w1 w2` and `w1 w2 w3` cross and are of one entity"):
            conll.write([document], Target(None, stdout=io.BytesIO()))

    def test_white_space_that_cannot_be_written(self) -> None:
        builder = Builder("d")
        builder.add_sentence(["a\tb"])
        with pytest.raises(FormatError, match="cannot stand in a column"):
            write([builder.build()])

    @given(st.text(st.sampled_from("(1)|2 -_*\t\nd0#\r/"), max_size=60))
    @settings(max_examples=300)
    def test_any_text_gives_documents_or_one_error(self, text: str) -> None:
        try:
            read(f"#begin document (d);\n{text}")
        except FormatError as problem:
            assert problem.line > 0 and problem.remedy

    @given(st.binary(max_size=60))
    def test_any_bytes_give_documents_or_one_error(self, data: bytes) -> None:
        try:
            read(data)
        except FormatError as problem:
            assert problem.remedy


class TestRoundTrips:
    @given(corpora(conll.FORMAT.holds))
    def test_conll(self, documents: list[Document]) -> None:
        assert_round_trip(conll.FORMAT, documents)

    @given(corpora(conll.LITBANK.holds))
    def test_litbank(self, documents: list[Document]) -> None:
        assert_round_trip(conll.LITBANK, documents)

    @given(corpora(Feature))
    @settings(max_examples=50)
    def test_everything_else_is_projected_away(self, documents: list[Document]) -> None:
        assert_round_trip(conll.FORMAT, documents)

    @given(corpora(conll.FORMAT.holds))
    @settings(max_examples=30)
    def test_what_was_written_is_written_again(self, documents: list[Document]) -> None:
        text = write(documents)
        assert write(read(text)) == text


class TestSniffing:
    @pytest.mark.parametrize(
        "text", [FULL, rows("-"), "\n# made by x\n#begin document (d)\n", "#columns\tA\n#begin document x\n"]
    )
    def test_conll(self, text: str) -> None:
        assert conll.FORMAT.sniff(text, "x")
        assert not conll.LITBANK.sniff(text, "x")

    @pytest.mark.parametrize(
        "text", ["", "text\n", "# newdoc id = x\n1\ta\t_\t_\n", "#FORMAT=WebAnno TSV 3.2\n", "a #begin document"]
    )
    def test_others(self, text: str) -> None:
        assert not conll.FORMAT.sniff(text, "x.conll")

    def test_litbank(self) -> None:
        row = "\t".join(["d", "0", "0", "word", *"________"])
        assert conll.LITBANK.sniff(f"#begin document (d); part 0\n{row}\t\n", "x")
        assert conll.LITBANK.sniff(f"#begin document (d); part 0\n{row}\t(1)\n", "x")
        assert not conll.LITBANK.sniff(f"#begin document (d); part 0\n{row}\t-\n", "x")
        assert not conll.LITBANK.sniff(f"{row}\t(1)\n", "x")


def said(text: str) -> list[tuple[list[str], list[str]]]:
    """The cells of every line, whose brackets LitBank wrote in no fixed order."""
    lines = [line.split("\t") for line in text.split("\n")]
    return [(cells[:-1], sorted(cells[-1].split("|"))) for cells in lines]


class TestLitbank:
    def test_written_dialect(self) -> None:
        (document,) = read(rows("(1", "-", "1)"))
        document.layout.clear()
        filled = "\t_" * 8
        assert write([document], conll.LITBANK) == (
            "#begin document (d); part 0\n"
            f"d\t0\t0\tw0{filled}\t(1\nd\t0\t1\tw1{filled}\t\nd\t0\t2\tw2{filled}\t1)\n"
            "\n#end document\n"
        )

    def test_corpus(self, shared: Path) -> None:
        files = sorted((shared / "data/litbank/conll").glob("*.conll"))[:8]
        for file in files:
            (document,) = conll.read(Source(file))
            assert document.id == file.stem
            assert conll.LITBANK.sniff(file.read_text()[:8192], file.name)
            text = write([document], conll.LITBANK)
            assert read(text) == [document]
            assert said(text) == said(file.read_text().rstrip("\n") + "\n")


class TestOracles:
    def test_gum(self, shared: Path) -> None:
        for name in ("sg.key", "nosg.key", "sg.response", "nosg.response"):
            file = shared / f"oracles/gum-dev/{name}.conll"
            assert write(conll.read(Source(file))) == file.read_text()

    def test_cases_of_the_reference_scorer(self, shared: Path) -> None:
        folder = shared / "oracles/conll-cases"
        with open(folder / "expected.tsv", newline="") as file:
            pairs = {(row["key"], row["response"]) for row in csv.DictReader(file, delimiter="\t")}
        for names in sorted(pairs):
            key, response = ([*conll.read(Source(folder / name))] for name in names)
            assert [d.id for d in key] == [d.id for d in response]
            assert [len(d.tokens) for d in key] == [len(d.tokens) for d in response]
            assert read(write(key)) == key

    def test_repeated_mentions_are_kept(self, shared: Path) -> None:
        (document,) = conll.read(Source(shared / "oracles/conll-cases/TC-A-9.response"))
        assert mentions(document).count((3, 7, "3")) == 10
        assert document.tokens.table.extra["document"][0] == "test1"
