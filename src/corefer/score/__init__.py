"""Scores: matching, metrics, aggregation; one module per metric, counts first and aggregates later.

`corefer.score(key, response)` is `corefer.api.score`, which reads paths; `corefer.score.score` takes documents.
"""

from corefer.rooms import make_callable
from corefer.score.metric import METRICS, Metric, Score
from corefer.score.report import Report
from corefer.score.scorer import score
from corefer.score.settings import Like, Matching, Settings, Signature, from_signature

__all__ = [
    "METRICS",
    "Like",
    "Matching",
    "Metric",
    "Report",
    "Score",
    "Settings",
    "Signature",
    "from_signature",
    "score",
]

make_callable(__name__)
