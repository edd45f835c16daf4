"""What a mention shows of itself: number, gender, animacy, person, definiteness.

Pronouns speak for themselves; names and nouns by the lexicon where it is sure, else by what the network learnt
from the pronouns that pick such mentions up.
"""

from __future__ import annotations

from collections.abc import Sequence

from corefer.analysis.lexicon import Features, name_features, noun_features, pronoun_features

SURE = 0.85
_LEARNT = {
    "he": ("sing", "masc", "person"),
    "she": ("sing", "fem", "person"),
    "it": ("sing", "neut", "thing"),
    "they": ("plur", "", ""),
}
_DEFINITE = frozenset("the this that these those my your his her its our their whose both all each every".split())
_INDEFINITE = frozenset("a an some any no another several many few more most one two three four five".split())


def describe(
    forms: Sequence[str], head: int, lemma: str, upos: str, feats: str, agreement: dict[str, float], kind: str
) -> dict[str, str]:
    """The features of a mention of these words; `head` is an index into them. Unknown ones are left out."""
    if upos == "PRON" or (len(forms) == 1 and upos == "DET"):
        known = pronoun_features(forms[head])
        found = _of(known) | _certain(known.certainty)
        return found | ({"definiteness": "pro"} if known.certainty else {})
    known = name_features(forms) if upos == "PROPN" else noun_features(lemma, _number(feats))
    series, certainty = max(agreement.items(), key=lambda item: item[1])
    number, gender, animacy = _LEARNT[series]
    learnt = Features(number, gender, animacy, 3, certainty)
    best = known if known.certainty >= max(SURE, certainty) else learnt
    found = _of(best) | _certain(best.certainty)
    if "Number=" in feats and _coordinated(forms):
        found["number"] = "plur"
    elif "Number=" in feats:
        found["number"] = _number(feats)
    found["person"] = "3"
    if "animacy" not in found and kind:
        found["animacy"] = "person" if kind == "person" else "animate" if kind == "animal" else "thing"
    return found | {"definiteness": _definiteness(forms, upos)}


def _of(features: Features) -> dict[str, str]:
    values = {
        "number": features.number,
        "gender": features.gender,
        "animacy": features.animacy,
        "person": str(features.person or ""),
    }
    return {name: value for name, value in values.items() if value}


def _certain(certainty: float) -> dict[str, str]:
    return {"certainty": f"{certainty:.2f}"} if certainty else {}


def _number(feats: str) -> str:
    return "plur" if "Number=Plur" in feats or "Number=Ptan" in feats else "sing" if "Number=Sing" in feats else ""


def _coordinated(forms: Sequence[str]) -> bool:
    return any(form.lower() == "and" for form in forms[1:-1])


def _definiteness(forms: Sequence[str], upos: str) -> str:
    first = forms[0].lower()
    if upos == "PROPN" or first in _DEFINITE or any(form in ("'s", "’s") for form in forms[:-1]):
        return "def"
    return "ind" if first in _INDEFINITE else "bare"
