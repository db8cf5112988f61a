"""Numbers that people compare cars by: ISO 4138, 7401, 3888, 2631-1, FMVSS 126, stopping distances, wheel loads.

`compute(result, names)` gives them for a run. The functions on plain arrays are in the modules by theme.
"""

from jounce.lab.metrics.course import Course, Section, iso_3888_1, iso_3888_2
from jounce.lab.metrics.metric import Measured, Metric
from jounce.lab.metrics.registry import METRICS, Row, compute, metric, metrics_table
from jounce.lab.metrics.signals import NoValueError

__all__ = [
    "METRICS",
    "Course",
    "Measured",
    "Metric",
    "NoValueError",
    "Row",
    "Section",
    "compute",
    "iso_3888_1",
    "iso_3888_2",
    "metric",
    "metrics_table",
]
