"""What a mention shows of its number and gender: enough to say that two mentions disagree, never that they agree.

Used to explain errors, so it claims nothing on thin evidence. Number: pronoun forms, coordination, features or
tags of the head, determiners; group nouns (`the team … they`) count as unknown. Gender is kept in two kinds that
are never compared with each other: natural gender (English pronouns, titles and nouns, the annotated type) and
grammatical gender (FEATS of the head).
"""

from __future__ import annotations

from corefer.document import Document, Mention
from corefer.document.anaphors import pronoun_form

Genders = frozenset[str]

UNKNOWN: Genders = frozenset()
MASCULINE, FEMININE, NEUTER = frozenset({"Masc"}), frozenset({"Fem"}), frozenset({"Neut"})
PERSON = MASCULINE | FEMININE

# `they` stands for groups and for single persons, `we` and `you` for whom one likes: they say little or nothing of gender.
_PRONOUN_NUMBER = {
    "Sing": "i me my mine myself he him his himself she her hers herself it its itself this that".split(),
    "Plur": "we us our ours ourselves they them 'em their theirs themselves these those yourselves".split(),
}
_PRONOUN_GENDER = {
    MASCULINE: "he him his himself".split(),
    FEMININE: "she her hers herself".split(),
    NEUTER: "it its itself which something anything everything nothing".split(),
    PERSON: "i me my mine myself who whom someone somebody anyone anybody everyone everybody nobody".split(),
}
_NOUN_GENDER = {
    MASCULINE: (
        "mr mr. sir lord man men gentleman boy boys guy father dad grandfather son sons brother brothers husband uncle "
        "nephew grandson boyfriend king prince duke emperor monk actor waiter widower bridegroom"
    ).split(),
    FEMININE: (
        "mrs mrs. ms ms. miss madam lady woman women girl girls mother mom mum grandmother daughter daughters sister "
        "sisters wife aunt niece granddaughter girlfriend queen princess duchess empress nun actress waitress widow bride"
    ).split(),
}
_TITLES = frozenset("mr mr. mrs mrs. ms ms. miss sir madam".split())
_GROUPS = frozenset(
    (
        "army association audience band board class club committee company council couple court crew crowd department "
        "family firm gang government group jury majority management minority ministry number office parliament party "
        "police public press senate staff team union university"
    ).split()
)
_DETERMINER_NUMBER = {
    "Sing": "a an this that each every another".split(),
    "Plur": "these those many several both few two three four five six seven eight nine ten".split(),
}
_PERSON_TYPES = frozenset(("person", "per"))
_THING_TYPES = frozenset(
    (
        "place organization object event time substance plant abstract org gpe loc fac veh product work_of_art law "
        "language date percent money quantity ordinal cardinal"
    ).split()
)

_NUMBER_OF_PRONOUN = {form: number for number, forms in _PRONOUN_NUMBER.items() for form in forms}
_GENDER_OF_PRONOUN = {form: gender for gender, forms in _PRONOUN_GENDER.items() for form in forms}
_GENDER_OF_NOUN = {form: gender for gender, forms in _NOUN_GENDER.items() for form in forms}
_NUMBER_OF_DETERMINER = {form: number for number, forms in _DETERMINER_NUMBER.items() for form in forms}
_NUMBER_OF_TAG = {"NN": "Sing", "NNP": "Sing", "NNS": "Plur", "NNPS": "Plur"}
_NUMBER_OF_FEATURE = {"Sing": "Sing", "Plur": "Plur", "Ptan": "Plur"}

Evidence = tuple[Document, Mention]


def disagree_in_number(one: Evidence, two: Evidence) -> bool:
    """Whether one mention is singular and the other plural, as far as both are known."""
    return {number(*one), number(*two)} == {"Sing", "Plur"}


def disagree_in_gender(one: Evidence, two: Evidence) -> bool:
    """Whether no gender fits both: by natural gender where both show it, else by grammatical gender."""
    ours, theirs = natural_gender(*one), natural_gender(*two)
    if not (ours and theirs):
        ours, theirs = grammatical_gender(*one), grammatical_gender(*two)
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def number(document: Document, mention: Mention) -> str:
    """`Sing`, `Plur`, or nothing where it cannot be told."""
    form = pronoun_form(document, mention)
    if form in _NUMBER_OF_PRONOUN:
        return _NUMBER_OF_PRONOUN[form]
    head = document.mention_head(mention)
    forms = _forms(document, mention)
    if _is_coordinated(document, mention, head):
        return "Plur" if "and" in forms or "&" in forms else ""
    table = document.tokens.table
    if table.forms[head].lower() in _GROUPS or mention.type.lower() in ("organization", "org", "gpe"):
        return ""
    feature = _features(document, head).get("Number", "")
    tag = table.column("xpos")[head] if table.has("xpos") else ""
    return _NUMBER_OF_FEATURE.get(feature) or _NUMBER_OF_TAG.get(tag) or _NUMBER_OF_DETERMINER.get(forms[0], "")


def natural_gender(document: Document, mention: Mention) -> Genders:
    """The genders that the mention's words or type leave open; empty where they say nothing."""
    form = pronoun_form(document, mention)
    if form:
        return _GENDER_OF_PRONOUN.get(form, UNKNOWN)
    head = document.tokens.table.forms[document.mention_head(mention)].lower()
    first = document.tokens.table.forms[mention.start].lower()
    word = first if first in _TITLES else head
    if word in _GENDER_OF_NOUN:
        return _GENDER_OF_NOUN[word]
    kind = mention.type.lower()
    if kind in _PERSON_TYPES:
        return PERSON
    return NEUTER if kind in _THING_TYPES else UNKNOWN


def grammatical_gender(document: Document, mention: Mention) -> Genders:
    """The head's `Gender` in FEATS; common gender is masculine or feminine."""
    value = _features(document, document.mention_head(mention)).get("Gender", "")
    genders = frozenset(value.split(",")) if value else UNKNOWN
    return (genders - {"Com"}) | PERSON if "Com" in genders else genders


def _forms(document: Document, mention: Mention) -> list[str]:
    forms = document.tokens.table.forms
    return [forms[i].lower() for i in mention.tokens]


def _is_coordinated(document: Document, mention: Mention, head: int) -> bool:
    """Whether the head has conjuncts inside the mention; without a parse, whether it may have."""
    if not document.is_parsed:
        return not {"and", "&", "or", ","}.isdisjoint(_forms(document, mention))
    relations = document.tokens.table.column("deprel")
    return any(relations[i].partition(":")[0] == "conj" and document.head_index(i) == head for i in mention.tokens)


def _features(document: Document, token: int) -> dict[str, str]:
    table = document.tokens.table
    value = table.column("feats")[token] if table.has("feats") else ""
    return dict(part.split("=", 1) for part in value.split("|") if "=" in part)
