"""Categories that the reference decides: what the pronoun points to, where that stands, and what it is."""

from __future__ import annotations

from corefer.disclose.categories.case import Case
from corefer.disclose.pronouns import Kind
from corefer.disclose.view import View
from corefer.document import Mention

_BINDERS = frozenset("every each no any neither either whoever whichever".split())
_BOUND_HEADS = frozenset(
    "everyone everybody everything someone somebody anyone anybody anything noone nobody nothing "
    "each none one whoever".split()
)
_NOT_BINDING = frozenset(("all", "both"))
_CLAUSE_SIGNS = ("nsubj", "cop", "aux", "mark", "expl", "csubj")
SPLIT_WINDOW = 2  # sentences
_PEOPLE = ("person", "PER", "PERSON")
_GROUPS = frozenset(("person", "organization", "animal", "place", "PER", "ORG", "PERSON", "GPE", "LOC"))


def is_clause(view: View, mention: Mention) -> bool:
    """Whether a mention is no (base) noun phrase: a verb, or a predicate with its subject or copula inside."""
    if not view.is_parsed:
        return False
    head = view.document.mention_head(mention)
    if view.upos[head] in ("VERB", "AUX"):
        return True
    inside = set(mention.tokens)
    return any(i in inside for i in view.dependents(head, *_CLAUSE_SIGNS))


def event(case: Case) -> str:
    """The pronoun's nearest sponsor that is no pronoun is a clause, not a noun phrase."""
    if case.mention is None:
        return ""
    sponsor = case.view.named_before(case.mention)
    if sponsor is None or not is_clause(case.view, sponsor):
        return ""
    return "sponsor is a clause"


def split_antecedent(case: Case) -> str:
    """A plural pronoun that opens its entity while two of a kind were named apart shortly before.

    For `we`, one of the two has to be the speaker, and the other somebody who is neither speaker nor addressee.
    """
    pronoun, mention, view = case.pronoun, case.mention, case.view
    if pronoun is None or mention is None or not pronoun.plural or view.earlier(mention) is not None:
        return ""
    if pronoun.kind is Kind.DEMONSTRATIVE or pronoun.person == 2:
        return ""
    groups, speaking = _named_shortly_before(view, mention)
    if pronoun.person == 1:
        return "the speaker and others before" if speaking and any(groups.get(t) for t in _PEOPLE) else ""
    return "several antecedents before" if any(len(entities) > 1 for entities in groups.values()) else ""


def _named_shortly_before(view: View, mention: Mention) -> tuple[dict[str, set[str]], bool]:
    """The entities mentioned in the singular in the sentence and the two before, by type; whether the speaker is."""
    sentence = view.sentence(mention.start)
    first = view.starts[max(0, sentence - SPLIT_WINDOW)]
    found: dict[str, set[str]] = {}
    speaking = False
    for other in view.mentions_between(first, mention.start):
        head = view.document.mention_head(other)
        feats = view.feats[head]
        if "Person=1" in feats or "Person=2" in feats:
            speaking = speaking or ("Person=1" in feats and "Number=Sing" in feats)
        elif other.referring and other.type in _GROUPS and "Number=Sing" in feats:
            found.setdefault(other.type, set()).add(other.entity.id)
    return found, speaking


def non_coreferent(case: Case) -> str:
    """Understood through another entity: an annotated bridging relation, and nothing identical before."""
    if case.mention is None or id(case.mention) not in case.view.bridged:
        return ""
    return "" if case.view.named_before(case.mention) else "bridging"


def bound(case: Case) -> str:
    """Bound by a quantifier in its sentence: `every child lost its shoe`."""
    view, mention = case.view, case.mention
    sponsor = view.named_before(mention) if mention else None
    if sponsor is None or view.sentence(sponsor.start) != view.sentence(case.token):
        return ""
    head = view.document.mention_head(sponsor)
    if view.lower[head] in _BOUND_HEADS:
        return view.lower[head]
    for child in view.dependents(head, "det"):
        quantifies = view.lower[child] in _BINDERS or any(
            t in view.feats[child] for t in ("PronType=Tot", "PronType=Neg")
        )
        if quantifies and view.lemmas[child].lower() not in _NOT_BINDING:
            return view.lower[child]
    return ""


def complete_reference(case: Case) -> str:
    """`He that plants thorns`: modified, so that the phrase refers by itself."""
    view, pronoun = case.view, case.pronoun
    if pronoun is None or pronoun.person in (1, 2) or view.relation(case.token) == "expl":
        return ""
    for child in view.dependents(case.token, "acl"):
        if child > case.token and view.relation(child) == "acl":
            return view.deprels[child]
    if pronoun.kind is Kind.DEMONSTRATIVE and any(c > case.token for c in view.dependents(case.token, "nmod")):
        return "nmod"
    return ""


def exophora(case: Case) -> str:
    """Nothing in the text says what it refers to: no earlier mention, and no noun phrase near behind."""
    if case.mention is None or case.view.earlier(case.mention) is not None:
        return ""
    return "" if cataphora(case) else "nothing before names it"


def cataphora(case: Case) -> str:
    """Points to the discourse that follows: no earlier mention, and a noun phrase (or clause) soon after."""
    view, mention = case.view, case.mention
    if mention is None or view.earlier(mention) is not None:
        return ""
    named = view.named_after(mention)
    if named is None or view.sentence(named.start) - view.sentence(case.token) > case.plan.cataphora:
        return ""
    if case.pronoun is not None and case.pronoun.person in (1, 2):  # these point to the speakers
        return ""
    return "sponsor follows"


def long_distance(case: Case) -> str:
    """The nearest sponsor stands farther back than the window."""
    sponsor = case.view.sponsor(case.mention) if case.mention else None
    if sponsor is None:
        return ""
    distance = abs(case.view.sentence(case.token) - case.view.sentence(sponsor.start))
    return f"{distance} sentences" if distance > case.plan.long_distance else ""


def unmarked(case: Case) -> str:
    """No mention of the key stands on it, so nobody knows what it refers to."""
    return "no mention in the key" if case.mention is None else ""
