"""LangChain's document transformer, with the real package."""

from __future__ import annotations

import asyncio

from langchain_core.documents import BaseDocumentTransformer, Document

from corefer.integrations.langchain import PronounRewriter

TEXT = "Dr. Lena Voss runs the station on Skerry.\n\nShe has lived there since 2010. Her results are known."


def test_documents_stay_whole() -> None:
    rewriter = PronounRewriter("anchors")
    assert isinstance(rewriter, BaseDocumentTransformer)
    (found,) = rewriter.transform_documents([Document(id="d1", page_content=TEXT, metadata={"source": "a.txt"})])
    assert found.page_content == (
        "Dr. Lena Voss runs the station on Skerry.\n\n"
        "Dr. Lena Voss has lived there since 2010. Dr. Lena Voss's results are known."
    )
    assert (found.id, found.metadata) == ("d1", {"source": "a.txt"})


def test_a_document_for_each_chunk() -> None:
    source = Document(page_content=TEXT, metadata={"source": "a.txt"})
    found = PronounRewriter(chunks="sentence").transform_documents([source, Document(page_content="It rained.")])
    assert [document.page_content for document in found] == [
        "Dr. Lena Voss runs the station on Skerry.",
        "Dr. Lena Voss has lived there since 2010.",
        "Dr. Lena Voss's results are known.",
        "It rained.",
    ]
    assert [document.metadata["start_index"] for document in found] == [0, 43, 75, 0]
    assert found[2].metadata["source"] == "a.txt"
    assert source.page_content == TEXT


def test_asynchronously() -> None:
    found = asyncio.run(PronounRewriter("anchors").atransform_documents([Document(page_content="Ada left. She sang.")]))
    assert found[0].page_content == "Ada left. Ada sang."
