"""What is in a document, and what is wrong with it: statistics and validation."""

from corefer.inspect.findings import CODES, Finding, Severity, validate
from corefer.inspect.statistics import Statistics, statistics

__all__ = ["CODES", "Finding", "Severity", "Statistics", "statistics", "validate"]
