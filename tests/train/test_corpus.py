"""A user's corpus as training sees it: what is counted, set aside, cut, and learnt."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from train_texts import STORIES, story

import corefer
from corefer.analysis.network import DEFAULT
from corefer.document import CoreferError, Document, from_text
from corefer.resolve import Scheme
from corefer.train import corpus


def written(folder: Path, documents: list[Document], scheme: Scheme = Scheme.GUM) -> tuple[dict, dict, list]:
    """The arrays, the tasks' arrays and the tasks' index."""
    corpus.write(documents, folder, "train", scheme, DEFAULT, seed=1)
    with np.load(folder / "train.npz") as arrays, np.load(folder / "train-tasks.npz") as tasks:
        index = json.loads((folder / "train-tasks.json").read_text())
        return dict(arrays), dict(tasks), index


def test_counts() -> None:
    found = corpus.count([story(name) for name in STORIES])
    assert found.as_dict() == {"documents": 2, "words": 47, "mentions": 19, "entities": 7, "links": 12}


def test_documents_without_links_teach_nothing() -> None:
    with pytest.raises(CoreferError, match="no document has coreference"):
        corpus.annotated([from_text("bare", "Nobody came.")], "bare.txt")


def test_documents_of_one_name_are_told_apart() -> None:
    found = corpus.annotated([story("harbour"), story("library"), story("harbour")], "stories")
    assert [d.id for d in found] == ["harbour", "library", "harbour (2)"]


def test_some_documents_are_set_aside_by_the_seed() -> None:
    documents = [from_text(f"d{i}", "A word.") for i in range(10)]
    train, dev = corpus.held_out(documents, 0.3, seed=4)
    assert (len(train), len(dev)) == (7, 3)
    assert sorted(d.id for d in (*train, *dev)) == sorted(d.id for d in documents)
    assert [d.id for d in corpus.held_out(documents, 0.3, seed=4)[1]] == [d.id for d in dev]
    assert any({d.id for d in corpus.held_out(documents, 0.3, seed=s)[1]} != {d.id for d in dev} for s in range(5))


def test_one_document_cannot_be_split() -> None:
    with pytest.raises(CoreferError, match="--dev"):
        corpus.held_out([story("harbour")], 0.2, seed=1)


def test_a_changed_link_is_another_corpus() -> None:
    one, other = story("harbour"), story("harbour")
    assert corpus.fingerprint([one]) == corpus.fingerprint([other])
    other.add_mention("boat", 6, 7)
    assert corpus.fingerprint([one]) != corpus.fingerprint([other])


def test_gold_chains_are_the_entities_of_a_task(tmp_path: Path) -> None:
    document = story("harbour")
    _, tasks, index = written(tmp_path, [document])
    chains: dict[int, set[tuple[int, int]]] = {}
    for start, end, entity in zip(tasks["table_start"], tasks["table_end"], tasks["entity"], strict=True):
        if entity >= 0:
            chains.setdefault(int(entity), set()).add((int(start), int(end)))
    assert sorted(map(sorted, chains.values())) == sorted(sorted(spans) for spans in STORIES["harbour"][1].values())
    assert [row[0] for row in index] == ["harbour"]


def test_mentions_are_taught_at_their_heads_and_keep_known_types(tmp_path: Path) -> None:
    document = story("library")
    for mention in document.mentions:
        mention.type = "object" if mention.entity.id == "letter" else "no such type"
    arrays, _, _ = written(tmp_path, [document])
    spans = set(zip(arrays["start"].tolist(), arrays["end"].tolist(), strict=True)) - {(-1, -1)}
    assert spans == {(m.start, m.end - 1) for m in document.mentions}
    of_letter = {int(arrays["entity"][head]) for head in (4, 8, 11, 19)}
    assert of_letter == {1 + corpus.TYPES.index("object")}
    assert arrays["entity"][6] == 1 + corpus.TYPES.index("person")  # *he*


def test_litbank_learns_its_own_mentions_and_the_analyser_keeps_gums(tmp_path: Path) -> None:
    document = story("library")
    arrays, tasks, _ = written(tmp_path, [document], Scheme.LITBANK)
    learnt = set(zip(tasks["litbank_start"].tolist(), tasks["litbank_end"].tolist(), strict=True)) - {(-1, -1)}
    assert learnt == {(m.start, m.end - 1) for m in document.mentions}
    assert (arrays["entity"] > 0).sum() >= 5  # what the analyser found by itself


def test_ontonotes_teaches_links_alone(tmp_path: Path) -> None:
    _, tasks, index = written(tmp_path, [story("library")], Scheme.ONTONOTES)
    assert (tasks["litbank_entity"] == -1).all()
    assert index[0][2] == "ontonotes"


def test_a_known_parse_is_learnt_and_an_unknown_one_is_not(tmp_path: Path) -> None:
    document = story("library")
    count = len(document.tokens)
    table = document.tokens.table
    places = [i for s in document.sentences for i in range(1, len(s) + 1)]
    table.set_column("id", [str(i) for i in places])
    table.set_column("head", ["0" if i == 1 else "1" for i in places])
    table.set_column("deprel", ["dep"] * count)
    known, _, _ = written(tmp_path, [document])
    assert known["head"][1] == 0  # the second word hangs on the first, as the corpus says
    document.tokens.table.set_column("deprel", ["SBJ"] * count)
    unknown, _, _ = written(tmp_path, [document])
    assert unknown["head"][0] == 1  # the article hangs on its noun, as the analyser says


def test_long_documents_are_cut_between_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "LONGEST", 14)
    document = story("harbour")
    arrays, tasks, index = written(tmp_path, [document, story("library")])
    assert arrays["token_doc"].tolist() == [0] * 12 + [1] * 14 + [2] * 6 + [3] * 10 + [4] * 5
    assert [row[1] for row in index] == [0, 1, 2, 3, 4]
    assert arrays["atom_doc"].tolist() == sorted(arrays["atom_doc"].tolist())
    second = tasks["table_start"][index[0][3] : index[0][3] + index[1][3]]
    assert 0 <= second.min() < 3  # places count from the part's own beginning


FUSED = """\
# global.Entity = eid-etype-head-other
# newdoc id = fused
# sent_id = fused-1
1\tElena\tElena\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1--1)
2\tgoes\tgo\tVERB\t_\t_\t0\troot\t_\t_
3-4\talong\t_\t_\t_\t_\t_\t_\t_\t_
3\tby\tby\tADP\t_\t_\t4\tcase\t_\t_
4\therself\therself\tPRON\t_\t_\t2\tobl\t_\tEntity=(e1--1)
5\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

"""


def test_words_within_a_written_word_are_words_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "fused.conllu").write_text(FUSED, encoding="utf-8")
    (document,) = corefer.read(tmp_path / "fused.conllu")
    arrays, tasks, _ = written(tmp_path / "out", [document])
    assert len(set(arrays["token_atom"].tolist())) == len(arrays["token_doc"]) == 5
    chain = np.flatnonzero(tasks["entity"] >= 0)
    assert [(int(tasks["table_start"][i]), int(tasks["table_end"][i])) for i in chain] == [(0, 1), (3, 4)]
