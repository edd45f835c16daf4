"""JSON lines in both dialects: what plain files mean, what errors say, and that nothing is lost."""

from __future__ import annotations

import copy
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Bridge, Builder, Document, FormatError, from_text, project
from corefer.formats import corefud, jsonl
from corefer.formats.base import Format, Source, Target
from strategies import assert_round_trip, corpora, documents

ONTONOTES: dict[str, Any] = {
    "doc_key": "nw/wsj/00/wsj_0001_0",
    "sentences": [["Anna", "saw", "her", "brother", "."], ["He", "waved", "."]],
    "speakers": [["A", "A", "A", "A", "A"], ["-", "-", "-"]],
    "clusters": [[[2, 3], [5, 5]], [[0, 0], [2, 2]]],
}
RUNNING: dict[str, Any] = {
    "id": "letter",
    "text": "Anna's here. She waved.",
    "clusters": [[[0, 4], [13, 16]]],
}


def source(*records: Any, problems: list[FormatError] | None = None) -> Source:
    lines = [record if isinstance(record, str) else json.dumps(record, ensure_ascii=False) for record in records]
    return Source("corpus.jsonl", data="\n".join(lines).encode(), problems=problems)


def only(form: Format, record: Any) -> Document:
    assert form.read is not None
    (document,) = form.read(source(record))
    return document


def written(form: Format, *several: Document) -> list[dict[str, Any]]:
    assert form.write is not None
    buffer = io.BytesIO()
    form.write([project(document, form.holds)[0] for document in several], Target(None, stdout=buffer))
    return [json.loads(line) for line in buffer.getvalue().decode().splitlines()]


def spans(document: Document) -> list[tuple[str, str]]:
    return [(mention.entity.id, document.mention_text(mention)) for mention in document.mentions]


# --- OntoNotes style


def test_ontonotes_style_is_read() -> None:
    document = only(jsonl.FORMAT, ONTONOTES)
    assert document.id == "nw/wsj/00/wsj_0001_0"
    assert document.text == "Anna saw her brother .\nHe waved .\n"
    assert spans(document) == [("1", "Anna"), ("2", "her brother"), ("1", "her"), ("2", "He")]
    assert [sentence.speaker for sentence in document.sentences] == ["A", ""]
    assert document.meta == {}


def test_a_plain_document_stays_plain() -> None:
    (record,) = written(jsonl.FORMAT, only(jsonl.FORMAT, ONTONOTES))
    assert record == {**ONTONOTES, "clusters": [[[0, 0], [2, 2]], [[2, 3], [5, 5]]]}


def test_a_document_without_clusters_or_key_is_one_too() -> None:
    first, second = jsonl.read(source({"sentences": [["One"]]}, "", {"sentences": []}))
    assert (first.id, second.id) == ("corpus", "corpus-2")
    assert (len(first.mentions), len(second.tokens), len(second.sentences)) == (0, 0, 0)


def test_keys_of_others_are_kept_and_written_back() -> None:
    extra = {"genre": "nw", "part_id": 0, "constituents": [[0, 1, "NP"]], "ner": None, "text": "no", "score": 0.5}
    document = only(jsonl.FORMAT, {**ONTONOTES, **extra})
    assert document.genre == "nw"
    assert document.meta == {
        "genre": "nw",
        "part_id": "0",
        "constituents": '[[0, 1, "NP"]]',
        "ner": "null",
        "text": "no",
        "score": "0.5",
    }
    (record,) = written(jsonl.FORMAT, document)
    assert {key: record[key] for key in extra} == extra
    assert "corefer" not in record


def test_metadata_with_the_names_of_our_own_keys_go_out_of_their_way() -> None:
    document = only(jsonl.FORMAT, ONTONOTES)
    document.meta = {"clusters": "many", "title": "1984"}
    (record,) = written(jsonl.FORMAT, document)
    assert record["title"] == "1984"
    assert record["corefer"] == {"meta": {"clusters": "many"}}
    assert only(jsonl.FORMAT, record).meta == document.meta


@pytest.mark.parametrize(
    "speakers",
    [
        [["A", "A", "A", "A", "A"], ["B", "B", "B"]],
        ["A", "B"],
        ["A", "A", "A", "A", "A", "B", "B", "B"],
    ],
)
def test_speakers_by_token_by_sentence_or_in_one_list(speakers: list[Any]) -> None:
    document = only(jsonl.FORMAT, {**ONTONOTES, "speakers": speakers})
    assert [sentence.speaker for sentence in document.sentences] == ["A", "B"]


@pytest.mark.parametrize("speakers", [[], None, ["", ""], [None, "-"]])
def test_nobody_may_be_known_to_speak(speakers: Any) -> None:
    document = only(jsonl.FORMAT, {**ONTONOTES, "speakers": speakers})
    assert [sentence.speaker for sentence in document.sentences] == ["", ""]


def test_speakers_that_change_within_a_sentence_are_kept_whole() -> None:
    speakers = [["A", "B", "A", "A", "A"], ["C", "C", "C"]]
    document = only(jsonl.FORMAT, {**ONTONOTES, "speakers": speakers})
    assert [sentence.speaker for sentence in document.sentences] == ["", "C"]
    (record,) = written(jsonl.FORMAT, document)
    assert record["speakers"] == speakers
    assert only(jsonl.FORMAT, record) == document


def test_what_the_dialect_lacks_stands_under_one_key() -> None:
    builder = Builder("d")
    builder.add_sentence(
        ["Anna", "saw", "him", "and", "it", "rained"],
        columns={"upos": ["PROPN", *["_"] * 5]},
        id="s1",
        new_paragraph=True,
    )
    document = builder.build()
    document.add_mention("anna", 0, 1, type="person", head=0, min=(0,), other={"centering": "cb"})
    him = document.add_mention("him", 2, 3)
    document.add_mention("both", 0, 3, parts=((0, 1), (2, 3)))
    document.add_mention("x", 4, 5, referring=False, category="expletive")
    document.arrange()
    document.bridges.append(Bridge(him, document.entities[0], "kin"))
    (record,) = written(jsonl.FORMAT, document)
    assert record["clusters"] == [[[0, 2]], [[0, 0]], [[2, 2]]]
    assert record["corefer"] == {
        "sentences": {"ids": ["s1"], "paragraphs": [0]},
        "tokens": {"upos": ["PROPN", "_", "_", "_", "_", "_"]},
        "entities": ["both", "anna", "him"],
        "mentions": [
            [{"tokens": [0, 2]}],
            [{"type": "person", "min": [0], "other": {"centering": "cb"}, "head": 0}],
            [{}],
        ],
        "non_referring": [{"span": [4, 4], "entity": "x", "category": "expletive"}],
        "bridges": [{"anaphor": 2, "anchor": "both", "relation": "kin"}],
    }


def test_numbers_are_ids_only_where_they_do_not_follow_from_the_order() -> None:
    document = only(jsonl.FORMAT, {**ONTONOTES, "corefer": {"entities": ["7", "3"]}})
    assert [entity.id for entity in document.entities] == ["3", "7"]
    (record,) = written(jsonl.FORMAT, document)
    assert record["corefer"] == {"entities": ["3", "7"]}


# --- running text


def test_running_text_is_read_and_words_are_cut_where_mentions_need_it() -> None:
    document = only(jsonl.TEXT, RUNNING)
    assert (document.id, document.text) == ("letter", RUNNING["text"])
    assert [token.form for token in document.tokens] == ["Anna", "'s", "here", ".", "She", "waved", "."]
    assert spans(document) == [("1", "Anna"), ("1", "She")]
    assert len(document.sentences) == 2
    assert written(jsonl.TEXT, document) == [RUNNING]


def test_tokens_may_be_given() -> None:
    record = {**RUNNING, "tokens": [[0, 4], [4, 6], [7, 12], [13, 16], [17, 23]]}
    document = only(jsonl.TEXT, record)
    assert [token.form for token in document.tokens] == ["Anna", "'s", "here.", "She", "waved."]
    assert [sentence.text for sentence in document.sentences] == ["Anna's here.", "She waved."]
    assert written(jsonl.TEXT, document) == [record]


def test_spaces_at_the_edge_of_a_mention_are_no_tokens() -> None:
    assert spans(only(jsonl.TEXT, {"text": "so Anna said", "clusters": [[[2, 8]]]})) == [("1", "Anna")]


def test_ids_may_be_numbers_or_missing() -> None:
    first, second, third = jsonl.read_text(
        source({"text": "a", "id": 17}, {"text": "b"}, {"text": "c", "doc_key": "k"})
    )
    assert (first.id, second.id, third.id) == ("17", "corpus-2", "k")


def test_both_kinds_of_id_are_kept() -> None:
    record = {"doc_key": "k", "text": "a", "clusters": [], "id": "17"}
    document = only(jsonl.TEXT, record)
    assert (document.id, document.meta) == ("k", {"id": "17"})
    assert written(jsonl.TEXT, document) == [record]


def test_text_in_any_script_is_counted_in_characters() -> None:
    text = "👩‍👧 שלום Zoë."
    document = only(jsonl.TEXT, {"text": text, "clusters": [[[9, 12]]]})
    assert spans(document) == [("1", "Zoë")]


def test_line_separators_are_escaped_so_that_a_line_stays_one() -> None:
    buffer = io.BytesIO()
    jsonl.write_text([from_text("d", "one\u2028two\u2029three\x85four")], Target(None, stdout=buffer))
    assert len(buffer.getvalue().decode().splitlines()) == 1
    (document,) = jsonl.read_text(Source("d.jsonl", data=buffer.getvalue()))
    assert document.text == "one\u2028two\u2029three\x85four"


# --- errors


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"clusters": [[[0, 8]]]}, "`clusters[0][0]`: there is no token 8 (the document has 8, counted from 0)"),
        ({"clusters": [[[-1, 0]]]}, "`clusters[0][0]`: there is no token -1 (the document has 8, counted from 0)"),
        (
            {"clusters": [[[0, 0], [3, 2]]]},
            "`clusters[0][1]`: it starts at 3, after its end 2 (write the earlier position first)",
        ),
        ({"clusters": [[[0, 1.0]]]}, "`clusters[0][0]`: `1.0` is not an integer"),
        ({"clusters": [[[0, True]]]}, "`clusters[0][0]`: `True` is not an integer"),
        ({"clusters": [[[0]]]}, "`clusters[0][0]`: `[0]` is not a pair of positions"),
        ({"clusters": [[0, 1]]}, "`clusters[0][0]`: `0` is not a list"),
        ({"clusters": {"a": 1}}, "`clusters`: `{'a': 1}` is not a list"),
        ({"sentences": [["a", 1]]}, "`sentences[0][1]`: `1` is not a string"),
        ({"sentences": [["a", " "]]}, "`sentences[0][1]`: ' ' is not a token (leave white space out)"),
        ({"sentences": "abc"}, "`sentences`: `'abc'` is not a list"),
        ({"doc_key": ["x"]}, "`doc_key`: `['x']` is not a string"),
        ({"speakers": [["A"]]}, "`speakers`: it has 1 values where 2 are needed"),
        ({"speakers": [["A"], ["B", "B", "B"]]}, "`speakers[0]`: it has 1 values where 5 are needed"),
        ({"corefer": {"entity": []}}, "`corefer.entity`: there is no such key (known are bridges,"),
        ({"corefer": {"entities": ["a", "a"]}}, "`corefer.entities`: an id is empty or stands twice"),
        ({"corefer": {"mentions": [[{"head": 4}, {}], [{}, {}]]}}, "`corefer.mentions[0][0]`: token 4 is not one of"),
        ({"corefer": {"tokens": {"upos": ["X"]}}}, "`corefer.tokens.upos`: it has 1 values where 8 are needed"),
        (
            {"corefer": {"bridges": [{"anaphor": 9, "anchor": "1"}]}},
            "`corefer.bridges[0].anaphor`: there is no mention 9 (there are 4, from 0)",
        ),
        (
            {"corefer": {"splits": [{"anaphor": 0, "antecedents": ["5"]}]}},
            "`corefer.splits[0].antecedents`: there is no entity `5` (name one of corefer.entities)",
        ),
    ],
)
def test_errors_name_the_line_and_the_key(change: dict[str, Any], message: str) -> None:
    broken = {**ONTONOTES, **change}
    with pytest.raises(FormatError) as caught:
        list(jsonl.read(source(ONTONOTES, broken)))
    assert caught.value.line == 2
    assert caught.value.column == json.dumps(broken).find(f'"{next(iter(change))}"') + 1
    assert f": {message}" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"clusters": [[[0, 24]]]},
            "`clusters[0][0]`: [0, 24) is not in the text, which has 23 characters (offsets count characters",
        ),
        ({"clusters": [[[6, 7]]]}, "`clusters[0][0]`: `[6, 7]` covers no token (give the span of at least one word)"),
        ({"text": 5}, "`text`: `5` is not a string"),
        ({"tokens": [[0, 4], [3, 6]]}, "`tokens[1]`: there can be no token at [3, 6) (the text has 23 characters"),
        ({"tokens": [[4, 6], [0, 4]]}, "`tokens[1]`: there can be no token at [0, 4) (the text has 23 characters"),
        ({"tokens": [[0, 4], [6, 7]]}, "`tokens[1]`: ' ' is not a token"),
        (
            {"corefer": {"sentences": {"lengths": [3]}}},
            "`corefer.sentences.lengths`: they add up to 3, and there are 7",
        ),
        ({"corefer": {"sentences": {"paragraphs": [2]}}}, "`corefer.sentences.paragraphs`: there is no sentence 2"),
    ],
)
def test_errors_in_running_text(change: dict[str, Any], message: str) -> None:
    broken = {**RUNNING, **change}
    with pytest.raises(FormatError) as caught:
        list(jsonl.read_text(source("", RUNNING, broken)))
    assert caught.value.line == 3
    assert f": {message}" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ('{"sentences": [["a"]', (1, 21), "this is not JSON: Expecting ',' delimiter (write one JSON object a line)"),
        ("[1]", (1, 1), "this is not a JSON object (write one JSON object a line)"),
        ('{"a": 1, "a": 2}', (1, 0), "this is not JSON: the key `a` stands twice"),
        ('{"a": NaN}', (1, 0), "this is not JSON: NaN is not a number"),
        ('{"a": 1e999}', (1, 0), "this is not JSON: 1e999 is not a number"),
        ('{"sentences": [["\\ud800"]]}', (1, 0), "an escape \\ud800 to \\udfff stands alone"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", (1, 0), "the JSON is nested too deeply"),
        ('{"tokens": []}', (1, 0), "the key `sentences` is missing (give lists of tokens)"),
        ('{"text": "x"}', (1, 0), "the key `sentences` is missing (read it with --from jsonl-text)"),
    ],
)
def test_lines_that_are_no_documents(line: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(jsonl.read(source(line)))
    assert (caught.value.line, caught.value.column) == place
    assert message in str(caught.value)


def test_running_text_without_text() -> None:
    with pytest.raises(FormatError, match=r"1: the key `text` is missing \(read it with --from jsonl\)"):
        list(jsonl.read_text(source(ONTONOTES)))


def test_documents_come_as_they_are_read() -> None:
    stream = jsonl.read(source(ONTONOTES, "{"))
    assert next(stream).id == ONTONOTES["doc_key"]
    with pytest.raises(FormatError):
        next(stream)


def test_all_problems_of_a_file_can_be_collected() -> None:
    problems: list[FormatError] = []
    found = list(jsonl.read(source("{", ONTONOTES, {"sentences": 1}, problems=problems)))
    assert [document.id for document in found] == [ONTONOTES["doc_key"]]
    assert [problem.line for problem in problems] == [1, 3]


# --- detection


def test_the_dialects_tell_themselves_apart() -> None:
    assert jsonl.sniff(json.dumps(ONTONOTES), "x") and not jsonl.sniff_text(json.dumps(ONTONOTES), "x.jsonl")
    assert jsonl.sniff_text(json.dumps(RUNNING), "x")
    assert jsonl.sniff_text('{"text": "no clusters"}', "x.jsonl")
    assert not jsonl.sniff_text('{"text": "no clusters"}', "x.json")
    assert jsonl.sniff('{"clusters": [[[0, 1], ', "x.jsonl")
    for head in ("", "[1, 2]", "She waved.", "# newdoc id = x\n", "<DOC>", '{"a": 1}'):
        assert not jsonl.sniff(head, "x.jsonl") and not jsonl.sniff_text(head, "x.jsonl")


# --- nothing is lost


@pytest.mark.parametrize("form", [jsonl.FORMAT, jsonl.TEXT], ids=lambda form: form.name)
@settings(max_examples=40, deadline=None)
@given(several=corpora())
def test_random_documents_come_back(form: Format, several: list[Document]) -> None:
    assert_round_trip(form, several)


@settings(max_examples=40, deadline=None)
@given(documents())
def test_the_dialects_agree(document: Document) -> None:
    """What goes through running text first loses nothing more."""
    (record,) = written(jsonl.TEXT, document)
    assert written(jsonl.FORMAT, only(jsonl.TEXT, record)) == written(jsonl.FORMAT, document)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)


@st.composite
def broken_records(draw: st.DrawFn, form: Format) -> dict[str, Any]:
    """A sound record in which one value, anywhere, is replaced, dropped or doubled."""
    (record,) = written(form, draw(documents(max_sentences=2, max_mentions=3)))
    record = copy.deepcopy(record)
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or draw(st.booleans()):
            break
        place = inner
    if draw(st.booleans()):
        place[key] = draw(_VALUES)
    elif isinstance(place, list) and draw(st.booleans()):
        place.insert(key, place[key])
    else:
        del place[key]
    return record


@pytest.mark.parametrize("form", [jsonl.FORMAT, jsonl.TEXT], ids=lambda form: form.name)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_broken_records_give_documents_or_errors(form: Format, data: st.DataObject) -> None:
    record = data.draw(broken_records(form))
    try:
        document = only(form, record)
    except FormatError as error:
        assert error.line == 1
    else:
        assert_round_trip(form, [document])


@pytest.mark.parametrize("read", [jsonl.read, jsonl.read_text])
@given(data=st.binary() | st.text().map(str.encode) | _VALUES.map(json.dumps).map(str.encode))
def test_any_bytes_give_documents_or_an_error(read: Any, data: bytes) -> None:
    try:
        list(read(Source("x.jsonl", data=data)))
    except FormatError as error:
        assert error.source == "x.jsonl"


@pytest.mark.parametrize("form", [jsonl.FORMAT, jsonl.TEXT], ids=lambda form: form.name)
def test_gum_comes_back(form: Format, shared: Path) -> None:
    path = sorted((shared / "data" / "gum" / "dev").iterdir())[0]
    assert_round_trip(form, corefud.read(Source(path)))
