"""Lexical resources of English: gender, number and animacy of names, nouns and pronouns, and lemmas.

The tables lie in `data/` with the sources and licences of each (`NOTICE.md`); `training/lexicon` makes them again.
They are read when they are first asked for.
"""

from corefer.analysis.lexicon.features import Features
from corefer.analysis.lexicon.lemmas import lemmatise
from corefer.analysis.lexicon.names import name_features
from corefer.analysis.lexicon.nouns import noun_features
from corefer.analysis.lexicon.pronouns import pronoun_features

__all__ = ["Features", "lemmatise", "name_features", "noun_features", "pronoun_features"]
