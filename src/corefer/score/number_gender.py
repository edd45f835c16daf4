"""What a mention shows of its number and gender: enough to say that two mentions disagree, never that they agree.

Used to explain errors, so it claims nothing on thin evidence. Number: pronoun forms, coordination, features or
tags of the head, determiners; group nouns (`the team … they`) count as unknown. Gender is kept in two kinds that
are never compared with each other: natural gender (English pronouns, titles and nouns, the annotated type) and
grammatical gender (FEATS of the head).
"""

from __future__ import annotations

from typing import TypeVar

from corefer.document import Document, Mention
from corefer.document.anaphors import pronoun_form

Value = TypeVar("Value")
Evidence = tuple[Document, Mention]
Genders = frozenset[str]

UNKNOWN: Genders = frozenset()
MASCULINE, FEMININE, NEUTER = frozenset({"Masc"}), frozenset({"Fem"}), frozenset({"Neut"})
PERSON = MASCULINE | FEMININE


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_form(lists: dict[Value, str]) -> dict[str, Value]:
    return {form: value for value, forms in lists.items() for form in forms.split()}


# `they` and `we` stand for groups and single persons, `you` for whom one likes: of gender they say nothing.
_NUMBER_OF_PRONOUN = _by_form(
    {
        "Sing": "i me my mine myself he him his himself she her hers herself it its itself",
        "Plur": "we us our ours ourselves they them 'em their theirs themselves these those yourselves",
    }
)
_GENDER_OF_PRONOUN = _by_form(
    {
        MASCULINE: "he him his himself",
        FEMININE: "she her hers herself",
        NEUTER: "it its itself which something anything everything nothing",
        PERSON: "i me my mine myself who whom someone somebody anyone anybody everyone everybody nobody",
    }
)
_GENDER_OF_NOUN = _by_form(
    {
        MASCULINE: """mr mr. sir lord man men gentleman boy boys guy father dad grandfather son sons brother brothers
            husband uncle nephew grandson boyfriend king prince duke emperor monk actor waiter widower""",
        FEMININE: """mrs mrs. ms ms. miss madam lady woman women girl girls mother mom mum grandmother daughter
            daughters sister sisters wife aunt niece granddaughter girlfriend queen princess duchess empress nun
            actress waitress widow bride""",
    }
)
_NUMBER_OF_DETERMINER = _by_form(
    {
        "Sing": "a an this that each every another",
        "Plur": "these those many several both few two three four five six seven eight nine ten",
    }
)
_NUMBER_OF_TAG = {"NN": "Sing", "NNP": "Sing", "NNS": "Plur", "NNPS": "Plur"}
_NUMBER_OF_FEATURE = {"Sing": "Sing", "Plur": "Plur", "Ptan": "Plur"}
_TITLES = words("mr mr. mrs mrs. ms ms. miss sir madam")
_GROUPS = words(
    """army association audience band board class club committee company council couple court crew crowd department
    family firm gang government group jury majority management minority ministry number office parliament party police
    public press senate staff team union university"""
)
_GROUP_TYPES = words("organization org gpe")
_PERSON_TYPES = words("person per")
_THING_TYPES = words(
    """place organization object event time substance plant abstract org gpe loc fac veh product work_of_art law
    language date percent money quantity ordinal cardinal"""
)


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
    """`Sing`, `Plur`, or nothing where it cannot be told: of groups, clauses, `this` and `that`."""
    form = pronoun_form(document, mention)
    if form in _NUMBER_OF_PRONOUN:
        return _NUMBER_OF_PRONOUN[form]
    head = document.mention_head(mention)
    if form in ("this", "that") or _is_verbal(document, head) or _is_group(document, mention, head):
        return ""
    forms = _forms(document, mention)
    if _is_coordinated(document, mention, head):
        return "Plur" if document.is_parsed and _are_several(forms) else ""
    feature = _features(document, head).get("Number", "")
    tagged = _NUMBER_OF_FEATURE.get(feature) or _NUMBER_OF_TAG.get(_value(document, "xpos", head), "")
    if tagged == "Plur" and _is_name(document, head):
        return ""
    return tagged or _NUMBER_OF_DETERMINER.get(forms[0], "")


def natural_gender(document: Document, mention: Mention) -> Genders:
    """The genders that the mention's words or type leave open; empty where they say nothing."""
    form = pronoun_form(document, mention)
    if form:
        return _GENDER_OF_PRONOUN.get(form, UNKNOWN)
    first = document.tokens.table.forms[mention.start].lower()
    head = document.tokens.table.forms[document.mention_head(mention)].lower()
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


def _are_several(forms: list[str]) -> bool:
    """Whether conjuncts add up: `a boy and a girl` do, `a wizard and doctor` and `a boy or girl` may be one."""
    articles = sum(form in ("a", "an") for form in forms)
    return ("and" in forms or "&" in forms) and not (forms[0] in ("a", "an") and articles == 1)


def _is_group(document: Document, mention: Mention, head: int) -> bool:
    return mention.type.lower() in _GROUP_TYPES or document.tokens.table.forms[head].lower() in _GROUPS


def _is_verbal(document: Document, head: int) -> bool:
    return _value(document, "upos", head) in ("VERB", "AUX") or _value(document, "xpos", head).startswith(("VB", "MD"))


def _is_name(document: Document, head: int) -> bool:
    """Whether the head is a proper noun, whose plural tells little: the United States, Global Voices."""
    return _value(document, "upos", head) == "PROPN" or _value(document, "xpos", head) == "NNPS"


def _features(document: Document, token: int) -> dict[str, str]:
    return dict(part.split("=", 1) for part in _value(document, "feats", token).split("|") if "=" in part)


def _value(document: Document, column: str, token: int) -> str:
    """A token's value in a column; nothing where the document has no such column."""
    table = document.tokens.table
    return table.column(column)[token] if table.has(column) else ""
