"""Rewriting: pronouns replaced by their anchors, so that a text, or each chunk of it, stands alone.

`corefer.rewrite(…)` takes running text or a document; the function here takes a document that is resolved and parsed.
"""

from __future__ import annotations

from corefer.rewrite.result import Change, Chunk, Left, Mode, Reason, Rewritten, Substitution
from corefer.rewrite.rewriter import rewrite
from corefer.rooms import make_callable

__all__ = ["Change", "Chunk", "Left", "Mode", "Reason", "Rewritten", "Substitution", "rewrite"]

make_callable(__name__)
