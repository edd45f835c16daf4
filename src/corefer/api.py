"""The functions behind the rooms that can be called: from texts, paths, or documents, to a result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from corefer.disclose import disclose as disclose_documents
from corefer.document import CoreferError, Document
from corefer.formats import read_each
from corefer.rewrite.result import Rewritten
from corefer.rewrite.rewriter import LEAST_CONFIDENCE
from corefer.rewrite.rewriter import rewrite as rewrite_document
from corefer.score.report import Report
from corefer.score.scorer import score as score_documents
from corefer.score.settings import Like, Matching, Settings, choice

if TYPE_CHECKING:
    from corefer.disclose.disclosure import Disclosure
    from corefer.disclose.plan import Plan

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


def disclose(
    key: Texts,
    systems: Mapping[str, Texts] | None = None,
    plan: Plan | str | Path | None = None,
    *,
    corpus: str = "",
    match: Literal["head", "exact"] | None = None,
) -> Disclosure:
    """Account for every pronoun of the key, and for what each system made of it: the standard disclosure.

    `key` and each of `systems` (responses by name) are given as to `score`; without systems only the corpus part is
    disclosed. `plan` is a TOML file, or nothing for the plan that ships; `match` overrides the plan's.
    `corefer.disclose(key, {"Alpha": alpha}).resolution_rate["Alpha"]["Total"]` is Alpha's resolution rate in percent.
    """
    responses = {name: _documents(texts) for name, texts in (systems or {}).items()}
    return disclose_documents(_documents(key), responses, plan, corpus=corpus, match=match)


def rewrite(
    text: str | Document,
    mode: Literal["anchors", "standalone"] = "anchors",
    chunks: int | str | None = None,
    *,
    resolver: str | None = None,
    min_confidence: float = LEAST_CONFIDENCE,
    repeat: bool = False,
) -> Rewritten:
    """Replace the pronouns of a text by their anchors: `corefer.rewrite("Ada left. She sang.").text`.

    `text` is running text, or a document. A document's own chains are used where it has any; what has none, or comes
    with the name of a `resolver`, is resolved. `mode` is `anchors` (each sentence names whom it is about) or
    `standalone` (each chunk does, once); `chunks` is a number of sentences, a number of words (`"200w"`),
    `"paragraph"` or `"sentence"`. Pronouns resolved with less than `min_confidence` are left; see docs/rewriting.md.
    """
    from corefer.rewrite.prepare import prepared

    return rewrite_document(prepared(text, resolver), mode, chunks, min_confidence=min_confidence, repeat=repeat)


def _documents(texts: Texts) -> Document | Iterable[Document]:
    return read_each(texts) if isinstance(texts, str | os.PathLike) else texts
