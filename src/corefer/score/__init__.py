"""Scores: matching, metrics, aggregation; one module per metric, counts first and aggregates later."""

from corefer.score.metric import METRICS, Metric, Score
from corefer.score.report import Report
from corefer.score.scorer import score
from corefer.score.settings import Like, Matching, Settings, from_signature

__all__ = ["METRICS", "Like", "Matching", "Metric", "Report", "Score", "Settings", "from_signature", "score"]
