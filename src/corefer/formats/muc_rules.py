"""The rules of the MUC-6 task definition (version 2.3) that a program can check, each under a code of its own.

The rules on regions and MIN need the text alone; those on what is markable and what may be linked need a
parse in Universal Dependencies, and are passed over without one. Numbers in parentheses are sections of
the definition.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from corefer.document import Document, Mention, Region
from corefer.document.heads import minimal_span
from corefer.formats.muc import unlocated_min

CODES = {
    "MUC01": "The MIN string does not occur inside its mention (1.4).",
    "MUC02": "A mention stands outside the parts of the article that are to be annotated (2).",
    "MUC03": "A mention stands in a line of the text that begins with @: a table or special formatting (2).",
    "MUC04": "A clause is marked; only nouns, noun phrases and pronouns are markable (3.1).",
    "MUC05": "A part of a name or date is marked; these are markable as a whole only (3.2).",
    "MUC06": "A gerund is marked: a present participle with an object or an adverb is verbal, not a noun (3.3).",
    "MUC07": "The head of a noun phrase is marked apart from the whole phrase (3.5).",
    "MUC08": "A relative pronoun is marked (3.6).",
    "MUC09": "Conjoined noun phrases are marked as one mention (3.7).",
    "MUC10": "An indefinite apposition is linked to the phrase that it describes (5.3).",
    "MUC11": "An apposition that no punctuation sets off is linked to its neighbour (5.3).",
    "MUC12": "An indefinite predicate nominal is linked to its subject (5.4).",
    "MUC13": "A predicate nominal is linked to its subject, whose identity the text does not assert (5.4).",
}

Finding = tuple[str, str, Mention, str, str]

_ANNOTATED = ("TXT", "HL", "DATELINE", "TEXT", "SLUG", "DATE", "NWORDS", "PREAMBLE", "TRAILER")
_BODY = ("TXT", "TEXT")
_INDEFINITE = frozenset(("a", "an", "some", "any", "another", "no"))
_POSSIBLE = frozenset(("may", "might", "could", "would", "can", "should", "'d", "’d"))
_DOUBTFUL = frozenset(("possibly", "perhaps", "maybe", "probably", "potentially", "not", "n't", "n’t", "never"))
_OF, _AND_SIGN = frozenset(("of",)), frozenset(("&",))
_RELATIVE = frozenset(("who", "whom", "whose", "which", "that"))
_BECOMING = frozenset(("become", "remain", "stay", "seem", "appear"))
_VERBAL = frozenset(("obj", "iobj", "ccomp", "xcomp"))
_LIKE_NOUNS = frozenset(("VBG", "VBN", "NN", "NNS", "NNP", "NNPS", "JJ"))
_NOUN_LIKE = frozenset(("det", "amod", "compound"))
_LEFT_MODIFIERS = frozenset(("det", "amod", "compound", "nummod", "nmod:poss"))


def muc_findings(document: Document) -> Iterator[Finding]:
    """What breaks a rule: code, severity, mention, message and remedy of each, in no particular order."""
    for mention, minimum in unlocated_min(document):
        message = f"MIN “{minimum}” does not occur in {_shown(document, mention)}"
        yield "MUC01", "error", mention, message, "give words of the mention as they stand there"
    yield from _places(document)
    if document.is_parsed:
        yield from _Parse(document).findings()


def annotated_regions(document: Document) -> list[Region]:
    """The parts of an article that are to be annotated (2), of two DDs the second; all of a text without parts."""
    dates = [region for region in document.regions if region.name.upper() == "DD"]
    parts = [region for region in document.regions if region.name.upper() in _ANNOTATED]
    if not parts and not dates:
        return [Region("TXT", 0, len(document.text))]
    return sorted(parts + dates[:2][-1:], key=lambda region: region.start)


def _places(document: Document) -> Iterator[Finding]:
    regions = annotated_regions(document)
    bodies = [region for region in regions if region.name.upper() in _BODY]
    for mention in document.mentions:
        (start, _), (_, end) = document.mention_spans(mention)[0], document.mention_spans(mention)[-1]
        if not any(region.start <= start and end <= region.end for region in regions):
            names = ", ".join(dict.fromkeys(region.name for region in regions))
            message = f"{_shown(document, mention)} stands outside {names}"
            yield "MUC02", "error", mention, message, "remove it"
        line = document.text.rfind("\n", 0, start) + 1
        in_body = any(region.start <= start < region.end for region in bodies)
        if in_body and document.text.startswith("@", line):
            message = f"{_shown(document, mention)} stands in a line that begins with @"
            yield "MUC03", "error", mention, message, "remove it"


def _shown(document: Document, mention: Mention) -> str:
    text = " ".join(document.mention_text(mention).split())
    return f"“{text if len(text) <= 60 else f'{text[:59]}…'}”"


class _Parse:
    """A parsed document with the dependents of each token and the mentions by head."""

    def __init__(self, document: Document) -> None:
        table = document.tokens.table
        self.document = document
        self.forms = [form.lower() for form in table.forms]
        self.lemmas, self.upos, self.xpos = table.column("lemma"), table.column("upos"), table.column("xpos")
        self.relations, self.feats = table.column("deprel"), table.column("feats")
        self.dependents: dict[int, list[int]] = defaultdict(list)
        for token in range(len(table)):
            head = document.head_index(token)
            if head is not None:
                self.dependents[head].append(token)
        self.heads = {id(mention): document.mention_head(mention) for mention in document.mentions}
        self.by_head: dict[int, list[Mention]] = defaultdict(list)
        for mention in document.mentions:
            self.by_head[self.heads[id(mention)]].append(mention)

    def findings(self) -> Iterator[Finding]:
        for mention in self.document.mentions:
            yield from self._markable(mention)
            yield from self._linked(mention)
        yield from self._parts_of_names()

    def _with(self, head: int, *relations: str) -> list[int]:
        """The dependents that stand in one of these relations; `nsubj` includes `nsubj:pass`."""
        return [
            token
            for token in self.dependents[head]
            if self.relations[token] in relations or self.relations[token].partition(":")[0] in relations
        ]

    def _has_form(self, tokens: list[int], forms: frozenset[str]) -> bool:
        return any(self.forms[token] in forms for token in tokens)

    # --- what is markable

    def _markable(self, mention: Mention) -> Iterator[Finding]:
        shown = _shown(self.document, mention)
        if self._is_gerund(mention):
            yield "MUC06", "error", mention, f"{shown} is a gerund", "remove it, and whatever refers to it alone"
        elif self._is_clause(mention):
            yield "MUC04", "error", mention, f"{shown} is a clause", "remove it, and whatever refers to it alone"
        if self._is_relative_pronoun(mention):
            yield "MUC08", "error", mention, f"{shown} is a relative pronoun", "remove it: mark the whole noun phrase"
        if self._is_conjoined(mention):
            yield "MUC09", "error", mention, f"{shown} has two heads", "mark the conjuncts, each by itself"
        elif outer := self._phrase_around(mention):
            message = f"{shown} is the head of {_shown(self.document, outer)}, which is marked as well"
            yield "MUC07", "error", mention, message, "mark the whole phrase only"
        elif (left := self._left_out(mention)) is not None:
            message = f"{shown} lacks “{self.document.tokens.table.forms[left]}”, which modifies its head"
            yield "MUC07", "warning", mention, message, "mark the whole phrase; MIN gives its head"

    def _is_gerund(self, mention: Mention) -> bool:
        head = self.heads[id(mention)]
        if self.xpos[head] != "VBG" or self.upos[head] not in ("VERB", "AUX") or self._with(head, "nsubj", "aux"):
            return False
        adverbs = [token for token in self._with(head, "advmod") if self.upos[token] == "ADV"]
        return bool(adverbs or self._with(head, *_VERBAL)) and not self._is_noun_like(head)

    def _is_noun_like(self, participle: int) -> bool:
        """`the slowing of the economy`, `program trading`, `excessive spending`."""
        has_of = any(self._has_form(self._with(token, "case"), _OF) for token in self._with(participle, "nmod"))
        return has_of or bool(self._with(participle, *_NOUN_LIKE))

    def _is_clause(self, mention: Mention) -> bool:
        """A verb's phrase, or a predicate with its copula and subject; participles alone may be nouns or adjectives."""
        head = self.heads[id(mention)]
        if self.upos[head] in ("VERB", "AUX"):
            return self.xpos[head] not in _LIKE_NOUNS or bool(self._with(head, "nsubj", "aux"))
        inside = [token for token in self.dependents[head] if mention.start <= token < mention.end]
        relations = {self.relations[token].partition(":")[0] for token in inside}
        return "cop" in relations and bool(relations & {"nsubj", "csubj", "expl"})

    def _is_relative_pronoun(self, mention: Mention) -> bool:
        """Who, which or that of a relative clause that has a head; questions and free relatives are something else."""
        token: int | None = mention.start
        if mention.end - mention.start != 1 or self.forms[mention.start] not in _RELATIVE:
            return False
        if "PronType=" in self.feats[mention.start] and "PronType=Rel" not in self.feats[mention.start]:
            return False
        for _ in range(8):
            if token is None or self.relations[token] in ("root", "advcl", "csubj", "parataxis"):
                break
            if self.relations[token] == "acl:relcl":
                return token != mention.start
            token = self.document.head_index(token)
        return False

    def _is_conjoined(self, mention: Mention) -> bool:
        head = self.heads[id(mention)]
        if self.upos[head] in ("VERB", "AUX"):
            return False
        return any(
            mention.start <= token < mention.end
            and self.upos[token] in ("NOUN", "PROPN", "PRON", "NUM", "SYM")
            and not self._has_form(self._with(token, "cc"), _AND_SIGN)
            for token in self._with(head, "conj")
        )

    def _phrase_around(self, mention: Mention) -> Mention | None:
        """A larger mention with the same head (but the whole of a coordination has several)."""
        for other in self.by_head[self.heads[id(mention)]]:
            contains = other.start <= mention.start and mention.end <= other.end
            if contains and other.end - other.start > mention.end - mention.start and not self._is_conjoined(other):
                return other
        return None

    def _left_out(self, mention: Mention) -> int | None:
        """The first modifier of the head that stands before the mention instead of in it."""
        head = self.heads[id(mention)]
        if self.upos[head] not in ("NOUN", "PROPN"):
            return None
        before = (token for token in self.dependents[head] if token < mention.start)
        return next((token for token in before if self.relations[token] in _LEFT_MODIFIERS), None)

    def _parts_of_names(self) -> Iterator[Finding]:
        """Mentions strictly inside another's minimal span: only names and dates have one of several words."""
        spans: list[tuple[int, int]] = []
        for start, end in sorted((span[0], span[-1] + 1) for span in self._long_minima()):
            if not spans or spans[-1][1] < end:
                spans.append((start, end))
        starts = [start for start, _ in spans]
        for mention in self.document.mentions:
            place = bisect_right(starts, mention.start) - 1
            if place < 0:
                continue
            start, end = spans[place]
            if mention.end <= end and mention.end - mention.start < end - start:
                whole = self.document.text[
                    self.document.tokens.table.starts[start] : self.document.tokens.table.ends[end - 1]
                ]
                message = f"{_shown(self.document, mention)} is a part of “{whole}”"
                yield "MUC05", "error", mention, message, "remove it: names and dates are markable as a whole"

    def _long_minima(self) -> Iterator[tuple[int, ...]]:
        for mention in self.document.mentions:
            if mention.end - mention.start > 1:
                span = minimal_span(self.document, mention)
                if len(span) > 1 and self.heads[id(mention)] in span:
                    yield span

    # --- what may be linked

    def _linked(self, mention: Mention) -> Iterator[Finding]:
        head = self.heads[id(mention)]
        shown = _shown(self.document, mention)
        above = self.document.head_index(head)
        if self.relations[head] == "appos" and above is not None and self._coreferent(mention, above):
            if self._is_indefinite(mention):
                yield "MUC10", "error", mention, f"the apposition {shown} is indefinite", "take it out of the entity"
            if mention.start and not self._is_set_off(mention):
                message = f"no punctuation sets the apposition {shown} off"
                yield "MUC11", "error", mention, message, "take it out of the entity"
        subject, is_asserted = self._subject(head)
        if subject is not None and self._coreferent(mention, subject):
            if self._is_indefinite(mention) or self._is_bare_plural(head):
                message = f"the predicate nominal {shown} is indefinite"
                yield "MUC12", "error", mention, message, "take it out of the entity"
            if not is_asserted:
                message = f"the text does not assert that {shown} is the same as its subject"
                yield "MUC13", "error", mention, message, "take it out of the entity"

    def _coreferent(self, mention: Mention, head: int) -> bool:
        """Whether the phrase with this head is a mention of the same entity."""
        return any(other.entity is mention.entity for other in self.by_head.get(head, ()))

    def _is_indefinite(self, mention: Mention) -> bool:
        head = self.heads[id(mention)]
        one_of = self.forms[head] == "one" and bool(self._with(head, "nmod"))
        return one_of or self._has_form(self._with(head, "det"), _INDEFINITE)

    def _is_bare_plural(self, head: int) -> bool:
        is_plural = self.xpos[head] == "NNS" or (self.upos[head] == "NOUN" and "Number=Plur" in self.feats[head])
        return is_plural and not self._with(head, "det", "nmod:poss", "nummod")

    def _is_set_off(self, mention: Mention) -> bool:
        return self.upos[mention.start - 1] == "PUNCT" or self.upos[mention.start] == "PUNCT"

    def _subject(self, head: int) -> tuple[int | None, bool]:
        """The head of the phrase that this one is predicated of, and whether that is asserted rather than possible."""
        clause = self._predication(head)
        if clause is None:
            return None, True
        is_asserted = not self._is_doubtful(clause) and not (clause != head and self._is_doubtful(head))
        subject = next(iter(self._with(clause, "nsubj")), None)
        governor = self.document.head_index(clause)
        if subject is None and governor is not None:
            if self.relations[clause] == "xcomp":
                subject = next(iter(self._with(governor, "obj") or self._with(governor, "nsubj")), None)
            elif self.relations[clause] == "acl":
                return next(iter(self._with(governor, "nsubj")), governor), False
        return subject, is_asserted

    def _predication(self, head: int) -> int | None:
        """The head of the clause in which this token is the predicate nominal."""
        if self._with(head, "cop"):
            return head
        above = self.document.head_index(head)
        becomes = above is not None and self.lemmas[above] in _BECOMING and self.relations[head] in ("xcomp", "obj")
        return above if becomes else None

    def _is_doubtful(self, clause: int) -> bool:
        is_possible = self._has_form(self._with(clause, "aux"), _POSSIBLE)
        return is_possible or self._has_form(self._with(clause, "advmod"), _DOUBTFUL)
