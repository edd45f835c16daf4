"""`corefer analyse`: raw text to an analysed document; and how good that is, against gold documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import click

from corefer.cli.common import encoding_option, from_option, inputs, json_option, meter, print_json, progress
from corefer.document import Document
from corefer.formats import FORMATS, Conversion, Source, Target, files, get, stream

DOUBTFUL = 0.7


@click.command()
@inputs()
@click.option(
    "--to", "to", type=click.Choice(["conllu", "json"]), default="conllu", show_default=True, help="What to write."
)
@click.option("-o", "--output", metavar="OUT", help="A file; without it, standard output.")
@click.option("--keep-tokens", is_flag=True, help="Keep the input's own tokens and sentences.")
@click.option("--model", metavar="FOLDER", help="A model of your own (see `corefer train`).")
@click.option("--fragments", is_flag=True, help="Cut doubtful arcs, and say what lies in what for certain.")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=DOUBTFUL,
    show_default=True,
    help="The posterior below which --fragments cuts an arc.",
)
@click.option("--evaluate", is_flag=True, help="Measure the analysis against gold documents, and print figures.")
@json_option
@from_option
@encoding_option
def command(
    inputs: tuple[str, ...],
    to: str,
    output: str | None,
    keep_tokens: bool,
    model: str | None,
    fragments: bool,
    threshold: float,
    evaluate: bool,
    as_json: bool,
    format: str | None,
    encoding: str,
) -> None:
    """Analyse English text: tokens, sentences, tags, lemmas, dependencies with posteriors, mentions with features.

    A file is raw text unless its ending or --from says that it is of another format. The MISC column of CoNLL-U holds
    character offsets (TokenRange), posteriors (ArcProb, RelProb, OtherHeads) and the mentions (Entity); JSON is one
    object a document, each on a line. With --fragments every sentence tells its fragments, in CoNLL-U as a comment
    `fragments = 3:1-5,9 7:6-8<3`: the word at the top, the words, and the fragments that this one lies in.

    With --evaluate, the inputs are gold documents: prints how good the analysis of their text is, once with their
    tokens and sentences given and once from the raw text, in percent (`ece`, the calibration error, from 0 to 1).

    \b
    Examples:
      corefer analyse story.txt -o story.conllu
      echo "Elena lost her key." | corefer analyse - --to json
      corefer analyse --evaluate key.conllu --json
    """
    sources = [Source(file, encoding) for argument in inputs for file in files(argument)]
    folder = Path(model) if model else None
    if evaluate:
        _evaluate(sources, format, folder, as_json)
        return
    limit = threshold if fragments else None
    analysed = _analysed(sources, format, "kept" if keep_tokens else "own", folder)
    if to == "json" or as_json:
        _write_json(analysed, Target(output), limit)
    else:
        _write_conllu(analysed, Target(output), limit)


def _documents(sources: Iterable[Source], format: str | None) -> Iterator[Document]:
    for source in sources:
        yield from stream(source, format or _format(source))


def _format(source: Source) -> str | None:
    """Plain text, unless the file's ending is another format's: then None, for detection among those."""
    endings = tuple(ending for f in FORMATS.values() if f.read and f.name != "text" for ending in f.endings)
    return None if source.path is not None and source.name.endswith(endings) else "text"


def _analysed(sources: Iterable[Source], format: str | None, tokens: str, model: Path | None) -> Iterator[Document]:
    from corefer.analysis import analyse

    for document in _documents(sources, format):
        with meter(f"analysing {document.id}", len(document.text)) as advance:
            yield analyse(document, tokens=tokens, model=model, progress=advance)


def _write_conllu(documents: Iterator[Document], target: Target, threshold: float | None) -> None:
    from corefer.document.notes import write_notes
    from corefer.report.fragments import write_fragments

    def noted() -> Iterator[Document]:
        for document in documents:
            write_notes(document)
            if threshold is not None:
                write_fragments(document, threshold)
            yield document

    Conversion(get("corefud")).write(noted(), target)


def _write_json(documents: Iterator[Document], target: Target, threshold: float | None) -> None:
    from corefer.analysis.records import json_pieces
    from corefer.report.fragments import fragment_records
    from corefer.syntax import Syntax

    with target.text() as out:
        for document in documents:
            fragments = None if threshold is None else partial(fragment_records, Syntax(document, threshold))
            out.writelines(json_pieces(document, fragments))


def _evaluate(sources: list[Source], format: str | None, model: Path | None, as_json: bool) -> None:
    from corefer.analysis import analyse
    from corefer.score.parsing import evaluate

    keys = _keys(progress(sources, "evaluating"), format)
    found = evaluate(keys, lambda d, tokens: analyse(d, tokens=tokens, model=model))
    if as_json:
        print_json(found.as_dict())
        return
    from corefer.report.analysis import print_evaluation

    print_evaluation(found)


def _keys(sources: Iterable[Source], format: str | None) -> Iterator[Document]:
    for source in sources:
        for document in stream(source, format):
            if not document.is_parsed:
                raise source.error("there is no parse to evaluate against", remedy="give gold documents in CoNLL-U")
            yield document
