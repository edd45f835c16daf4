"""Documents as arrays: atoms, tokens and sentences with everything that the analyser's heads learn from.

Training then needs numpy and torch alone. Positions are global within a split; documents are kept apart by `doc`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from corefer.analysis.atoms import atoms, case_of, gaps
from corefer.document import Document, Mention
from corefer.document.anaphors import PRONOUNS

TYPES = ("abstract", "animal", "event", "object", "organization", "person", "place", "plant", "substance", "time")
AGREEMENT = ("he", "she", "it", "they")
_SERIES = {
    **dict.fromkeys("he him his himself".split(), "he"),
    **dict.fromkeys("she her hers herself".split(), "she"),
    **dict.fromkeys("it its itself".split(), "it"),
    **dict.fromkeys("they them their theirs themselves themself".split(), "they"),
}
UNKNOWN = -1


@dataclass
class Labels:
    """The label sets, fixed by the training split."""

    upos: list[str] = field(default_factory=list)
    xpos: list[str] = field(default_factory=list)
    feats: list[str] = field(default_factory=list)
    deprel: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=lambda: list(TYPES))
    agreement: list[str] = field(default_factory=lambda: list(AGREEMENT))
    splits: dict[str, list[int]] = field(default_factory=dict)


class Arrays:
    """Grows the arrays of a split document by document."""

    def __init__(self, labels: Labels, tokenizer: Tokenizer) -> None:
        self.labels = labels
        self.tokenizer = tokenizer
        self.index = {
            name: {value: i for i, value in enumerate(getattr(labels, name))}
            for name in ("upos", "xpos", "feats", "deprel", "types", "agreement")
        }
        self.splits = {word: tuple(offsets) for word, offsets in labels.splits.items()}
        self.rows: dict[str, list[int]] = {}
        self._pieces: dict[str, list[int]] = {}

    def _add(self, name: str, values: Iterable[int]) -> None:
        self.rows.setdefault(name, []).extend(values)

    def _size(self, name: str) -> int:
        return len(self.rows.get(name, ()))

    def add(self, document: Document, number: int, has_mentions: bool, cuts: Sequence[int] = ()) -> None:
        """Add a document; `cuts` are the words at which further parts of it begin, each with a number of its own."""
        table = document.tokens.table
        keep = [i for i, id in enumerate(table.column("id")) if "." not in id]
        place = {token: i for i, token in enumerate(keep)}
        base = self._size("token_atom")
        starts, ends = atoms(
            document.text, self.splits, {table.starts[i] for i in keep} | {table.ends[i] for i in keep}
        )
        atom_base = self._size("atom_case")
        self._add_atoms(document.text, starts, ends)
        at = {start: i for i, start in enumerate(starts)}
        ends_at = {end: i for i, end in enumerate(ends)}
        first = [at[table.starts[i]] for i in keep]
        self._add_parts("atom_doc", len(starts), [first[cut] for cut in cuts], number)
        self._add_parts("token_doc", len(keep), cuts, number)
        self._add("token_atom", (atom_base + i for i in first))
        self._add("token_atoms", (ends_at[table.ends[i]] - f + 1 for i, f in zip(keep, first, strict=True)))
        for name in ("upos", "xpos", "feats", "deprel"):
            index, column = self.index[name], table.column(name)
            self._add(name, (index.get(column[i], UNKNOWN) for i in keep))
        heads = (document.head_index(i) for i in keep)
        self._add("head", (UNKNOWN if h is None else base + place[h] for h in heads))
        sentences = document.sentences.table
        sentence = self._size("sentence_token")
        for start, end in zip(sentences.starts, sentences.ends, strict=True):
            words = [place[i] for i in range(start, end) if i in place]
            if words:
                self._add("sentence_token", [base + words[0]])
                self._add("token_sentence", [sentence] * len(words))
                sentence += 1
        self._add_mentions(document, place, base, has_mentions)

    def _add_parts(self, name: str, count: int, cuts: Sequence[int], number: int) -> None:
        self._add(name, (number + bisect_right(cuts, place) for place in range(count)))

    def _add_atoms(self, text: str, starts: list[int], ends: list[int]) -> None:
        for start, end, gap in zip(starts, ends, gaps(text, starts, ends), strict=True):
            word = text[start:end]
            pieces = self._pieces.get(word)
            if pieces is None:
                pieces = self.tokenizer.encode(word, add_special_tokens=False).ids or [
                    int(self.tokenizer.token_to_id("[UNK]") or 0)
                ]
                self._pieces[word] = pieces
            self._add("atom_piece", [self._size("piece")])
            self._add("atom_pieces", [len(pieces)])
            self._add("piece", pieces)
            self._add("atom_case", [int(case_of(word))])
            self._add("atom_gap", [int(gap)])

    def _add_mentions(self, document: Document, place: dict[int, int], base: int, has_mentions: bool) -> None:
        """Per token: type of the mention it heads, its span; the span of a second, outer one; agreement; it."""
        count = len(place)
        rows = {
            name: [UNKNOWN] * count
            for name in ("entity", "start", "end", "outer", "outer_start", "outer_end", "agree", "it")
        }
        if has_mentions:
            rows["entity"], rows["outer"] = [0] * count, [0] * count
            self._spans(document, place, base, rows)
        self._it(document, place, rows["it"], has_mentions)
        for name, values in rows.items():
            self._add(name, values)

    def _spans(self, document: Document, place: dict[int, int], base: int, rows: dict[str, list[int]]) -> None:
        headed: dict[int, list[Mention]] = {}
        series = {e.id: _series(document, e.mentions) for e in document.entities}
        for mention in document.mentions:
            if mention.referring and mention.start in place and mention.end - 1 in place:
                headed.setdefault(place.get(document.mention_head(mention), UNKNOWN), []).append(mention)
        headed.pop(UNKNOWN, None)
        for head, mentions in headed.items():
            inner, *more = sorted(mentions, key=lambda m: m.end - m.start)
            kind = self.index["types"].get(inner.type)
            rows["entity"][head] = UNKNOWN if kind is None else 1 + kind
            rows["start"][head], rows["end"][head] = base + place[inner.start], base + place[inner.end - 1]
            if more:
                rows["outer"][head] = 1
                rows["outer_start"][head] = base + place[more[-1].start]
                rows["outer_end"][head] = base + place[more[-1].end - 1]
            gender = series[inner.entity.id]
            if gender and not _is_pronoun(document, inner):
                rows["agree"][head] = self.index["agreement"][gender]

    def _it(self, document: Document, place: dict[int, int], it: list[int], has_mentions: bool) -> None:
        """0 for a referring `it`, 1 for an expletive one (`expl` by the parse).

        Where mentions are annotated, one that is neither is left unlearnt: weather, idioms, and oversights.
        """
        table = document.tokens.table
        referring = {m.start for m in document.mentions if m.end - m.start == 1 and m.referring}
        for token, i in place.items():
            if table.forms[token].lower() == "it" and table.column("upos")[token] == "PRON":
                if table.column("deprel")[token] == "expl":
                    it[i] = 1
                elif token in referring or not has_mentions:
                    it[i] = 0

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {name: np.array(values, dtype=np.int32) for name, values in self.rows.items()}
        np.savez_compressed(path, **arrays)


def _is_pronoun(document: Document, mention: Mention) -> bool:
    return mention.end - mention.start == 1 and document.tokens.table.forms[mention.start].lower() in PRONOUNS


def _series(document: Document, mentions: Sequence[Mention]) -> str:
    """The pronoun series that picks the entity up; none if there is no pronoun, or if they disagree."""
    forms = (document.tokens.table.forms[m.start].lower() for m in mentions if m.end - m.start == 1)
    found = {_SERIES[form] for form in forms if form in _SERIES}
    return found.pop() if len(found) == 1 else ""
