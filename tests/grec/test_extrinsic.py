"""Resolvers as readers of a system's texts (Table 7)."""

from __future__ import annotations

import pytest
from grec_texts import KEY, write_texts

from corefer.document import CoreferError, Document, from_text
from corefer.formats import read
from corefer.grec.extrinsic import evaluate, judged, sample, scores
from corefer.grec.realise import as_chosen, known_chains


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Document]]:
    folder = tmp_path_factory.mktemp("extrinsic")
    pronouns = {title: ("it",) * len(chosen) for title, chosen in KEY.items()}
    names = {title: (title,) * len(chosen) for title, chosen in KEY.items()}
    return {
        name: {document.layout["file"]: document for document in read(write_texts(folder / name, chosen))}
        for name, chosen in {"names": names, "pronouns": pronouns}.items()
    }


def key_of(document: Document) -> Document:
    return known_chains(document, as_chosen(document))


def test_a_response_that_is_the_key_scores_all(texts: dict[str, dict[str, Document]]) -> None:
    key = key_of(texts["names"]["River_Ouse"])
    assert scores(key, key) == [100, 100, 100]
    assert scores(key, key.bare()) == [0, 0, 0]


def test_entities_of_which_the_key_says_nothing_are_passed_over() -> None:
    key = from_text("t", "Ada met Bo. She liked him.")
    for start, end in ((0, 1), (4, 5)):
        key.add_mention("ada", start, end)
    key.arrange()
    response = key.bare()
    for entity, start in (("e1", 0), ("e1", 4), ("e2", 2), ("e2", 6)):
        response.add_mention(entity, start, start + 1)
    response.arrange()
    assert scores(key, response) == [100, 100, 100]
    assert [response.mention_text(m) for m in judged(key, response).mentions] == ["Ada", "She"]
    merged = key.bare()
    for start in (0, 2, 4, 6):
        merged.add_mention("e", start, start + 1)
    merged.arrange()
    muc, ceaf, b3 = scores(key, merged)
    assert muc == pytest.approx(100 * 2 * (1 / 3) / (1 + 1 / 3))
    assert ceaf == pytest.approx(100 * 2 * 0.5 / 1.5)
    assert b3 == pytest.approx(100 * 2 * 0.25 / 1.25)  # half of two of its four mentions are right


def test_names_are_followed_by_who_matches_strings(texts: dict[str, dict[str, Document]]) -> None:
    found = evaluate(texts, ["sieve", "singletons"])
    assert found.f1.shape == (2, 2, 3, 3)
    by_resolver = found.by_resolver()
    assert by_resolver["names"]["sieve"] > by_resolver["names"]["singletons"]
    mean = sum(found.mean(measure)["names"] for measure in ("muc", "ceaf", "b3")) / 3
    assert found.mean()["names"] == pytest.approx(mean)
    report = found.as_dict()
    assert set(report["systems"]["names"]) == {
        "average", "muc", "ceaf", "b3", "interval", "letters", "by_resolver",
    }  # fmt: skip
    low, high = report["systems"]["names"]["interval"]
    assert low <= mean <= high
    assert report["anova"]["average"]["df_within"] == 4


def test_an_unknown_resolver_is_told(texts: dict[str, dict[str, Document]]) -> None:
    with pytest.raises(CoreferError, match="no resolver is called `oracle`"):
        evaluate(texts, ["oracle"])


def test_samples_are_seeded_and_keep_the_order() -> None:
    texts = [f"text {n:02}" for n in range(40)]
    assert sample(texts, 5, 1) == sample(texts, 5, 1) != sample(texts, 5, 2)
    assert sample(texts, 5, 1) == sorted(sample(texts, 5, 1))
    assert sample(texts[:3], 21) == texts[:3]
