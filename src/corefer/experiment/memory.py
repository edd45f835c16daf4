"""How much memory a resolver takes: by the peak of a fresh process that resolves one document and does nothing else.

Memory that Python's own accounting does not see (a network's, say) counts as well. What the process held before, the
interpreter and the document, does not.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import repeat
from pathlib import Path

from corefer.document import Document
from corefer.experiment.running import fresh
from corefer.experiment.systems import System
from corefer.resolve import Discourse, Scheme, link

MEGABYTE = 1024 * 1024
_STATUS, _REFERENCES = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def megabytes(systems: Sequence[System], document: Document, scheme: Scheme, workers: int = 1) -> list[float | None]:
    """What each system's process grew by at its peak; None where the operating system does not tell."""
    with ProcessPoolExecutor(max(1, workers), mp_context=fresh(), max_tasks_per_child=1) as pool:
        return list(pool.map(_growth, systems, repeat(document), repeat(scheme)))


def _growth(system: System, document: Document, scheme: Scheme) -> float | None:
    before = _peak(anew=True)
    discourse = Discourse(document, scheme)
    link(discourse, system.make().decide(discourse))
    after = _peak()
    return None if before is None or after is None else (after - before) / MEGABYTE


def _peak(anew: bool = False) -> int | None:
    """The highest resident memory of this process so far, in bytes; `anew` forgets what was before, where it can."""
    if _STATUS.exists():
        if anew:
            with suppress(OSError):  # a container may forbid it: then the peak so far stands
                _REFERENCES.write_text("5", encoding="ascii")
        line = next((line for line in _STATUS.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM")), "")
        return int(line.split()[1]) * 1024 if line else None
    if sys.platform == "win32":
        return None
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
