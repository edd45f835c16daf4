"""The classics on parses that no parser should make: whatever the trees, each comes to an end and keeps its word."""

from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Document
from corefer.resolve import Discourse, Scheme, link, resolver
from corefer.resolve.mentions import find_mentions

CLASSICS = (
    "hobbs", "rap", "kennedy-boguraev", "bfp", "s-list", "mars", "sieve", "nearest", "head-match",
)  # fmt: skip
WORDS = (
    ("he", "PRON"), ("her", "PRON"), ("it", "PRON"), ("they", "PRON"), ("himself", "PRON"), ("I", "PRON"),
    ("who", "PRON"), ("Mary", "PROPN"), ("Mary", "PROPN"), ("Stone", "PROPN"), ("boat", "NOUN"), ("king", "NOUN"),
    ("the", "DET"), ("of", "ADP"), ("and", "CCONJ"), ("saw", "VERB"), ("said", "VERB"), ("is", "AUX"), ("two", "NUM"),
    ("“", "PUNCT"), ("”", "PUNCT"), (",", "PUNCT"),
)  # fmt: skip
RELATIONS = (
    "nsubj", "obj", "iobj", "obl", "nmod", "nmod:poss", "nmod:desc", "acl", "acl:relcl", "advcl", "conj", "cc", "case",
    "det", "appos", "cop", "csubj", "xcomp", "ccomp", "expl", "flat", "compound", "punct", "root", "nmod:unmarked",
)  # fmt: skip


@st.composite
def sentences(draw: st.DrawFn) -> list[tuple[str, str, int, str]]:
    """Words with any heads at all: several roots, cycles, crossing arcs."""
    length = draw(st.integers(1, 9))
    return [
        (*draw(st.sampled_from(WORDS)), draw(st.integers(0, length)), draw(st.sampled_from(RELATIONS)))
        for _ in range(length)
    ]


def built(drawn: list[list[tuple[str, str, int, str]]]) -> Document:
    builder = Builder("any")
    for rows in drawn:
        forms, upos, heads, relations = zip(*rows, strict=True)
        columns = {"upos": upos, "lemma": forms, "head": [str(head) for head in heads], "deprel": relations}
        builder.add_sentence(forms, columns=columns)
    return builder.build()


@settings(max_examples=60)
@given(st.lists(sentences(), min_size=1, max_size=4), st.sampled_from(list(Scheme)))
def test_any_tree(drawn, scheme):
    document = find_mentions(built(drawn), scheme)
    assert all(mention.start <= mention.head < mention.end for mention in document.mentions)
    for name in CLASSICS:
        discourse = Discourse(document, scheme)
        decisions = resolver(name).decide(discourse)
        known = {id(mention) for mention in document.mentions}
        for decision in decisions:
            assert id(decision.anaphor) in known
            assert decision.antecedent is not decision.anaphor
            assert decision.antecedent is None or id(decision.antecedent) in known
        assert len({id(decision.anaphor) for decision in decisions}) == len(decisions)
        link(discourse, decisions)
