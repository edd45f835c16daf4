"""Resolvers side by side: the numbers are those of the scorers, whoever does the work."""

from __future__ import annotations

from typing import Any

import pytest

import corefer
from corefer.document import CoreferError, Document, from_text
from corefer.document.anaphors import PRONOMINAL, anaphor_type
from corefer.experiment.comparison import compare_resolvers
from corefer.experiment.systems import System, systems_from
from corefer.resolve import Discourse, resolver
from corefer.resolve.inputs import Source, given_input
from corefer.resolve.link import resolved as told
from corefer.score.disciplines import disciplines
from corefer.score.significance import intervals

SAMPLES = 500
COSTS = ("seconds", "seconds_with_discourse", "words_per_second")


def resolved(keys: list[Document], name: str) -> list[Document]:
    made = resolver(name)
    discourses = [Discourse(given_input(key, Source.GOLD, Source.GOLD)) for key in keys]
    return [told(discourse, made) for discourse in discourses]


def compared(keys: list[Document], *names: str, **options: Any) -> dict[str, Any]:
    systems = [System(name, name) for name in names]
    return compare_resolvers(keys, systems, samples=SAMPLES, with_memory=False, **options).as_dict()


# --- what resolvers are given


@pytest.mark.parametrize("parse", Source)
@pytest.mark.parametrize("mentions", Source)
def test_nothing_of_the_key_s_entities_is_given(keys: list[Document], parse: Source, mentions: Source):
    key = next(key for key in keys if any(mention.link for mention in key.mentions))
    given = given_input(key, parse, mentions)
    assert given.mentions and len(given.entities) == len(given.mentions)
    assert not any(m.link or m.infstat or m.identity or m.category for m in given.mentions)
    assert given.id == key.id and "".join(given.text.split()) == "".join(key.text.split())
    assert given.is_parsed


@pytest.mark.parametrize("parse", Source)
def test_gold_mentions_are_the_key_s(keys: list[Document], parse: Source):
    for key in keys[:4]:
        found = corefer.score(key, given_input(key, parse, Source.GOLD), metrics=["mentions"])
        assert found["mentions"].f1 == 1


def test_a_gold_parse_has_to_be_there():
    with pytest.raises(CoreferError, match="--parse own"):
        given_input(from_text("bare", "Ada came. She sang."), Source.GOLD, Source.GOLD)


# --- the numbers


def test_scores_are_those_of_the_scorers(keys: list[Document]):
    found = compared(keys, "sieve", "chain")
    for name, of in found["resolvers"].items():
        responses = resolved(keys, name)
        for singletons in ("kept", "dropped"):
            report = corefer.score(keys, responses, singletons=singletons)
            assert of["measures"][f"{singletons}.conll"]["value"] == pytest.approx(100 * report.conll)
            for metric in ("muc", "b3", "ceafm", "ceafe", "blanc", "lea", "mentions"):
                value = pytest.approx(100 * report[metric].f1)
                assert of["measures"][f"{singletons}.{metric}"]["value"] == value
                assert of["scores"][singletons]["metrics"][metric]["f1"] == value
        found_disciplines = disciplines(corefer.score(keys, responses, keep_pairs=True).pairs)
        assert of["disciplines"] == found_disciplines.as_dict()
        tally = found_disciplines.antecedents["PER3"]
        assert of["measures"]["antecedents.PER3.precision"]["value"] == pytest.approx(100 * tally.score.precision)
        assert of["measures"]["antecedents.PER3.recall"]["value"] == pytest.approx(100 * tally.recall_of_anaphors)
        assert of["measures"]["classes.recall"]["value"] == pytest.approx(100 * found_disciplines.classes.score.recall)


def test_intervals_are_those_of_the_scorer(keys: list[Document]):
    found = compared(keys, "sieve", seed=7)["resolvers"]["sieve"]["measures"]
    bounds = intervals(corefer.score(keys, resolved(keys, "sieve")), SAMPLES, seed=7)
    assert bounds is not None
    for metric in ("muc", "lea", "conll"):
        assert found[f"kept.{metric}"]["interval"] == pytest.approx([100 * bound for bound in bounds[metric]["f1"]])


def test_the_disclosure_is_that_of_disclose(keys: list[Document]):
    found = compared(keys, "sieve", "last-name", corpus="examples")
    expected = corefer.disclose(keys, {n: resolved(keys, n) for n in ("sieve", "last-name")}, corpus="examples")
    assert found["disclosure"] == expected.as_dict()
    rates = expected.resolution_rate["last-name"]
    measures = found["resolvers"]["last-name"]["measures"]
    columns = [name.partition(".")[2] for name in measures if name.startswith("resolution_rate.")]
    assert "She" in columns
    assert {c: measures[f"resolution_rate.{c}"]["value"] for c in columns} == pytest.approx(
        {c: rates[c] for c in columns}
    )


def test_letters_tell_who_differs(keys: list[Document]):
    systems = [System("sieve", "sieve"), System("again", "sieve"), System("chain", "chain")]
    found = compare_resolvers(keys, systems, samples=SAMPLES, with_memory=False)
    assert found.statistics.letters["kept.conll"] == ["a", "a", "b"]
    same = [d for d in found.statistics.differences if (d.first, d.second) == ("sieve", "again")]
    assert same and all(d.difference == 0 and p == 1 for d in same for p in d.corrected.values())


def test_the_numbers_do_not_depend_on_who_does_the_work(keys: list[Document]):
    alone, shared = (compared(keys, "sieve", workers=workers) for workers in (1, 2))
    for found in (alone, shared):
        for cost in COSTS:
            assert found["resolvers"]["sieve"].pop(cost) > 0
    assert alone == shared


def test_costs(keys: list[Document]):
    (cost,) = compare_resolvers(keys[:2], [System("sieve", "sieve")], samples=10).costs
    assert cost.words == sum(len(key.tokens) for key in keys[:2])
    assert 0 < cost.deciding < cost.total and cost.words_per_second == cost.words / cost.total
    assert cost.megabytes is not None and 0 <= cost.megabytes < 500


def test_another_resolver_does_the_names(keys: list[Document]):
    given = given_input(keys[0], Source.GOLD, Source.GOLD)
    decisions = System("both", "last-name", names="sieve").make().decide(Discourse(given))
    assert {d.resolver for d in decisions} == {"last-name", "sieve"}
    for decision in decisions:
        assert (decision.resolver == "last-name") is (anaphor_type(given, decision.anaphor) in PRONOMINAL)
    places = [(d.anaphor.start, -d.anaphor.end) for d in decisions]
    assert places == sorted(places) and len(set(places)) == len(places)


def test_systems_by_name():
    assert systems_from(["chain", "chain"]) == [System("chain", "chain")]
    given = "Chain:depth=2,way=up"
    assert systems_from([given]) == [System(given, "chain", {"depth": "2", "way": "up"})]
    with pytest.raises(CoreferError, match="no resolver is called `nobody`"):
        systems_from(["nobody"])
    with pytest.raises(CoreferError, match="OPTION=VALUE"):
        systems_from(["chain:deep"])
    assert systems_from(["neural:constraints=off"])[0].options == {"constraints": False}
    for given, says in (("rosana:depth=2", "its options are profile"), ("sieve:profile=news", "it has none")):
        with pytest.raises(CoreferError, match=says):
            systems_from([given])[0].make()


def test_what_cannot_be_compared(keys: list[Document]):
    with pytest.raises(CoreferError, match="no coreference"):
        compare_resolvers([keys[0].bare()], [System("sieve", "sieve")])
    with pytest.raises(CoreferError, match="two documents have the id"):
        compare_resolvers([keys[0], keys[0]], [System("sieve", "sieve")])
    with pytest.raises(CoreferError, match="no documents"):
        compare_resolvers([], [System("sieve", "sieve")])
