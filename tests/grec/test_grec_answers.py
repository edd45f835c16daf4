"""What a text says in the place of each reference, read from documents and straight from XML."""

from __future__ import annotations

from pathlib import Path

import pytest
from grec_texts import KEY, TEXTS, write_texts, xml

from corefer.formats import read
from corefer.grec.answers import answers, read_answers, wording
from corefer.grec.scoring import score

SEEDS = Path(__file__).parents[1] / "seeds"


@pytest.mark.parametrize("name", ["reg08.xml", "neg.xml"])
def test_documents_and_xml_say_the_same(name: str) -> None:
    assert list(read_answers(SEEDS / name)) == list(map(answers, read(SEEDS / name)))


@pytest.mark.corpora
def test_the_corpus_says_the_same_in_documents_and_xml(shared: Path) -> None:
    folder = shared / "data" / "grec"
    assert list(read_answers(folder)) == list(map(answers, read(folder)))


def test_capital_letters_and_white_space_are_levelled() -> None:
    assert wording("The  Ouse's", "name") == wording("the ouse's", "name")
    assert wording("", "empty").words == wording("_", "empty").words == ("_",)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_declared_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    text = "Île d'Or", "river", ("{} lies in the sea, and {} is small.",)
    content = f'<?xml version="1.0" encoding="{encoding}"?>\n' + xml(text, ("Île d'Or", "it"))
    (tmp_path / "ile.xml").write_bytes(content.encode(encoding))
    (found,) = read_answers(tmp_path)
    assert found.title == "Île d'Or" and found.wordings[0] == wording("île d'or", "name")


def test_documents_in_memory_are_scored(tmp_path: Path) -> None:
    key = read(write_texts(tmp_path / "key", KEY))
    names = read(write_texts(tmp_path / "names", {text[0]: (text[0],) * len(KEY[text[0]]) for text in TEXTS}))
    scores = score(map(answers, key), {"names": map(answers, names)}, samples=0)
    assert scores.systems[0].whole.scores["type_accuracy"] == pytest.approx(30)
    assert scores.systems[0].intervals == {} and scores.letters == {}
