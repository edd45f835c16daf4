"""ROSANA (Stuckardt 2001): binding constraints on fragments, salience, interdependent selection."""

from corefer.resolve.rosana.profile import Factor, Profile, load, shipped
from corefer.resolve.rosana.resolver import Rosana

__all__ = ["Factor", "Profile", "Rosana", "load", "shipped"]
