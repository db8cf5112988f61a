"""Numbers that people compare cars by: ISO 4138, 7401, 3888, 2631-1, FMVSS 126, stopping distances, wheel loads.

`compute(result, names)` gives them for a run. The functions on plain arrays are in the modules by theme.
"""

from jounce.metrics.course import Course, Section, iso_3888_1, iso_3888_2
from jounce.metrics.metric import Measured, Metric
from jounce.metrics.no_value import NoValue
from jounce.metrics.registry import METRICS, compute, metric
from jounce.metrics.table import Row, metrics_table

__all__ = [
    "METRICS",
    "Course",
    "Measured",
    "Metric",
    "NoValue",
    "Row",
    "Section",
    "compute",
    "iso_3888_1",
    "iso_3888_2",
    "metric",
    "metrics_table",
]
