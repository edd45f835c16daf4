"""Which mentions of an entity are references in GREC's sense, and what the parse says of each (section 2.1).

GREC annotates subject noun phrases, object noun phrases (of verbs and prepositions) and genitives that determine a
noun; relative pronouns; and the unsaid subjects of coordinated verb phrases. What stands in other places (predicates,
appositions, conjuncts) is left as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corefer.analysis.lexicon import pronoun_features
from corefer.document import Document, Entity, Mention

SYNCATS = {
    "nsubj": "np-subj",
    "csubj": "np-subj",
    "obj": "np-obj",
    "iobj": "np-obj",
    "dobj": "np-obj",
    "pobj": "np-obj",
    "obl": "np-obj",
    "nmod": "np-obj",
    "nmod:poss": "subj-det",
    "poss": "subj-det",
}
RELATIVE = frozenset(("who", "whom", "whose", "which", "that"))
_GENITIVE_PRONOUNS = frozenset(("my", "your", "his", "her", "its", "our", "their", "whose"))
_ACCUSATIVE_PRONOUNS = frozenset(("me", "him", "us", "them", "whom"))
_POSSESSIVE_SIGNS = frozenset(("'s", "’s", "'", "’"))
_LONGEST = 12  # words; a longer mention (with relative clauses and the like) is no expression to choose


@dataclass(slots=True, frozen=True)
class Reference:
    """A reference by tokens start..end (end exclusive; start == end where nothing is said) and its attributes."""

    start: int
    end: int
    entity: Entity
    syncat: str
    type: str
    head: str = ""
    case: str = ""
    emphatic: str = "no"

    @property
    def attributes(self) -> dict[str, str]:
        if self.type == "empty":
            return {"reg08-type": "empty"}
        return {"reg08-type": self.type, "emphatic": self.emphatic, "head": self.head, "case": self.case}


def references(document: Document, parsed: Document, entity: Entity, others: str = "") -> list[Reference]:
    """The entity's references in order; none stands within another.

    `parsed` has the same tokens with a parse. Mentions in other places are left out, or get the SYNCAT `others`.
    """
    found: list[Reference] = []
    for mention in entity.mentions:
        made = None if mention.parts else _reference(document, parsed, mention, entity, others)
        if made and not (found and made.start < found[-1].end):
            found.append(made)
    found += _unsaid(parsed, entity, found)
    return sorted(found, key=lambda r: (r.start, r.end))


def _reference(document: Document, parsed: Document, mention: Mention, entity: Entity, others: str) -> Reference | None:
    table = parsed.tokens.table
    start, end = mention.start, mention.end
    if (
        end - start > _LONGEST
        or not any(map(str.isalnum, document.mention_text(mention)))
        or _is_empty(document, mention)
    ):
        return None
    forms, head = table.forms, _head(parsed, start, end)
    relation = table.column("deprel")[head]
    syncat = SYNCATS.get(relation) or SYNCATS.get(relation.partition(":")[0], "") or others
    has_sign = end < len(forms) and forms[end].lower() in _POSSESSIVE_SIGNS
    if syncat == "subj-det" and has_sign and table.ends[end - 1] == table.starts[end]:
        end += 1
    if not syncat or pronoun_features(forms[head]).person in (1, 2):
        return None  # speaker and addressee are said by `I` and `you`; there is no choice
    kind, shape, case = described(forms[start:end], table.column("upos")[head], forms[head], syncat)
    return Reference(start, end, entity, syncat, kind, shape, case)


def _is_empty(document: Document, mention: Mention) -> bool:
    ids = document.tokens.table.column("id")
    return any("." in ids[i] for i in range(mention.start, mention.end))


def _head(parsed: Document, start: int, end: int) -> int:
    """The token governed from outside."""
    for token in range(start, end):
        head = parsed.head_index(token)
        if (head is None or not start <= head < end) and parsed.tokens[token].deprel != "punct":
            return token
    return end - 1


def described(forms: Sequence[str], upos: str, head: str, syncat: str) -> tuple[str, str, str]:
    """REG08-TYPE, HEAD and CASE of a wording by its words and its head."""
    word = head.lower()
    if upos == "PRON" or (len(forms) == 1 and (upos == "DET" or word in _GENITIVE_PRONOUNS)):
        shape = "rel-pron" if word in RELATIVE and (word != "that" or syncat == "np-subj") else "pronoun"
        if word in _GENITIVE_PRONOUNS and (word != "her" or syncat == "subj-det"):
            return "pronoun", shape, "genitive"
        accusative = word in _ACCUSATIVE_PRONOUNS or word.endswith(("self", "selves")) or syncat == "np-obj"
        return "pronoun", shape, "accusative" if accusative else "nominative"
    genitive = forms[-1].lower() in _POSSESSIVE_SIGNS or forms[-1].lower().endswith(("'s", "’s"))
    return ("name" if upos == "PROPN" else "common"), "nominal", "genitive" if genitive else "plain"


def _unsaid(parsed: Document, entity: Entity, said: Sequence[Reference]) -> Iterator[Reference]:
    """A reference before each verb that is coordinated with one of which the entity is the subject, without its own."""
    table = parsed.tokens.table
    relations, upos = table.column("deprel"), table.column("upos")
    subject_of = {
        parsed.head_index(_head(parsed, r.start, r.end)) for r in said if r.syncat == "np-subj" and r.head != "rel-pron"
    } - {None}
    children: dict[int, list[int]] = {}
    for token in range(len(table)):
        head = parsed.head_index(token)
        if head is not None:
            children.setdefault(head, []).append(token)
    for verb in range(len(table)):
        own = children.get(verb, [])
        if (
            relations[verb] == "conj"
            and parsed.head_index(verb) in subject_of
            and upos[verb] in ("VERB", "AUX")
            and table.column("xpos")[verb] not in ("VB", "VBG", "VBN")
            and (conjunctions := [c for c in own if relations[c] == "cc" and c < verb])
            and not any(relations[c].startswith(("nsubj", "csubj", "expl")) for c in own)
        ):
            place = conjunctions[-1] + 1
            yield Reference(place, place, entity, "np-subj", "empty")
