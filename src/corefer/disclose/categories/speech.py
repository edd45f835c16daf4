"""Quoted speech, and utterances that were given up (Byron 2001, section 2.1.3)."""

from __future__ import annotations

from corefer.disclose.categories.case import Case
from corefer.disclose.view import View

OPENING = frozenset(("“", "«", "„", "``", "‟"))
CLOSING = frozenset(("”", "»", "''"))
STRAIGHT = '"'
LEAST_UNTAGGED = 4  # words that make a quotation more than a title or a word in scare quotes, without tags
_DASHES = frozenset(("–", "—", "--", "-", "―"))


def quoted_tokens(view: View) -> frozenset[int]:
    """The tokens of speech in quotation marks; what holds no verb (titles, scare quotes) is no speech.

    A quotation that is never closed ends with its paragraph.
    """
    found: set[int] = set()
    opened: int | None = None
    paragraphs = _paragraph_starts(view)
    for token, form in enumerate(view.forms):
        if token in paragraphs:
            if opened is not None:
                _take(view, opened, token, found)
            opened = None
        tag = view.xpos[token]  # tells a straight mark that opens from one that closes
        if form in OPENING or (form == STRAIGHT and tag != "''" and (opened is None or tag == "``")):
            opened = token + 1
        elif opened is not None and (form in CLOSING or form == STRAIGHT):
            _take(view, opened, token, found)
            opened = None
    if opened is not None:
        _take(view, opened, len(view.forms), found)
    return frozenset(found)


def _paragraph_starts(view: View) -> set[int]:
    table = view.document.sentences.table
    return {start for start, opens in zip(table.starts, table.new_paragraph, strict=True) if opens}


def _take(view: View, start: int, end: int, found: set[int]) -> None:
    """Count the stretch if it is speech."""
    stretch = range(start, end)
    if view.has_tags:
        speech = any(
            view.upos[i] == "VERB" or (view.upos[i] == "AUX" and "VerbForm=Fin" in view.feats[i]) for i in stretch
        )
    else:
        speech = sum(view.forms[i][:1].isalnum() for i in stretch) >= LEAST_UNTAGGED
    if speech:
        found.update(stretch)


def quoted_speech(case: Case) -> str:
    """Either the pronoun or its sponsor occurs in reported speech."""
    quoted = case.view.quoted
    if case.token in quoted:
        return "in quotation marks"
    sponsor = case.view.sponsor(case.mention) if case.mention else None
    return "sponsor in quotation marks" if sponsor is not None and sponsor.start in quoted else ""


def abandoned(case: Case) -> str:
    """In a false start (UD `reparandum`), or all that there is of an utterance that breaks off."""
    view, token = case.view, case.token
    if not view.is_parsed:
        return ""
    above: int | None = token
    while above is not None:
        if view.relation(above) == "reparandum":
            return "reparandum"
        above = view.head(above)
    head = view.head(token)
    if view.relation(token) in ("root", "orphan", "dep") and _breaks_off(view, token):
        return "breaks off"
    if head is not None and view.upos[head] == "AUX" and view.form_after(head) in _DASHES:
        others = [
            c for c in view.children(head) if c != token and view.relation(c) not in ("punct", "parataxis", "discourse")
        ]
        return "" if others else "breaks off"
    return ""


def _breaks_off(view: View, token: int) -> bool:
    """Whether the utterance ends in a dash and has no verb that the pronoun could belong to."""
    start, end = view.bounds(token)
    words = [i for i in range(start, end) if view.upos[i] != "PUNCT"]
    return view.forms[end - 1] in _DASHES and not any(view.upos[i] == "VERB" for i in words)
