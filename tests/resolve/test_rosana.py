"""ROSANA as a whole: texts, what they resolve to, and why."""

from __future__ import annotations

import pytest

import corefer
from corefer.document import Candidate, Decision, Document
from corefer.document.anaphors import AnaphorType
from corefer.resolve.rosana import Factor, Profile, load, shipped
from corefer.resolve.rosana.profile import parse
from corefer.syntax.relatives import relative_pronouns


def resolved(text: str, **options: object) -> Document:
    return corefer.resolve(text, "rosana", **options)


def antecedent(document: Document, anaphor: str, occurrence: int = 0) -> str | None:
    """The antecedent's text of the n-th mention with these words; None where it has none."""
    found = [d for d in document.decisions if document.mention_text(d.anaphor) == anaphor][occurrence]
    return document.mention_text(found.antecedent) if found.antecedent else None


def decision(document: Document, anaphor: str) -> Decision:
    return next(d for d in document.decisions if document.mention_text(d.anaphor) == anaphor)


def chains(document: Document) -> list[list[str]]:
    return [[document.mention_text(m) for m in e.mentions] for e in document.entities if not e.is_singleton]


# --- the paper's examples


def test_example_7_decisions_hang_together() -> None:
    """*Gropius discusses the plans with Breuer. *He* meets *him* in Dessau: once he is Gropius, him is not."""
    document = resolved("Gropius discusses the plans with Breuer. He meets him in Dessau.")
    assert antecedent(document, "He") == "Gropius"
    assert antecedent(document, "him") == "Breuer"


def test_example_8_gropius_shaves_himself() -> None:
    document = resolved("Gropius admits that he shaves himself.")
    assert antecedent(document, "himself") == "he" and antecedent(document, "he") == "Gropius"
    assert chains(document) == [["Gropius", "he", "himself"]]


def test_example_9_parallelism_is_what_misleads_possessives() -> None:
    """Leporello … *his* master Don Giovanni … *his* latest pursuit: SYR is all that speaks for the first possessive."""
    text = (
        "On a dark night in Seville, Leporello is keeping watch, grumbling, outside a house in which his master "
        "Don Giovanni is engaged in his latest amorous pursuit."
    )
    paper = load("paper")
    with_syr, without = (_candidates(text, "his", "his", p) for p in (paper, paper.without([Factor.SYR])))
    assert dict(with_syr.factors)["SYR"] == 20
    assert (with_syr.score or 0) - (without.score or 0) == pytest.approx(20)


def _candidates(text: str, anaphor: str, candidate: str, profile: Profile) -> Candidate:
    """A candidate of the last mention with the anaphor's words."""
    from corefer.analysis import analyse
    from corefer.resolve import Discourse
    from corefer.resolve.rosana import Rosana

    document = analyse(text)
    decisions = Rosana(profile, explain=True).decide(Discourse(document))
    last = [d for d in decisions if document.mention_text(d.anaphor) == anaphor][-1]
    return next(c for c in last.candidates if document.mention_text(c.mention) == candidate)


# --- occurrences


def test_her_is_possessive_or_not() -> None:
    document = resolved("Maria called. Her brother saw her in the garden.")
    assert antecedent(document, "Her") == "Maria"
    assert chains(document) == [["Maria", "Her", "her"]]


@pytest.mark.parametrize("text", ["Paul went home because it was raining.", "Paul said it is hard to tell."])
def test_pleonastic_it_is_not_resolved(text: str) -> None:
    document = resolved(text)
    assert all(document.mention_text(d.anaphor) != "it" or d.antecedent is None for d in document.decisions)


def test_reciprocals_take_several() -> None:
    document = resolved("Anna and Clara told the teacher that they had helped each other.")
    assert antecedent(document, "each other") == "they"


def test_relative_pronouns_are_settled_by_structure_and_written_when_asked_for() -> None:
    text = "Clara thanked the nurse who had helped her."
    plain, asked = resolved(text), resolved(text, relative_pronouns=True)
    assert [plain.tokens[t].form for t in relative_pronouns(plain)] == ["who"]
    assert "who" not in [plain.mention_text(m) for m in plain.mentions]
    assert decision(asked, "who").reasons[0] == "relative pronoun"
    assert (antecedent(asked, "who") or "").startswith("the nurse")


def test_appositions_and_predicates() -> None:
    document = resolved("Elena Voss, the mayor of Corran, spoke first. Her brother is the baker.")
    assert decision(document, "the mayor of Corran").reasons[0] == "apposition"
    assert decision(document, "the baker").reasons[0] == "predicate nominal"


# --- agreement, names, nouns, speakers


def test_names_by_their_parts() -> None:
    document = resolved("Margaret Holt arrived. Holt was tired, and Margaret slept. The Dutch Reading Society met.")
    assert ["Margaret Holt", "Holt", "Margaret"] in chains(document)


def test_names_in_short() -> None:
    document = resolved("The European Space Agency warned everybody. The ESA had been asked.")
    assert antecedent(document, "The ESA") == "The European Space Agency"


def test_different_names_of_one_kind_stay_apart() -> None:
    document = resolved("The University of Oslo wrote to the University of Lund. Mr. Berg met Mrs. Berg.")
    assert chains(document) == []


def test_definite_heads_recur_where_nothing_is_added() -> None:
    document = resolved("A small ferry left the island. The ferry was late. The red ferry was early.")
    assert antecedent(document, "The ferry") == "A small ferry"
    assert ["A small ferry", "The ferry"] in chains(document)


def test_a_quoted_i_is_the_speaker() -> None:
    document = resolved('"I trust you," the captain told Maria. "I always did."')
    assert antecedent(document, "I") == "the captain"


def test_agreement_rules_out() -> None:
    document = resolved("The captain saw the sisters. They waved at him.", explain=True)
    assert antecedent(document, "They") == "the sisters"
    excluded = {document.mention_text(c.mention): c.excluded_by for c in decision(document, "They").candidates}
    assert excluded["The captain"] == "number"


# --- explanations


def test_a_decision_explains_itself() -> None:
    document = resolved("Elena lost her key. Tomas found it, and she thanked him.", explain=True)
    found = decision(document, "him")
    by_text = {document.mention_text(c.mention): c for c in found.candidates}
    assert by_text["she"].excluded_by == "gender"
    chosen = by_text["Tomas"]
    assert chosen.score == pytest.approx(sum(value for _, value in chosen.factors), abs=1e-6) and chosen.certain
    assert 0 < (found.confidence or 0) <= 1
    assert set(found.reasons) & {"certain", "heuristic"}


def test_candidates_are_told_only_when_asked_for() -> None:
    assert all(not d.candidates for d in resolved("Elena lost her key. She looked for it.").decisions)


def test_resolving_twice_gives_the_same() -> None:
    text = "Elena lost her key. Tomas found it, and she thanked him. They left."
    assert chains(resolved(text)) == chains(resolved(text))


def test_annotation_is_not_looked_at(examples) -> None:
    document = corefer.read(examples / "opera-lighthouse.conllu")[0]
    shuffled = corefer.read(examples / "opera-lighthouse.conllu")[0]
    for number, mention in enumerate(shuffled.mentions):
        mention.entity = shuffled.entity(f"x{number % 3}")
    shuffled.arrange()
    for mentions in ("own", "gold"):
        one, other = (corefer.resolve(d, "rosana", mentions=mentions) for d in (document, shuffled))
        assert chains(one) == chains(other)


# --- profiles


def test_table_1() -> None:
    paper = load("paper")
    assert paper.of(AnaphorType.POS3) == {"SYR": 20, "SUP": 15, "KAM": 125, "SDM": 25, "GEN": 20}
    assert paper.of(AnaphorType.PER1) == {"SUP": 15, "KAM": 125, "WDM": 25}
    assert paper.of(AnaphorType.REFL) == {} and paper.of(AnaphorType.RELA) == {"WDM": 25}


def test_profiles_ship() -> None:
    assert {"default", "paper", "news", "fiction", "biography", "conversation", "how-to"} <= set(shipped())
    for name in shipped():
        profile = load(name)
        again = parse(profile.to_toml(), name)
        assert again.weights == profile.weights
        assert (again.threshold, again.heuristic, again.least) == (profile.threshold, profile.heuristic, profile.least)


def test_a_factor_switched_off_says_nothing() -> None:
    profile = load().without([Factor.SUP, Factor.SDM])
    assert profile.weights and not any({Factor.SUP, Factor.SDM} & row.keys() for row in profile.weights.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[PER3]\nSUB = 1", "no factor `SUB`"),
        ("[PER9]\nSUP = 1", "no type of anaphor `PER9`"),
        ("[PER3]\nSUP = 'x'", "gives each factor a number"),
        ("threshold = 'x'", "threshold takes a number"),
        ("[PER3", "x.toml"),
    ],
)
def test_what_is_wrong_with_a_profile_is_said(text: str, message: str) -> None:
    with pytest.raises(corefer.CoreferError, match=message.replace("[", r"\[")):
        parse(text, "x.toml")


def test_an_unknown_profile_names_those_there_are() -> None:
    with pytest.raises(corefer.CoreferError, match="biography"):
        load("opera")


def test_schemes_link_what_they_link() -> None:
    text = "Elena Voss, the mayor of Corran, drank tea. Tea was dear."
    gum, ontonotes = resolved(text), resolved(text, scheme="ontonotes")
    assert any("the mayor of Corran" in chain for chain in chains(gum))
    assert any([word.lower() for word in chain] == ["tea", "tea"] for chain in chains(gum))
    assert chains(ontonotes) == []
