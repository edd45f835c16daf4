"""Reference in text: resolve it, rewrite it, generate it, score it, disclose it."""

from corefer.disclose import disclose
from corefer.document import CoreferError, Decision, Document, Entity, FormatError, Mention
from corefer.formats import read, write

__version__ = "0.1.0"

__all__ = ["CoreferError", "Decision", "Document", "Entity", "FormatError", "Mention", "disclose", "read", "write"]
