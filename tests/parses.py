"""Sentences with their parses, written in one line each: `word:head:relation:tag`, heads counted from 1.

Features may follow the tag: `der:3:nsubj:PRON/PronType=Rel`.
"""

from __future__ import annotations

from array import array

from corefer.document import Builder, Document, Doubt


def parsed(*sentences: str, mentions: str = "") -> Document:
    """A document of these sentences; `mentions` are words (`1-3 5`, over the whole document, counted from 0)."""
    builder = Builder("test")
    for sentence in sentences:
        rows = [
            word.rsplit(":", 3)
            for word in sentence.replace("nmod:poss", "nmod=poss").replace("acl:relcl", "acl=relcl").split()
        ]
        builder.add_sentence(
            [row[0] for row in rows],
            columns={
                "id": [str(i) for i, _ in enumerate(rows, 1)],
                "head": [row[1] for row in rows],
                "deprel": [row[2].replace("=", ":") for row in rows],
                "upos": [row[3].partition("/")[0] for row in rows],
                "feats": [row[3].partition("/")[2] or "_" for row in rows],
                "lemma": [row[0].lower() for row in rows],
            },
        )
    document = builder.build()
    for number, span in enumerate(mentions.split(), 1):
        first, _, last = span.partition("-")
        document.add_mention(f"e{number}", int(first), int(last or first) + 1)
    document.arrange()
    return document


def doubt(document: Document, others: dict[int, tuple[int, ...]]) -> Document:
    """The document with doubt: the words in `others` may depend on those heads as well, all else is certain."""
    size = len(document.tokens)
    arc = array("f", [0.4 if token in others else 1.0 for token in range(size)])
    document.doubt = Doubt(
        arc, array("f", [1.0]) * size, {t: tuple((h, 0.3) for h in heads) for t, heads in others.items()}
    )
    return document


OWNER = (
    "Peter:2:nsubj:PROPN observed:0:root:VERB the:4:det:DET owner:2:obj:NOUN of:7:case:ADP the:7:det:DET "
    "telescope:4:nmod:NOUN with:9:case:ADP it:2:obl:PRON"
)
CLIENT = (
    "The:2:det:DET client:3:nsubj:NOUN wants:0:root:VERB that:7:mark:SCONJ the:6:det:DET barber:7:nsubj:NOUN "
    "shaves:3:ccomp:VERB {}:7:obj:{}"
)
BARBER = "The:2:det:DET barber:4:nsubj:NOUN is:4:aux:AUX shaving:0:root:VERB {}:4:obj:PRON"
