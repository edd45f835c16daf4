"""Disjoint reference: the paper's examples, each pattern by its own, and what holds of all (Stuckardt 2001)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.document import Document
from corefer.resolve import Discourse
from corefer.resolve.rosana.occurrences import Occurrence, Occurrences
from corefer.resolve.rosana.patterns import ADMITS, CIRCULAR, RULES_OUT
from corefer.resolve.rosana.verdicts import Verdict, verdict
from corefer.syntax import Syntax
from parses import BARBER, CLIENT, OWNER, doubt, parsed

HALF = 0.5


def occurrences(document: Document, threshold: float = HALF) -> list[Occurrence]:
    """The document's mentions, in order."""
    discourse = Discourse(document)
    made = Occurrences(discourse, Syntax(document, threshold))
    return [made.of(view) for view in discourse.views]


def judge(document: Document, alpha: int, gamma: int, constructive: bool = True) -> Verdict:
    """The verdict on the mentions at these places, the anaphor first."""
    found = occurrences(document)
    return verdict(found[alpha], found[gamma], constructive=constructive)


def matching(document: Document, alpha: int, gamma: int) -> set[str]:
    """The names of all patterns that match."""
    found = occurrences(document)
    one, other = found[alpha], found[gamma]
    return {name for name, p in {**RULES_OUT, **CIRCULAR, **ADMITS}.items() if p(one, other)}


# --- within a tree


@pytest.mark.parametrize(("pronoun", "rule"), [("himself", ""), ("him", "principle B")])
def test_example_2a(pronoun: str, rule: str) -> None:
    """The barber is shaving himself/*him."""
    assert judge(parsed(BARBER.format(pronoun), mentions="0-1 4"), 1, 0) == Verdict(not rule, True, rule)


@pytest.mark.parametrize(
    ("object", "tag", "candidate", "rule"),
    [
        ("him", "PRON", 0, ""),
        ("him", "PRON", 1, "principle B"),
        ("himself", "PRON", 0, "principle A"),
        ("himself", "PRON", 1, ""),
        ("Ann", "PROPN", 0, "principle C"),
        ("Ann", "PROPN", 1, "principle C"),
    ],
)
def test_examples_2b_and_2c(object: str, tag: str, candidate: int, rule: str) -> None:
    """The client wants that the barber shaves *him/him/*the client."""
    document = parsed(CLIENT.format(object, tag), mentions="0-1 4-5 7")
    assert judge(document, 2, candidate) == Verdict(not rule, True, rule)


def test_example_3_i_within_i() -> None:
    """*Mary knows [the owner of his boat]."""
    document = parsed(
        "Mary:2:nsubj:PROPN knows:0:root:VERB the:4:det:DET owner:2:obj:NOUN of:7:case:ADP his:7:nmod:poss:PRON "
        "boat:4:nmod:NOUN",
        mentions="0 2-6 5",
    )
    assert judge(document, 2, 1) == Verdict(False, True, "i-within-i")
    assert judge(document, 2, 0).admissible


def test_a_clause_lifts_i_within_i_but_its_own_subject_crosses() -> None:
    """[a man who lost his wife]; but not [the man he saw]."""
    lost = parsed(
        "a:2:det:DET man:0:root:NOUN who:4:nsubj:PRON lost:2:acl:relcl:VERB his:6:nmod:poss:PRON wife:4:obj:NOUN",
        mentions="0-5 4",
    )
    assert judge(lost, 1, 0).admissible
    saw = parsed("the:2:det:DET man:0:root:NOUN he:4:nsubj:PRON saw:2:acl:relcl:VERB", mentions="0-3 2")
    assert judge(saw, 1, 0) == Verdict(False, True, "crossover")


def test_the_object_is_understood_as_the_subject_of_what_it_is_asked_to_do() -> None:
    """Ann asked Eve to comb her/herself."""
    sentence = "Ann:2:nsubj:PROPN asked:0:root:VERB Eve:2:obj:PROPN to:5:mark:PART comb:2:xcomp:VERB {}:5:obj:PRON"
    her, herself = (parsed(sentence.format(word), mentions="0 2 5") for word in ("her", "herself"))
    assert judge(her, 2, 0).admissible and not judge(her, 2, 1).admissible
    assert judge(herself, 2, 1).admissible and not judge(herself, 2, 0).admissible


# --- between fragments


def test_example_4_the_telescope_and_it() -> None:
    """Peter observed the owner of the telescope with it: nothing is certain once the phrase is cut."""
    trusted = parsed(OWNER.replace("it:2:obl", "it:7:nmod"), mentions="0 2-8 5-8 8")
    assert judge(trusted, 3, 2) == Verdict(False, True, "i-within-i")
    cut = doubt(trusted, {8: (1, 3)})
    assert judge(cut, 3, 2) == Verdict(True, False, "")


MANN, PRAESIDENTEN, DER, IHN, SICH = range(5)


def visited() -> Document:
    """(5) Der Mann hat den Präsidenten besucht, der ihn von sich überzeugte: the clause may belong to either."""
    document = parsed(
        "Der:2:det:DET Mann:6:nsubj:NOUN hat:6:aux:AUX den:5:det:DET Präsidenten:6:obj:NOUN besucht:0:root:VERB "
        "der:11:nsubj:PRON/PronType=Rel ihn:11:obj:PRON/Person=3|PronType=Prs von:10:case:ADP "
        "sich:11:obl:PRON/PronType=Prs|Reflex=Yes überzeugte:5:acl:relcl:VERB",
        mentions="0-1 3-4 6 7 9",
    )
    return doubt(document, {10: (1,)})


def test_example_5_the_reflexive_finds_nothing_in_the_main_clause() -> None:
    for candidate in (MANN, PRAESIDENTEN):
        assert judge(visited(), SICH, candidate) == Verdict(False, True, "E2")
        assert matching(visited(), SICH, candidate) == {"E2", "F2"}  # footnote 16
    assert judge(visited(), SICH, DER) == judge(visited(), SICH, IHN) == Verdict(True, True, "")


def test_example_5_the_pronouns_are_admitted_with_certainty() -> None:
    for pronoun in (DER, IHN):
        for candidate in (MANN, PRAESIDENTEN):
            assert judge(visited(), pronoun, candidate) == Verdict(True, True, "E1a")
            assert judge(visited(), candidate, pronoun).rule == "E1b" or candidate == MANN


def left_after() -> Document:
    """(6) The president left after he had spoken because he was tired: `because …` may belong to either clause."""
    document = parsed(
        "The:2:det:DET president:3:nsubj:NOUN left:0:root:VERB after:7:mark:SCONJ he:7:nsubj:PRON had:7:aux:AUX "
        "spoken:3:advcl:VERB because:11:mark:SCONJ he:11:nsubj:PRON was:11:cop:AUX tired:3:advcl:ADJ",
        mentions="0-1 4 8",
    )
    return doubt(document, {6: (-1,), 10: (6, -1)})


def test_example_6_two_pronouns_in_adverbial_clauses() -> None:
    assert judge(left_after(), 2, 1) == Verdict(True, True, "F1")
    assert matching(left_after(), 2, 1) == {"F1"}


def test_pattern_e1b_the_candidate_is_embedded() -> None:
    assert matching(visited(), PRAESIDENTEN, IHN) == {"E1b"}


def test_pattern_e3a_principle_c_whatever_the_attachment() -> None:
    """He visited the president who convinced Gropius."""
    document = parsed(
        "He:2:nsubj:PRON visited:0:root:VERB the:4:det:DET president:2:obj:NOUN who:6:nsubj:PRON "
        "convinced:4:acl:relcl:VERB Gropius:6:obj:PROPN",
        mentions="0 2-5 6",
    )
    cut = doubt(document, {5: (1,)})
    assert judge(cut, 2, 0) == Verdict(False, True, "E3a")
    assert judge(cut, 0, 2) == Verdict(False, True, "E3b")


def test_pattern_e4_the_candidate_is_embedded_below_the_reflexive() -> None:
    """The man convinced himself when the president spoke."""
    document = parsed(
        "The:2:det:DET man:3:nsubj:NOUN convinced:0:root:VERB himself:3:obj:PRON when:8:mark:SCONJ the:7:det:DET "
        "president:8:nsubj:NOUN spoke:3:advcl:VERB",
        mentions="0-1 3 5-6",
    )
    cut = doubt(document, {7: (3,)})
    assert judge(cut, 1, 2).rule == "E4"
    assert judge(cut, 1, 0) == Verdict(True, True, "")


def test_patterns_iea_and_ieb_a_phrase_and_what_lies_in_it() -> None:
    """[The owner of the telescope] [with it], the phrase being a fragment of its own."""
    document = parsed(
        "the:2:det:DET owner:0:root:NOUN of:5:case:ADP the:5:det:DET telescope:2:nmod:NOUN with:7:case:ADP "
        "it:2:nmod:PRON",
        mentions="0-6 3-4 6",
    )
    cut = doubt(document, {6: (4,)})
    assert judge(cut, 2, 0) == Verdict(False, True, "IEa")
    assert judge(cut, 0, 2) == Verdict(False, True, "IEb")
    assert judge(cut, 2, 1) == Verdict(True, False, "")


def test_example_8_principle_a_is_not_constructive_in_step_3() -> None:
    """Gropius admits that he shaves himself: himself may corefer with Gropius by way of he."""
    document = parsed(
        "Gropius:2:nsubj:PROPN admits:0:root:VERB that:5:mark:SCONJ he:5:nsubj:PRON shaves:2:ccomp:VERB "
        "himself:5:obj:PRON",
        mentions="0 3 5",
    )
    assert not judge(document, 2, 0).admissible
    assert judge(document, 2, 0, constructive=False).admissible
    cut = doubt(document, {4: (-1,)})
    assert judge(cut, 2, 0).rule == "F2"
    assert judge(cut, 2, 0, constructive=False).admissible


# --- what holds of all


WORDS = st.sampled_from(
    ["nsubj:PRON", "obj:PRON", "obj:NOUN", "obl:NOUN", "nmod:NOUN", "nmod:poss:PRON", "conj:NOUN", "appos:NOUN",
     "acl:VERB", "acl:relcl:VERB", "advcl:VERB", "ccomp:VERB", "xcomp:VERB", "nsubj:PROPN", "case:ADP", "obj:REFL"]
)  # fmt: skip
SIZE = 9


@st.composite
def sentences(draw: st.DrawFn) -> Document:
    """A sentence of any structure; every word but prepositions and verbs is a mention."""
    rows = ["w1:0:root:VERB"]
    for number in range(2, SIZE + 1):
        word, head = draw(WORDS), draw(st.integers(1, number - 1))
        if word == "obj:REFL":
            rows.append(f"himself:{head}:obj:PRON")
        else:
            form = "she" if word.endswith("PRON") else f"w{number}"
            rows.append(f"{form}:{head}:{word}")
    order = draw(st.permutations(range(SIZE)))
    place = {old: new for new, old in enumerate(order)}
    shuffled = []
    for old in order:
        form, head, rest = rows[old].split(":", 2)
        shuffled.append(f"{form}:{place[int(head) - 1] + 1 if int(head) else 0}:{rest}")
    mentions = " ".join(str(i) for i, row in enumerate(shuffled) if not row.endswith(("VERB", "ADP")))
    return parsed(" ".join(shuffled), mentions=mentions)


CUTS = st.dictionaries(st.integers(0, SIZE - 1), st.lists(st.integers(-1, SIZE - 1), max_size=2).map(tuple))


def with_cuts(document: Document, cuts: dict[int, tuple[int, ...]]) -> Document:
    return doubt(document, {token: tuple(h for h in heads if h != token) for token, heads in cuts.items()})


@given(sentences(), CUTS)
def test_no_configuration_gets_two_verdicts(document: Document, cuts: dict[int, tuple[int, ...]]) -> None:
    found = occurrences(with_cuts(document, cuts))
    for alpha in found:
        for gamma in found:
            if alpha.fragment == gamma.fragment:
                continue
            out = {name for name, pattern in {**RULES_OUT, **CIRCULAR}.items() if pattern(alpha, gamma)}
            admitted = {name for name, pattern in ADMITS.items() if pattern(alpha, gamma)}
            assert not (out and admitted), (out, admitted, alpha.view.mention, gamma.view.mention)


@given(sentences(), CUTS)
def test_cutting_never_admits_with_certainty_what_was_certainly_ruled_out(
    document: Document, cuts: dict[int, tuple[int, ...]]
) -> None:
    whole = occurrences(with_cuts(document, {}))
    cut = occurrences(with_cuts(document, cuts))
    for a, alpha in enumerate(whole):
        for g, gamma in enumerate(whole):
            if a != g and not verdict(alpha, gamma).admissible:
                after = verdict(cut[a], cut[g])
                assert not (after.admissible and after.certain), (a, g, verdict(alpha, gamma), after)
