"""Corpora for the coreference heads: documents as arrays, and tasks upon them.

A *document* is its pieces and words, as the analyser's training has them. A *task* is a document under one annotation
scheme: a table of mentions, the entity of each, and which of them are learnt from. GUM's documents make two tasks,
since OntoGUM annotates the same texts. All features come from the shipped analyser's analysis of the given words, as
they do when the resolver runs; only spans and entities are gold.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

import corefer
from analyser.corpus import Arrays, Labels
from corefer.analysis import analyse
from corefer.document import Document, Mention
from corefer.resolve import Discourse, Scheme
from corefer.resolve.neural.mentions import Table, Vocabulary, tabulate

BARE_NOUNS = 0.1  # share of further nouns that stand as mentions without an antecedent
SHOWN = {"gum": 1.0, "ontonotes": 1.0, "litbank": 0.3}  # of the analyser's mentions that the key lacks
NOT_LEARNT, NO_ENTITY = -2, -1
LITBANK_TYPES = ("PER", "FAC", "LOC", "GPE", "VEH", "ORG")
HELD_OUT = 0.2  # of LitBank


@dataclass
class Task:
    """One document under one scheme; `entity` is negative for mentions that corefer with nothing or are not learnt."""

    name: str
    document: int
    scheme: Scheme
    table: Table
    entity: np.ndarray
    learnt: np.ndarray


@dataclass
class Corpus:
    """Documents as arrays, LitBank's labels of their words, and the tasks."""

    arrays: Arrays
    tasks: list[Task] = field(default_factory=list)
    litbank: dict[str, list[int]] = field(default_factory=lambda: {"entity": [], "start": [], "end": []})
    documents: int = 0

    def add(self, analysed: Document, gold: Sequence[Mention] | None = None, types: Sequence[str] = ()) -> int:
        """Add an analysed document; `gold` are LitBank's mentions in its tokens, where it is LitBank's."""
        base = len(self.litbank["entity"])
        self.arrays.add(analysed, self.documents, False)
        count = len(analysed.tokens)
        rows = {name: [-1] * count for name in self.litbank}
        if gold is not None:
            rows["entity"] = [0] * count
            for mention, kind in zip(gold, types, strict=True):
                head = _head(analysed, mention)
                rows["entity"][head] = 1 + LITBANK_TYPES.index(kind)
                rows["start"][head], rows["end"][head] = base + mention.start, base + mention.end - 1
        for name, values in rows.items():
            self.litbank[name] += values
        self.documents += 1
        return self.documents - 1

    def write(self, out: Path, name: str) -> None:
        self.arrays.write(out / f"{name}.npz")
        columns: dict[str, list[np.ndarray]] = {}
        for task in self.tasks:
            for column, values in task.table.columns.items():
                columns.setdefault(column, []).append(values)
        stored = {f"table_{column}": np.concatenate(values) for column, values in columns.items()}
        stored |= {f"litbank_{column}": np.array(values, np.int32) for column, values in self.litbank.items()}
        stored["entity"] = np.concatenate([task.entity for task in self.tasks])
        stored["learnt"] = np.concatenate([task.learnt for task in self.tasks])
        np.savez_compressed(out / f"{name}-tasks.npz", **stored)
        index = [(t.name, t.document, str(t.scheme), len(t.entity)) for t in self.tasks]
        (out / f"{name}-tasks.json").write_text(json.dumps(index), encoding="utf-8")


def _head(document: Document, mention: Mention) -> int:
    return document.mention_head(Mention(mention.start, mention.end, mention.entity, parts=mention.parts))


def analysed(document: Document) -> tuple[Document, dict[int, int]]:
    """The shipped analyser's analysis of a document's own words, and where each of its tokens went."""
    words = [i for i, id in enumerate(document.tokens.table.column("id")) if "." not in id]
    return analyse(document, tokens="kept"), {token: i for i, token in enumerate(words)}


def task(
    found: Document,
    number: int,
    scheme: Scheme,
    gold: Iterable[tuple[int, int, str]],
    rng: np.random.Generator,
    *,
    spurious: bool = True,
) -> Task:
    """The task of an analysed document: gold mentions (start, end, entity), and `spurious` ones that are none."""
    chosen = {(start, end): entity for start, end, entity in gold}
    document = found.bare()
    heads = {_head(found, Mention(start, end, found.entity("x"))) for start, end in chosen}
    known = {(m.start, m.end): m for m in found.mentions}
    by_head = {m.head: m for m in found.mentions}
    spans: dict[tuple[int, int], str] = dict(chosen)
    for mention in found.mentions:
        extra = spurious and mention.head not in heads and rng.random() < SHOWN[scheme]
        if extra and (mention.start, mention.end) not in spans:
            spans[mention.start, mention.end] = ""
    upos = found.tokens.table.column("upos")
    for token in np.flatnonzero(rng.random(len(upos)) < BARE_NOUNS * spurious).tolist():
        if upos[token] in ("NOUN", "PROPN") and token not in heads and token not in by_head:
            spans[token, token + 1] = ""
    for i, (start, end) in enumerate(sorted(spans, key=lambda s: (s[0], -s[1]))):
        same = known.get((start, end))
        head = same.head if same else _head(found, Mention(start, end, found.entity("x")))
        like = same or by_head.get(head)
        document.add_mention(
            f"m{i}",
            start,
            end,
            head=head,
            type=like.type if like else "",
            other=dict(like.other or {}) if like else None,
        )
    discourse = Discourse(document, scheme)
    table = tabulate(discourse, discourse.views, Vocabulary())
    names: dict[str, int] = {}
    entity = [spans[m.start, m.end] for m in document.mentions]
    numbers = [names.setdefault(e, len(names)) if e else NO_ENTITY for e in entity]
    return Task(found.id, number, scheme, table, np.array(numbers, np.int32), np.ones(len(numbers), np.int8))


def gold_spans(document: Document, place: dict[int, int]) -> Iterator[tuple[int, int, str]]:
    for mention in document.mentions:
        if mention.referring and mention.start in place and mention.end - 1 in place:
            yield place[mention.start], place[mention.end - 1] + 1, mention.entity.id


def gum(corpus: Corpus, data: Path, split: str, rng: np.random.Generator, limit: int | None = None) -> None:
    """GUM's documents with two tasks each."""
    onto = {d.id: d for d in corefer.read(data / "ontogum" / split)}
    for document in list(corefer.read(data / "gum" / split))[:limit]:
        found, place = analysed(document)
        number = corpus.add(found)
        spans = list(gold_spans(document, place))
        corpus.tasks.append(task(found, number, Scheme.GUM, spans, rng))
        if document.id in onto:
            linked = {(s, e): entity for s, e, entity in gold_spans(onto[document.id], place)}
            every = {(s, e): "" for s, e, _ in spans} | linked
            keys = [(s, e, entity) for (s, e), entity in every.items()]
            corpus.tasks.append(task(found, number, Scheme.ONTONOTES, keys, rng))


def litbank_split(data: Path, seed: int = 1) -> tuple[list[Document], list[Document]]:
    """LitBank's documents: those trained on, and the fifth that is set aside."""
    documents = sorted(corefer.read(data / "litbank" / "conll"), key=lambda d: d.id)
    order = np.random.default_rng(seed).permutation(len(documents))
    held = {int(i) for i in order[: round(HELD_OUT * len(documents))]}
    return (
        [d for i, d in enumerate(documents) if i not in held],
        [d for i, d in enumerate(documents) if i in held],
    )


def litbank(
    corpus: Corpus, data: Path, documents: Iterable[Document], rng: np.random.Generator, limit: int | None = None
) -> None:
    types = {d.id: [m.type for m in d.mentions] for d in corefer.read(data / "litbank" / "brat")}
    for document in list(documents)[:limit]:
        found, place = analysed(document)
        number = corpus.add(found, document.mentions, types[document.id])
        spans = list(gold_spans(document, place))
        corpus.tasks.append(task(found, number, Scheme.LITBANK, spans, rng))


def gap(corpus: Corpus, path: Path, rng: np.random.Generator, limit: int | None = None) -> None:
    """GAP's texts: of each, one pronoun is learnt; names that look like A or B but are not marked are left out."""
    for document in list(corefer.read(path))[:limit]:
        text = document.bare()
        found = analyse(text.text)
        found.id = document.id
        spans = [_tokens(found, *document.mention_spans(m)[0]) for m in document.mentions]
        if any(span is None for span in spans):
            continue
        gold = {span: m.entity.id for span, m in zip(spans, document.mentions, strict=True) if span}
        made = _gap_task(found, corpus, gold, document, rng)
        if made:
            corpus.tasks.append(made)


def _tokens(document: Document, start: int, end: int) -> tuple[int, int] | None:
    table = document.tokens.table
    inside = [i for i in range(len(table)) if table.starts[i] < end and table.ends[i] > start]
    return (inside[0], inside[-1] + 1) if inside else None


def _gap_task(
    found: Document, corpus: Corpus, gold: dict[tuple[int, int], str], document: Document, rng: np.random.Generator
) -> Task | None:
    pronoun_start = int(document.meta["GAP Pronoun-offset"])
    table = found.tokens.table
    pronoun = next((i for i in range(len(table)) if table.starts[i] <= pronoun_start < table.ends[i]), None)
    if pronoun is None:
        return None
    spans = [(m.start, m.end, f"own{i}") for i, m in enumerate(found.mentions)]
    names = {span: e for span, e in gold.items() if not span[0] <= pronoun < span[1]}
    answer = next((e for span, e in gold.items() if span[0] <= pronoun < span[1]), "")
    spans = [s for s in spans if not any(s[0] < e and b < s[1] and s[1] - s[0] == e - b for b, e in names)]
    merged = {(s, e): entity for s, e, entity in spans}
    merged |= names
    merged[pronoun, pronoun + 1] = answer
    made = task(found, corpus.documents, Scheme.GUM, [(s, e, n) for (s, e), n in merged.items()], rng, spurious=False)
    return _learn_one(found, corpus, made, pronoun, names, answer, document)


def _learn_one(
    found: Document,
    corpus: Corpus,
    made: Task,
    pronoun: int,
    names: dict[tuple[int, int], str],
    answer: str,
    document: Document,
) -> Task | None:
    """Learn from the pronoun alone; whatever could be the same as a name that is not marked is no candidate."""
    starts, ends = made.table["start"], made.table["end"]
    row = np.flatnonzero((starts == pronoun) & (ends == pronoun + 1))
    right = [span for span, e in names.items() if e == answer]
    if not len(row) or (not right):
        return None
    forms = found.tokens.table.forms
    marked = {w for s, e in names for w in forms[s:e]}
    entity = np.full(len(starts), NO_ENTITY, np.int32)
    for i, (s, e) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if (s, e) in names:
            entity[i] = 0 if names[s, e] == answer else 1
        elif marked & set(forms[s:e]) or (made.table["kind"][i] <= 5 and i != row[0]):
            entity[i] = NOT_LEARNT
    entity[row[0]] = 0
    if not any(entity[i] == 0 and starts[i] < pronoun for i in range(len(starts))):
        return None
    learnt = np.zeros(len(starts), np.int8)
    learnt[row[0]] = 1
    corpus.add(found)
    return Task(f"gap-{document.id}", made.document, Scheme.GUM, made.table, entity, learnt)


def grec(corpus: Corpus, folder: Path, limit: int | None = None) -> None:
    """Introductions of articles, in which the references to their subject are marked, and nothing else is.

    Only those references are learnt; other pronouns, and what shares a word with one of them, may be the same and
    are no candidates.
    """
    for document in list(corefer.read(folder))[:limit]:
        title = next((r.end for r in document.regions if r.name == "TITLE"), 0)
        spans = [s[0] for s in map(document.mention_spans, document.mentions) if s[0][0] >= title]
        opening = len(document.text[title:]) - len(document.text[title:].lstrip()) + title
        found = analyse(document.text[opening:])
        found.id = document.id
        marked = {_tokens(found, a - opening, b - opening) for a, b in spans if document.text[a:b].strip("_ ")}
        gold = sorted(span for span in marked if span)
        if len(gold) > 1:
            corpus.tasks.append(_subject(found, corpus, gold))
            corpus.add(found)


def _subject(found: Document, corpus: Corpus, gold: list[tuple[int, int]]) -> Task:
    every = {(m.start, m.end): f"own{i}" for i, m in enumerate(found.mentions)} | dict.fromkeys(gold, "subject")
    keys = [(start, end, entity) for (start, end), entity in every.items()]
    made = task(found, corpus.documents, Scheme.GUM, keys, np.random.default_rng(0), spurious=False)
    spans = list(zip(made.table["start"].tolist(), made.table["end"].tolist(), strict=True))
    words = [{w for w in row if w} for row in made.table["words"].tolist()]
    own = set().union(*(words[i] for i, span in enumerate(spans) if span in set(gold)))
    entity = np.full(len(spans), NO_ENTITY, np.int32)
    for i, span in enumerate(spans):
        if span in set(gold):
            entity[i] = 0
        elif not words[i] or words[i] & own:
            entity[i] = NOT_LEARNT
    learnt = (entity == 0).astype(np.int8)
    learnt[int(np.argmax(entity == 0))] = 0
    return Task(f"grec-{found.id}", made.document, Scheme.GUM, made.table, entity, learnt)


def prepare(shared: Path, out: Path, tokenizer: Tokenizer, labels: Labels, limit: int | None = None) -> None:
    """Write the training corpus and the development corpus."""
    data = shared / "data"
    train_novels, dev_novels = litbank_split(data)
    out.mkdir(parents=True, exist_ok=True)
    for name, split, novels in (("train", "train", train_novels), ("dev", "dev", dev_novels)):
        rng = np.random.default_rng(1)
        corpus = Corpus(Arrays(labels, tokenizer))
        gum(corpus, data, split, rng, limit)
        litbank(corpus, data, novels, rng, limit)
        if name == "train":
            gap(corpus, data / "gap" / "gap-validation.tsv", rng, limit)
            grec(corpus, data / "grec", limit)
        corpus.write(out, name)
