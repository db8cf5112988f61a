"""How fast, and how many operations: the measurements behind `jounce bench`, `jounce reproduce` and benchmarks/."""

from jounce.bench.startup import import_time, warmup_time
from jounce.bench.stepping import Speed, measure_speed

__all__ = ["Speed", "import_time", "measure_speed", "warmup_time"]
