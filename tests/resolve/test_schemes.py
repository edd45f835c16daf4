"""Schemes of annotation, from the command line to the entities."""

import json

from click.testing import CliRunner
from handparsed import parsed

from corefer.cli.resolve import command
from corefer.resolve import Discourse, Scheme, link, resolver, scheme_of
from corefer.resolve.mentions import find_mentions

TEXT = "Elena is a pilot. She owns a boat."


def test_a_key_without_singletons_follows_ontonotes():
    found = Discourse(find_mentions(parsed("The/DET/2/det dog/NOUN/3/nsubj slept/VERB/0/root")))
    assert scheme_of(found.document) is Scheme.GUM
    twice = Discourse(find_mentions(parsed(*["The/DET/2/det dog/NOUN/3/nsubj slept/VERB/0/root"] * 2)))
    assert scheme_of(link(twice, resolver("sieve").decide(twice))) is Scheme.ONTONOTES


def test_the_command_line_takes_a_scheme(tmp_path):
    source = tmp_path / "text.txt"
    source.write_text(TEXT, encoding="utf-8")
    told = {
        scheme: json.loads(
            CliRunner().invoke(command, [str(source), "--resolver", "sieve", "--scheme", scheme, "--json"]).stdout
        )
        for scheme in ("gum", "ontonotes")
    }
    assert told["gum"] != told["ontonotes"]
    assert "a boat" in json.dumps(told["gum"])
    assert "a boat" not in json.dumps(told["ontonotes"])
