"""`corefer info`: what is in the files."""

from __future__ import annotations

import click

from corefer.cli.common import encoding_option, from_option, inputs, json_option, print_json, progress
from corefer.formats import Source, files, stream
from corefer.inspect import Statistics


@click.command()
@inputs()
@json_option
@from_option
@encoding_option
def command(inputs: tuple[str, ...], as_json: bool, format: str | None, encoding: str) -> None:
    """Count documents, tokens, mentions, entities, singletons, pronouns by form, link types and genres.

    \b
    Examples:
      corefer info corpus/
      corefer info key.conllu --json
    """
    statistics = Statistics()
    for path in progress([file for argument in inputs for file in files(argument)], "reading"):
        for document in stream(Source(path, encoding), format):
            statistics.add(document)
    if as_json:
        print_json(statistics.as_dict())
        return
    from corefer.report.tables import print_counts

    print_counts(statistics.as_dict())
