"""The analyser through its one function: what it promises whatever the weights."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.analysis import analyse
from corefer.analysis.blocks import CHARACTERS
from corefer.document import CoreferError, Document, from_text
from corefer.formats import read
from corefer.score.parsing import compare

STORY = """The Ferry

Marta Lind missed the last ferry to Halsey. "Where's my brother?" she asked the old harbour master, who didn't know.
It was raining, and the wind blew her hat into the water.

He gave the girl his umbrella; she'd return it in the morning."""


@pytest.fixture(scope="module")
def story() -> Document:
    return analyse(STORY)


def row(document: Document, form: str) -> dict[str, str]:
    token = next(t for t in document.tokens if t.form == form)
    head = token.head
    return {"upos": token.upos, "lemma": token.lemma, "relation": token.deprel, "head": head.form if head else ""}


def mentions(document: Document) -> dict[str, dict[str, str]]:
    return {document.mention_text(m): {"type": m.type, **(m.other or {})} for m in document.mentions}


def assert_sound(document: Document) -> None:
    """Tokens stand in order where they say; sentences cover them; every sentence is a tree; mentions are inside."""
    table = document.tokens.table
    assert document.doubt is not None
    assert len(document.doubt.arc) == len(document.doubt.label) == len(table)
    assert [document.text[a:b] for a, b in zip(table.starts, table.ends, strict=True)] == table.forms
    assert "".join(table.forms) == "".join(document.text.split())
    bounds = [(s.start, s.end) for s in document.sentences]
    assert [i for start, end in bounds for i in range(start, end)] == list(range(len(table)))
    for start, end in bounds:
        heads = [document.head_index(i) for i in range(start, end)]
        assert heads.count(None) == 1
        assert all(h is None or start <= h < end for h in heads)
        assert all(_reaches_root(document, i) for i in range(start, end))
    for mention in document.mentions:
        sentence = document.sentences[document.sentence_index(mention.start)]
        assert sentence.start <= mention.start <= document.mention_head(mention) < mention.end <= sentence.end
    spans = [(m.start, m.end) for m in document.mentions]
    assert not any(a < c < b < d for i, (a, b) in enumerate(spans) for c, d in spans[i + 1 : i + 200])
    assert all(0 <= p <= 1 for p in (*document.doubt.arc, *document.doubt.label))


def _reaches_root(document: Document, token: int) -> bool:
    seen = set()
    here: int | None = token
    while here is not None and here not in seen:
        seen.add(here)
        here = document.head_index(here)
    return here is None


def test_tokens_stand_where_they_say_and_sentences_are_trees(story: Document) -> None:
    assert_sound(story)
    assert story.text == STORY


def test_plain_english_is_analysed_as_one_would(story: Document) -> None:
    assert row(story, "missed") == {"upos": "VERB", "lemma": "miss", "relation": "root", "head": ""}
    assert row(story, "Marta") == {"upos": "PROPN", "lemma": "Marta", "relation": "nsubj", "head": "missed"}
    assert row(story, "ferry") == {"upos": "NOUN", "lemma": "ferry", "relation": "obj", "head": "missed"}
    assert row(story, "n't")["lemma"] == "not"
    assert [s.text for s in story.sentences][:2] == ["The Ferry", "Marta Lind missed the last ferry to Halsey."]


def test_contractions_are_words_of_one_written_token(story: Document) -> None:
    written = [
        story.text[story.tokens[w.first].start : story.tokens[w.last].end] for w in story.tokens.table.multiwords
    ]
    assert written == ["Where's", "didn't", "she'd"]


def test_paragraphs_are_kept(story: Document) -> None:
    assert [s.text.split()[0] for s in story.sentences if s.new_paragraph] == ["The", "Marta", "He"]


def test_mentions_show_their_features(story: Document) -> None:
    found = mentions(story)
    assert found["Marta Lind"]["type"] == "person"
    assert found["Marta Lind"]["gender"] == "fem"
    assert found["He"] | {"certainty": ""} == {
        "type": "person", "number": "sing", "gender": "masc", "animacy": "person", "person": "3",
        "definiteness": "pro", "certainty": "",
    }  # fmt: skip
    assert found["his umbrella"]["animacy"] == "thing"
    assert found["the wind"]["definiteness"] == "def"
    assert all(len(entity.mentions) == 1 for entity in story.entities)


def test_an_it_of_the_weather_is_expletive_and_one_that_refers_is_not(story: Document) -> None:
    tokens = [t for t in story.tokens if t.form.lower() == "it"]
    assert [t.deprel == "expl" for t in tokens] == [True, False]


def test_doubt_is_where_english_is_ambiguous() -> None:
    document = analyse("The sailor saw the girl with the telescope. The sailor slept.")
    assert document.doubt is not None
    posterior = {t.form: document.doubt.arc[t.index] for t in document.tokens}
    assert posterior["telescope"] < posterior["sailor"]
    head = document.head_index(next(t.index for t in document.tokens if t.form == "telescope"))
    others = [h for h, _ in document.doubt.others[next(t.index for t in document.tokens if t.form == "telescope")]]
    assert {document.tokens[h].form for h in (head, *others) if h is not None} >= {"saw", "girl"}


def test_the_same_text_gives_the_same_analysis(story: Document) -> None:
    again = analyse(STORY)
    assert again == story
    assert again.doubt == story.doubt


def test_blocks_leave_no_trace() -> None:
    """A text of several blocks is cut at paragraphs; each of its many equal paragraphs is tokenised as it is alone."""
    paragraph = "Marta Lind lost the key of her boat. She didn't find it, and the harbour master couldn't help."
    alone = analyse(paragraph)
    count = 2 * CHARACTERS // len(paragraph)
    long = analyse("\n\n".join([paragraph] * count))
    assert_sound(long)
    assert long.tokens.table.forms == alone.tokens.table.forms * count
    assert len(long.sentences) == len(alone.sentences) * count
    heads = long.tokens.table.column("head")
    same = sum(a == b for a, b in zip(heads, alone.tokens.table.column("head") * count, strict=True))
    assert same >= 0.97 * len(heads)


def test_progress_tells_the_characters_done() -> None:
    done: list[int] = []
    text = "A bell rang in the old tower. " * (2 * CHARACTERS // 30)
    analyse(text, progress=done.append)
    assert done == sorted(done)
    assert len(done) > 1
    assert done[-1] == len(text)


def test_kept_tokens_and_sentences_are_those_of_the_document(examples: Path) -> None:
    for key in read(examples / "opera-lighthouse.conllu"):
        found = analyse(key, tokens="kept")
        assert found.tokens.table.forms == key.tokens.table.forms
        assert found.sentences.table.starts == key.sentences.table.starts
        assert [(w.first, w.last) for w in found.tokens.table.multiwords] == [
            (w.first, w.last) for w in key.tokens.table.multiwords
        ]
        figures = compare(key, found).figures()
        assert figures["tokens"] == figures["words"] == figures["sentences"] == 100


def test_speakers_and_ids_of_sentences_are_carried_over() -> None:
    document = from_text("talk", "Who is there? It is me.")
    document.sentences.table.speakers[:] = ["Ann", "Ben"]
    document.sentences.table.ids[:] = ["talk-1", "talk-2"]
    found = analyse(document)
    assert [(s.id, s.speaker) for s in found.sentences] == [("talk-1", "Ann"), ("talk-2", "Ben")]


def test_a_wrong_choice_of_tokens_is_said() -> None:
    with pytest.raises(CoreferError, match="own"):
        analyse("Yes.", tokens="mine")


@settings(max_examples=25)
@given(st.text(max_size=200))
def test_any_text_has_a_sound_analysis(text: str) -> None:
    document = analyse(text)
    assert document.text == text
    assert_sound(document)


WORDS = st.lists(st.text(st.characters(blacklist_categories=("Zs", "Cc", "Cs")), min_size=1, max_size=9), max_size=12)


@settings(max_examples=15)
@given(st.lists(WORDS, max_size=4))
def test_any_tokens_can_be_kept(sentences: list[list[str]]) -> None:
    from corefer.document import Builder

    builder = Builder("odd")
    for words in sentences:
        if words:
            builder.add_sentence(words)
    key = builder.build()
    found = analyse(key, tokens="kept")
    assert found.tokens.table.forms == key.tokens.table.forms
    assert list(found.sentences.table.starts) == list(key.sentences.table.starts)
