"""Rooms that can be called: `corefer.score(key, response)`, though `corefer.score` is a package, too.

A function that bears a subpackage's name is lost as soon as somebody imports the subpackage, and hides it until then.
A package that can be called is the same thing however it is reached, and need not be loaded before it is used. What
the call does stands in `corefer.api`, by the room's name.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """A package that hands calls to the function of its name."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return getattr(import_module("corefer.api"), self.__name__.rpartition(".")[2])(*args, **options)


def make_callable(room: str) -> None:
    """Let the package of this full name be called; for the end of its `__init__`."""
    sys.modules[room].__class__ = _Callable
