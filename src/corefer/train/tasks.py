"""Tasks: documents under an annotation scheme, as the coreference heads learn from them.

A *document* is its pieces and words, as the analyser's training has them. A *task* is a document under one annotation
scheme: a table of mentions, the entity of each, and which of them are learnt from; one text may have several. All
features come from the analyser's analysis of the given words, as they do when the resolver runs; only spans and
entities are gold.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from corefer.analysis import analyse
from corefer.document import Document, Mention
from corefer.resolve import Discourse, Scheme
from corefer.resolve.neural.mentions import Table, Vocabulary, tabulate
from corefer.train.arrays import Arrays

BARE_NOUNS = 0.1  # share of further nouns that stand as mentions without an antecedent
SHOWN = {"gum": 1.0, "ontonotes": 1.0, "litbank": 0.3}  # of the analyser's mentions that the key lacks
NOT_LEARNT, NO_ENTITY = -2, -1
LITBANK_TYPES = ("PER", "FAC", "LOC", "GPE", "VEH", "ORG")


@dataclass
class Task:
    """One document under one scheme; `entity` is negative for mentions that corefer with nothing or are not learnt."""

    name: str
    document: int
    scheme: Scheme
    table: Table
    entity: npt.NDArray[Any]
    learnt: npt.NDArray[Any]


@dataclass
class Corpus:
    """Documents as arrays, LitBank's labels of their words, and the tasks."""

    arrays: Arrays
    tasks: list[Task] = field(default_factory=list)
    litbank: dict[str, list[int]] = field(default_factory=lambda: {"entity": [], "start": [], "end": []})
    documents: int = 0

    def add(
        self,
        analysed: Document,
        gold: Sequence[Mention] | None = None,
        types: Sequence[str] = (),
        *,
        taught: Document | None = None,
        cuts: Sequence[int] = (),
    ) -> int:
        """Add an analysed document; `gold` are LitBank's mentions in its tokens, where it is LitBank's.

        `taught` is what the analyser's heads learn of it, where they learn anything. `cuts` are the words at
        which it is cut into further documents.
        """
        base = len(self.litbank["entity"])
        self.arrays.add(taught or analysed, self.documents, taught is not None, cuts)
        count = len(analysed.tokens)
        rows = {name: [-1] * count for name in self.litbank}
        if gold is not None:
            rows["entity"] = [0] * count
            for mention, kind in zip(gold, types, strict=True):
                head = head_of(analysed, mention)
                rows["entity"][head] = 1 + LITBANK_TYPES.index(kind) if kind else -1
                rows["start"][head], rows["end"][head] = base + mention.start, base + mention.end - 1
        for name, values in rows.items():
            self.litbank[name] += values
        number = self.documents
        self.documents += 1 + len(cuts)
        return number

    def write(self, out: Path, name: str) -> None:
        self.arrays.write(out / f"{name}.npz")
        columns: dict[str, list[npt.NDArray[Any]]] = {}
        for task in self.tasks:
            for column, values in task.table.columns.items():
                columns.setdefault(column, []).append(values)
        stored: dict[str, Any] = {f"table_{column}": np.concatenate(values) for column, values in columns.items()}
        stored |= {f"litbank_{column}": np.array(values, np.int32) for column, values in self.litbank.items()}
        stored["entity"] = np.concatenate([task.entity for task in self.tasks])
        stored["learnt"] = np.concatenate([task.learnt for task in self.tasks])
        np.savez_compressed(out / f"{name}-tasks.npz", **stored)
        index = [(t.name, t.document, str(t.scheme), len(t.entity)) for t in self.tasks]
        (out / f"{name}-tasks.json").write_text(json.dumps(index), encoding="utf-8")


def head_of(document: Document, mention: Mention) -> int:
    return document.mention_head(Mention(mention.start, mention.end, mention.entity, parts=mention.parts))


def analysed(document: Document, model: Path | None = None) -> tuple[Document, dict[int, int]]:
    """The analyser's analysis of a document's own words, and where each of its tokens went."""
    words = [i for i, id in enumerate(document.tokens.table.column("id")) if "." not in id]
    return analyse(document, tokens="kept", model=model), {token: i for i, token in enumerate(words)}


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
    heads = {head_of(found, Mention(start, end, found.entity("x"))) for start, end in chosen}
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
        head = same.head if same else head_of(found, Mention(start, end, found.entity("x")))
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
