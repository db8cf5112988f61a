"""How fast, and how many operations: the measurements behind `jounce bench`, `jounce reproduce` and benchmarks/."""

from jounce.benches.speed import measure_speed
from jounce.benches.startup import first_step_time, import_time, warmup_time

__all__ = ["first_step_time", "import_time", "measure_speed", "warmup_time"]
