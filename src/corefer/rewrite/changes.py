"""The edits that a substitution takes in its sentence: the pronoun, a contraction, the verbs that agree."""

from __future__ import annotations

from collections.abc import Iterator

from corefer.resolve import Discourse
from corefer.rewrite.agreement import agreed, finite_verbs, is_clitic, written_out
from corefer.rewrite.binding import is_subject
from corefer.rewrite.constructions import fits_singular, is_short_verb
from corefer.rewrite.edits import Edit
from corefer.rewrite.forms import Case, Form
from corefer.rewrite.phrases import Wording, starts_sentence


def put(discourse: Discourse, token: int, form: Form, wording: Wording, apostrophe: str) -> str:
    """The wording as it must read at the pronoun's place: its case, a capital, no second full stop."""
    table = discourse.document.tokens.table
    text = wording.text if form.case is Case.PLAIN else wording.possessive(apostrophe)
    word, end = discourse.forms[token], table.ends[token]
    if starts_sentence(discourse, token) if word == "I" else word[:1].isupper():
        text = text[:1].upper() + text[1:]
    return text.removesuffix(".") if discourse.document.text[end : end + 1] == "." else text


def edits_for(discourse: Discourse, token: int, form: Form, wording: Wording, new: str, why: str) -> list[Edit]:
    """The pronoun's edit first; nothing if the sentence cannot be made to agree."""
    table = discourse.document.tokens.table
    agreeing = _agreeing(discourse, token, form, wording)
    if agreeing is None:
        return []
    number, verbs = agreeing
    edits = [Edit(table.starts[token], table.ends[token], new, why)]
    short = token + 1
    if is_short_verb(discourse, short):
        full = written_out(discourse, short, number if short in verbs else "")
        edits.append(Edit(table.starts[short], table.ends[short], " " + full, "contraction"))
    for verb in verbs:
        if verb != short or len(edits) == 1:
            edits += _verb_edit(discourse, verb, number)
    return edits


def _verb_edit(discourse: Discourse, verb: int, number: str) -> Iterator[Edit]:
    table, form = discourse.document.tokens.table, discourse.forms[verb]
    new = agreed(discourse, verb, number)
    if is_clitic(form) and table.starts[verb] == table.ends[verb - 1]:
        if new != written_out(discourse, verb, ""):
            yield Edit(table.starts[verb], table.ends[verb], " " + new, "agreement")
    elif new != discourse.lower[verb]:
        new = new[0].upper() + new[1:] if form[0].isupper() else new
        yield Edit(table.starts[verb], table.ends[verb], new, "agreement")


def _agreeing(discourse: Discourse, token: int, form: Form, wording: Wording) -> tuple[str, list[int]] | None:
    """The number that verbs must take, and which verbs; None where the predicate would not fit."""
    if form.case is not Case.PLAIN or not is_subject(discourse.deprel[token]):
        return "", []
    if any(discourse.deprel[i] == "conj" for i in discourse.children[token]):
        return "", []
    number = wording.number or form.number or "sing"
    if form.person == 3 and number == form.number:
        return number, []
    if number == "sing" and form.number == "plur" and not fits_singular(discourse, token):
        return None
    if number == "plur" and (form.gender in ("masc", "fem") or wording.is_list):
        return None
    return number, list(finite_verbs(discourse, token))
