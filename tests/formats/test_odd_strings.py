"""Odd strings in every place of a document that holds one, through every format: they come back, or are refused.

Readers of one format let through what another's syntax cannot hold (brat's notes have line ends, JSON keys
anything at all). A writer must encode it or say no; a file that nobody can read, or that says something else, is
the one thing that must not come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from corefer.document import Bridge, Builder, CoreferError, Document, differences, project
from corefer.formats import FORMATS, Format, Target, read

STRINGS = (
    "two words", "a\nb", "a\tb", "a\rb", "a\u2028b", "a\u00a0b", " a", "a ", "\n", "", "_", "-", "*", "|", "(x", "x)", "a,b", "a:b",
    "a=b", "a-b", "a|b", "#x", "# y", "%41", "%", "\\n", "\\", '"', "'", "<b>", "&amp;", "&#10;", "null", "0", "007",
    "<?x?>", "-->", "]]>", "a[1/2]", "a<b", "head", "other", "minspan", "status", "nonref", "mid", "link", "id", "text",
    "corefer", "newdoc", "É", "e\u0301", "🙂", "\x1b", "\ud800", "\ufeff",
)  # fmt: skip


def simple() -> Document:
    builder = Builder("d")
    builder.add_sentence(["Ada", "saw", "her", "dog"], speaker="s", id="s-1")
    builder.add_sentence(["It", "fled"], id="s-2")
    document = builder.build()
    for entity, start, end in (("1", 0, 1), ("2", 2, 4), ("1", 2, 3), ("2", 4, 5)):
        document.add_mention(entity, start, end)
    document.arrange()
    return document


def with_form(string: str) -> Document:
    builder = Builder("d")
    builder.add_sentence(["Ada", string, "her"])
    document = builder.build()
    document.add_mention("1", 0, 1)
    document.add_mention("1", 1, 3)
    return document


def with_id(string: str) -> Document:
    document = simple()
    document.id = string
    return document


def with_entity(string: str) -> Document:
    document = simple().bare()
    document.add_mention(string, 0, 1)
    document.add_mention(string, 2, 3)
    document.add_mention("2", 4, 5)
    return document


def with_speaker(string: str) -> Document:
    document = simple()
    document.sentences.table.speakers[0] = string
    return document


def with_sentence_id(string: str) -> Document:
    document = simple()
    document.sentences.table.ids[0] = string
    return document


def with_comment(string: str) -> Document:
    document = simple()
    document.sentences.table.comments[0] = (string,)
    return document


def with_meta(string: str) -> Document:
    document = simple()
    document.meta["title"] = string
    return document


def with_meta_key(string: str) -> Document:
    document = simple()
    document.meta[string] = "x"
    return document


def with_other(string: str) -> Document:
    document = simple()
    document.mentions[0].other = {"note": string}
    return document


def with_other_key(string: str) -> Document:
    document = simple()
    document.mentions[0].other = {string: "x"}
    return document


def with_relation(string: str) -> Document:
    document = simple()
    document.bridges.append(Bridge(document.mentions[1], document.mentions[0].entity, string))
    return document


def with_column(name: str) -> Callable[[str], Document]:
    def make(string: str) -> Document:
        document = simple()
        document.tokens.table.set_column(name, ["_", string, "_", "_", "_", "_"])
        return document

    return make


def with_attribute(name: str) -> Callable[[str], Document]:
    def make(string: str) -> Document:
        document = simple()
        setattr(document.mentions[0], name, string)
        return document

    return make


PLACES: dict[str, Callable[[str], Document]] = {
    "form": with_form, "document id": with_id, "entity id": with_entity, "speaker": with_speaker,
    "sentence id": with_sentence_id, "comment": with_comment, "metadata": with_meta, "metadata key": with_meta_key,
    "other": with_other, "other key": with_other_key, "relation": with_relation,
    **{name: with_attribute(name) for name in ("type", "link", "infstat", "identity", "category", "id")},
    **{name: with_column(name) for name in ("lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")},
}  # fmt: skip
# An empty name is none, and a comment's sign is no part of it.
SAYS_NOTHING = {
    *((place, "") for place in ("document id", "entity id", "other key", "form", *("lemma upos xpos feats deprel deps misc".split()))),
    ("comment", "# y"),
}  # fmt: skip
WRITABLE = [form for form in FORMATS.values() if form.read and form.write and form.name != "gap"]


def fate(form: Format, document: Document, folder: Path) -> str:
    """What became of the document: nothing to report when it came back, or was refused."""
    prepared = form.prepare(document, Counter()) if form.prepare else document
    held = project(prepared, form.holds)[0]
    path = folder / f"d{form.endings[0]}"
    try:
        form.write([held], Target(path))
    except CoreferError:
        return ""
    try:
        (again,) = read(path, form.name)
    except (CoreferError, ValueError) as error:
        return f"cannot be read again: {error}"
    found = [name for name in differences(held, again) if not (form.single and name == "document id")]
    return f"came back with other {found}" if found else ""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("form", WRITABLE, ids=lambda form: form.name)
def test_it_comes_back_or_is_refused(form: Format, place: str, tmp_path: Path) -> None:
    given = [string for string in STRINGS if (place, string) not in SAYS_NOTHING]
    fates = {string: fate(form, PLACES[place](string), tmp_path) for string in given}
    assert {string: told for string, told in fates.items() if told} == {}
