"""Counts over documents."""

from __future__ import annotations

from pathlib import Path

import corefer
from corefer.inspect import statistics


def test_counts_of_a_small_document() -> None:
    from corefer.document import from_text

    document = from_text("d", "Ada saw her dog. It rained on it.")
    document.meta["genre"] = "news"
    document.add_mention("1", 0, 1, type="person", link="coref")
    document.add_mention("1", 2, 3, type="person", link="ana", optional=True)
    document.add_mention("2", 2, 4, type="animal", link="coref")
    document.add_mention("2", 8, 9, type="animal", link="ana")
    document.add_mention("3", 5, 6, referring=False, category="prop_it")
    document.arrange()
    counts = statistics([document]).as_dict()
    assert counts["mentions"] == 4
    assert (counts["entities"], counts["singletons"], counts["non_referring"], counts["optional"]) == (2, 0, 1, 1)
    assert counts["pronouns"] == {"her": 1, "it": 1}
    assert counts["link_types"] == {"ana": 2, "coref": 2}
    assert counts["genres"] == {"news": 1}
    assert counts["anaphor_types"] == {"DNOM": 1, "OTHER": 1, "PER3": 1, "POS3": 1}


def test_every_category_of_the_disclosure_is_in_the_examples(examples: Path) -> None:
    categories = statistics(corefer.read(examples)).categories
    wanted = (
        "extraposition cleft idiom prop_it abandoned cataphora split_antecedent event bound quoted_speech "
        "first_second_person demonstrative exophora complete_reference non_coreferent"
    )
    assert set(wanted.split()) <= set(categories)


def test_the_examples_have_the_constructions_that_were_promised(examples: Path) -> None:
    documents = corefer.read(examples)
    counts = statistics(documents)
    assert len(documents) >= 12
    assert min(counts.link_types[link] for link in ("appos", "pred", "cata", "disc")) > 0
    assert min(counts.optional, counts.bridging, counts.split_antecedents, counts.discontinuous) > 0
    assert counts.parsed == counts.documents
