"""First and second persons: who speaks, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, View
from corefer.resolve.rosana.salience import SERIES

Spoken = tuple[View, View, str]
_SPOKEN = frozenset((AnaphorType.PER1, AnaphorType.POS1, AnaphorType.PER2, AnaphorType.POS2))


def speaker_antecedents(discourse: Discourse) -> Iterator[Spoken]:
    last: dict[tuple[str, str, int], View] = {}
    for view in discourse.views:
        series = SERIES.get(view.form)
        if series not in ("i", "we", "you"):
            continue
        key = (series, discourse.speaker(view.head), view.quotation)
        if view.kind in _SPOKEN and key in last:
            yield view, last[key], f"same speaker {series}"
        last[key] = view
