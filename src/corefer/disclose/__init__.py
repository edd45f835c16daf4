"""The standard disclosure of a pronoun-resolution study (Byron 2001): coverage, exclusions, results, resolution rate."""

from corefer.disclose.disclosure import Disclosure, disclose
from corefer.disclose.plan import Plan, default_plan, read_plan

__all__ = ["Disclosure", "Plan", "default_plan", "disclose", "read_plan"]
