"""The command line: one module per command, found by name and imported only when it is asked for."""

from __future__ import annotations

import signal
import sys

import click

from corefer.cli.lazy import LazyGroup
from corefer.document import CoreferError
from corefer.version import __version__

# command -> (module, one line for the overview)
COMMANDS = {
    "ablate": ("corefer.cli.ablate", "Switch ROSANA's preferences off one by one, and see what each is worth."),
    "analyse": ("corefer.cli.analyse", "Analyse raw text: tokens, tags, parses, mentions, how sure each is."),
    "compare": ("corefer.cli.compare", "Test whether responses differ; measure agreement."),
    "compare-resolvers": ("corefer.cli.compare_resolvers", "Compare resolvers like for like, by every measure."),
    "convert": ("corefer.cli.convert", "Convert between formats, saying what is lost."),
    "disclose": ("corefer.cli.disclose", "Account for every pronoun: the standard disclosure, the resolution rate."),
    "errors": ("corefer.cli.errors", "Classify what responses get wrong, with counts, reasons and examples."),
    "explain": ("corefer.cli.explain", "Say why a mention was resolved as it was."),
    "formats": ("corefer.cli.formats", "List the formats and what each holds."),
    "grec": ("corefer.cli.grec", "Generate references: choose each reference's wording in context."),
    "info": ("corefer.cli.info", "Count documents, mentions, entities, pronouns, links."),
    "resolve": ("corefer.cli.resolve", "Find out who is who, in raw text or on a given parse."),
    "rewrite": ("corefer.cli.rewrite", "Replace pronouns by what they refer to, so that a text stands alone."),
    "score": ("corefer.cli.score", "Score responses against a key, like any reference scorer."),
    "show": ("corefer.cli.show", "Show the chains in colour, or as an HTML page."),
    "train": ("corefer.cli.train", "Fine-tune the learned resolver on your own corpus."),
    "tune": ("corefer.cli.tune", "Tune a resolver's weights on a corpus, cross-validated."),
    "validate": ("corefer.cli.validate", "Check annotations; print findings with their places."),
}


@click.command(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="corefer")
def cli() -> None:
    """Reference in text: resolve it, rewrite it, generate it, score it, disclose it.

    \b
    Examples:
      corefer resolve report.txt
      corefer rewrite report.txt
      corefer score key.conllu response.conllu --ci
      corefer disclose key.conllu --system Alpha=alpha.conllu
      corefer convert key.sgml --to corefud -o key.conllu

    Exit codes: 0 done, 1 something was found wrong, 2 the input or the call cannot be used.
    """


def main() -> None:
    """Run, and turn errors into one clear line and an exit code."""
    signal.signal(signal.SIGTERM, _stop)
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.exceptions.Abort:
        _fail("interrupted", 130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except CoreferError as error:
        _fail(str(error), 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _fail(f"{place}{error.strerror or error}", 2)


def _stop(*_: object) -> None:
    """Leave as after an error, so that no half-written file stays behind."""
    sys.exit(143)


def _fail(message: str, code: int) -> None:
    print(f"corefer: error: {message}", file=sys.stderr)
    sys.exit(code)
