"""spaCy: analysis and coreference as a component, `nlp.add_pipe("corefer")` (`pip install corefer[spacy]`).

A pipeline with a parser lends its parse (turned into Universal Dependencies); otherwise, as in a blank pipeline, the
text is analysed. `doc._.corefer` is our document, `doc._.corefer_chains` its entities of several mentions as spans.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc, Span

from corefer.analysis import analyse, from_spacy
from corefer.api import resolve
from corefer.document import Document, from_text
from corefer.document.notes import write_notes
from corefer.formats import Conversion, Source, Target, get, stream

_KEY = "__corefer__"


@Language.factory(
    "corefer", assigns=["doc._.corefer", "doc._.corefer_chains"], default_config={"resolver": "auto", "parse": "kept"}
)
def make(nlp: Language, name: str, resolver: str | None, parse: str) -> Callable[[Doc], Doc]:  # noqa: ARG001
    """The component. `resolver` is one of `corefer resolve`'s, or None for the analysis alone.

    With `parse` "own", the text is analysed even where the pipeline has a parser.
    """
    if parse not in ("kept", "own"):
        raise ValueError(f"parse is 'kept' or 'own', not {parse!r}")
    return Component(resolver, parse)


class Component:
    """Gives each `Doc` our document."""

    def __init__(self, resolver: str | None, parse: str) -> None:
        self.resolver = resolver
        self.parse = parse

    def __call__(self, doc: Doc) -> Doc:
        parsed = self.parse == "kept" and doc.has_annotation("DEP")
        document = from_spacy(doc) if parsed else from_text("doc", doc.text)
        if self.resolver is not None:
            document = resolve(document, self.resolver)
        elif not parsed:
            document = analyse(document)
        doc._.corefer = document
        return doc


def chains(doc: Doc) -> list[list[Span]]:
    """The entities of several mentions; a mention that cuts through spaCy's tokens is widened to whole ones."""
    document: Document | None = doc._.corefer
    if document is None:
        return []
    return [
        [_span(doc, document, mention.start, mention.end) for mention in entity.mentions]
        for entity in document.entities
        if len(entity.mentions) > 1
    ]


def _span(doc: Doc, document: Document, start: int, end: int) -> Span:
    table = document.tokens.table
    found = doc.char_span(table.starts[start], table.ends[end - 1], alignment_mode="expand")
    assert found is not None
    return found


Doc.set_extension("corefer", default=None, force=True)
Doc.set_extension("corefer_chains", getter=chains, force=True)


@srsly.msgpack_encoders("corefer")
def encode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    """A document as CorefUD, so that a `Doc` can be stored, and sent between processes; decisions are left out."""
    if not isinstance(value, Document):
        return value if chain is None else chain(value)
    if value.doubt is not None:
        write_notes(value)
    out = io.BytesIO()
    Conversion(get("corefud")).write([value], Target("-", out))
    return {_KEY: out.getvalue().decode()}


@srsly.msgpack_decoders("corefer")
def decode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    if isinstance(value, dict) and _KEY in value:
        return next(stream(Source("-", data=value[_KEY].encode()), "corefud"))
    return value if chain is None else chain(value)
