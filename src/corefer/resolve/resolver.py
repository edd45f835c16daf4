"""What a resolver is: it looks at a discourse and decides, anaphor by anaphor.

A decision names the antecedent and the reasons; which mentions then corefer follows from the decisions alone
(`corefer.resolve.link`), so that every resolver is compared, explained and written in the same way.
"""

from __future__ import annotations

from typing import Protocol

from corefer.document import Decision
from corefer.document.anaphors import PRONOMINAL, AnaphorType
from corefer.resolve.discourse import Discourse

PRONOUNS: frozenset[AnaphorType] = PRONOMINAL
EVERYTHING: frozenset[AnaphorType] = frozenset(AnaphorType)


class Resolver(Protocol):
    """One way to resolve; `covers` are the types of anaphor that it attempts."""

    @property
    def name(self) -> str: ...

    @property
    def covers(self) -> frozenset[AnaphorType]: ...

    def decide(self, discourse: Discourse) -> list[Decision]:
        """One decision for each anaphor attempted, in document order; its antecedent is None where it stays open."""
        ...


def attempts(by: Resolver) -> str:
    """What a resolver attempts, in a line: `PER3 POS3 REFL by rap; DNOM NAME … by sieve`."""
    parts = getattr(by, "parts", ((by, by.covers),))
    return "; ".join(f"{' '.join(sorted(covers)) or 'nothing'} by {part.name}" for part, covers in parts)
