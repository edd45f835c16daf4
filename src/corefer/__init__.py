"""Reference in text: resolve it, rewrite it, generate it, score it, disclose it."""

from typing import TYPE_CHECKING

from corefer.document import CoreferError, Decision, Document, Entity, FormatError, Mention
from corefer.formats import read, write
from corefer.version import __version__

__all__ = [
    "CoreferError", "Decision", "Document", "Entity", "FormatError", "Mention", "__version__", "disclose", "read",
    "resolve", "rewrite", "score", "write",
]  # fmt: skip

if TYPE_CHECKING:
    from corefer.api import disclose as disclose
    from corefer.api import resolve as resolve
    from corefer.api import rewrite as rewrite
    from corefer.api import score as score
else:
    # packages that can be called, loaded when they are used: see `corefer.rooms`
    ROOMS = ("disclose", "resolve", "rewrite", "score")

    def __getattr__(name):
        """Load a room that can be called."""
        if name not in ROOMS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
