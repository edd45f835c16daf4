"""The corpora of the coreference heads: GUM and OntoGUM (one text, two tasks), LitBank, GAP, and GREC's articles.

GAP and GREC are annotated in part: what is not known to be something else is neither learnt nor a candidate.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from corefer.analysis import analyse
from corefer.document import Document
from corefer.formats import read_each
from corefer.resolve import Scheme
from corefer.train.arrays import Arrays, Labels
from corefer.train.tasks import NO_ENTITY, NOT_LEARNT, Corpus, Task, analysed, gold_spans, task

HELD_OUT = 0.2  # of LitBank


def gum(
    corpus: Corpus, data: Path, split: str, rng: np.random.Generator, model: Path, limit: int | None = None
) -> None:
    """GUM's documents with two tasks each."""
    onto = {d.id: d for d in read_each(data / "ontogum" / split)}
    for document in islice(read_each(data / "gum" / split), limit):
        found, place = analysed(document, model)
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
    documents = sorted(read_each(data / "litbank" / "conll"), key=lambda d: d.id)
    order = np.random.default_rng(seed).permutation(len(documents))
    held = {int(i) for i in order[: round(HELD_OUT * len(documents))]}
    return (
        [d for i, d in enumerate(documents) if i not in held],
        [d for i, d in enumerate(documents) if i in held],
    )


def litbank(corpus: Corpus, data: Path, documents: Iterable[Document], rng: np.random.Generator, model: Path) -> None:
    types = {d.id: [m.type for m in d.mentions] for d in read_each(data / "litbank" / "brat")}
    for document in documents:
        found, place = analysed(document, model)
        number = corpus.add(found, document.mentions, types[document.id])
        spans = list(gold_spans(document, place))
        corpus.tasks.append(task(found, number, Scheme.LITBANK, spans, rng))


def gap(corpus: Corpus, path: Path, rng: np.random.Generator, model: Path, limit: int | None = None) -> None:
    """GAP's texts: of each, one pronoun is learnt; names that look like A or B but are not marked are left out."""
    for document in islice(read_each(path), limit):
        found = analyse(document.text, model=model)
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


def grec(corpus: Corpus, folder: Path, model: Path, limit: int | None = None) -> None:
    """Introductions of articles, in which the references to their subject are marked, and nothing else is.

    Only those references are learnt; other pronouns, and what shares a word with one of them, may be the same and
    are no candidates.
    """
    for document in islice(read_each(folder), limit):
        title = next((r.end for r in document.regions if r.name == "TITLE"), 0)
        spans = [s[0] for s in map(document.mention_spans, document.mentions) if s[0][0] >= title]
        opening = len(document.text[title:]) - len(document.text[title:].lstrip()) + title
        found = analyse(document.text[opening:], model=model)
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


def prepare(
    shared: Path, out: Path, tokenizer: Tokenizer, labels: Labels, model: Path, limit: int | None = None
) -> None:
    """Write the training corpus and the development corpus; features are the analysis by `model`."""
    data = shared / "data"
    train_novels, dev_novels = litbank_split(data)
    out.mkdir(parents=True, exist_ok=True)
    for name, split, novels in (("train", "train", train_novels), ("dev", "dev", dev_novels)):
        rng = np.random.default_rng(1)
        corpus = Corpus(Arrays(labels, tokenizer))
        gum(corpus, data, split, rng, model, limit)
        litbank(corpus, data, novels[:limit], rng, model)
        if name == "train":
            gap(corpus, data / "gap" / "gap-validation.tsv", rng, model, limit)
            grec(corpus, data / "grec", model, limit)
        corpus.write(out, name)
