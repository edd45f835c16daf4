"""From raw text to an analysed document, and the lexical resources that this takes."""

from corefer.analysis.adapters import from_spacy, from_stanza
from corefer.analysis.analyser import analyse

__all__ = ["analyse", "from_spacy", "from_stanza"]
