"""Pleonastic pronouns by their four kinds (Byron 2001, Table 1), from the parse and the words alone.

UD's `expl` says that a pronoun is empty, and the construction around it says of which kind. Prop-it and idioms are
seldom marked so: there the words decide (weather, time of day, place; `hit it off`). Words are English; in other
languages `expl` alone decides, without a kind.
"""

from __future__ import annotations

from corefer.disclose.view import View

EXTRAPOSITION, CLEFT, IDIOM, PROP_IT, UNSPECIFIED = "extraposition", "cleft", "idiom", "prop_it", "pleonastic"
KINDS = (EXTRAPOSITION, CLEFT, IDIOM, PROP_IT, UNSPECIFIED)

_CLAUSAL = ("csubj", "ccomp", "xcomp")
_SEEMING = frozenset("seem appear feel look sound happen turn follow chance transpire".split())
_WEATHER_VERBS = frozenset("rain snow hail drizzle thunder pour sleet storm".split())
_WEATHER = frozenset(
    "windy sunny rainy cloudy foggy misty snowy humid gloomy overcast muggy stormy chilly balmy breezy drizzly "
    "hazy icy dark summer winter autumn fall spring wintertime summertime daylight nighttime".split()
)
_TEMPERATURES = frozenset("hot cold warm cool freezing boiling mild wet dry sticky light bright".split())
_SENSATIONS = frozenset(
    "nice wonderful crazy beautiful lovely quiet noisy peaceful loud busy good pretty great".split()
)
_HERE = frozenset("outside out here there indoors outdoors inside today tonight".split())
_TIMES = frozenset(
    "o'clock am pm a.m. p.m. noon midnight monday tuesday wednesday thursday friday saturday sunday dawn dusk "
    "dinnertime bedtime lunchtime".split()
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december christmas easter".split()
)
_SPANS = frozenset("second minute hour day week month year decade century mile while long".split())
_TIME_NOUNS = frozenset("time morning evening afternoon night day".split())
_LATE = frozenset("late early".split())

_RATING = frozenset("make find consider think deem keep leave render judge believe feel call".split())
# Verb with `it`, and what has to stand right behind it ("" for the end of the clause).
_IDIOMS: dict[str, frozenset[str]] = {
    "hit": frozenset(("off", "big")),
    "take": frozenset(("out on", "easy", "slow")),
    "play": frozenset(("safe", "cool", "straight")),
    "make": frozenset(("", "to", "through", "past", "back", "home", "big", "this", "that", "here", "there", "up")),
    "call": frozenset(("quits", "even", "a day")),
    "cut": frozenset(("out", "")),
    "lose": frozenset(("",)),
    "wing": frozenset(("",)),
    "get": frozenset(("together",)),
    "live": frozenset(("up",)),
    "keep": frozenset(("up", "real", "together")),
    "lord": frozenset(("over",)),
    "rough": frozenset(("",)),
    "tough": frozenset(("out",)),
    "stick": frozenset(("out",)),
    "cool": frozenset(("",)),
    "beat": frozenset(("",)),
    "leg": frozenset(("",)),
    "overdo": frozenset(("",)),
    "fight": frozenset(("out",)),
    "have": frozenset(("that", "easy", "rough", "out")),
    "like": frozenset(("here", "there", "when", "if")),
    "love": frozenset(("here", "there", "when", "if")),
    "hate": frozenset(("here", "there", "when", "if")),
}
_CLAUSE_ENDS = frozenset(("", ".", "!", "?", ",", ";", "...", "…", '"', "”", "''", ")"))
_INTERJECTIONS = frozenset("damn screw fuck blast dash hang".split())


def pleonastic(view: View, token: int) -> str:
    """The kind of pleonastic a token is; empty for pronouns that refer, as far as the parse can tell."""
    relation = view.relation(token)
    english = view.lower[token] == "it"
    if relation == "expl":
        return _kind_of_expletive(view, token) if english else UNSPECIFIED
    if not english or not view.is_parsed:
        return ""
    if relation == "nsubj":
        return _subject(view, token)
    return _object(view, token) if relation in ("obj", "obl", "dep", "iobj") else ""


def _kind_of_expletive(view: View, token: int) -> str:
    head = view.head(token)
    if head is None:
        return UNSPECIFIED
    if _is_idiom(view, token):
        return IDIOM
    if _is_cleft(view, head):
        return CLEFT
    clauses = view.dependents(head, *_CLAUSAL, "advcl", "acl", "parataxis")
    if view.lemmas[head] in _WEATHER_VERBS or any(view.lemmas[c] in _WEATHER_VERBS for c in clauses):
        return PROP_IT
    predicative = bool(view.dependents(head, "cop"))
    empty = not clauses or _is_ambient(view, head)
    return PROP_IT if predicative and empty else EXTRAPOSITION


def _is_cleft(view: View, head: int) -> bool:
    """`It was Pat who gave us directions`: a copula, a focus, and a relative clause on it."""
    if view.upos[head] in ("VERB", "AUX", "ADJ") or not view.dependents(head, "cop"):
        return False
    relative = view.dependents(head, "advcl:relcl", "acl:relcl")
    return bool(relative) and not view.dependents(head, "csubj")


def _subject(view: View, token: int) -> str:
    head = view.head(token)
    if head is None:
        return ""
    if view.deprels[token] == "nsubj:outer" and view.dependents(head, "nsubj", "csubj", "mark"):
        # `It's just that you have to watch out`: the predicate is a clause
        return EXTRAPOSITION if any(view.lower[m] == "that" for m in view.dependents(head, "mark")) else ""
    if view.upos[head] == "VERB":
        return _subject_of_verb(view, token, head)
    if not view.dependents(head, "cop"):
        return ""
    if _is_prop_it(view, token, head):
        return PROP_IT
    if _is_extraposed(view, token, head):
        return EXTRAPOSITION
    return ""


def _is_extraposed(view: View, token: int, head: int) -> bool:
    """`It's hard to tell`: an evaluation with a clause, which some parses leave without `expl`."""
    if view.dependents(head, "csubj"):
        return True
    if view.upos[head] == "ADJ" and view.lower[head] in _EVALUATIONS:
        return any(view.lower[i] in ("to", "that") for c in view.dependents(head, "xcomp", "ccomp", "advcl")
                   for i in view.dependents(c, "mark"))  # fmt: skip
    return False


_EVALUATIONS = frozenset("hard easy difficult important possible impossible likely necessary best better clear".split())


def _subject_of_verb(view: View, token: int, head: int) -> str:
    lemma = view.lemmas[head]
    if lemma in _WEATHER_VERBS and not view.dependents(head, "obj"):
        return PROP_IT
    if lemma == "come" and view.form_after(head) == "to" and view.form_after(token, -1) == "when":
        return IDIOM
    if lemma == "turn" and "out" in (view.form_after(head), view.form_after(head, 2)):
        return EXTRAPOSITION
    if lemma in ("seem", "appear") and any(
        view.lower[m] in ("as", "like", "that")
        for c in view.dependents(head, "advcl", "ccomp")
        for m in view.dependents(c, "mark")
    ):
        return EXTRAPOSITION
    if lemma == "take" and view.dependents(head, "obj"):
        clauses = view.dependents(head, "xcomp", "advcl", "csubj", "ccomp")
        return EXTRAPOSITION if any(view.lower[m] == "to" for c in clauses for m in view.dependents(c, "mark")) else ""
    if lemma in ("get", "grow") and any(view.lower[c] in _TEMPERATURES | _LATE for c in view.dependents(head, "xcomp")):
        return PROP_IT
    if lemma in ("get", "grow", "feel", "become", "turn", "look"):
        return PROP_IT if any(_is_ambient(view, c) for c in view.dependents(head, "xcomp", "obl")) else ""
    return ""


def _is_prop_it(view: View, token: int, head: int) -> bool:
    """Weather, time, ambient environment (Table 1), in a clause with `be`."""
    if _is_ambient(view, head):
        return True
    lemma, form = view.lemmas[head].lower(), view.lower[head]
    inside = {form, *(view.lower[c] for c in view.children(head))}
    if inside & _TIMES or lemma in _TIMES:
        return True
    if view.upos[head] == "PROPN" and inside & _MONTHS:
        return True
    if view.upos[head] == "NUM" and ":" in form:
        return True
    if lemma in _TIME_NOUNS:
        return not view.dependents(head, "det", "amod", "nmod:poss")
    if lemma in _SPANS and view.upos[head] == "NOUN":
        return any(view.lower[m] in ("since", "before", "until", "from", "between", "till")
                   for c in view.dependents(head, "advcl", "obl", "nmod", "acl")
                   for m in view.dependents(c, "mark", "case"))  # fmt: skip
    return lemma == "long" and view.upos[head] in ("ADV", "ADJ")


def _is_ambient(view: View, head: int) -> bool:
    lemma = view.lemmas[head].lower()
    if lemma in _WEATHER or lemma in _LATE:
        return not view.dependents(head, "det", "amod") and all(_is_when(view, c) for c in view.dependents(head, "obl"))
    placed = any(_is_where(view, c) for h in (head, view.head(head)) if h is not None for c in view.children(h))
    return placed and lemma in _TEMPERATURES | _SENSATIONS


def _is_when(view: View, token: int) -> bool:
    return view.deprels[token] == "obl:unmarked" or view.lemmas[token].lower() in _WEATHER | _TIME_NOUNS


def _is_where(view: View, token: int) -> bool:
    """Whether a dependent says where or when it is hot: `outside`, `in the winter`, `where I am`."""
    if view.lower[token] in _HERE or (view.relation(token) == "obl" and view.lemmas[token].lower() in _WEATHER):
        return True
    return view.relation(token) == "advcl" and any(view.lower[c] == "where" for c in view.children(token))


def _object(view: View, token: int) -> str:
    if _is_idiom(view, token):
        return IDIOM
    return EXTRAPOSITION if _is_extraposed_object(view, token) else ""


def _is_extraposed_object(view: View, token: int) -> bool:
    """`They find it difficult to leave`: `it` before a predicate, and behind that the clause it stands for."""
    head = view.head(token)
    if head is None or view.relation(token) != "obj" or view.upos[head] != "VERB":
        return False
    predicates = [c for c in view.dependents(head, "xcomp") if c > token and view.upos[c] == "ADJ"]
    if view.lemmas[head] not in _RATING or not predicates:
        return False
    predicate = predicates[0]
    clauses = [c for h in (head, predicate) for c in view.dependents(h, "csubj", "ccomp", "xcomp", "advcl", "acl")]
    return any(
        c > predicate and any(view.lower[m] in ("to", "that", "for") and m < c for m in view.dependents(c, "mark"))
        for c in clauses
    )


def _is_idiom(view: View, token: int) -> bool:
    """`hit it off`, `make it to`, `damn it`: verb, `it`, and the words that make it one."""
    head = view.head(token)
    if head is None or head >= token:
        return False
    lemma, following = view.lemmas[head], view.form_after(token)
    two = f"{following} {view.form_after(token, 2)}"
    if lemma in _INTERJECTIONS:
        return following in _CLAUSE_ENDS
    if lemma == "know" and any(view.lower[mark] == "before" for mark in view.dependents(head, "mark")):
        return following in _CLAUSE_ENDS
    tails = _IDIOMS.get(lemma)
    return tails is not None and (following in tails or two in tails or ("" in tails and following in _CLAUSE_ENDS))
