"""GREC tasks from any text annotated with coreference: REG08 for the main entity, or GREC-NEG for all entities."""

from corefer.grec.build.documents import build

__all__ = ["build"]
