"""Which tokens are pronouns, and of which kind: by tags and features where there are any, else by English lists.

The paper's "A: Raw Word Count" counts tokens of a form, so a pronoun here is a token, whether or not any mention
stands on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from corefer.disclose.view import View


class Kind(StrEnum):
    """The kinds of pronouns that a plan's universe is made of."""

    PERSONAL = "personal"
    POSSESSIVE = "possessive"
    REFLEXIVE = "reflexive"
    DEMONSTRATIVE = "demonstrative"
    RELATIVE = "relative"
    INTERROGATIVE = "interrogative"
    INDEFINITE = "indefinite"
    RECIPROCAL = "reciprocal"


@dataclass(frozen=True, slots=True)
class Pronoun:
    """What a pronoun's form says of it; person 0 and plural False where nothing is known."""

    kind: Kind
    person: int = 0
    plural: bool = False
    emphatic: bool = False


def _listed() -> dict[str, Pronoun]:
    rows: list[tuple[Kind, int, bool, str]] = [
        (Kind.PERSONAL, 1, False, "i me"),
        (Kind.PERSONAL, 1, True, "we us"),
        (Kind.PERSONAL, 2, False, "you ye thou thee"),
        (Kind.PERSONAL, 3, False, "he him she her it"),
        (Kind.PERSONAL, 3, True, "they them 'em"),
        (Kind.POSSESSIVE, 1, False, "my mine"),
        (Kind.POSSESSIVE, 1, True, "our ours"),
        (Kind.POSSESSIVE, 2, False, "your yours thy thine"),
        (Kind.POSSESSIVE, 3, False, "his its hers"),
        (Kind.POSSESSIVE, 3, True, "their theirs"),
        (Kind.REFLEXIVE, 1, False, "myself"),
        (Kind.REFLEXIVE, 1, True, "ourselves"),
        (Kind.REFLEXIVE, 2, False, "yourself"),
        (Kind.REFLEXIVE, 2, True, "yourselves"),
        (Kind.REFLEXIVE, 3, False, "himself herself itself oneself"),
        (Kind.REFLEXIVE, 3, True, "themselves themself"),
        (Kind.DEMONSTRATIVE, 3, False, "this that"),
        (Kind.DEMONSTRATIVE, 3, True, "these those"),
    ]
    return {form: Pronoun(kind, person, plural) for kind, person, plural, forms in rows for form in forms.split()}


LISTED = _listed()
_OFTEN_OTHERWISE = frozenset("this that these those".split())  # determiners and conjunctions, where nothing is tagged
_BY_TYPE = {
    "Dem": Kind.DEMONSTRATIVE,
    "Rel": Kind.RELATIVE,
    "Int": Kind.INTERROGATIVE,
    "Rcp": Kind.RECIPROCAL,
    "Ind": Kind.INDEFINITE,
    "Tot": Kind.INDEFINITE,
    "Neg": Kind.INDEFINITE,
}


def pronoun(view: View, token: int) -> Pronoun | None:
    """The pronoun that a token is; None for other words, also for those that only look like one."""
    if not view.has_tags:
        return _by_list(view, token)
    upos = view.upos[token]
    if upos == "PRON":
        return _by_features(view, token)
    if upos == "DET" and "Poss=Yes" in view.feats[token]:
        return _by_features(view, token)
    return None


def _by_list(view: View, token: int) -> Pronoun | None:
    form = view.lower[token]
    if form in _OFTEN_OTHERWISE and view.mention_of(token) is None:
        return None
    return LISTED.get(form)


def _by_features(view: View, token: int) -> Pronoun | None:
    if view.xpos[token] == "EX":  # the existential `there`, which UD tags as a demonstrative
        return None
    listed = LISTED.get(view.lower[token])
    feats = view.feats[token]
    if feats == "_":
        return listed or Pronoun(Kind.INDEFINITE)
    values = dict(part.partition("=")[::2] for part in feats.split("|"))
    types = values.get("PronType", "").split(",")
    person = int(values["Person"]) if values.get("Person", "") in ("1", "2", "3") else 0
    if listed is not None and person in (0, listed.person):
        return Pronoun(_kind(values, types, listed.kind), listed.person, listed.plural, "Emp" in types)
    kind = _kind(values, types, Kind.PERSONAL if person else Kind.INDEFINITE)
    return Pronoun(kind, person, values.get("Number") == "Plur", "Emp" in types)


def _kind(values: dict[str, str], types: list[str], otherwise: Kind) -> Kind:
    if values.get("Reflex") == "Yes":
        return Kind.REFLEXIVE
    if values.get("Poss") == "Yes" and not {"Rel", "Int"} & set(types):
        return Kind.POSSESSIVE
    return next((_BY_TYPE[name] for name in types if name in _BY_TYPE), otherwise)
