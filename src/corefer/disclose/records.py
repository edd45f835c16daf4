"""One record per pronoun token: what every cell of a disclosure is a sum of, and what `--trace` lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from corefer.disclose.categories.case import Case
from corefer.disclose.categories.find import findings
from corefer.disclose.plan import OUT_OF_SCOPE, Column, Plan
from corefer.disclose.pronouns import LISTED, Kind, Pronoun, pronoun
from corefer.disclose.view import View
from corefer.document import Mention

INTER, INTRA = "inter", "intra"
CONTEXT = 60  # characters on either side


@dataclass(slots=True)
class Outcome:
    """What a system made of a pronoun of the evaluation set.

    A referent is right only if the antecedent is: where the antecedent is right and the referent wrong, an error
    further up the chain has been passed on (the paper's chaining error).
    """

    antecedent: str = ""
    antecedent_correct: bool = False
    referent: str = ""
    referent_correct: bool = False
    attempted: bool = False

    @property
    def chaining(self) -> bool:
        return self.antecedent_correct and not self.referent_correct

    @property
    def name(self) -> str:
        """The outcome in one word, as the trace shows it."""
        if not self.attempted:
            return "open"
        if not self.antecedent_correct:
            return "wrong"
        return "correct" if self.referent_correct else "chaining"


@dataclass(slots=True)
class Record:
    """A pronoun token: where it stands, its column, why it is excluded (category empty: evaluated), its outcomes."""

    document: str
    genre: str
    file: str
    sentence: str
    token: int
    start: int
    end: int
    form: str
    column: str
    category: str = ""
    annotated: bool = False
    reason: str = ""
    sponsor: str = ""
    distance: str = ""
    classes: tuple[str, ...] = ()
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    before: str = ""
    after: str = ""

    @property
    def excluded(self) -> bool:
        return bool(self.category)

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON says it."""
        return {
            "document": self.document,
            "genre": self.genre,
            "file": self.file,
            "sentence": self.sentence,
            "token": self.token,
            "start": self.start,
            "end": self.end,
            "form": self.form,
            "column": self.column,
            "category": self.category or None,
            "source": ("annotated" if self.annotated else "found") if self.category else None,
            "reason": self.reason,
            "sponsor": self.sponsor,
            "sponsor_in": self.distance or None,
            "classes": list(self.classes),
            "systems": {
                name: {"outcome": o.name, "antecedent": o.antecedent or None, "referent": o.referent or None}
                for name, o in self.outcomes.items()
            },
            "context": f"{self.before}[{self.form}]{self.after}",
        }


@dataclass(slots=True)
class Found:
    """A record with what outcomes are judged by."""

    record: Record
    mention: Mention | None


def records(view: View, plan: Plan) -> Iterator[Found]:
    """The pronoun tokens of a document in order, each with its one category."""
    document, table = view.document, view.document.tokens.table
    text = document.text
    empty = table.column("id") if table.has("id") else []
    for token in _candidates(view, plan):
        if empty and "." in empty[token]:  # not a word of the text
            continue
        seen = _covered(view, token, plan)
        if seen is None:
            continue
        column, word = seen
        case = Case(view, token, word, view.mention_of(token), column is not None, plan)
        start, end = table.starts[token], table.ends[token]
        sentence = document.sentences[view.sentence(token)]
        record = Record(
            document=document.id,
            genre=document.genre or "(none)",
            file=document.layout.get("file", ""),
            sentence=sentence.id or str(sentence.index + 1),
            token=token,
            start=start,
            end=end,
            form=view.forms[token],
            column=column.label if column else OUT_OF_SCOPE,
            before=" ".join(text[max(0, start - CONTEXT) : start].split("\n")),
            after=" ".join(text[end : end + CONTEXT].split("\n")),
        )
        finding, record.classes = findings(case)
        if finding is not None:
            record.category, record.annotated, record.reason = finding.category, finding.annotated, finding.reason
        _note_sponsor(record, case)
        yield Found(record, case.mention)


def _candidates(view: View, plan: Plan) -> list[int]:
    """The tokens that may count, by a quick look: forms and lemmas of the plan, and what may be a pronoun."""
    forms = frozenset(form for column in plan.columns for form in column.forms)
    lemmas = frozenset(lemma for column in plan.columns for lemma in column.lemmas)
    chosen = {i for i, form in enumerate(view.lower) if form in forms}
    if lemmas:
        chosen |= {i for i, lemma in enumerate(view.lemmas) if lemma in lemmas}
    if view.has_tags:
        chosen |= {i for i, upos in enumerate(view.upos) if upos in ("PRON", "DET")}
    else:
        chosen |= {i for i, form in enumerate(view.lower) if form in LISTED}
    return sorted(chosen)


def _covered(view: View, token: int, plan: Plan) -> tuple[Column | None, Pronoun | None] | None:
    """The token's column (None: out of scope) and the pronoun it is; None for tokens that do not count."""
    form = view.lower[token]
    word = pronoun(view, token)
    for column in plan.columns:
        if not column.is_lexical and word is None:
            continue
        if not column.fits(form, view.lemmas[token], view.feats[token], word):
            continue
        if word is None and not view.has_tags:
            return column, Pronoun(Kind.PERSONAL)  # a form that the plan covers, in a text without tags
        if word is None and "other_word" not in plan.excluded:
            return None
        return column, word
    return (None, word) if word is not None and word.kind in plan.kinds else None


def _note_sponsor(record: Record, case: Case) -> None:
    """Where the sponsor stands; what has none counts as intersentential: nothing in its sentence resolves it."""
    view = case.view
    sponsor = view.sponsor(case.mention) if case.mention else None
    if sponsor is not None:
        record.sponsor = " ".join(view.document.mention_text(sponsor).split())
    if not record.excluded:
        same = sponsor is not None and view.sentence(sponsor.start) == view.sentence(case.token)
        record.distance = INTRA if same else INTER
