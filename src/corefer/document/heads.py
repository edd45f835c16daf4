"""The head of a mention as the MUC task defines it (MUC-6 Coreference Task Definition 2.3, section 4.1).

Scorers accept a response that contains this *minimal span* and stays within the key's mention, and keys
carry it as MIN. The rules: the main noun without modifiers; a name whole, with its suffix but without
titles; the first of a location's names; dates, amounts of money and percentages whole; for a phrase
without a noun, the last token before the modifiers on its right.

On a parse the rules are read off dependencies and tags. Without one, only the words are left: capital
letters, prepositions and commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corefer.document.document import Document
from corefer.document.mentions import Mention

ARTICLES = frozenset(("the", "a", "an"))

_TITLES = frozenset(
    "mr mrs ms miss mister messrs mme mlle madame madam herr frau señor señora dr doctor prof professor rev "
    "reverend fr father sister brother sir lady lord dame hon honorable honourable president premier chancellor "
    "chairman chairwoman chair secretary senator sen senators representative rep congressman congresswoman governor "
    "gov mayor minister ambassador judge justice attorney general gen colonel col major maj captain capt lieutenant "
    "lt sergeant sgt corporal admiral commander inspector officer king queen prince princess duke duchess earl "
    "count countess baron baroness marquis emperor empress tsar tsarevna sultan shah sheikh pope cardinal "
    "archbishop bishop rabbi imam dean coach".split()
)
_AFTER_NO_TITLE = frozenset("motors electric mills foods dynamics assembly".split())  # General Motors, General Mills
_SUFFIXES = frozenset(
    "jr sr ii iii iv esq phd md inc incorporated corp corporation co cos company ltd limited llc llp lp plc ag sa "
    "nv bv gmbh spa ab asa oyj pty kk kg".split()
)
# Nouns whose name goes on after `of` or `for`; a company's (Ford Motor Co. of Dearborn) or person's does not.
_NAMED_OF = frozenset(
    "university college institute institution academy school faculty board bank bureau department ministry office "
    "house court council committee commission center centre centers centres association federation union league "
    "order society museum library church bishopric archdiocese city state states republic kingdom commonwealth "
    "district county gulf bay cape isle isles strait straits sea lake mount tower statue bill declaration treaty "
    "battle war houses secretary chamber conference congress community organization organisation party".split()
)
_NAME_PREFIXES = frozenset(("st.", "st", "saint", "mount", "mt.", "fort", "ft.", "lake", "cape", "port"))
_PARTICLES = frozenset("de du des la le van von der den del della di da dos bin ibn al el ten ter y".split())
_JOINERS = frozenset(("&", "-", "–", "/", "'", "’", "."))
_NAME_RELATIONS = frozenset(("compound", "flat", "amod", "nummod", "goeswith", "fixed", "punct", "dep", "cc"))
_SIGNS = frozenset("$€£¥%")
_HEADLESS = ("ADJ", "NUM", "DET", "ADV")

_RIGHT_MODIFIERS = frozenset(
    "of in on at by for from with without within to into onto about above across after against along amid among "
    "around as because before behind below beneath beside besides between beyond concerning despite during except "
    "including inside like near off opposite outside over past regarding since than through throughout toward "
    "towards under until up upon versus via that which who whom whose where when while why how whether if and/or i "
    "you he she it we they is are was were be been has have had will would can could may might must should , ; : -- "
    '– — ( ) [ ] " “ ”'.split()
)
_DETERMINERS = ARTICLES | frozenset(
    "this that these those my your his her its our their some any no every each all both most many few several such "
    "another other either neither what which whose".split()
)
_HEDGES = _DETERMINERS | frozenset(
    "about approximately around roughly nearly almost over under more less than at least most up to only just "
    "estimated exactly".split()
)

_DIGITS = r"\d[\d,.]*(?:\s?/\s?\d+)?"
_WORD_NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|trillion|half|quarter)"
)
_NUMBER = rf"(?<!\w)(?:half an? )?(?:{_DIGITS}|{_WORD_NUMBER})(?:\s?-\s?{_WORD_NUMBER}|\s{_WORD_NUMBER})*"
_MONTH = (
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?:\s?\.)?"
)
_DAY = r"\d{1,2}(?:\s?(?:st|nd|rd|th))?(?![\d,.]*\d)"
_YEAR = r"(?:(?:1\d|20)\d\d|'\s?\d\d)(?!\d)"
_ATOMS = re.compile(
    "|".join(
        (
            rf"(?:\b[A-Z]{{1,3}}\s?)?[$€£¥]\s?{_NUMBER}",
            rf"{_NUMBER}\s(?:dollars?|cents?|euros?|pounds?|pence|yen|marks?|francs?|pesos?|rubles?|roubles?|rupees?|yuan|won)\b",
            rf"{_NUMBER}\s?(?:%|percent\b|per\s?cent\b|pct\b(?:\s?\.)?|percentage\spoints?\b)",
            rf"(?:\b[A-Z][a-z]+day\s?,?\s)?{_MONTH}\s(?:{_DAY}(?:\s?,?\s{_YEAR})?|,?\s?{_YEAR})",
            rf"\b{_DAY}\s(?:of\s)?{_MONTH}(?:\s?,?\s{_YEAR})?",
            r"\b\d{1,2}\s?/\s?\d{1,2}(?:\s?/\s?\d{2,4})?\b",
            r"\b\d{4}-\d\d-\d\d\b",
            r"\b\d{1,2}(?:\s?:\s?\d\d)?\s?(?:[ap]\s?\.?\s?m\b(?:\s?\.)?|o\s?['’]?\s?clock\b)",
            rf"\bfiscal\s(?:year\s)?{_YEAR}",
        )
    ),
    re.ASCII,
)


def minimal_span(document: Document, mention: Mention) -> tuple[int, ...]:
    """The indices of the mention's minimal tokens, in order; never empty."""
    tokens = _overt(document, mention)
    if is_parsed(document, mention):
        return _Phrase(document, mention, tokens).minimal()
    forms = [document.tokens.table.forms[i] for i in tokens]
    return tuple(tokens[i] for i in _from_words(forms))


def is_worth_marking(document: Document, mention: Mention, span: Sequence[int]) -> bool:
    """Whether a key has to give this MIN: not if it is the whole phrase, or all but a leading article (4.1, 4.3)."""
    rest = [i for i in mention.tokens if i not in set(span)]
    forms = document.tokens.table.forms
    return bool(rest) and not (rest == [mention.start] and forms[mention.start].lower() in ARTICLES)


def _overt(document: Document, mention: Mention) -> tuple[int, ...]:
    """The mention's tokens without empty nodes (unless it has no others)."""
    ids = document.tokens.table.column("id")
    return tuple(i for i in mention.tokens if "." not in ids[i]) or mention.tokens


def is_parsed(document: Document, mention: Mention) -> bool:
    """Whether any of the mention's tokens has a head."""
    heads = document.tokens.table.column("head")
    return any(heads[i] != "_" for i in mention.tokens)


# --- on a parse


class _Phrase:
    """A mention with the columns of its tokens at hand."""

    def __init__(self, document: Document, mention: Mention, tokens: Sequence[int]) -> None:
        table = document.tokens.table
        self.document, self.tokens = document, tokens
        self.inside = frozenset(tokens)
        self.type = mention.type
        self.forms, self.upos, self.xpos = table.forms, table.column("upos"), table.column("xpos")
        self.relations = table.column("deprel")
        head = document.mention_head(mention)
        self.head = head if head in tokens else tokens[-1]

    def minimal(self) -> tuple[int, ...]:
        if atom := self._atom():
            return atom
        head = self._named() if not self._is_proper(self.head) else self.head
        if self._is_proper(head):
            return tuple(self._name(head))
        if self.upos[head] in _HEADLESS:
            return (self._last_before_modifiers(head),)
        return tuple(sorted({head, *(i for i in self._dependents(head) if self._relation(i) == "goeswith")}))

    def _dependents(self, head: int) -> Iterator[int]:
        return (i for i in self.tokens if self.document.head_index(i) == head)

    def _relation(self, token: int) -> str:
        return self.relations[token].partition(":")[0]

    def _atom(self) -> tuple[int, ...]:
        """The date, amount of money or percentage that the head belongs to."""
        for first, last in _atoms([self.forms[i] for i in self.tokens]):
            if self.head in self.tokens[first:last]:
                return tuple(self.tokens[first:last])
        return ()

    def _is_proper(self, token: int) -> bool:
        """English tags say it best (United/VERB/NNP Kingdom); other tag sets leave it to UPOS."""
        return self.xpos[token] in ("NNP", "NNPS") or (
            self.upos[token] == "PROPN" and not self.xpos[token].startswith("NN")
        )

    def _named(self) -> int:
        """The name that a common noun introduces with nothing between (Ford spokesman John Smith), or the head."""
        for token in self._dependents(self.head):
            is_name = self._relation(token) in ("flat", "appos") and self._is_proper(token)
            if is_name and token > self.head and not self._has_punctuation(self.head, token):
                return token
        return self.head

    def _has_punctuation(self, start: int, end: int) -> bool:
        return any(self.upos[i] == "PUNCT" for i in range(start, end))

    def _name(self, head: int) -> list[int]:
        first = last = place = self.tokens.index(head)
        while place > 0 and self._continues(self.tokens[place - 1], head, left=True):
            place -= 1
            first = first if self._only_joins(place) else place
        place = last
        while place + 1 < len(self.tokens) and self._continues(self.tokens[place + 1], head, left=False):
            place += 1
            last = last if self._only_joins(place) else place
        last = self._after_of(last)
        name = list(self.tokens[first : last + 1])
        return name if self._keeps_titles() else _without_titles(name, self.forms)

    def _only_joins(self, place: int) -> bool:
        """Whether no name can begin or end with this token."""
        form = self.forms[self.tokens[place]]
        return form in _JOINERS or form == "," or form in _PARTICLES

    def _keeps_titles(self) -> bool:
        return self.type in ("organization", "place", "ORG", "GPE", "LOC", "FAC")

    def _continues(self, token: int, head: int, left: bool) -> bool:
        """Whether a neighbour of the name belongs to it."""
        form = self.forms[token].lower()
        if self.relations[token] == "nmod:desc" and left:
            return form in _NAME_PREFIXES
        if form in _JOINERS:
            return True
        if form == "," and not left:
            return token + 1 in self.inside and _is_suffix(self.forms[token + 1])
        follows = not left and (self.upos[token] == "NUM" or _is_suffix(form))
        return (follows or form in _PARTICLES or self._is_proper(token)) and self._belongs(token, head)

    def _belongs(self, token: int, head: int) -> bool:
        """Whether only relations within a name lead from the token up to the head."""
        for _ in self.tokens:
            if token == head or self._names_with(token, head):
                return True
            relation, above = self.relations[token], self.document.head_index(token)
            within = self._relation(token) in _NAME_RELATIONS or relation in ("nmod:unmarked", "nmod:desc")
            if above is None or not within:
                return False
            token = above
        return False

    def _names_with(self, token: int, head: int) -> bool:
        """Whether both are parts of the name that a common noun introduces (spokesman John Smith)."""
        above = self.document.head_index(token)
        return above == self.document.head_index(head) and self._relation(token) == self._relation(head) == "flat"

    def _after_of(self, last: int) -> int:
        """Where `University of Portsmouth` ends; the name up to `last` is University."""
        place = last + 1
        if self.forms[self.tokens[last]].lower() not in _NAMED_OF or place >= len(self.tokens):
            return last
        if self.forms[self.tokens[place]].lower() not in ("of", "for"):
            return last
        if place + 1 < len(self.tokens) and self.forms[self.tokens[place + 1]].lower() == "the":
            place += 1
        end = last
        while place + 1 < len(self.tokens) and self._is_proper(self.tokens[place + 1]):
            place += 1
            end = place
        return end

    def _last_before_modifiers(self, head: int) -> int:
        """The last token of a headless phrase (the six youngest), before anything that modifies it from the right."""
        last = head
        for token in self.tokens[self.tokens.index(head) + 1 :]:
            attached = self.document.head_index(token) in (head, last)
            if not attached or self._relation(token) not in ("amod", "nummod", "compound", "fixed", "flat", "goeswith"):
                break
            last = token
        return last


def _is_suffix(form: str) -> bool:
    return form.lower().rstrip(".").replace(".", "") in _SUFFIXES


def _without_titles(name: list[int], forms: Sequence[str]) -> list[int]:
    """A name without leading titles and articles, as long as something is left."""
    start = 0
    for place, token in enumerate(name[:-1]):
        form, following = forms[token].lower().rstrip("."), forms[name[place + 1]].lower()
        is_title = form in _TITLES and following not in _AFTER_NO_TITLE
        if not is_title and form not in ARTICLES and forms[token] not in _JOINERS:
            break
        start = place + 1
    return name[start:] if any(character.isalnum() for i in name[start:] for character in forms[i]) else name


def _atoms(forms: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stretches (token positions, end exclusive) that are dates, amounts of money or percentages."""
    text = " ".join(form.replace(" ", "_") for form in forms)
    for match in _ATOMS.finditer(text):
        yield text.count(" ", 0, match.start()), text.count(" ", 0, match.end()) + 1


# --- on words alone


def _from_words(forms: Sequence[str]) -> list[int]:
    """The minimal span of a phrase of which only the words are known."""
    first, last = _trim(forms)
    if first > last:
        return list(range(len(forms)))
    if atom := _leading_atom(forms, first):
        return atom
    end = _end_of_left_part(forms, first, last)
    if _is_capital(forms, end):
        return _name_in_words(forms, first, end, last)
    return [end]


def _trim(forms: Sequence[str]) -> tuple[int, int]:
    """The first and last token that is a word, without a final possessive ending."""
    words = [i for i, form in enumerate(forms) if any(map(str.isalnum, form)) or form in _SIGNS]
    if len(words) > 1 and forms[words[-1]].lower() in ("'s", "’s", "s") and _is_ending(forms, words[-1]):
        words.pop()
    return (words[0], words[-1]) if words else (1, 0)


def _is_ending(forms: Sequence[str], place: int) -> bool:
    return forms[place][:1] in ("'", "’") or forms[place - 1] in ("'", "’")


def _leading_atom(forms: Sequence[str], first: int) -> list[int]:
    """A date, amount or percentage that opens the phrase and is not part of a longer one (the May 3 meeting)."""
    for start, end in _atoms(forms):
        if all(form.lower() in _HEDGES for form in forms[first:start]):
            follows = end == len(forms) or forms[end].lower() in _RIGHT_MODIFIERS or not forms[end][:1].isalnum()
            return list(range(start, end)) if follows else []
        break
    return []


def _end_of_left_part(forms: Sequence[str], first: int, last: int) -> int:
    """The last token before the modifiers on the right."""
    place = first
    while place < last:
        form = forms[place + 1].lower()
        if form == "," and place + 2 <= last and _is_suffix(forms[place + 2]):
            place += 2
        elif form in _RIGHT_MODIFIERS and forms[place + 1] not in ("May", "Will"):
            break
        else:
            place += 1
    return place - 1 if forms[place] == "." and not _is_abbreviation(forms, place) and place > first else place


def _is_capital(forms: Sequence[str], place: int) -> bool:
    form = forms[place]
    if form == ".":
        return place > 0 and _is_abbreviation(forms, place) and _is_capital(forms, place - 1)
    if form[:1].isdigit():
        return place > 0 and forms[place - 1][:1].isupper() and forms[place - 1].lower() not in _DETERMINERS
    return form[:1].isupper() and form.lower() not in _DETERMINERS


def _is_abbreviation(forms: Sequence[str], place: int) -> bool:
    """Whether the full stop at this place belongs to the word before it."""
    before = forms[place - 1]
    is_known = _is_suffix(before) or before.lower() in _TITLES or before.lower() in _NAME_PREFIXES
    return is_known or len(before) == 1 or "." in before


def _name_in_words(forms: Sequence[str], first: int, end: int, last: int) -> list[int]:
    """The capitalised words that end here, with what follows `of` in a name of that kind, without titles."""
    start = end
    while start > first and (_is_capital(forms, start - 1) or (start - 1 > first and _joins(forms, start - 1))):
        start -= 1
    if end + 2 <= last and forms[end].lower() in _NAMED_OF and forms[end + 1].lower() in ("of", "for"):
        place = end + 2 + (forms[end + 2].lower() == "the")
        while place <= last and _is_capital(forms, place):
            end = place
            place += 1
    if end + 1 < len(forms) and forms[end + 1] == "." and _is_abbreviation(forms, end + 1):
        end += 1
    return _without_titles(list(range(start, end + 1)), forms)


def _joins(forms: Sequence[str], place: int) -> bool:
    """Whether a small word or sign stands within a name: after a capital, and a comma only before a suffix."""
    is_comma = forms[place] == "," and _is_suffix(forms[place + 1])
    if not is_comma and forms[place].lower() not in _JOINERS | _PARTICLES:
        return False
    return _is_capital(forms, place - 1) or forms[place - 1].lower() in _PARTICLES


# --- MIN as a string
