"""A few GREC texts, written for these tests: six glaziers, rivers and towns with full lists of expressions."""

from __future__ import annotations

from pathlib import Path

import pytest

_SUBJECT = """<ALT-REFEX>
<REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="plain">{title}</REFEX>
<REFEX REG08-TYPE="name" EMPHATIC="yes" HEAD="nominal" CASE="plain">{title} itself</REFEX>
<REFEX REG08-TYPE="empty">_</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="nominative">it</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="rel-pron" CASE="nominative">which</REFEX>
<REFEX REG08-TYPE="common" EMPHATIC="no" HEAD="nominal" CASE="plain">the {semcat}</REFEX>
</ALT-REFEX>"""
_DETERMINER = """<ALT-REFEX>
<REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="genitive">{title}'s</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="genitive">its</REFEX>
<REFEX REG08-TYPE="common" EMPHATIC="no" HEAD="nominal" CASE="genitive">the {semcat}'s</REFEX>
</ALT-REFEX>"""
_TEXT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TEXT SYSTEM "reg08-grec.dtd">
<TEXT ID="{id}">
<TITLE>{title}</TITLE>

<PARAGRAPH>
<REF ID="{id}.1" SEMCAT="{semcat}" SYNCAT="np-subj">
<REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="plain">{title}</REFEX>
{subject}
</REF>
is a {semcat} in the north.
<REF ID="{id}.2" SEMCAT="{semcat}" SYNCAT="np-subj">
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="nominative">It</REFEX>
{subject}
</REF>
lies under the Great Fell and
<REF ID="{id}.3" SEMCAT="{semcat}" SYNCAT="np-subj">
<REFEX REG08-TYPE="empty">_</REFEX>
{subject}
</REF>
draws many visitors. Ferdinand Holm painted
<REF ID="{id}.4" SEMCAT="{semcat}" SYNCAT="subj-det">
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="genitive">its</REFEX>
{determiner}
</REF>
mills in 1870.</PARAGRAPH>
</TEXT>
"""
PLACES = [
    ("Aldra", "river"),
    ("Brannoch", "city"),
    ("Cold Tor", "mountain"),
    ("Dunlie", "city"),
    ("Esk Water", "river"),
    ("Fallow Pike", "mountain"),
    ("Garve", "city"),
    ("Hallin", "river"),
    ("Ibden Crag", "mountain"),
    ("Jarrow Beck", "river"),
]


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ten short texts."""
    folder = tmp_path_factory.mktemp("places")
    for number, (title, semcat) in enumerate(PLACES, 1):
        parts = {"title": title, "semcat": semcat}
        text = _TEXT.format(
            id=number, subject=_SUBJECT.format(**parts), determiner=_DETERMINER.format(**parts), **parts
        )
        (folder / f"{title.replace(' ', '_')}.xml").write_text(text, encoding="utf-8")
    return folder
