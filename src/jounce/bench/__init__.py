"""How fast: the measurements behind `jounce bench` and the scripts in benchmarks/."""

from jounce.bench.startup import import_time, warmup_time
from jounce.bench.stepping import Speed, measure_speed

__all__ = ["Speed", "import_time", "measure_speed", "warmup_time"]
