"""Pairing documents, aligning tokens, matching mentions, reports and signatures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import corefer
from corefer.document import ALL, Builder, CoreferError, Document, Feature, from_text, project
from corefer.formats import read_each
from corefer.score import METRICS, Like, Matching, Settings, Signature, from_signature, score
from corefer.score.settings import resampling
from muc_parsed import parsed
from strategies import corpora


def document(id: str, text: str, *mentions: tuple[str, int, int], **fields: object) -> Document:
    result = from_text(id, text)
    for entity, start, end in mentions:
        result.add_mention(entity, start, end, **fields)
    result.arrange()
    return result


TEXT = "Ada saw her old dog and it saw Ada ."


def test_documents_pair_by_id_in_any_order() -> None:
    one, two = document("a", TEXT, ("1", 0, 1), ("1", 2, 3)), document("b", TEXT, ("1", 0, 1), ("1", 8, 9))
    found = score([one, two], [two, one])
    assert found["muc"].f1 == 1
    assert sorted(found.ids) == ["a", "b"]


def test_a_lone_document_pairs_with_a_lone_document() -> None:
    assert score(document("a", TEXT, ("1", 0, 1)), document("b", TEXT, ("1", 0, 1)))["mentions"].f1 == 1


def test_documents_pair_by_file_name_where_ids_differ(tmp_path: Path) -> None:
    for name in ("one", "two"):
        for folder in ("key", "response"):
            (tmp_path / folder).mkdir(exist_ok=True)
            corefer.write(
                document(f"{folder}-{name}", TEXT, ("1", 0, 1), ("1", 8, 9)), tmp_path / folder / f"{name}.conllu"
            )
    found = score(corefer.read(tmp_path / "key"), corefer.read(tmp_path / "response"))
    assert found["muc"].f1 == 1
    assert found.ids == ["key-one", "key-two"]


def test_documents_that_the_key_lacks_are_an_error() -> None:
    one, two = document("a", TEXT), document("b", TEXT)
    with pytest.raises(CoreferError, match="the response has 1 documents that the key lacks: b"):
        score([one], [one, two])


def test_two_documents_of_one_id_are_an_error() -> None:
    with pytest.raises(CoreferError, match="the key has two documents of the id a"):
        score([document("a", TEXT), document("a", TEXT)], [document("a", TEXT)])


def test_different_tokens_of_one_text_are_compared_by_characters() -> None:
    builder = Builder("a")
    builder.add_sentence(["Ada", "sawher", "old", "dog", "and", "it", "saw", "A", "da", "."])
    other = builder.build()
    other.add_mention("1", 0, 1)
    other.add_mention("1", 7, 9)
    other.add_mention("2", 2, 4)
    found = score(document("a", TEXT, ("1", 0, 1), ("1", 8, 9), ("2", 3, 5)), other)
    assert found["b3"].f1 == 1
    assert found["mor"].f1 == 1


def test_texts_that_differ_are_an_error_that_shows_where() -> None:
    with pytest.raises(CoreferError) as caught:
        score(document("a", TEXT), document("a", TEXT.replace("dog", "cat")))
    assert "at character 12, after `Adasawherold`: key `dogandit" in str(caught.value)


def test_an_empty_node_among_the_words_of_a_mention_does_not_part_it_from_one_without() -> None:
    builder = Builder("a")
    builder.empty = {1}
    builder.add_sentence(["saw", "who", "it"], columns={"id": ["1", "1.1", "2"]})
    key = builder.build()
    key.add_mention("1", 0, 3)
    assert score(key, document("a", "saw it", ("1", 0, 2)))["mentions"].f1 == 1


# --- matching


def heads(*spans: tuple[int, int, int]) -> Document:
    result = from_text("a", TEXT)
    for start, end, head in spans:
        result.add_mention("1", start, end, head=head)
    result.arrange()
    return result


@pytest.mark.parametrize(
    ("match", "response", "matched"),
    [
        (Matching.EXACT, (3, 5, 4), 0),
        (Matching.HEAD, (3, 5, 4), 1),
        (Matching.HEAD, (3, 5, 3), 0),
        (Matching.PARTIAL, (3, 5, 4), 1),
        (Matching.PARTIAL, (2, 4, 3), 0),
        (Matching.PARTIAL, (1, 5, 4), 0),
        (Matching.HEAD, (1, 6, 4), 1),
    ],
)
def test_matching(match: Matching, response: tuple[int, int, int], matched: int) -> None:
    """Key: `her old dog` with the head `dog`."""
    found = score(heads((2, 5, 4)), heads(response), Settings(match=match))
    assert found.counts["mentions"][0, 0] == matched


PHRASE = "[1 the/DET/DT/2/det keeper/NOUN/NN/0/root of/ADP/IN/5/case the/DET/DT/5/det light/NOUN/NN/2/nmod ]"


@pytest.mark.parametrize(
    ("text", "start", "end", "matched"),
    [
        ("the keeper of the light", 0, 5, 1),
        ("the keeper of the light", 1, 5, 1),
        ("the keeper of the light", 3, 5, 0),
        ("thekeeper of the light", 0, 2, 1),
        ("thekeeper of the light", 2, 4, 0),
    ],
)
def test_a_response_without_a_parse_has_the_keys(text: str, start: int, end: int, matched: int) -> None:
    """Its format may hold none, or cut tokens elsewhere; the head of `keeper of the light` is still `keeper`."""
    response = from_text("example", text)
    response.add_mention("1", start, end)
    found = score(parsed(PHRASE), response, Settings(match=Matching.HEAD))
    assert found.counts["mentions"][0, 0] == matched


def test_a_key_without_a_parse_has_the_responses() -> None:
    key, response = from_text("example", "the keeper of the light"), parsed(PHRASE)
    key.add_mention("1", 1, 5)
    assert score(key, response, Settings(match=Matching.HEAD))["mentions"].f1 == 1


def test_equal_spans_match_whatever_their_heads() -> None:
    found = score(heads((2, 5, 4)), heads((2, 5, 3)), Settings(match=Matching.HEAD))
    assert found["mentions"].f1 == 1
    assert (
        score(heads((2, 5, 4)), heads((2, 5, 3)), Settings(match=Matching.HEAD, like=Like.COREFUD))["mentions"].f1 == 0
    )


def test_of_several_candidates_the_one_with_the_greatest_overlap_is_matched() -> None:
    key, response = heads((2, 5, 4)), heads((4, 5, 4), (3, 5, 4))
    found = score(key, response, Settings(match=Matching.PARTIAL), keep_pairs=True)
    (pair,) = found.pairs
    assert found.counts["mentions"][0].tolist() == [1, 1, 1, 2]
    assert pair.response[0].index(pair.key[0][0]) == 0  # (3, 5) stands first, being the longer


def test_muc_matching_wants_min_within_the_maximal_span() -> None:
    """Task definition 1.4: the response includes MIN and nothing beyond the key's span; articles are stripped (4.3)."""
    key = document("a", "the old dog of Ada barked", ("1", 0, 5), min=(2,))
    settings = Settings(match=Matching.MUC)
    for start, end, right in ((0, 5, 1), (1, 3, 1), (0, 3, 1), (2, 3, 1), (0, 2, 0), (0, 6, 0), (3, 5, 0)):
        response = document("a", "the old dog of Ada barked", ("1", start, end))
        assert score(key, response, settings).counts["mentions"][0, 0] == right, (start, end)


def test_muc_matching_strips_articles_on_both_sides() -> None:
    key = document("a", "the dog barked", ("1", 0, 2))
    assert score(key, document("a", "the dog barked", ("1", 1, 2)), Settings(match=Matching.MUC))["mentions"].f1 == 1


def test_muc_matching_does_not_score_optional_mentions_that_the_response_leaves_unmarked() -> None:
    key = document("a", TEXT, ("1", 0, 1), ("1", 2, 3))
    key.add_mention("1", 8, 9, optional=True)
    key.arrange()
    settings = Settings(match=Matching.MUC)
    without = document("a", TEXT, ("1", 0, 1), ("1", 2, 3))
    assert score(key, without, settings)["muc"].f1 == 1
    assert score(key, without)["muc"].recall == 0.5
    marked = document("a", TEXT, ("1", 0, 1), ("1", 2, 3), ("1", 8, 9))
    assert score(key, marked, settings)["muc"].f1 == 1
    apart = document("a", TEXT, ("1", 0, 1), ("1", 2, 3), ("2", 8, 9))
    assert score(key, apart, settings)["muc"].recall == 0.5


def test_non_referring_mentions_are_in_no_entity() -> None:
    key = document("a", TEXT, ("1", 0, 1), ("1", 2, 3))
    key.add_mention("2", 6, 7, referring=False)
    key.arrange()
    assert score(key, document("a", TEXT, ("1", 0, 1), ("1", 2, 3)))["mentions"].f1 == 1


def test_singletons_are_dropped_on_both_sides() -> None:
    key, response = document("a", TEXT, ("1", 0, 1), ("2", 2, 3)), document("a", TEXT, ("1", 0, 1), ("1", 2, 3))
    found = score(key, response, Settings(singletons=False))
    assert found.counts["mentions"][0].tolist() == [0, 0, 0, 2]


# --- reports


def test_a_report_says_how_it_came_about() -> None:
    found = score(document("a", TEXT), document("a", TEXT), Settings(Matching.HEAD, False, Like.COVAL))
    signature = found.signature("muc")
    assert signature.startswith("muc|match:head|singletons:dropped|agg:micro|docs:1|like:coval|version:")
    assert from_signature(signature) == Signature(found.settings, ("muc",))
    assert found.signature().startswith("all|")
    few = score(document("a", TEXT), document("a", TEXT), metrics=["b3", "lea"]).averaged()
    again = from_signature(few.signature(resampling=resampling(200, 7)))
    assert again == Signature(few.settings, ("b3", "lea"), "macro", 200, 7)
    with pytest.raises(CoreferError, match="is not a signature"):
        from_signature("muc|match:nonsense")


def test_micro_sums_and_macro_averages() -> None:
    good = document("a", TEXT, ("1", 0, 1), ("1", 2, 3), ("1", 8, 9))
    bad = document("b", TEXT, ("1", 0, 1), ("1", 2, 3))
    found = score([good, bad], [good, document("b", TEXT)], metrics=["muc"])
    assert found["muc"].recall == pytest.approx(2 / 3)
    assert found.macro("muc").recall == found.averaged()["muc"].recall == 0.5
    assert found.averaged().signature().count("agg:macro") == 1


def test_an_unknown_metric_is_an_error() -> None:
    with pytest.raises(CoreferError, match="there is no metric `muk`"):
        score(document("a", TEXT), document("a", TEXT), metrics=["muk"])


@given(corpora(ALL - {Feature.SELF_CROSSING}, awkward=False))
def test_documents_one_by_one_equal_all_at_once(documents: list[Document]) -> None:
    responses = [project(d, ALL - {Feature.DISCONTINUOUS, Feature.SINGLETONS})[0] for d in documents]
    together = score(documents, responses)
    apart = [score(key, response) for key, response in zip(documents, responses, strict=True)]
    for name in METRICS:
        rows = [found.counts[name][0] for found in apart]
        assert np.array_equal(together.counts[name], np.array(rows).reshape(together.counts[name].shape))


@given(corpora(ALL - {Feature.SELF_CROSSING}, awkward=False, max_size=1))
def test_a_document_agrees_with_itself(documents: list[Document]) -> None:
    for key in documents:
        for match in (Matching.EXACT, Matching.HEAD, Matching.PARTIAL):
            found = score(key, key, Settings(match=match))
            if any(m.referring for m in key.mentions):
                assert found["mentions"].f1 == 1
                assert found["b3"].f1 == pytest.approx(1) or _has_repeats(key)


def _has_repeats(document: Document) -> bool:
    spans = [m.spans for m in document.mentions]
    return len(set(spans)) < len(spans)


def test_streaming_a_corpus_equals_reading_it(shared: Path) -> None:
    folder = shared / "oracles" / "gum-dev"
    key, response = folder / "sg.key.conll", folder / "sg.response.conll"
    streamed, read = score(read_each(key), read_each(response)), score(corefer.read(key), corefer.read(response))
    assert all(np.array_equal(streamed.counts[name], read.counts[name]) for name in METRICS)


def test_key_and_response_may_be_of_different_formats(shared: Path) -> None:
    folder = shared / "oracles" / "gum-dev"
    mixed = score(read_each(folder / "sg.key.conllu"), read_each(folder / "sg.response.ua"))
    same = score(read_each(folder / "sg.key.conll"), read_each(folder / "sg.response.conll"))
    assert [round(mixed[name].f1, 4) for name in METRICS] == [round(same[name].f1, 4) for name in METRICS]
