"""Mentions read off a parse: every noun phrase that GUM's guidelines would mark, with its head and a guessed type.

Each is an entity of its own; what corefers is for the resolvers to say. The rules follow what GUM's annotators do on
Universal Dependencies: a mention is headed by a noun, a name, a number that stands for something, or a pronoun that is
not relative, expletive or interrogative; it reaches over the head's determiners, modifiers and clauses, but not over
prepositions, appositions, coordinated phrases or, in a predicate, the subject and copula.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping

from corefer.analysis.lexicon import name_features, noun_features
from corefer.analysis.lexicon.names import bearers, fold
from corefer.analysis.lexicon.tables import table
from corefer.analysis.lexicon.titles import BODIES, title_gender
from corefer.document import Document
from corefer.resolve.schemes import Scheme
from corefer.syntax import Words
from corefer.syntax.pleonastic import EXTRAPOSITION, pleonastic

# What a phrase reaches over, by the side of the head on which the dependent stands.
_ON_BOTH = frozenset("det det:predet amod nmod:poss compound flat nummod nmod:unmarked nmod:desc goeswith".split())
_ON_THE_LEFT = _ON_BOTH | frozenset(["dep"])
_ON_THE_RIGHT = _ON_BOTH | frozenset("nmod acl acl:relcl compound:prt".split())
_PARTS_OF_WORDS = frozenset("fixed goeswith flat".split())
_DETERMINERS = frozenset("det nmod:poss".split())
_NUMBER_ROLES = frozenset("nsubj obj obl nmod nmod:unmarked nmod:poss root appos dep xcomp conj parataxis list".split())
_ADJECTIVE_ROLES = frozenset("nsubj obj obl nmod conj".split())
_ARTICLES = frozenset("a an the".split())
_NOT_REFERRING = frozenset("there who whom whose which what whatever whichever whoever".split())
_NOT_REFERRING_TAGS = frozenset("EX WDT WP WP$".split())
_NOUNS = frozenset(("NOUN", "PROPN", "PRON"))
_BRACKETS = {")": "(", "]": "[", "”": "“", "’": "‘", "}": "{"}
# Nouns that measure: what follows their *of* without a determiner is no mention of its own (*a lot of time*).
_MEASURES = frozenset(
    "lot number kind couple type group sort thousand million billion hundred dozen bunch bit piece cup deal gram load "
    "pair ton plenty pinch liter litre ounce pound glass bottle teaspoon tablespoon variety range series".split()
)
_EXTENTS = frozenset(("bit", "lot"))
_NEVER = frozenset("instance course self thanks a.m. p.m. etc. bce ce behalf bye cheers".split())
# Set phrases of preposition and noun, and of verb and noun, that refer to nothing.
_SET_PHRASES = frozenset(
    tuple(phrase.split("+"))
    for phrase in (
        "for+example in+term in+fact in+addition in+word in+front as+result by+way as+part in+part of+interest "
        "as+whole in+place with+respect in+turn on+top in+mind in+line in+response into+account in+touch by+hand "
        "in+question in+love to+death at+issue in+violation in+light in+relation in+contrast in+search in+charge "
        "in+reality out+reach at+minimum in+return per+capita in+need from+scratch at+risk in+meantime in+arrears "
        "on+average in+cooperation in+total in+case in+case in+accordance in+spite in+favor in+favour in+order "
        "in+short in+detail in+practice at+time on+hand on+purpose on+board by+accident by+chance by+mean "
        "at+expense at+once at+least in+advance in+common with+regard in+regard to+extent in+effect in+use on+basis "
        "by+virtue in+general in+particular in+wake in+lieu take+place give+rise take+advantage give+birth "
        "make+sense have+priority make+way take+care take+hold give+way take+note keep+track take+part "
        "pay+attention lose+sight catch+sight take+account make+use have+fun shake+hand "
    ).split()
)
_GAZETTEER = {"l": "place", "g": "organization"}
_TIMES = frozenset(
    "year month week day hour minute second decade century morning afternoon evening night time today tomorrow "
    "yesterday tonight weekend spring summer autumn winter season january february march april may june july "
    "august september october november december monday tuesday wednesday thursday friday saturday sunday".split()
)
_SPEAKERS = frozenset("i we you he she who me us him my our your his her myself yourself himself herself".split())


def find_mentions(document: Document, scheme: Scheme = Scheme.GUM) -> Document:
    """A bare copy of a parsed document in which every noun phrase is a mention, and an entity of its own.

    In the OntoNotes scheme a phrase includes its appositions, and only names among a noun's modifiers are mentions.
    In GUM's an *it* that announces a clause is a mention, and so is the clause.
    """
    phrases = _Phrases(document, scheme)
    found = document.bare()
    number = 0
    for head in range(len(document.tokens)):
        for start, end in phrases.spans(head):
            number += 1
            kind = phrases.type(head, start, end)
            found.add_mention(f"e{number}", start, end, head=head, type=kind, other=phrases.remarks(head))
    found.arrange()
    return found


def give_types(document: Document, known: Mapping[int, str]) -> None:
    """Give every mention the entity type known of its head, else the one that the lexicon knows of its words.

    Mentions that are given as spans get their types this way: an annotated type would tell part of the answer.
    """
    phrases = _Phrases(document, Scheme.GUM)
    for mention in document.mentions:
        head = document.mention_head(mention)
        mention.type = known.get(head) or phrases.type(head, mention.start, mention.end)


class _Phrases:
    """A document's parse, laid out for reading phrases off it."""

    def __init__(self, document: Document, scheme: Scheme) -> None:
        table = document.tokens.table
        self.words = Words(document)
        self.ids = table.column("id")
        self.is_gum = scheme is Scheme.GUM
        self.forms, self.lemma, self.upos, self.xpos = (
            table.forms,
            table.column("lemma"),
            table.column("upos"),
            table.column("xpos"),
        )
        self.deprel, self.feats = table.column("deprel"), table.column("feats")
        self.dependents: defaultdict[int, list[int]] = defaultdict(list)
        self.heads = self.words.heads
        self.first, self.last = array("l", range(len(table))), array("l", range(len(table)))
        for i, head in enumerate(self.heads):
            if head >= 0:
                self.dependents[head].append(i)
        self.independent = {
            self.lemma[i].lower()
            for i, upos in enumerate(self.upos)
            if upos in ("NOUN", "PROPN") and self.deprel[i] != "compound"
        }
        self._reach()
        coordinations = (self._coordination(head) for head in self.dependents)
        self.coordinations = Counter(self._text(span) for span in coordinations if span)
        self.announced = self._announced() if self.is_gum else {}

    def _announced(self) -> dict[int, int]:
        """The clauses that an *it* stands for in advance (*it is hard to tell*), by their heads."""
        return {
            clause: token
            for token, form in enumerate(self.words.lower)
            if form == "it" and pleonastic(self.words, token) == EXTRAPOSITION
            for clause in self.words.dependents(self.heads[token], "csubj")[:1]
        }

    def _text(self, span: tuple[int, int]) -> str:
        return " ".join(self.words.lower[slice(*span)])

    def _reach(self) -> None:
        """The first and last token that each token dominates."""
        heads, first, last = self.heads, self.first, self.last
        for i in range(len(heads)):
            above = heads[i]
            while above >= 0 and (first[above] > i or last[above] < i):
                first[above] = min(first[above], i)
                last[above] = max(last[above], i)
                above = heads[above]

    def spans(self, head: int) -> list[tuple[int, int]]:
        """The mentions of this head: its phrase, and the coordination that it begins if the text speaks of it again."""
        if head in self.announced:
            return [self._without_punctuation(self.first[head], self.last[head], head)]
        found = [self.span(head)] if self.is_mention(head) else []
        coordination = self._coordination(head)
        if found and coordination and self.coordinations[self._text(coordination)] > 1:
            found.append(coordination)
        return found

    def remarks(self, head: int) -> dict[str, str] | None:
        """That an *it* refers to nothing."""
        return {"expletive": "1.00"} if self.words.lower[head] == "it" and pleonastic(self.words, head) else None

    def is_mention(self, token: int) -> bool:
        if "." in self.ids[token]:  # an empty node
            return False
        upos, relation = self.upos[token], self.deprel[token]
        plain = relation.partition(":")[0]
        if upos in ("NOUN", "PROPN"):
            return plain not in _PARTS_OF_WORDS and self._is_referring_noun(token, relation)
        if upos == "PRON":
            return self._is_referring_pronoun(token, plain)
        if upos == "NUM":
            return relation in _NUMBER_ROLES
        if upos == "DET":
            return plain != "det" and self.forms[token].lower() not in _ARTICLES
        return upos == "ADJ" and plain in _ADJECTIVE_ROLES and self._is_determined(token)

    def _is_referring_pronoun(self, token: int, plain: str) -> bool:
        if self.xpos[token] in _NOT_REFERRING_TAGS or self.words.lower[token] in _NOT_REFERRING:
            return False
        if self.words.lower[token] == "it" and (kind := pleonastic(self.words, token)):
            return kind == EXTRAPOSITION and token in self.announced.values()
        return plain != "expl"

    def _is_determined(self, token: int) -> bool:
        return any(self.deprel[i] in _DETERMINERS for i in self.dependents.get(token, ()))

    def _is_referring_noun(self, token: int, relation: str) -> bool:
        lemma = self.lemma[token].lower()
        if lemma in _NEVER:
            return False
        if relation == "compound":
            return self._is_referring_modifier(token, lemma) and (self.is_gum or self.upos[token] == "PROPN")
        if relation == "nmod:desc":
            return title_gender(self.forms[token]) is None
        if relation == "conj":
            return not self.shares_determiner(token)
        if relation == "obl:unmarked" and (lemma in _EXTENTS or self._is_whole(token)):
            return False
        return not self._is_set_phrase(token, lemma) and not self._is_measured(token)

    def _is_whole(self, token: int) -> bool:
        """*All the time*, *all the way*."""
        return any(self.deprel[i] == "det:predet" for i in self.dependents.get(token, ()))

    def _is_set_phrase(self, token: int, lemma: str) -> bool:
        if (self.lemma[self.heads[token]], lemma) in _SET_PHRASES and self.deprel[token] == "obj":
            return True
        return any((self.forms[i].lower(), lemma) in _SET_PHRASES for i in self._prepositions(token))

    def _prepositions(self, token: int) -> list[int]:
        return [i for i in self.dependents.get(token, ()) if self.deprel[i] == "case" and i < token]

    def _is_measured(self, token: int) -> bool:
        """Whether this is the *time* of *a lot of time*."""
        if self.deprel[token] != "nmod" or self.lemma[self.heads[token]].lower() not in _MEASURES:
            return False
        return not self._is_determined(token) and any(self.forms[i].lower() == "of" for i in self._prepositions(token))

    def _is_referring_modifier(self, token: int, lemma: str) -> bool:
        """Whether a noun before a noun refers to something itself (*winter* mud, if there is *winter* elsewhere)."""
        head = self.heads[token]
        if self.upos[token] == "PROPN" and self.upos[head] == "NOUN":
            return True
        if self.upos[head] not in ("NOUN", "PROPN") or "-" in self.forms[token : token + 2]:
            return False
        if self.upos[token] == "NOUN":
            return lemma in self.independent
        if head > token + 1 and (lemma in self.independent or "l" in table("entities").get(fold(self.forms[token]))):
            return True  # *Tulsa* Community College
        return lemma in self.independent and fold(self.forms[head]) in BODIES

    def shares_determiner(self, token: int) -> bool:
        """Whether a conjunct is one phrase with the first, whose determiner is its own too (*his pride and joy*)."""
        first = self.heads[token]
        if self.upos[token] != "NOUN" or self.upos[first] != "NOUN" or self._is_determined(token):
            return False
        forms = [self.forms[i].lower() for i in self.dependents[first] if self.deprel[i] in _DETERMINERS]
        if not forms or forms[0] == "the":
            return False
        return forms[0] not in _ARTICLES or (self._is_modified(first) and not self._is_modified(token))

    def _is_modified(self, token: int) -> bool:
        return any(self.deprel[i] in ("amod", "nummod") for i in self.dependents.get(token, ()))

    def span(self, head: int) -> tuple[int, int]:
        start, end = head, head
        for i in self.dependents.get(head, ()):
            if i < head and self.deprel[i] in _ON_THE_LEFT:
                start = min(start, self.first[i])
            elif i > head and self._is_of_phrase(i, head):
                end = max(end, self.last[i])
        return self._without_punctuation(start, end, head)

    def _is_of_phrase(self, token: int, head: int) -> bool:
        """Whether a phrase reaches over this dependent on its head's right."""
        relation = self.deprel[token]
        if relation == "nmod:unmarked" and self.upos[head] == "PROPN":
            return self.forms[self.first[token]] != "("
        if relation in _ON_THE_RIGHT:
            return self.upos[token] != "PRON" or relation != "nmod:unmarked"  # *the king* himself
        if relation == "case":
            return self.xpos[token] == "POS"
        if relation == "conj":
            return self.shares_determiner(token)
        if relation == "dep":
            return self.upos[token] == "NUM" and token == head + 1
        if relation == "advmod":
            return self.first[token] == token == head + 1
        return relation == "appos" and not self.is_gum

    def _coordination(self, head: int) -> tuple[int, int] | None:
        """The whole of *Ada and Bruno*, if this is its head."""
        conjuncts = [i for i in self.dependents.get(head, ()) if self.deprel[i] == "conj"]
        if not conjuncts or self.upos[head] not in _NOUNS or any(self.upos[i] not in _NOUNS for i in conjuncts):
            return None
        return self.span(head)[0], self.span(conjuncts[-1])[1]

    def _without_punctuation(self, start: int, end: int, head: int) -> tuple[int, int]:
        """Without marks at the edges, save closing ones whose opening stands inside."""
        while end > head and self.upos[end] == "PUNCT":
            opening = _BRACKETS.get(self.forms[end])
            if opening and opening in self.forms[start:end]:
                break
            end -= 1
        while start < head and self.upos[start] == "PUNCT":
            start += 1
        return start, end + 1

    def type(self, head: int, start: int, end: int) -> str:
        """The entity type as far as the lexicon knows: person, animal, place, organization, time, or nothing."""
        form, lemma = self.forms[head].lower(), self.lemma[head].lower()
        if self.upos[head] == "PRON":
            return "person" if form in _SPEAKERS else ""
        if lemma in _TIMES:
            return "time"
        if self.upos[head] == "PROPN":
            return self._type_of_name(start, end)
        animacy = noun_features(lemma).animacy
        return {"person": "person", "animate": "animal"}.get(animacy, "")

    def _type_of_name(self, start: int, end: int) -> str:
        words = self.forms[start:end]
        if name_features(words).animacy == "person":
            return "person"
        if len(words) == 1 and bearers(words[0]).given:  # *Ada* is a town, and somebody
            return ""
        kinds = table("entities").get(fold(" ".join(words)))
        return next((kind for letter, kind in _GAZETTEER.items() if letter in kinds), "")
