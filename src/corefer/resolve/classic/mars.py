"""MARS: Mitkov's knowledge-poor approach, a sum of indicators that boost and impede.

R. Mitkov (1998): Robust Pronoun Resolution with Limited Knowledge. COLING-ACL 1998, 869–875 (the indicators and their
scores, section 2.2); R. Mitkov, R. Evans and C. Orasan (2002): A New, Fully Automatic Version of Mitkov's
Knowledge-Poor Pronoun Resolution Method. CICLing 2002, 168–186 (frequent candidates, syntactic parallelism, pronouns).

Term preference, which needs a terminology of the field, is covered by the later version's frequent candidates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from corefer.document import Decision
from corefer.resolve.classic.choosing import Judged, decide, preceding
from corefer.resolve.classic.entities import Entities
from corefer.resolve.classic.obstacles import THIRD, is_third_person, obstacle
from corefer.resolve.discourse import Discourse, Function, View

WINDOW = 2  # sentences back
FREQUENT = 3  # how many noun phrases count as frequent candidates
_INDICATING = frozenset(
    "discuss present illustrate identify summarise summarize examine describe define show check develop review report "
    "outline consider investigate explore assess analyse analyze synthesise synthesize study survey deal cover".split()
)
_SEQUENCE = frozenset("and or before after until".split())
_PREPOSITIONAL = frozenset((Function.ADVERBIAL, Function.ATTRIBUTE))
_UTTERANCES = frozenset(("conj", "advcl", "ccomp", "parataxis", "acl:relcl"))
_VERBAL = frozenset(("VERB", "AUX"))


class Mars:
    """Third-person pronouns by the highest sum of indicators."""

    name = "mars"
    covers = THIRD

    def decide(self, discourse: Discourse) -> list[Decision]:
        indicators = Indicators(discourse)
        entities = Entities(discourse.views)
        return [self._decide(indicators, entities, view) for view in discourse.views if is_third_person(view)]

    def _decide(self, indicators: Indicators, entities: Entities, anaphor: View) -> Decision:
        judged = []
        for view in preceding(indicators.discourse, anaphor, WINDOW):
            rule = obstacle(indicators.discourse, anaphor, view, entities.of(view).agreement)
            judged.append(Judged(view, rule, () if rule else indicators.of(anaphor, view)))
        chosen = max((c for c in judged if not c.excluded_by), key=_preference, default=None)
        if chosen:
            entities.merge(chosen.view, anaphor)
        return decide(self.name, anaphor, chosen, judged, *(("the highest aggregate score",) if chosen else ()))


def _preference(candidate: Judged) -> tuple[float, ...]:
    """The sum; ties by immediate reference, collocation, indicating verbs, then the most recent (section 2.3)."""
    known = dict(candidate.factors)
    ties = ("immediate reference", "collocation pattern", "indicating verb")
    return (candidate.score or 0.0, *(known.get(name, 0.0) for name in ties), candidate.view.index)


class Indicators:
    """The indicators of a discourse's candidates."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.paragraph = _paragraphs(discourse)
        nominal = [view for view in discourse.views if not view.is_pronoun]
        self.reiterated = Counter((self.paragraph[view.sentence], view.lemma) for view in nominal)
        self.headings = {view.lemma for view in nominal if self._is_heading(view.sentence)}
        self.frequent = {text for text, _ in Counter(view.lemma for view in nominal).most_common(FREQUENT)}
        self.first = _first_of_sentences(discourse.views)

    def of(self, anaphor: View, candidate: View) -> tuple[tuple[str, float], ...]:
        """The indicators that say something of this pair, with their scores."""
        values = ((name, indicator(self, anaphor, candidate)) for name, indicator in _INDICATORS)
        return tuple((name, value) for name, value in values if value)

    def definiteness(self, _: View, candidate: View) -> float:
        return 0.0 if candidate.definite else -1.0

    def givenness(self, anaphor: View, candidate: View) -> float:
        return float(candidate.sentence < anaphor.sentence and self.first[candidate.sentence] is candidate)

    def indicating_verb(self, _: View, candidate: View) -> float:
        verb = self._verb(candidate)
        return float(candidate.function is Function.OBJECT and verb in _INDICATING)

    def lexical_reiteration(self, _: View, candidate: View) -> float:
        if candidate.is_pronoun:
            return 0.0
        return float(min(2, self.reiterated[self.paragraph[candidate.sentence], candidate.lemma] - 1))

    def section_heading(self, _: View, candidate: View) -> float:
        return float(candidate.lemma in self.headings)

    def non_prepositional(self, _: View, candidate: View) -> float:
        return -1.0 if candidate.function in _PREPOSITIONAL else 0.0

    def collocation_pattern(self, anaphor: View, candidate: View) -> float:
        """The same verb with the candidate where the pronoun has it."""
        verb = self._verb(anaphor)
        same = bool(verb) and verb == self._verb(candidate) and candidate.function is anaphor.function
        return 2.0 if same else 0.0

    def immediate_reference(self, anaphor: View, candidate: View) -> float:
        """*Unwrap the loaf and slice it*: the object of a verb, and that of the verb joined to it."""
        if candidate.function is not Function.OBJECT or anaphor.function is not Function.OBJECT:
            return 0.0
        first, second = self.discourse.head(candidate.head), self.discourse.head(anaphor.head)
        if first is None or second is None or anaphor.sentence != candidate.sentence:
            return 0.0
        joined = any(self.discourse.lower[i] in _SEQUENCE for i in self.discourse.children[second])
        joined = joined or any(self.discourse.lower[i] in _SEQUENCE for i in self.discourse.children[first])
        is_next = self.discourse.head(second) == first or self.discourse.head(first) == second
        return 2.0 if joined and is_next else 0.0

    def referential_distance(self, anaphor: View, candidate: View) -> float:
        distance = anaphor.sentence - candidate.sentence
        if distance == 0:
            return 2.0 if self._clause(anaphor) != self._clause(candidate) else 0.0
        return 2.0 - distance

    def frequent_candidate(self, _: View, candidate: View) -> float:
        return float(candidate.lemma in self.frequent)

    def syntactic_parallelism(self, anaphor: View, candidate: View) -> float:
        return float(candidate.function is anaphor.function)

    def boosted_pronoun(self, _: View, candidate: View) -> float:
        return float(candidate.is_pronoun)

    # --- where things are

    def _verb(self, view: View) -> str:
        head = self.discourse.head(view.head)
        return self.discourse.lemmas[head].lower() if head is not None and self.discourse.upos[head] == "VERB" else ""

    def _clause(self, view: View) -> int:
        """The predicate of the clause that the mention stands in."""
        token = view.head
        while (above := self.discourse.head(token)) is not None:
            if self.discourse.deprel[token] in _UTTERANCES and token != view.head:
                return token
            token = above
        return token

    def _is_heading(self, sentence: int) -> bool:
        """A paragraph of one sentence that has no verb and ends without a full stop."""
        table = self.discourse.document.sentences.table
        tags = self.discourse.upos[table.starts[sentence] : table.ends[sentence]]
        alone = sentence + 1 == len(table) or table.new_paragraph[sentence + 1]
        return alone and bool(tags) and tags[-1] != "PUNCT" and not _VERBAL.intersection(tags)


def _paragraphs(discourse: Discourse) -> list[int]:
    """The number of each sentence's paragraph."""
    numbers, number = [], 0
    for opens in discourse.document.sentences.table.new_paragraph:
        number += opens
        numbers.append(number)
    return numbers


def _first_of_sentences(views: list[View]) -> dict[int, View]:
    """The first noun phrase of each sentence."""
    found: dict[int, View] = {}
    for view in views:
        found.setdefault(view.sentence, view)
    return found


_INDICATORS: tuple[tuple[str, Callable[[Indicators, View, View], float]], ...] = (
    ("definiteness", Indicators.definiteness),
    ("givenness", Indicators.givenness),
    ("indicating verb", Indicators.indicating_verb),
    ("lexical reiteration", Indicators.lexical_reiteration),
    ("section heading", Indicators.section_heading),
    ("non-prepositional", Indicators.non_prepositional),
    ("collocation pattern", Indicators.collocation_pattern),
    ("immediate reference", Indicators.immediate_reference),
    ("referential distance", Indicators.referential_distance),
    ("frequent candidate", Indicators.frequent_candidate),
    ("syntactic parallelism", Indicators.syntactic_parallelism),
    ("boosted pronoun", Indicators.boosted_pronoun),
)
