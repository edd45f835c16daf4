"""Parses written by hand, for worked examples: `word/UPOS/head/relation`, one string for each sentence."""

from __future__ import annotations

from corefer.analysis.lexicon import lemmatise
from corefer.document import Builder, Document

_RELATIVES = frozenset(("who", "whom", "which", "whose"))


def parsed(*sentences: str, speakers: tuple[str, ...] = ()) -> Document:
    """A document of these sentences; `her/PRON/2/nmod:poss` is possessive by its relation."""
    builder = Builder("example")
    for number, sentence in enumerate(sentences):
        rows = [word.rsplit("/", 3) for word in sentence.split()]
        forms = [row[0] for row in rows]
        tags = [(row[1], row[3], row[0]) for row in rows]
        columns = {
            "upos": [row[1] for row in rows],
            "head": [row[2] for row in rows],
            "deprel": [row[3] for row in rows],
            "xpos": [_xpos(*tag) for tag in tags],
            "feats": [_feats(*tag) for tag in tags],
            "lemma": [lemmatise(f, u, _xpos(u, r, f)) for u, r, f in tags],
        }
        speaker = speakers[number] if speakers else ""
        builder.add_sentence(forms, columns=columns, speaker=speaker, new_paragraph=not number)
    return builder.build()


def _xpos(upos: str, relation: str, form: str) -> str:
    lower = form.lower()
    if lower in _RELATIVES and upos == "PRON":
        return "WP$" if lower == "whose" else "WP"
    if form in ("'s", "'"):
        return "POS"
    if upos == "NOUN":
        return "NNS" if lower.endswith("s") and not lower.endswith("ss") else "NN"
    if upos == "VERB":
        return "VBZ" if lower.endswith("s") and lower != "was" else "VBD"
    if upos == "PRON":
        return "PRP$" if relation == "nmod:poss" else "PRP"
    return {"PROPN": "NNP", "DET": "DT", "ADP": "IN"}.get(upos, "_")


def _feats(upos: str, relation: str, form: str) -> str:
    if upos in ("NOUN", "PROPN"):
        return "Number=Plur" if upos == "NOUN" and _xpos(upos, relation, form) == "NNS" else "Number=Sing"
    if upos == "PRON" and relation == "nmod:poss":
        return "Poss=Yes|PronType=Prs"
    return "_"
