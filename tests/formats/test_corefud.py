"""CorefUD: both layouts, byte-identical round trips, errors with their places."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Document, FormatError, differences, project
from corefer.formats import corefud
from corefer.formats.base import Source, Target
from strategies import assert_round_trip, corpora, documents

HEAD = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n"
GUM_HEAD = "# newdoc id = d\n# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity\n"


def rows(*words: str) -> str:
    """Token lines from `form` or `form|MISC` with heads that make a chain."""
    lines = []
    for number, word in enumerate(words, 1):
        form, _, misc = word.partition("|")
        lines.append(f"{number}\t{form}\t_\t_\t_\t_\t{number - 1}\t_\t_\t{misc or '_'}\n")
    return "".join(lines) + "\n"


def read(text: str, problems: list[FormatError] | None = None) -> list[Document]:
    return list(corefud.read(Source("key.conllu", data=text.encode(), problems=problems)))


def written(*given: Document) -> str:
    buffer = io.BytesIO()
    corefud.write(given, Target(None, stdout=buffer))
    return buffer.getvalue().decode()


def test_a_mention_has_its_fields_from_the_corefud_layout() -> None:
    text = HEAD + rows("The|Entity=(e1-place-2-minspan:2,link:coref,genericity:specific", "city|Entity=e1)")
    (document,) = read(text)
    (mention,) = document.mentions
    assert (mention.start, mention.end, mention.head) == (0, 2, 1)
    assert (mention.entity.id, mention.type, mention.link) == ("e1", "place", "coref")
    assert mention.other == {"minspan": "2", "genericity": "specific"}


def test_a_mention_has_its_fields_from_the_gum_layout() -> None:
    text = GUM_HEAD + rows("the|Entity=(3-person-giv:act-sssss-cf1*-2,3-coref-Lord_Byron", "Lord", "Byron|Entity=3)")
    (mention,) = read(text)[0].mentions
    assert (mention.type, mention.infstat, mention.link, mention.identity) == (
        "person",
        "giv:act",
        "coref",
        "Lord_Byron",
    )
    assert mention.min == (1, 2)
    assert mention.other == {"salience": "sssss", "centering": "cf1*"}


def test_the_models_own_marks_stand_in_other() -> None:
    text = HEAD + rows("It|Entity=(e1--1-nonref:cleft)", "he|Entity=(e2--1-status:OPT,category:bound,mid:m7)")
    first, second = read(text)[0].mentions
    assert (first.referring, first.category) == (False, "cleft")
    assert (second.optional, second.category, second.id, second.other) == (True, "bound", "m7", None)
    assert written(*read(text)) == text


def test_nested_same_entity_and_crossing_mentions_close_rightly() -> None:
    text = HEAD + rows("a|Entity=(e1--1", "b|Entity=(e2--1(e1--1", "c|Entity=e1)", "d|Entity=e1)", "e|Entity=e2)")
    spans = [(m.start, m.end, m.entity.id) for m in read(text)[0].mentions]
    assert spans == [(0, 4, "e1"), (1, 5, "e2"), (1, 3, "e1")]
    assert written(*read(text)) == text


def test_discontinuous_mentions_keep_their_parts() -> None:
    text = HEAD + rows("a|Entity=(e1[1/2]-thing-1)", "b", "c|Entity=(e1[2/2]-thing-1", "d|Entity=e1[2/2])")
    (mention,) = read(text)[0].mentions
    assert mention.parts == ((0, 1), (2, 4))
    assert mention.tokens == (0, 2, 3)
    assert "(e1[2/2]-thing-1" in written(*read(text))


@pytest.mark.parametrize("later", ["(e1[2/2])", "(e1[2/2]-thing-1)"])
def test_later_parts_come_out_as_they_came_in(later: str) -> None:
    text = HEAD + rows("a|Entity=(e1[1/2]-thing-1)", "b", f"c|Entity={later}")
    assert written(*read(text)) == text


def test_empty_nodes_take_mentions_and_no_room() -> None:
    text = HEAD + (
        "1\tsaw\t_\t_\t_\t_\t0\t_\t_\t_\n1.1\the\t_\t_\t_\t_\t_\t_\t1:nsubj\tEntity=(e1-person-1)\n"
        "2\tit\t_\t_\t_\t_\t1\t_\t_\tEntity=(e2--1)|SpaceAfter=No\n3\t.\t_\t_\t_\t_\t1\t_\t_\t_\n\n"
    )
    (document,) = read(text)
    assert document.text == "saw it.\n"
    empty, pronoun = document.mentions
    assert document.tokens[empty.start].is_empty
    assert document.mention_spans(empty) == ((3, 3),)
    assert document.mention_text(pronoun) == "it"


def test_multiword_tokens_map_to_exact_offsets() -> None:
    text = HEAD + (
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tdo\t_\t_\t_\t_\t0\t_\t_\t_\n2\tn't\t_\t_\t_\t_\t1\t_\t_\t_\n"
        "3\t,\t_\t_\t_\t_\t1\t_\t_\t_\n4-5\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n4\tde\t_\t_\t_\t_\t1\t_\t_\t_\n"
        "5\tle\t_\t_\t_\t_\t1\t_\t_\t_\n\n"
    )
    (document,) = read(text)
    assert document.text == "don't, du\n"
    assert [(t.form, t.start, t.end) for t in document.tokens] == [
        ("do", 0, 2), ("n't", 2, 5), (",", 5, 6), ("de", 7, 9), ("le", 7, 9),
    ]  # fmt: skip


def test_bridges_and_split_antecedents() -> None:
    text = HEAD + rows(
        "Ann|Entity=(e1--1)",
        "Bo|Entity=(e2--1)",
        "they|Entity=(e3--1)|SplitAnte=e1<e3,e2<e3",
        "door|Bridge=e1<e4:part|Entity=(e4--1)",
    )
    (document,) = read(text)
    (split,), (bridge,) = document.splits, document.bridges
    assert [e.id for e in split.antecedents] == ["e1", "e2"]
    assert split.anaphor.entity.id == "e3"
    assert (bridge.anchor.id, bridge.anaphor.entity.id, bridge.relation) == ("e1", "e4", "part")


def test_reserved_characters_are_encoded_and_come_back() -> None:
    document = read(HEAD + rows("a"))[0]
    document.add_mention("x-(1)|y", 0, 1, type="a-b", category="c:d,e", other={"k-,:": "50%2D"})
    document.arrange()
    (again,) = read(written(document))
    assert differences(document, again) == []


def test_a_layout_that_lacks_a_field_is_extended() -> None:
    document = read("# newdoc id = d\n# global.Entity = GRP\n" + rows("a|Entity=(1)", "b"))[0]
    document.mentions[0].type = "person"
    document.mentions[0].head = 0
    text = written(document)
    assert "# global.Entity = GRP-head-other" in text
    assert differences(document, read(text)[0]) == []


def test_white_space_comes_from_the_text_comment_where_it_spells_the_tokens() -> None:
    text = "# newdoc id = d\n# sent_id = 1\n# text = a  b\u00a0c\n" + rows("a", "b", "c")
    assert read(text)[0].text == "a  b\u00a0c\n"
    assert written(*read(text)) == text


def test_paragraphs_and_exact_spaces() -> None:
    text = (
        "# newdoc id = d\n# newpar\n# text = a b\n" + rows("a|SpacesAfter=\\t", "b")
        + "# newpar\n# text = c\n" + rows("c|SpacesAfter=\\n\\s")
    )  # fmt: skip
    (document,) = read(text)
    assert document.text == "a\tb\n\nc\n "
    assert [s.new_paragraph for s in document.sentences] == [True, True]
    assert written(document) == text


def test_bare_newdoc_and_missing_newdoc_stay_as_they_are() -> None:
    for head in ("# newdoc\n", "", "#odd\n# newpar id = p1\n"):
        text = head + "# text = a\n" + rows("a")
        assert written(*read(text)) == text
        assert read(text)[0].id == "key"


def test_documents_of_one_file_share_the_layout_declared_first() -> None:
    text = (
        HEAD
        + "# text = a\n"
        + rows("a|Entity=(e1-x-1)")
        + "# newdoc id = two\n# text = b\n"
        + rows("b|Entity=(e1-y-1)")
    )
    one, two = read(text)
    assert (one.entities[0].type, two.entities[0].type) == ("x", "y")
    assert written(one, two) == text


ERRORS = [
    (HEAD + rows("a|Entity=e1)"), 4, "S102", "`e1)` closes a mention that is not open"),
    (HEAD + rows("a", "b|Entity=(e1--1", "c"), 5, "S103", "`(e1--1` is never closed"),
    (HEAD + rows("a|Entity=(e1"), 4, "S103", "`(e1` is never closed"),
    (HEAD + rows("a|Entity=e1"), 4, "S101", "`Entity=e1` is not well formed"),
    (HEAD + rows("a|Entity=(-x)"), 4, "S101", "a mention without an entity id"),
    (HEAD + rows("a|Entity=(e1--2)"), 4, "S106", "head 2 is not a token of the mention"),
    (GUM_HEAD + rows("a|Entity=(1-----x)"), 3, "S107", "minspan x is not a token of the mention"),
    (HEAD + rows("a|Entity=(e1-a-1-b-c)"), 4, "S105", "`a-1-b-c` has 4 fields where global.Entity names 3 after the id"),
    (HEAD + rows("a|Entity=(e1[2/2])"), 4, "S104", "part 2 of 2 of a mention of e1 has no part 1 before it"),
    (HEAD + rows("a|Entity=(e1[1/2])"), 4, "S104", "a discontinuous mention of e1 lacks its last part"),
    (HEAD + rows("a|Bridge=e9<e1|Entity=(e1)"), 4, "S108", "`Bridge=e9<e1` names no entity, or no mention that starts here"),
    (HEAD + "1\ta\n\n", 4, "F001", "2 columns where 10 are needed"),
    (HEAD + rows("a") [:-1] + "# late\n\n", 5, "F001", "a comment stands among the tokens"),
    (HEAD + rows("a").replace("1\t", "1\t\t", 1).replace("\t_\n", "\n"), 4, "F001", "the word form is empty"),
    (HEAD + rows("a").replace("1\t", "x\t", 1), 4, "F001", "`x` is not a token id"),
    (HEAD + rows("a").rstrip() + "\n" + rows("b"), 5, "F001", "token id 1 stands twice in a sentence"),
    (HEAD + "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" + rows("a"), 4, "F001", "multiword token 1-2 covers words that are not there"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "code", "message"), ERRORS)
def test_errors_name_the_line_and_the_remedy(text: str, line: int, code: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    error = caught.value
    assert (error.source, error.line, error.code, error.message) == ("key.conllu", line, code, message)
    assert error.remedy


def test_the_column_of_an_annotation_error_is_where_the_annotation_stands() -> None:
    with pytest.raises(FormatError) as caught:
        read(HEAD + "1\tab\t_\t_\t_\t_\t0\t_\t_\tX=y|Entity=e1)\n\n")
    assert caught.value.column == len("1\tab\t_\t_\t_\t_\t0\t_\t_\tX=y|") + 1


def test_a_collector_of_problems_gets_them_all_and_reading_goes_on() -> None:
    problems: list[FormatError] = []
    (document,) = read(HEAD + rows("a|Entity=e9)", "b|Entity=(e1--1)", "c|Entity=(e2--1"), problems)
    assert [p.code for p in problems] == ["S102", "S103"]
    assert [m.entity.id for m in document.mentions] == ["e1"]


@settings(max_examples=60, deadline=None)
@given(corpora(corefud.FORMAT.holds))
def test_whatever_is_written_reads_back(given_documents: list[Document]) -> None:
    assert_round_trip(corefud.FORMAT, given_documents)


@settings(max_examples=40, deadline=None)
@given(documents(corefud.FORMAT.holds))
def test_writing_is_stable(document: Document) -> None:
    once = written(project(document, corefud.FORMAT.holds)[0])
    assert written(*read(once)) == once


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | st.text(alphabet="()1e[]/-\tEntity=|\n# newdoc_.", max_size=200).map(str.encode))
def test_any_bytes_give_documents_or_one_clear_error(data: bytes) -> None:
    try:
        list(corefud.read(Source("x.conllu", data=data)))
    except FormatError as error:
        assert str(error).startswith("x.conllu:")


@pytest.mark.parametrize("folder", ["data/gum/dev", "data/ontogum/dev", "oracles/gum-dev"])
def test_corpora_come_back_byte_for_byte(shared, folder: str) -> None:  # type: ignore[no-untyped-def]
    assert_byte_identical(sorted((shared / folder).glob("*.conllu")))


def test_the_examples_come_back_byte_for_byte(examples) -> None:  # type: ignore[no-untyped-def]
    assert_byte_identical(sorted(examples.glob("*.conllu")))


@pytest.mark.corpora
@pytest.mark.parametrize("folder", ["data/gum/train", "data/ontogum/train", "data/ewt"])
def test_the_training_corpora_come_back_byte_for_byte(shared, folder: str) -> None:  # type: ignore[no-untyped-def]
    assert_byte_identical(sorted((shared / folder).glob("*.conllu")))


def assert_byte_identical(files) -> None:  # type: ignore[no-untyped-def]
    assert files
    for file in files:
        assert written(*corefud.read(Source(file))) == file.read_text(encoding="utf-8"), file.name
