"""The baselines do what section 5 of the paper says they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefer.document import Expression
from corefer.formats import read
from corefer.grec import Task, reg08_type, tasks
from corefer.grec.systems import load, make, save


@pytest.fixture(scope="module")
def texts(places: Path) -> list[Task]:
    return list(tasks(read(places)))


def chosen(name: str, texts: list[Task], seed: int = 1) -> list[list[Expression]]:
    system = make(name, seed)
    system.fit(texts)
    return [system.choose(text) for text in texts]


def test_base_1st_takes_the_first_of_the_list(texts: list[Task]) -> None:
    for text, choice in zip(texts, chosen("base-1st", texts), strict=True):
        assert choice == [slot.alternatives[0] for slot in text.slots]


def test_base_name_takes_the_shortest_plain_name(texts: list[Task]) -> None:
    for text, choice in zip(texts, chosen("Base-name", texts), strict=True):
        assert [e.text for e in choice] == [text.title, text.title, text.title, f"{text.title}'s"]


def test_base_freq_takes_the_most_frequent_string_on_offer(texts: list[Task]) -> None:
    """Each name was selected once, `it` and `_` as often as there are texts of the domain: strings count, not types."""
    for choice in chosen("base-freq", texts):
        assert {e.text for e in choice[:3]} in ({"it"}, {"_"})
        assert choice[3].text == "its"


def test_base_freq_type_takes_the_most_frequent_type(texts: list[Task]) -> None:
    for choice in chosen("base-freq-type", texts):
        assert reg08_type(choice[3]) == "pronoun"
        assert len({reg08_type(e) for e in choice[:3]}) == 1


def test_base_rand_is_a_matter_of_the_seed(texts: list[Task]) -> None:
    assert chosen("base-rand", texts) == chosen("base-rand", texts)
    assert chosen("base-rand", texts) != chosen("base-rand", texts, seed=2)
    offered = [{id(e) for e in slot.alternatives} for text in texts for slot in text.slots]
    taken = [e for choice in chosen("base-rand", texts) for e in choice]
    assert all(id(e) in options for e, options in zip(taken, offered, strict=True))
    assert len({reg08_type(e) for e in taken}) == 4


@pytest.mark.parametrize("name", ["base-rand", "base-freq", "base-freq-type", "base-1st", "base-name"])
def test_a_saved_baseline_chooses_the_same(name: str, texts: list[Task], tmp_path: Path) -> None:
    system = make(name, 3)
    system.fit(texts)
    save(system, tmp_path)
    restored = load(tmp_path)
    assert [restored.choose(t) for t in texts] == [system.choose(t) for t in texts]
