"""Repeated Latin squares: every reader reads every text once, and every system equally often.

With s systems, blocks of s readers and s texts each get a Latin square of their own, so each combination of text and
system is read by one reader of every block (section 4.2: three trials a combination, 21 texts, 21 readers).
"""

from __future__ import annotations

from random import Random

Square = list[list[int]]


def latin_square(size: int, random: Random) -> Square:
    """A square in which every number below `size` occurs once in each row and column, in random order."""
    rows, columns, numbers = (random.sample(range(size), size) for _ in range(3))
    return [[numbers[(row + column) % size] for column in columns] for row in rows]


def repeated(systems: int, texts: int, trials: int, random: Random) -> Square:
    """The system (a number) by reader and text; `texts` is a multiple of `systems`; each trial adds as many readers."""
    table: Square = []
    for _ in range(trials):
        squares = [latin_square(systems, random) for _ in range(texts // systems)]
        table += [[system for square in squares for system in square[reader]] for reader in range(systems)]
    return table
