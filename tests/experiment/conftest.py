"""The texts that experiments are made with: the embedded corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefer.document import Document
from corefer.formats import read
from corefer.resolve import RESOLVERS
from corefer.resolve.registry import Entry


@pytest.fixture(scope="module")
def keys(examples: Path) -> list[Document]:
    return read(examples)


@pytest.fixture(autouse=True)
def _simple(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simple resolvers under their names."""
    monkeypatch.setitem(RESOLVERS, "chain", Entry("simple_resolvers:Chain", "one entity"))
    monkeypatch.setitem(RESOLVERS, "last-name", Entry("simple_resolvers:LastName", "the last name"))
    monkeypatch.setitem(RESOLVERS, "ranking", Entry("simple_resolvers:Ranking", "weights that can be tuned"))
