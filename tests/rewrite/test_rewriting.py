"""What holds of every rewriting: the map, identity where nothing is replaced, and that a second time changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from brackets import Case, cases, document
from hypothesis import given, settings
from hypothesis import strategies as st

import corefer
from corefer.analysis import analyse
from corefer.document import ALL, CoreferError, Decision, Document
from corefer.rewrite import Rewritten, rewrite
from strategies import documents as random_documents

CASES = list(cases(Path(__file__).with_name("cases.txt")))
WAYS = [
    ("anchors", None),
    ("standalone", "sentence"),
    ("standalone", "2"),
    ("standalone", "paragraph"),
    ("anchors", "12w"),
]


def check_map(found: Rewritten) -> None:
    """Every character of the output is accounted for: a copy of one of the input's, or part of a change."""
    assert len(found.map) == len(found.text)
    changes = {change.target: change for s in found.substitutions for change in s.changes}
    copied = ""
    for piece in found.map.pieces:
        new, old = found.text[slice(*piece.target)], found.document.text[slice(*piece.source)]
        if piece.edit is None:
            assert new == old
            copied += new
            assert [found.map[i] for i in range(*piece.target)] == [(i, i + 1) for i in range(*piece.source)]
        else:
            change = changes[piece.target]
            assert (change.source, change.old, change.new) == (piece.source, old, new)
            assert {found.map[i] for i in range(*piece.target)} == {piece.source}
    gone = sorted(change.source for change in changes.values())
    kept, done = "", 0
    for start, end in gone:
        kept, done = kept + found.document.text[done:start], end
    assert copied == kept + found.document.text[done:]
    for left in found.left:
        assert found.text[slice(*left.target)] == found.document.text[slice(*left.source)]
    for chunk in found.chunks:
        assert found.text[slice(*chunk.target)] == chunk.text
    json.dumps(found.to_json())


def carried_over(found: Rewritten) -> Document:
    """The output as a document: analysed anew, with the input's mentions where they are now."""
    result = analyse(found.text).bare()
    starts, ends = result.tokens.table.starts, result.tokens.table.ends
    replaced = {id(s.mention): s for s in found.substitutions}
    for mention in found.document.mentions:
        ((first, last),) = found.document.mention_spans(mention)
        substitution = replaced.get(id(mention))
        start, end = substitution.target if substitution else (moved(found, first)[0], moved(found, last - 1)[1])
        inside = [i for i in range(len(result.tokens)) if start <= starts[i] and ends[i] <= end]
        if inside:
            result.add_mention(mention.entity.id, inside[0], inside[-1] + 1)
    result.arrange()
    return result


def moved(found: Rewritten, offset: int) -> tuple[int, int]:
    """Where a character of the input is in the output: its place, or all that stands for it."""
    for piece in found.map.pieces:
        if piece.source[0] <= offset < piece.source[1]:
            place = piece.target[0] + offset - piece.source[0]
            return (place, place + 1) if piece.edit is None else piece.target
    raise AssertionError(offset)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize(("mode", "chunks"), WAYS)
def test_every_character_is_mapped(case: Case, mode: str, chunks: str | None) -> None:
    check_map(rewrite(document(case.marked), mode, chunks))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize(("mode", "chunks"), WAYS[:3])
def test_the_second_time_changes_nothing(case: Case, mode: str, chunks: str | None) -> None:
    once = rewrite(document(case.marked), mode, chunks, min_confidence=0)
    assert rewrite(carried_over(once), mode, chunks).text == once.text


SENTENCES = (
    "[Lena Voss]1 met [a farmer]2.", "[She]1 smiled.", "[He]2 waved to [her]1!", "[[Her]1 boat]3 sank.", "[It]3's lost",
    "“[I]1 am [[her]2 friend]1”, said [Lena Voss]1.", "It rained.", "[They]1+2 were late;", "🙂 [them]1+2?",
)  # fmt: skip
GAPS = (" ", "  ", "\n\n", "\t", "\r\n", "\u00a0 ", " \n ")


@given(
    st.lists(st.tuples(st.sampled_from(SENTENCES), st.sampled_from(GAPS)), min_size=1, max_size=7),
    st.sampled_from(WAYS),
)
@settings(max_examples=60)
def test_whatever_the_order_every_character_is_mapped(
    pieces: list[tuple[str, str]], way: tuple[str, str | None]
) -> None:
    source = document("".join(sentence + gap for sentence, gap in pieces))
    found = rewrite(source, *way)
    check_map(found)
    assert sum(map(str.isspace, source.text)) <= sum(map(str.isspace, found.text))


@given(random_documents(ALL))
@settings(max_examples=40)
def test_any_document_keeps_its_map_or_has_no_parse(source: Document) -> None:
    if len(source.tokens) and not source.is_parsed:
        with pytest.raises(CoreferError, match="no parse"):
            rewrite(source)
    else:
        check_map(rewrite(source))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="iIhHtTmMwWyYsS'’"), max_size=200))
@settings(max_examples=40)
def test_text_without_pronouns_comes_back(text: str) -> None:
    """Every pronoun of English has one of the letters left out."""
    assert corefer.rewrite(text).text == text
    assert corefer.rewrite(text, "standalone", 3).text == text


@pytest.mark.parametrize("mode", ["anchors", "standalone"])
def test_prose_without_pronouns_comes_back(mode: str) -> None:
    text = "The ferry\tleft Skerry  at four.\r\n\r\n  The captain’s dog barked;\u00a0the “old” pier burned.\n"
    found = corefer.rewrite(text, mode)
    assert found.text == text
    assert not found.substitutions


def test_chunks_are_the_text_without_what_stands_between() -> None:
    text = "Anna sang. Ben danced.  Cora wept.\n\nDan slept. "
    for chunks, expected in [
        ("paragraph", ["Anna sang. Ben danced.  Cora wept.", "Dan slept."]),
        ("sentence", ["Anna sang.", "Ben danced.", "Cora wept.", "Dan slept."]),
        (3, ["Anna sang. Ben danced.  Cora wept.", "Dan slept."]),
        ("4w", ["Anna sang. Ben danced.", "Cora wept.\n\nDan slept."]),
        (None, ["Anna sang. Ben danced.  Cora wept.\n\nDan slept."]),
    ]:
        assert [chunk.text for chunk in corefer.rewrite(text, chunks=chunks).chunks] == expected


@pytest.mark.parametrize("chunks", [0, -1, "many", "3x", ""])
def test_a_wrong_chunk_size_is_refused(chunks: int | str) -> None:
    with pytest.raises(CoreferError, match="chunks are"):
        corefer.rewrite("Anna sang.", chunks=chunks)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(CoreferError, match="anchors, standalone"):
        corefer.rewrite("Anna sang.", "loud")  # type: ignore[arg-type]
    with pytest.raises(CoreferError, match="between 0 and 1"):
        corefer.rewrite("Anna sang.", min_confidence=1.5)
    with pytest.raises(CoreferError, match="no resolver is called"):
        corefer.rewrite("Anna sang.", resolver="oracle")


def test_each_substitution_has_its_decision() -> None:
    found = rewrite(document("[Anna]1 told [Maria]2 everything. [She]2@0.8 wept."))
    (substitution,) = found.substitutions
    assert substitution.decision is found.document.decisions[0]
    assert substitution.confidence == 0.8
    (told,) = found.to_json()["substitutions"]
    assert told["decision"]["antecedent"] == {"text": "Maria", "source": [10, 15]}
    assert (told["old"], told["new"], told["source"], told["target"]) == ("She", "Maria", [28, 31], [28, 33])


def test_changes_of_verbs_belong_to_their_substitution() -> None:
    found = rewrite(document("[The company]1 lost millions. [They]1're selling ships and hope for more."))
    (substitution,) = found.substitutions
    assert [(c.old, c.new, c.why) for c in substitution.changes] == [
        ("They", "The company", "anchor"),
        ("'re", " is", "contraction"),
        ("hope", "hopes", "agreement"),
    ]


def test_a_key_without_a_parse_is_parsed() -> None:
    source = document("[Anna]1 told [Maria]2 everything. [She]2 wept.")
    unparsed = corefer.document.from_text("bare", source.text)
    for mention in source.mentions:
        unparsed.add_mention(mention.entity.id, mention.start, mention.end)
    unparsed.arrange()
    assert corefer.rewrite(unparsed).text == "Anna told Maria everything. Maria wept."


def test_a_file_is_named_by_a_path(examples: Path) -> None:
    found = corefer.rewrite(examples / "person-mirell.conllu")
    assert found.document.id == "person-mirell"
    assert found.substitutions
    assert corefer.rewrite("person-mirell.conllu").text == "person-mirell.conllu"


TEXTS = (
    "Dr. Lena Voss runs the station on Skerry. She has lived there since 2010, and she likes it. Her results are known.",
    "Tom Hardy sold the boat. He didn't want it any more. His brother bought it, but he never sailed.",
    "The council met on Monday. They were divided. It was late when they voted, and nobody liked the result.",
    '"I am tired," said Rosa Kent. She closed the door. "My car is broken," she added.',
    "Anna met Maria at the harbour. She was late. They took the ferry, which was old, and it sank.",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("mode", "chunks"), WAYS[:4])
def test_running_text_rewritten_twice_is_rewritten_once(text: str, mode: str, chunks: str | None) -> None:
    once = corefer.rewrite(text, mode, chunks)  # type: ignore[arg-type]
    check_map(once)
    assert corefer.rewrite(once.text, mode, chunks).text == once.text  # type: ignore[arg-type]


def test_a_substitution_is_as_sure_as_the_way_to_its_anchor():
    """*she* is surely the doctor, but that the doctor is Karen Lund is a guess: the name is as doubtful as the guess."""
    document = analyse("Karen Lund arrived. The doctor sat down. Then she smiled.")
    spans = {document.mention_text(m): (m.start, m.end) for m in document.mentions}
    resolved = document.bare()
    name, doctor, she = (resolved.add_mention("e1", *spans[text]) for text in ("Karen Lund", "The doctor", "she"))
    resolved.decisions = [Decision(doctor, name, "guess", 0.4), Decision(she, doctor, "guess", 0.95)]
    assert rewrite(resolved, min_confidence=0.5).text == resolved.text
    (substitution,) = rewrite(resolved, min_confidence=0.3).substitutions
    assert substitution.anchors == (name,) and substitution.confidence == 0.4
