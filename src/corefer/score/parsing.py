"""How good an analysis is: tokens, sentences, tags, arcs, mentions against a gold document over the same text.

As in the CoNLL 2018 shared task, words are aligned by their characters, and a word counts for a tag or an arc
only if it is a gold word; with gold tokens the F1 figures are accuracies. Relations are compared whole,
subtypes included. The expected calibration error says how far the posterior of arcs is from their accuracy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from corefer.document import Document, Mention, from_text

BINS = 15
NO_GENRE = "(no genre)"
Span = tuple[int, int]


@dataclass(slots=True)
class Tally:
    """Counts from which every figure follows; tallies of documents add up."""

    counts: Counter[str] = field(default_factory=Counter)
    bins: list[list[float]] = field(default_factory=lambda: [[0.0, 0.0, 0.0] for _ in range(BINS)])

    def add(self, other: Tally) -> None:
        self.counts.update(other.counts)
        for mine, theirs in zip(self.bins, other.bins, strict=True):
            for i, value in enumerate(theirs):
                mine[i] += value

    def f1(self, name: str) -> float | None:
        """F1 in percent of what `name` counts as right, found and wanted; None where there is nothing of the kind."""
        both = self.counts[f"{name} found"] + self.counts[f"{name} gold"]
        return 200 * self.counts[f"{name} right"] / both if both else None

    def share(self, name: str, of: str) -> float | None:
        return 100 * self.counts[name] / self.counts[of] if self.counts[of] else None

    @property
    def calibration_error(self) -> float | None:
        """The mean distance of posterior and accuracy over bins, by the arcs in each (0 to 1)."""
        total = sum(row[0] for row in self.bins)
        return sum(abs(row[1] - row[2]) for row in self.bins) / total if total else None

    def figures(self) -> dict[str, float]:
        """Every figure that the counts support; percent, but for the calibration error."""
        names = "tokens words sentences upos xpos feats lemma uas las mentions expletive pronominal".split()
        found = {name: self.f1(name) for name in names}
        expletive, pronominal = found["expletive"], found["pronominal"]
        found["it"] = None if expletive is None or pronominal is None else (expletive + pronominal) / 2
        found["it_accuracy"] = self.share("it right", "it gold")
        found["mention_heads"] = self.share("mention heads", "mentions right")
        found["mention_types"] = self.share("mention types", "mentions right")
        found["ece"] = self.calibration_error
        return {name: value for name, value in found.items() if value is not None}


@dataclass(slots=True)
class Evaluation:
    """How good an analyser is, with gold tokens and sentences given and from raw text; in all, and by genre."""

    gold_tokens: Tally = field(default_factory=Tally)
    raw: Tally = field(default_factory=Tally)
    documents: int = 0
    genres: dict[str, Evaluation] = field(default_factory=dict)

    def add(self, gold: Document, with_gold_tokens: Document, from_raw_text: Document) -> None:
        """Count the two analyses of a document."""
        kept, raw = compare(gold, with_gold_tokens), compare(gold, from_raw_text)
        for part in (self, self.genres.setdefault(gold.genre or NO_GENRE, Evaluation())):
            part.gold_tokens.add(kept)
            part.raw.add(raw)
            part.documents += 1

    def as_dict(self) -> dict[str, Any]:
        """`{"gold_tokens": {"upos": …}, "raw": {…}, "genres": {…}}`."""
        found: dict[str, Any] = {"gold_tokens": _rounded(self.gold_tokens), "raw": _rounded(self.raw)}
        found["documents"] = self.documents
        if self.genres:
            found["genres"] = {genre: self.genres[genre].as_dict() for genre in sorted(self.genres)}
        return found


def _rounded(tally: Tally) -> dict[str, float]:
    return {name: round(value, 4 if name == "ece" else 2) for name, value in tally.figures().items()}


def evaluate(keys: Iterable[Document], analyse: Callable[[Document, str], Document]) -> Evaluation:
    """Evaluate on gold documents; `analyse(document, tokens)` analyses one with its tokens "kept", or its "own"."""
    found = Evaluation()
    for gold in keys:
        found.add(gold, analyse(gold.bare(), "kept"), analyse(from_text(gold.id, gold.text), "own"))
    return found


def compare(gold: Document, found: Document) -> Tally:
    """Compare an analysis with a gold document of the same text."""
    tally = Tally()
    ours, theirs = _words(gold), _words(found)
    same = dict(_aligned(gold, ours, found, theirs))
    _count(tally, "words", len(same), len(theirs), len(ours))
    _spans(tally, "tokens", _tokens(gold), _tokens(found))
    _spans(tally, "sentences", _sentences(gold), _sentences(found))
    for name in ("upos", "xpos", "feats", "lemma"):
        mine, other = gold.tokens.table.column(name), found.tokens.table.column(name)
        if any(mine[i] != "_" for i in ours):
            _count(tally, name, sum(mine[i] == other[j] for i, j in same.items()), len(theirs), len(ours))
    if gold.is_parsed:
        _arcs(tally, gold, found, same, len(ours), len(theirs))
    if gold.mentions:
        _mentions(tally, gold, found, same)
    _it(tally, gold, found, same)
    return tally


def _count(tally: Tally, name: str, right: int, found: int, gold: int) -> None:
    tally.counts.update({f"{name} right": right, f"{name} found": found, f"{name} gold": gold})


def _spans(tally: Tally, name: str, gold: set[Span], found: set[Span]) -> None:
    _count(tally, name, len(gold & found), len(found), len(gold))


def _words(document: Document) -> list[int]:
    return [i for i, id in enumerate(document.tokens.table.column("id")) if "." not in id]


def _aligned(gold: Document, ours: list[int], found: Document, theirs: list[int]) -> Iterable[tuple[int, int]]:
    """Pairs of words that stand on the same characters, in order."""
    mine, other = gold.tokens.table, found.tokens.table
    at: dict[Span, list[int]] = {}
    for j in theirs:
        at.setdefault((other.starts[j], other.ends[j]), []).append(j)
    for i in ours:
        waiting = at.get((mine.starts[i], mine.ends[i]))
        if waiting:
            yield i, waiting.pop(0)


def _tokens(document: Document) -> set[Span]:
    """The written tokens: a multiword token counts as one."""
    table = document.tokens.table
    inside = {i for word in table.multiwords for i in range(word.first, word.last + 1)}
    spans = {(table.starts[i], table.ends[i]) for i in _words(document) if i not in inside}
    return spans | {(table.starts[word.first], table.ends[word.last]) for word in table.multiwords}


def _sentences(document: Document) -> set[Span]:
    return {sentence.span for sentence in document.sentences if len(sentence)}


def _arcs(tally: Tally, gold: Document, found: Document, same: dict[int, int], ours: int, theirs: int) -> None:
    mine, other = gold.tokens.table.column("deprel"), found.tokens.table.column("deprel")
    heads = labelled = 0
    for i, j in same.items():
        head = gold.head_index(i)
        wanted = None if head is None else same.get(head, -1)
        right = wanted == found.head_index(j)
        heads += right
        labelled += right and mine[i] == other[j]
        if found.doubt is not None:
            posterior = found.doubt.arc[j]
            row = tally.bins[min(BINS - 1, int(posterior * BINS))]
            row[0] += 1
            row[1] += posterior
            row[2] += right
    _count(tally, "uas", heads, theirs, ours)
    _count(tally, "las", labelled, theirs, ours)


def _mentions(tally: Tally, gold: Document, found: Document, same: dict[int, int]) -> None:
    ours = {gold.mention_spans(m): m for m in gold.mentions if m.referring}
    theirs = {found.mention_spans(m): m for m in found.mentions if m.referring}
    common = ours.keys() & theirs.keys()
    _count(tally, "mentions", len(common), len(theirs), len(ours))
    for span in common:
        mine, other = ours[span], theirs[span]
        tally.counts["mention heads"] += same.get(gold.mention_head(mine)) == found.mention_head(other)
        tally.counts["mention types"] += mine.type == other.type


def _it(tally: Tally, gold: Document, found: Document, same: dict[int, int]) -> None:
    """Whether each `it` is expletive; a word that the analysis does not have counts as missed.

    Where mentions are annotated, an `it` that is neither one nor `expl` is not judged: GUM leaves out weather, idioms
    and oversights alike.
    """
    mine, other = _alone(gold), _alone(found)
    table = gold.tokens.table
    for i, form in enumerate(table.forms):
        if form.lower() != "it" or table.column("upos")[i] not in ("PRON", "_"):
            continue
        wanted = is_expletive(gold, i, mine.get(i))
        if gold.mentions and not wanted and i not in mine:
            continue
        j = same.get(i)
        given = None if j is None else is_expletive(found, j, other.get(j))
        tally.counts["it gold"] += 1
        tally.counts["it right"] += given == wanted
        for name, value in (("expletive", True), ("pronominal", False)):
            _count(tally, name, int(wanted is value and given is value), int(given is value), int(wanted is value))


def _alone(document: Document) -> dict[int, Mention]:
    return {m.start: m for m in document.mentions if m.end - m.start == 1 and m.referring}


def is_expletive(document: Document, token: int, mention: Mention | None) -> bool:
    """Whether an `it` is expletive: by the probability that its mention bears, else by the parse."""
    certainty = (mention.other or {}).get("expletive") if mention else None
    if certainty:
        return float(certainty) > 0.5
    return document.tokens.table.column("deprel")[token] == "expl"
