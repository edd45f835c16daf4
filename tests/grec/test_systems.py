"""Every system learns, chooses from what is on offer, never looks at a selection, and survives being stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefer.document import CoreferError
from corefer.formats import read
from corefer.grec import Task, reg08_type, task, tasks
from corefer.grec.systems import System, known, load, make, names, save

LEARNING = [name for name in names() if not name.startswith("base-")]


@pytest.fixture(scope="module")
def texts(places: Path) -> list[Task]:
    return list(tasks(read(places)))


@pytest.fixture(scope="module")
def trained(texts: list[Task]) -> dict[str, System]:
    systems = {name: make(name) for name in LEARNING}
    for system in systems.values():
        system.fit(texts[:8])
    return systems


@pytest.mark.parametrize("name", LEARNING)
def test_choices_are_on_offer_and_make_sense(name: str, trained: dict[str, System], texts: list[Task]) -> None:
    for text in texts[8:]:
        choices = trained[name].choose(text)
        assert all(choice in slot.alternatives for choice, slot in zip(choices, text.slots, strict=True))
        if name != "osu-b-nonre":  # which cannot tell `it` from `which`: neither is like the title
            assert reg08_type(choices[3]) == "pronoun"


@pytest.mark.parametrize("name", LEARNING)
def test_probabilities_put_the_choice_first(name: str, trained: dict[str, System], texts: list[Task]) -> None:
    for text in texts[8:]:
        ranked = trained[name].probabilities(text)
        assert [several[0][0] for several in ranked] == trained[name].choose(text)
        for several in ranked:
            assert sum(share for _, share in several) == pytest.approx(1)
            assert all(share >= 0 for _, share in several)


@pytest.mark.parametrize("name", [*LEARNING, "base-rand", "base-1st", "base-name"])
def test_choices_do_not_change_with_the_selections(name: str, trained: dict[str, System], texts: list[Task]) -> None:
    """The same text with other expressions selected, and with none, is the same task."""
    system = trained.get(name) or make(name)
    for text in texts[8:]:
        expected = system.choose(text)
        for altered in (
            text.with_choices([slot.alternatives[0] for slot in text.slots]),
            text.with_choices([slot.alternatives[2] for slot in text.slots]),
            text.with_choices([None] * len(text.slots)),
        ):
            assert system.choose(task(altered)) == expected


@pytest.mark.parametrize("name", LEARNING)
def test_a_stored_system_chooses_the_same(
    name: str, trained: dict[str, System], texts: list[Task], tmp_path: Path
) -> None:
    save(trained[name], tmp_path)
    restored = load(tmp_path)
    for text in texts:
        assert restored.probabilities(text) == trained[name].probabilities(text)
    assert not [path for path in tmp_path.iterdir() if path.suffix not in (".json", ".npz", ".txt", ".tsv")]


@pytest.mark.parametrize("name", LEARNING)
def test_training_is_a_matter_of_texts_and_seed(name: str, trained: dict[str, System], texts: list[Task]) -> None:
    again = make(name)
    again.fit(texts[:8])
    assert again.probabilities(texts[9]) == trained[name].probabilities(texts[9])


def test_names_of_the_paper_are_known() -> None:
    assert [known(n) for n in ("OSU-n-nonRE", "CNTS-Type-g", "Base-1st", "IS-G")] == [
        "osu-n-nonre",
        "cnts-type-g",
        "base-1st",
        "is-g",
    ]
    with pytest.raises(CoreferError, match="choose one of"):
        known("base-2nd")


def test_a_pickle_is_never_opened(trained: dict[str, System], tmp_path: Path) -> None:
    """NumPy could be made to unpickle an array of objects; the loader refuses."""
    import numpy as np

    save(trained["linear"], tmp_path)
    np.savez(tmp_path / "arrays.npz", **{"types-weights": np.array([{"a": 1}], dtype=object)})
    with pytest.raises(CoreferError, match="train it again"):
        load(tmp_path)


def test_damage_is_told_of(trained: dict[str, System], tmp_path: Path) -> None:
    with pytest.raises(CoreferError, match="no GREC model"):
        load(tmp_path)
    for name in LEARNING:
        folder = tmp_path / name
        save(trained[name], folder)
        (folder / "settings.json").write_text("[]")
        with pytest.raises(CoreferError, match=r"settings\.json"):
            load(folder)


def test_the_features_of_earlier_choices_are_those_that_change_with_them(texts: list[Task]) -> None:
    from corefer.grec.features import HISTORY, history, surroundings

    several = [history(text, i, ["name", "common", "pronoun"][:i]) for text in texts for i in range(4)]
    names = {name for row in several for name in row}
    assert names <= HISTORY
    assert not names & {name for text in texts for row in surroundings(text) for name in row}


def test_a_forest_that_leads_nowhere_is_refused(trained: dict[str, System], tmp_path: Path) -> None:
    """Following a damaged file's nodes could go round for ever."""
    import numpy as np

    save(trained["boosting"], tmp_path)
    with np.load(tmp_path / "arrays.npz") as content:
        arrays = dict(content)
    inner = int(np.flatnonzero(arrays["left"] != -1)[0])
    arrays["left"][inner] = inner
    np.savez(tmp_path / "arrays.npz", **arrays)
    with pytest.raises(CoreferError, match="points nowhere"):
        load(tmp_path)
