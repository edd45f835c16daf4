"""REG08-Type Accuracy and String Accuracy (section 4.1): is the reference of the same type, in the same words?

With several versions of a text, a system is judged by the version that it agrees with most: chains are maximised over,
not single references, since a reference is good or bad with the others of its text only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corefer.grec.answers import Wording
from corefer.grec.metrics.metric import Metric, Sums, per_reference
from corefer.grec.pairing import Pair

Same = Callable[[Wording, Wording], bool]


def same_type(answer: Wording, key: Wording) -> bool:
    return answer.type == key.type


def same_string(answer: Wording, key: Wording) -> bool:
    return answer.words == key.words


def hits(pair: Pair, same: Same) -> list[int]:
    """A 1 or 0 for each reference, by the version that has the most ones (the first of equals)."""
    scored = ([int(same(a, k)) for a, k in zip(pair.answer, version, strict=True)] for version in pair.versions)
    return max(scored, key=sum)


def _accuracy(same: Same) -> Callable[[Sequence[Pair]], Sums]:
    return lambda pairs: per_reference(pairs, lambda pair: sum(hits(pair, same)))


TYPE_ACCURACY = Metric("type_accuracy", "REG08-Type Accuracy", _accuracy(same_type), scale=100, digits=2)
STRING_ACCURACY = Metric("string_accuracy", "String Accuracy", _accuracy(same_string), scale=100, digits=2)
