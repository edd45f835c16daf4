"""`corefer grec choose`: references chosen anew in running text, within what grammar, clarity and the user allow."""

from __future__ import annotations

import json
from functools import cache

import pytest
from click.testing import CliRunner

import corefer
from corefer.cli.grec_choose import command
from corefer.document import Document
from corefer.grec.choose import Chosen, Constraints, choose

MORAN = (
    "Ada Moran was born in Leeds in 1880. Ada Moran studied glass at the college, and Ada Moran opened a workshop. "
    "Her brother Tom Moran joined the firm in 1905.\n\nAda Moran sold the workshop in 1930."
)


@cache
def resolved(text: str) -> Document:
    return corefer.resolve(text)


def chosen(text: str = MORAN, **rules: bool) -> Chosen:
    return choose(resolved(text), constraints=Constraints(**rules))


def test_repeated_names_are_thinned_out() -> None:
    found = chosen()
    assert found.text.count("Ada Moran") < MORAN.count("Ada Moran")
    assert found.text.startswith("Ada Moran was born in Leeds in 1880. She studied glass")
    assert found.text.endswith(" in 1930.")


def test_each_reference_has_its_place_its_reasons_and_its_rivals() -> None:
    found = chosen()
    assert any(choice.changed for choice in found.choices)
    for choice in found.choices:
        assert MORAN[choice.start : choice.end] == choice.before
        assert found.text[choice.new_start : choice.new_end] == choice.after
        assert choice.reasons
        assert 0 < sum(share for _, share in choice.ranked) <= 1 + 1e-9


def test_what_is_not_chosen_for_stays_as_it_is() -> None:
    """Taking the new wordings out again gives the old text back."""
    found, text = chosen(), ""
    at = 0
    for choice in found.choices:
        text += found.text[at : choice.new_start] + choice.before
        at = choice.new_end
        if not choice.after:
            text += " "
    assert text + found.text[at:] == MORAN


def test_never_empty_leaves_nothing_unsaid() -> None:
    assert any(choice.type == "empty" for choice in chosen().choices)
    assert all(choice.type != "empty" and choice.after for choice in chosen(never_empty=True).choices)


def test_a_paragraph_can_be_made_to_begin_with_the_name() -> None:
    last = [c for c in chosen(name_at_paragraph=True).choices if c.before == "Ada Moran"][-1]
    assert last.after == "Ada Moran"
    assert last.reasons == ["the paragraph's first reference is a name (--name-at)"]


def test_the_full_name_can_be_made_to_come_first() -> None:
    text = "Moran was born in Leeds. In 1905, Ada Moran opened a workshop. She sold it in 1930."
    found = chosen(text, full_name_first=True)
    if {choice.entity for choice in found.choices}:
        assert found.text.startswith("Ada Moran was born in Leeds.")


def test_no_pronoun_comes_where_another_could_be_meant() -> None:
    text = "Ada Moran opened a workshop. Mary Hale joined her in 1905. Ada Moran sold the workshop."
    found = chosen(text)
    last = next(c for c in found.choices if c.start == text.rindex("Ada Moran"))
    assert last.type != "pronoun"


def test_a_text_without_names_is_left_alone() -> None:
    text = "He won the race. He was tired."
    found = chosen(text)
    assert found.text == text
    assert found.left == ["He", "He"]


@pytest.mark.parametrize("arguments", [[], ["--first", "full-name", "--never-empty", "--name-at", "paragraph"]])
def test_the_command(arguments: list[str]) -> None:
    runner = CliRunner()
    plain = runner.invoke(command, ["-", *arguments], input=MORAN)
    assert plain.exit_code == 0, plain.output
    told = json.loads(runner.invoke(command, ["-", *arguments, "--json"], input=MORAN).output)
    assert told["text"] == plain.output
    for reference in told["references"]:
        assert set(reference) >= {"before", "after", "changed", "reasons", "n_best"}
        assert reference["n_best"][0]["probability"] >= 0
    explained = runner.invoke(command, ["-", *arguments, "--explain"], input=MORAN).output
    assert "Ada Moran → " in explained


def test_quotation_marks_and_apostrophes_stay_as_the_text_has_them() -> None:
    text = "The “Esk” rises here. The Esk falls there; the Esk’s water is cold."
    found = chosen(text)
    assert found.text.startswith("The “Esk” rises here. ")
    assert "'" not in found.text
    assert found.text.count("“") == 1


@pytest.mark.parametrize("text", ["", "   ", "Rain.", "It rained.\r\nIt snowed.\r\n"])
def test_what_names_nobody_comes_back_as_it_was(text: str) -> None:
    result = CliRunner().invoke(command, ["-"], input=text.encode())
    assert result.stdout_bytes == text.encode()
