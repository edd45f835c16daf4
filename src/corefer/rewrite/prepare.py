"""What rewriting starts from: a document that is resolved and parsed, whatever came in."""

from __future__ import annotations

from corefer.analysis import analyse
from corefer.document import Document
from corefer.document.tokens import TokenTable
from corefer.resolve.pipeline import AUTO, make, resolve_document

_COLUMNS = ("lemma", "upos", "xpos", "feats", "head", "deprel")


def prepared(document: Document, resolver: str | None = None) -> Document:
    """The document with its own chains, or resolved: where it has none, or a resolver is asked for by name.

    The learned resolver tells its candidates unasked; ROSANA's verdicts on them are not worth their time here.
    """
    if resolver is None and is_resolved(document):
        return document if document.is_parsed else with_parse(document)
    return resolve_document(document, make(resolver or AUTO, explain=resolver == "rosana"))


def is_resolved(document: Document) -> bool:
    """Whether the document says what refers to what."""
    return bool(document.decisions) or any(not entity.is_singleton for entity in document.entities)


def with_parse(document: Document) -> Document:
    """The document with tags and dependencies of our own analysis, on its own tokens; empty nodes have neither."""
    table = document.tokens.table
    analysed = analyse(document.bare(), tokens="kept").tokens.table
    place = iter(range(len(analysed)))
    words = [next(place) if end > start else None for start, end in zip(table.starts, table.ends, strict=True)]
    columns = {
        name: ["_" if i is None else values[i] for i in words]
        for name, values in ((name, analysed.column(name)) for name in _COLUMNS)
    }
    columns["id"] = table.column("id")
    parsed = TokenTable(
        table.forms,
        columns=columns,
        starts=table.starts,
        ends=table.ends,
        multiwords=table.multiwords,
        extra=table.extra,
    )
    result = Document(document.id, document.text, parsed, document.sentences.table)
    result.meta, result.regions, result.layout = dict(document.meta), list(document.regions), dict(document.layout)
    result.mentions, result.bridges = list(document.mentions), list(document.bridges)
    result.splits, result.decisions = list(document.splits), list(document.decisions)
    result.arrange()
    return result
