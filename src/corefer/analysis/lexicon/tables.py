"""The lexicon's tables: sorted lines in a compressed file, searched where they lie.

A dictionary of two hundred thousand words takes tens of megabytes and a tenth of a second to make, for the few hundred
words that a text asks for. The lines stay one string of bytes instead, and a look-up bisects it.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib import resources


class Table:
    """Lines `key TAB value`, sorted by the bytes of the key."""

    __slots__ = ("lines",)

    def __init__(self, lines: bytes) -> None:
        self.lines = lines

    def get(self, key: str) -> str:
        """The value of a key; the empty string where the table does not have it."""
        lines, wanted = self.lines, key.encode("utf-8", "surrogatepass")
        low, high = 0, len(lines)
        while low < high:
            start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = lines.index(b"\n", start)
            found, _, value = lines[start:end].partition(b"\t")
            if found == wanted:
                return value.decode()
            if found < wanted:
                low = end + 1
            else:
                high = start
        return ""


@cache
def table(name: str) -> Table:
    """A table of the package's data, read when it is first asked for."""
    packed = resources.files(__package__).joinpath("data", f"{name}.tsv.gz").read_bytes()
    return Table(gzip.decompress(packed))
