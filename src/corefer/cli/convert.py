"""`corefer convert`: from any format to any other, with an account of what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from corefer.cli.common import encoding_option, from_option, inputs, progress, warn
from corefer.document import CoreferError, Document, FormatError
from corefer.formats import Conversion, Source, Target, describe, files, get, output_path, stream, write_names


@click.command()
@inputs()
@click.option(
    "--to",
    "to",
    required=True,
    type=click.Choice(write_names()),
    metavar="FORMAT",
    help="The format to write (see `corefer formats`).",
)
@click.option(
    "-o", "--output", metavar="OUT", help="A file, or a folder (one file per input); without it, standard output."
)
@click.option("--strict", is_flag=True, help="Make a conversion that loses something an error.")
@from_option
@encoding_option
def command(
    inputs: tuple[str, ...], to: str, output: str | None, strict: bool, format: str | None, encoding: str
) -> None:
    """Convert files, folders or globs to another format.

    What the target cannot hold is counted on standard error. A folder as input gives a folder as output,
    with the files' names and the format's ending.

    \b
    Examples:
      corefer convert key.sgml --to corefud -o key.conllu
      corefer convert gum/dev --to conll -o gum-conll
      corefer convert 'books/*.ann' --to jsonl -o books.jsonl
      cat text.conllu | corefer convert - --to text
    """
    conversion = Conversion(get(to), strict=strict)
    found = [(argument, file) for argument in inputs for file in files(argument)]
    into_folder = _is_folder(output, inputs, conversion)
    if into_folder:
        assert output is not None
        skipped = _into_folder(found, Path(output), conversion, format, encoding)
    else:
        skipped = 0
        sources = progress([file for _, file in found], "converting")
        conversion.write(_documents(sources, format, encoding), Target(output))
    if conversion.lost:
        warn(f"{to} cannot hold: {describe(conversion.lost)}")
    if skipped:
        raise SystemExit(1)


def _is_folder(output: str | None, inputs: tuple[str, ...], conversion: Conversion) -> bool:
    """Whether the output is a folder: it is one, it ends like one, or the input or the format asks for one."""
    if output is None or output == "-":
        return False
    if Path(output).is_dir() or output.endswith("/"):
        return True
    return not Path(output).suffix and (any(Path(i).is_dir() for i in inputs) or conversion.format.single)


def _documents(sources: Iterator[Path], format: str | None, encoding: str) -> Iterator[Document]:
    for file in sources:
        yield from stream(Source(file, encoding), format)


def _into_folder(
    found: list[tuple[str, Path]], folder: Path, conversion: Conversion, format: str | None, encoding: str
) -> int:
    """One output per input (per document for formats that hold one); files that cannot be read are skipped, said so."""
    written: dict[Path, Path] = {}
    skipped = 0
    for argument, file in progress(found, "converting"):
        try:
            below = file.parent.relative_to(argument) if Path(argument).is_dir() else Path()
            documents = stream(Source(file, encoding), format)
            stem = file.stem if str(file) != "-" else "stdin"
            for name, group in _groups(stem, documents, conversion.format.single):
                path = output_path(folder / below, name, conversion.format)
                if path in written:
                    raise FormatError(
                        f"{written[path]} was written there already",
                        source=str(path),
                        remedy="convert them into different folders",
                    )
                written[path] = file
                conversion.write(group, Target(path))
        except CoreferError as error:
            if conversion.strict:
                raise
            warn(f"skipped: {error}")
            skipped += 1
    return skipped


def _groups(stem: str, documents: Iterator[Document], single: bool) -> Iterator[tuple[str, Iterator[Document]]]:
    """What goes into one file: everything of an input, or each document by itself."""
    if not single:
        yield stem, documents
        return
    first = next(documents, None)
    if first is None:
        return
    second = next(documents, None)
    if second is None:
        yield stem, iter([first])
        return
    for document in (first, second):
        yield document.id, iter([document])
    for document in documents:
        yield document.id, iter([document])
