"""The multi-pass sieve (Lee et al. 2013): each pass on an example of its own, and what passes hand on to the next."""

from handparsed import parsed

from corefer.document import Document
from corefer.resolve import Discourse, Scheme, link, resolver
from corefer.resolve.mentions import find_mentions


def resolved(document: Document, scheme: Scheme = Scheme.GUM) -> Document:
    discourse = Discourse(find_mentions(document, scheme), scheme)
    return link(discourse, resolver("sieve").decide(discourse))


def chains(document: Document) -> list[list[str]]:
    return [[document.mention_text(m) for m in e.mentions] for e in document.entities if not e.is_singleton]


def reasons(document: Document, text: str) -> tuple[str, ...]:
    return next(d.reasons for d in document.decisions if document.mention_text(d.anaphor) == text)


def test_speaker_identification_by_turns():
    document = resolved(
        parsed(
            "I/PRON/2/nsubj trust/VERB/0/root you/PRON/2/obj",
            "And/CCONJ/3/cc I/PRON/3/nsubj know/VERB/0/root you/PRON/3/obj",
            speakers=("Ada", "Bruno"),
        )
    )
    assert chains(document) == [["I", "you"], ["you", "I"]]
    assert reasons(document, "I") == ("speaker identification", "the other speaker")


def test_speaker_identification_in_quotations():
    document = resolved(
        parsed(
            "“/PUNCT/3/punct I/PRON/3/nsubj go/VERB/7/ccomp ,/PUNCT/3/punct ”/PUNCT/3/punct Ada/PROPN/7/nsubj said/VERB/0/root",
            "I/PRON/2/nsubj stayed/VERB/0/root",
        )
    )
    assert chains(document) == [["I", "Ada"]]


def test_exact_match_and_indefinites():
    cat = "{}/DET/2/det cat/NOUN/3/nsubj slept/VERB/0/root"
    assert chains(resolved(parsed(cat.format("The"), cat.format("The")))) == [["The cat", "The cat"]]
    assert chains(resolved(parsed(cat.format("A"), cat.format("A")))) == []


def test_precise_constructs_are_linked_where_the_scheme_links_them():
    pilot = (
        "Tomas/PROPN/9/nsubj ,/PUNCT/4/punct the/DET/4/det pilot/NOUN/1/appos ,/PUNCT/4/punct is/AUX/9/cop "
        "a/DET/9/det good/ADJ/9/amod man/NOUN/0/root"
    )
    document = resolved(parsed(pilot))
    assert chains(document) == [["Tomas", "the pilot", "a good man"]]
    assert reasons(document, "the pilot") == ("precise constructs", "apposition")
    assert reasons(document, "a good man") == ("precise constructs", "predicate")
    assert chains(resolved(parsed(pilot), Scheme.ONTONOTES)) == []


def test_strict_head_match_needs_its_words_to_be_known():
    red = "A/DET/3/det red/ADJ/3/amod boat/NOUN/4/nsubj sank/VERB/0/root"
    known = "The/DET/2/det boat/NOUN/3/nsubj rose/VERB/0/root"
    other = "The/DET/3/det blue/ADJ/3/amod boat/NOUN/4/nsubj rose/VERB/0/root"
    assert chains(resolved(parsed(red, known))) == [["A red boat", "The boat"]]
    assert chains(resolved(parsed(red, other))) == []


def test_names_by_their_words():
    document = resolved(
        parsed(
            "Mary/PROPN/3/nsubj Stone/PROPN/1/flat won/VERB/0/root",
            "Stone/PROPN/2/nsubj left/VERB/0/root",
        )
    )
    assert chains(document) == [["Mary Stone", "Stone"]]


def test_entities_share_what_their_mentions_say():
    """*Kim* may be anybody; once the entity holds *she*, *he* goes on to the next candidate."""
    document = resolved(
        parsed(
            "Paul/PROPN/2/nsubj met/VERB/0/root Lou/PROPN/2/obj",
            "She/PRON/2/nsubj smiled/VERB/0/root",
            "He/PRON/2/nsubj left/VERB/0/root",
        )
    )
    assert chains(document) == [["Paul", "He"], ["Lou", "She"]]
    decision = next(d for d in document.decisions if document.mention_text(d.anaphor) == "He")
    assert [(document.mention_text(c.mention), c.excluded_by) for c in decision.candidates] == [
        ("She", "gender"),
        ("Paul", ""),
    ]


def test_names_of_persons_by_a_part_and_others_by_their_head():
    persons = resolved(
        parsed(
            "Bruno/PROPN/3/nsubj Stone/PROPN/1/flat won/VERB/0/root",
            "Mr./PROPN/2/nmod:desc Stone/PROPN/3/nsubj left/VERB/0/root",
        )
    )
    assert chains(persons) == [["Bruno Stone", "Mr. Stone"]]
    churches = resolved(
        parsed(
            "The/DET/3/det Lutheran/ADJ/3/amod Church/PROPN/4/nsubj agreed/VERB/0/root",
            "The/DET/3/det Catholic/ADJ/3/amod Church/PROPN/4/nsubj left/VERB/0/root",
        )
    )
    assert chains(churches) == []


def test_acronyms():
    document = resolved(
        parsed(
            "The/DET/4/det World/PROPN/4/compound Chess/PROPN/4/compound Federation/PROPN/5/nsubj met/VERB/0/root",
            "The/DET/2/det WCF/PROPN/3/nsubj left/VERB/0/root",
        )
    )
    assert chains(document) == [["The World Chess Federation", "The WCF"]]
    assert reasons(document, "The WCF") == ("names", "acronym")


def test_my_boat_is_not_your_boat():
    assert (
        chains(
            resolved(
                parsed(
                    "My/PRON/2/nmod:poss boat/NOUN/3/nsubj sank/VERB/0/root",
                    "Your/PRON/2/nmod:poss boat/NOUN/3/nsubj rose/VERB/0/root",
                )
            )
        )
        == []
    )


def test_once_pronouns_are_known_their_possessions_are():
    document = resolved(
        parsed(
            "Mary/PROPN/3/nmod:poss 's/PART/1/case boat/NOUN/4/nsubj sank/VERB/0/root",
            "She/PRON/2/nsubj missed/VERB/0/root her/PRON/4/nmod:poss boat/NOUN/2/obj",
        )
    )
    assert chains(document) == [["Mary 's boat", "her boat"], ["Mary 's", "She", "her"]]


def test_who_speaks_a_quotation_is_still_to_be_found_himself():
    document = resolved(
        parsed(
            "Paul/PROPN/2/nsubj came/VERB/0/root",
            "“/PUNCT/3/punct I/PRON/3/nsubj sleep/VERB/6/ccomp ”/PUNCT/3/punct he/PRON/6/nsubj said/VERB/0/root",
        )
    )
    assert chains(document) == [["Paul", "I", "he"]]


def test_bare_and_denied_predicates_are_not_who_she_is():
    for rest in ("captain/NOUN/0/root", "not/PART/5/advmod a/DET/5/det captain/NOUN/0/root"):
        head = 3 if rest.startswith("captain") else 5
        document = parsed(f"Mary/PROPN/{head}/nsubj is/AUX/{head}/cop {rest}")
        assert chains(resolved(document)) == []


def test_demonyms():
    document = resolved(
        parsed(
            "Israel/PROPN/2/nsubj agreed/VERB/0/root",
            "The/DET/3/det Israeli/PROPN/3/compound side/NOUN/4/nsubj left/VERB/0/root",
        )
    )
    assert chains(document) == [["Israel", "Israeli"]]


def test_relative_pronouns_where_they_are_mentions():
    document = find_mentions(parsed("the/DET/2/det pilot/NOUN/0/root who/PRON/4/nsubj left/VERB/2/acl:relcl"))
    document.add_mention("who", 2, 3, head=2)
    document.arrange()
    discourse = Discourse(document)
    found = link(discourse, resolver("sieve").decide(discourse))
    assert chains(found) == [["the pilot who left", "who"]]


def test_the_papers_walk_through_pass_by_pass():
    """After Figure 2 of the paper: a musician, a song, a girl; every pass builds on those before it."""
    document = resolved(
        parsed(
            "Paul/PROPN/4/nsubj is/AUX/4/cop a/DET/4/det singer/NOUN/0/root",
            "He/PRON/2/nsubj sang/VERB/0/root a/DET/5/det new/ADJ/5/amod ballad/NOUN/2/obj",
            "A/DET/2/det woman/NOUN/3/nsubj heard/VERB/0/root the/DET/5/det ballad/NOUN/3/obj",
            "“/PUNCT/5/punct It/PRON/5/nsubj is/AUX/5/cop my/PRON/5/nmod:poss favourite/NOUN/9/ccomp ,/PUNCT/5/punct "
            "”/PUNCT/5/punct Paul/PROPN/9/nsubj told/VERB/0/root her/PRON/9/obj",
        )
    )
    assert chains(document) == [
        ["Paul", "a singer", "He", "my", "Paul"],
        ["a new ballad", "the ballad", "It", "my favourite"],
        ["A woman", "her"],
    ]
    assert reasons(document, "my") == ("speaker identification", "speaker of the quotation")
    assert reasons(document, "a singer") == ("precise constructs", "predicate")
    assert reasons(document, "the ballad") == ("strict head match A", "the same head")
    assert reasons(document, "her")[0] == "pronouns"


def test_full_phrases_tell_what_refused_their_other_candidates():
    document = resolved(
        parsed(
            "An/DET/4/det old/ADJ/4/amod red/ADJ/4/amod boat/NOUN/5/nsubj sank/VERB/0/root",
            "A/DET/3/det blue/ADJ/3/amod boat/NOUN/4/nsubj stayed/VERB/0/root",
            "The/DET/3/det red/ADJ/3/amod boat/NOUN/4/nsubj rose/VERB/0/root",
        )
    )
    decision = next(d for d in document.decisions if document.mention_text(d.anaphor) == "The red boat")
    told = {document.mention_text(c.mention): c.excluded_by for c in decision.candidates}
    assert told == {"A blue boat": "word inclusion", "An old red boat": ""}
