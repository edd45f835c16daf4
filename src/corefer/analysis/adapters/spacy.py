"""A spaCy `Doc` as our document, from any pipeline with a parser.

The labels tell whether a parse follows ClearNLP (spaCy's own English pipelines) or Universal Dependencies; the former
is turned into the latter. White-space tokens are left out, for the text has them. Without sentences or a parse, what is
missing is left to the analyser.
"""

from __future__ import annotations

from array import array
from typing import Any

from corefer.analysis.adapters.clearnlp import SIGNS, to_universal
from corefer.analysis.adapters.tree import ROOT, Word
from corefer.document import Document
from corefer.document.tokens import SentenceTable, TokenTable

Doc = Any  # spacy.tokens.Doc, which need not be installed


def from_spacy(doc: Doc, id: str = "doc") -> Document:
    """The document of a `Doc`: its text, tokens, sentences, tags, lemmas, dependencies."""
    tokens = [token for token in doc if not token.is_space]
    place = {token.i: i for i, token in enumerate(tokens)}
    sentences = _sentences(doc, tokens)
    columns = _tags(tokens)
    if doc.has_annotation("DEP"):
        columns |= _arcs(tokens, place, sentences)
    columns["id"] = [str(i - start + 1) for start, end in _bounds(sentences) for i in range(start, end)]
    starts = array("l", (token.idx for token in tokens))
    ends = array("l", (token.idx + len(token.text) for token in tokens))
    table = TokenTable([token.text for token in tokens], columns=columns, starts=starts, ends=ends)
    return Document(id, doc.text, table, sentences)


def _sentences(doc: Doc, tokens: list[Any]) -> SentenceTable:
    """The sentences; all of it is one where the pipeline found none."""
    table = SentenceTable()
    known = doc.has_annotation("SENT_START")
    firsts = [0, *(i for i in range(1, len(tokens)) if known and _opens(doc, tokens[i - 1], tokens[i]))]
    for first, last in zip(firsts, [*firsts[1:], len(tokens)], strict=True):
        if last > first:
            before = doc.text[_end(tokens[first - 1]) : tokens[first].idx] if first else "\n\n"
            table.add(first, last, new_paragraph=before.count("\n") > 1)
    return table


def _opens(doc: Doc, before: Any, token: Any) -> bool:
    """Whether a sentence starts at the token, or at white space right before it."""
    return any(doc[i].is_sent_start for i in range(before.i + 1, token.i + 1))


def _end(token: Any) -> int:
    return int(token.idx) + len(token.text)


def _tags(tokens: list[Any]) -> dict[str, list[str]]:
    """The columns of what is known of each word by itself."""
    columns = {
        "lemma": [token.lemma_ or "_" for token in tokens],
        "upos": [token.pos_ or "_" for token in tokens],
        "xpos": [token.tag_ or "_" for token in tokens],
        "feats": [str(token.morph) or "_" for token in tokens],
    }
    return {name: values for name, values in columns.items() if set(values) - {"_"}}


def _arcs(tokens: list[Any], place: dict[int, int], sentences: SentenceTable) -> dict[str, list[str]]:
    words = [Word(t.text, t.lemma_ or t.text, t.pos_, t.tag_, _head(t, place), t.dep_) for t in tokens]
    is_clearnlp = any(word.relation in SIGNS for word in words)
    heads, relations = [], []
    for first, last in _bounds(sentences):
        inside = words[first:last]
        for word in inside:
            word.head = word.head - first if first <= word.head < last else ROOT
        if is_clearnlp:
            to_universal(inside)
        heads += [str(word.head + 1) for word in inside]
        relations += ["root" if word.head == ROOT else word.relation or "dep" for word in inside]
    return {"head": heads, "deprel": relations}


def _head(token: Any, place: dict[int, int]) -> int:
    """The governor among the words; what hangs on white space hangs where that hangs."""
    head = token.head
    while head.i not in place and head.head.i != head.i:
        head = head.head
    return ROOT if head.i == token.i else place.get(head.i, ROOT)


def _bounds(sentences: SentenceTable) -> list[tuple[int, int]]:
    return list(zip(sentences.starts, sentences.ends, strict=True))
