"""From arc scores to a tree: the best head of each word, and how sure each choice is.

The posterior of an arc is the softmax over a word's candidate heads, with a temperature fitted on development
data so that it means what it says. Where the best heads do not make a tree with one root, the maximum spanning
tree does (Chu and Liu 1965, Edmonds 1967).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from corefer.analysis.network import Floats, Ints, Network

PLAUSIBLE = 0.02  # heads below this posterior are not remembered


def arc_scores(net: Network, out: dict[str, Floats], first: int, last: int) -> Floats:
    """Scores [word, head] within a sentence; head 0 is the root."""
    dependents = out["arc_dependent"][first:last]
    scores = np.empty((last - first, last - first + 1), np.float32)
    scores[:, 0] = dependents @ net.arc_root
    scores[:, 1:] = dependents @ out["arc_head"][first:last].T
    np.fill_diagonal(scores[:, 1:], -1e4)
    return scores


def posteriors(scores: Floats, temperature: float) -> Floats:
    """Softmax over each row; `scores` is [word, head], head 0 is the root."""
    scaled = scores / temperature
    scaled -= scaled.max(axis=1, keepdims=True)
    np.exp(scaled, out=scaled)
    scaled /= scaled.sum(axis=1, keepdims=True)
    return scaled


def best_tree(scores: Floats) -> Ints:
    """The head of each word (0 for the root, words from 1), of the best tree with exactly one root."""
    heads: Ints = scores.argmax(axis=1)
    if _is_tree(heads):
        return heads
    root = _best_root(scores)
    fixed = scores.copy()
    fixed[:, 0] = -1e9
    fixed[root] = -1e9
    fixed[root, 0] = 0.0
    heads = fixed.argmax(axis=1)
    if _is_tree(heads):
        return heads
    full = np.full((len(scores) + 1, len(scores) + 1), -1e9, np.float64)
    full[1:] = fixed
    spanning: Ints = _spanning(full)[1:]
    return spanning


def _best_root(scores: Floats) -> int:
    """The word that loses least by being the only root."""
    others = scores.copy()
    others[:, 0] = -np.inf
    best = others.max(axis=1)
    return int((scores[:, 0] - best).argmax()) if len(scores) > 1 else 0


def _is_tree(heads: Ints) -> bool:
    parents = [0, *heads.tolist()]
    if parents.count(0) != 2:
        return False
    seen = [0] * len(parents)
    for word in range(1, len(parents)):
        path, node = word, word
        while node and not seen[node]:
            seen[node] = path
            node = parents[node]
        if node and seen[node] == path:
            return False
    return True


def _spanning(scores: npt.NDArray[np.float64]) -> Ints:
    """Chu-Liu-Edmonds on a dense matrix [dependent, head] whose node 0 is the root."""
    size = len(scores)
    np.fill_diagonal(scores, -np.inf)
    scores[0] = -np.inf
    heads: Ints = scores.argmax(axis=1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    inside = np.zeros(size, bool)
    inside[cycle] = True
    outside = np.flatnonzero(~inside)
    kept = scores[cycle, heads[cycle]]
    small = np.full((len(outside) + 1, len(outside) + 1), -np.inf)
    small[:-1, :-1] = scores[np.ix_(outside, outside)]
    leaving = scores[np.ix_(outside, cycle)]
    small[:-1, -1] = leaving.max(axis=1)
    entering = scores[np.ix_(cycle, outside)] - kept[:, None]
    small[-1, :-1] = entering.max(axis=0)
    solved = _spanning(small)
    result = heads.copy()
    for i, word in enumerate(outside):
        if word:
            head = solved[i]
            result[word] = cycle[int(leaving[i].argmax())] if head == len(outside) else outside[head]
    entry = int(solved[-1])
    broken = int(entering[:, entry].argmax())
    result[cycle[broken]] = outside[entry]
    return result


def _cycle(heads: Ints) -> Ints | None:
    seen = np.zeros(len(heads), np.int64)
    for start in range(1, len(heads)):
        node = start
        while node and not seen[node]:
            seen[node] = start
            node = int(heads[node])
        if node and seen[node] == start:
            members = [node]
            node = int(heads[node])
            while node != members[0]:
                members.append(node)
                node = int(heads[node])
            return np.array(members)
    return None
