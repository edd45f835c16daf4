"""LangChain: documents whose text, or whose chunks, stand alone (`pip install corefer[langchain]`).

Let it see whole documents and make the chunks itself: once a text is cut, what *she* refers to may be in another chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from langchain_core.documents import BaseDocumentTransformer, Document

from corefer.api import rewrite
from corefer.rewrite.rewriter import LEAST_CONFIDENCE


class PronounRewriter(BaseDocumentTransformer):
    """Replaces pronouns by what they refer to; the options are those of `corefer.rewrite`.

    With `chunks`, each document becomes one document for each chunk, whose `start_index` is where the chunk begins in
    the original text; without, documents stay whole and keep their ids. Metadata are carried over.
    """

    def __init__(
        self,
        mode: Literal["anchors", "standalone"] = "standalone",
        chunks: int | str | None = None,
        *,
        resolver: str | None = None,
        min_confidence: float = LEAST_CONFIDENCE,
        repeat: bool = False,
    ) -> None:
        self.mode: Literal["anchors", "standalone"] = mode
        self.chunks = chunks
        self.resolver = resolver
        self.min_confidence = min_confidence
        self.repeat = repeat

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:  # noqa: ARG002
        return [made for document in documents for made in self._transformed(document)]

    def _transformed(self, document: Document) -> list[Document]:
        found = rewrite(
            document.page_content,
            self.mode,
            self.chunks,
            resolver=self.resolver,
            min_confidence=self.min_confidence,
            repeat=self.repeat,
        )
        if self.chunks is None:
            return [Document(id=document.id, page_content=found.text, metadata=dict(document.metadata))]
        return [
            Document(page_content=chunk.text, metadata={**document.metadata, "start_index": chunk.source[0]})
            for chunk in found.chunks
        ]
