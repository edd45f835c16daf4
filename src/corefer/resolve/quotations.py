"""Quoted speech: which stretch of quotation each token stands in.

First and second persons mean somebody else inside a quotation than outside it, and every quotation has its own
speaker. A quotation that is never closed ends with its paragraph.
"""

from __future__ import annotations

from array import array

from corefer.document import Document

OUTSIDE = -1
_OPENING = frozenset(("“", "«", "„", "``", "‟"))
_CLOSING = frozenset(("”", "»", "''", '"'))
_STRAIGHT = '"'
_SINGLE = frozenset(("‘", "’", "'"))  # marks of quotation where the tags say so, else apostrophes


def quotations(document: Document) -> array[int]:
    """The number of the quotation of each token; `OUTSIDE` where it stands in none (the marks themselves do not)."""
    table, sentences = document.tokens.table, document.sentences.table
    found = array("l", [OUTSIDE]) * len(table)
    paragraphs = {start for start, opens in zip(sentences.starts, sentences.new_paragraph, strict=True) if opens}
    xpos = table.column("xpos")
    number, is_open, is_single = -1, False, False
    for token, form in enumerate(table.forms):
        if token in paragraphs:
            is_open = False
        single = form in _SINGLE
        if not is_open and (form in _OPENING or form == _STRAIGHT or (single and xpos[token] == "``")):
            number, is_open, is_single = number + 1, True, single
        elif is_open and (single and xpos[token] == "''" if is_single else form in _CLOSING):
            is_open = False
        elif form in _OPENING and not is_single:
            number += 1
        elif is_open:
            found[token] = number
    return found
