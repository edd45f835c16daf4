"""GAP: rows as documents, predictions for the GAP scorer, messages."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Document, FormatError, project
from corefer.formats import gap
from corefer.formats.base import Source, Target

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
TEXT = "The singer Cher met Ann Lee's sister; she smiled at Ann Lee."
ROW = f"test-1\t{TEXT}\tshe\t38\tCher\t11\tTRUE\tAnn Lee\t20\tFALSE\thttp://en.wikipedia.org/wiki/Cher\n"


def read(text: str | bytes) -> list[Document]:
    data = text.encode() if isinstance(text, str) else text
    return list(gap.read(Source("gap.tsv", data=data)))


def predictions(documents: list[Document]) -> str:
    buffer = io.BytesIO()
    gap.write([project(document, gap.FORMAT.holds)[0] for document in documents], Target(None, stdout=buffer))
    return buffer.getvalue().decode()


def resolved(*mentions: tuple[str, str], row: str = ROW) -> Document:
    """The row's text with other mentions: their words (the first place where they stand) and their entity."""
    document = read(HEADER + row)[0].bare()
    table = document.tokens.table
    for words, entity in mentions:
        start = document.text.index(words)
        tokens = [i for i, offset in enumerate(table.starts) if start <= offset < start + len(words)]
        document.add_mention(entity, tokens[0], tokens[-1] + 1)
    document.arrange()
    return document


class TestReading:
    def test_a_row_is_a_document(self) -> None:
        (document,) = read(HEADER + ROW)
        assert (document.id, document.text) == ("test-1", TEXT)
        assert [(m.id, document.mention_text(m), m.entity.id) for m in document.mentions] == [
            ("A", "Cher", "1"),
            ("B", "Ann Lee", "2"),
            ("Pronoun", "she", "1"),
        ]

    def test_metadata(self) -> None:
        assert read(HEADER + ROW)[0].meta == {
            "sourceURL": "http://en.wikipedia.org/wiki/Cher",
            "GAP Pronoun": "she",
            "GAP Pronoun-offset": "38",
            "GAP A": "Cher",
            "GAP A-offset": "11",
            "GAP B": "Ann Lee",
            "GAP B-offset": "20",
        }

    @pytest.mark.parametrize(
        ("a", "b", "entities"),
        [
            ("TRUE", "FALSE", {"A": "1", "B": "2", "Pronoun": "1"}),
            ("FALSE", "TRUE", {"A": "2", "B": "1", "Pronoun": "1"}),
            ("FALSE", "FALSE", {"A": "2", "B": "3", "Pronoun": "1"}),
            ("True", "true", {"A": "1", "B": "1", "Pronoun": "1"}),
        ],
    )
    def test_entities(self, a: str, b: str, entities: dict[str, str]) -> None:
        (document,) = read(HEADER + ROW.replace("\tTRUE", f"\t{a}").replace("20\tFALSE", f"20\t{b}"))
        assert {mention.id: mention.entity.id for mention in document.mentions} == entities

    def test_names_within_words(self) -> None:
        (document,) = read(HEADER + "x\tNon-Ann asked Bob:she ran\tshe\t18\tAnn\t4\tTRUE\tBob\t14\tFALSE\tu\n")
        assert [document.mention_text(mention) for mention in document.mentions] == ["Ann", "Bob", "she"]

    def test_quotation_marks_are_text(self) -> None:
        (document,) = read(HEADER + 'x\t"Ann" told Bob she ran.\tshe\t15\tAnn\t1\tTRUE\tBob\t11\tFALSE\tu\n')
        assert document.text == '"Ann" told Bob she ran.'

    def test_an_empty_corpus(self) -> None:
        assert read(HEADER) == []

    def test_corpora(self, shared: Path) -> None:
        for name, size in (("development", 2000), ("validation", 454)):
            file = shared / f"data/gap/gap-{name}.tsv"
            documents = list(gap.read(Source(file)))
            assert len(documents) == size
            with open(file, newline="") as rows:
                gold = [f"{r['ID']}\t{r['A-coref']}\t{r['B-coref']}\n" for r in csv.DictReader(rows, delimiter="\t")]
            assert predictions(documents) == "".join(gold)


class TestPredictions:
    @pytest.mark.parametrize(
        ("mentions", "answers"),
        [
            ([("she", "1"), ("Cher", "1"), ("Ann Lee", "2")], "TRUE\tFALSE"),
            ([("she", "1"), ("Ann Lee's", "1"), ("Cher", "2")], "FALSE\tTRUE"),
            ([("she", "1"), ("Ann", "1")], "FALSE\tTRUE"),
            ([("she", "1"), ("Ann Lee's sister", "1")], "FALSE\tFALSE"),
            ([("she", "1"), ("The singer Cher", "1")], "FALSE\tFALSE"),
            ([("she", "1"), ("Cher", "2"), ("Ann Lee", "2")], "FALSE\tFALSE"),
            ([("she smiled", "1"), ("Cher", "1")], "FALSE\tFALSE"),
            ([("she", "1"), ("she", "2"), ("Cher", "2")], "TRUE\tFALSE"),
            ([], "FALSE\tFALSE"),
        ],
    )
    def test_without_heads(self, mentions: list[tuple[str, str]], answers: str) -> None:
        assert predictions([resolved(*mentions)]) == f"test-1\t{answers}\n"

    @pytest.mark.parametrize(
        ("words", "head", "answers"),
        [
            ("The singer Cher", "Cher", "TRUE\tFALSE"),
            ("The singer Cher", "singer", "FALSE\tFALSE"),
            ("Ann Lee's sister", "sister", "FALSE\tFALSE"),
            ("Ann Lee's", "Lee", "FALSE\tTRUE"),
        ],
    )
    def test_the_head_decides(self, words: str, head: str, answers: str) -> None:
        document = resolved(("she", "1"), (words, "1"))
        mention = next(m for m in document.mentions if document.mention_text(m) == words)
        mention.head = document.tokens.table.forms.index(head)
        assert predictions([document]) == f"test-1\t{answers}\n"

    def test_the_head_is_found_in_the_parse(self) -> None:
        builder = Builder("x")
        heads, relations = ["3", "3", "4", "0", "6", "4"], ["det", "compound", "nsubj", "root", "mark", "xcomp"]
        columns = {"head": heads, "deprel": relations}
        builder.add_sentence(["The", "singer", "Cher", "promised", "she", "smiled"], columns=columns)
        document = builder.build()
        document.meta = {"GAP Pronoun": "she", "GAP Pronoun-offset": "25", "GAP A": "Cher", "GAP A-offset": "11"}
        document.meta |= {"GAP B": "The", "GAP B-offset": "0"}
        document.add_mention("1", 0, 3)
        document.add_mention("1", 4, 5)
        assert predictions([document]) == "x\tTRUE\tFALSE\n"

    def test_tokens_may_be_others(self) -> None:
        document = resolved(("she", "1"), ("Cher", "1"))
        builder = Builder("test-1")
        builder.add_sentence(["The singer", "Cher", "met Ann Lee's sister;", "she", "smiled at Ann Lee."])
        other = builder.build()
        other.meta = document.meta
        other.add_mention("7", 1, 2)
        other.add_mention("7", 3, 4)
        assert predictions([other]) == "test-1\tTRUE\tFALSE\n"

    def test_other_documents_cannot_be_predicted(self) -> None:
        document = resolved()
        document.meta["GAP A-offset"] = "12"
        with pytest.raises(FormatError) as caught:
            predictions([document])
        assert str(caught.value) == (
            "<stdout>: test-1 is no text of GAP's: its metadata do not name the place of A "
            "(predict for documents that were read from a GAP file)"
        )


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", f"1:1: this is not a GAP file (its header is {HEADER.strip()}, divided by tabs)".replace("\t", " ")),
            (
                HEADER + "x\ty\n",
                "2:1: this row has 2 columns instead of 11 (divide columns by one tab, and have no tab in a text)",
            ),
            (
                HEADER + ROW.replace("\t38\t", "\t37\t"),
                "2:73: the text does not have Pronoun, `she`, at 37 (offsets count characters from 0)",
            ),
            (
                HEADER + ROW.replace("\t11\t", "\t-1\t"),
                "2:81: the text does not have A, `Cher`, at -1 (offsets count characters from 0)",
            ),
            (
                HEADER + ROW.replace("FALSE", "no"),
                "2:100: `no` is neither TRUE nor FALSE (write one of them)",
            ),
            (
                HEADER + ROW.replace("Ann Lee\t20", "Cher met\t11"),
                "2:98: A and B overlap (correct the offsets)",
            ),
        ],
    )
    def test_messages(self, text: str, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            read(text)
        assert str(caught.value) == f"gap.tsv:{message}"

    @given(st.lists(st.text(st.sampled_from("0123456789 TRUEshe\n\r"), max_size=6), min_size=9, max_size=11))
    @settings(max_examples=200)
    def test_any_row_gives_a_document_or_one_error(self, cells: list[str]) -> None:
        try:
            read(f"{HEADER}x\t{TEXT}\t" + "\t".join(cells))
        except FormatError as problem:
            assert problem.line > 0 and problem.remedy

    @given(st.binary(max_size=60))
    def test_any_bytes_give_documents_or_one_error(self, data: bytes) -> None:
        for start in (b"", HEADER.encode()):
            try:
                read(start + data)
            except FormatError as problem:
                assert problem.remedy


def test_sniffing() -> None:
    assert gap.sniff(HEADER + ROW, "gap-test.tsv")
    assert not gap.sniff("test-1\tTRUE\tFALSE\n", "x.tsv")
    assert not gap.sniff("#FORMAT=WebAnno TSV 3.2\n", "x.tsv")
