"""The learned resolver: what it sees, what it may not do, and texts read in pieces."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefer
from corefer.analysis import analyse
from corefer.document import CoreferError, Document
from corefer.resolve import Discourse, Scheme, resolver
from corefer.resolve.neural.candidates import FARTHER, KEPT, WINDOW, Index
from corefer.resolve.neural.constraints import GENDER, NAME, PERSON, Constraints, Known
from corefer.resolve.neural.mentions import SIZES, WIDTH, Vocabulary, tabulate
from corefer.resolve.neural.pairs import PAIR_SIZES, PAIR_WIDTH, compare
from corefer.resolve.neural.resolver import Neural
from corefer.resolve.stream import resolve_blocks

STORY = (
    "Marta Lindgren runs a small bakery in Oslo. Her brother Jon helps her on Sundays. He bakes the bread, and she "
    "sells it. The bakery opened in 2009. Its owners are proud of it."
)
EXAMPLES = Path(__file__).parents[2] / "examples"


def chains(document: Document) -> set[tuple[tuple[int, int], ...]]:
    """Entities as the places of their mentions."""
    return {tuple(span for m in e.mentions for span in document.mention_spans(m)) for e in document.entities}


def names(document: Document) -> list[set[str]]:
    return [{document.mention_text(m) for m in e.mentions} for e in document.entities if not e.is_singleton]


def test_a_story():
    found = names(corefer.resolve(STORY, "neural"))
    assert any({"Marta Lindgren", "Her", "her", "she"} <= words for words in found)
    assert any({"Jon", "He"} <= words for words in found)


def test_auto_is_the_learned_resolver_and_says_how_sure_it_is():
    decisions = corefer.resolve(STORY).decisions
    assert {d.resolver for d in decisions} == {"neural"}
    assert all(d.confidence is not None and 0 < d.confidence <= 1 for d in decisions)
    pronoun = next(d for d in decisions if d.antecedent and d.candidates)
    assert pronoun.candidates[0].score == max(c.score or 0 for c in pronoun.candidates)


def test_candidates_have_rosana_s_verdict_next_to_their_probability_when_asked():
    text = "Jon saw him. Peter Hahn met Anna Bell. He admired her."
    found = corefer.resolve(text, "neural", explain=True)
    decisions = {found.mention_text(d.anaphor): d for d in found.decisions}
    him = {found.mention_text(c.mention): c for c in decisions["him"].candidates}
    assert him["Jon"].verdict is not None
    assert (him["Jon"].verdict.admissible, him["Jon"].verdict.rule) == (False, "principle B")
    he = {found.mention_text(c.mention): c for c in decisions["He"].candidates}
    assert he["Peter Hahn"].verdict is not None and he["Peter Hahn"].verdict.admissible
    assert he["Peter Hahn"].factors and (he["Peter Hahn"].score or 0) > 0.5
    assert any(reason.startswith("rosana ") for reason in decisions["He"].reasons)
    plain = corefer.resolve(text, "neural")
    assert all(c.verdict is None for d in plain.decisions for c in d.candidates)
    assert [d.confidence for d in plain.decisions] == [d.confidence for d in found.decisions]


def test_a_veto_stands_at_every_candidate_of_the_entity_and_leaves_its_probability(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Constraints, "objection", lambda *_: "no link at all")
    discourse = Discourse(analyse("Marta smiled. She was happy. Then she went home."))
    last = resolver("neural").decide(discourse)[-1]
    assert last.antecedent is None and len(last.candidates) > 1
    assert all(c.excluded_by == "no link at all" and (c.score or 0) >= 0.01 for c in last.candidates)


def test_the_same_text_gives_the_same_chains():
    assert chains(corefer.resolve(STORY)) == chains(corefer.resolve(STORY))


def test_ontonotes_has_no_singletons_and_litbank_no_abstractions():
    text = f"{STORY} Happiness is a matter of patience."
    ontonotes = corefer.resolve(text, scheme="ontonotes")
    assert all(not entity.is_singleton for entity in ontonotes.entities)
    litbank = corefer.resolve(text, scheme="litbank")
    spoken = {litbank.mention_text(m) for m in litbank.mentions}
    assert "Marta Lindgren" in spoken and "Happiness" not in spoken and "patience" not in spoken
    with pytest.raises(CoreferError, match="scheme"):
        corefer.resolve(text, scheme="muc")  # type: ignore[arg-type]


def test_gold_mentions_get_vectors_of_their_own():
    key = next(iter(corefer.read(EXAMPLES / "opera-lighthouse.conllu")))
    found = corefer.resolve(key, "neural", mentions="gold")
    spans = {(m.start, m.end) for m in key.mentions if m.referring}
    assert {(m.start, m.end) for m in found.mentions} == spans


def test_features_are_rows_of_zeros_and_ones():
    discourse = Discourse(analyse(STORY))
    table = tabulate(discourse, discourse.views, Vocabulary())
    shown = table.indicators()
    assert shown.shape == (len(discourse.views), WIDTH)
    assert (shown.sum(axis=1) == len(SIZES)).all()
    rows = np.arange(len(table))
    codes = compare(table.rows(rows[1:]), table.rows(rows[:-1]))
    bounds = np.cumsum([0, *PAIR_SIZES.values()])
    assert bounds[-1] == PAIR_WIDTH
    assert ((codes >= bounds[:-1]) & (codes < bounds[1:])).all()


@given(st.lists(st.lists(st.integers(1, 5), max_size=3, unique=True), max_size=200))
def test_candidates_are_earlier_bounded_and_in_order(mentions: list[list[int]]):
    index = Index()
    for row, words in enumerate(mentions):
        found = index.candidates(row, words)
        assert found == sorted(set(found)) and all(place < row for place in found)
        assert found[-min(row, WINDOW) :] == list(range(max(0, row - WINDOW), row)) or not row
        assert len(found) <= WINDOW + FARTHER
        index.add(row, words)
    assert all(len(places) <= KEPT for places in index.by_word.values())


def objections(text: str, pairs: list[tuple[str, str]]) -> list[str]:
    """What stands against each (anaphor, antecedent), by their words, each pair alone."""
    discourse = Discourse(analyse(text))
    place = {v.text: v.index for v in discourse.views}
    found = []
    for anaphor, antecedent in pairs:
        veto = Constraints(discourse, Known())
        veto.note(place[antecedent], 0)
        found.append(veto.objection(place[anaphor], 0))
    return found


def test_pronouns_of_two_genders_are_no_entity():
    assert objections("She met him. He smiled.", [("he", "she"), ("he", "him")]) == [GENDER, ""]
    assert objections("It barked. He smiled. Its tail moved.", [("he", "it"), ("its", "it")]) == [GENDER, ""]


def test_nobody_is_i_and_she_in_one_mouth():
    text = 'I saw the nurse. She waved. "I am late," she said.'
    assert objections(text, [("she", "i")]) in ([PERSON], [""])
    outside = Discourse(analyse("I saw the nurse. She waved."))
    veto = Constraints(outside, Known())
    place = {v.text: v.index for v in outside.views}
    veto.note(place["i"], 0)
    assert veto.objection(place["she"], 0) == PERSON


def test_names_without_a_common_word_are_two_persons():
    text = "Peter Hahn met Anna Bell. Hahn smiled."
    assert objections(text, [("anna bell", "peter hahn"), ("hahn", "peter hahn")]) == [NAME, ""]


def test_a_pronoun_is_not_bound_in_its_own_clause():
    assert objections("Jon saw him.", [("him", "jon")]) == ["principle B"]


def long_text() -> str:
    texts = [document.text for path in sorted(EXAMPLES.glob("*.conllu")) for document in corefer.read(path)]
    return "\n\n".join(texts + texts[:6])


def test_block_by_block_is_the_same_as_at_once():
    text, by = long_text(), Neural()
    whole = corefer.resolve(text, "neural")
    found: dict[str, list[tuple[int, int]]] = {}
    start = 0
    for block, end in resolve_blocks(text, by, by.reading()):
        for mention in block.mentions:
            ((first, last),) = block.mention_spans(mention)
            found.setdefault(mention.entity.id, []).append((start + first, start + last))
        start = end
    assert start == len(text)
    assert {tuple(spans) for spans in found.values()} == chains(whole)


def test_a_reading_that_was_put_by_goes_on_where_it_stopped(tmp_path: Path):
    text, by = long_text(), Neural()
    blocks = list(resolve_blocks(text, by, by.reading()))
    assert len(blocks) > 1
    reading, end = by.reading(), 0
    for _, end in resolve_blocks(text, by, reading):
        reading.save(tmp_path, {"end": end})
        break
    taken = by.reading()
    assert taken.load(tmp_path)["end"] == end
    for (one, _), (other, _) in zip(blocks[1:], resolve_blocks(text, by, taken, start=end), strict=True):
        assert [(m.start, m.end, m.entity.id) for m in one.mentions] == [
            (m.start, m.end, m.entity.id) for m in other.mentions
        ]
        assert one.sentences.table.ids == other.sentences.table.ids


def test_what_is_out_of_reach_is_forgotten_without_a_change(monkeypatch: pytest.MonkeyPatch):
    from corefer.resolve.neural import memory

    text = long_text()
    whole = chains(corefer.resolve(text, "neural"))
    monkeypatch.setattr(memory, "MOST_ROWS", 600)
    assert chains(corefer.resolve(text, "neural")) == whole


def test_a_damaged_model_is_refused(tmp_path: Path):
    from corefer.analysis.network import DEFAULT

    for path in DEFAULT.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "pairs.onnx").write_bytes(b"nothing")
    with pytest.raises(CoreferError, match=r"pairs\.onnx"):
        resolver("neural", model=tmp_path).decide(Discourse(analyse(STORY)))


def test_probabilities_are_calibrated_by_a_temperature_in_the_config():
    from corefer.analysis.network import DEFAULT

    config = json.loads((DEFAULT / "config.json").read_text(encoding="utf-8"))
    assert config["calibration"]["link"] > 0
    assert set(Scheme) == {"gum", "ontonotes", "litbank"}


def test_a_novel_is_written_as_it_is_read_and_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Interrupted in the middle, gone on with: the file is that of an undisturbed run, and nothing else is left."""
    from click.testing import CliRunner

    from corefer.cli import cli, long_texts, resolve

    monkeypatch.setattr(resolve, "LONG", 1000)
    monkeypatch.setattr(long_texts, "PUT_BY", 1)
    novel, once, twice = (tmp_path / name for name in ("novel.txt", "once.conllu", "twice.conllu"))
    novel.write_text(long_text(), encoding="utf-8")

    def run(*arguments: str) -> int:
        return CliRunner().invoke(cli, ["resolve", str(novel), *arguments]).exit_code

    assert run("-o", str(once)) == 0
    written = long_texts.resolve_blocks

    def stopped(*arguments, **options):
        for number, block in enumerate(written(*arguments, **options)):
            if number == 1:
                raise KeyboardInterrupt
            yield block

    monkeypatch.setattr(long_texts, "resolve_blocks", stopped)
    assert run("-o", str(twice)) != 0
    assert not twice.exists() and (tmp_path / "twice.conllu.part").exists()
    monkeypatch.setattr(long_texts, "resolve_blocks", written)
    assert run("-o", str(twice), "--resume") == 0
    assert twice.read_bytes() == once.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["novel.txt", "once.conllu", "twice.conllu"]
    (document,) = corefer.read(once)
    assert document.text.strip() == novel.read_text(encoding="utf-8").strip()


def test_an_expletive_it_refers_to_nothing_before():
    found = corefer.resolve("The plan failed. It is clear that Bruno lied about the plan.")
    (decision,) = (d for d in found.decisions if found.mention_text(d.anaphor) == "It")
    assert decision.antecedent is None
