"""The systems: baselines, those of REG'08 (section 5), and our own; one module each, found by name."""

from corefer.grec.systems.base import System
from corefer.grec.systems.registry import SYSTEMS, known, load, make, names, save

__all__ = ["SYSTEMS", "System", "known", "load", "make", "names", "save"]
