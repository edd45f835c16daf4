"""ROSANA (Stuckardt 2001): binding constraints on fragments, salience, interdependent selection."""

from corefer.resolve.rosana.profile import FACTORS, Factor, Profile, load, shipped
from corefer.resolve.rosana.resolver import Rosana

__all__ = ["FACTORS", "Factor", "Profile", "Rosana", "load", "shipped"]
