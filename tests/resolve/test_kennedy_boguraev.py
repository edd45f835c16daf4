"""Kennedy and Boguraev (1996): salience on tags and patterns; a parse changes nothing, for it is not looked at."""

import pytest
from handparsed import parsed

from corefer.document import Document
from corefer.resolve import Discourse, resolver
from corefer.resolve.mentions import find_mentions

TEXT = (
    "The/DET/2/det king/NOUN/3/nsubj met/VERB/0/root Mary/PROPN/3/obj in/ADP/7/case the/DET/7/det harbour/NOUN/3/obl",
    "She/PRON/2/nsubj gave/VERB/0/root him/PRON/2/iobj a/DET/5/det letter/NOUN/2/obj",
    "It/PRON/3/nsubj seemed/VERB/0/root that/SCONJ/5/mark he/PRON/5/nsubj read/VERB/2/ccomp it/PRON/5/obj",
    "He/PRON/2/nsubj hurt/VERB/0/root himself/PRON/2/obj",
)


def without_parse(document: Document) -> Document:
    """The same mentions on the same tags, with no head, relation or mention head anywhere."""
    bare = document.bare()
    table = bare.tokens.table
    columns = {name: list(table.column(name)) for name in ("id", "lemma", "upos", "xpos", "feats")}
    blank = type(table)(table.forms, columns=columns, starts=table.starts, ends=table.ends)
    result = Document(document.id, document.text, blank, document.sentences.table)
    for number, mention in enumerate(document.mentions):
        result.add_mention(f"e{number}", mention.start, mention.end)
    result.arrange()
    return result


def decided(document: Document) -> list[tuple]:
    decisions = resolver("kennedy-boguraev").decide(Discourse(document))
    return [
        (
            (d.anaphor.start, d.anaphor.end),
            d.antecedent and (d.antecedent.start, d.antecedent.end),
            [(c.mention.start, c.mention.end, c.score, c.excluded_by) for c in d.candidates],
        )
        for d in decisions
    ]


def antecedents(document: Document) -> dict[str, str | None]:
    return {
        document.mention_text(d.anaphor): d.antecedent and document.mention_text(d.antecedent)
        for d in resolver("kennedy-boguraev").decide(Discourse(document))
    }


def test_neither_heads_nor_relations_are_looked_at():
    document = find_mentions(parsed(*TEXT))
    assert not without_parse(document).is_parsed
    assert decided(document) == decided(without_parse(document))


@pytest.mark.corpora
def test_neither_heads_nor_relations_are_looked_at_in_a_corpus(shared):
    from corefer import read

    for document in read(shared / "data" / "gum" / "dev"):
        found = find_mentions(document)
        assert decided(found) == decided(without_parse(found))


def test_an_example_from_tags_alone():
    document = without_parse(find_mentions(parsed(*TEXT)))
    assert antecedents(document) == {
        "She": "Mary",
        "him": "The king",
        "he": "him",
        "it": "a letter",
        "He": "he",
        "himself": "He",
    }


def test_factors_by_pattern():
    document = find_mentions(parsed(*TEXT[:2]))
    decision = next(
        d for d in resolver("kennedy-boguraev").decide(Discourse(document)) if document.mention_text(d.anaphor) == "him"
    )
    factors = {document.mention_text(c.mention): dict(c.factors) for c in decision.candidates}
    assert factors["The king"] == {"SENT-S": 50.0, "CNTX-S": 25.0, "SUBJ-S": 40.0, "HEAD-S": 40.0, "ARG-S": 25.0}
    assert decision.antecedent is not None
