"""What a resolver must have to be tuned or taken apart: a profile of weights, by type of anaphor and factor.

ROSANA has one. Its decisions list the candidates with each factor's contribution, the factor's value times its weight:
that is all that tuning looks at, so any resolver that does the same can be tuned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from corefer.document import CoreferError
from corefer.document.anaphors import AnaphorType
from corefer.experiment.systems import System
from corefer.resolve import Resolver

Weights = Mapping[AnaphorType, Mapping[Any, float]]  # factors are strings, or members of a StrEnum


class Profile(Protocol):
    """Weights that can be replaced and written to a file."""

    @property
    def name(self) -> str: ...

    @property
    def factors(self) -> tuple[Any, ...]:
        """All factors there are, those without a weight too."""
        ...

    @property
    def weights(self) -> Weights: ...

    @property
    def scale(self) -> float:
        """How many points of plausibility make a candidate e times likelier."""
        ...

    def with_weights(self, weights: Any) -> Profile:
        """The profile with other weights for these types."""
        ...

    @property
    def description(self) -> str: ...

    def named(self, name: str, description: str) -> Profile: ...

    def to_toml(self) -> str: ...


class Weighted(Resolver, Protocol):
    """A resolver with a profile."""

    @property
    def profile(self) -> Profile: ...


def profile_of(system: System) -> Profile:
    """The profile that the system's resolver is made with."""
    made: Any = system.make()
    found: Profile | None = getattr(made, "profile", None)
    if found is None:
        raise CoreferError(f"{system.resolver} has no profile of weights (there is one in rosana, for example)")
    return found


def with_profile(system: System, profile: Profile, name: str = "", **options: Any) -> System:
    """The system with another profile, under another name."""
    return replace(system, name=name or profile.name, options={**system.options, "profile": profile, **options})
