"""What is wrong, or odd, with a GREC text: the checks of its DTD, and those that no DTD can make.

The values are those of the task descriptions (REG'08 sections 2.1 and 2.2; GREC-NEG '09 and '10) and of the
published data. `error` marks what the evaluation programs of the tasks would reject or miscount, `warning`
what is probably a mistake, `info` what is odd but occurs in the published data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from corefer.document import Document, Expression, Mention
from corefer.formats.grec import selected
from corefer.formats.grec_xml import EMBEDDED

# what `corefer grec build` makes of the entity types of other corpora
FURTHER_SEMCATS = tuple("place organization object thing animal plant substance event time abstract".split())
VALUES = {
    "reg08-type": ("name", "common", "pronoun", "empty"),
    "emphatic": ("yes", "no"),
    "head": ("nominal", "pronoun", "rel-pron"),
    "case": ("plain", "nominative", "accusative", "genitive", "no_case"),
    "syncat": ("np-subj", "np-obj", "subj-det", "np"),
    "semcat": ("city", "country", "river", "person", "mountain", "lake", *FURTHER_SEMCATS),
}
_CASES = {
    "nominal": ("plain", "genitive"),
    "pronoun": ("nominative", "accusative", "genitive"),
    "rel-pron": ("nominative", "accusative", "genitive"),
}
_OF_EMPTY = {"reg08-type": "empty", "case": "no_case", "entity": None}


CODES = {
    "G01": "The text has no title.",
    "G02": "The title is percent-encoded.",
    "G03": "The text has no reference.",
    "G04": "Two references bear the same id.",
    "G05": "A reference has no id.",
    "G06": "A reference or expression lacks an attribute that the task needs.",
    "G07": "An attribute has a value that the task does not know.",
    "G08": "A reference has no alternatives.",
    "G09": "A reference has no selected expression, though others have.",
    "G10": "The selected expression is not among the alternatives (whatever the case of its letters).",
    "G11": "The selected expression has other attributes than the alternative of the same text.",
    "G12": "An empty expression has further attributes.",
    "G13": "An empty expression says something.",
    "G14": "An expression that is not empty says nothing.",
    "G15": "An expression begins or ends with white space.",
    "G16": "The case of an expression does not fit its head.",
}

Finding = tuple[str, str, Mention | None, str, str]


def grec_findings(document: Document) -> Iterator[Finding]:
    """The findings on a document read from GREC, in the order of the text."""
    yield from _of_text(document)
    ids = Counter(_reference_id(mention) for mention in document.mentions)
    some_selected = any(selected(document, mention) for mention in document.mentions)
    for mention in document.mentions:
        name = _reference_id(mention)
        if name and ids[name] > 1:
            message = f"{ids[name]} references have the id {name}"
            yield "G04", "error", mention, message, "give each its own id"
        if not name:
            yield "G05", "warning", mention, f"{_called(document, mention)} has no id", "add ID"
        yield from _of_reference(document, mention)
        chosen = selected(document, mention)
        if chosen:
            yield from _of_expression(mention, chosen, _called(document, mention))
            yield from _of_choice(document, mention, chosen)
        elif some_selected:
            message = f"{_called(document, mention)} has no selected expression, others have"
            yield "G09", "error", mention, message, "select one, for every reference or for none"
        for expression in mention.alternatives:
            yield from _of_expression(mention, expression, f"the alternative “{expression.text}”")


def _of_text(document: Document) -> Iterator[Finding]:
    title = document.meta.get("title", "")
    if not title:
        yield "G01", "error", None, "the text has no title", "fill in <TITLE>"
    if "%" in title:
        message = f"the title is percent-encoded: {title}"
        yield "G02", "info", None, message, "decode it before comparing it with expressions"
    if not document.mentions:
        yield "G03", "info", None, "the text has no reference", "leave it out of an evaluation"


def _of_reference(document: Document, mention: Mention) -> Iterator[Finding]:
    called = _called(document, mention)
    other = mention.other or {}
    values = {"syncat": other.get("syncat", ""), "semcat": mention.type}
    for key, value in values.items():
        if not value:
            yield "G06", "error", mention, f"{called} has no {key.upper()}", _one_of(key)
    yield from _unknown_values(mention, values, called)
    if not mention.alternatives:
        message = f"{called} has no alternatives"
        yield "G08", "error", mention, message, "list the expressions to choose from"


def _of_expression(mention: Mention, expression: Expression, called: str) -> Iterator[Finding]:
    """What holds for selected expressions and alternatives alike."""
    values = dict(expression.attributes)
    yield from _unknown_values(mention, values, called)
    kind, case = values.get("reg08-type"), values.get("case")
    if not kind:
        yield "G06", "error", mention, f"{called} has no REG08-TYPE", _one_of("reg08-type")
    if kind == "empty":
        further = [key for key, value in values.items() if _OF_EMPTY.get(key, "") not in (None, value)]
        if further:
            message = f"{called} is empty, yet has {', '.join(key.upper() for key in further)}"
            yield "G12", "error", mention, message, "leave REG08-TYPE alone"
        if expression.text != "_":
            message = f"{called} is empty, yet says “{expression.text}”"
            yield "G13", "error", mention, message, "write _, or give it another REG08-TYPE"
    elif expression.text == "_":
        yield "G14", "error", mention, f"{called} says nothing", 'give it REG08-TYPE="empty"'
    elif expression.text != expression.text.strip():
        yield "G15", "info", mention, f"{called} begins or ends with white space", "trim it"
    fitting = _CASES.get(values.get("head", ""))
    if fitting and case and case not in fitting:
        message = f"{called} has HEAD {values['head']} with CASE {case}"
        yield "G16", "warning", mention, message, f"such a head has {' or '.join(fitting)}"


def _of_choice(document: Document, mention: Mention, chosen: Expression) -> Iterator[Finding]:
    """Whether the selected expression is on offer. The published lists are in small letters at sentence starts, too."""
    if not mention.alternatives or _embeds(document, mention):
        return
    same = [e for e in mention.alternatives if e.text.casefold() == chosen.text.casefold()]
    if not same:
        message = f"“{chosen.text}” is not among the alternatives"
        yield "G10", "error", mention, message, "select one of the alternatives"
    elif not any(_agree(chosen, expression) for expression in same):
        message = f"“{chosen.text}” has other attributes than the alternative of this text"
        yield "G11", "error", mention, message, "copy the attributes of the alternative"


def _embeds(document: Document, mention: Mention) -> bool:
    """Whether other mentions stand within this one, whose expressions the lists leave open."""
    return any(mention.start <= m.start and m.end <= mention.end and m is not mention for m in document.mentions)


def _agree(chosen: Expression, offered: Expression) -> bool:
    values = dict(offered.attributes)
    values.pop("entity", None)
    return EMBEDDED not in values and {key: value for key, value in chosen.attributes if key != "entity"} == values


def _unknown_values(mention: Mention, values: Mapping[str, str], called: str) -> Iterator[Finding]:
    for key, value in values.items():
        if value and key in VALUES and value not in VALUES[key]:
            message = f"{called} has {key.upper()} “{value}”, which GREC does not know"
            yield "G07", "error", mention, message, _one_of(key)


def _one_of(key: str) -> str:
    return f"{key.upper()} is one of {_listed(VALUES[key])}"


def _listed(values: Iterable[str]) -> str:
    return ", ".join(values)


def _reference_id(mention: Mention) -> str:
    """REG08's `ID`, or GREC-NEG's pair of entity and mention; empty if there is neither."""
    number = (mention.other or {}).get("mention", "")
    return mention.id or (f"{mention.entity.id}:{number}" if number else "")


def _called(document: Document, mention: Mention) -> str:
    return f"the reference {_reference_id(mention) or f'“{document.mention_text(mention)}”'}"
