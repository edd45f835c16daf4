"""From ClearNLP's dependencies, which spaCy's English pipelines give, to Universal Dependencies.

Most relations only change their names. Three constructions change heads (de Marneffe et al. 2021, section 4): a
preposition hangs on its noun, a copula on its predicate, and conjuncts all hang on the first, with each conjunction on
the conjunct that it introduces.
"""

from __future__ import annotations

from corefer.analysis.adapters.tree import ROOT, Word, children

_NAMES = {
    "ROOT": "root",
    "acomp": "xcomp",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "complm": "mark",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "hmod": "compound",
    "hyph": "punct",
    "infmod": "acl",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "nn": "compound",
    "nsubjpass": "nsubj:pass",
    "num": "nummod",
    "number": "compound",
    "oprd": "xcomp",
    "partmod": "acl",
    "poss": "nmod:poss",
    "possessive": "case",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "rcmod": "acl:relcl",
    "relcl": "acl:relcl",
}
# Names that Universal Dependencies do not have; one of them tells which scheme a parse follows.
SIGNS = frozenset(("agent", "npadvmod", "pcomp", "pobj", "prep", "tmod", *_NAMES)) - {"ROOT"}
_PREPOSITIONS = ("prep", "agent", "dative")
_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM", "SYM", "DET")


def to_universal(words: list[Word]) -> None:
    """Turn a sentence's dependencies into Universal Dependencies, in place."""
    _coordinate(words)
    for place in sorted(range(len(words)), key=lambda i: -_depth(words, i)):
        _invert_preposition(words, place)
    for place in sorted(range(len(words)), key=lambda i: -_depth(words, i)):
        _invert_copula(words, place)
    for word in words:
        word.relation = _renamed(words, word)


def _depth(words: list[Word], place: int) -> int:
    depth = 0
    while place != ROOT and depth <= len(words):
        place, depth = words[place].head, depth + 1
    return depth


def _coordinate(words: list[Word]) -> None:
    """Conjunctions go to the conjunct behind them, then all conjuncts to the first."""
    for place, word in enumerate(words):
        if word.relation == "cc" and word.head != ROOT:
            behind = [i for i in children(words, word.head) if i > place and words[i].relation == "conj"]
            word.head = behind[0] if behind else word.head
    for word in words:
        while word.relation == "conj" and words[word.head].relation == "conj":
            word.head = words[word.head].head


def _invert_preposition(words: list[Word], place: int) -> None:
    """`in → Paris` becomes `Paris → in`; a preposition's other dependents go along."""
    word = words[place]
    below = children(words, place)
    objects = [i for i in below if words[i].relation in ("pobj", "pcomp")]
    objects = objects or [i for i in below if words[i].relation in ("obl", "nmod") and i > place]
    if word.head == ROOT or not objects or not (word.relation in _PREPOSITIONS or words[objects[0]].relation == "pobj"):
        return
    first, clausal = objects[0], words[objects[0]].relation == "pcomp"
    governor = words[word.head]
    _take_over(words, place, first)
    words[first].relation = word.relation
    if word.relation in _PREPOSITIONS:
        nominal = governor.upos in _NOMINAL and not any(
            words[i].relation in ("attr", "acomp", "nsubj", "nsubjpass", "aux") for i in children(words, word.head)
        )
        agent = "obl:agent" if word.relation == "agent" else "obl"
        words[first].relation = ("acl" if nominal else "advcl") if clausal else ("nmod" if nominal else agent)
    word.head, word.relation = first, "mark" if clausal else "case"


def _invert_copula(words: list[Word], place: int) -> None:
    """`is → captain` becomes `captain → is`; with *there*, what there is is the subject."""
    word = words[place]
    if word.lemma.lower() != "be" or word.relation in ("aux", "auxpass"):
        return
    below = children(words, place)
    predicates = [i for i in below if words[i].relation in ("attr", "acomp")]
    if any(words[i].relation == "expl" and words[i].form.lower() == "there" for i in below):
        for i in predicates:
            words[i].relation = "nsubj"
        return
    behind = [i for i in below if i > place]
    if not predicates and not any(words[i].relation in ("ccomp", "xcomp", "dobj", "advcl") for i in behind):
        predicates = [i for i in behind if words[i].relation == "obl"]
    if not predicates:
        return
    first = predicates[0]
    _take_over(words, place, first)
    words[first].relation = word.relation
    word.head, word.relation = first, "cop"


def _take_over(words: list[Word], old: int, new: int) -> None:
    """Hang `new` where `old` hangs, and the other dependents of `old` on `new`."""
    for i in children(words, old):
        words[i].head = new
    words[new].head = words[old].head


def _renamed(words: list[Word], word: Word) -> str:
    relation = word.relation
    if relation in ("npadvmod", "tmod", "pobj", "prep", "agent", "pcomp"):
        nominal = word.head != ROOT and words[word.head].upos in _NOMINAL
        if relation in ("npadvmod", "tmod"):
            return "nmod:unmarked" if nominal else "obl:unmarked"
        return "nmod" if nominal else "obl"
    if relation == "aux" and word.xpos == "TO":
        return "mark"
    if relation == "nmod" and word.upos in ("NOUN", "PROPN") and not _has_case(words, word):
        return "compound"
    return _NAMES.get(relation, relation or "dep")


def _has_case(words: list[Word], word: Word) -> bool:
    place = next(i for i, other in enumerate(words) if other is word)
    return any(words[i].relation == "case" for i in children(words, place))
