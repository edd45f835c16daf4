"""Pleonastic pronouns by their four kinds (Byron 2001, Table 1), from the parse and the words alone.

UD's `expl` says that a pronoun is empty, and the construction around it says of which kind. Prop-it and idioms are
seldom marked so: there the words decide (weather, time of day, place; `hit it off`). Words are English; in other
languages `expl` alone decides, without a kind.
"""

from __future__ import annotations

from corefer.syntax.words import Words

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


def pleonastic(words: Words, token: int) -> str:
    """The kind of pleonastic a token is; empty for pronouns that refer, as far as the parse can tell."""
    relation = words.relation(token)
    english = words.lower[token] == "it"
    if relation == "expl":
        return _kind_of_expletive(words, token) if english else UNSPECIFIED
    if not english or not words.is_parsed:
        return ""
    if relation == "nsubj":
        return _subject(words, token)
    return _object(words, token) if relation in ("obj", "obl", "dep", "iobj") else ""


def _kind_of_expletive(words: Words, token: int) -> str:
    head = words.head(token)
    if head is None:
        return UNSPECIFIED
    if _is_idiom(words, token):
        return IDIOM
    if _is_cleft(words, head):
        return CLEFT
    clauses = words.dependents(head, *_CLAUSAL, "advcl", "acl", "parataxis")
    if words.lemmas[head] in _WEATHER_VERBS or any(words.lemmas[c] in _WEATHER_VERBS for c in clauses):
        return PROP_IT
    predicative = bool(words.dependents(head, "cop"))
    empty = not clauses or _is_ambient(words, head)
    return PROP_IT if predicative and empty else EXTRAPOSITION


def _is_cleft(words: Words, head: int) -> bool:
    """`It was Pat who gave us directions`: a copula, a focus, and a relative clause on it."""
    if words.upos[head] in ("VERB", "AUX", "ADJ") or not words.dependents(head, "cop"):
        return False
    relative = words.dependents(head, "advcl:relcl", "acl:relcl")
    return bool(relative) and not words.dependents(head, "csubj")


def _subject(words: Words, token: int) -> str:
    head = words.head(token)
    if head is None:
        return ""
    if words.deprels[token] == "nsubj:outer" and words.dependents(head, "nsubj", "csubj", "mark"):
        # `It's just that you have to watch out`: the predicate is a clause
        return EXTRAPOSITION if any(words.lower[m] == "that" for m in words.dependents(head, "mark")) else ""
    if words.upos[head] == "VERB":
        return _subject_of_verb(words, token, head)
    if not words.dependents(head, "cop"):
        return ""
    if _is_prop_it(words, head):
        return PROP_IT
    if _is_extraposed(words, head):
        return EXTRAPOSITION
    return ""


def _is_extraposed(words: Words, head: int) -> bool:
    """`It's hard to tell`: an evaluation with a clause, which some parses leave without `expl`."""
    if words.dependents(head, "csubj"):
        return True
    if words.upos[head] == "ADJ" and words.lower[head] in _EVALUATIONS:
        return any(words.lower[i] in ("to", "that") for c in words.dependents(head, "xcomp", "ccomp", "advcl")
                   for i in words.dependents(c, "mark"))  # fmt: skip
    return False


_EVALUATIONS = frozenset("hard easy difficult important possible impossible likely necessary best better clear".split())


def _subject_of_verb(words: Words, token: int, head: int) -> str:
    lemma = words.lemmas[head]
    if lemma in _WEATHER_VERBS and not words.dependents(head, "obj"):
        return PROP_IT
    if lemma == "come" and words.form_after(head) == "to" and words.form_after(token, -1) == "when":
        return IDIOM
    if lemma == "turn" and "out" in (words.form_after(head), words.form_after(head, 2)):
        return EXTRAPOSITION
    if lemma in ("seem", "appear") and any(
        words.lower[m] in ("as", "like", "that")
        for c in words.dependents(head, "advcl", "ccomp")
        for m in words.dependents(c, "mark")
    ):
        return EXTRAPOSITION
    if lemma == "take" and words.dependents(head, "obj"):
        clauses = words.dependents(head, "xcomp", "advcl", "csubj", "ccomp")
        return (
            EXTRAPOSITION if any(words.lower[m] == "to" for c in clauses for m in words.dependents(c, "mark")) else ""
        )
    if lemma in ("get", "grow") and any(
        words.lower[c] in _TEMPERATURES | _LATE for c in words.dependents(head, "xcomp")
    ):
        return PROP_IT
    if lemma in ("get", "grow", "feel", "become", "turn", "look"):
        return PROP_IT if any(_is_ambient(words, c) for c in words.dependents(head, "xcomp", "obl")) else ""
    return ""


def _is_prop_it(words: Words, head: int) -> bool:
    """Weather, time, ambient environment (Table 1), in a clause with `be`."""
    if _is_ambient(words, head):
        return True
    lemma, form = words.lemmas[head].lower(), words.lower[head]
    inside = {form, *(words.lower[c] for c in words.children(head))}
    if inside & _TIMES or lemma in _TIMES:
        return True
    if words.upos[head] == "PROPN" and inside & _MONTHS:
        return True
    if words.upos[head] == "NUM" and ":" in form:
        return True
    if lemma in _TIME_NOUNS:
        return not words.dependents(head, "det", "amod", "nmod:poss")
    if lemma in _SPANS and words.upos[head] == "NOUN":
        return any(words.lower[m] in ("since", "before", "until", "from", "between", "till")
                   for c in words.dependents(head, "advcl", "obl", "nmod", "acl")
                   for m in words.dependents(c, "mark", "case"))  # fmt: skip
    return lemma == "long" and words.upos[head] in ("ADV", "ADJ")


def _is_ambient(words: Words, head: int) -> bool:
    lemma = words.lemmas[head].lower()
    if lemma in _WEATHER or lemma in _LATE:
        return not words.dependents(head, "det", "amod") and all(
            _is_when(words, c) for c in words.dependents(head, "obl")
        )
    placed = any(_is_where(words, c) for h in (head, words.head(head)) if h is not None for c in words.children(h))
    return placed and lemma in _TEMPERATURES | _SENSATIONS


def _is_when(words: Words, token: int) -> bool:
    return words.deprels[token] == "obl:unmarked" or words.lemmas[token].lower() in _WEATHER | _TIME_NOUNS


def _is_where(words: Words, token: int) -> bool:
    """Whether a dependent says where or when it is hot: `outside`, `in the winter`, `where I am`."""
    if words.lower[token] in _HERE or (words.relation(token) == "obl" and words.lemmas[token].lower() in _WEATHER):
        return True
    return words.relation(token) == "advcl" and any(words.lower[c] == "where" for c in words.children(token))


def _object(words: Words, token: int) -> str:
    if _is_idiom(words, token):
        return IDIOM
    return EXTRAPOSITION if _is_extraposed_object(words, token) else ""


def _is_extraposed_object(words: Words, token: int) -> bool:
    """`They find it difficult to leave`: `it` before a predicate, and behind that the clause it stands for."""
    head = words.head(token)
    if head is None or words.relation(token) != "obj" or words.upos[head] != "VERB":
        return False
    predicates = [c for c in words.dependents(head, "xcomp") if c > token and words.upos[c] == "ADJ"]
    if words.lemmas[head] not in _RATING or not predicates:
        return False
    predicate = predicates[0]
    clauses = [c for h in (head, predicate) for c in words.dependents(h, "csubj", "ccomp", "xcomp", "advcl", "acl")]
    return any(
        c > predicate and any(words.lower[m] in ("to", "that", "for") and m < c for m in words.dependents(c, "mark"))
        for c in clauses
    )


def _is_idiom(words: Words, token: int) -> bool:
    """`hit it off`, `make it to`, `damn it`: verb, `it`, and the words that make it one."""
    head = words.head(token)
    if head is None or head >= token:
        return False
    lemma, following = words.lemmas[head], words.form_after(token)
    two = f"{following} {words.form_after(token, 2)}"
    if lemma in _INTERJECTIONS:
        return following in _CLAUSE_ENDS
    if lemma == "know" and any(words.lower[mark] == "before" for mark in words.dependents(head, "mark")):
        return following in _CLAUSE_ENDS
    tails = _IDIOMS.get(lemma)
    return tails is not None and (following in tails or two in tails or ("" in tails and following in _CLAUSE_ENDS))
