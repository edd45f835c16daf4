"""Checks of tokens, sentences and trees, where a document has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from corefer.document import Document
from corefer.inspect.structure import Found

CODES = {
    "T301": "A sentence has no root, or several.",
    "T302": "A sentence's tree has a cycle.",
    "T303": "A head is not a token of its sentence.",
    "T304": "The `# text` comment does not spell the tokens.",
    "T305": "Token ids do not count 1, 2, 3 ….",
    "T306": "Two sentences bear the same id.",
    "T307": "An enhanced dependency has a head that is not a node of its sentence.",
}


def findings(document: Document) -> Iterator[Found]:
    """Every finding on tokens and trees of a document."""
    ids = Counter(filter(None, document.sentences.table.ids))
    parsed = document.is_parsed
    for index, sentence in enumerate(document.sentences):
        if ids[sentence.id] > 1:
            ids[sentence.id] = 0
            message = f"sentence id {sentence.id} stands twice"
            yield "T306", "error", sentence.start, message, "give each sentence its own id"
        yield from _numbering(document, sentence.start, sentence.end)
        yield from _text(document, index)
        if parsed and len(sentence):
            yield from _tree(document, sentence.start, sentence.end)


def _numbering(document: Document, start: int, end: int) -> Iterator[Found]:
    words = [id for id in document.tokens.table.column("id")[start:end] if "." not in id]
    if any(id not in ("_", str(number)) for number, id in enumerate(words, 1)):
        yield "T305", "error", start, "token ids do not count 1, 2, 3 …", "number the words of the sentence anew"


def _text(document: Document, index: int) -> Iterator[Found]:
    sentence = document.sentences[index]
    said = next((c.partition("=")[2].strip() for c in sentence.comments if c.startswith("text =")), None)
    if said is not None and said.split() != sentence.text.split():
        message = (
            "`# text` does not spell the tokens"
            if said.replace(" ", "") != sentence.text.replace(" ", "")
            else ("`# text` has other white space than the tokens")
        )
        yield "T304", "warning", sentence.start, message, "correct it, or the SpaceAfter marks"


def _tree(document: Document, start: int, end: int) -> Iterator[Found]:
    table = document.tokens.table
    ids, heads, deps = table.column("id"), table.column("head"), table.column("deps")
    nodes = {str(i - start + 1) if ids[i] == "_" else ids[i]: i for i in range(start, end)}
    words = [i for i in range(start, end) if "." not in ids[i]]
    for i in words:
        if heads[i] not in ("0", "_") and heads[i] not in nodes:
            yield (
                "T303",
                "error",
                i,
                f"head {heads[i]} is not a token of the sentence",
                "name a token, or 0 for the root",
            )
    roots = sum(heads[i] == "0" for i in words)
    if roots != 1 and any(heads[i] != "_" for i in words):
        yield "T301", "error", start, f"the sentence has {roots} roots", "exactly one token has head 0"
    cycle = _cycle(document, words)
    if cycle is not None:
        yield "T302", "error", cycle, "the tree has a cycle here", "follow the heads and break it"
    for i in range(start, end):
        for dep in deps[i].split("|") if deps[i] != "_" else ():
            head = dep.partition(":")[0]
            if head != "0" and head not in nodes:
                message = f"enhanced head {head} is not a node of the sentence"
                yield "T307", "error", i, message, "name a word or an empty node"


def _cycle(document: Document, words: list[int]) -> int | None:
    """A token on a cycle, if there is one; each token is walked over once."""
    done: set[int] = set()
    for word in words:
        path: set[int] = set()
        here: int | None = word
        while here is not None and here not in done:
            if here in path:
                return here
            path.add(here)
            here = document.head_index(here)
        done |= path
    return None
