"""How sure the parse is of each of its attachments.

A parser that knows its own uncertainty lets later stages use what is certain and leave the rest open
(Stuckardt 2001, section 2.3). A document without `Doubt` has a parse that is to be trusted.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field


@dataclass(slots=True)
class Doubt:
    """Posteriors by token: of the chosen head (`arc`), and of its relation given the head (`label`).

    `others` lists a token's other plausible heads (document index, -1 for the root) with their posteriors.
    """

    arc: array[float]
    label: array[float]
    others: dict[int, tuple[tuple[int, float], ...]] = field(default_factory=dict)
