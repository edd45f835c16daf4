"""brat: LitBank's dialect and brat's own, offsets, relations, messages, round trips."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Bridge, Document, Feature, FormatError, SplitAntecedent, differences, from_text, project
from corefer.formats import brat
from corefer.formats.base import Source, Target
from strategies import documents

TEXT = "Alice saw her cat .\nThe cat , a tom , slept .\n"
LITBANK = """T1\tPROP_PER 0 5\tAlice
T2\tAlice-1 0 5\tAlice
T3\tNOM_PER 10 17\ther cat
T4\tcat-2 10 17\ther cat
T5\tPRON_PER 10 13\ther
T6\tAlice-1 10 13\ther
T7\tNOM_PER 20 27\tThe cat
T8\tcat-2 20 27\tThe cat
T9\tNOM_PER 30 35\ta tom
R1\tappos Arg1:T9 Arg2:T7
"""


def pair(folder: Path, annotation: str | bytes, text: str | bytes = TEXT, name: str = "given") -> Path:
    """Write a pair of files and return the path of the annotation."""
    path = folder / f"{name}.ann"
    for file, content in ((path, annotation), (path.with_suffix(".txt"), text)):
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(folder: Path, annotation: str, text: str = TEXT) -> Document:
    (document,) = brat.read(Source(pair(folder, annotation, text)))
    return document


def written(folder: Path, document: Document) -> str:
    brat.write([project(document, brat.FORMAT.holds)[0]], Target(folder / f"{document.id}.ann"))
    return (folder / f"{document.id}.ann").read_text()


def mentions(document: Document) -> list[tuple[str, str, str]]:
    return [(document.mention_text(m), m.type, m.entity.id) for m in document.mentions]


class TestLitbank:
    def test_spans_of_one_place_are_a_mention(self, tmp_path: Path) -> None:
        document = read(tmp_path, LITBANK)
        assert document.id == "given"
        assert document.text == TEXT
        assert mentions(document) == [
            ("Alice", "PER", "Alice-1"),
            ("her cat", "PER", "cat-2"),
            ("her", "PER", "Alice-1"),
            ("The cat", "PER", "cat-2"),
            ("a tom", "PER", "3"),
        ]
        assert [(m.other or {})["kind"] for m in document.mentions] == ["PROP", "NOM", "PRON", "NOM", "NOM"]

    def test_relations_are_no_coreference(self, tmp_path: Path) -> None:
        document = read(tmp_path, LITBANK)
        (bridge,) = document.bridges
        assert (document.mention_text(bridge.anaphor), bridge.relation, bridge.anchor.id) == ("a tom", "appos", "cat-2")
        assert bridge.anchor_mention is document.mentions[3]

    def test_relations_may_name_either_span(self, tmp_path: Path) -> None:
        document = read(tmp_path, LITBANK.replace("Arg2:T7", "Arg2:T8"))
        assert document.bridges[0].anchor_mention is document.mentions[3]

    def test_it_is_written_in_its_dialect(self, tmp_path: Path) -> None:
        assert written(tmp_path, read(tmp_path, LITBANK)) == LITBANK

    def test_what_the_dialect_cannot_say_is_written_in_brats_own(self, tmp_path: Path) -> None:
        document = read(tmp_path, LITBANK)
        document.mentions[0].infstat = "new"
        text = written(tmp_path, document)
        assert text.startswith("T1\tPER 0 5\tAlice\nT2\tPER 10 17\ther cat\n")
        assert "A1\tInfstat T1 new\nA2\tkind T1 PROP\n" in text

    def test_a_repeated_span_says_nothing_new(self, tmp_path: Path) -> None:
        document = read(tmp_path, LITBANK + "T10\tPROP_PER 0 5\tAlice\n")
        assert len(document.mentions) == 5

    def test_two_types_of_one_place(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match=r"given.ann:1:1: T1, T2, T10 give one place two types"):
            read(tmp_path, LITBANK + "T10\tNOM_GPE 0 5\tAlice\n")

    def test_relations_without_an_end_are_kept(self, tmp_path: Path) -> None:
        document = read(tmp_path, LITBANK + "R2\tcop Arg1:T77 Arg2:T7\n")
        assert document.meta == {"brat R2": "cop Arg1:T77 Arg2:T7"}
        assert written(tmp_path, document).endswith("#1\tMeta brat R2\tcop Arg1:T77 Arg2:T7\n")

    def test_corpus(self, shared: Path, tmp_path: Path) -> None:
        for file in sorted((shared / "data/litbank/brat").glob("*.ann"))[:8]:
            (document,) = brat.read(Source(file))
            text = written(tmp_path, document)
            assert spans(text) == spans(file.read_text())
            assert list(brat.read(Source(tmp_path / file.name))) == [document]


def spans(annotation: str) -> list[str]:
    return sorted(line.partition("\t")[2] for line in annotation.split("\n") if line.startswith("T"))


class TestOwnDialect:
    def test_equivalence_and_coreference(self, tmp_path: Path) -> None:
        annotation = (
            "T1\tPerson 0 5\tAlice\nT2\tPerson 10 13\ther\nT3\tAnimal 10 17\ther cat\nT4\tAnimal 20 27\tThe cat\n"
            "T5\tAnimal 30 35\ta tom\n*\tEquiv T3 T4\nR1\tCoref Arg1:T2 Arg2:T1\n"
        )
        assert mentions(read(tmp_path, annotation)) == [
            ("Alice", "Person", "1"),
            ("her cat", "Animal", "2"),
            ("her", "Person", "1"),
            ("The cat", "Animal", "2"),
            ("a tom", "Animal", "3"),
        ]

    def test_attributes(self, tmp_path: Path) -> None:
        annotation = (
            "A1\tInfstat T1 giv:act\n#1\tAnnotatorNotes T1\twho?\nT1\tPerson 0 5\tAlice\nA2\tOptional T1\n"
            "A3\tEntity T1 Liddell\nM1\tNegation T1\nN1\tReference T1 Wikipedia:1865\tAlice\nA4\tLink T1 ana\n"
            "T2\tMention 24 27\tcat\nA5\tNonReferring T2\nA6\tCategory T2 cleft\n"
        )
        first, second = read(tmp_path, annotation).mentions
        assert (first.infstat, first.optional, first.entity.id, first.link) == ("giv:act", True, "Liddell", "ana")
        assert first.identity == "Wikipedia:1865"
        assert first.other == {"AnnotatorNotes": "who?", "Negation": ""}
        assert (second.type, second.referring, second.category, second.entity.id) == ("", False, "cleft", "2")

    def test_values_given_twice_are_both_kept(self, tmp_path: Path) -> None:
        notes = "#1\tAnnotatorNotes T1\tone\n#2\tAnnotatorNotes T1\ttwo\n#3\tAnnotatorNotes T1\ttwo\n"
        (mention,) = read(tmp_path, f"T1\tPerson 0 5\tAlice\n{notes}").mentions
        assert mention.other == {"AnnotatorNotes": "one; two; two"}

    def test_events_and_what_hangs_on_them_are_kept(self, tmp_path: Path) -> None:
        annotation = "T1\tSee 6 9\tsaw\nE1\tSee:T1 Arg:T1\nA1\tNegation E1\n#1\tAnnotatorNotes E1\tx\n"
        document = read(tmp_path, annotation)
        assert document.meta == {
            "brat E1": "See:T1 Arg:T1",
            "brat A1": "Negation E1",
            "brat #1": "AnnotatorNotes E1 x",
        }

    def test_discontinuous_spans(self, tmp_path: Path) -> None:
        lines = ("X 0 5;10 13\tAlice her", "X 20 23;24 27\tThe cat", "X 14 19;20 23\tcat . The")
        document = read(tmp_path, "".join(f"T{n}\t{line}\n" for n, line in enumerate(lines)))
        assert [document.mention_text(m) for m in document.mentions] == ["Alice … her", "cat .\nThe", "The cat"]
        assert written(tmp_path, document) == (
            "T1\tX 0 5;10 13\tAlice her\nT2\tX 14 19;20 23\tcat . The\nT3\tX 20 27\tThe cat\n"
        )

    def test_spans_part_words(self, tmp_path: Path) -> None:
        document = read(tmp_path, "T1\tX 0 6\tstrato\nT2\tX 6 13\tsphéric\n", "stratosphéric 🙂s")
        assert document.tokens.table.forms == ["strato", "sphéric", "🙂", "s"]

    def test_white_space_at_the_edges_is_left_out(self, tmp_path: Path) -> None:
        (mention,) = read(tmp_path, "T1\tX 5 10\t saw \n").mentions
        assert (mention.start, mention.end) == (1, 2)

    def test_offsets_are_code_points(self, tmp_path: Path) -> None:
        document = read(tmp_path, "T1\tX 2 5\tshe\n", "🙂 she")
        assert document.mention_text(document.mentions[0]) == "she"

    def test_carriage_returns_count(self, tmp_path: Path) -> None:
        document = read(tmp_path, "T1\tX 7 8\tb\r\n\r\n", "one a\r\nb")
        assert (document.text, document.mention_text(document.mentions[0])) == ("one a\r\nb", "b")

    def test_relations(self, tmp_path: Path) -> None:
        document = from_text("d", TEXT, (0, 5, 10, 13, 20, 27))
        alice = document.add_mention("1", 0, 1)
        her = document.add_mention("2", 2, 3)
        cat = document.add_mention("3", 5, 7)
        document.bridges = [Bridge(her, alice.entity, "", None), Bridge(cat, her.entity, "part of", her)]
        document.splits = [SplitAntecedent(cat, (alice.entity, her.entity)), SplitAntecedent(cat, (her.entity,))]
        text = written(tmp_path, document)
        assert [line for line in text.split("\n") if line.startswith("R")] == [
            "R1\tBridge Arg1:T2 Entity:T1",
            "R2\tpart\\sof Arg1:T3 Arg2:T2",
            "R3\tSplitAntecedent Arg1:T3 Arg2:T1",
            "R4\tSplitAntecedent Arg1:T3 Arg2:T2",
            "R5\tSplitAntecedent2 Arg1:T3 Arg2:T2",
        ]
        assert list(brat.read(Source(tmp_path / "d.ann"))) == [document]

    @pytest.mark.parametrize(
        "name",
        ["Mention", "Coref", "Bridge", "PROP_PER", "a b", "tab\t", "\\", "\\s", "Entity", "x-1", "SplitAntecedent2"],
    )
    def test_words_with_a_meaning_of_their_own(self, tmp_path: Path, name: str) -> None:
        document = from_text("d", TEXT)
        for start in (0, 2):
            document.add_mention(name, start, start + 1, type=name, identity=name, other={name: name})
        document.bridges = [Bridge(document.mentions[0], document.mentions[1].entity, name, document.mentions[1])]
        document.meta = {name: name}
        written(tmp_path, document)
        assert list(brat.read(Source(tmp_path / "d.ann"))) == [document]


class TestFiles:
    def test_either_file_may_be_given(self, tmp_path: Path) -> None:
        path = pair(tmp_path, LITBANK)
        assert list(brat.read(Source(path.with_suffix(".txt")))) == list(brat.read(Source(path)))

    def test_the_other_file_must_be_there(self, tmp_path: Path) -> None:
        path = pair(tmp_path, LITBANK)
        path.with_suffix(".txt").unlink()
        with pytest.raises(FormatError, match=r"there is no given.txt beside it \(keep the two files together\)"):
            list(brat.read(Source(path)))

    def test_standard_output_cannot_hold_a_pair(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="this format is a pair of files"):
            brat.write([read(tmp_path, LITBANK)], Target(None))

    def test_sniffing(self, tmp_path: Path) -> None:
        path = pair(tmp_path, LITBANK)
        assert brat.sniff(LITBANK, str(path))
        assert brat.sniff("", "empty.ann")
        assert brat.sniff(TEXT, str(path.with_suffix(".txt")))
        assert not brat.sniff(TEXT, str(tmp_path / "other.txt"))
        assert not brat.sniff("<a/>", "x.ann")
        assert not brat.sniff(LITBANK, "x.tsv")


class TestErrors:
    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("T1\tX 0\tA", "1:4: T1: `X 0` is not a type and offsets (write `TYPE 0 4` or `TYPE 0 4;9 12`)"),
            ("T1\tX 0 99\tA", "1:4: T1: `0 99` is not a place in the text of 46 characters (offsets rise and count"),
            ("T1\tX 5 0\tA", "1:4: T1: `5 0` is not a place"),
            ("T1\tX 0 4\tAlice", "1:4: T1: `Alice` is annotated where the text has `Alic` (use the text that was"),
            ("T1\tX 5 6\t ", "1:4: T1 covers no word (remove it or correct its offsets)"),
            ("T1\tX 0 5\nT1\tX 0 5", "2:4: T1: there is a span of this id already (give every span its own id)"),
            ("R1\tX Arg1:T1", "1:4: R1: `X Arg1:T1` is not a relation (write `TYPE Arg1:T1 Arg2:T2`)"),
            ("*\tEquiv", "1:3: *: `Equiv` is not an equivalence (write `Equiv T1 T2`)"),
            ("*\tEquiv T1", "1:1: Equiv relates T1, which is not annotated (add the span or remove the relation)"),
            ("A1\tNegation", "1:4: A1: `Negation` is not an attribute (write `NAME T1` or `NAME T1 value`)"),
            ("N1\tReference T1", "1:4: N1: `Reference T1` is not a normalization (write `Reference T1 RESOURCE:ID`)"),
            ("Alice", "1:1: this is not a line of brat's (lines start with T, R, *, E, A, M, N or #, and an id and"),
            (
                "T1\tX 0 5\nT2\tX 6 9\n*\tEquiv T1 T2\nA1\tEntity T1 a\nA2\tEntity T2 b",
                "2:1: T2 belongs to the entities a and b (join the two, or part their mentions)",
            ),
            ("T1\tX 0 5\nA1\tEntity T1 a\nA2\tEntity T1 b", "3:1: T1 belongs to the entities a and b (remove one"),
        ],
    )
    def test_messages(self, tmp_path: Path, line: str, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            read(tmp_path, line + "\n")
        assert str(caught.value).removeprefix(f"{tmp_path / 'given.ann'}:").startswith(message)

    @given(st.text(st.sampled_from("TRAEN*#12 \t\n:;X-0"), max_size=50), st.text(max_size=20))
    @settings(max_examples=200, deadline=None)
    def test_any_text_gives_a_document_or_one_error(self, annotation: str, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            try:
                list(brat.read(Source(pair(Path(folder), annotation.encode(), text.encode("utf-8", "replace")))))
            except FormatError as problem:
                assert problem.line > 0 and problem.remedy

    @given(st.binary(max_size=40), st.binary(max_size=20))
    @settings(deadline=None)
    def test_any_bytes_give_a_document_or_one_error(self, annotation: bytes, text: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            try:
                list(brat.read(Source(pair(Path(folder), b"T1\tX 0 1\t\n" + annotation, text))))
            except FormatError as problem:
                assert problem.remedy


class TestRoundTrips:
    @given(documents(brat.FORMAT.holds))
    @settings(deadline=None)
    def test_what_it_holds(self, document: Document) -> None:
        check(document)

    @given(documents(Feature))
    @settings(deadline=None, max_examples=50)
    def test_everything_else_is_projected_away(self, document: Document) -> None:
        check(document)


def check(document: Document) -> None:
    projected, _ = project(document, brat.FORMAT.holds)
    projected.id = "document"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "document.ann"
        brat.write([projected], Target(path))
        (back,) = brat.read(Source(path))
        assert differences(projected, back) == []
        annotation = path.read_text()
        brat.write([back], Target(path))
        assert path.read_text() == annotation
