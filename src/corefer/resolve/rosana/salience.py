"""The salience factors as numbers (Stuckardt 2001, section 4.5): what of each a candidate shows for an anaphor.

A factor's value times its weight in the profile is its contribution; penalties have negative values.
"""

from __future__ import annotations

import math

from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Function, View
from corefer.resolve.rosana.profile import Factor, Weights

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


def values(alpha: View, gamma: View, embedded: bool, first: bool, chain: int) -> list[tuple[Factor, float]]:
    """The factors that speak for or against a candidate; `chain` is how many mentions its entity has so far."""
    found: list[tuple[Factor, float]] = []
    add = found.append
    if factor := _BY_FUNCTION.get(gamma.function):
        add((factor, 1.0))
    if gamma.function is alpha.function and gamma.function is not Function.OTHER:
        add((Factor.SYR, 1.0))
    if gamma.start > alpha.start:
        add((Factor.KAM, -1.0))
    if distance := abs(alpha.sentence - gamma.sentence):
        add((Factor.SDM, -float(distance)))
    add((Factor.WDM, -abs(alpha.start - gamma.start) / WORDS))
    if shown := _agree(alpha.agreement.gender, gamma.agreement.gender):
        add((Factor.GEN, shown))
    if shown := _agree(alpha.agreement.animacy, gamma.agreement.animacy):
        add((Factor.ANI, shown))
    _describe(alpha, gamma, found)
    if embedded:
        add((Factor.EMB, -1.0))
    if gamma.quotation != alpha.quotation:
        add((Factor.QUO, -1.0))
    if first:
        add((Factor.TOP, 1.0))
    if chain > 1:
        add((Factor.CHN, math.log2(chain)))
    return found


def _describe(alpha: View, gamma: View, found: list[tuple[Factor, float]]) -> None:
    if gamma.is_pronoun:
        found.append((Factor.PRO, 1.0))
        series = SERIES.get(gamma.form)
        if series and series == SERIES.get(alpha.form):
            found.append((Factor.SAM, 1.0))
    elif gamma.kind is AnaphorType.NAME:
        found.append((Factor.NAM, 1.0))
    elif gamma.definite:
        found.append((Factor.DEF, 1.0))


def _agree(one: str, other: str) -> float:
    if not one or not other:
        return 0.0
    return 1.0 if one == other else -1.0


def plausibility(shown: list[tuple[Factor, float]], weights: Weights) -> float:
    """v(α, γ): the sum of the factors by their weights (step 2a)."""
    return sum(value * weights[factor] for factor, value in shown if factor in weights)
