"""The lists of alternative expressions, made as the paper makes them (section 2.3).

All references of the entity in its text, and its title; and by default pronouns, relative pronouns and reflexives, and
the category noun (`the river`) for all but people. Names and nouns also come with an emphatic reflexive (`the river
itself`), and in the genitive for determiners. The lists are sorted by their characters, as the published ones are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corefer.analysis.lexicon import Features, name_features, noun_features
from corefer.document import Document, Expression
from corefer.grec.build.references import Reference
from corefer.grec.task import EMPTY

# nominative, accusative, genitive, reflexive, relatives
_PRONOUNS = {
    "he": ("he", "him", "his", "himself", ("who",)),
    "she": ("she", "her", "her", "herself", ("who",)),
    "it": ("it", "it", "its", "itself", ("that", "which")),
    "they": ("they", "them", "their", "themselves", ("who",)),
}
_SERIES = {form: series for series, row in _PRONOUNS.items() for form in row[:4]}
_SERIES |= {"hers": "she", "theirs": "they"}
_CATEGORIES = {
    "city": "city town capital village municipality metropolis",
    "country": "country nation republic kingdom state",
    "river": "river stream creek tributary",
    "mountain": "mountain peak volcano mount summit massif hill",
    "lake": "lake reservoir",
}
_CATEGORY = {noun: semcat for semcat, nouns in _CATEGORIES.items() for noun in nouns.split()}
_TYPES = {"per": "person", "gpe": "place", "loc": "place", "fac": "place", "org": "organization", "veh": "object"}
_NOUNS = frozenset((*_CATEGORIES, "place", "organization"))
_SURE = 0.85
_LEAST_WORDS_OF_TITLE, _MOST_WORDS_OF_TITLE = 1, 6


@dataclass(slots=True, frozen=True)
class Subject:
    """What the lists need to know of an entity: its title, its category, its pronouns."""

    title: str
    semcat: str
    series: str


def subject(document: Document, found: Sequence[Reference], texts: Sequence[str], kind: str) -> Subject:
    """The subject that references (with their `texts`) and the entity's type make up."""
    series = pronoun_series(texts)
    semcat = _semcat(kind, series, texts)
    series = series or ("they" if semcat in ("person", "animal") else "it")
    return Subject(_title(document, found, texts), semcat, series)


def pronoun_series(texts: Sequence[str]) -> str:
    """Which pronoun the entity takes: as its references show, else as its names do; empty where nothing tells."""
    used = [_SERIES[text.lower()] for text in texts if text.lower() in _SERIES]
    if used:
        return max(used, key=used.count)
    known = [features for text in texts if (features := _features(text)).certainty >= _SURE]
    if not known:
        return ""
    first = known[0]
    if first.number == "plur":
        return "they"
    return {"masc": "he", "fem": "she", "neut": "it"}.get(first.gender, "")


def _features(text: str) -> Features:
    words = _nominative(text).split()
    if words and words[-1][:1].isupper():
        return name_features(words)
    return noun_features(words[-1].lower() if words else "", "sing")


def _semcat(kind: str, series: str, texts: Iterable[str]) -> str:
    known = _TYPES.get(kind.lower(), kind.lower())
    if not known:
        known = "person" if series in ("he", "she") else "thing"
    if known != "place":
        return known
    last = [text.lower().split()[-1] for text in texts if text.strip()]
    return next((_CATEGORY[noun] for noun in last if noun in _CATEGORY), known)


def _title(document: Document, found: Sequence[Reference], texts: Sequence[str]) -> str:
    """The document's title if it is this entity's name, else its fullest name, else its first words."""
    pairs = [(_nominative(text), reference) for text, reference in zip(texts, found, strict=True)]
    names = [text for text, reference in pairs if reference.type == "name"]
    title = document.meta.get("title", "").strip()
    if title and any(set(name.lower().split()) <= set(title.lower().split()) for name in names):
        return title
    short = [n for n in names if _LEAST_WORDS_OF_TITLE <= len(n.split()) <= _MOST_WORDS_OF_TITLE] or names
    nouns = [text for text, reference in pairs if reference.type == "common"]
    return max(short, key=lambda name: len(name.split())) if short else next(iter(nouns or texts), title)


def alternatives(of: Subject, syncat: str, found: Sequence[Reference], texts: Sequence[str]) -> tuple[Expression, ...]:
    """The list for a reference of that syntactic category."""
    offered = _nominals(of, found, texts)
    made = {_key(e): e for e in [*_wordings(of, syncat, offered), *_pronouns(of, syncat)]}
    for text, reference in zip(texts, found, strict=True):
        if reference.syncat == syncat and reference.type != "empty":
            own = Expression(_small(text, reference), tuple(reference.attributes.items()))
            made.setdefault(_key(own), own)
    if syncat == "np-subj":
        made[_key(EMPTY)] = EMPTY
    return tuple(sorted(made.values(), key=lambda e: (e.text, e.attributes)))


def _key(expression: Expression) -> tuple[str, tuple[tuple[str, str], ...]]:
    return expression.text.casefold(), expression.attributes


def _nominals(of: Subject, found: Sequence[Reference], texts: Sequence[str]) -> list[tuple[str, str]]:
    """Plain names and common nouns with their types: what the text uses, the title, the category noun."""
    result: dict[tuple[str, str], str] = {}
    for text, reference in zip(texts, found, strict=True):
        if reference.type in ("name", "common"):
            plain = _nominative(_small(text, reference))
            result.setdefault((plain.casefold(), reference.type), plain)
    known = {text for text, _ in result}
    if of.title[:1].isupper() and of.title.casefold() not in known:
        result[of.title.casefold(), "name"] = of.title
    if of.semcat in _NOUNS and f"the {of.semcat}" not in known:
        result[f"the {of.semcat}", "common"] = f"the {of.semcat}"
    return [(text, kind) for (_, kind), text in result.items()]


def _wordings(of: Subject, syncat: str, offered: Sequence[tuple[str, str]]) -> Iterable[Expression]:
    reflexive = _PRONOUNS[of.series][3]
    for text, kind in offered:
        if syncat == "subj-det":
            sign = "'" if of.series == "they" and text.endswith("s") else "'s"
            yield _expression(f"{text}{sign}", kind, "nominal", "genitive")
        else:
            yield _expression(text, kind, "nominal", "plain")
            yield _expression(f"{text} {reflexive}", kind, "nominal", "plain", emphatic="yes")


def _pronouns(of: Subject, syncat: str) -> Iterable[Expression]:
    nominative, accusative, genitive, reflexive, relatives = _PRONOUNS[of.series]
    if syncat == "subj-det":
        yield _expression(genitive, "pronoun", "pronoun", "genitive")
        yield _expression("whose", "pronoun", "rel-pron", "genitive")
    elif syncat == "np-subj":
        yield _expression(nominative, "pronoun", "pronoun", "nominative")
        yield _expression(f"{nominative} {reflexive}", "pronoun", "pronoun", "nominative", emphatic="yes")
        for relative in relatives:
            yield _expression(relative, "pronoun", "rel-pron", "nominative")
            yield _expression(f"{relative} {reflexive}", "pronoun", "rel-pron", "nominative", emphatic="yes")
    else:
        yield _expression(accusative, "pronoun", "pronoun", "accusative")
        yield _expression(reflexive, "pronoun", "pronoun", "accusative")
        yield _expression(f"{accusative} {reflexive}", "pronoun", "pronoun", "accusative", emphatic="yes")


def _expression(text: str, kind: str, head: str, case: str, emphatic: str = "no") -> Expression:
    return Expression(text, (("reg08-type", kind), ("emphatic", emphatic), ("head", head), ("case", case)))


def _small(text: str, reference: Reference) -> str:
    """The published lists are in small letters where only the sentence's start asks for a capital."""
    first, _, rest = text.partition(" ")
    opens_small = reference.type == "pronoun" or (reference.type == "common" and (rest or first.lower() == first))
    if text == "I" or not (
        opens_small or (rest and first in ("The", "A", "An", "His", "Her", "Its", "Their", "Our", "My"))
    ):
        return text
    return f"{first[:1].lower()}{first[1:]}{' ' if rest else ''}{rest}"


def _nominative(text: str) -> str:
    for sign in ("'s", "’s"):
        text = text.removesuffix(sign)
    return text.rstrip("'’ ")
