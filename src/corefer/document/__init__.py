"""The document model: text, tokens, mentions, entities, decisions. It imports nothing else of corefer."""

from corefer.document.document import Builder, Document, Region, lay_out
from corefer.document.doubt import Doubt
from corefer.document.errors import CoreferError, FormatError
from corefer.document.features import ALL, Feature, differences, project
from corefer.document.mentions import (
    Bridge,
    Candidate,
    Decision,
    Entity,
    Expression,
    Mention,
    SplitAntecedent,
    Verdict,
)
from corefer.document.plain import from_text
from corefer.document.tokens import Multiword, Sentence, Token
from corefer.document.vectors import Vectors

__all__ = [
    "ALL",
    "Bridge",
    "Builder",
    "Candidate",
    "CoreferError",
    "Decision",
    "Document",
    "Doubt",
    "Entity",
    "Expression",
    "Feature",
    "FormatError",
    "Mention",
    "Multiword",
    "Region",
    "Sentence",
    "SplitAntecedent",
    "Token",
    "Vectors",
    "Verdict",
    "differences",
    "from_text",
    "lay_out",
    "project",
]
