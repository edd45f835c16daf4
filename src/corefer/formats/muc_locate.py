"""Where a MIN string stands inside its mention."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence


def locate(text: str, span: tuple[int, int], nested: Sequence[tuple[int, int]], wanted: str) -> tuple[int, int] | None:
    """Where in a mention its MIN string stands: whole words before parts, outside nested mentions before inside."""
    starts = [start for start, _ in nested]
    first = first_whole = None
    for place in _occurrences(text, span, " ".join(wanted.split())):
        first = first or place
        if _is_whole(text, place):
            around = bisect_left(starts, place[0] + 1) - 1
            if around < 0 or nested[around][1] < place[1]:
                return place
            first_whole = first_whole or place
    return first_whole or first


def _occurrences(text: str, span: tuple[int, int], wanted: str) -> Iterator[tuple[int, int]]:
    """Where the string stands, any white space matching any other."""
    if " " not in wanted:
        place = text.find(wanted, *span) if wanted else -1
        while place >= 0:
            yield place, place + len(wanted)
            place = text.find(wanted, place + len(wanted), span[1])
        return
    inside = text[slice(*span)]
    kept: Sequence[int] = range(len(inside))
    if inside != " ".join(inside.split()):
        kept = [i for i in kept if not (inside[i].isspace() and inside[i - 1 : i].isspace())]
        inside = "".join(" " if inside[i].isspace() else inside[i] for i in kept)
    place = inside.find(wanted)
    while place >= 0:
        last = place + len(wanted) - 1
        yield span[0] + kept[place], span[0] + kept[last] + 1
        place = inside.find(wanted, last + 1)


def _is_whole(text: str, place: tuple[int, int]) -> bool:
    """Whether no word is cut at either end."""
    return not any(_in_word(text[edge - 1 : edge]) and _in_word(text[edge : edge + 1]) for edge in place)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
