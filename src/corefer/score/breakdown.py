"""Scores by a property: of mentions (what kind of anaphor, how far from the last mention), or of documents.

A metric is restricted to a class of mentions by its shares (see `shares`): recall is what the key's mentions of the
class earn of what they could, precision the same for the response's. Summed over all classes, the shares are the
metric's counts, so that the classes account for the whole score, no more and no less. A mention has its properties on
its own side: under partial matching, the same mention may be longer in the key than in the response.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from corefer.document import CoreferError, Document, Mention
from corefer.document.anaphors import AnaphorType, anaphor_type, pronoun_form
from corefer.score.contingency import Counts
from corefer.score.matching import Pair, Side
from corefer.score.metric import CONLL, METRICS, Score
from corefer.score.ratios import score
from corefer.score.report import Report
from corefer.score.settings import Like
from corefer.score.shares import Both, shares

PROPERTIES: dict[str, str] = {
    "anaphor-type": "What kind of expression a mention is: personal pronoun, name, definite noun phrase, …",
    "pronoun-form": "The pronoun, in lower case.",
    "entity-type": "The type of a mention's entity; where a response has none, that of the matching key mention's.",
    "distance": "Sentences back to the nearest earlier mention of the entity, on the mention's own side.",
    "length": "The number of a mention's tokens.",
    "genre": "The document's genre.",
    "document": "The document.",
}
NO_PRONOUN = "(no pronoun)"
NO_TYPE = "(no type)"
FIRST = "first"
DISTANCES = ((0, "0"), (1, "1"), (2, "2"), (5, "3-5"))  # up to this many: the class
LENGTHS = ((1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"))
FARTHER, LONGER = "6+", "11+"
_ORDER: dict[str, tuple[str, ...]] = {
    "anaphor-type": tuple(kind.value for kind in AnaphorType),
    "distance": (FIRST, *(name for _, name in DISTANCES), FARTHER),
    "length": (*(name for _, name in LENGTHS), LONGER),
}


@dataclass(slots=True)
class Part:
    """A class of mentions: how many each side has, and the metrics restricted to them.

    `counts` has one entry a kind of link for BLANC (coreferent, other), a single entry for the other metrics. Macro
    scores are the means over `documents`: the same class in each document that has it, on either side.
    """

    like: Like = Like.DEFAULT
    key_mentions: int = 0
    response_mentions: int = 0
    counts: dict[str, tuple[Counts, ...]] = field(default_factory=dict)
    documents: list[Part] = field(default_factory=list)

    def __getitem__(self, metric: str) -> Score:
        if self.documents:
            return _mean([document[metric] for document in self.documents])
        kinds = self.counts[metric]
        return score(kinds[0]) if len(kinds) == 1 else _mean([score(kind) for kind in kinds if self._has(kind)])

    def _has(self, kind: Counts) -> bool:
        """Whether there are links of a kind (Luo et al. 2014); for the CoNLL-2012 scorer, whether the key has any."""
        return kind.recall_of > 0 or (kind.precision_of > 0 and self.like is not Like.CONLL2012)

    @property
    def scores(self) -> dict[str, Score]:
        return {metric: self[metric] for metric in self.counts}

    @property
    def conll(self) -> float | None:
        """The mean F1 of MUC, B³ and CEAF-e, if all three were computed."""
        if any(metric not in self.counts for metric in CONLL):
            return None
        return sum(self[metric].f1 for metric in CONLL) / len(CONLL)

    def add(self, counts: dict[str, tuple[Counts, ...]]) -> None:
        for name, kinds in counts.items():
            before = self.counts.get(name, (Counts(0, 0, 0, 0),) * len(kinds))
            self.counts[name] = tuple(
                Counts(*(a + b for a, b in zip(one, other, strict=True)))
                for one, other in zip(before, kinds, strict=True)
            )

    def as_dict(self) -> dict[str, Any]:
        """Percent, unrounded; `counts` are the sums behind the scores."""
        conll = self.conll
        return {
            "key_mentions": self.key_mentions,
            "response_mentions": self.response_mentions,
            "metrics": {name: one.as_percent() for name, one in self.scores.items()},
            "conll": None if conll is None else 100 * conll,
            "counts": {name: [kind._asdict() for kind in kinds] for name, kinds in self.counts.items()},
        }


def _mean(scores: Sequence[Score]) -> Score:
    count = max(len(scores), 1)
    return Score(
        sum(one.recall for one in scores) / count,
        sum(one.precision for one in scores) / count,
        sum(one.f1 for one in scores) / count,
    )


Breakdown = dict[str, Part]


def breakdown(report: Report, by: str, metrics: Iterable[str] | None = None) -> Breakdown:
    """A report by one of `PROPERTIES`, for all its metrics or some; the report must have kept its pairs.

    Micro, or macro if the report is `averaged()`.
    """
    names = tuple(report.metrics if metrics is None else metrics)
    if by not in PROPERTIES:
        raise CoreferError(f"scores cannot be broken down by `{by}` (choose from {', '.join(PROPERTIES)})")
    missing = [name for name in names if name not in report]
    if missing:
        raise CoreferError(f"the report lacks the metric `{missing[0]}` (it has {', '.join(report.metrics) or 'none'})")
    if len(report.pairs) != len(report.ids):
        raise CoreferError("the report has no pairs to break down (score with keep_pairs=True)")
    if by in ("genre", "document"):
        reports = report.by_genre() if by == "genre" else report.by_document()
        return {value: _whole(part, names) for value, part in reports.items()}
    return by_mentions(report.pairs, by, names, report.settings.like, macro=report.aggregation == "macro")


def _whole(report: Report, names: Sequence[str]) -> Part:
    """A report over some documents as a part."""
    part = Part(
        report.settings.like,
        sum(len(entity) for pair in report.pairs for entity in pair.key),
        sum(len(entity) for pair in report.pairs for entity in pair.response),
    )
    part.counts = {name: _kinds(report.counts[name].sum(axis=0).tolist()) for name in names}
    if report.aggregation == "macro":
        rows = range(len(report.ids))
        one_by_one = (replace(report.select([i == row for i in rows]), aggregation="micro") for row in rows)
        part.documents = [_whole(document, names) for document in one_by_one]
    return part


def _kinds(counts: list[float]) -> tuple[Counts, ...]:
    """A metric's counts by kinds of links; BLANC counts (common, key, response) for each of two."""
    if len(counts) == 4:
        return (Counts(*counts),)
    links = ((counts[i], counts[i + 1], counts[i + 2]) for i in range(0, len(counts), 3))
    return tuple(Counts(common, key, common, response) for common, key, response in links)


def by_mentions(
    pairs: Iterable[Pair], by: str, metrics: Iterable[str] | None = None, like: Like = Like.DEFAULT, macro: bool = False
) -> Breakdown:
    """Matched documents by a property of mentions; classes in their own order, or the most frequent in the key first.

    The time is linear in the number of mentions, but for sorting them and for what aligning and pairing take.
    """
    names = tuple(METRICS if metrics is None else metrics)
    parts: Breakdown = {}
    for pair in pairs:
        key, response = _CLASSIFY[by](pair)
        values = list(dict.fromkeys(chain(key, response)))
        for value, counts in _restricted(pair, names, values, key, response):
            part = parts.setdefault(value, Part(like))
            part.add(counts)
            if macro:
                part.documents.append(Part(like, counts=counts))
        for value in key:
            parts[value].key_mentions += 1
        for value in response:
            parts[value].response_mentions += 1
    return dict(sorted(parts.items(), key=lambda item: _rank(by, *item)))


def _rank(by: str, value: str, part: Part) -> tuple[bool, int, str]:
    if by in _ORDER:
        return False, _ORDER[by].index(value), value
    return value in (NO_PRONOUN, NO_TYPE), -part.key_mentions, value


def _restricted(
    pair: Pair, names: Sequence[str], values: Sequence[str], key: Sequence[str], response: Sequence[str]
) -> Iterator[tuple[str, dict[str, tuple[Counts, ...]]]]:
    """Each class with the sums of its mentions' shares; `key` and `response` are the classes of the mentions."""
    number = {value: i for i, value in enumerate(values)}
    ours, theirs = (np.array([number[value] for value in side], dtype=np.intp) for side in (key, response))

    def sums(both: Both) -> list[Counts]:
        columns = [(ours, weights) for weights in both.key] + [(theirs, weights) for weights in both.response]
        binned = (np.bincount(classes, weights, len(values)).tolist() for classes, weights in columns)
        return [Counts(*row) for row in zip(*binned, strict=True)]

    summed = {name: [sums(kind) for kind in kinds] for name, kinds in shares(pair, names).items()}
    for value, i in number.items():
        yield value, {name: tuple(kind[i] for kind in kinds) for name, kinds in summed.items()}


# --- the classes of mentions, entity by entity


Classes = tuple[list[str], list[str]]


def _same_tokens(pair: Pair) -> bool:
    return pair.key_document.tokens.table.forms == pair.response_document.tokens.table.forms


def _response_text(pair: Pair) -> Document:
    """What the properties of response mentions are read off: the key's analysis, so that all responses compare."""
    return pair.key_document if _same_tokens(pair) else pair.response_document


def _by_words(classify: Callable[[Document, Mention], str]) -> Callable[[Pair], Classes]:
    """A property of the words alone: the same words on both sides have one class, the key's."""

    def classes(pair: Pair) -> Classes:
        known: dict[Any, str] = {}
        ours = _classes_of_words(pair.key_side, pair.key_document, known, classify)
        known = known if _same_tokens(pair) else {}
        return ours, _classes_of_words(pair.response_side, _response_text(pair), known, classify)

    return classes


def _classes_of_words(
    side: Side, document: Document, known: dict[Any, str], classify: Callable[[Document, Mention], str]
) -> list[str]:
    result = []
    for mention in chain.from_iterable(side.entities):
        words = mention.spans
        value = known.get(words)
        if value is None:
            value = known[words] = classify(document, mention)
        result.append(value)
    return result


def _length(_document: Document, mention: Mention) -> str:
    return _class(sum(end - start for start, end in mention.spans), LENGTHS, LONGER)


def _class(number: int, bounds: tuple[tuple[int, str], ...], beyond: str) -> str:
    return next((name for bound, name in bounds if number <= bound), beyond)


def _distances(pair: Pair) -> Classes:
    return _distances_of(pair.key_side, pair.key_document), _distances_of(pair.response_side, _response_text(pair))


def _distances_of(side: Side, document: Document) -> list[str]:
    result = []
    for mentions in side.entities:
        sentences = [document.sentence_index(mention.start) for mention in mentions]
        result.append(FIRST)
        result += [_class(sentences[i] - sentences[i - 1], DISTANCES, FARTHER) for i in range(1, len(sentences))]
    return result


def _entity_types(pair: Pair) -> Classes:
    """The type of most mentions of the entity; where the response has none, that of the matching key mention's entity.

    A response without types so has its extra mentions under `NO_TYPE`: they lower no type's precision.
    """
    ours = _types_of(pair.key_side)
    matching = dict(zip(chain.from_iterable(pair.key), ours, strict=True))
    theirs = zip(_types_of(pair.response_side), chain.from_iterable(pair.response), strict=True)
    return [type or NO_TYPE for type in ours], [type or matching.get(number) or NO_TYPE for type, number in theirs]


def _types_of(side: Side) -> list[str]:
    result: list[str] = []
    for mentions in side.entities:
        types = Counter(mention.type for mention in mentions if mention.type)
        result += [max(types, key=types.__getitem__, default="")] * len(mentions)
    return result


_CLASSIFY: dict[str, Callable[[Pair], Classes]] = {
    "anaphor-type": _by_words(lambda document, mention: anaphor_type(document, mention).value),
    "pronoun-form": _by_words(lambda document, mention: pronoun_form(document, mention) or NO_PRONOUN),
    "entity-type": _entity_types,
    "distance": _distances,
    "length": _by_words(_length),
}
