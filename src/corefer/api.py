"""The functions behind the rooms that can be called: from paths, or documents, to a result."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from corefer.document import CoreferError, Document
from corefer.formats import read_each
from corefer.score.report import Report
from corefer.score.scorer import score as score_documents
from corefer.score.settings import Like, Matching, Settings, choice

Texts = Document | Iterable[Document] | str | os.PathLike[str]


def score(
    key: Texts,
    response: Texts,
    *,
    metrics: Iterable[str] | None = None,
    match: Literal["exact", "head", "partial", "muc"] | Matching = "exact",
    singletons: Literal["kept", "dropped"] = "kept",
    like: Literal["default", "conll2012", "coval", "corefud", "ua"] | Like = "default",
    name: str = "",
    keep_pairs: bool = False,
) -> Report:
    """Score a response against a key: `corefer.score(key, response)["muc"].f1`.

    Either may be a document, any number of documents, or the path of a file, a folder or a glob, in any format;
    what is read from paths is held in memory one document at a time. Documents pair by id, else by file name; see
    docs/scoring.md for metrics, matchings and `like`.

    The report keeps the counts of each document, and with `keep_pairs` also the matched documents, which breakdowns,
    disciplines, anaphora scores and error analysis start from.
    """
    if singletons not in ("kept", "dropped"):
        raise CoreferError(f"singletons are `kept` or `dropped`, not `{singletons}`")
    settings = Settings(choice(Matching, match, "match"), singletons == "kept", choice(Like, like, "like"))
    name = name or (Path(response).stem if isinstance(response, str | os.PathLike) else "response")
    return score_documents(_documents(key), _documents(response), settings, metrics, name=name, keep_pairs=keep_pairs)


def _documents(texts: Texts) -> Document | Iterable[Document]:
    return read_each(texts) if isinstance(texts, str | os.PathLike) else texts
