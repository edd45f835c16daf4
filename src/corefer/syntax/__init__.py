"""Geometry on a parse: constituents from dependencies, c-command, binding categories, fragments."""

from corefer.syntax.binding import BindingType, Category, binding_category, locally_bound
from corefer.syntax.constituents import NONE, Constituents, Kind
from corefer.syntax.fragments import Arc, Fragments, Syntax, Threshold, fragments
from corefer.syntax.words import Words

__all__ = [
    "NONE",
    "Arc",
    "BindingType",
    "Category",
    "Constituents",
    "Fragments",
    "Kind",
    "Syntax",
    "Threshold",
    "Words",
    "binding_category",
    "fragments",
    "locally_bound",
]
