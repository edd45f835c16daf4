"""Mention detection, and the mention overlap ratio of the CorefUD shared tasks.

Detection counts mentions found, whatever entity they are in. The overlap ratio (Žabokrtský et al. 2022) pairs
key and response mentions so that they share the most words; recall is shared words over the key's words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from corefer.score.contingency import Counts

Tokens = tuple[int, ...]


def detection(key: Iterable[Iterable[Hashable]], response: Iterable[Iterable[Hashable]]) -> Counts:
    """Distinct mentions in both, in the key, in the response."""
    ours = {mention for entity in key for mention in entity}
    theirs = {mention for entity in response for mention in entity}
    both = len(ours & theirs)
    return Counts(both, len(ours), both, len(theirs))


def overlap(key: Sequence[Tokens], response: Sequence[Tokens]) -> Counts:
    """Words shared in the best pairing; mentions are tuples of token positions.

    Identical spans are paired first: |A∩B| + |C∩A| ≤ |A| + |B∩C|, so no better pairing is missed.
    """
    key_left, response_left, shared = _without_twins(key, response)
    for key_group, response_group in _overlapping(key_left, response_left):
        shared += _best_overlap(key_group, response_group)
    return Counts(shared, sum(map(len, key)), shared, sum(map(len, response)))


def _without_twins(key: Sequence[Tokens], response: Sequence[Tokens]) -> tuple[list[Tokens], list[Tokens], float]:
    waiting: dict[Tokens, int] = {}
    for mention in response:
        waiting[mention] = waiting.get(mention, 0) + 1
    left, shared = [], 0
    for mention in key:
        if waiting.get(mention, 0):
            waiting[mention] -= 1
            shared += len(mention)
        else:
            left.append(mention)
    return left, [mention for mention, count in waiting.items() for _ in range(count)], float(shared)


def _overlapping(key: list[Tokens], response: list[Tokens]) -> Iterable[tuple[list[Tokens], list[Tokens]]]:
    """Groups of mentions whose stretches overlap, directly or through others."""
    tagged = sorted([(m[0], m[-1], 0, m) for m in key if m] + [(m[0], m[-1], 1, m) for m in response if m])
    group: tuple[list[Tokens], list[Tokens]] = ([], [])
    bound = -1
    for start, end, side, mention in tagged:
        if start > bound:
            if group[0] and group[1]:
                yield group
            group = ([], [])
        group[side].append(mention)
        bound = max(bound, end)
    if group[0] and group[1]:
        yield group


def _best_overlap(key: list[Tokens], response: list[Tokens]) -> float:
    others = [set(mention) for mention in response]
    weights = [[len(words.intersection(mention)) for words in others] for mention in key]
    if len(key) == 1:
        return max(weights[0])
    if len(response) == 1:
        return max(row[0] for row in weights)
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    matrix = np.array(weights)
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())
