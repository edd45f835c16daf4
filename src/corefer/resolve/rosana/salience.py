"""The salience factors as numbers (Stuckardt 2001, section 4.5): what of each a candidate shows for an anaphor.

A factor's value times its weight in the profile is its contribution; penalties have negative values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import accumulate

from corefer.document.anaphors import AnaphorType
from corefer.resolve.agreement import Agreement
from corefer.resolve.discourse import Discourse, Function, View
from corefer.resolve.rosana.profile import Factor, Weights

FIRST = 2  # words at which a mention that opens its sentence begins
WORDS = 20.0  # between two mentions, that weigh as much as a sentence
_BY_FUNCTION = {
    Function.SUBJECT: Factor.SUP,
    Function.EXISTENTIAL: Factor.EEP,
    Function.GENITIVE: Factor.PGP,
    Function.OBJECT: Factor.DOP,
    Function.INDIRECT: Factor.IOP,
    Function.ADVERBIAL: Factor.APP,
}
_LEMMAS = (
    "i me my mine myself",
    "we us our ours ourselves",
    "you your yours yourself yourselves",
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "they them their theirs themselves 'em",
)
SERIES = {form: forms.partition(" ")[0] for forms in _LEMMAS for form in forms.split()}


@dataclass(slots=True)
class Surroundings:
    """What a discourse knows beyond two views: paragraphs, speakers, and where sentences start."""

    discourse: Discourse
    paragraph: list[int] = field(init=False)  # the number of each sentence's paragraph

    def __post_init__(self) -> None:
        self.paragraph = list(accumulate(self.discourse.document.sentences.table.new_paragraph))

    def is_first(self, view: View) -> bool:
        return view.start - self.discourse.document.sentences.table.starts[view.sentence] < FIRST

    def speaker(self, view: View) -> str:
        return self.discourse.document.sentences.table.speakers[view.sentence]


def values(around: Surroundings, alpha: View, gamma: View, shown: Agreement, chain: int) -> list[tuple[Factor, float]]:
    """The factors that speak for or against a candidate.

    Its entity `shown` features, and has as many mentions as its `chain` is long so far.
    """
    found = _of_candidate(around, gamma)
    add = found.append
    if gamma.function is alpha.function and gamma.function is not Function.OTHER:
        add((Factor.SYR, 1.0))
    if gamma.start > alpha.start:
        add((Factor.KAM, -1.0))
    if distance := abs(alpha.sentence - gamma.sentence):
        add((Factor.SDM, -float(distance)))
    add((Factor.WDM, -abs(alpha.start - gamma.start) / WORDS))
    ours, theirs = alpha.agreement, shown
    for factor, one, other in (
        (Factor.GEN, ours.gender, theirs.gender),
        (Factor.ANI, ours.animacy, theirs.animacy),
        (Factor.NUM, ours.number, theirs.number),
    ):
        if one and other:
            add((factor, 1.0 if one == other else -1.0))
    if gamma.is_pronoun and (series := SERIES.get(gamma.form)) and series == SERIES.get(alpha.form):
        add((Factor.SAM, 1.0))
    if gamma.quotation != alpha.quotation:
        add((Factor.QUO, -1.0))
    if around.paragraph[alpha.sentence] != around.paragraph[gamma.sentence]:
        add((Factor.PAR, -1.0))
    if around.speaker(alpha) != around.speaker(gamma):
        add((Factor.SPK, -1.0))
    if chain > 1:
        add((Factor.CHN, math.log2(chain)))
    return found


def _of_candidate(around: Surroundings, gamma: View) -> list[tuple[Factor, float]]:
    """What a candidate shows whatever the anaphor."""
    found: list[tuple[Factor, float]] = []
    add = found.append
    if factor := _BY_FUNCTION.get(gamma.function):
        add((factor, 1.0))
    if gamma.is_pronoun:
        add((Factor.PRO, 1.0))
    elif gamma.kind is AnaphorType.NAME:
        add((Factor.NAM, 1.0))
    elif gamma.upos in ("VERB", "AUX"):
        add((Factor.EVT, 1.0))
    else:
        add((Factor.DEF if gamma.definite else Factor.IND, 1.0))
    if gamma.function in (Function.GENITIVE, Function.ATTRIBUTE):
        add((Factor.EMB, -1.0))
    if around.is_first(gamma):
        add((Factor.TOP, 1.0))
    if (length := gamma.end - gamma.start) > 1:
        add((Factor.LEN, -math.log2(length)))
    return found


def plausibility(shown: list[tuple[Factor, float]], weights: Weights) -> float:
    """v(α, γ): the sum of the factors by their weights (step 2a)."""
    return sum(value * weights[factor] for factor, value in shown if factor in weights)
