"""One pronoun token under examination: all that a category may look at."""

from __future__ import annotations

from dataclasses import dataclass

from corefer.disclose.plan import Plan
from corefer.disclose.pronouns import Pronoun
from corefer.disclose.view import View
from corefer.document import Mention


@dataclass(frozen=True, slots=True)
class Case:
    """A token, the pronoun it is (None for another part of speech), its mention, and whether it has a column."""

    view: View
    token: int
    pronoun: Pronoun | None
    mention: Mention | None
    covered: bool
    plan: Plan
