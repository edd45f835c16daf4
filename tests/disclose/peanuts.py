"""A corpus made so that its counts equal those of the paper's Table 2 ("Peanut dialogues"), with two systems."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from corefer.disclose.plan import Plan, parse
from corefer.document import Builder, Document

PLAN = """
[corpus]
name = "Peanut dialogues (Babar et al 1994)"
genre = "Two-party problem-solving dialogues"
[columns]
Her = ["her"]
She = ["she"]
Herself = ["herself"]
He = ["he"]
Him = ["him"]
His = ["his"]
Himself = ["himself"]
It = ["it"]
Its = ["its"]
Itself = ["itself"]
[exclusions]
pleonastic = "together"
nonreferential = ["extraposition", "cleft", "idiom", "prop_it", "pleonastic", "abandoned"]
[labels]
quoted_speech = "Reported Speech"
"""
OK, WRONG, CHAIN = "ok", "wrong", "chain"
INTER, INTRA = "inter", "intra"
LONG, CATA, BOTH = "long", "cata", "both"

# How many, where the sponsor stands, the class of error, what Alpha and Beta make of it. Where the paper's numbers
# cannot be (Beta: 24 of 23 intrasentential `him`), the nearest that can.
EVALUATED: dict[str, list[tuple[int, str, str, str, str]]] = {
    "her": [(1, INTER, "", CHAIN, OK), (2, INTER, "", OK, WRONG), (4, INTER, "", OK, OK), (15, INTRA, "", OK, OK)],
    "she": [
        (1, INTRA, LONG, WRONG, WRONG), (1, INTER, LONG, CHAIN, CHAIN), (1, INTER, "", WRONG, OK),
        (15, INTER, "", OK, OK), (7, INTRA, "", OK, OK),
    ],
    "herself": [(3, INTER, "", WRONG, OK)],
    "he": [
        (4, INTRA, BOTH, WRONG, WRONG), (3, INTRA, CATA, WRONG, WRONG), (4, INTRA, "", OK, WRONG),
        (31, INTRA, "", OK, OK), (10, INTER, "", WRONG, OK), (3, INTER, "", CHAIN, OK), (32, INTER, "", OK, OK),
    ],
    "him": [
        (1, INTER, "", WRONG, WRONG), (5, INTER, "", OK, WRONG), (15, INTER, "", OK, OK), (3, INTRA, "", WRONG, OK),
        (2, INTRA, "", CHAIN, OK), (18, INTRA, "", OK, OK),
    ],
    "his": [(1, INTER, "", WRONG, WRONG), (2, INTER, "", OK, OK), (3, INTRA, "", OK, OK)],
    "himself": [(1, INTER, "", WRONG, WRONG), (13, INTER, "", WRONG, OK)],
    "it": [
        (4, INTER, LONG, WRONG, WRONG), (3, INTER, "", WRONG, WRONG), (4, INTER, "", WRONG, OK),
        (2, INTER, "", CHAIN, OK), (28, INTER, "", OK, OK), (1, INTRA, CATA, WRONG, WRONG), (2, INTRA, CATA, WRONG, OK),
        (4, INTRA, "", WRONG, WRONG), (1, INTRA, "", WRONG, OK), (24, INTRA, "", OK, OK),
    ],
    "its": [
        (1, INTER, "", WRONG, OK), (2, INTER, "", OK, OK), (3, INTRA, "", OK, WRONG), (1, INTRA, "", OK, CHAIN),
        (5, INTRA, "", OK, OK),
    ],
    "itself": [(1, INTER, "", WRONG, OK)],
}  # fmt: skip
# How many of a form, and the annotated category; plurals, demonstratives, 1st and 2nd person go by form.
EXCLUDED = [
    (1, "he", "abandoned"), (1, "he", "quoted_speech"), (1, "his", "abandoned"), (6, "it", "prop_it"),
    (15, "it", "event"), (2, "this", "cleft"), (2, "hers", "abandoned"), (120, "they", ""), (36, "that", ""),
    (20, "I", ""), (4, "you", ""), (2, "hers", "quoted_speech"),
]  # fmt: skip
NONREFERRING = ("abandoned", "prop_it", "cleft")


@dataclass
class Peanuts:
    """The key and the responses while they are being made: plain lists of sentences and mentions."""

    sentences: list[list[str]] = field(default_factory=list)
    key: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    responses: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: {"Alpha": [], "Beta": []})
    length: int = 0

    def say(self, words: list[str]) -> int:
        start = self.length
        self.sentences.append(words)
        self.length += len(words)
        return start

    def evaluated(self, form: str, where: str, kind: str, outcomes: tuple[str, str]) -> None:
        number = len(self.sentences)
        kim, pat, who = f"k{number}", f"p{number}", ["Kim", "saw", "Pat", ",", "who"]
        if where == INTRA:
            start = self.say([*who, "said", form, "left", "."])
            pronoun = start + 6
        else:
            start = self.say([*who, "waited", "."])
            pronoun = self.say([form, "left", "."])
        link = "cata" if kind in (CATA, BOTH) else "ana"
        category = "long_distance" if kind in (LONG, BOTH) else ""
        self.key += [(kim, start, {}), (pat, start + 2, {}), (pat, start + 4, {})]
        self.key.append((pat, pronoun, {"link": link, "category": category}))
        for name, outcome in zip(self.responses, outcomes, strict=True):
            first = {OK: [start + 2], WRONG: [start], CHAIN: [start, start + 4]}[outcome]
            self.responses[name] += [(f"r{number}", token) for token in (*first, pronoun)]

    def excluded(self, form: str, category: str) -> None:
        token = self.say([form, "left", "."])
        referring = category not in NONREFERRING
        self.key.append((f"x{token}", token, {"category": category, "referring": referring}))


def corpus() -> tuple[Document, dict[str, Document], Plan]:
    """Key, responses, plan."""
    made = Peanuts()
    for form, groups in EVALUATED.items():
        for count, where, kind, alpha, beta in groups:
            for _ in range(count):
                made.evaluated(form, where, kind, (alpha, beta))
    for count, form, category in EXCLUDED:
        for _ in range(count):
            made.excluded(form, category)
    builder = Builder("peanuts")
    for words in made.sentences:
        tags = ["PRON" if word in FEATS else "X" for word in words]
        builder.add_sentence(words, columns={"upos": tags, "feats": [FEATS.get(word, "_") for word in words]})
    key = builder.build()
    for entity, token, attributes in made.key:
        key.add_mention(entity, token, token + 1, **attributes)
    key.arrange()
    responses = {}
    for name, mentions in made.responses.items():
        responses[name] = key.bare()
        for entity, token in mentions:
            responses[name].add_mention(entity, token, token + 1)
        responses[name].arrange()
    return key, responses, parse(PLAN, "peanuts.toml")


FEATS = {
    **dict.fromkeys(("her", "she", "he", "him", "it"), "Number=Sing|Person=3|PronType=Prs"),
    **dict.fromkeys(("his", "its", "hers"), "Number=Sing|Person=3|Poss=Yes|PronType=Prs"),
    **dict.fromkeys(("herself", "himself", "itself"), "Number=Sing|Person=3|PronType=Prs|Reflex=Yes"),
    **dict.fromkeys(("this", "that"), "Number=Sing|PronType=Dem"),
    "they": "Number=Plur|Person=3|PronType=Prs",
    "I": "Number=Sing|Person=1|PronType=Prs",
    "you": "Person=2|PronType=Prs",
    "who": "PronType=Rel",
}
