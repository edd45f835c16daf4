"""Other parsers' results as our documents: spaCy's `Doc`, Stanza's document. CoNLL-U files are for `corefer.read`.

Neither library is imported: what they give is read by its attributes.
"""

from corefer.analysis.adapters.spacy import from_spacy
from corefer.analysis.adapters.stanza import from_stanza

__all__ = ["from_spacy", "from_stanza"]
