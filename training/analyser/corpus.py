"""The analyser's corpora, GUM and EWT, as the arrays that it is trained on; what the label sets are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from tokenizers import Tokenizer

from corefer.analysis.atoms import atoms
from corefer.document import Document
from corefer.formats import read_each
from corefer.train.arrays import Arrays, Labels

MIN_FEATS = 3  # feature bundles that occur less often are left unlearnt


def labels_of(documents: Sequence[Document], reference: Sequence[Document]) -> Labels:
    """Label sets; feature bundles are those of the `reference` (the other corpora differ in a few bundles)."""
    labels = Labels()
    for name in ("upos", "xpos", "deprel"):
        counts = Counter(value for d in documents for value in d.tokens.table.column(name))
        setattr(labels, name, sorted(v for v in counts if v != "_"))
    bundles = Counter(value for d in reference for value in d.tokens.table.column("feats"))
    labels.feats = sorted(value for value, n in bundles.items() if n >= MIN_FEATS)
    labels.splits = _splits(documents)
    return labels


def _splits(documents: Sequence[Document]) -> dict[str, list[int]]:
    """Where treebanks cut words in the middle (`gon|na`): words cut at least twice, and three times in ten."""
    cut: Counter[tuple[str, tuple[int, ...]]] = Counter()
    words: Counter[str] = Counter()
    for document in documents:
        text, bounds = document.text, set(document.tokens.table.starts)
        for start, end in zip(*atoms(text, {}), strict=True):
            word = text[start:end].lower()
            words[word] += 1
            inside = tuple(b - start for b in range(start + 1, end) if b in bounds)
            if inside:
                cut[word, inside] += 1
    return {w: list(i) for (w, i), n in cut.most_common() if n >= 2 and n >= 0.3 * words[w] and w.isalpha()}


def prepare(shared: Path, out: Path, tokenizer: Tokenizer, limit: int | None = None) -> None:
    """Read GUM and EWT (`limit` documents of each split, for trying); write `labels.json` and the splits."""

    def read(name: str) -> list[Document]:
        return list(islice(read_each(shared / "data" / name), limit))

    gum, ewt = read("gum/train"), read("ewt/train.conllu")
    labels = labels_of([*gum, *ewt], gum)
    out.mkdir(parents=True, exist_ok=True)
    (out / "labels.json").write_text(json.dumps(labels.__dict__, ensure_ascii=False, indent=1), encoding="utf-8")
    splits = {
        "train": [(gum, True), (ewt, False)],
        "gum-dev": [(read("gum/dev"), True)],
        "ewt-dev": [(read("ewt/dev.conllu"), False)],
    }
    for name, parts in splits.items():
        arrays = Arrays(labels, tokenizer)
        number = 0
        for documents, has_mentions in parts:
            for document in documents:
                arrays.add(document, number, has_mentions)
                number += 1
        arrays.write(out / f"{name}.npz")
