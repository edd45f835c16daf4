"""The personal and possessive pronouns of English: person, number, gender and case of each form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Case(StrEnum):
    """What a pronoun's form is for."""

    PLAIN = "plain"  # subject or object: a name has one form for both
    DETERMINER = "determiner"  # her book
    POSSESSIVE = "possessive"  # a book of hers
    REFLEXIVE = "reflexive"


@dataclass(slots=True, frozen=True)
class Form:
    """A pronoun's form, with the letters it is written in taken as lower case."""

    person: int
    number: str
    gender: str
    case: Case
    nominative: bool = False


def _row(person: int, number: str, gender: str, forms: str) -> dict[str, Form]:
    """Subject, object, determiner, possessive, reflexive, in this order."""
    subject, object_, determiner, possessive, reflexive = forms.split()
    found = {
        reflexive: Form(person, number, gender, Case.REFLEXIVE),
        possessive: Form(person, number, gender, Case.POSSESSIVE),
        determiner: Form(person, number, gender, Case.DETERMINER),
        object_: Form(person, number, gender, Case.PLAIN),
    }
    return found | {subject: Form(person, number, gender, Case.PLAIN, nominative=subject != object_)}


THIRD = {
    "masc": "he him his his himself",
    "fem": "she her her hers herself",
    "neut": "it it its its itself",
    "": "they them their theirs themselves",
}
FORMS: dict[str, Form] = (
    _row(1, "sing", "", "i me my mine myself")
    | _row(1, "plur", "", "we us our ours ourselves")
    | _row(2, "", "", "you you your yours yourself")
    | _row(3, "sing", "masc", THIRD["masc"])
    | _row(3, "sing", "fem", THIRD["fem"])
    | _row(3, "sing", "neut", THIRD["neut"])
    | _row(3, "plur", "", THIRD[""])
    | {"'em": Form(3, "plur", "", Case.PLAIN), "yourselves": Form(2, "plur", "", Case.REFLEXIVE)}
    | {"'s": Form(1, "plur", "", Case.PLAIN)}  # let's
    | {"themself": Form(3, "sing", "", Case.REFLEXIVE)}
)
_AMBIGUOUS = frozenset(("her", "his", "its"))


def form_of(word: str, feats: str, relation: str) -> Form | None:
    """The form of a word; *her* and *his* are told apart by the relation, or by the features where it says nothing."""
    plain = word.lower().replace("’", "'")
    form = FORMS.get(plain)
    if form is None or plain not in _AMBIGUOUS:
        return form
    if relation.endswith("poss") or relation == "det" or (relation == "_" and "Poss=Yes" in feats):
        return replace(form, case=Case.DETERMINER)
    return replace(form, case=Case.PLAIN if plain == "her" else Case.POSSESSIVE)


def third_person(form: Form, gender: str) -> str:
    """The third person's form of the same case: *my* is *her* of a woman, *their* where the gender is not known."""
    subject, object_, determiner, possessive, reflexive = THIRD[gender].split()
    plain = subject if form.nominative else object_
    cases = {Case.PLAIN: plain, Case.DETERMINER: determiner, Case.POSSESSIVE: possessive, Case.REFLEXIVE: reflexive}
    return cases[form.case]
