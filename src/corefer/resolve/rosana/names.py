"""Names: which may stand for the same bearer, by the words that they share (Stuckardt 2001, section 4.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from corefer.analysis.lexicon.names import fold
from corefer.analysis.lexicon.names import parse as parse_name
from corefer.analysis.lexicon.titles import BODIES
from corefer.document.anaphors import AnaphorType
from corefer.resolve.discourse import Discourse, View

LATEST = 50  # names with a word in common that are looked at, so that time stays linear
_OF_NAME = frozenset(("flat", "compound", "nmod:desc", "nmod:unmarked", "goeswith"))
_OF = frozenset(("of", "for", "&"))
_SMALL = frozenset("of the and for in on at de la von van der den & -".split())


@dataclass(slots=True, frozen=True)
class Name:
    """A name mention: its words in lower case without titles, and what stands for it in short."""

    view: View
    words: tuple[str, ...]
    title: str | None  # the gender of its title
    person: bool
    acronym: str

    @property
    def first(self) -> str:
        return self.words[0]

    @property
    def last(self) -> str:
        return self.words[-1]


def name_of(discourse: Discourse, view: View) -> Name:
    """The name in a mention: of a person the head with what the parse joins to it, else also what specifies it."""
    person = view.agreement.animacy == "person"
    tokens = _joined(discourse, view) if person else _specified(discourse, view)
    read = parse_name([discourse.forms[t] for t in tokens])
    words = tuple(word for word in (fold(w).strip(".,'\"") for w in read.words) if word) or (view.form,)
    capitals = [discourse.forms[t] for t in range(view.start, view.end) if discourse.forms[t][:1].isupper()]
    acronym = "".join(form[0] for form in capitals if form.lower() not in _SMALL).lower()
    return Name(view, words, read.title, person, acronym)


def _joined(discourse: Discourse, view: View) -> list[int]:
    """The head of a person's name, with given names and titles, and the year of a citation (`Smith 2010`)."""
    tokens = [view.head]
    for child in discourse.children[view.head]:
        relation = discourse.deprel[child]
        if relation in _OF_NAME and view.start <= child < view.end and discourse.forms[child][:1].isupper():
            tokens.append(child)
            tokens += [c for c in discourse.children[child] if discourse.deprel[c] in _OF_NAME]
    years = (t for t in range(view.start, view.end) if discourse.upos[t] == "NUM" and t not in tokens)
    return sorted({*tokens, *years})


def _specified(discourse: Discourse, view: View) -> list[int]:
    """The words of a name to which every one belongs (`the University of Southern California`)."""
    tokens = []
    for token in range(view.start, view.end):
        form, upos = discourse.lower[token], discourse.upos[token]
        follows = token > view.head
        if follows and (upos in ("PUNCT", "VERB", "AUX", "SCONJ") or (upos == "ADP" and form not in _OF)):
            break
        if upos not in ("DET", "PUNCT", "ADP", "PART") or token == view.head:
            tokens.append(token)
    return tokens


class Names:
    """The names so far, to be looked up by whole, surname, given name, or initials; the latest comes first."""

    def __init__(self) -> None:
        self._whole: dict[tuple[str, ...], Name] = {}
        self._by_end: defaultdict[str, list[Name]] = defaultdict(list)
        self._short: dict[str, Name] = {}
        self._long: dict[str, Name] = {}

    def add(self, name: Name) -> None:
        self._whole[name.words] = name
        for word in {name.first, name.last}:
            self._by_end[word].append(name)
        if len(name.words) == 1:
            self._short[name.last] = name
        elif len(name.acronym) > 1:
            self._long[name.acronym] = name

    def find(self, name: Name) -> tuple[Name, str] | None:
        """The antecedent of a name, and how it is known."""
        whole = self._whole.get(name.words)
        if whole is not None and _compatible(name, whole):
            return whole, "same name"
        ends = (name.last,) if len(name.words) > 1 else (name.last, name.first)
        for word in dict.fromkeys(ends):
            for other in islice(reversed(self._by_end.get(word, ())), LATEST):
                if _compatible(name, other) and (how := _partial(name, other)):
                    return other, how
        return self._by_initials(name)

    def _by_initials(self, name: Name) -> tuple[Name, str] | None:
        if name.person:
            return None
        form = name.last
        if len(name.words) == 1 and len(form) > 1 and form in self._long:
            return self._long[form], "initials"
        if len(name.words) > 1 and len(name.acronym) > 1 and name.acronym in self._short:
            return self._short[name.acronym], "initials"
        return None


def _compatible(one: Name, other: Name) -> bool:
    inside = other.view.start <= one.view.start and one.view.end <= other.view.end
    around = one.view.start <= other.view.start and other.view.end <= one.view.end
    if inside or around:
        return False
    if one.title and other.title and one.title != other.title:
        return False
    return one.view.agreement.clashes(other.view.agreement) != "number"


def _partial(one: Name, other: Name) -> str:
    """Whether one name is part of the other as persons' and bodies' names are shortened."""
    short, long = sorted((one.words, other.words), key=len)
    if len(short) == len(long):
        return "surname" if one.person and other.person and _same_person(short, long) else ""
    if one.person or other.person:
        if len(short) == 1:
            return "surname" if short[0] == long[-1] else "given name" if short[0] == long[0] else ""
        return "surname" if short[-1] == long[-1] and short[0][0] == long[0][0] else ""
    if long[: len(short)] == short and all(word in BODIES for word in long[len(short) :]):
        return "short name"
    return ""


def _same_person(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """`J. Smith` and `John Smith`."""
    return one[-1] == other[-1] and any(len(w[0]) == 1 for w in (one, other)) and one[0][0] == other[0][0]


def name_antecedents(discourse: Discourse) -> Iterator[tuple[View, View, str]]:
    """Each name with an antecedent among the names before it."""
    names = Names()
    for view in discourse.views:
        if view.kind is not AnaphorType.NAME or _is_coordinated(discourse, view):
            continue
        name = name_of(discourse, view)
        if found := names.find(name):
            yield view, found[0].view, found[1]
        names.add(name)


def _is_coordinated(discourse: Discourse, view: View) -> bool:
    return any(discourse.deprel[c] == "conj" and c < view.end for c in discourse.children[view.head])
