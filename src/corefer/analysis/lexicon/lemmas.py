"""Lemmas: learnt exceptions, irregular forms, then rules checked against a vocabulary.

The tagged form decides most: `VBG` asks for the verb under *-ing*, `NNS` for the singular. Where spelling leaves
several candidates (*stopped*: stopp, stop, stoppe), the first that the vocabulary has is taken. The exceptions are the
forms of the training corpora that the rules miss, with the convention of Universal Dependencies (*n't* is *not*).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from corefer.analysis.lexicon.nouns import known_noun
from corefer.analysis.lexicon.tables import table

_VOWELS = "aeiou"
_KEPT = ("SYM", "PUNCT", "X")  # classes whose lemma is the form as it stands
_TAGS = {  # what a missing XPOS is made of: UPOS and a feature
    ("NOUN", "Number=Plur"): "NNS",
    ("PROPN", "Number=Plur"): "NNPS",
    ("VERB", "VerbForm=Ger"): "VBG",
    ("VERB", "Tense=Pres|VerbForm=Part"): "VBG",
    ("VERB", "VerbForm=Part"): "VBN",
    ("VERB", "Tense=Past"): "VBD",
    ("VERB", "Person=3"): "VBZ",
    ("ADJ", "Degree=Cmp"): "JJR",
    ("ADJ", "Degree=Sup"): "JJS",
    ("ADV", "Degree=Cmp"): "RBR",
    ("ADV", "Degree=Sup"): "RBS",
}
_TAG_OF_ENDING = {
    "ing": "VBG",
    "ted": "VBN",
    "ned": "VBN",
    "ied": "VBN",
    "sed": "VBN",
    "led": "VBN",
    "ved": "VBN",
    "red": "VBN",
}
_PLAIN = {"NOUN": "NN", "PROPN": "NNP", "VERB": "VB", "AUX": "MD", "ADJ": "JJ", "ADV": "RB"}


@lru_cache(maxsize=16384)
def lemmatise(form: str, upos: str, xpos: str = "_", feats: str = "_") -> str:
    """The lemma of a form by its tags; without a language-specific tag the morphological features stand in."""
    tag = xpos if xpos not in ("_", "") else tag_of(upos, feats)
    plain = form.replace("’", "'")
    exceptions = table("lemmas")
    for key in (f"{plain} {tag} {upos}", f"{plain.lower()} {tag} {upos}"):
        if found := exceptions.get(key):
            return found
    return by_rule(plain, upos, tag)


def tag_of(upos: str, feats: str) -> str:
    """The tag that universal tag and features amount to, as far as lemmas depend on it."""
    upos = "VERB" if upos == "AUX" and feats != "_" else upos
    for (kind, features), tag in _TAGS.items():
        if kind == upos and all(feature in feats for feature in features.split("|")):
            return tag
    return _PLAIN.get(upos, "_")


def by_rule(form: str, upos: str, tag: str) -> str:
    """The lemma by irregular form, rule and vocabulary alone."""
    if tag == "NNPS" or (upos == "PROPN" and tag == "NNS"):
        return _singular_name(form)
    if upos in _KEPT:
        return form
    if upos == "PROPN":
        return _name(form)
    if tag == "NNP":  # a word in a name keeps its capital: *Developing* is *Develop*
        inner = _TAG_OF_ENDING.get(form[-3:].lower(), "") if upos == "VERB" else ""
        lemma = by_rule(form.lower(), upos, inner) if inner else form
        return lemma.capitalize() if form[:1].isupper() and inner else lemma
    if upos == "NUM":
        return form.replace(",", "") if form[:1].isdigit() else form if len(form) < 3 else form.lower()
    lower = form.lower()
    if tag in ("NNS", "NNPS"):
        return _cased(form, _irregular(lower, "n") or _first_known(_singulars(lower), known_noun))
    if tag in ("VBD", "VBN", "VBG", "VBZ"):
        return _irregular(lower, "v") or _first_known(_verbs(lower, tag), _known_verb)
    if tag in ("JJR", "JJS", "RBR", "RBS"):
        return _irregular(lower, "a") or _first_known(_positives(lower), _known_adjective)
    return _cased(form, lower)


def _irregular(lower: str, part: str) -> str:
    """The irregular form's lemma, `n`oun, `v`erb or `a`djective; of *undertook*, what the table has."""
    return table("irregular").get(f"{lower} {part}")


def _known_verb(word: str) -> bool:
    return "v" in table("words").get(word)


def _known_adjective(word: str) -> bool:
    return "a" in table("words").get(word)


def _first_known(candidates: Iterator[str], known: Callable[[str], bool]) -> str:
    found = list(candidates)
    return next((word for word in found if known(word)), found[0])


def _cased(form: str, lemma: str) -> str:
    """With its capital where the word is always written with one (*Dutch*, *Sundays*), or all in capitals (*DVDs*)."""
    if form.islower():
        return lemma
    if "C" in table("words").get(lemma):
        return lemma.capitalize()
    stem = form[: len(lemma)]
    if len(lemma) > 1 and stem.isupper() and (not form.isupper() or len(form) < 6) and not known_noun(lemma):
        return stem
    return lemma


def _name(form: str) -> str:
    """A name with its capital; one that is shouted as it is usually written, where the tables know it."""
    if (
        len(form) > 3
        and form.isupper()
        and (table("names").get(form.lower()) or "l" in table("entities").get(form.lower()))
    ):
        return form.capitalize()
    return form


def _singular_name(form: str) -> str:
    form = _name(form)
    if not form.endswith("s") or form.endswith("ss"):
        return form
    if form.endswith("ies") and len(form) > 4:
        return form[:-3] + "y"
    if form.endswith(("ches", "shes", "sses", "xes")):
        return form[:-2]
    return form[:-1]


def _singulars(word: str) -> Iterator[str]:
    if "-" in word.strip("-"):
        head, _, last = word.rpartition("-")
        yield f"{head}-{by_rule(last, 'NOUN', 'NNS')}"
        return
    if word.endswith("'s"):
        yield word[:-2]
    if word.endswith("men") and len(word) > 4:
        yield word[:-3] + "man"
    if word.endswith("ies") and len(word) > 4:
        yield word[:-3] + "y"
        yield word[:-1]
    elif word.endswith("ves"):
        yield word[:-1]
        yield word[:-3] + "f"
        yield word[:-3] + "fe"
    elif word.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        yield word[:-2]
        yield word[:-1]
    elif word.endswith(("ses", "zes")):
        yield word[:-1]
        yield word[:-2]
        yield word[:-2] + "is"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2:
        yield word[:-1]
    yield word


def _verbs(word: str, tag: str) -> Iterator[str]:
    if "-" in word.strip("-"):
        head, _, last = word.rpartition("-")
        yield f"{head}-{by_rule(last, 'VERB', tag)}"
        return
    if tag == "VBZ":
        if word.endswith("ies") and len(word) > 4:
            yield word[:-3] + "y"
        if word.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
            yield word[:-2]
        if word.endswith("s"):
            yield word[:-1]
        yield word
        return
    ending = "ing" if tag == "VBG" else "ed"
    if tag == "VBG" and word.endswith("in'"):
        word = word[:-1] + "g"
    if not word.endswith(ending) or len(word) <= len(ending) + 1:
        yield word[:-1] if word.endswith("d") and word[-2:-1] == "e" else word
        return
    stem = word[: -len(ending)]
    if tag != "VBG" and stem.endswith("i"):
        yield stem[:-1] + "y"
    yield from _stems(stem)


def _stems(stem: str) -> Iterator[str]:
    """Candidates for the verb under *-ed* and *-ing*; the likelier spelling first."""
    doubled = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "aeiouy"
    short = len(stem) > 2 and stem[-1] not in "aeiouwxy" and stem[-2] in _VOWELS and stem[-3] not in _VOWELS
    silent = stem.endswith(
        (
            "v",
            "u",
            "c",
            "z",
            "dg",
            "rg",
            "ng",
            "ls",
            "rs",
            "ns",
            "at",
            "iz",
            "is",
            "us",
            "bl",
            "tl",
            "dl",
            "gl",
            "pl",
            "fl",
            "kl",
        )
    )
    if doubled and not stem.endswith(("ss", "ll", "ff", "zz")):
        yield stem[:-1]
    if short or silent:
        yield stem + "e"
        yield stem
    else:
        yield stem
        yield stem + "e"
    if doubled:
        yield stem[:-1]


def _positives(word: str) -> Iterator[str]:
    ending = "est" if word.endswith("est") else "er"
    if not word.endswith(ending):
        yield word
        return
    stem = word[: -len(ending)]
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if len(stem) > 2 and stem[-1] == stem[-2]:
        yield stem[:-1]
    yield stem
    yield stem + "e"
