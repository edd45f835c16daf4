"""The categories by name: what a plan may list, and how rows are labelled."""

from __future__ import annotations

from corefer.syntax.pleonastic import KINDS as PLEONASTIC

LABELS: dict[str, str] = {
    "other_word": "Other Part of Speech",
    "abandoned": "Abandoned Utterance",
    "extraposition": "Pleonastic: Extraposition",
    "cleft": "Pleonastic: Cleft",
    "idiom": "Pleonastic: Idiom",
    "prop_it": "Pleonastic: Prop-it",
    "pleonastic": "Pleonastic",
    "emphatic": "Emphatic Reflexive",
    "non_referring": "Other Non-Referring",
    "plural": "Plural",
    "demonstrative": "Demonstrative",
    "first_second_person": "1st/2nd Person",
    "quoted_speech": "Quoted Speech",
    "event": "Event Anaphora",
    "split_antecedent": "Split Antecedent",
    "non_coreferent": "Non-coreferent",
    "bound": "Bound",
    "complete_reference": "Complete Reference",
    "exophora": "Exophora",
    "cataphora": "Cataphora",
    "long_distance": "Long Distance",
    "unmarked": "Not in the Key",
    "other": "Other, Out of Scope",
}
# What annotations call the same thing.
SYNONYMS: dict[str, str] = {
    "expl": "pleonastic",
    "expletive": "pleonastic",
    "dummy": "pleonastic",
    "prop-it": "prop_it",
    "clefts": "cleft",
    "abandoned_utterance": "abandoned",
    "reparandum": "abandoned",
    "reported_speech": "quoted_speech",
    "event_anaphora": "event",
    "discourse_deixis": "event",
    "exophoric": "exophora",
    "noncoreferent": "non_coreferent",
    "bound_anaphora": "bound",
}

__all__ = ["LABELS", "PLEONASTIC", "SYNONYMS"]
