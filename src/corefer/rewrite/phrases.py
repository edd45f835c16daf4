"""How an anchor is worded where a pronoun stood: without what only its first mention needs.

*A farmer from Kent, who had two sons,* is *the farmer*; *Dr. Lena Voss, 43,* is *Dr. Lena Voss*. Relative clauses,
appositions, parentheses and heavy modifiers go; an indefinite becomes definite, for by now its referent is known.
Quantified phrases (*every farmer*, *one of them*) have no such form: nobody is called that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from corefer.document import Mention
from corefer.resolve import Discourse
from corefer.rewrite.binding import is_subject

LONGEST = 10  # words; what is longer reads worse than the pronoun
LONGEST_OF, LONGEST_OF_NAME = 4, 6  # words of an *of* phrase that stays
_MODIFIERS = frozenset("det amod nummod compound flat goeswith fixed nmod:desc nmod:poss conj cc".split())
_INDEFINITE = frozenset("a an this that these those some several many few various numerous certain".split())
_SPECIFIERS = frozenset(("det", "amod"))
_QUANTIFIERS = frozenset(
    "every each any no either neither which what whatever whichever such enough most half how".split()
)
_WHOLE = frozenset(("all", "both"))
_IN_NAMES = frozenset("of for on upon de du da di".split())  # Institute for …, Stratford on …; not Rosa from …
_AMOUNTS = frozenset("number lot plenty majority minority bit deal couple handful dozen".split())
_DETERMINED = frozenset("det nmod:poss nummod compound conj".split())
_JOINING = frozenset("- – / , . & ' ’ · +".split())  # marks inside a name; quotation marks are none
_DUMMIES = frozenset("one ones other others".split())  # they mean what another noun says
_PLURAL = frozenset("police people cattle clergy folk poultry livestock".split())
_DEMONYMS = ("ian", "ese", "ican", "lish", "nish", "dish", "kish", "tish", "rman", "french", "dutch")


@dataclass(slots=True, frozen=True)
class Wording:
    """A phrase as it stands in the middle of a sentence; `number` is empty where the phrase does not tell."""

    text: str
    number: str
    sibilant_plural: bool  # its possessive is a bare apostrophe
    is_list: bool = False  # *Anna and Ben*

    def at_start(self) -> str:
        return self.text[:1].upper() + self.text[1:]

    def possessive(self, apostrophe: str) -> str:
        return self.text + apostrophe + ("" if self.sibilant_plural else "s")


def worded(discourse: Discourse, mention: Mention, replaced: Mapping[int, str]) -> Wording | None:
    """The phrase's wording, with the words in `replaced` for its pronouns; None where it has none that can be used."""
    head = discourse.document.mention_head(mention)
    inside = frozenset(mention.tokens)
    if discourse.upos[head] not in ("NOUN", "PROPN") or discourse.lower[head] in _DUMMIES:
        return None
    if _is_role(discourse, head, mention, inside):
        return None
    if _is_quantified(discourse, head, inside):
        return None
    kept = sorted(_kept(discourse, head, inside, top=True))
    kept = _with_punctuation(discourse, kept)
    if len(kept) > LONGEST or any(discourse.lower[i : i + 2] == ["one", "of"] for i in kept):
        return None
    if any(discourse.upos[i] in ("VERB", "AUX") for i in kept[1:] if discourse.deprel[i] == "conj"):
        return None
    words = _words(discourse, head, kept, inside) | {i: replaced[i] for i in kept if i in replaced}
    text = _joined(discourse, kept, words)
    if not text:
        return None
    if kept[0] not in replaced and words[kept[0]] == discourse.forms[kept[0]]:
        text = decapitalised(discourse, kept[0], text)
    if _needs_article(discourse, head, inside):
        text = "the " + text
    is_list = any(discourse.deprel[i] == "conj" for i in discourse.children[head] if i in inside)
    return Wording(text, number_of(discourse, head, mention), _takes_apostrophe(discourse, kept[-1]), is_list)


def pronouns_in(discourse: Discourse, mention: Mention) -> list[int]:
    """The pronouns that would be part of the wording."""
    head = discourse.document.mention_head(mention)
    kept = _kept(discourse, head, frozenset(mention.tokens), top=True)
    return sorted(i for i in kept if discourse.upos[i] == "PRON")


def number_of(discourse: Discourse, head: int, mention: Mention) -> str:
    """Singular or plural; empty for plural names of one thing (*the United States*)."""
    if any(
        discourse.deprel[i] == "conj" and any(discourse.lower[j] == "and" for j in discourse.children[i])
        for i in discourse.children[head]
        if mention.start <= i < mention.end
    ):
        return "plur"
    if discourse.lemmas[head].lower() in _PLURAL:
        return "plur"
    if "Number=Plur" not in discourse.feats[head] and "Number=Ptan" not in discourse.feats[head]:
        return "sing"
    return "" if discourse.upos[head] == "PROPN" else "plur"


# --- what stays


def _kept(discourse: Discourse, head: int, inside: frozenset[int], *, top: bool) -> Iterator[int]:
    """The head, and those of its dependents that belong to the short form, all within the mention."""
    yield head
    for child in discourse.children[head]:
        relation = discourse.deprel[child]
        if child not in inside:
            continue
        if (
            relation == "case"
            and (not top or discourse.lower[child] not in ("'s", "’s", "'", "’"))
            and not (top and child < head)
        ):
            yield child
        elif relation == "det" and discourse.lower[child] in _WHOLE:
            continue
        elif relation in _MODIFIERS:
            yield from _kept(discourse, child, inside, top=top and relation == "conj")
        elif relation == "advmod" and not top and child < head:
            yield child
        elif relation in ("nmod", "nmod:unmarked") and _stays(discourse, head, child, relation, inside):
            yield from _kept(discourse, child, inside, top=False)


def _stays(discourse: Discourse, head: int, child: int, relation: str, inside: frozenset[int]) -> bool:
    """Whether a phrase after the head is part of what the thing is called (*University of Velmora*)."""
    below = list(_kept(discourse, child, inside, top=False))
    if any(discourse.upos[i] == "PRON" for i in below):
        return False
    name = discourse.upos[head] == discourse.upos[child] == "PROPN"
    if discourse.upos[head] == "PROPN" and any(discourse.deprel[i] == "flat" for i in discourse.children[head]):
        return False  # Queen Anne of Brask is Queen Anne
    if relation == "nmod:unmarked":
        return name and child == head + 1
    first = min(below)
    if first < head or discourse.forms[first - 1] in (",", "(", "–", "—"):
        return False
    if name and discourse.lower[first] in _IN_NAMES:
        return len(below) <= LONGEST_OF_NAME
    return discourse.lower[first] == "of" and len(below) <= LONGEST_OF


def _with_punctuation(discourse: Discourse, kept: list[int]) -> list[int]:
    """Also the marks between two kept words: *Jean-Luc*, *A, B and C*."""
    chosen = set(kept)
    marks = [i for i in range(kept[0], kept[-1]) if discourse.forms[i] in _JOINING and {i - 1, i + 1} <= chosen]
    return sorted(chosen.union(marks))


def _is_role(discourse: Discourse, head: int, mention: Mention, inside: frozenset[int]) -> bool:
    """A person's bare singular (*elected mayor*, a headline's *mother*) is no phrase to take up again."""
    bare = not any(discourse.deprel[i] in _DETERMINED and i in inside for i in discourse.children[head])
    singular = "Number=Sing" in discourse.feats[head] and discourse.upos[head] == "NOUN"
    return bare and singular and mention.type == "person"


def _is_quantified(discourse: Discourse, head: int, inside: frozenset[int]) -> bool:
    children = [i for i in discourse.children[head] if i in inside]
    if any(discourse.lower[i] in _QUANTIFIERS for child in children for i in (child, *discourse.children[child])):
        return True
    partitive = any(discourse.deprel[i] == "nmod" for i in children)
    return partitive and discourse.lemmas[head].lower() in _AMOUNTS


# --- its words


def _words(discourse: Discourse, head: int, kept: list[int], inside: frozenset[int]) -> dict[int, str]:
    """Each kept token's word: indefinite and demonstrative determiners become *the*."""
    words = {i: discourse.forms[i] for i in kept}
    heads = [head, *(i for i in discourse.children[head] if i in inside and discourse.deprel[i] == "conj")]
    for noun in heads:
        leading = [i for i in discourse.children[noun] if i in words and i < noun]
        indefinite = [i for i in leading if discourse.lower[i] in _INDEFINITE and discourse.deprel[i] in _SPECIFIERS]
        for child in indefinite:
            words[child] = "the" if child == indefinite[0] else ""
        for child in leading:
            if discourse.lower[child] == "another":
                words[child] = "the other"
    return words


def _needs_article(discourse: Discourse, head: int, inside: frozenset[int]) -> bool:
    """*Two men* are *the two men*; *protesters* of whom a story is told in the past are *the protesters*."""
    if discourse.upos[head] != "NOUN":
        return False
    children = [i for i in discourse.children[head] if i in inside]
    if any(discourse.deprel[i] in ("det", "nmod:poss") and discourse.lower[i] not in _WHOLE for i in children):
        return False
    if any(discourse.lower[i] == "both" for i in children):
        return True
    if any(discourse.lower[i] in _INDEFINITE for i in children):
        return False
    if any(discourse.deprel[i] == "nummod" and i < head for i in children):
        return True
    return "Number=Plur" in discourse.feats[head] and _is_told_of(discourse, head)


def _is_told_of(discourse: Discourse, head: int) -> bool:
    verb, relation = discourse.head(head), discourse.deprel[head]
    if verb is None or not (is_subject(relation) or relation == "obj"):
        return False
    xpos = discourse.document.tokens.table.column("xpos")
    helpers = [i for i in discourse.children[verb] if discourse.deprel[i].startswith(("aux", "cop"))]
    return xpos[helpers[0] if helpers else verb] == "VBD"


def _joined(discourse: Discourse, kept: list[int], words: dict[int, str]) -> str:
    """The words with the text's own spacing between neighbours, and one space over what was left out."""
    table, text = discourse.document.tokens.table, discourse.document.text
    result, previous = "", -1
    for token in kept:
        if not words[token]:
            continue
        if result:
            gap = text[table.ends[previous] : table.starts[token]]
            apart = (gap == "" and token == previous + 1) or discourse.forms[token] in (",", "'s", "’s", "'", "’")
            result += "" if apart else " "
        result += words[token]
        previous = token
    return result


def decapitalised(discourse: Discourse, token: int, text: str) -> str:
    """The text as it goes on in the middle of a sentence, if only its place gave its first word a capital."""
    form = discourse.forms[token]
    if not form[:1].isupper() or not starts_sentence(discourse, token) or form[1:] != form[1:].lower():
        return text
    if discourse.upos[token] == "PROPN" or (len(form) == 1 and form != "A"):
        return text
    if discourse.upos[token] == "ADJ" and form.lower().endswith(_DEMONYMS):
        return text
    return text[0].lower() + text[1:]


def starts_sentence(discourse: Discourse, token: int) -> bool:
    """Whether a word is the first of its sentence, or of a quotation."""
    if token and discourse.quotations[token] != discourse.quotations[token - 1]:
        return True
    first = discourse.document.sentences.table.starts[discourse.sentence_of[token]]
    return not any(any(c.isalnum() for c in discourse.forms[i]) for i in range(first, token))


def _takes_apostrophe(discourse: Discourse, last: int) -> bool:
    plural = "Number=Plur" in discourse.feats[last] or "Number=Ptan" in discourse.feats[last]
    return plural and discourse.lower[last].endswith("s")
