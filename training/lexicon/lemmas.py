"""The lemma tables: WordNet's irregular forms and vocabulary, and what the rules miss in the training corpora."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain

from corefer.analysis.lexicon.lemmas import by_rule, tag_of
from corefer.analysis.lexicon.nouns import known_noun
from corefer.analysis.lexicon.tables import table
from sources import Sources, exceptions, index, synsets

Word = tuple[str, str, str, str, str]  # form, lemma, UPOS, XPOS, FEATS
SIMPLE = re.compile(r"[a-z][a-z'.-]*")
CORRECTIONS = {"fled v": "flee"}  # of the list of exceptions
PIECES = ("GW", "ADD")  # parts of words written apart, and addresses: nothing to learn, nor to give away
DEGREE_LETTERS = 9  # longer adjectives have no comparative


def word_rows(sources: Sources) -> dict[str, str]:
    """Word -> `v`erb, `a`djective, `C` for one that is always written with a capital."""
    rows: dict[str, str] = defaultdict(str)
    for lemma, _ in index(sources, "verb"):
        if SIMPLE.fullmatch(lemma):
            rows[lemma] += "v"
    for lemma, _ in chain(index(sources, "adj"), index(sources, "adv")):
        if SIMPLE.fullmatch(lemma) and len(lemma) <= DEGREE_LETTERS and "a" not in rows[lemma]:
            rows[lemma] += "a"
    for word in _always_capital(sources):
        rows[word] += "C"
    return {word: row for word, row in rows.items() if row}


def _always_capital(sources: Sources) -> list[str]:
    spelt: dict[str, set[bool]] = defaultdict(set)
    for part in ("noun", "adj"):
        for file, words, pointers, _ in synsets(sources, part).values():
            for word in words:
                if (
                    SIMPLE.fullmatch(word.lower())
                    and not any(p == "@i" for p, _ in pointers)
                    and file not in ("05", "20")
                ):
                    spelt[word.lower()].add(word == word.capitalize() and len(word) > 3)
    return [word for word, ways in spelt.items() if ways == {True}]


def irregular_rows(sources: Sources) -> dict[str, str]:
    """`form part` -> lemma, for single words."""
    rows: dict[str, str] = {}
    for part, letter in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "a")):
        for form, lemma in exceptions(sources, part).items():
            if SIMPLE.fullmatch(form):
                rows.setdefault(f"{form} {letter}", lemma)
    return rows | CORRECTIONS


def exception_rows(words: Iterable[Word]) -> dict[str, str]:
    """The exceptions for words with a language-specific tag and for words without one."""
    words = list(words)
    untagged = [(form, lemma, upos, tag_of(upos, feats), feats) for form, lemma, upos, _, feats in words]
    tagged = {(form.replace("’", "'").lower(), xpos, upos) for form, _, upos, xpos, _ in words}
    rows = _exceptions(untagged).items()
    return {key: lemma for key, lemma in rows if _lowered(key) not in tagged} | _exceptions(words)


def _lowered(key: str) -> tuple[str, str, str]:
    form, tag, upos = key.split(" ")
    return form.lower(), tag, upos


def _exceptions(words: Iterable[Word]) -> dict[str, str]:
    """`form XPOS UPOS` -> lemma, in lower case where that serves all spellings: what the rules miss in the corpora."""
    lower: dict[tuple[str, str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    for form, lemma, upos, xpos, _ in words:
        plain = form.replace("’", "'")
        if lemma != "_" and not set(" @/") & set(plain + lemma) and xpos not in PIECES:
            lower[plain.lower(), xpos, upos][plain, lemma] += 1
    rows: dict[str, str] = {}
    for (form, xpos, upos), seen in lower.items():
        tags = f"{xpos} {upos}"
        said = {plain: by_rule(plain, upos, xpos) for plain, _ in seen}
        if (better := _better(seen, said)) and not _is_slip(seen, better, said):
            rows[f"{form} {tags}"] = better
            said = dict.fromkeys(said, better)
        for plain in said:
            own = Counter({pair: count for pair, count in seen.items() if pair[0] == plain})
            if plain != form and (better := _better(own, said)) and not _is_slip(own, better, said):
                rows[f"{plain} {tags}"] = better
    return rows


def _better(seen: Counter[tuple[str, str]], said: dict[str, str]) -> str:
    """The lemma that is right more often than what is said already, if there is one."""
    lemmas: Counter[str] = Counter()
    for (_, lemma), count in seen.items():
        lemmas[lemma] += count
    lemma, count = lemmas.most_common(1)[0]
    return lemma if count > sum(n for (plain, gold), n in seen.items() if said[plain] == gold) else ""


def _is_slip(seen: Counter[tuple[str, str]], better: str, said: dict[str, str]) -> bool:
    """Whether a corpus says once what no vocabulary knows, against a rule's answer that one does."""
    return seen.total() == 1 and not _is_word(better) and all(map(_is_word, said.values()))


def _is_word(lemma: str) -> bool:
    return known_noun(lemma) or bool(table("words").get(lemma))
