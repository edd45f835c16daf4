"""LlamaIndex: nodes whose text, or whose chunks, stand alone (`pip install corefer[llamaindex]`).

Put it first in an ingestion pipeline, before or instead of a splitter: once a text is cut, what *she* refers to may be
in another node.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TextNode, TransformComponent

from corefer.api import rewrite
from corefer.rewrite.rewriter import LEAST_CONFIDENCE


class PronounRewriter(TransformComponent):
    """Replaces pronouns by what they refer to; the options are those of `corefer.rewrite`.

    With `chunks`, each node becomes one text node for each chunk, related to its source, with the offsets of the
    chunk in the original text; without, nodes stay whole and keep their ids. Nodes without text pass unchanged.
    """

    mode: Literal["anchors", "standalone"] = "standalone"
    chunks: int | str | None = None
    resolver: str | None = None
    min_confidence: float = LEAST_CONFIDENCE
    repeat: bool = False

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> Sequence[BaseNode]:  # noqa: ARG002
        return [made for node in nodes for made in self._transformed(node)]

    def _transformed(self, node: BaseNode) -> list[BaseNode]:
        if not isinstance(node, TextNode | Document):
            return [node]
        found = rewrite(
            node.get_content(metadata_mode=MetadataMode.NONE),
            self.mode,
            self.chunks,
            resolver=self.resolver,
            min_confidence=self.min_confidence,
            repeat=self.repeat,
        )
        if self.chunks is None:
            whole = node.model_copy(deep=True)
            whole.set_content(found.text)
            return [whole]
        source = {NodeRelationship.SOURCE: node.source_node or node.as_related_node_info()}
        return [
            TextNode(
                text=chunk.text,
                metadata=dict(node.metadata),
                excluded_embed_metadata_keys=list(node.excluded_embed_metadata_keys),
                excluded_llm_metadata_keys=list(node.excluded_llm_metadata_keys),
                relationships=source,
                start_char_idx=chunk.source[0],
                end_char_idx=chunk.source[1],
            )
            for chunk in found.chunks
        ]
