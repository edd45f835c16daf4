"""An analysed document as JSON, token by token, so that a novel is written without being held twice.

Offsets count characters of `text`; tokens, heads and mentions count tokens of the document from 0; the head of a root
is null. Ends are exclusive.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from corefer.document import Document, Mention

Json = Any
Fragments = Callable[[int], Json]  # of the sentence of this number


def json_pieces(document: Document, fragments: Fragments | None = None) -> Iterator[str]:
    """The pieces of one JSON object, which stands on one line; `fragments` adds those of each sentence."""
    head = {"id": document.id, "meta": document.meta, "text": document.text}
    yield _dump(head)[:-1]
    sentences = (_sentence(document, i, fragments) for i in range(len(document.sentences)))
    yield from _array("sentences", sentences)
    yield from _array("tokens", (_token(document, i) for i in range(len(document.tokens))))
    yield from _array("mentions", (_mention(document, mention) for mention in document.mentions))
    yield "}\n"


def _array(name: str, values: Iterator[Json]) -> Iterator[str]:
    yield f', "{name}": ['
    for number, value in enumerate(values):
        yield ", " * (number > 0) + _dump(value)
    yield "]"


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _sentence(document: Document, index: int, fragments: Fragments | None) -> dict[str, Json]:
    sentence = document.sentences[index]
    start, end = sentence.span
    found: dict[str, Json] = {"start": start, "end": end, "tokens": [sentence.start, sentence.end]}
    found["new_paragraph"] = sentence.new_paragraph
    if sentence.speaker:
        found["speaker"] = sentence.speaker
    if fragments:
        found["fragments"] = fragments(index)
    return found


def _token(document: Document, index: int) -> dict[str, Json]:
    token = document.tokens[index]
    found: dict[str, Json] = {"start": token.start, "end": token.end, "form": token.form, "lemma": token.lemma}
    found |= {"upos": token.upos, "xpos": token.xpos, "feats": token.feats}
    found |= {"head": document.head_index(index), "deprel": token.deprel}
    if document.doubt is not None:
        found["posterior"] = round(document.doubt.arc[index], 4)
        found["label_posterior"] = round(document.doubt.label[index], 4)
        others = document.doubt.others.get(index, ())
        found["other_heads"] = [[None if head < 0 else head, round(value, 4)] for head, value in others]
    return found


def _mention(document: Document, mention: Mention) -> dict[str, Json]:
    (start, end) = document.mention_spans(mention)[0]
    return {
        "start": start,
        "end": end,
        "text": document.mention_text(mention),
        "tokens": [mention.start, mention.end],
        "head": document.mention_head(mention),
        "type": mention.type,
        "features": mention.other or {},
    }
