"""The automatic intrinsic metrics of section 4.1, one module each; a new one is one line here."""

from corefer.grec.metrics.accuracy import STRING_ACCURACY, TYPE_ACCURACY
from corefer.grec.metrics.bleu import BLEU3
from corefer.grec.metrics.edit_distance import SE, SEB
from corefer.grec.metrics.metric import Metric
from corefer.grec.metrics.nist import NIST
from corefer.grec.metrics.rouge import ROUGE2, ROUGE_SU4

METRICS = {metric.name: metric for metric in (TYPE_ACCURACY, STRING_ACCURACY, BLEU3, NIST, ROUGE2, ROUGE_SU4, SE, SEB)}

__all__ = ["METRICS", "Metric"]
