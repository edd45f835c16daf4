"""Why a linear model prefers one type to another, in words."""

from __future__ import annotations

from corefer.grec.features import FAR, Row
from corefer.grec.maxent import MaxEnt

_MOST = 3
_CALLED = {"name": "a name", "common": "a common noun", "pronoun": "a pronoun", "empty": "left unsaid"}
_FLAGS = {
    "first_of_paragraph": ("it is the first reference of its paragraph", "its paragraph has named it before"),
    "opens_paragraph": ("it opens a paragraph", "it does not open a paragraph"),
    "opens_sentence": ("it opens a sentence", "it does not open a sentence"),
    "coordinated": ("it follows a conjunction", ""),
    "named_in_sentence": ("its sentence has a name for it already", ""),
    "named_in_paragraph": ("its paragraph has a name for it already", "its paragraph has no name for it yet"),
    "last_name_is_ours": ("no other name came in between", "another name came in between"),
    "previous_same_paragraph": (
        "the reference before is in the same paragraph",
        "the reference before is a paragraph back",
    ),
}
_COUNTS = {
    "number": "references to it before: {}",
    "rivals": "others mentioned since the reference before: {}",
    "rivals_of_kind": "others of its kind mentioned since the reference before: {}",
    "rival_names": "other names since the reference before: {}",
    "previous_words": "words since the reference before: {}",
    "previous_sentences": "sentences since the reference before: {}",
    "since_name": "references since it was last named: {}",
    "words_since_name": "words since it was last named: {}",
    "sentences_since_name": "sentences since it was last named: {}",
    "slots_before_in_sentence": "references to it before in its sentence: {}",
    "pronouns": "pronouns for it so far: {}",
}
_WORDS = {
    "word-1": "the word before is “{}”",
    "word+1": "the word after is “{}”",
    "head": "it belongs to “{}”",
    "syncat": "it is {}",
    "type-1": "the reference before is {}",
    "relation": "its relation is {}",
}
_SYNCATS = {"np-subj": "a subject", "np-obj": "an object", "subj-det": "a possessive", "np": "a noun phrase"}


def reasons(model: MaxEnt, row: Row, chosen: str, other: str) -> list[str]:
    """What of the row speaks most for the one type rather than the other."""
    weights: dict[str, float] = {}
    for name, weight in model.contributions(row, chosen, other):
        weights[name] = weights.get(name, 0.0) + weight
    found: list[str] = []
    for name in sorted(weights, key=lambda name: -weights[name]):
        if weights[name] <= 0 or len(found) == _MOST:
            break
        said = _said(name, row)
        if said and said not in found:
            found.append(said)
    return found


def _said(name: str, row: Row) -> str:
    value = row[name]
    if isinstance(value, str):
        if value in ("-", ""):
            return "nothing refers to it before" if name == "type-1" else ""
        return _WORDS[name].format(_SYNCATS.get(value, _CALLED.get(value, value))) if name in _WORDS else ""
    if name in _FLAGS:
        return _FLAGS[name][value < 0.5]
    if name in _COUNTS and value < FAR:
        return _COUNTS[name].format(f"{value:.0f}")
    return ""
