"""A user's own corpus: what is in it, what is set aside, and the arrays and tasks that are made of it.

Documents of any format will do. Features come from the analyser, as they do when the resolver runs; a parse in the
universal relations is learnt from where the corpus has one, and the analyser's own analysis where it has none, so that
a model that learns new links does not forget how to parse.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from corefer.analysis import analyse
from corefer.analysis.network import checked
from corefer.document import CoreferError, Document, Mention
from corefer.document.document import lay_out
from corefer.document.tokens import TokenTable
from corefer.resolve import Scheme
from corefer.train.arrays import TYPES, Arrays, Labels
from corefer.train.tasks import LITBANK_TYPES, Corpus, Task, analysed, gold_spans, head_of, task

LONGEST = 3000  # words of a part; longer documents are cut between sentences
KNOWN_RELATIONS = 0.9  # share of a parse's relations that the analyser must know to learn from them
PEOPLE = ("he", "him", "his", "himself", "she", "her", "hers", "herself", "i", "me", "my", "you", "we", "us")
_OF_LITBANK = {"person": "PER", "place": "FAC", "object": "VEH", "organization": "ORG"}


@dataclass(slots=True)
class Count:
    """What a corpus holds; a link is a mention with an antecedent."""

    documents: int = 0
    words: int = 0
    mentions: int = 0
    entities: int = 0
    links: int = 0

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def count(documents: Iterable[Document]) -> Count:
    found = Count()
    for document in documents:
        referring = [m for m in document.mentions if m.referring]
        entities = len({m.entity.id for m in referring})
        found.documents += 1
        found.words += sum("." not in id for id in document.tokens.table.column("id"))
        found.mentions += len(referring)
        found.entities += entities
        found.links += len(referring) - entities
    return found


def trained(scheme: Scheme, heads_only: bool) -> list[str]:
    """What training on a corpus of the scheme changes, in words."""
    heads = ["LitBank mentions", "links"] if scheme is Scheme.LITBANK else ["links"]
    if heads_only:
        return heads
    kept = "parse" if scheme is Scheme.GUM else "parse and GUM's mentions"
    learnt = ["mentions"] if scheme is Scheme.GUM else []
    return ["encoder", f"analyser ({kept}: the corpus's, or what it finds itself)", *learnt, *heads]


def annotated(documents: Iterable[Document], name: str) -> list[Document]:
    """The documents that have mentions, each with an id of its own; an error where none has a link to learn."""
    found = [d for d in documents if any(m.referring for m in d.mentions)]
    if not count(found).links:
        raise CoreferError(
            f"{name}: no document has coreference to learn from (give gold documents; see `corefer info`)"
        )
    met: Counter[str] = Counter()
    for document in found:
        met[document.id] += 1
        if met[document.id] > 1:
            document.id = f"{document.id} ({met[document.id]})"
    return found


def held_out(documents: Sequence[Document], share: float, seed: int) -> tuple[list[Document], list[Document]]:
    """The documents trained on and, at random, those set aside: at least one of each."""
    if len(documents) < 2:
        raise CoreferError("one document cannot be split into training and development (give another with --dev)")
    number = min(max(1, round(share * len(documents))), len(documents) - 1)
    chosen = set(np.random.default_rng(seed).permutation(len(documents))[:number].tolist())
    return (
        [d for i, d in enumerate(documents) if i not in chosen],
        [d for i, d in enumerate(documents) if i in chosen],
    )


def fingerprint(documents: Iterable[Document]) -> str:
    """What tells one corpus from another: texts, and mentions with their entities."""
    digest = hashlib.sha256()
    for document in documents:
        rows = [(m.start, m.end, m.entity.id, m.referring) for m in document.mentions]
        digest.update(repr((document.id, document.text, rows)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def write(documents: Iterable[Document], out: Path, name: str, scheme: Scheme, model: Path, seed: int) -> int:
    """Write a corpus as arrays and tasks, with the labels and features of a model; the number of words."""
    labels = Labels(**checked(model)["labels"])
    corpus = Corpus(Arrays(labels, Tokenizer.from_file(str(model / "tokenizer.json"))))
    rng = np.random.default_rng(seed)
    for document in documents:
        _add(corpus, document, scheme, model, rng)
    out.mkdir(parents=True, exist_ok=True)
    corpus.write(out, name)
    return len(corpus.litbank["entity"])


Typed = list[tuple[Mention, str]]  # mentions in the words of the analysis, each with its type


def _add(corpus: Corpus, document: Document, scheme: Scheme, model: Path, rng: np.random.Generator) -> None:
    document = _spelled_out(document)
    found, place = analysed(document, model)
    if not place:
        return
    gold = [
        (Mention(place[m.start], place[m.end - 1] + 1, m.entity), m.type)
        for m in document.mentions
        if m.referring and m.start in place and m.end - 1 in place
    ]
    own = [(m, m.type) for m in found.mentions]
    of_litbank: Typed | None = None
    if scheme is Scheme.GUM:
        own = _typed(found, gold, own, TYPES, "person")
    elif scheme is Scheme.LITBANK:
        theirs = analyse(document, tokens="kept", scheme=str(scheme), model=model)
        renamed = [(m, _OF_LITBANK.get(kind, kind)) for m, kind in gold]
        of_litbank = _typed(found, renamed, [(m, _OF_LITBANK[m.type]) for m in theirs.mentions], LITBANK_TYPES, "PER")
    words = {word: token for token, word in place.items()}
    taught = _taught(document, found, words, corpus.arrays.labels, own)
    cuts = _cuts(found)
    number = corpus.add(
        found,
        None if of_litbank is None else [m for m, _ in of_litbank],
        [kind for _, kind in of_litbank or ()],
        taught=taught,
        cuts=cuts,
    )
    corpus.tasks += _parts(task(found, number, scheme, list(gold_spans(document, place)), rng), [0, *cuts])


def _spelled_out(document: Document) -> Document:
    """The document with room of its own for each word, where written words cover several (*du* for *de le*)."""
    table = document.tokens.table
    empty = {i for i, id in enumerate(table.column("id")) if "." in id}
    starts = [start for i, start in enumerate(table.starts) if i not in empty]
    if len(set(starts)) == len(starts):
        return document
    gaps = ["" if i in empty else " " for i in range(len(table))]
    text, begins, ends = lay_out(table.forms, gaps, empty=empty)
    columns = {name: table.column(name) for name in ("id", "lemma", "upos", "xpos", "feats", "head", "deprel")}
    spelled = Document(
        document.id, text, TokenTable(table.forms, columns=columns, starts=begins, ends=ends), document.sentences.table
    )
    for m in document.mentions:
        spelled.add_mention(m.entity.id, m.start, m.end, type=m.type, referring=m.referring)
    spelled.arrange()
    return spelled


def _taught(document: Document, found: Document, words: dict[int, int], labels: Labels, mentions: Typed) -> Document:
    """What the analyser's heads learn: the corpus's parse if they know its relations, else their own; and mentions."""
    known = _is_known(document, labels)
    taught = document.bare() if known else found.bare()
    for mention, kind in mentions:
        first, last = mention.start, mention.end - 1
        if known:
            first, last = words[first], words[last]
        taught.add_mention(mention.entity.id, first, last + 1, type=kind)
    taught.arrange()
    return taught


def _cuts(document: Document) -> list[int]:
    """The words at which a long document is cut, between sentences."""
    cuts, first = [], 0
    for start, end in zip(document.sentences.table.starts, document.sentences.table.ends, strict=True):
        if end - first > LONGEST and start > first:
            cuts.append(start)
            first = start
    return cuts


def _parts(made: Task, firsts: Sequence[int]) -> Iterator[Task]:
    """A task for each part of its document; places count from the part's first word."""
    start, end = made.table["start"], made.table["end"]
    of = np.array([bisect_right(firsts, int(s)) - 1 for s in start], np.int64)
    inside = of == np.array([bisect_right(firsts, int(e) - 1) - 1 for e in end], np.int64)
    for part, first in enumerate(firsts):
        rows = np.flatnonzero((of == part) & inside)
        if len(rows):
            table = made.table.rows(rows)
            for name in ("start", "end", "head", "above"):
                table.columns[name] = np.where(table[name] < 0, table[name], table[name] - first).astype(np.int32)
            yield Task(made.name, made.document + part, made.scheme, table, made.entity[rows], made.learnt[rows])


def _is_known(document: Document, labels: Labels) -> bool:
    """Whether a document's parse is in the relations that the analyser learns."""
    if not document.is_parsed:
        return False
    relations = [r for r in document.tokens.table.column("deprel") if r != "_"]
    known = set(labels.deprel)
    return bool(relations) and sum(r in known for r in relations) >= KNOWN_RELATIONS * len(relations)


def _typed(found: Document, gold: Typed, own: Typed, known: Sequence[str], person: str) -> Typed:
    """The mentions with their entity types; "" where nothing tells, and the type is then not learnt.

    A type that the corpus does not give is the one that the analyser finds at the same head, else that of most other
    mentions of the entity, else a person's where the pronoun says so.
    """
    by_head = {m.head: kind for m, kind in own}
    votes = Counter[tuple[str, str]]()
    rows: Typed = []
    for mention, given in gold:
        kind = given if given in known else by_head.get(head_of(found, mention), "")
        if not kind and mention.end - mention.start == 1:
            kind = person if found.tokens.table.forms[mention.start].lower() in PEOPLE else ""
        rows.append((mention, kind))
        if kind:
            votes[mention.entity.id, kind] += 1
    best: dict[str, str] = {}
    for (entity, kind), _ in votes.most_common():
        best.setdefault(entity, kind)
    return [(mention, kind or best.get(mention.entity.id, "")) for mention, kind in rows]
