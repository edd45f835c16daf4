"""What the training corpora say: forms with their lemmas, and mentions with their types and the pronouns that agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import corefer
from corefer.document import Token

MASC = frozenset("he him his himself".split())
FEM = frozenset("she her hers herself".split())
NEUT = frozenset("it its itself".split())
PLUR = frozenset("they them their theirs themselves".split())
MODIFIERS = frozenset("of in on at with to from for by who whom whose which that , and or 's".split())
LINKS = frozenset("of the for and & de la van von der den bin al - .".split())


@dataclass(slots=True, frozen=True)
class Described:
    """A mention as the lexicon sees it: its words, its head, its type, and its entity's third-person pronouns."""

    words: tuple[str, ...]
    head: str
    lemma: str
    upos: str
    xpos: str
    type: str
    pronouns: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        return self.upos == "PROPN"

    @property
    def is_noun(self) -> bool:
        return self.upos == "NOUN"

    def truth(self) -> str:
        """`masc`, `fem`, `neut` or `plur` where at least one pronoun says so and none denies it; else nothing."""
        kinds = {kind(p) for p in self.pronouns}
        return kinds.pop() if len(kinds) == 1 else ""


def kind(pronoun: str) -> str:
    sets = {"masc": MASC, "fem": FEM, "neut": NEUT, "plur": PLUR}
    return next((name for name, forms in sets.items() if pronoun in forms), "")


def words_of_file(path: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """(form, lemma, UPOS, XPOS, FEATS) of every syntactic word of a CoNLL-U file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 10 and fields[0].isdigit():
                yield fields[1], fields[2], fields[3], fields[4], fields[5]


def described(files: list[Path]) -> Iterator[Described]:
    """The mentions of parsed documents whose head is a name or a noun."""
    for file in files:
        for document in corefer.read(file):
            for entity in document.entities:
                forms = Counter(
                    document.tokens[m.start].form.lower()
                    for m in entity.mentions
                    if m.end - m.start == 1 and m.referring
                )
                pronouns = tuple(form for form in forms.elements() if kind(form))
                yield from _of_entity(document, entity, pronouns)


def _of_entity(document: corefer.Document, entity: corefer.Entity, pronouns: tuple[str, ...]) -> Iterator[Described]:
    for mention in entity.mentions:
        tokens = [document.tokens[i] for i in mention.tokens]
        inside = {token.index for token in tokens}
        at = next((i for i, t in enumerate(tokens) if t.head is None or t.head.index not in inside), None)
        if at is None or tokens[at].upos not in ("PROPN", "NOUN") or _is_coordinated(tokens, tokens[at]):
            continue
        head = tokens[at]
        words = name_around(tokens, at) if head.upos == "PROPN" else (head.form,)
        yield Described(words, head.form, head.lemma, head.upos, head.xpos, mention.type, pronouns)


def _is_coordinated(tokens: list[Token], head: Token) -> bool:
    return any(t.deprel == "conj" and t.head == head for t in tokens)


def name_around(tokens: list[Token], at: int) -> tuple[str, ...]:
    """The words of the name about its head: the stretch of names, capitalised words and `of the` between them."""
    first, last = at, at
    while first > 0 and _in_name(tokens[first - 1]):
        first -= 1
    while last + 1 < len(tokens) and _in_name(tokens[last + 1]):
        last += 1
    while first < at and tokens[first].form.islower():
        first += 1
    while last > at and tokens[last].form.islower():
        last -= 1
    return tuple(t.form for t in tokens[first : last + 1])


def _in_name(token: Token) -> bool:
    return token.upos == "PROPN" or token.form.lower() in LINKS or token.form[:1].isupper()


def novel_names(files: list[Path]) -> Iterator[Described]:
    """The proper names of LitBank's novels, with their types; not those with a description in them."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            id, kind, text, *_ = [*line.split("\t"), "", ""]
            label = kind.partition(" ")[0]
            words = tuple(text.replace(" 's", "").split())
            if id.startswith("T") and label.startswith("PROP_") and all(_is_name_word(word) for word in words):
                type = "person" if label == "PROP_PER" else "place"
                yield Described(words, words[-1], words[-1], "PROPN", "NNP", type, ())


def novel_nouns(files: list[Path]) -> Iterator[Described]:
    """The singular nouns by which LitBank's novels refer to persons: the last word before any *of*, *who* or comma."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            id, kind, text, *_ = [*line.split("\t"), "", ""]
            head = _last_before_modifiers(text.split())
            if (
                id.startswith("T")
                and kind.startswith("NOM_PER")
                and head.islower()
                and head.isalpha()
                and not head.endswith(("s", "men"))
            ):
                yield Described((head,), head, head, "NOUN", "", "person", ())


def _last_before_modifiers(words: list[str]) -> str:
    end = next((i for i, word in enumerate(words) if i and word in MODIFIERS), len(words))
    return words[end - 1] if words else ""


def _is_name_word(word: str) -> bool:
    return word[:1].isupper() or word in LINKS or not word[:1].isalpha()
