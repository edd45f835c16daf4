"""Discourses: what resolvers see of mentions; decisions become entities."""

from corefer.analysis import analyse
from corefer.document import Decision, Document
from corefer.resolve import Discourse, link
from corefer.resolve.discourse import Function
from corefer.resolve.given import given_mentions

TEXT = 'The baker gave Mary the keys of the shop. "I trust you," she said. There was a problem.'


def discourse() -> Discourse:
    return Discourse(analyse(TEXT))


def view(found: Discourse, text: str):
    return next(v for v in found.views if v.text == text)


def test_functions():
    found = discourse()
    assert view(found, "baker").function is Function.SUBJECT
    assert view(found, "mary").function is Function.INDIRECT
    assert view(found, "keys of the shop").function is Function.OBJECT
    assert view(found, "shop").function is Function.GENITIVE
    assert view(found, "problem").function is Function.EXISTENTIAL


def test_agreement_and_definiteness():
    found = discourse()
    assert view(found, "mary").agreement.clashes(view(found, "she").agreement) == ""
    assert view(found, "keys of the shop").agreement.clashes(view(found, "she").agreement) == "number"
    assert view(found, "baker").definite and not view(found, "problem").definite


def test_quotations_tell_who_speaks_apart():
    found = discourse()
    assert view(found, "i").quotation == view(found, "you").quotation == 0
    assert view(found, "she").quotation == -1


def test_what_decisions_connect_corefers():
    found = discourse()
    i, she, mary = (view(found, text).mention for text in ("i", "she", "mary"))
    result = link(found, [Decision(she, mary, "test"), Decision(i, she, "test")])
    entity = next(e for e in result.entities if len(e.mentions) > 1)
    assert [result.mention_text(m) for m in entity.mentions] == ["Mary", "I", "she"]
    assert len(result.mentions) == len(found.views)
    assert result.decisions[0].anaphor in entity.mentions


def test_dropped_singletons_take_their_decisions_along():
    found = discourse()
    she, mary = (view(found, text).mention for text in ("she", "mary"))
    alone = view(found, "problem").mention
    result = link(found, [Decision(she, mary, "test"), Decision(alone, None, "test")], singletons=False)
    assert len(result.mentions) == 2
    assert [d.resolver for d in result.decisions] == ["test"]


def test_given_mentions_tell_nothing_of_reference():
    found = discourse()
    she, mary = (view(found, text).mention for text in ("she", "mary"))
    key: Document = link(found, [Decision(she, mary, "test")])
    given = given_mentions(key)
    assert all(entity.is_singleton for entity in given.entities)
    assert not given.decisions
    assert [(m.start, m.end) for m in given.mentions] == [(m.start, m.end) for m in key.mentions]
