"""What a network made of each mention: working notes that one stage leaves for a later one that shares the network.

They are no part of what a document says: no format holds them, and copies leave them behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Vectors:
    """One vector a mention, `rows` by its (start, end); `values` is an array whose first axis is the rows.

    `model` is the folder of the network that made them: another's would mean something else.
    """

    values: Any
    rows: dict[tuple[int, int], int]
    model: str
