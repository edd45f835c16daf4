"""The functions behind the rooms that can be called: from texts, paths, or documents, to a result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from corefer.disclose import disclose as disclose_documents
from corefer.document import CoreferError, Document, from_text
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

LONGEST_PATH = 4096
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


def resolve(
    source: Document | str | os.PathLike[str],
    resolver: str = "auto",
    *,
    profile: str | os.PathLike[str] | None = None,
    parse: Literal["kept", "own"] = "kept",
    mentions: Literal["own", "gold"] = "own",
    names: str = "",
    scheme: Literal["gum", "ontonotes", "litbank"] = "gum",
    constraints: bool = True,
    model: str | os.PathLike[str] | None = None,
    relative_pronouns: bool = False,
    explain: bool = False,
) -> Document:
    """Find out who is who: `corefer.resolve("Elena lost her key.").entities`.

    `source` is a text, a document, or the path of a file with one document (a string that names an existing file is
    taken for its path). Raw text is analysed; a parse is kept, unless `parse="own"`. Annotation is never looked at,
    but for the places of mentions with `mentions="gold"`. With `explain`, the document's `decisions` hold all
    candidates with what excluded or ranked them; `names` is a second resolver for what the first does not attempt.
    `scheme` says whose guidelines decide what is a mention and what is linked; `ontonotes` has no singletons. `model`
    is a folder with a model of your own for the learned resolver, whose links rules may veto (`constraints`).
    """
    from corefer.resolve.inputs import Source as Origin
    from corefer.resolve.pipeline import Options, make, resolve_document
    from corefer.resolve.schemes import Scheme

    if parse not in ("kept", "own") or mentions not in ("own", "gold"):
        raise CoreferError("parse is `kept` or `own`, mentions are `own` or `gold`")
    if scheme not in tuple(Scheme):
        raise CoreferError(f"there is no scheme `{scheme}` (there are {', '.join(Scheme)})")

    options = Options(
        Origin.OWN if parse == "own" else Origin.GOLD,
        Origin(mentions),
        Scheme(scheme),
        relative_pronouns,
        None if model is None else Path(model),
    )
    return resolve_document(_one_document(source), make(resolver, profile, names, explain, constraints, model), options)


def _one_document(source: Document | str | os.PathLike[str]) -> Document:
    if isinstance(source, Document):
        return source
    if isinstance(source, str) and not _is_file(source):
        return from_text("text", source)
    documents = list(read_each(source))
    if len(documents) != 1:
        raise CoreferError(
            f"{os.fspath(source)} holds {len(documents)} documents (resolve those of corefer.read one by one)"
        )
    return documents[0]


def _is_file(text: str) -> bool:
    return len(text) < LONGEST_PATH and "\n" not in text and Path(text).is_file()


def rewrite(
    text: str | os.PathLike[str] | Document,
    mode: Literal["anchors", "standalone"] = "anchors",
    chunks: int | str | None = None,
    *,
    resolver: str | None = None,
    min_confidence: float = LEAST_CONFIDENCE,
    repeat: bool = False,
) -> Rewritten:
    """Replace the pronouns of a text by their anchors: `corefer.rewrite("Ada left. She sang.").text`.

    `text` is running text, a document, or the path (`pathlib.Path`) of a file with one. A document's own chains are
    used where it has any; what has none, or comes with the name of a `resolver`, is resolved. `mode` is `anchors` (each
    sentence names whom it is about) or `standalone` (each chunk does, once); `chunks` is a number of sentences, a
    number of words (`"200w"`), `"paragraph"` or `"sentence"`. Pronouns resolved with less than `min_confidence` are
    left; see docs/rewriting.md.
    """
    from corefer.rewrite.prepare import prepared

    source = from_text("text", text) if isinstance(text, str) else _one_document(text)
    return rewrite_document(prepared(source, resolver), mode, chunks, min_confidence=min_confidence, repeat=repeat)


def _documents(texts: Texts) -> Document | Iterable[Document]:
    return read_each(texts) if isinstance(texts, str | os.PathLike) else texts
