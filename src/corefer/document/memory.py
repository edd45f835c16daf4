"""When to look for garbage.

Documents refer to themselves (a mention knows its entity, an entity its mentions), so only Python's cycle
collector frees them; and left to itself it runs far too often while hundreds of thousands of small objects
are made. Jobs over many documents pause it, and let it look at the young objects once in a while.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOKENS_BETWEEN = 50_000
LOOKS_BETWEEN = 16  # at the young objects, between two at all


@contextmanager
def rare_collection() -> Iterator[Callable[[int], None]]:
    """Pause the collector; call the result with the size of each document that is done with.

    Within another such job (scoring reads two files at once) the outer one alone looks for garbage.
    """
    if not gc.isenabled():
        yield _nothing
        return
    gc.disable()
    waiting = looks = 0

    def done(tokens: int) -> None:
        nonlocal waiting, looks
        waiting += tokens
        if waiting >= TOKENS_BETWEEN:
            waiting, looks = 0, looks + 1
            gc.collect(1 if looks % LOOKS_BETWEEN else 2)  # the document in hand grows old at every look

    try:
        yield done
    finally:
        gc.enable()


def _nothing(_tokens: int) -> None:
    pass
