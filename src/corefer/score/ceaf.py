"""CEAF (Luo 2005): entities aligned one to one, so that the total similarity is greatest.

CEAF-m: similarity |k ∩ r|, over the number of mentions. CEAF-e: 2 |k ∩ r| / (|k| + |r|), over the number of
entities. Only entities that share a mention can be aligned with profit, so the problem falls apart into
small components; a dense matrix is never built over a whole document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from corefer.score.contingency import Contingency, Counts

Cell = tuple[int, int, float]
DENSE_LIMIT = 4_000_000  # cells of a component's matrix up to which the dense algorithm is used


def ceafm(table: Contingency) -> Counts:
    """Mentions in aligned entities."""
    best = sum(weight for _, _, weight in alignment(table, lambda n, _k, _r: n))
    return Counts(best, sum(table.key_sizes), best, sum(table.response_sizes))


def ceafe(table: Contingency) -> Counts:
    """Similarity of aligned entities."""
    best = sum(weight for _, _, weight in alignment(table, phi4))
    return Counts(best, len(table.key_sizes), best, len(table.response_sizes))


def phi4(shared: int, key_size: int, response_size: int) -> float:
    return 2 * shared / (key_size + response_size)


def alignment(table: Contingency, similarity: Callable[[int, int, int], float]) -> list[Cell]:
    """The aligned pairs (key entity, response entity, similarity) of a best one-to-one alignment."""
    alone, cells = [], []
    no_repeats = table.shared is table.rows
    for k, row in enumerate(table.shared):
        found = [(k, r, similarity(n, table.key_sizes[k], table.response_sizes[r])) for r, n in row.items()]
        if no_repeats and len(found) == 1 and len(table.columns[found[0][1]]) == 1:
            alone += found  # two entities that share mentions with no other: most are such
        else:
            cells += found
    return alone + assign(cells)


def assign(cells: list[Cell], height: int = 0, width: int = 0) -> list[Cell]:
    """The one-to-one choice of cells (row, column, weight > 0) with the greatest sum.

    With `height` and `width` given, and where they fit into memory, one matrix serves for all, so that ties are
    settled as by the reference scorers.
    """
    if cells and 0 < height * width <= DENSE_LIMIT:
        weights = {(i, j): weight for i, j, weight in cells}
        return [(i, j, weights[i, j]) for i, j in _dense(cells, height, width) if (i, j) in weights]
    return [cell for component in _components(cells) for cell in _best(component)]


def _components(cells: list[Cell]) -> Iterator[list[Cell]]:
    """Cells that share a key or a response entity, directly or through others, belong together."""
    by_key: dict[int, list[Cell]] = {}
    by_response: dict[int, list[Cell]] = {}
    for cell in cells:
        by_key.setdefault(cell[0], []).append(cell)
        by_response.setdefault(cell[1], []).append(cell)
    seen: set[int] = set()
    for start, row in by_key.items():
        if start in seen:
            continue
        if len(row) == 1 and len(by_response[row[0][1]]) == 1:
            yield row
            continue
        yield _reach(start, by_key, by_response, seen)


def _reach(start: int, by_key: dict[int, list[Cell]], by_response: dict[int, list[Cell]], seen: set[int]) -> list[Cell]:
    component: list[Cell] = []
    seen_responses: set[int] = set()
    todo = [start]
    seen.add(start)
    while todo:
        row = by_key[todo.pop()]
        component += row
        for _, r, _ in row:
            if r in seen_responses:
                continue
            seen_responses.add(r)
            for k, _, _ in by_response[r]:
                if k not in seen:
                    seen.add(k)
                    todo.append(k)
    return component


def _best(component: list[Cell]) -> list[Cell]:
    """The best one-to-one choice among a component's cells."""
    if len(component) == 1:
        return component
    keys = list(dict.fromkeys(k for k, _, _ in component))
    responses = list(dict.fromkeys(r for _, r, _ in component))
    if len(keys) == 1 or len(responses) == 1:
        return [max(component, key=lambda cell: cell[2])]
    place_k = {k: i for i, k in enumerate(keys)}
    place_r = {r: j for j, r in enumerate(responses)}
    entries = [(place_k[k], place_r[r], weight) for k, r, weight in component]
    if len(keys) * len(responses) <= DENSE_LIMIT:
        chosen = _dense(entries, len(keys), len(responses))
    else:
        chosen = _sparse(entries, len(keys), len(responses))
    weights = {(k, r): weight for k, r, weight in component}
    aligned = [(keys[i], responses[j]) for i, j in chosen]
    return [(k, r, weights[k, r]) for k, r in aligned if (k, r) in weights]


def _dense(entries: list[Cell], height: int, width: int) -> list[tuple[int, int]]:
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros((height, width))
    for i, j, weight in entries:
        matrix[i, j] = weight
    rows, columns = linear_sum_assignment(matrix, maximize=True)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _sparse(entries: list[Cell], height: int, width: int) -> list[tuple[int, int]]:
    """A best matching on the cells alone; each key entity also has a partner of its own that is worth next to nothing.

    The solver wants every key entity matched and no weight of zero: so all weights are raised by one and a
    key entity may always take its own partner for that one. The sum of the raised weights then differs from
    the sum of the weights by the number of key entities, whatever is chosen.
    """
    import numpy as np
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows = np.fromiter((i for i, _, _ in entries), dtype=np.int64, count=len(entries))
    columns = np.fromiter((j for _, j, _ in entries), dtype=np.int64, count=len(entries))
    weights = np.fromiter((w for _, _, w in entries), dtype=np.float64, count=len(entries))
    own = np.arange(height)
    graph = csr_matrix(
        (
            np.concatenate([weights + 1, np.ones(height)]),
            (np.concatenate([rows, own]), np.concatenate([columns, width + own])),
        ),
        shape=(height, width + height),
    )
    chosen_rows, chosen_columns = min_weight_full_bipartite_matching(graph, maximize=True)
    return [(i, j) for i, j in zip(chosen_rows.tolist(), chosen_columns.tolist(), strict=True) if j < width]
