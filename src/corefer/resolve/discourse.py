"""What resolvers look at: a document's mentions in order, each described once for all of them.

A resolver never looks at the annotation of its input: a `Discourse` is made from mentions that are entities of
their own, and what it says of them comes from the parse, the tags and the lexicon.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from corefer.analysis.lexicon import Features, name_features, noun_features, pronoun_features
from corefer.document import Document, Mention
from corefer.document.anaphors import PRONOMINAL, AnaphorType, anaphor_type
from corefer.document.document import NO_HEAD
from corefer.resolve.agreement import Agreement
from corefer.resolve.quotations import quotations
from corefer.resolve.schemes import Scheme
from corefer.syntax.words import tree_heads

LEAST_CERTAIN = 0.7  # what the lexicon says with less certainty is taken for unknown


class Function(StrEnum):
    """Grammatical functions, as salience and centering rank them."""

    SUBJECT = "subject"
    EXISTENTIAL = "existential"  # "there is γ"
    OBJECT = "object"
    INDIRECT = "indirect object"
    ADVERBIAL = "adverbial"  # a prepositional phrase of the verb
    GENITIVE = "genitive"  # possessors and of-phrases
    ATTRIBUTE = "attribute"  # other phrases inside a noun phrase
    PREDICATE = "predicate"
    APPOSITION = "apposition"
    OTHER = "other"


_FUNCTIONS = {
    "nsubj": Function.SUBJECT,
    "nsubj:pass": Function.SUBJECT,
    "nsubj:outer": Function.SUBJECT,
    "csubj": Function.SUBJECT,
    "obj": Function.OBJECT,
    "iobj": Function.INDIRECT,
    "obl": Function.ADVERBIAL,
    "obl:agent": Function.ADVERBIAL,
    "nmod:poss": Function.GENITIVE,
    "nmod": Function.ATTRIBUTE,
    "appos": Function.APPOSITION,
}
_ARTICLES = frozenset("a an the".split())
_QUANTITIES = frozenset(
    "lot number majority minority couple pair bunch variety range host series half rest most".split()
)
_DEFINITE = frozenset("the this that these those my your his her its our their whose both all each every".split())
_CONTENT = frozenset(("NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV", "X", "SYM"))
_AND = frozenset(("and", "&", "as"))
_ONE = frozenset("a an this that another".split())
_IN_NAMES = frozenset("flat compound nummod appos".split())
_ANIMACY = {"person": "person", "animal": "animate", "place": "thing", "time": "thing", "organization": "thing"}
_GENITIVES = frozenset(("'s", "’s", "'", "’"))


@dataclass(slots=True)
class View:
    """One mention as resolvers see it; `index` is its place in `Discourse.views`."""

    index: int
    mention: Mention
    start: int
    end: int
    head: int
    kind: AnaphorType
    form: str  # the head's form in lower case
    lemma: str
    upos: str
    relation: str
    sentence: int
    function: Function
    agreement: Agreement
    definite: bool
    quotation: int
    content: tuple[str, ...]  # content words in lower case, in order, the head among them
    text: str  # the words in lower case without a leading article or a closing genitive
    expletive: float  # the probability that this is a pleonastic *it*

    @property
    def is_pronoun(self) -> bool:
        return self.kind in PRONOMINAL

    @property
    def is_name(self) -> bool:
        return self.kind is AnaphorType.NAME

    @property
    def type(self) -> str:
        """The entity type (`person`, `place`, …) where the analysis gave one."""
        return self.mention.type


class Discourse:
    """A document and its mentions' views, in document order; `scheme` says what is to be linked."""

    def __init__(self, document: Document, scheme: Scheme = Scheme.GUM) -> None:
        self.document = document
        self.scheme = scheme
        table = document.tokens.table
        self.forms = table.forms
        self.lower = [form.lower() for form in table.forms]
        self.upos, self.deprel = table.column("upos"), table.column("deprel")
        self.lemmas, self.feats = table.column("lemma"), table.column("feats")
        self.quotations: array[int] = quotations(document)
        self.sentence_of = _sentences(document)
        self.heads = tree_heads(document)
        self.children = _children(self.heads)
        self.views = [self._view(index, mention) for index, mention in enumerate(document.mentions)]
        self._starts = [view.start for view in self.views]
        self._heads: dict[int, View] = {}
        for view in self.views:
            known = self._heads.get(view.head)
            if known is None or known.end - known.start < view.end - view.start:
                self._heads[view.head] = view

    def head(self, token: int) -> int | None:
        """The token's governor; None for roots."""
        head = self.heads[token]
        return None if head == NO_HEAD else head

    def headed_by(self, token: int) -> View | None:
        """The widest mention with this head."""
        return self._heads.get(token)

    def in_sentence(self, sentence: int) -> list[View]:
        """The views that start in a sentence."""
        table = self.document.sentences.table
        low, high = (bisect_left(self._starts, edge) for edge in (table.starts[sentence], table.ends[sentence]))
        return self.views[low:high]

    def speaker(self, token: int) -> str:
        """Who speaks the token's sentence, where the document says so."""
        return self.document.sentences.table.speakers[self.sentence_of[token]]

    def _view(self, index: int, mention: Mention) -> View:
        document = self.document
        head = document.mention_head(mention)
        kind = anaphor_type(document, mention)
        relation = self.deprel[head]
        tokens = mention.tokens
        return View(
            index=index,
            mention=mention,
            start=mention.start,
            end=mention.end,
            head=head,
            kind=kind,
            form=self.lower[head],
            lemma=self.lemmas[head].lower() if self.lemmas[head] != "_" else self.lower[head],
            upos=self.upos[head],
            relation=relation,
            sentence=self.sentence_of[mention.start],
            function=self._function(head, relation),
            agreement=self._agreement(mention, head, kind),
            definite=self._is_definite(mention, head, kind),
            quotation=self.quotations[head],
            content=tuple(self.lower[i] for i in tokens if i == head or self.upos[i] in _CONTENT),
            text=" ".join(self._bare(tokens)),
            expletive=float((mention.other or {}).get("expletive", 0.0)),
        )

    def _bare(self, tokens: tuple[int, ...]) -> list[str]:
        words = [self.lower[i] for i in tokens]
        if len(words) > 1 and words[0] in _ARTICLES:
            del words[0]
        if len(words) > 1 and words[-1] in _GENITIVES:
            words.pop()
        return words

    def _function(self, head: int, relation: str) -> Function:
        """By the relation; of conjuncts, by the first conjunct's."""
        while relation == "conj":
            above = self.head(head)
            if above is None:
                return Function.OTHER
            head, relation = above, self.deprel[above]
        children = self.children[head]
        if relation.startswith("nsubj") and self._is_existential(head):
            return Function.EXISTENTIAL
        found = _FUNCTIONS.get(relation, Function.OTHER)
        if found is Function.ATTRIBUTE and any(self.lower[i] == "of" and self.deprel[i] == "case" for i in children):
            return Function.GENITIVE
        if found is Function.OTHER and any(self.deprel[i] == "cop" for i in children):
            return Function.PREDICATE
        return found

    def _is_existential(self, head: int) -> bool:
        above = self.head(head)
        return above is not None and any(
            self.lower[i] == "there" and self.deprel[i] == "expl" for i in self.children[above]
        )

    def _is_definite(self, mention: Mention, head: int, kind: AnaphorType) -> bool:
        if kind in PRONOMINAL or kind is AnaphorType.NAME:
            return kind is not AnaphorType.INDEF
        if self.lower[mention.start] in _DEFINITE:
            return True
        return any(self.forms[i] in _GENITIVES for i in range(mention.start, head))

    def _agreement(self, mention: Mention, head: int, kind: AnaphorType) -> Agreement:
        """What the analyser said of the mention, else what the lexicon knows.

        Of single names that say nothing themselves, the analyser takes most for men's: that is no knowledge.
        """
        given = mention.other or {}
        if "certainty" in given or "number" in given:
            found = Agreement(
                given.get("number", ""),
                given.get("gender", ""),
                given.get("animacy", ""),
                int(given.get("person", 0)),
            )
        else:
            found = Agreement.of(self._features(mention, head, kind))
        if kind is AnaphorType.NAME and found.gender == "masc" and "certainty" in given:
            name = self._name(mention, head)
            found.gender = name_features(name).gender if len(name) == 1 else "masc"
        if found.number == "sing" and self._may_be_several(mention, head, kind):
            found.number = ""
        return found

    def _may_be_several(self, mention: Mention, head: int, kind: AnaphorType) -> bool:
        """A body or a group is *it* and *they*; so are quantities (*a lot of people*), and *someone* is *they*."""
        if kind is AnaphorType.INDEF:
            return True
        if kind in PRONOMINAL:
            return False
        lemma = self.lemmas[head].lower()
        return mention.type == "organization" or lemma in _QUANTITIES or noun_features(lemma, "sing").number != "sing"

    def _features(self, mention: Mention, head: int, kind: AnaphorType) -> Features:
        if kind in PRONOMINAL:
            return pronoun_features(self.lower[head])
        number = _number(self.feats[head])
        if self._is_coordination(mention, head):
            return Features(number="plur", person=3, certainty=1.0)
        if self.upos[head] == "NUM":
            is_date = any(self.upos[i] == "PROPN" for i in self.children[head])
            return Features("sing" if is_date else _number_of_figure(self.lower[head]), "neut", "thing", 3, 1.0)
        if kind is AnaphorType.NAME:
            known = name_features(self._name(mention, head))
            number = "plur" if number == "plur" and known.animacy != "thing" else known.number or number
        else:
            known = noun_features(self.lemmas[head].lower(), number)
            number = known.number or number
        if known.certainty < LEAST_CERTAIN:
            known = Features(person=3)
        animacy = known.animacy or _ANIMACY.get(mention.type, "")
        return Features(number, known.gender or ("neut" if animacy == "thing" else ""), animacy, 3, known.certainty)

    def _is_coordination(self, mention: Mention, head: int) -> bool:
        """Whether the phrase is several by *and*; *a friend and colleague* is one."""
        conjuncts = [i for i in self.children[head] if self.deprel[i] == "conj" and i < mention.end]
        if not conjuncts or not any(self.lower[i] in _AND for token in conjuncts for i in self.children[token]):
            return False
        second = any(self.deprel[i] in ("det", "nmod:poss") for i in self.children[conjuncts[0]])
        return second or self.lower[mention.start] not in _ONE

    def _name(self, mention: Mention, head: int) -> list[str]:
        """The words of the name in a phrase: to the last that is joined to the head, without what describes it."""
        end = head + 1
        while end < mention.end and self.deprel[end] in _IN_NAMES and self.upos[end] != "PUNCT":
            end += 1
        return self.forms[mention.start : end]


def _number_of_figure(form: str) -> str:
    """Of a number that stands for something: years are one thing, other figures several."""
    is_year = len(form) == 4 and form.isdigit()
    return "sing" if is_year or form in ("one", "1") else "plur"


def _number(feats: str) -> str:
    return "plur" if "Number=Plur" in feats or "Number=Ptan" in feats else "sing" if "Number=Sing" in feats else ""


def _sentences(document: Document) -> array[int]:
    found = array("l", [0]) * len(document.tokens)
    table = document.sentences.table
    for number, (start, end) in enumerate(zip(table.starts, table.ends, strict=True)):
        for token in range(start, end):
            found[token] = number
    return found


def _children(heads: Sequence[int]) -> list[list[int]]:
    """Each token's dependents, in order."""
    found: list[list[int]] = [[] for _ in heads]
    for token, head in enumerate(heads):
        if head != NO_HEAD:
            found[head].append(token)
    return found
