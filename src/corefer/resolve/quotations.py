"""Quoted speech: which stretch of quotation each token stands in.

First and second persons mean somebody else inside a quotation than outside it, and every quotation has its own
speaker. A quotation that is never closed ends with its paragraph.
"""

from __future__ import annotations

from array import array

from corefer.document import Document

OUTSIDE = -1
_OPENING = frozenset(("“", "«", "„", "``", "‟"))
_CLOSING = frozenset(("”", "»", "''"))
_STRAIGHT = '"'


def quotations(document: Document) -> array[int]:
    """The number of the quotation of each token; `OUTSIDE` where it stands in none (the marks themselves do not)."""
    table, sentences = document.tokens.table, document.sentences.table
    found = array("l", [OUTSIDE]) * len(table)
    paragraphs = {start for start, opens in zip(sentences.starts, sentences.new_paragraph, strict=True) if opens}
    number, is_open = -1, False
    for token, form in enumerate(table.forms):
        if token in paragraphs:
            is_open = False
        if form in _OPENING or (form == _STRAIGHT and not is_open):
            number, is_open = number + 1, True
        elif is_open and (form in _CLOSING or form == _STRAIGHT):
            is_open = False
        elif is_open:
            found[token] = number
    return found
