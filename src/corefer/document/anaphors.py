"""Which kind of anaphor a mention is: ROSANA's types (Stuckardt 2001, section 5), by closed lists and tags.

Pronouns are English; in other languages the parse's UPOS and features decide where there is one.
"""

from __future__ import annotations

from enum import StrEnum

from corefer.document.document import Document
from corefer.document.mentions import Mention


class AnaphorType(StrEnum):
    """ROSANA's occurrence types, and three that its corpus scheme left out (DEM, INDEF, OTHER)."""

    PER1 = "PER1"
    PER2 = "PER2"
    PER3 = "PER3"
    POS1 = "POS1"
    POS2 = "POS2"
    POS3 = "POS3"
    REFL = "REFL"
    RELA = "RELA"
    DEM = "DEM"
    INDEF = "INDEF"
    NAME = "NAME"
    DNOM = "DNOM"
    OTHER = "OTHER"


# Where a response says, in its metadata, what its resolver attempted: a pronoun left alone on purpose is no error.
ATTEMPTED = "attempted"
_FORMS: dict[AnaphorType, str] = {
    AnaphorType.PER1: "i me we us",
    AnaphorType.PER2: "you ye thou thee",
    AnaphorType.PER3: "he him she her it they them 'em",
    AnaphorType.POS1: "my our mine ours",
    AnaphorType.POS2: "your yours thy thine",
    AnaphorType.POS3: "his her its their hers theirs",
    AnaphorType.REFL: "myself yourself himself herself itself oneself ourselves yourselves themselves themself",
    AnaphorType.RELA: "who whom whose which",
    AnaphorType.DEM: "this that these those",
    AnaphorType.INDEF: (
        "one ones some any all both each none everyone everybody someone somebody anyone anybody nobody nothing "
        "everything something anything another other others either neither many few several much"
    ),
}
_RECIPROCALS = {("each", "other"), ("one", "another")}
_GENITIVES = ("'s", "'")
_TYPE_OF = {form: kind for kind, forms in _FORMS.items() for form in forms.split()}
# Forms that are pronouns whatever the tags say; the indefinites among them are often determiners or adverbs.
PRONOUNS = frozenset(form for form, kind in _TYPE_OF.items() if kind is not AnaphorType.INDEF)
PRONOMINAL = frozenset(AnaphorType) - {AnaphorType.NAME, AnaphorType.DNOM, AnaphorType.OTHER}
_DEFINITE = frozenset(["the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their"])


def pronoun_form(document: Document, mention: Mention) -> str:
    """The mention's form in lower case if it is a pronoun of one token, else the empty string."""
    if mention.end - mention.start != 1:
        return ""
    table = document.tokens.table
    form = table.forms[mention.start].lower().replace("’", "'")
    if form in PRONOUNS:
        return form
    return form if table.has("upos") and table.column("upos")[mention.start] == "PRON" else ""


def anaphor_type(document: Document, mention: Mention) -> AnaphorType:
    """The mention's type; `her` is possessive if the tags say so, or if a word of the same phrase follows."""
    table = document.tokens.table
    forms = [table.forms[i].lower().replace("’", "'") for i in mention.tokens[:3]]
    if tuple(forms[:2]) in _RECIPROCALS and (len(forms) == 2 or forms[2] in _GENITIVES):
        return AnaphorType.REFL
    if len(forms) == 1:
        kind = _pronoun_type(document, mention.start, forms[0])
        if kind:
            return kind
    head = document.mention_head(mention)
    if _is_name(document, head):
        return AnaphorType.NAME
    return (
        AnaphorType.DNOM if forms and (forms[0] in _DEFINITE or _has_genitive(document, mention)) else AnaphorType.OTHER
    )


def _pronoun_type(document: Document, token: int, form: str) -> AnaphorType | None:
    kind = _TYPE_OF.get(form)
    table = document.tokens.table
    upos = table.column("upos")[token] if table.has("upos") else "_"
    if kind is AnaphorType.INDEF and upos not in ("PRON", "DET", "_"):
        return None
    if kind is None:
        return _by_features(table.column("feats")[token]) if upos == "PRON" else None
    if form in ("her", "his") and table.has("feats"):
        possessive = "Poss=Yes" in table.column("feats")[token]
        return AnaphorType.POS3 if possessive else AnaphorType.PER3
    if form == "her":
        following = token + 1 < len(table) and table.forms[token + 1][:1].isalnum()
        return AnaphorType.POS3 if following else AnaphorType.PER3
    return kind


def _by_features(feats: str) -> AnaphorType:
    """A pronoun that the lists lack: its morphological features, as in any language of UD."""
    values = dict(part.split("=", 1) for part in feats.split("|") if "=" in part)
    if values.get("Reflex") == "Yes":
        return AnaphorType.REFL
    kind = values.get("PronType", "")
    if "Rel" in kind:
        return AnaphorType.RELA
    if "Dem" in kind:
        return AnaphorType.DEM
    person = values.get("Person", "")
    if person in ("1", "2", "3"):
        return AnaphorType[("POS" if values.get("Poss") == "Yes" else "PER") + person]
    return AnaphorType.INDEF


def _is_name(document: Document, head: int) -> bool:
    table = document.tokens.table
    if table.has("upos"):
        return table.column("upos")[head] == "PROPN"
    if table.has("xpos"):
        return table.column("xpos")[head] in ("NNP", "NNPS")
    return table.forms[head][:1].isupper() and head != document.sentences[document.sentence_index(head)].start


def _has_genitive(document: Document, mention: Mention) -> bool:
    """Whether a possessor stands at the front (`the city's mayor`, `Ada's`), which makes a phrase definite."""
    forms = document.tokens.table.forms
    head = document.mention_head(mention)
    return any(forms[i] in ("'s", "’s", "'", "’") for i in range(mention.start, head))
