"""A multi-pass sieve: deterministic rules from the surest to the boldest, over entities rather than pairs.

H. Lee, A. Chang, Y. Peirsman, N. Chambers, M. Surdeanu and D. Jurafsky (2013): Deterministic Coreference Resolution
Based on Entity-Centric, Precision-Ranked Rules. Computational Linguistics 39(4), 885–916.

Each pass goes through the text once and may attach the first mention of an entity to an earlier one; what the passes
before it built is shared by all its mentions (gender, number, animacy, words). The passes are the paper's section 3.3,
named in `PASSES`; names are compared by their words, since a name's head is its first word in Universal Dependencies.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator

from corefer.document import Candidate, Decision
from corefer.document.anaphors import AnaphorType
from corefer.resolve.classic.entities import Entities
from corefer.resolve.classic.names import Names
from corefer.resolve.classic.obstacles import NEVER_ANTECEDENT, contains, is_third_person, obstacle
from corefer.resolve.classic.precise import precise, relative
from corefer.resolve.classic.speech import Speech
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.resolver import EVERYTHING
from corefer.resolve.schemes import Scheme
from corefer.syntax import Words

Found = tuple[View, str]
WINDOW = 3  # sentences back that the pronoun pass looks
MOST = 100  # mentions with the same head, words or name that a pass looks at, so that long texts take no longer
TOPIC, PRONOUN = 1.5, 1.0  # how far an entity of several mentions, and a pronoun, come up among grammatical functions
_RANK = {Function.SUBJECT: 0, Function.EXISTENTIAL: 1, Function.OBJECT: 2, Function.INDIRECT: 2}
_INDEFINITE = frozenset("a an some any no another every each many few several one two three what which".split())


class Sieve:
    """The multi-pass sieve; in the OntoNotes scheme appositions, predicates and bare nouns are not linked."""

    name = "sieve"
    covers = EVERYTHING - {AnaphorType.DEM, AnaphorType.INDEF}

    def decide(self, discourse: Discourse) -> list[Decision]:
        run = _Run(discourse)
        run.all_passes()
        return run.decisions()


class _Run:
    """One discourse on its way through the passes."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self.is_gum = discourse.scheme is Scheme.GUM
        self.entities = Entities(discourse.views)
        self.found: dict[int, Decision] = {}
        self.refused: defaultdict[int, dict[int, str]] = defaultdict(dict)  # of each mention: candidates, and why
        self.speech = Speech(discourse)
        self.names = Names(discourse)
        self.by_head: defaultdict[str, list[View]] = defaultdict(list)
        self.by_text: defaultdict[str, list[View]] = defaultdict(list)
        self.by_word: defaultdict[str, list[View]] = defaultdict(list)
        self.nominal = [v for v in discourse.views if not v.is_pronoun]
        for view in self.nominal:
            self.by_text[view.text].append(view)
            self.by_head[view.lemma].append(view)
            if view.is_name:
                for word in self.names.keys(view):
                    self.by_word[word].append(view)

    def all_passes(self) -> None:
        for view in self.discourse.views:
            self._attach(view, self.speech.antecedent(view), "speaker identification")
        self._attach_relatives()
        for name, rule in PASSES:
            for view in self.nominal:
                if self.entities.of(view).leader is view:
                    self._attach(view, rule(self, view), name)
        for view in self.discourse.views:
            if is_third_person(view):
                self._attach_pronoun(view)
        for view in self.nominal:
            if self.entities.of(view).leader is view:
                self._attach(view, self.possessed(view), "possessors")

    def _attach_relatives(self) -> None:
        pronouns = [view for view in self.discourse.views if view.kind is AnaphorType.RELA]
        if pronouns:
            words = Words(self.discourse.document)
            for view in pronouns:
                self._attach(view, relative(self.discourse, words, view), "precise constructs")

    def _attach(self, view: View, found: Found | None, name: str) -> None:
        if found is None:
            return
        antecedent, reason = found
        if self.entities.of(view) is not self.entities.of(antecedent):
            self.entities.merge(antecedent, view)
            reasons = (name, reason) if reason != name else (name,)
            candidates = (*self._refused(view, antecedent), Candidate(antecedent.mention))
            self.found[view.index] = Decision(
                view.mention, antecedent.mention, "sieve", reasons=reasons, candidates=candidates
            )

    def _refused(self, view: View, antecedent: View) -> list[Candidate]:
        """The candidates that the passes before refused, the nearest first, with what was said last of each."""
        refused = self.refused.pop(view.index, {})
        views = self.discourse.views
        nearest = sorted(refused.items(), reverse=True)
        return [Candidate(views[i].mention, excluded_by=rule) for i, rule in nearest if i != antecedent.index]

    def decisions(self) -> list[Decision]:
        return [self.found[index] for index in sorted(self.found)]

    # --- nominal passes

    def is_anaphoric(self, view: View) -> bool:
        """Indefinite phrases introduce; in the OntoNotes scheme only names and definite phrases refer back."""
        if self.discourse.lower[view.start] in _INDEFINITE:
            return False
        return self.is_gum or view.is_name or view.definite

    def possessed(self, view: View) -> Found | None:
        """*His father* after *Ada's brother's father*: once pronouns are known, the same of the same."""
        owner = self._possessor(view)
        if owner is None:
            return None
        for candidate in self._before(self.by_head[view.lemma], view):
            theirs = self._possessor(candidate)
            if theirs is None or self.entities.of(theirs) is not self.entities.of(owner):
                continue
            if not self._refuses(view, candidate, modifiers=True):
                return candidate, "the same possessor"
        return None

    def exact(self, view: View) -> Found | None:
        if not self.is_anaphoric(view):
            return None
        same = self._before(self.by_text[view.text], view)
        return next(((c, "the same words") for c in same if not self._refuses(view, c)), None)

    def precise(self, view: View) -> Found | None:
        return precise(self.discourse, view) if self.is_gum else None

    def strict_head(self, view: View) -> Found | None:
        return self._by_head(view, inclusion=True, modifiers=True)

    def strict_head_without_modifiers(self, view: View) -> Found | None:
        return self._by_head(view, inclusion=True, modifiers=False)

    def strict_head_without_inclusion(self, view: View) -> Found | None:
        return self._by_head(view, inclusion=False, modifiers=True)

    def _by_head(self, view: View, *, inclusion: bool, modifiers: bool) -> Found | None:
        if not (view.is_name or view.definite) or not self.is_anaphoric(view) or self._is_somebodys(view):
            return None
        for candidate in self._before(self.by_head[view.lemma], view):
            if not self._refuses(view, candidate, inclusion=inclusion, modifiers=modifiers):
                return candidate, "the same head"
        return None

    def name(self, view: View) -> Found | None:
        if not view.is_name:
            return None
        for word in self.names.keys(view):
            for candidate in self._before(self.by_word[word], view):
                reason = self.names.same(view, candidate)
                if reason == "demonym" or (reason and not self._refuses(view, candidate)):
                    return candidate, reason
        return None

    def _before(self, views: list[View], view: View) -> Iterator[View]:
        """Those that precede, nearest first."""
        end = bisect_left(views, view.index, key=lambda v: v.index)
        return reversed(views[max(0, end - MOST) : end])

    def _refuses(self, view: View, candidate: View, *, inclusion: bool = False, modifiers: bool = False) -> str:
        """The rule against a full phrase's candidate, which is remembered; empty if there is none."""
        rule = self._rule_against(view, candidate)
        if not rule and (inclusion or modifiers) and candidate.is_name != view.is_name:
            rule = "name and noun"
        if not rule and inclusion and not self.entities.of(view).words <= self.entities.of(candidate).words:
            rule = "word inclusion"
        if not rule and modifiers and not set(view.content) <= set(candidate.content):
            rule = "modifiers"
        if rule:
            self.refused[view.index][candidate.index] = rule
        return rule

    def _rule_against(self, view: View, candidate: View) -> str:
        if contains(candidate, view) or contains(view, candidate):
            return "i-within-i"
        mine, theirs = self.entities.of(view), self.entities.of(candidate)
        if clash := mine.agreement.clashes(theirs.agreement):
            return clash
        if _numbers_differ(view, candidate):
            return "figures"
        return "" if self._same_possessor(view, candidate) else "possessor"

    def _same_possessor(self, view: View, candidate: View) -> bool:
        """*My father* is not *your father*, unless I am you."""
        mine, theirs = self._possessor(view), self._possessor(candidate)
        if mine is None or theirs is None or (mine.is_pronoun and mine.form == theirs.form):
            return True
        return not mine.is_pronoun or self.entities.of(mine) is self.entities.of(theirs)

    def _is_somebodys(self, view: View) -> bool:
        """Whether a pronoun that is not resolved yet says whose it is."""
        owner = self._possessor(view)
        return owner is not None and is_third_person(owner)

    def _possessor(self, view: View) -> View | None:
        children = self.discourse.children[view.head]
        return next((self.discourse.headed_by(i) for i in children if self.discourse.deprel[i] == "nmod:poss"), None)

    # --- the pronoun pass

    def _attach_pronoun(self, view: View) -> None:
        if self.entities.of(view).leader is not view:
            return
        seen: list[Candidate] = []
        chosen: View | None = None
        for candidate in self._in_order(view):
            rule = obstacle(self.discourse, view, candidate, self.entities.of(candidate).agreement)
            seen.append(Candidate(candidate.mention, excluded_by=rule))
            if not rule:
                chosen = candidate
                break
        if chosen:
            self.entities.merge(chosen, view)
        self.found[view.index] = Decision(
            view.mention,
            chosen.mention if chosen else None,
            "sieve",
            reasons=("pronouns", "first compatible candidate") if chosen else ("pronouns", "no compatible candidate"),
            candidates=tuple(seen),
        )

    def _in_order(self, view: View) -> Iterator[View]:
        """Sentence by sentence backwards; in each the most prominent first, and otherwise from left to right."""
        for sentence in range(view.sentence, max(-1, view.sentence - WINDOW - 1), -1):
            there = [
                v
                for v in self.discourse.in_sentence(sentence)
                if v.index < view.index and v.kind not in NEVER_ANTECEDENT
            ]
            yield from sorted(there, key=lambda v: (self._prominence(v), v.index))

    def _prominence(self, view: View) -> float:
        """Subjects before objects before others; what is talked about for longer, and by pronouns, comes up."""
        is_topic = len(self.entities.of(view).views) > 1
        return _RANK.get(view.function, 3) - TOPIC * is_topic - PRONOUN * view.is_pronoun


def _numbers_differ(view: View, candidate: View) -> bool:
    """Whether both name numbers, and not the same ones (*the 2012 election*, *the 2016 election*)."""
    mine, theirs = ({w for w in v.content if any(c.isdigit() for c in w)} for v in (view, candidate))
    return bool(mine and theirs) and mine != theirs


PASSES: tuple[tuple[str, Callable[[_Run, View], Found | None]], ...] = (
    ("exact match", _Run.exact),
    ("precise constructs", _Run.precise),
    ("strict head match A", _Run.strict_head),
    ("strict head match B", _Run.strict_head_without_modifiers),
    ("strict head match C", _Run.strict_head_without_inclusion),
    ("names", _Run.name),
)
