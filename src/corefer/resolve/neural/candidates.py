"""Which earlier mentions are looked at: the nearest ones, and farther ones that share a content word.

Both are bounded, so that resolving takes time in proportion to the text's length, whatever that is.
"""

from __future__ import annotations

from collections import OrderedDict, deque

from corefer.resolve.neural.mentions import Table

WINDOW = 80  # mentions back
FARTHER = 20  # mentions beyond the window that share a word
KEPT = 6  # mentions remembered for each word
REMEMBERED = 20_000  # words


class Index:
    """Mentions by their content words, the latest ones, of the words met last."""

    kept = KEPT

    def __init__(self) -> None:
        self.by_word: OrderedDict[int, deque[int]] = OrderedDict()

    def candidates(self, row: int, words: list[int]) -> list[int]:
        """Earlier mentions to compare a mention with, in order; `words` is empty for pronouns."""
        first = max(0, row - WINDOW)
        farther = {place for word in words for place in self.by_word.get(word, ()) if place < first}
        return [*sorted(farther)[-FARTHER:], *range(first, row)]

    def add(self, row: int, words: list[int]) -> None:
        for word in words:
            places = self.by_word.get(word)
            if places is None:
                places = self.by_word[word] = deque(maxlen=KEPT)
            places.append(row)
            self.by_word.move_to_end(word)
        while len(self.by_word) > REMEMBERED:
            self.by_word.popitem(last=False)

    def renumber(self, moved: dict[int, int]) -> None:
        """Follow the mentions to their new rows."""
        for word, places in self.by_word.items():
            self.by_word[word] = deque((moved[place] for place in places), maxlen=KEPT)


def words_of(table: Table) -> list[list[int]]:
    """The content words of each mention, without the empty places."""
    return [[word for word in row if word] for row in table["words"].tolist()]
