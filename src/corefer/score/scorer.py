"""`score`: pair the documents of key and response, count each pair, report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefer.document import CoreferError, Document
from corefer.document.memory import rare_collection
from corefer.score.matching import Pair, pair
from corefer.score.metric import METRICS, count
from corefer.score.report import Report, empty_like, stack
from corefer.score.settings import Like, Settings
from corefer.version import __version__


def score(
    key: Document | Iterable[Document],
    response: Document | Iterable[Document],
    settings: Settings | None = None,
    metrics: Iterable[str] | None = None,
    *,
    name: str = "response",
    keep_pairs: bool = False,
) -> Report:
    """Score a response against a key.

    Documents are paired by id, else by the names of their files, a lone document with a lone document. Both sides are
    read in step where they stand in the same order, so that a corpus need not be in memory. `corefer.score` takes
    paths, too.
    """
    settings = settings or Settings()
    names = _names(metrics)
    report = Report(settings, __version__, name)
    rows = []
    with rare_collection() as done:
        for ours, theirs in pairs_of(_several(key), _several(response), settings, report.warnings):
            matched = pair(ours, theirs, settings)
            report.ids.append(ours.id)
            report.genres.append(ours.genre or "(none)")
            report.warnings += matched.warnings
            rows.append(count(matched, names))
            if keep_pairs:
                report.pairs.append(matched)
            done(len(ours.tokens) + len(theirs.tokens))
    report.counts = stack(rows, names)
    return report


def _names(metrics: Iterable[str] | None) -> tuple[str, ...]:
    names = tuple(METRICS) if metrics is None else tuple(dict.fromkeys(metrics))
    unknown = [name for name in names if name not in METRICS]
    if unknown:
        raise CoreferError(f"there is no metric `{unknown[0]}` (choose from {', '.join(METRICS)})")
    return names


def _several(documents: Document | Iterable[Document]) -> Iterator[Document]:
    return iter([documents]) if isinstance(documents, Document) else iter(documents)


def pairs_of(
    key: Iterator[Document], response: Iterator[Document], settings: Settings, warnings: list[str]
) -> Iterator[tuple[Document, Document]]:
    """Key documents with their responses: by id, else by file name; read in step while the order is the same.

    A document that the response lacks counts as empty, with a warning (the UA scorer skips it; CoVal and the
    CorefUD scorer fail); one that the key lacks is an error.
    """
    waiting_key: dict[str, Document] = {}
    waiting_response: dict[str, Document] = {}
    seen: set[str] = set()
    for ours, theirs in _in_step(key, response):
        if ours is not None:
            if ours.id in seen:
                raise CoreferError(f"the key has two documents of the id {ours.id} (give each its own)")
            seen.add(ours.id)
        if ours is not None and theirs is not None and ours.id == theirs.id:
            yield ours, theirs
            continue
        if ours is not None:
            waiting_key[ours.id] = ours
        if theirs is not None:
            if theirs.id in waiting_response:
                raise CoreferError(f"the response has two documents of the id {theirs.id} (give each its own)")
            waiting_response[theirs.id] = theirs
        for id in [id for id in ((ours.id if ours else ""), (theirs.id if theirs else "")) if id]:
            if id in waiting_key and id in waiting_response:
                yield waiting_key.pop(id), waiting_response.pop(id)
    if len(seen) == len(waiting_key) == len(waiting_response) == 1:
        yield waiting_key.popitem()[1], waiting_response.popitem()[1]
    yield from _by_file(waiting_key, waiting_response)
    yield from _missing(waiting_key, settings, warnings)
    if waiting_response:
        extra = ", ".join(sorted(waiting_response)[:3])
        raise CoreferError(
            f"the response has {len(waiting_response)} documents that the key lacks: {extra} "
            "(score against the whole key, or give both the same ids)"
        )


def _by_file(
    waiting_key: dict[str, Document], waiting_response: dict[str, Document]
) -> Iterator[tuple[Document, Document]]:
    """What the ids did not pair, paired by the names of the files, where each file holds one document."""
    ours, theirs = _lone_in_file(waiting_key), _lone_in_file(waiting_response)
    for name in [name for name in ours if name in theirs]:
        yield waiting_key.pop(ours[name]), waiting_response.pop(theirs[name])


def _lone_in_file(waiting: dict[str, Document]) -> dict[str, str]:
    """File name -> id of the one document that came from it."""
    files = [document.layout.get("file", "") for document in waiting.values()]
    return {name: id for id, name in zip(waiting, files, strict=True) if name and files.count(name) == 1}


def _in_step(
    key: Iterator[Document], response: Iterator[Document]
) -> Iterator[tuple[Document | None, Document | None]]:
    while True:
        ours, theirs = next(key, None), next(response, None)
        if ours is None and theirs is None:
            return
        yield ours, theirs


def _missing(
    waiting: dict[str, Document], settings: Settings, warnings: list[str]
) -> Iterator[tuple[Document, Document]]:
    for id, document in waiting.items():
        if settings.like in (Like.COVAL, Like.COREFUD):
            raise CoreferError(
                f"the response lacks {id}, which --like {settings.like} cannot score (add the document, empty)"
            )
        if settings.like is Like.UA:
            warnings.append(f"{id} is missing from the response; skipped, as the UA scorer does")
            continue
        warnings.append(f"{id} is missing from the response; its mentions count as missed")
        yield document, empty_like(document)


__all__ = ["Pair", "pairs_of", "score"]
