"""LlamaIndex's transformation, with the real package."""

from __future__ import annotations

import pytest

pytest.importorskip("llama_index.core", reason="llama-index-core brings 150 MB; install corefer[llamaindex] to test it")

from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import Document, ImageNode, NodeRelationship, TextNode

from corefer.integrations.llamaindex import PronounRewriter

TEXT = "Dr. Lena Voss runs the station on Skerry.\n\nShe has lived there since 2010. Her results are known."


def test_nodes_stay_whole_and_keep_their_ids() -> None:
    source = Document(text=TEXT, id_="d1", metadata={"source": "a.txt"})
    (found,) = PronounRewriter(mode="anchors")([source])
    assert found.get_content().endswith(
        "\n\nDr. Lena Voss has lived there since 2010. Dr. Lena Voss's results are known."
    )
    assert (found.node_id, found.metadata) == ("d1", {"source": "a.txt"})
    assert source.text == TEXT


def test_a_node_for_each_chunk_in_a_pipeline() -> None:
    source = Document(text=TEXT, id_="d1", metadata={"source": "a.txt"})
    found = IngestionPipeline(transformations=[PronounRewriter(chunks="sentence")]).run(documents=[source])
    assert [node.get_content() for node in found] == [
        "Dr. Lena Voss runs the station on Skerry.",
        "Dr. Lena Voss has lived there since 2010.",
        "Dr. Lena Voss's results are known.",
    ]
    for node in found:
        assert isinstance(node, TextNode)
        assert node.relationships[NodeRelationship.SOURCE].node_id == "d1"  # type: ignore[union-attr]
        assert node.metadata == {"source": "a.txt"}
    assert TEXT[found[1].start_char_idx : found[1].end_char_idx] == "She has lived there since 2010."  # type: ignore[attr-defined]


def test_what_has_no_text_passes() -> None:
    image = ImageNode(image="aGk=")
    assert PronounRewriter()([image])[0].node_id == image.node_id
