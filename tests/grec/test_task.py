"""Tasks are what a system may know: the same whatever was selected."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.document import Document
from corefer.formats import grec, read
from corefer.grec import reg08_type, task
from corefer.grec.task import EMPTY

EXAMPLE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TEXT SYSTEM "reg08-grec.dtd">
<TEXT ID="7">
<TITLE>Ada Moran</TITLE>

<PARAGRAPH>
<REF ID="7.1" SEMCAT="person" SYNCAT="np-subj">
<REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="plain">Ada Moran</REFEX>
{subject}
</REF>
(born 1911) was a glazier.
<REF ID="7.2" SEMCAT="person" SYNCAT="np-subj">
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="nominative">She</REFEX>
{subject}
</REF>
ran
<REF ID="7.3" SEMCAT="person" SYNCAT="subj-det">
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="genitive">her</REFEX>
<ALT-REFEX>
<REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="genitive">Ada Moran's</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="genitive">her</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="rel-pron" CASE="genitive">whose</REFEX>
</ALT-REFEX>
</REF>
uncle's workshop and
<REF ID="7.4" SEMCAT="person" SYNCAT="np-subj">
<REFEX REG08-TYPE="empty">_</REFEX>
{subject}
</REF>
taught there.
</PARAGRAPH>
</TEXT>
""".format(
    subject="""<ALT-REFEX>
<REFEX REG08-TYPE="name" EMPHATIC="no" HEAD="nominal" CASE="plain">Ada Moran</REFEX>
<REFEX REG08-TYPE="empty">_</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="pronoun" CASE="nominative">she</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="yes" HEAD="pronoun" CASE="nominative">she herself</REFEX>
<REFEX REG08-TYPE="pronoun" EMPHATIC="no" HEAD="rel-pron" CASE="nominative">who</REFEX>
</ALT-REFEX>"""
)


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Document:
    path: Path = tmp_path_factory.mktemp("grec") / "ada.xml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return read(path)[0]


def test_slots_know_their_place(ada: Document) -> None:
    found = task(ada)
    assert (
        found.text == "Ada Moran\n\nShe (born 1911) was a glazier. She ran her uncle's workshop and she taught there."
    )
    assert [found.text[slot.start : slot.end] for slot in found.slots] == ["She", "She", "her", "she"]
    assert [slot.syncat for slot in found.slots] == ["np-subj", "np-subj", "subj-det", "np-subj"]
    assert [slot.paragraph for slot in found.slots] == [1, 1, 1, 1]
    assert [reg08_type(slot.selected) for slot in found.slots if slot.selected] == [
        "name",
        "pronoun",
        "pronoun",
        "empty",
    ]
    assert "".join(found.pieces) == "Ada Moran\n\n (born 1911) was a glazier.  ran  uncle's workshop and  taught there."
    assert (found.title, found.domain) == ("Ada Moran", "person")


@given(st.data())
def test_a_task_does_not_show_what_was_selected(ada: Document, data: st.DataObject) -> None:
    known = task(ada)
    choices = [data.draw(st.sampled_from([None, EMPTY, *slot.alternatives])) for slot in known.slots]
    hidden = task(known.with_choices(choices))
    assert hidden.text == known.text
    assert [slot.alternatives for slot in hidden.slots] == [slot.alternatives for slot in known.slots]
    assert [(slot.start, slot.end) for slot in hidden.slots] == [(slot.start, slot.end) for slot in known.slots]


def test_choices_change_the_selected_expressions_alone(ada: Document) -> None:
    known = task(ada)
    changed = known.with_choices([slot.alternatives[0] for slot in known.slots])
    texts = [e.text for m in changed.mentions if (e := grec.selected(changed, m))]
    assert texts == ["Ada Moran", "Ada Moran", "Ada Moran's", "Ada Moran"]
    back = task(changed).with_choices([slot.selected for slot in known.slots])
    assert back.layout["grec"] == ada.layout["grec"]
