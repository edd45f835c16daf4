"""One category for each token: annotated ones first, then the first that is found, in the plan's order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from corefer.disclose.categories import forms, reference, speech
from corefer.disclose.categories.case import Case
from corefer.disclose.categories.names import LABELS, SYNONYMS
from corefer.disclose.categories.reference import is_clause
from corefer.syntax.pleonastic import CLEFT, EXTRAPOSITION, UNSPECIFIED, pleonastic


@dataclass(frozen=True, slots=True)
class Finding:
    """A category, whether the key annotates it (else it was found), and what told so."""

    category: str
    annotated: bool
    reason: str


PEOPLE = ("person", "PERSON", "PER")  # a `disc` in their entities links phrases about people
Rule = Callable[[Case], str]
RULES: dict[str, Rule] = {
    "other_word": forms.other_word,
    "abandoned": speech.abandoned,
    "emphatic": forms.emphatic,
    "plural": forms.plural,
    "demonstrative": forms.demonstrative,
    "first_second_person": forms.first_second_person,
    "quoted_speech": speech.quoted_speech,
    "event": reference.event,
    "split_antecedent": reference.split_antecedent,
    "non_coreferent": reference.non_coreferent,
    "bound": reference.bound,
    "complete_reference": reference.complete_reference,
    "exophora": reference.exophora,
    "cataphora": reference.cataphora,
    "long_distance": reference.long_distance,
    "unmarked": reference.unmarked,
    "other": forms.other,
}


def findings(case: Case) -> tuple[Finding | None, tuple[str, ...]]:
    """Why a token is excluded (None where it is evaluated), and the classes its errors are shown under."""
    annotated = annotated_in_key(case)
    for finding in annotated:
        if finding.category in case.plan.excluded:
            return finding, ()
    pleonastic_kind = found_pleonastic(case)
    for category in case.plan.excluded:
        reason = found(case, category, pleonastic_kind)
        if reason:
            return Finding(category, False, reason), ()
    named = {finding.category for finding in annotated}
    classes = [c for c in case.plan.errors if c in named or found(case, c, pleonastic_kind)]
    return None, tuple(classes)


def found(case: Case, category: str, pleonastic_kind: str) -> str:
    """What tells that a token is of a category; empty where nothing does."""
    rule = RULES.get(category)
    if rule is not None:
        return rule(case)
    return "construction" if category == pleonastic_kind else ""


def found_pleonastic(case: Case) -> str:
    """The kind of pleonastic, if the parse shows one and the key's entities do not gainsay it.

    An `it` that has a noun phrase before it in its entity refers, however much `It is cold` looks like weather. UD's
    `expl` is no guess and stands; and so does an `it` without any mention where the key marks whatever refers.
    """
    view, token, mention = case.view, case.token, case.mention
    if case.pronoun is None:
        return ""
    kind = pleonastic(view, token)
    if kind and mention is not None and view.relation(token) != "expl" and view.earlier(mention) is not None:
        return ""
    if not kind and mention is None and view.lower[token] == "it" and view.marks_everything:
        return UNSPECIFIED
    return kind


def annotated_in_key(case: Case) -> list[Finding]:
    """What the key itself says: categories by name, non-referring mentions, link types, split antecedents."""
    mention = case.mention
    if mention is None:
        return []
    named = SYNONYMS.get(mention.category, mention.category)
    if not mention.referring:
        return [Finding(named if named in LABELS else "non_referring", True, mention.category or "non-referring")]
    found: list[Finding] = []
    if mention.category:
        found.append(Finding(named, True, mention.category))
    found += _from_links(case)
    if id(mention) in case.view.splits:
        found.append(Finding("split_antecedent", True, "split antecedents"))
    return found


def _from_links(case: Case) -> list[Finding]:
    """GUM's link types: `disc` on a clause or on what refers to it, `cata` on what points forward.

    An `it` that points forward to a clause of its sentence is how GUM annotates extraposition, and clefts.
    """
    view, mention = case.view, case.mention
    assert mention is not None
    sponsor = view.named_before(mention)
    if mention.link == "disc" or (sponsor is not None and sponsor.link == "disc" and mention.type not in PEOPLE):
        return [Finding("event", True, "link disc")]
    if mention.link != "cata":
        return []
    target = view.named_after(mention)
    if (
        view.lower[case.token] == "it"
        and target is not None
        and (view.relation(case.token) == "expl" or is_clause(view, target))
        and view.sentence(target.start) == view.sentence(case.token)
    ):
        kind = CLEFT if pleonastic(view, case.token) == CLEFT else EXTRAPOSITION
        return [Finding(kind, True, "link cata to a clause")]
    return [Finding("cataphora", True, "link cata")]
