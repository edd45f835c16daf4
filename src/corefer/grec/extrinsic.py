"""Extrinsic evaluation without people (sections 4.3 and 6.4): how well do resolvers follow a system's references?

A reader's part is played by resolvers. Each is given a system's texts as running text, without titles, and its entities
are scored against the chains that are known, by MUC, CEAF and B³. The key knows the chains of the texts' own entities
only, so a resolver's entities are judged where they share a mention with a known chain; those of which the key says
nothing are passed over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from corefer.analysis import analyse
from corefer.document import Document, from_text
from corefer.grec.metrics.metric import Array
from corefer.grec.realise import as_chosen, known_chains
from corefer.grec.statistics import Anova, Correlation, anova, correlations, homogeneous_subsets
from corefer.resolve import Discourse, Resolver, link, resolver
from corefer.score.matching import pair
from corefer.score.metric import METRICS, count
from corefer.score.resampling import percentiles, resamples
from corefer.score.settings import Settings
from corefer.score.significance import LEVEL

RESOLVERS = ("rosana", "rap", "sieve")
MEASURES = {"muc": "muc", "ceaf": "ceafm", "b3": "b3"}  # CEAF by mentions (Luo 2005, φ3)
TEXTS = 21  # so many the paper has

Track = Callable[[Sequence[Any], str], Iterable[Any]]


def _untracked(items: Sequence[Any], _label: str) -> Iterable[Any]:
    return items


@dataclass(slots=True, frozen=True)
class Extrinsic:
    """F-scores in percent, by system, resolver, text and measure (MUC, CEAF, B³, in that order)."""

    systems: tuple[str, ...]
    resolvers: tuple[str, ...]
    texts: tuple[str, ...]
    f1: Array
    samples: int = 1000
    seed: int = 1

    def cases(self, measure: str | None = None) -> Array:
        """The F-score of each text, by system, averaged over resolvers; without a measure the mean of all three."""
        values = self.f1.mean(axis=-1) if measure is None else self.f1[..., list(MEASURES).index(measure)]
        found: Array = values.mean(axis=1)
        return found

    def mean(self, measure: str | None = None) -> dict[str, float]:
        """Table 7's columns."""
        return dict(zip(self.systems, self.cases(measure).mean(axis=-1).tolist(), strict=True))

    def intervals(self, measure: str | None = None) -> dict[str, tuple[float, float]]:
        """95% intervals of the means, from resampled texts."""
        weights = np.concatenate(list(resamples(len(self.texts), self.samples, self.seed))) / len(self.texts)
        low, high = percentiles(weights @ self.cases(measure).T, LEVEL)
        return {name: (float(low[n]), float(high[n])) for n, name in enumerate(self.systems)}

    def by_resolver(self) -> dict[str, dict[str, float]]:
        """The mean of the three measures by system and resolver."""
        means = self.f1.mean(axis=(-1, -2))
        return {
            name: dict(zip(self.resolvers, row.tolist(), strict=True))
            for name, row in zip(self.systems, means, strict=True)
        }

    def anova(self, measure: str | None = None) -> Anova:
        """System as the single fixed factor, a text as a case."""
        return anova(list(self.cases(measure)))

    def letters(self) -> dict[str, str]:
        return dict(zip(self.systems, homogeneous_subsets(list(self.cases())), strict=True))

    def correlations(self) -> list[Correlation]:
        """Between the measures, over systems and texts."""
        return correlations({name: self.cases(name).ravel().tolist() for name in MEASURES})

    def as_dict(self) -> dict[str, Any]:
        means = {name: self.mean(name) for name in MEASURES}
        average, letters, by_resolver = self.mean(), self.letters(), self.by_resolver()
        intervals = self.intervals() if self.samples else {}
        return {
            "texts": list(self.texts),
            "resolvers": list(self.resolvers),
            "systems": {
                name: {
                    "average": average[name],
                    **{measure: means[measure][name] for measure in MEASURES},
                    "interval": list(intervals[name]) if intervals else None,
                    "letters": letters[name],
                    "by_resolver": by_resolver[name],
                }
                for name in self.systems
            },
            "anova": {name or "average": self.anova(name).as_dict() for name in (None, *MEASURES)},
            "correlations": [[c.first, c.second, c.r, c.p] for c in self.correlations()],
        }


def sample(texts: Iterable[str], size: int = TEXTS, seed: int = 1) -> list[str]:
    """A random choice of texts, in the order given; all of them where there are not more."""
    several = list(texts)
    chosen = set(random.Random(seed).sample(several, min(size, len(several))))
    return [text for text in several if text in chosen]


def evaluate(
    systems: Mapping[str, Mapping[str, Document]],
    names: Sequence[str] = RESOLVERS,
    *,
    samples: int = 1000,
    seed: int = 1,
    track: Track = _untracked,
) -> Extrinsic:
    """Run these resolvers over the systems' texts (by system and text; the same texts for each).

    `samples` and `seed` are of the intervals.
    """
    texts = list(next(iter(systems.values())))
    resolvers = [resolver(name) for name in names]
    found = np.zeros((len(systems), len(names), len(texts), len(MEASURES)))
    jobs = list(product(enumerate(systems.values()), enumerate(texts)))
    for (number, documents), (place, text) in track(jobs, "resolving"):
        found[number, :, place] = judge(documents[text], resolvers)
    return Extrinsic(tuple(systems), tuple(names), tuple(texts), found, samples, seed)


def judge(document: Document, resolvers: Sequence[Resolver]) -> Array:
    """The F-scores in percent of each resolver on a text as its selected expressions word it."""
    key = known_chains(document, as_chosen(document))
    discourse = Discourse(analyse(from_text(key.id, key.text)))
    return np.array([scores(key, link(discourse, one.decide(discourse))) for one in resolvers])


def scores(key: Document, response: Document) -> list[float]:
    """MUC, CEAF and B³ of the entities that have to do with the known chains."""
    matched = pair(key, judged(key, response), Settings())
    counts = count(matched, tuple(MEASURES.values()))
    return [100 * METRICS[name].score(np.array(counts[name])).f1 for name in MEASURES.values()]


def judged(key: Document, response: Document) -> Document:
    """The response with those entities alone that share a mention with the key."""
    known = {key.mention_spans(mention) for mention in key.mentions}
    result = response.bare()
    for entity in response.entities:
        if any(response.mention_spans(mention) in known for mention in entity.mentions):
            for mention in entity.mentions:
                result.add_mention(entity.id, mention.start, mention.end, head=mention.head, parts=mention.parts)
    result.arrange()
    return result
